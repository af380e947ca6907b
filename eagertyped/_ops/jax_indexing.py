"""Index expressions for JAX: what NumPy takes and JAX does not, and the bounds that JAX leaves unchecked."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

__all__ = ["as_jax_key", "as_mask", "index_error", "selects_nothing", "unflagged"]


_LAST = 2**31 - 1


def as_jax_key(x: jax.Array, key: Any, /) -> tuple[Any, ...]:  # Any: an index expression, as in the contract
    """``key`` as a tuple that JAX takes, lists and ranges as arrays.

    An index that is known before the program runs and out of bounds is an IndexError: JAX would read another element, or drop the update.
    Of index arrays on a device nothing is known without waiting for them.
    """
    parts = [_as_array(part) for part in (key if isinstance(key, tuple) else (key,))]
    ellipsis = x.ndim - sum(_width(part) for part in parts)
    axis = 0
    for part in parts:
        if isinstance(part, np.ndarray | jax.Array) and part.dtype == bool:
            _check_mask(part, axis, x.shape[axis : axis + part.ndim])
        elif isinstance(part, int | np.integer | np.ndarray) and axis < x.ndim:
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


def unflagged(x: jax.Array, key: tuple[Any, ...], /) -> tuple[jax.Array, tuple[Any, ...]]:  # Any: as above
    """``x`` and ``key`` with each 0-d bool as an array that indexes a new axis: beside None, JAX would put that axis elsewhere."""
    if not any(_is_flag(part) for part in key):
        return x, key
    ellipsis = x.ndim - sum(_width(part) for part in key)
    parts = []
    axis = 0
    for part in key:
        if _is_flag(part):
            x = jnp.expand_dims(x, axis)
            parts.append(np.arange(int(part)))
            axis += 1
        else:
            parts.append(part)
            axis += ellipsis if part is Ellipsis else _width(part)
    return x, tuple(parts)


def selects_nothing(x: jax.Array, key: tuple[Any, ...], /) -> bool:  # Any: as above
    """Whether ``key`` surely selects no element."""
    if not x.size:
        return True
    ellipsis = x.ndim - sum(_width(part) for part in key)
    axis = 0
    for part in key:
        if isinstance(part, slice) and axis < x.ndim and not range(*part.indices(x.shape[axis])):
            return True
        known = isinstance(part, np.ndarray | jax.Array) and not isinstance(part, jax.core.Tracer)
        if known and (not part.size or (part.dtype == bool and not part.any())):
            return True
        axis += ellipsis if part is Ellipsis else _width(part)
    return False


def index_error(error: ValueError, /) -> Exception:
    """The error to raise instead: NumPy's IndexError where index arrays do not broadcast against each other."""
    return IndexError(f"the index arrays do not broadcast: {error}") if "broadcasting: shapes=" in str(error) else error


def _is_flag(part: Any) -> bool:  # Any: as above
    if isinstance(part, np.ndarray | np.bool_ | jax.Array):
        return bool(part.ndim == 0 and part.dtype == bool and not isinstance(part, jax.core.Tracer))
    return isinstance(part, bool)


def _as_array(part: Any) -> Any:  # Any: part of an index expression
    if isinstance(part, slice) and isinstance(part.step, int) and not -_LAST <= part.step <= _LAST:
        return slice(part.start, part.stop, max(-_LAST, min(part.step, _LAST)))  # JAX takes no wider one without x64
    if isinstance(part, list | tuple | range):
        if any(isinstance(leaf, jax.Array) for leaf in jax.tree.leaves(part)):
            part = jnp.asarray(part)
        else:
            part = np.asarray(part)
            if not part.size:  # NumPy makes [] floating
                part = part.astype(np.int32)
    elif isinstance(part, np.ndarray):
        part = part.copy()  # JAX may read it later on, when its owner has changed it
    if isinstance(part, np.ndarray | jax.Array) and part.dtype.kind in "iu" and part.dtype.itemsize < 4:
        return part.astype(np.int32)  # JAX cannot add the size of a large axis to a negative int8
    return part


def _width(part: Any) -> int:  # Any: as above
    """How many axes of the tensor ``part`` uses up."""
    if part is None or part is Ellipsis or isinstance(part, bool | np.bool_):
        return 0
    if isinstance(part, np.ndarray | jax.Array) and part.dtype == bool:
        return part.ndim
    return 1


def _check_mask(mask: Any, axis: int, sizes: tuple[int, ...]) -> None:  # Any: an array of any framework
    """JAX would take an empty mask for any size."""
    if mask.ndim == len(sizes) and mask.shape != sizes:
        raise IndexError(f"a mask of shape {mask.shape} does not match the sizes {sizes} of the axes from {axis} on")


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
