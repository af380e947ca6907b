"""Operators: the dtype that the checker claims is the dtype that runs."""

from typing import assert_type

import numpy as np
import numpy.typing as npt

from eagertyped import (
    JAX,
    BFloat16,
    Bool,
    Complex64,
    Complex128,
    Float16,
    Float32,
    Float64,
    Int8,
    Int16,
    Int32,
    Int64,
    NumPy,
    Tensor,
    TensorFlow,
    Torch,
    UInt8,
)


def torch_pairs(
    f: Tensor[Torch, Float32], d: Tensor[Torch, Float64], h: Tensor[Torch, Float16], i: Tensor[Torch, Int32], b: Tensor[Torch, Bool]
) -> None:
    assert_type(f + f, Tensor[Torch, Float32])
    assert_type(f + d, Tensor[Torch, Float32 | Float64])  # ranks decide
    assert_type(i + f, Tensor[Torch, Float32])
    assert_type(i * h, Tensor[Torch, Float16])
    assert_type(i / i, Tensor[Torch, Float32])
    assert_type(b + i, Tensor[Torch, Int32])
    assert_type(b * b, Tensor[Torch, Bool])
    assert_type(i // i, Tensor[Torch, Int32])
    assert_type(f**i, Tensor[Torch, Float32])


def numpy_pairs(
    f: Tensor[NumPy, Float32], h: Tensor[NumPy, Float16], i: Tensor[NumPy, Int32], s: Tensor[NumPy, Int16], u: Tensor[NumPy, UInt8]
) -> None:
    assert_type(i + f, Tensor[NumPy, Float64])
    assert_type(s + h, Tensor[NumPy, Float32])
    assert_type(u + s, Tensor[NumPy, Int16])
    assert_type(i / i, Tensor[NumPy, Float64])
    assert_type((i + f).raw, npt.NDArray[np.float64])
    assert_type((i + f).numpy(), npt.NDArray[np.float64])


def jax_pairs(
    f: Tensor[JAX, Float32], h: Tensor[JAX, Float16], r: Tensor[JAX, BFloat16], i: Tensor[JAX, Int32], b: Tensor[JAX, Bool]
) -> None:
    assert_type(i + f, Tensor[JAX, Float32])
    assert_type(h + r, Tensor[JAX, Float32])
    assert_type(i + h, Tensor[JAX, Float16])
    assert_type(i / i, Tensor[JAX, Float32])
    assert_type(b // b, Tensor[JAX, Int32])


def tensorflow_pairs(f: Tensor[TensorFlow, Float32], i: Tensor[TensorFlow, Int32], s: Tensor[TensorFlow, Int16]) -> None:
    assert_type(f + f, Tensor[TensorFlow, Float32])
    assert_type(i / i, Tensor[TensorFlow, Float64])
    assert_type(s / s, Tensor[TensorFlow, Float32])
    assert_type(i < f, Tensor[TensorFlow, Bool])
    assert_type(i == 1.5, Tensor[TensorFlow, Bool])


def scalars(
    t: Tensor[Torch, Int32], n: Tensor[NumPy, Int32], j: Tensor[JAX, Int32], c: Tensor[NumPy, Float64], b: Tensor[Torch, Bool]
) -> None:
    assert_type(t + 1, Tensor[Torch, Int32])
    assert_type(t + 1.5, Tensor[Torch, Float32])
    assert_type(1.5 + t, Tensor[Torch, Float32])
    assert_type(-0.5 * t, Tensor[Torch, Float32])
    assert_type(n + 1.5, Tensor[NumPy, Float64])
    assert_type(2 - n, Tensor[NumPy, Int32])
    assert_type(j * 2.0, Tensor[JAX, Float32])
    assert_type(c + 1j, Tensor[NumPy, Complex128])
    assert_type(t + 1j, Tensor[Torch, Complex64])
    assert_type(b + 1, Tensor[Torch, Int64])
    assert_type(b + True, Tensor[Torch, Bool])


def variables(t: Tensor[Torch, Int32], x: float, f: Tensor[Torch, Float32], n: int) -> None:
    assert_type(t + x, Tensor[Torch, Int32 | Float32])  # a variable annotated float may hold an int
    assert_type(f * x, Tensor[Torch, Float32])
    assert_type(t * n, Tensor[Torch, Int32])


def brain(r: Tensor[NumPy, BFloat16], i: Tensor[NumPy, Int8]) -> None:
    assert_type(r + 1.5, Tensor[NumPy, BFloat16])
    assert_type(r + i, Tensor[NumPy, BFloat16])
    assert_type(r @ r, Tensor[NumPy, BFloat16])


def in_place(t: Tensor[Torch, Float32]) -> None:
    t += 1
    t *= t
    assert_type(t, Tensor[Torch, Float32])


def unions(u: Tensor[Torch, Int32] | Tensor[NumPy, Int32], e: Tensor[NumPy, Int32 | Float32]) -> None:
    assert_type(u + 1.5, Tensor[Torch, Float32] | Tensor[NumPy, Float64])
    assert_type(u.sum(), Tensor[Torch, Int64] | Tensor[NumPy, Int64])
    assert_type(e / 2, Tensor[NumPy, Float64 | Float32])
