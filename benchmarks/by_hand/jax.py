"""JAX by hand, op by op: under `jax.jit` a wrapper costs nothing once a function is traced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy.typing as npt
from jax import Array

__all__ = ["NATIVE", "VERSION", "Slot", "astensor", "native", "native_loss", "stack", "value_and_grad", "where"]

VERSION: Final = jax.__version__

# A call returns when its result is there, so that a loop times the work and not the queue in front of it.
jax.config.update("jax_cpu_enable_async_dispatch", False)  # type: ignore[no-untyped-call]  # JAX leaves it untyped

NATIVE: Final = {
    "add": "x + y",
    "add scalar": "x + 0.5",
    "mul": "x * y",
    "compare": "x < y",
    "sqrt": "jnp.sqrt(x)",
    "sum()": "jnp.sum(x)",
    "sum(axis=0)": "jnp.sum(x, 0)",
    "square().sum().sqrt()": "jnp.sqrt(jnp.sum(jnp.square(x)))",
    "reshape": "jnp.reshape(x, (2, -1))",
    "transpose": "jnp.transpose(a)",
    "getitem": "x[1:]",
    "clip": "jnp.clip(x, 0.25, 0.75)",
    "where": "jnp.where(c, x, y)",
    "maximum scalar": "jnp.maximum(x, 0.5)",
    "matmul": "jnp.matmul(a, b)",
    "stack": "jnp.stack([x, y])",
    "astensor": "x",
    "astensor, raw": "x",
    "value_and_grad": "jax.value_and_grad(native_loss)(x)",
}


class Slot:
    """The floor for JAX."""

    __slots__ = ("raw",)

    def __init__(self, raw: Array) -> None:
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
        return Slot(jnp.sqrt(self.raw))

    def square(self) -> Slot:
        return Slot(jnp.square(self.raw))

    def sum(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Slot:
        return Slot(jnp.sum(self.raw, axis, keepdims=keepdims))

    def reshape(self, shape: int | tuple[int, ...]) -> Slot:
        return Slot(jnp.reshape(self.raw, shape))

    def transpose(self, axes: tuple[int, ...] | None = None) -> Slot:
        return Slot(jnp.transpose(self.raw, axes))

    def clip(self, min_: float, max_: float) -> Slot:
        return Slot(jnp.clip(self.raw, min_, max_))

    def maximum(self, other: Slot | float) -> Slot:
        return Slot(jnp.maximum(self.raw, other.raw if isinstance(other, Slot) else other))

    def matmul(self, other: Slot) -> Slot:
        return Slot(jnp.matmul(self.raw, other.raw))


def native(array: npt.NDArray[Any]) -> Array:  # Any: float32 or bool
    """A copy as a JAX array."""
    return jnp.array(array)


def astensor(x: Slot | Array) -> Slot:
    """Wrap an array."""
    if isinstance(x, Slot):
        return x
    if isinstance(x, Array):
        return Slot(x)
    raise TypeError(f"no JAX array: {x!r}")


def where(condition: Slot, x: Slot | float, y: Slot | float) -> Slot:
    """Elements of one or the other."""
    return Slot(jnp.where(condition.raw, x.raw if isinstance(x, Slot) else x, y.raw if isinstance(y, Slot) else y))


def stack(ts: Sequence[Slot], axis: int = 0) -> Slot:
    """Join along a new axis."""
    return Slot(jnp.stack([t.raw for t in ts], axis))


def value_and_grad(f: Callable[[Slot], Slot], t: Slot) -> tuple[Slot, Slot]:
    """Loss and gradient."""
    value, gradient = jax.value_and_grad(lambda x: f(Slot(x)).raw)(t.raw)
    return Slot(value), Slot(gradient)


def native_loss(x: Array) -> Array:
    """`benchmarks.cases.loss` on native tensors."""
    return jnp.sum(jnp.square(x))
