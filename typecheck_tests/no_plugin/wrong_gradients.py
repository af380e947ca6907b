"""Gradients that do not exist: a fault on each line marked ``# E: code`` for mypy, and one for pyright."""

from __future__ import annotations

from typing import NamedTuple

import eagertyped as ep
from eagertyped import Bool, Complex64, Float32, Int32, Numeric, Tensor, Torch


class Pair(NamedTuple):
    left: Tensor[Torch, Float32]
    right: Tensor[Torch, Float32]


def of_pair(p: Pair) -> Tensor[Torch, Float32]:
    return p.left.sum()


def of_float(x: Tensor[Torch, Float32]) -> Tensor[Torch, Float32]:
    return x.sum()


def of_int(x: Tensor[Torch, Int32]) -> Tensor[Torch, Float32]:
    return x.float32().sum()


def of_both(x: tuple[Tensor[Torch, Float32], Tensor[Torch, Int32]]) -> Tensor[Torch, Float32]:
    return x[0].sum()


def of_labels(x: dict[str, Tensor[Torch, Int32]]) -> Tensor[Torch, Float32]:
    return x["a"].float32().sum()


def of_complex(x: Tensor[Torch, Complex64]) -> Tensor[Torch, Float32]:
    return x.abs().float32().sum()


def of_bool(x: Tensor[Torch, Bool]) -> Tensor[Torch, Float32]:
    return x.float32().sum()


def count(x: Tensor[Torch, Float32]) -> Tensor[Torch, Int32]:
    raise NotImplementedError


def number(x: Tensor[Torch, Float32]) -> float:
    return x.sum().item()


def of_text(x: str) -> Tensor[Torch, Float32]:
    raise NotImplementedError


def arguments(t: Tensor[Torch, Float32], i: Tensor[Torch, Int32], c: Tensor[Torch, Complex64], b: Tensor[Torch, Bool]) -> None:
    ep.value_and_grad(of_int, i)  # E: type-var
    ep.grad(of_int, i)  # E: type-var
    ep.grad(of_both, (t, i))  # E: type-var
    ep.grad(of_labels, {"a": i})  # E: type-var
    ep.grad(of_complex, c)  # E: type-var
    ep.grad(of_bool, b)  # E: type-var
    ep.jacobian(of_int, i)  # E: type-var
    ep.hessian(of_int, i)  # E: type-var
    i.value_and_grad(of_int)  # E: misc
    ep.grad(of_pair, (t, t))  # E: misc
    ep.grad(of_float, 1.0)  # E: misc
    ep.grad(of_float, t.raw)  # E: misc


def losses(t: Tensor[Torch, Float32], n: Tensor[Torch, Numeric]) -> None:
    ep.value_and_grad(count, t)  # E: type-var
    ep.value_and_grad(number, t)  # E: arg-type
    ep.grad(number, t)  # E: arg-type
    ep.jacobian(number, t)  # E: arg-type
    t.value_and_grad(count)  # E: type-var
    g: Tensor[Torch, Int32] = ep.grad(of_float, t)  # E: assignment
    ep.grad(of_float, t, 1)  # E: call-arg
    del g
