"""Random generators on NumPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from .contract import Draws
from .numpy_like import below
from .seeds import folded

__all__ = ["NumPyDraws"]

Array: TypeAlias = npt.NDArray[Any]  # Any: the dtype is known at run time only


class NumPyDraws(Draws[Array]):
    """A `numpy.random.Generator`, which has a lock of its own."""

    def __init__(self, sequence: np.random.SeedSequence, to_dtype: Callable[[str], np.dtype[Any]]) -> None:  # Any: as above
        self._sequence, self._dtype = sequence, to_dtype
        self._generator = np.random.default_rng(sequence)

    def uniform(self, dtype: str, shape: tuple[int, ...], low: float, high: float, /) -> Array:
        drawn = np.asarray(self._generator.random(shape, _drawable(dtype)))
        drawn *= high - low
        drawn += low
        return below(np, drawn.astype(self._dtype(dtype), copy=False), low, high)

    def normal(self, dtype: str, shape: tuple[int, ...], mean: float, stddev: float, /) -> Array:
        drawn = np.asarray(self._generator.standard_normal(shape, _drawable(dtype)))
        drawn *= stddev
        drawn += mean
        return drawn.astype(self._dtype(dtype), copy=False)

    def default_integer(self) -> str:
        return np.dtype(int).name

    def integers(self, dtype: str, shape: tuple[int, ...], low: int, high: int, /) -> Array:
        return np.asarray(self._generator.integers(low, high, shape, self._dtype(dtype)))

    def permutation(self, x: Array | int, /) -> Array:
        return self._generator.permutation(np.arange(x) if isinstance(x, int) else x)

    def split(self, count: int, /) -> Sequence[Self]:
        return [type(self)(sequence, self._dtype) for sequence in self._sequence.spawn(count)]

    def fold_in(self, data: int | Array, /) -> Self:
        return type(self)(folded(self._sequence, int(data)), self._dtype)


def _drawable(dtype: str) -> Any:  # Any: NumPy's stubs want one of two classes
    """NumPy draws two dtypes."""
    return np.float64 if dtype == "float64" else np.float32
