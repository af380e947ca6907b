"""PyTorch by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy.typing as npt
import torch
from torch import Tensor

__all__ = ["NATIVE", "VERSION", "Slot", "astensor", "native", "native_loss", "native_value_and_grad", "stack", "value_and_grad", "where"]

VERSION: Final = str(torch.__version__)

torch.set_num_threads(1)

NATIVE: Final = {
    "add": "x + y",
    "add scalar": "x + 0.5",
    "mul": "x * y",
    "compare": "x < y",
    "sqrt": "torch.sqrt(x)",
    "sum()": "torch.sum(x)",
    "sum(axis=0)": "torch.sum(x, 0)",
    "square().sum().sqrt()": "torch.sqrt(torch.sum(torch.square(x)))",
    "reshape": "torch.reshape(x, (2, -1))",
    "transpose": "torch.permute(a, (1, 0))",
    "getitem": "x[1:]",
    "clip": "x.clamp(0.25, 0.75)",
    "where": "torch.where(c, x, y)",
    "maximum scalar": "x.clamp(min=0.5)",
    "matmul": "torch.matmul(a, b)",
    "stack": "torch.stack([x, y])",
    "astensor": "x",
    "astensor, raw": "x",
    "value_and_grad": "native_value_and_grad(native_loss, x)",
}


class Slot:
    """The floor for PyTorch."""

    __slots__ = ("raw",)

    def __init__(self, raw: Tensor) -> None:
        self.raw = raw

    def __add__(self, other: Slot | float) -> Slot:
        return Slot(self.raw + (other.raw if isinstance(other, Slot) else other))

    def __mul__(self, other: Slot | float) -> Slot:
        return Slot(self.raw * (other.raw if isinstance(other, Slot) else other))

    def __lt__(self, other: Slot | float) -> Slot:
        return Slot(self.raw < (other.raw if isinstance(other, Slot) else other))

    def __getitem__(self, key: slice) -> Slot:
        return Slot(self.raw[key])

    def sqrt(self) -> Slot:
        return Slot(torch.sqrt(self.raw))

    def square(self) -> Slot:
        return Slot(torch.square(self.raw))

    def sum(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Slot:
        return Slot(torch.sum(self.raw) if axis is None else torch.sum(self.raw, axis, keepdim=keepdims))

    def reshape(self, shape: tuple[int, ...]) -> Slot:
        return Slot(torch.reshape(self.raw, shape))

    def transpose(self, axes: tuple[int, ...] | None = None) -> Slot:
        return Slot(torch.permute(self.raw, tuple(range(self.raw.dim()))[::-1] if axes is None else axes))

    def clip(self, min_: float, max_: float) -> Slot:
        return Slot(self.raw.clamp(min_, max_))

    def maximum(self, other: Slot | float) -> Slot:
        return Slot(torch.maximum(self.raw, other.raw) if isinstance(other, Slot) else self.raw.clamp(min=other))

    def matmul(self, other: Slot) -> Slot:
        return Slot(torch.matmul(self.raw, other.raw))


def native(array: npt.NDArray[Any]) -> Tensor:  # Any: float32 or bool
    """A copy as a tensor."""
    return torch.tensor(array)


def astensor(x: Slot | Tensor) -> Slot:
    """Wrap a tensor."""
    if isinstance(x, Slot):
        return x
    if isinstance(x, Tensor):
        return Slot(x)
    raise TypeError(f"no tensor: {x!r}")


def where(condition: Slot, x: Slot | float, y: Slot | float) -> Slot:
    """Elements of one or the other."""
    return Slot(torch.where(condition.raw, x.raw if isinstance(x, Slot) else x, y.raw if isinstance(y, Slot) else y))


def stack(ts: Sequence[Slot], axis: int = 0) -> Slot:
    """Join along a new axis."""
    return Slot(torch.stack([t.raw for t in ts], axis))


def value_and_grad(f: Callable[[Slot], Slot], t: Slot) -> tuple[Slot, Slot]:
    """Loss and gradient."""
    x = t.raw.detach().requires_grad_()
    value = f(Slot(x)).raw
    (gradient,) = torch.autograd.grad(value, x)
    return Slot(value.detach()), Slot(gradient)


def native_loss(x: Tensor) -> Tensor:
    """`benchmarks.cases.loss` on native tensors."""
    return torch.sum(torch.square(x))


def native_value_and_grad(f: Callable[[Tensor], Tensor], x: Tensor) -> tuple[Tensor, Tensor]:
    """Loss and gradient of native tensors, without a trace in the caller's."""
    x = x.detach().requires_grad_()
    value = f(x)
    (gradient,) = torch.autograd.grad(value, x)
    return value.detach(), gradient
