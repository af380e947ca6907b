"""Each framework by hand: the native statement of each case, and the floor.

The floor is what a wrapper cannot do without: a class with one slot whose methods take the arguments of eagertyped's, call the native
function and wrap the result. It checks nothing and explains nothing. Each module stands for ``ep`` in the statements of `benchmarks.cases`,
so its functions bear the names that they have there.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final, Protocol, cast

import numpy as np
import numpy.typing as npt

__all__ = ["TITLES", "ByHand", "arrays", "load"]

TITLES: Final = {"numpy": "NumPy", "torch": "PyTorch", "tensorflow": "TensorFlow", "jax": "JAX"}
"""The modules, and what their frameworks are called."""


class ByHand(Protocol):
    """What each module holds."""

    @property
    def VERSION(self) -> str: ...
    @property
    def NATIVE(self) -> Mapping[str, str]:
        """The native statement of each case; ``x``, ``y``, ``a``, ``b``, ``c`` as in `arrays`. A case that is missing cannot be done."""

    def native(self, array: npt.NDArray[Any], /) -> Any:  # Any: the dtype; a native tensor
        """A native tensor with the values of an array."""

    def astensor(self, x: Any, /) -> Any: ...  # Any: a native tensor; a slot class


def load(name: str) -> ByHand:
    """The module of a framework; this imports the framework."""
    return cast(ByHand, import_module(f"{__name__}.{name}"))


def arrays(size: int) -> dict[str, npt.NDArray[Any]]:  # Any: float32 and bool
    """Vectors ``x``, ``y`` and ``c`` of a size, a matrix ``a`` of as many elements, and a column ``b`` that it can be multiplied by."""
    rng = np.random.default_rng(0)
    x, y = (rng.uniform(0.1, 1.0, size).astype(np.float32) for _ in range(2))
    side = round(size**0.5)
    return {"x": x, "y": y, "c": x < 0.5, "a": x.reshape(side, side), "b": y[:side].reshape(side, 1)}
