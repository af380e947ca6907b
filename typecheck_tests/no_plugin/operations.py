"""Operators and chains: exact where every backend agrees, a wider dtype elsewhere, never a wrong one."""

from __future__ import annotations

import operator
from functools import partial, reduce
from typing import assert_type

import eagertyped as ep
from eagertyped import (
    JAX,
    BFloat16,
    Bool,
    Complex64,
    DType,
    Float32,
    Float64,
    Floating,
    Int32,
    Int64,
    Integer,
    Numeric,
    NumPy,
    SignedInteger,
    Tensor,
    Torch,
    UInt64,
)


def arithmetic(
    f: Tensor[Torch, Float32], d: Tensor[Torch, Float64], i: Tensor[Torch, Int32], b: Tensor[Torch, Bool], c: Tensor[Torch, Complex64]
) -> None:
    assert_type(f + f, Tensor[Torch, Float32])
    assert_type(f - f * f, Tensor[Torch, Float32])
    assert_type(f + 1, Tensor[Torch, Float32])
    assert_type(f + 1.5, Tensor[Torch, Float32])
    assert_type(1.5 - f, Tensor[Torch, Float32])
    assert_type(f / 2, Tensor[Torch, Float32])
    assert_type(2**f, Tensor[Torch, Float32])
    assert_type(i + i, Tensor[Torch, Int32])
    assert_type(i + 1, Tensor[Torch, Int32])
    assert_type(1 + i, Tensor[Torch, Int32])
    assert_type(i // 2, Tensor[Torch, Int32])
    assert_type(i % 2, Tensor[Torch, Int32])
    assert_type(i / i, Tensor[Torch, Floating])
    assert_type(i / 2, Tensor[Torch, Floating])
    assert_type(c + c, Tensor[Torch, Complex64])
    assert_type(c * 1.5, Tensor[Torch, Complex64])
    assert_type(f @ f, Tensor[Torch, Float32])
    assert_type(-f, Tensor[Torch, Float32])
    assert_type(abs(f), Tensor[Torch, Float32])
    assert_type(abs(c), Tensor[Torch, Float32])
    # what the framework makes of these is the plugin's to say
    assert_type(f + d, Tensor[Torch, DType])
    assert_type(i + f, Tensor[Torch, DType])
    assert_type(i + 1.5, Tensor[Torch, DType])
    assert_type(f + 1j, Tensor[Torch, DType])
    assert_type(b + 1, Tensor[Torch, DType])


def comparisons(f: Tensor[Torch, Float32], i: Tensor[Torch, Int32]) -> None:
    assert_type(f > 1, Tensor[Torch, Bool])
    assert_type(f <= i, Tensor[Torch, Bool])
    assert_type(f == f, Tensor[Torch, Bool])
    assert_type(f != 0.0, Tensor[Torch, Bool])
    assert_type(f.isnan().logical_not(), Tensor[Torch, Bool])


def unions(
    signs: Tensor[NumPy, Int64 | UInt64],
    floats: Tensor[NumPy, Float32 | Float64],
    either: Tensor[Torch, Float32] | Tensor[JAX, Float32],
    integers: Tensor[NumPy, Integer],
    signed: Tensor[NumPy, SignedInteger],
    brain: Tensor[NumPy, BFloat16],
) -> None:
    assert_type(signs + signs, Tensor[NumPy, DType])  # int64 + uint64 is float64
    assert_type(integers + integers, Tensor[NumPy, DType])
    assert_type(integers + 1, Tensor[NumPy, Integer])
    assert_type(signed + signed, Tensor[NumPy, SignedInteger])
    assert_type(floats + floats, Tensor[NumPy, Float32 | Float64])
    assert_type(floats.sqrt(), Tensor[NumPy, Float32 | Float64])
    assert_type(brain + 1.5, Tensor[NumPy, BFloat16])
    either_sum: Tensor[Torch, Float32] | Tensor[JAX, Float32] = either.sum()
    either_plus: Tensor[Torch, Float32] | Tensor[JAX, Float32] = either + 1
    del either_sum, either_plus


def families(f: Tensor[JAX, Float32], i: Tensor[JAX, Int32], b: Tensor[JAX, Bool], c: Tensor[JAX, Complex64], u: Tensor) -> None:
    assert_type(f.square().sum(axis=0).sqrt(), Tensor[JAX, Float32])
    assert_type(i.sqrt(), Tensor[JAX, Floating])
    assert_type(i.sum(), Tensor[JAX, Integer])
    assert_type(b.sum(), Tensor[JAX, Integer])
    assert_type(i.square(), Tensor[JAX, Int32])
    assert_type(f.argmax(axis=1), Tensor[JAX, SignedInteger])
    assert_type(f.topk(2), tuple[Tensor[JAX, Float32], Tensor[JAX, SignedInteger]])
    assert_type(b.all(), Tensor[JAX, Bool])
    assert_type(f.clip(0, 1), Tensor[JAX, Float32])
    assert_type(f.minimum(1.0), Tensor[JAX, Float32])
    assert_type(f.minimum(f), Tensor[JAX, Float32])
    assert_type(c.abs(), Tensor[JAX, Float32])
    assert_type(f[0, 1:, ..., None], Tensor[JAX, Float32])
    assert_type(f.norms.l2(axis=-1), Tensor[JAX, Float32])
    assert_type(f.norms.l0(), Tensor[JAX, Float32])
    assert_type(i.norms.l0(), Tensor[JAX, Integer])
    assert_type(f.slogdet(), tuple[Tensor[JAX, Float32], Tensor[JAX, Float32]])
    assert_type(f.zeros(3), Tensor[JAX, Float32])
    assert_type(f.arange(3), Tensor[JAX, SignedInteger])
    assert_type(b.where(f, 0), Tensor[JAX, Float32])
    assert_type(b.where(0, f), Tensor[JAX, Float32])
    assert_type(b.where(f, f), Tensor[JAX, Float32])
    assert_type(u.sum(), Tensor)
    assert_type(u + u, Tensor)


def functions(f: Tensor[Torch, Float32], i: Tensor[Torch, Int32], b: Tensor[Torch, Bool]) -> None:
    assert_type(ep.sqrt(f), Tensor[Torch, Float32])
    assert_type(ep.sum(i), Tensor[Torch, Integer])
    assert_type(ep.maximum(0.0, f), Tensor[Torch, Float32])
    assert_type(ep.where(b, f, 0.0), Tensor[Torch, Float32])
    assert_type(ep.stack([f, f]), Tensor[Torch, Float32])
    assert_type(ep.concatenate((i, i), axis=1), Tensor[Torch, Int32])
    assert_type(ep.matmul(f, f), Tensor[Torch, Float32])
    assert_type(ep.norms.l2(f), Tensor[Torch, Float32])
    assert_type(ep.kl_div_with_logits(f, f), Tensor[Torch, Float32])
    assert_type(ep.meshgrid(f, f), tuple[Tensor[Torch, Float32], ...])


def stored(i: Tensor[Torch, Int32], several: list[Tensor[Torch, Int32]]) -> None:
    total = i.sum
    assert_type(total(), Tensor[Torch, Integer])
    assert_type(partial(i.sum, axis=0)(), Tensor[Torch, Integer])
    assert_type(reduce(operator.add, several), Tensor[Torch, Int32])
    assert_type([t.sum() for t in several], list[Tensor[Torch, Integer]])
    numbers: list[Tensor[Torch, Numeric]] = [i.square(), i.float32()]
    del numbers


def generators(t: Tensor[Torch, Float32], n: Tensor[NumPy, Int64]) -> None:
    g = ep.random.generator(t, 0)
    assert_type(g, ep.random.Generator[Torch, Float32])
    assert_type(g.uniform((2, 3)), Tensor[Torch, Float32])
    assert_type(g.normal(2), Tensor[Torch, Float32])
    assert_type(g.integers(0, 3, 2), Tensor[Torch, SignedInteger])
    assert_type(g.integers(0, 3, 2, dtype=ep.int64), Tensor[Torch, Int64])
    assert_type(g.permutation(t), Tensor[Torch, Float32])
    assert_type(g.split(2), tuple[ep.random.Generator[Torch, Float32], ...])
    assert_type(g.fold_in(1), ep.random.Generator[Torch, Float32])
    assert_type(ep.random.generator(n, 0).permutation(n), Tensor[NumPy, Int64])
