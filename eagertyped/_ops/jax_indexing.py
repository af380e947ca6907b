"""Index expressions for JAX: what NumPy takes and JAX does not, and the bounds that JAX leaves unchecked."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

__all__ = ["as_jax_key", "as_mask"]


def as_jax_key(x: jax.Array, key: Any, /) -> tuple[Any, ...]:  # Any: an index expression, as in the contract
    """``key`` as a tuple that JAX takes, lists and ranges as arrays.

    An index that is known before the program runs and out of bounds is an IndexError: JAX would read another element, or drop the update.
    Of index arrays on a device nothing is known without waiting for them.
    """
    parts = [_as_array(part) for part in (key if isinstance(key, tuple) else (key,))]
    ellipsis = x.ndim - sum(_width(part) for part in parts)
    axis = 0
    for part in parts:
        if isinstance(part, int | np.integer | np.ndarray) and axis < x.ndim:
            _check_bounds(part, axis, x.shape[axis])
        axis += ellipsis if part is Ellipsis else _width(part)
    return tuple(parts)


def as_mask(x: jax.Array, key: tuple[Any, ...], /) -> Any:  # Any: as above; a bool array or None
    """The mask that broadcasts against ``x``, where ``key`` is nothing but a mask of its leading axes; else None."""
    if len(key) != 1 or not isinstance(key[0], np.ndarray | jax.Array):
        return None
    mask = key[0]
    if mask.dtype != bool or mask.shape != x.shape[: mask.ndim]:
        return None
    return mask.reshape(mask.shape + (1,) * (x.ndim - mask.ndim))


def _as_array(part: Any) -> Any:  # Any: part of an index expression
    if isinstance(part, list | tuple | range):
        if any(isinstance(leaf, jax.Array) for leaf in jax.tree.leaves(part)):
            part = jnp.asarray(part)
        else:
            part = np.asarray(part)
            if not part.size:  # NumPy makes [] floating
                part = part.astype(np.int32)
    if isinstance(part, np.ndarray | jax.Array) and part.dtype.kind in "iu" and part.dtype.itemsize < 4:
        return part.astype(np.int32)  # JAX cannot add the size of a large axis to a negative int8
    return part


def _width(part: Any) -> int:  # Any: as above
    """How many axes of the tensor ``part`` uses up."""
    if part is None or part is Ellipsis or isinstance(part, bool):
        return 0
    if isinstance(part, np.ndarray | jax.Array) and part.dtype == bool:
        return part.ndim
    return 1


def _check_bounds(index: Any, axis: int, size: int) -> None:  # Any: an integer, or an ndarray of any dtype
    if isinstance(index, bool) or not isinstance(size, int):  # a size may be symbolic in jax.export
        return
    if isinstance(index, np.ndarray):
        if index.dtype.kind not in "iu" or not index.size:
            return
        low, high = int(index.min()), int(index.max())
    else:
        low = high = int(index)
    if low < -size or high >= size:
        raise IndexError(f"index {low if low < -size else high} is out of bounds for axis {axis} with size {size}")
