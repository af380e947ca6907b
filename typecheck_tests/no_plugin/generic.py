"""Functions that are generic over the backend, the dtype or both, as library authors write them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Self, TypeVar, assert_type

import eagertyped as ep
from eagertyped import JAX, Backend, DType, Float32, Floating, Int32, Integer, Tensor, Torch

B = TypeVar("B", bound=Backend)
F = TypeVar("F", bound=Floating)
D = TypeVar("D", bound=DType)
I = TypeVar("I", bound=Integer)  # noqa: E741
TB = TypeVar("TB", bound="Tensor[Torch, Float32]")


def normalise(x: Tensor[B, F]) -> Tensor[B, F]:
    return x / x.square().sum(axis=-1, keepdims=True).sqrt().maximum(1e-12)


def scaled(x: Tensor[B, F], y: Tensor[B, F]) -> Tensor[B, F]:
    return x + y * 2 + 1.0


def shaped(x: Tensor[B, D]) -> Tensor[B, D]:
    return x.reshape(-1).flip()[::2]


def integers(x: Tensor[B, I]) -> None:
    assert_type(x.sum(), Tensor[B, Integer])
    assert_type(x + x, Tensor[B, DType])  # what I stands for may be several dtypes
    assert_type(x + 1, Tensor[B, I])


def bounded(t: TB) -> None:
    assert_type(t.sum(), Tensor[Torch, Float32])
    assert_type(t + t, Tensor[Torch, Float32])


def calls(t: Tensor[Torch, Float32], j: Tensor[JAX, Float32]) -> None:
    assert_type(normalise(t), Tensor[Torch, Float32])
    assert_type(scaled(j, j), Tensor[JAX, Float32])


@dataclass
class Stats(Generic[B, F]):
    mean: Tensor[B, F]
    scale: Tensor[B, F]

    def apply(self, x: Tensor[B, F]) -> Tensor[B, F]:
        return (x - self.mean) / self.scale


class Sub(Tensor[Torch, Int32]):
    def twice(self) -> Self:
        assert_type(self.sum(), Tensor[Torch, Integer])
        return self

    def halved(self) -> Tensor[Torch, Int32]:
        return super().__floordiv__(2)


def loss(x: Tensor[B, Float32], weight: float, *, offset: int = 0) -> Tensor[B, Float32]:
    return (x * weight + offset).square().sum()


def loss_and_logits(x: Tensor[B, Float32], weight: float) -> tuple[Tensor[B, Float32], str]:
    return (x * weight).sum(), "aux"


def gradients(t: Tensor[Torch, Float32], f: Callable[[Tensor[Torch, Float32]], Tensor[Torch, Float32]]) -> None:
    assert_type(ep.value_and_grad(f, t), tuple[Tensor[Torch, Float32], Tensor[Torch, Float32]])
    assert_type(t.value_and_grad(f), tuple[Tensor[Torch, Float32], Tensor[Torch, Float32]])
    assert_type(ep.value_and_grad(loss, t, 2.0, offset=1), tuple[Tensor[Torch, Float32], Tensor[Torch, Float32]])
    assert_type(ep.value_aux_and_grad(loss_and_logits, t, 2.0), tuple[Tensor[Torch, Float32], str, Tensor[Torch, Float32]])
