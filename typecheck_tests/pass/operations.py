"""Methods, functions, casts and creation: the dtype that the checker claims is the dtype that runs."""

from typing import assert_type

import numpy as np
import torch

import eagertyped as ep
from eagertyped import (
    JAX,
    Bool,
    Complex64,
    Float16,
    Float32,
    Float64,
    Int8,
    Int32,
    Int64,
    NumPy,
    Tensor,
    TensorFlow,
    Torch,
    UInt8,
    UInt64,
)


def inexact(
    i: Tensor[Torch, Int32], n: Tensor[NumPy, Int8], m: Tensor[NumPy, Int64], j: Tensor[JAX, Int32], f: Tensor[TensorFlow, Float32]
) -> None:
    assert_type(i.sqrt(), Tensor[Torch, Float32])
    assert_type(n.exp(), Tensor[NumPy, Float16])
    assert_type(m.sin(), Tensor[NumPy, Float64])
    assert_type(j.log1p(), Tensor[JAX, Float32])
    assert_type(f.tanh(), Tensor[TensorFlow, Float32])
    assert_type(ep.sqrt(i), Tensor[Torch, Float32])
    assert_type(n.softmax(), Tensor[NumPy, Float64])


def reductions(
    i: Tensor[Torch, UInt8], n: Tensor[NumPy, UInt8], j: Tensor[JAX, Int8], t: Tensor[TensorFlow, Int32], b: Tensor[Torch, Bool]
) -> None:
    assert_type(i.sum(), Tensor[Torch, Int64])
    assert_type(n.sum(axis=0), Tensor[NumPy, UInt64])
    assert_type(ep.prod(j), Tensor[JAX, Int32])
    assert_type(t.sum(), Tensor[TensorFlow, Int64])
    assert_type(t.cumsum(), Tensor[TensorFlow, Int32])
    assert_type(b.all(), Tensor[Torch, Bool])
    assert_type(t.argmax(), Tensor[TensorFlow, Int64])
    assert_type(t.argsort(), Tensor[TensorFlow, Int32])
    assert_type(j.argmin(axis=0), Tensor[JAX, Int32])
    assert_type(n.topk(1), tuple[Tensor[NumPy, UInt8], Tensor[NumPy, Int64]])
    assert_type(ep.topk(t, 1), tuple[Tensor[TensorFlow, Int32], Tensor[TensorFlow, Int32]])


def matrices(f: Tensor[Torch, Float32], c: Tensor[Torch, Complex64], n: Tensor[NumPy, Int32]) -> None:
    eye = f.zeros((2, 2)).index_update(([0, 1], [0, 1]), 2.0)
    assert_type(eye.inv(), Tensor[Torch, Float32])
    assert_type(eye.slogdet(), tuple[Tensor[Torch, Float32], Tensor[Torch, Float32]])
    assert_type(c.slogdet(), tuple[Tensor[Torch, Complex64], Tensor[Torch, Float32]])
    assert_type(n.slogdet(), tuple[Tensor[NumPy, Float64], Tensor[NumPy, Float64]])
    assert_type(c.abs(), Tensor[Torch, Float32])
    assert_type(c.norms.l2(), Tensor[Torch, Float32])
    assert_type(ep.norms.l1(n), Tensor[NumPy, Int64])


def combining(
    f: Tensor[Torch, Float32], d: Tensor[Torch, Float64], i: Tensor[Torch, Int32], b: Tensor[Torch, Bool], n: Tensor[NumPy, Int32]
) -> None:
    assert_type(ep.stack([f, f]), Tensor[Torch, Float32])
    assert_type(ep.stack([i, f]), Tensor[Torch, Float32])
    assert_type(ep.concatenate((f, d)), Tensor[Torch, Float32 | Float64])
    assert_type(ep.where(b, f, 0), Tensor[Torch, Float32])
    assert_type(ep.where(b, i, f), Tensor[Torch, Float32])
    assert_type(ep.where(b, 1.0, 0.0), Tensor[Torch, Float32])
    assert_type(ep.where(n > 0, 1.0, 0.0), Tensor[NumPy, Float64])
    assert_type(b.where(1, i), Tensor[Torch, Int32])
    assert_type(ep.maximum(0, f), Tensor[Torch, Float32])
    assert_type(f.clip(0, 1), Tensor[Torch, Float32])
    assert_type(f.minimum(i), Tensor[Torch, Float32])


def casts(f: Tensor[Torch, Float32], j: Tensor[JAX, Float32], i: Tensor[Torch, Int32]) -> None:
    assert_type(f.astype(ep.int8), Tensor[Torch, Int8])
    assert_type(f.astype(torch.float64), Tensor[Torch, Float64])
    assert_type(f.astype(np.float16), Tensor[Torch, Float16])
    assert_type(f.astype(i.dtype), Tensor[Torch, Int32])
    assert_type(f.astype(bool), Tensor[Torch, Bool])
    assert_type(j.astype(ep.Int32), Tensor[JAX, Int32])
    assert_type(f.float64(), Tensor[Torch, Float64])
    assert_type(f.from_numpy(np.zeros(2, dtype=np.uint8)), Tensor[Torch, UInt8])


def creation(f: Tensor[Torch, Float32], t: Tensor[TensorFlow, Float32], j: Tensor[JAX, Int8]) -> None:
    assert_type(f.zeros(2), Tensor[Torch, Float32])
    assert_type(f.full(2, 1), Tensor[Torch, Float32])
    assert_type(f.arange(3), Tensor[Torch, Int64])
    assert_type(t.arange(3), Tensor[TensorFlow, Int32])
    assert_type(j.arange(3), Tensor[JAX, Int32])
    assert_type(t.uniform(2), Tensor[TensorFlow, Float32])


def chains(i: Tensor[NumPy, Int32], f: Tensor[JAX, Float16]) -> None:
    assert_type((i / 2).square().sum().sqrt().item(), float)
    assert_type((f - f.mean()).abs().max().float32(), Tensor[JAX, Float32])
    assert_type((i.float32() * 2.0 + 1).softmax().argmax(), Tensor[NumPy, Int64])
    assert_type([x.sum() for x in (i, i)], list[Tensor[NumPy, Int64]])


def gradients(f: Tensor[Torch, Float32], t: Tensor[TensorFlow, Float32], j: Tensor[JAX, Float32]) -> None:
    assert_type(ep.value_and_grad(lambda x: x.square().sum(), f)[1], Tensor[Torch, Float32])
    assert_type(t.value_and_grad(lambda x: x.square().sum())[1], Tensor[TensorFlow, Float32])
    assert_type(j.value_and_grad(lambda x: x.square().sum())[1], Tensor[JAX, Float32])
