"""Random generators: the backend and dtype of the tensor that they were made from; integers have the framework's, or the one asked for."""

from typing import assert_type

import eagertyped as ep
from eagertyped import JAX, Float16, Float32, Int8, Int32, Int64, NumPy, Tensor, TensorFlow, Torch, UInt8


def floats(a: Tensor[Torch, Float32], t: Tensor[TensorFlow, Float16], j: Tensor[JAX, Float32], s: Tensor[JAX, Int32]) -> None:
    g = ep.random.generator(a, 0)
    h = ep.random.generator(j, 1)
    assert_type(g.uniform(3), Tensor[Torch, Float32])
    assert_type(ep.random.generator(t, 0).normal((2, 3), stddev=2.0), Tensor[TensorFlow, Float16])
    assert_type(g.split(2)[0].uniform(()) + a, Tensor[Torch, Float32])
    assert_type(h.fold_in(3).uniform(2), Tensor[JAX, Float32])
    assert_type(h.uniform(s.shape) * 2.0, Tensor[JAX, Float32])


def integers(a: Tensor[Torch, Float32], t: Tensor[TensorFlow, Float16], j: Tensor[JAX, Float32], n: Tensor[NumPy, Int8]) -> None:
    g, h, m = ep.random.generator(a, 0), ep.random.generator(j, 0), ep.random.generator(n, 0)
    assert_type(g.integers(0, 3, 2), Tensor[Torch, Int64])
    assert_type(h.integers(0, 3, 2), Tensor[JAX, Int32])
    assert_type(m.integers(0, 3, 2), Tensor[NumPy, Int64])
    assert_type(ep.random.generator(t, 0).integers(0, 3, 2), Tensor[TensorFlow, Int32])
    assert_type(g.integers(0, 3, 2, dtype=ep.uint8), Tensor[Torch, UInt8])
    assert_type(h.integers(0, 3, 2, dtype=ep.int8), Tensor[JAX, Int8])
    assert_type(m.integers(0, 3, 2, dtype=n.dtype), Tensor[NumPy, Int8])


def permuted(n: Tensor[NumPy, Int8], j: Tensor[JAX, Float32]) -> None:
    assert_type(ep.random.generator(n, 0).permutation(n.flatten()), Tensor[NumPy, Int8])
    assert_type(ep.random.generator(j, 0).permutation(j.flatten()), Tensor[JAX, Float32])
