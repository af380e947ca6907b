"""NumPy by hand.

Sums call `np.add.reduce`, as eagertyped does. ``x.sum()`` ends there too, by way of some Python.

NumPy's functions give NumPy scalars for 0-d results. ``raw`` is an array always, so the floor makes them arrays, as eagertyped must.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

__all__ = ["NATIVE", "VERSION", "Slot", "astensor", "native", "stack", "where"]

Array = npt.NDArray[Any]  # Any: float32 or bool

VERSION: Final = np.__version__

_ndarray, _asarray = np.ndarray, np.asarray
_sum: Any = np.add.reduce  # Any: its types are for literal arguments only
_OUT: Any = ... if np.lib.NumpyVersion(VERSION) >= "2.3.0" else None  # Any: as above; an array, please, also for a 0-d result

NATIVE: Final = {
    "add": "x + y",
    "add scalar": "x + 0.5",
    "mul": "x * y",
    "compare": "x < y",
    "sqrt": "np.sqrt(x)",
    "sum()": "np.add.reduce(x, axis=None)",
    "sum(axis=0)": "np.add.reduce(x, axis=0)",
    "square().sum().sqrt()": "np.sqrt(np.add.reduce(np.square(x), axis=None))",
    "reshape": "x.reshape((2, -1))",
    "transpose": "a.transpose()",
    "getitem": "x[1:]",
    "clip": "x.clip(0.25, 0.75)",
    "where": "np.where(c, x, y)",
    "maximum scalar": "np.maximum(x, 0.5)",
    "matmul": "np.matmul(a, b)",
    "stack": "np.stack([x, y])",
    "astensor": "x",
    "astensor, raw": "x",
}


class Slot:
    """The floor for NumPy."""

    __slots__ = ("raw",)

    def __init__(self, raw: Array | np.generic) -> None:
        self.raw = raw if type(raw) is _ndarray else _asarray(raw)

    def __add__(self, other: Slot | float) -> Slot:
        return Slot(self.raw + (other.raw if isinstance(other, Slot) else other))

    def __mul__(self, other: Slot | float) -> Slot:
        return Slot(self.raw * (other.raw if isinstance(other, Slot) else other))

    def __lt__(self, other: Slot | float) -> Slot:
        return Slot(self.raw < (other.raw if isinstance(other, Slot) else other))

    def __getitem__(self, key: slice) -> Slot:
        return Slot(self.raw[key])

    def sqrt(self) -> Slot:
        return Slot(np.sqrt(self.raw))

    def square(self) -> Slot:
        return Slot(np.square(self.raw))

    def sum(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Slot:
        return Slot(_sum(self.raw, axis=axis, keepdims=keepdims, out=_OUT))

    def reshape(self, shape: int | tuple[int, ...]) -> Slot:
        return Slot(self.raw.reshape(shape))

    def transpose(self, axes: tuple[int, ...] | None = None) -> Slot:
        return Slot(self.raw.transpose(axes))

    def clip(self, min_: float, max_: float) -> Slot:
        return Slot(self.raw.clip(min_, max_))

    def maximum(self, other: Slot | float) -> Slot:
        return Slot(np.maximum(self.raw, other.raw if isinstance(other, Slot) else other))

    def matmul(self, other: Slot) -> Slot:
        return Slot(np.matmul(self.raw, other.raw))


def native(array: Array) -> Array:
    """A copy, which no other tensor shares."""
    return array.copy()


def astensor(x: Slot | Array) -> Slot:
    """Wrap an array."""
    if isinstance(x, Slot):
        return x
    if isinstance(x, np.ndarray):
        return Slot(x)
    raise TypeError(f"no array: {x!r}")


def where(condition: Slot, x: Slot | float, y: Slot | float) -> Slot:
    """Elements of one or the other."""
    return Slot(np.where(condition.raw, x.raw if isinstance(x, Slot) else x, y.raw if isinstance(y, Slot) else y))


def stack(ts: Sequence[Slot], axis: int = 0) -> Slot:
    """Join along a new axis."""
    return Slot(np.stack([t.raw for t in ts], axis))
