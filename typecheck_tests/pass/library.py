"""A library that takes and gives native tensors of any framework: norms, a projection, a step of an attack."""

from typing import TypeVar, assert_type

import torch

import eagertyped as ep
from eagertyped import JAX, Backend, Bool, Float32, Floating, Int64, NumPy, Tensor, Torch

B = TypeVar("B", bound=Backend)
F = TypeVar("F", bound=Floating)


def _flatten(x: Tensor[B, F]) -> Tensor[B, F]:
    return x.reshape((x.shape[0], -1))


def _normalise(x: Tensor[B, F], tiny: float = 1e-12) -> Tensor[B, F]:
    norms = _flatten(x).norms.l2(axis=-1, keepdims=True)
    return x / ep.maximum(norms, tiny)


def _project(x: Tensor[B, F], around: Tensor[B, F], radius: float) -> Tensor[B, F]:
    difference = x - around
    norms = _flatten(difference).norms.l2(axis=-1, keepdims=True)
    factor = ep.minimum(1.0, radius / ep.maximum(norms, 1e-12))
    return around + difference * factor


def _step(x: Tensor[B, F], size: float) -> Tensor[B, F]:
    def loss(x: Tensor[B, F]) -> Tensor[B, F]:
        return (x * x).sum()

    _, gradient = ep.value_and_grad(loss, x)
    return x + size * _normalise(gradient)


def projected_matrices(x: Tensor[B, Float32]) -> None:
    projected = _project(x + 1.0, x, radius=0.5)
    assert_type(projected, Tensor[B, Float32])
    assert_type(projected.norms.linf().item(), float)
    assert_type((projected - x).abs() <= 0.5 + 1e-6, Tensor[B, Bool])


def stepped_matrices(x: Tensor[Torch, Float32]) -> None:
    assert_type(_step(x, 0.1).clip(0.0, 1.0), Tensor[Torch, Float32])


def native_matrices(x: Tensor[Torch, Float32]) -> None:
    raw = x.raw
    wrapped, restore = ep.astensor_(raw)
    assert_type(wrapped.float32().argmax(axis=-1).astype(ep.int64), Tensor[Torch, Int64])
    assert_type(restore(wrapped.float32()), torch.Tensor)


def arrays(x: Tensor[NumPy, Float32]) -> None:
    wrapped, restore = ep.astensor_(x.raw)
    assert_type(wrapped.square().sum(), Tensor[NumPy, Float32])
    assert restore(wrapped).shape == x.shape
    assert_type(ep.astensors(x.raw, x.raw)[1] * 2.0, Tensor[NumPy, Float32])
    several, _ = ep.astensors_(x.raw, x.raw)
    assert_type(several[0].exp(), Tensor[NumPy, Float32])


def either_native(x: Tensor[Torch, Float32] | Tensor[JAX, Float32]) -> None:
    assert_type(ep.astensor(x.raw).float32(), Tensor[Torch, Float32] | Tensor[JAX, Float32])
    assert_type(ep.astensor_(x.raw)[0].float32(), Tensor[Torch, Float32] | Tensor[JAX, Float32])
