"""Into and out of Tensors: what mypy and pyright know without the plugin."""

from __future__ import annotations

from typing import Any, assert_type

import jax
import numpy as np
import numpy.typing as npt
import torch

import eagertyped as ep
from eagertyped import (
    JAX,
    Bool,
    Complex64,
    DType,
    Float32,
    Float64,
    Floating,
    Int32,
    Int64,
    Integer,
    NumPy,
    Tensor,
    TensorFlow,
    Torch,
    UInt8,
)


def into(
    t: torch.Tensor,
    p: torch.nn.Parameter,
    j: jax.Array,
    f: npt.NDArray[np.float32],
    n: npt.NDArray[Any],
    s: np.float64,
    own: Tensor[Torch, Float32],
) -> None:
    assert_type(ep.astensor(t), Tensor[Torch, Any])
    assert_type(ep.astensor(p), Tensor[Torch, Any])
    assert_type(ep.astensor(j), Tensor[JAX, Any])
    assert_type(ep.astensor(f), Tensor[NumPy, Float32])
    assert_type(ep.astensor(s), Tensor[NumPy, Float64])
    assert_type(ep.astensor(own), Tensor[Torch, Float32])
    assert_type(ep.astensor(np.zeros(3, dtype=np.bool_)), Tensor[NumPy, Bool])
    assert_type(ep.astensor(np.zeros(3, dtype=np.uint8)), Tensor[NumPy, UInt8])
    assert_type(ep.astensor(np.zeros(3, dtype=np.complex64)), Tensor[NumPy, Complex64])
    annotated: Tensor[Torch, Float32] = ep.astensor(t)  # Any dtype: an annotation pins it
    assert_type(annotated, Tensor[Torch, Float32])
    assert_type(ep.astensors(t, t), tuple[Tensor[Torch, Any], ...])
    assert_type(ep.astensors(own, own), tuple[Tensor[Torch, Float32], ...])


def restoring(t: torch.Tensor, own: Tensor[Torch, Float32]) -> torch.Tensor:
    x, restore_type = ep.astensor_(t)
    assert_type(restore_type(x), torch.Tensor)
    assert_type(restore_type(x, x), tuple[torch.Tensor, torch.Tensor])
    y, restore = ep.astensor_(own)
    assert_type(y, Tensor[Torch, Float32])
    return restore_type(x.square())


def raw(
    t: Tensor[Torch, Float32], n: Tensor[NumPy, Float32], j: Tensor[JAX, Int32], u: Tensor[Torch, Float32] | Tensor[JAX, Float32]
) -> None:
    assert_type(t.raw, torch.Tensor)
    assert_type(j.raw, jax.Array)
    assert_type(u.raw, torch.Tensor | jax.Array)
    a: npt.NDArray[np.float32] = n.raw
    b: npt.NDArray[np.float32] = t.numpy()
    c: npt.NDArray[np.int32] = j.numpy()
    del a, b, c


def items(f: Tensor[Torch, Float32], i: Tensor[Torch, Int64], b: Tensor[Torch, Bool], c: Tensor[Torch, Complex64], u: Tensor) -> None:
    assert_type(f.item(), float)
    assert_type(i.item(), int)
    assert_type(b.item(), bool)
    assert_type(c.item(), complex)
    assert_type(u.item(), complex)


def attributes(t: Tensor[Torch, Float32]) -> None:
    assert_type(t.shape, tuple[int, ...])
    assert_type(t.ndim, int)
    assert_type(t.T, Tensor[Torch, Float32])
    assert_type(len(t), int)


def casts(t: Tensor[Torch, Float32], j: Tensor[JAX, Float32], g: Tensor, other: Tensor[Torch, Int32]) -> None:
    assert_type(t.astype(ep.Int64), Tensor[Torch, Int64])
    assert_type(t.astype(ep.int64), Tensor[Torch, Int64])
    assert_type(t.astype(other.dtype), Tensor[Torch, Int32])
    assert_type(t.astype(torch.float64), Tensor[Torch, DType])
    assert_type(t.float32(), Tensor[Torch, Float32])
    assert_type(t.float64(), Tensor[Torch, Float64])
    assert_type(t.bool(), Tensor[Torch, Bool])
    # JAX has 64-bit dtypes in its x64 mode only
    assert_type(j.float64(), Tensor[JAX, Floating])
    assert_type(j.astype(ep.Float64), Tensor[JAX, DType])
    assert_type(j.astype(ep.Int32), Tensor[JAX, Int32])
    assert_type(g.float32(), Tensor[ep.Backend, Float32])


def narrowing(x: object, y: object, t: Tensor, e: Tensor[Torch, Float32] | str) -> None:
    if ep.is_tensor(x, Torch, Float32):
        assert_type(x, Tensor[Torch, Float32])
    if ep.is_tensor(t, NumPy):
        assert_type(t, Tensor[NumPy, DType])
    if ep.istensor(y):
        assert_type(y, Tensor)
    if isinstance(e, Tensor):
        assert_type(e, Tensor[Torch, Float32])
    else:
        assert_type(e, str)


def fits(t: Tensor[Torch, Float32]) -> None:
    floating: Tensor[Torch, Floating] = t
    either: Tensor[Torch, Float32 | Float64] = t
    anything: Tensor = t
    backend_only: Tensor[Torch] = t
    bounds: Tensor[ep.Backend, DType] = t
    del floating, either, anything, backend_only, bounds


def leaves(p: ep.PyTorchTensor[Int32], f: ep.TensorFlowTensor[Float32]) -> None:
    assert_type(p.sum(), Tensor[Torch, Integer])
    assert_type(p + p, Tensor[Torch, Int32])
    assert_type(f.square(), Tensor[TensorFlow, Float32])
