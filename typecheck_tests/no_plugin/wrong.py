"""Programs with a fault on each line marked ``# E: code``, mypy's code for it; pyright finds a fault there too, and none elsewhere."""

from __future__ import annotations

import eagertyped as ep
from eagertyped import Float32, Float64, Int32, NumPy, Tensor, Torch


def mixed_backends(t: Tensor[Torch, Float32], n: Tensor[NumPy, Float32], u: Tensor[Torch, Float32] | Tensor[NumPy, Float32]) -> None:
    t + n  # E: operator
    n * t  # E: operator
    u + t  # E: operator
    t < n  # E: operator
    t @ n  # E: operator
    t.maximum(n)  # E: arg-type
    t.where(t, n)  # E: arg-type
    t.crossentropy(n)  # E: arg-type
    t.index_update(0, n)  # E: arg-type


def wrong_dtypes(t: Tensor[Torch, Float32], i: Tensor[Torch, Int32]) -> None:
    a: Tensor[Torch, Float64] = t  # E: assignment
    b: int = t.item()  # E: assignment
    c: Tensor[Torch, Int32] = i / i  # E: assignment
    d: Tensor[Torch, Float32] = t > 0  # E: assignment
    e: Tensor[NumPy, Float32] = t  # E: assignment
    del a, b, c, d, e


def wrong_arguments(t: Tensor[Torch, Float32]) -> None:
    x: Tensor[Torch, int]  # E: type-var
    y: list[Tensor[int, Float32]]  # E: type-var
    t + "1"  # E: operator
    t.sum(axis="0")  # E: call-overload
    t.pad(((0, 1),), mode="edge")  # E: arg-type
    t.astype(3)  # E: call-overload
    ep.astensor([1.0])  # E: call-overload
