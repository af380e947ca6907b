"""Indexing on PyTorch with NumPy's meaning.

PyTorch differs in six ways: it has no negative steps, takes uint8 tensors for masks, applies integers beside index tensors first instead
of broadcasting them (which puts the result's axes elsewhere), overlooks an Ellipsis of no axes between index tensors (elsewhere again),
cannot write uint16, uint32 and uint64 by index, and `take_along_dim` wraps what is out of bounds.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import torch

from .contract import Scalar

__all__ = ["LIMITS", "fitting", "flip", "getitem", "index_update", "pad_reflect", "take_along_axis"]

_SIGNED: Final = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}
_INTEGERS: Final = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, *_SIGNED)
_FAR: Final = 2**62
LIMITS: Final = {dtype: (torch.iinfo(dtype).min, torch.iinfo(dtype).max) for dtype in _INTEGERS}


def fitting(value: Scalar, dtype: torch.dtype) -> Scalar:
    """``value``, unless it is an integer that ``dtype`` does not hold: some kernels of PyTorch wrap it, others take 64 bits only."""
    if type(value) is not int or 0 <= value < 128:
        return value
    low, high = LIMITS.get(dtype, (-(2**63), 2**63 - 1))
    if low <= value <= high:
        return value
    if dtype in LIMITS:
        raise OverflowError(f"Python integer {value} out of bounds for {str(dtype).removeprefix('torch.')}")
    return float(value)


def flip(x: torch.Tensor, axes: tuple[int, ...], /) -> torch.Tensor:
    """Reverse axes; of three dtypes PyTorch reverses the last axis as other integers of their size only."""
    return torch.flip(x.view(_SIGNED[x.dtype]), axes).view(x.dtype) if x.dtype in _SIGNED else torch.flip(x, axes)


def getitem(x: torch.Tensor, key: Any, /) -> torch.Tensor:  # Any: as in the contract
    """``x[key]``."""
    if (type(key) is slice and key.step is None) or type(key) is int:
        return x[key]
    parts = _parts(x, key)
    gap = _gap(x, parts)
    flips = []
    for place, axis in _sliced(x, parts):
        if _step(parts[place]) < 0:
            flips.append(axis)
            parts[place] = _forward(parts[place], x.shape[axis])
    source = flip(x, tuple(flips)) if flips else x  # PyTorch has no views with negative strides
    if gap is None:
        found = source[tuple(parts)]
        if not torch.compiler.is_compiling() and not found.numel():
            _check_bounds(x, parts)
        return found
    parts[gap] = None  # a new axis keeps the index tensors apart; what stands behind it is in the result behind it
    return source[tuple(parts)].squeeze(-1 - sum(part is None or isinstance(part, slice) for part in parts[gap + 1 :]))


def index_update(x: torch.Tensor, key: Any, values: torch.Tensor | Scalar, /) -> torch.Tensor:  # Any: as in the contract
    """A copy of ``x`` with ``values`` at ``key``."""
    if not isinstance(values, torch.Tensor):
        values = x.new_full((), fitting(values, x.dtype))
    if x.dtype in _SIGNED:
        signed = _SIGNED[x.dtype]
        return index_update(x.view(signed), key, values.view(signed)).view(x.dtype)
    parts = _parts(x, key)
    if not torch.compiler.is_compiling() and _selects_nothing(x, parts):
        _check_bounds(x, parts)
    if values.requires_grad and any(isinstance(part, torch.Tensor) and part.dtype is not torch.bool for part in parts):
        return _update_by_owner(x, key, values)
    copy = x.clone(memory_format=torch.contiguous_format)
    if any(_step(parts[place]) < 0 for place, _ in _sliced(x, parts)) or _gap(x, parts) is not None:
        places = getitem(torch.arange(x.numel(), device=x.device).reshape(x.shape), key)
        copy.view(-1)[places] = values.expand(places.shape) if values.dim() <= places.dim() else values
    else:
        copy[tuple(parts)] = values
    return copy


def _update_by_owner(x: torch.Tensor, key: Any, values: torch.Tensor) -> torch.Tensor:  # Any: as in the contract
    """`index_update` where the last of equal positions alone gets the gradient; the native one gives it to each of them."""
    places = getitem(torch.arange(x.numel(), device=x.device).reshape(x.shape), key)
    surplus = max(values.dim() - places.dim(), 0)
    spread = values.squeeze(tuple(range(surplus))).expand(places.shape).reshape(-1)
    numbers = torch.arange(places.numel(), device=x.device)
    owner = torch.full((x.numel(),), -1, device=x.device).scatter_reduce(0, places.reshape(-1), numbers, "amax")
    chosen = torch.cat([spread, spread.new_zeros(1)])[owner]
    return torch.where(owner < 0, x.reshape(-1), chosen).reshape(x.shape)


def take_along_axis(x: torch.Tensor, index: torch.Tensor, axis: int, /) -> torch.Tensor:
    """`numpy.take_along_axis`; an index out of bounds is an error of `torch.gather`."""
    shape = list(torch.broadcast_shapes(_without(x.shape, axis), _without(index.shape, axis)))  # type: ignore[no-untyped-call]  # PyTorch's
    source = x.expand([*shape[:axis], x.shape[axis], *shape[axis:]])
    index = index.to(torch.int64).expand([*shape[:axis], index.shape[axis], *shape[axis:]])
    return torch.gather(source, axis, torch.where(index < 0, index + x.shape[axis], index))


def pad_reflect(x: torch.Tensor, paddings: tuple[tuple[int, int], ...]) -> torch.Tensor:
    """Mirror about the edges; `functional.pad` knows three ranks and no integers."""
    for axis, (before, after) in enumerate(paddings):
        if before or after:
            last = x.shape[axis] - 1
            places = torch.arange(-before, last + 1 + after, device=x.device).abs()
            x = torch.index_select(x, axis, last - (last - places).abs())
    return x


def _selects_nothing(x: torch.Tensor, parts: list[Any]) -> bool:  # Any: parts of an index
    return not x.numel() or any(not range(*parts[place].indices(x.shape[axis])) for place, axis in _sliced(x, parts))


def _check_bounds(x: torch.Tensor, parts: list[Any]) -> None:  # Any: parts of an index
    """Refuse an index out of bounds where nothing is selected: there PyTorch does not look."""
    axis = 0
    for part in parts:
        if isinstance(part, torch.Tensor) and part.dtype is not torch.bool and part.numel() and not part.is_meta:
            size = x.shape[axis]
            if int(part.min()) < -size or int(part.max()) >= size:
                raise IndexError(f"an index is out of bounds for axis {axis} with size {size}")
        axis += x.dim() - sum(map(_width, parts)) if part is Ellipsis else _width(part)


def _without(shape: torch.Size, axis: int) -> tuple[int, ...]:
    return tuple(n for a, n in enumerate(shape) if a != axis)


def _parts(x: torch.Tensor, key: Any) -> list[Any]:  # Any: parts of an index
    """The key as a list of parts that PyTorch reads as NumPy would."""
    parts = [_part(x, part) for part in (key if isinstance(key, tuple) else (key,))]
    if sum(part is Ellipsis for part in parts) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    if any(_is_bool(part) or (isinstance(part, torch.Tensor) and part.dim()) for part in parts):
        # beside index tensors and bools an integer is one too: as a tensor of one element it broadcasts with them
        parts = [_as_index(x, part) if _is_integer(part) else part for part in parts]
    return parts


def _part(x: torch.Tensor, part: Any) -> Any:  # Any: one part of an index
    # written so that torch.compile traces it: tests of exact kinds, and no NumPy for lists
    if isinstance(part, torch.Tensor):
        if part.is_floating_point() or part.is_complex():
            raise IndexError(f"an index tensor must be of integers or bool, got {part.dtype}")
        return part if part.dtype in (torch.bool, torch.int64) else part.to(torch.int64)
    if isinstance(part, (list, range)):
        return _from_list(x, list(part))
    if isinstance(part, slice):
        if part.step is not None and not -_FAR <= part.step <= _FAR:  # PyTorch would find nothing
            return slice(part.start, part.stop, max(-_FAR, min(part.step, _FAR)))
        return part
    if part is None or part is Ellipsis or isinstance(part, int):
        return part
    if torch.compiler.is_compiling():  # which knows arrays as tensors, without their dtype
        return _part(x, torch.as_tensor(np.array(part), device=x.device))
    array = np.asarray(part)
    if array.dtype.kind not in "iub":
        raise IndexError(f"an index array must be of integers or bool, got {array.dtype}")
    return torch.as_tensor(array.astype(np.int64) if array.dtype.kind in "iu" else array.copy(), device=x.device)


def _from_list(x: torch.Tensor, part: list[Any]) -> torch.Tensor:  # Any: nested lists of integers, bools and tensors
    if any(isinstance(item, (torch.Tensor, np.ndarray)) for item in part):
        index = torch.stack([_item(x, item) for item in part])
        return index if index.dtype is torch.bool else index.to(torch.int64)
    index = torch.tensor(part, device=x.device) if part else torch.zeros(0, dtype=torch.int64, device=x.device)
    if index.is_floating_point() or index.is_complex():
        raise IndexError(f"an index list must hold integers or bools, got {index.dtype}")
    return index


def _item(x: torch.Tensor, item: Any) -> torch.Tensor:  # Any: an entry of a list beside tensors or arrays
    index = _part(x, item)
    return index if isinstance(index, torch.Tensor) else torch.tensor(index, device=x.device)


def _gap(x: torch.Tensor, parts: list[Any]) -> int | None:  # Any: parts of an index
    """Place of an Ellipsis that stands for no axes between index tensors; to NumPy it sets them apart, as a slice would."""
    for place, part in enumerate(parts):
        if part is Ellipsis:
            apart = any(map(_is_index, parts[:place])) and any(map(_is_index, parts[place + 1 :]))
            return place if apart and sum(map(_width, parts)) == x.dim() else None
    return None


def _is_index(part: Any) -> bool:  # Any: one part of an index
    return isinstance(part, (torch.Tensor, bool))


def _is_integer(part: Any) -> bool:  # Any: one part of an index
    if isinstance(part, torch.Tensor):
        return not part.dim() and part.dtype is not torch.bool
    return isinstance(part, int) and not isinstance(part, bool)


def _is_bool(part: Any) -> bool:  # Any: one part of an index
    return part.dtype is torch.bool if isinstance(part, torch.Tensor) else isinstance(part, bool)


def _as_index(x: torch.Tensor, part: Any) -> torch.Tensor:  # Any: an integer or a 0-d tensor
    return part.reshape(1) if isinstance(part, torch.Tensor) else torch.full((1,), part, dtype=torch.int64, device=x.device)


def _step(part: slice) -> int:
    return 1 if part.step is None else int(part.step)


def _sliced(x: torch.Tensor, parts: list[Any]) -> list[tuple[int, int]]:  # Any: parts of an index
    """Where the slices stand among the parts, each with its axis in ``x``."""
    widths = [_width(part) for part in parts]
    found, axis = [], 0
    for place, part in enumerate(parts):
        if isinstance(part, slice):
            found.append((place, axis))
        axis += x.dim() - sum(widths) if part is Ellipsis else widths[place]
    return found


def _width(part: Any) -> int:  # Any: one part of an index
    """How many axes of the tensor a part uses up."""
    if part is None or part is Ellipsis or isinstance(part, bool):
        return 0
    return part.dim() if isinstance(part, torch.Tensor) and part.dtype is torch.bool else 1


def _forward(part: slice, n: int) -> slice:
    """A slice of a flipped axis that takes what a slice with a negative step takes of the axis itself."""
    start = n - 1 if part.start is None else _bound(part.start, n)
    stop = -1 if part.stop is None else _bound(part.stop, n)
    return slice(n - 1 - start, n - 1 - stop, -part.step)


def _bound(place: int, n: int) -> int:
    """A bound of a slice with a negative step, from -1 to n - 1."""
    return max(place + n, -1) if place < 0 else min(place, n - 1)
