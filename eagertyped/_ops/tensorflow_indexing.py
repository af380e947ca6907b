"""NumPy's indexing for TensorFlow tensors, which know slices and single integers only.

A key is read in three steps: `_parse` makes one item per dimension of the tensor, the basic items go into one strided slice, and
the arrays that remain go into one gather. Where several arrays are separated by slices, NumPy puts their dimensions first.
"""

from __future__ import annotations

import operator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import tensorflow as tf

from .contract import Scalar

__all__ = ["getitem", "index_update", "index_update_by_owner", "nonnegative", "scalar", "sizes"]

Raw: TypeAlias = Any  # Any: TensorFlow ships no types, and a raw tensor is eager or symbolic
Key: TypeAlias = Any  # Any: an index expression nests ints, slices, None, Ellipsis, sequences, arrays and tensors

_EVERYTHING = slice(None)
_LAST = 2**63 - 1


class _Array(NamedTuple):
    """An index array: it selects along the dimensions from ``axis`` (of the tensor after its basic items) on."""

    axis: int
    index: Raw
    """Integer tensor, not negative, along one dimension; or a bool mask over as many dimensions as it has."""


def sizes(x: Raw) -> Raw:
    """The shape of ``x`` for a native argument: static where it is known."""
    return x.shape if x.shape.is_fully_defined() else tf.shape(x)


def scalar(value: Scalar, dtype: Raw) -> Scalar:
    """``value`` as TensorFlow converts it to ``dtype`` itself; it refuses bool into most numbers, and wraps integers that do not fit."""
    if isinstance(value, bool):
        return value if dtype.is_bool else int(value)
    if isinstance(value, int):
        if dtype.is_floating or dtype.is_complex:
            return float(value)
        if dtype.is_integer and not (0 <= value < 128 or dtype.min <= value <= dtype.max):
            raise OverflowError(f"Python integer {value} out of bounds for {dtype.name}")
    return value


def nonnegative(index: Raw, size: Raw) -> Raw:
    """``index`` as int32 or int64, negative entries counted from the end; what is out of bounds stays so, for gather to refuse."""
    if index.dtype not in (tf.int32, tf.int64):
        wide = index.dtype in (tf.uint32, tf.uint64)
        unsigned = index.dtype.is_unsigned
        index = tf.cast(index, tf.int64 if wide else tf.int32)
        if unsigned:
            return index
    if isinstance(size, tf.Tensor):
        size = tf.cast(size, index.dtype)
    return tf.where(index < 0, index + size, index)


# -- reading a key -----------------------------------------------------------------------------------------------------


def _item(item: Key) -> Key:
    """An int, slice, None, Ellipsis, or an integer or bool array or tensor."""
    if item is None or item is Ellipsis:
        return item
    if isinstance(item, slice):
        parts = [_slice_part(part) for part in (item.start, item.stop, item.step)]
        return _EVERYTHING if all(part is None for part in parts) else slice(*parts)
    if isinstance(item, (bool, np.bool_)):
        return np.asarray(item)
    if isinstance(item, tf.Tensor):
        if not (item.dtype.is_integer or item.dtype.is_bool):
            raise IndexError(f"tensors used as indices must be of integer or bool dtype, not {item.dtype.name}")
        return item
    if isinstance(item, (list, tuple)) and any(isinstance(entry, tf.Tensor) for entry in item):
        return _item(tf.stack(item))
    if isinstance(item, (list, tuple, range, np.ndarray)):
        return _static_array(item)
    try:
        return operator.index(item)
    except TypeError:
        raise IndexError(
            f"only integers, slices, None, Ellipsis, lists, ranges and integer or bool arrays are valid indices, not {type(item).__name__}"
        ) from None


def _slice_part(part: Key) -> Key:
    if isinstance(part, tf.Tensor):
        return tf.cast(part, tf.int64)
    return None if part is None else max(-_LAST, min(operator.index(part), _LAST))  # TensorFlow takes no wider integer


def _static_array(item: Key) -> Key:
    array = np.asarray(item)
    if array.size == 0 and not isinstance(item, np.ndarray):
        array = array.astype(np.int64)  # NumPy reads an empty list as floats
    if array.dtype.kind not in "biu":
        raise IndexError(f"arrays used as indices must be of integer or bool dtype, not {array.dtype}")
    if array.ndim == 0 and array.dtype.kind != "b":
        return int(array)
    return array


def _is_mask(item: Key) -> bool:
    return bool(item.dtype.kind == "b" if isinstance(item, np.ndarray) else item.dtype.is_bool)


def _is_array(item: Key) -> bool:
    return isinstance(item, (np.ndarray, tf.Tensor))


def _rank(item: Key) -> int:
    rank = item.ndim if isinstance(item, np.ndarray) else item.shape.rank
    if rank is None:
        raise ValueError("a tensor of unknown rank cannot be an index. Cure: give it one with tf.ensure_shape or an input_signature.")
    return int(rank)


def _width(item: Key) -> int:
    """How many dimensions the item indexes."""
    if item is None or item is Ellipsis:
        return 0
    return _rank(item) if _is_array(item) and _is_mask(item) else 1


def _parse(x: Raw, key: Key) -> tuple[list[Key], bool]:
    """One item per dimension of ``x`` (a mask stands for several, None and a 0-d mask for none); and whether the arrays are separated."""
    items = [_item(item) for item in key] if isinstance(key, tuple) else [_item(key)]
    dots = [place for place, item in enumerate(items) if item is Ellipsis]
    if len(dots) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    rank, used = x.shape.rank, sum(map(_width, items))
    if rank is None:
        raise ValueError("a tensor of unknown rank cannot be indexed. Cure: give it one with tf.ensure_shape or an input_signature.")
    if used > rank:
        raise IndexError(f"too many indices: the tensor has {rank} dimensions, but {used} were indexed")
    separated = _separated(items)
    place = dots[0] if dots else len(items)
    items[place : place + 1] = [_EVERYTHING] * (rank - used)
    return items, separated


def _separated(items: list[Key]) -> bool:
    """Whether a slice, None or Ellipsis stands between two advanced items, of which integers are part once there is an array."""
    places = [place for place, item in enumerate(items) if isinstance(item, int) or _is_array(item)]
    return bool(places) and places[-1] - places[0] >= len(places)


# -- reading and checking the parts ------------------------------------------------------------------------------------


def _check_bounds(low: int, high: int, size: int | None, axis: int) -> None:
    if size is not None and not (-size <= low and high < size):
        raise IndexError(f"index {low if low < -size else high} is out of bounds for axis {axis} with size {size}")


def _index(x: Raw, item: Key, axis: int) -> Raw:
    """The integer array ``item`` as an index of dimension ``axis`` of ``x``."""
    size = x.shape[axis]
    if isinstance(item, np.ndarray):
        if item.size:
            _check_bounds(int(item.min()), int(item.max()), size, axis)
        item = item.astype(np.int64)
        if size is not None:
            return tf.convert_to_tensor(np.where(item < 0, item + size, item))
        item = tf.convert_to_tensor(item)
    elif size == 0 and item.shape.num_elements():
        raise IndexError(f"an index is out of bounds for axis {axis} with size 0")  # gather checks nothing where it copies nothing
    return nonnegative(item, tf.shape(x, out_type=tf.int64)[axis] if size is None else size)


def _mask(x: Raw, item: Key, axis: int) -> Raw:
    mask = tf.convert_to_tensor(item)
    for offset, given in enumerate(mask.shape):
        size = x.shape[axis + offset]
        if given is not None and size is not None and given != size:
            raise IndexError(f"the mask does not match the tensor along axis {axis + offset}: the size is {size}, the mask's is {given}")
    rank = _rank(mask)
    if None in (*mask.shape, *tuple(x.shape)[axis : axis + rank]):
        tf.debugging.assert_equal(tf.shape(mask), tf.shape(x)[axis : axis + rank], "the mask does not match the tensor")
    return mask


def _split(x: Raw, items: list[Key]) -> tuple[Raw, list[_Array]]:
    """``x`` after its basic items, and the arrays that are still to be applied to it."""
    basic: list[Key] = []
    arrays: list[_Array] = []
    axis = kept = 0
    for item in items:
        if not _is_array(item):
            if isinstance(item, int):
                _check_bounds(item, item, x.shape[axis], axis)
            basic.append(item)
            kept += not isinstance(item, int)
        elif not _is_mask(item):
            arrays.append(_Array(kept, _index(x, item, axis)))
            basic.append(_EVERYTHING)
            kept += 1
        elif _rank(item) == 0:  # a new dimension, of which it keeps one or no entry
            arrays.append(_Array(kept, tf.reshape(tf.convert_to_tensor(item), [1])))
            basic.append(None)
            kept += 1
        else:
            arrays.append(_Array(kept, _mask(x, item, axis)))
            basic.extend([_EVERYTHING] * _rank(item))
            kept += _rank(item)
        axis += _width(item)
    if all(item is _EVERYTHING for item in basic):
        return x, arrays
    return x[tuple(basic)], arrays


# -- gathering ---------------------------------------------------------------------------------------------------------


def _coordinates(indices: list[Raw]) -> Raw:
    """The indices and masks, broadcast against each other, as one integer tensor whose last axis has an entry per indexed dimension."""
    if len(indices) == 1 and indices[0].dtype.is_bool:
        return tf.where(indices[0])
    columns: list[Raw] = []
    for index in indices:
        columns.extend(tf.unstack(tf.where(index), _rank(index), 1) if index.dtype.is_bool else [index])
    if any(column.dtype is not columns[0].dtype for column in columns):
        columns = [tf.cast(column, tf.int64) for column in columns]
    shapes = [column.shape for column in columns]
    if not all(shape.is_fully_defined() and shape == shapes[0] for shape in shapes):
        shape = _common_shape(columns)
        columns = [tf.broadcast_to(column, shape) for column in columns]
    return tf.stack(columns, -1)


def _common_shape(columns: list[Raw]) -> Raw:
    shape = columns[0].shape
    try:
        for column in columns[1:]:
            shape = tf.broadcast_static_shape(shape, column.shape)
    except ValueError:
        shapes = ", ".join(str(tuple(column.shape)) for column in columns)
        raise IndexError(f"the index arrays do not broadcast against each other: their shapes are {shapes}") from None
    if not shape.is_fully_defined():
        shape = tf.shape(columns[0])
        for column in columns[1:]:
            shape = tf.broadcast_dynamic_shape(shape, tf.shape(column))
    return shape


def _gather_several(y: Raw, arrays: list[_Array]) -> tuple[Raw, int]:
    """The selection, with the dimensions of the arrays first, and how many these are."""
    coordinates = _coordinates([array.index for array in arrays])
    indexed = [array.axis + offset for array in arrays for offset in range(_width(array.index))]
    others = [axis for axis in range(y.shape.rank) if axis not in indexed]
    if indexed != list(range(len(indexed))):
        y = tf.transpose(y, indexed + others)
    rank = coordinates.shape.rank - 1
    if 0 in tuple(y.shape)[len(indexed) :]:  # gather_nd refuses to gather empty slices
        return tf.zeros(tf.concat([tf.shape(coordinates)[:-1], tf.shape(y)[len(indexed) :]], 0), y.dtype), rank
    return tf.gather_nd(y, coordinates), rank


def _gather_masked(y: Raw, mask: Raw, axis: int) -> Raw:
    """As tf.boolean_mask, which takes several times as long."""
    rank = _rank(mask)
    if rank > 1:
        shape, end = sizes(y), axis + rank
        if isinstance(shape, tf.Tensor):
            shape = tf.concat([shape[:axis], [tf.reduce_prod(shape[axis:end])], shape[end:]], 0)
        else:
            shape = [*shape[:axis], shape[axis:end].num_elements(), *shape[end:]]
        y = tf.reshape(y, shape)
        mask = tf.reshape(mask, [-1])
    return tf.gather(y, tf.squeeze(tf.where(mask), 1), axis=axis)


def _move(x: Raw, count: int, source: int, target: int) -> Raw:
    """``x`` with its ``count`` dimensions from ``source`` on moved to begin at ``target``."""
    if source == target or count == 0:
        return x
    moved = list(range(source, source + count))
    others = [axis for axis in range(x.shape.rank) if axis not in moved]
    return tf.transpose(x, others[:target] + moved + others[target:])


def getitem(x: Raw, key: Key) -> Raw:
    """``x[key]`` with NumPy's meaning."""
    if type(key) is slice or type(key) is int:
        try:
            return x[key]
        except Exception:  # read once more below, which words the refusal, or takes what TensorFlow does not
            pass
    return _select(x, *_parse(x, key))


def _select(x: Raw, items: list[Key], separated: bool) -> Raw:
    y, arrays = _split(x, items)
    if not arrays:
        return y
    if len(arrays) > 1:
        gathered, rank = _gather_several(y, arrays)
        return gathered if separated else _move(gathered, rank, 0, arrays[0].axis)
    axis, index = arrays[0]
    if index.dtype.is_bool:
        gathered, rank = _gather_masked(y, index, axis), 1
    else:
        gathered, rank = tf.gather(y, index, axis=axis), _rank(index)
    return _move(gathered, rank, axis, 0) if separated else gathered


# -- updating ----------------------------------------------------------------------------------------------------------


def _spread(values: Raw, shape: Raw, rank: int) -> Raw:
    """``values`` broadcast to ``shape``, of that rank; NumPy ignores their leading dimensions of size 1 beyond it."""
    surplus = values.shape.rank - rank
    if surplus > 0 and all(size == 1 for size in tuple(values.shape)[:surplus]):
        values = tf.squeeze(values, list(range(surplus)))
    return tf.broadcast_to(values, shape)


def _leading(x: Raw, items: list[Key]) -> list[Raw]:
    """The indices of the leading dimensions of ``x``, if ``items`` are nothing else and the native scatter takes them; else none."""
    if not x.shape.num_elements():  # it refuses an empty tensor
        return []
    arrays = [item for item in items if item is not _EVERYTHING]
    count = sum(map(_width, arrays))
    if any(item is not arrays[place] for place, item in enumerate(items[: len(arrays)])) or not 0 < count <= 7:
        return []
    if not all(isinstance(item, int) or (_is_array(item) and _width(item)) for item in arrays):
        return []
    indices: list[Raw] = []
    axis = 0
    for item in arrays:
        static = np.asarray(item) if isinstance(item, int) else item
        indices.append(_mask(x, item, axis) if _is_mask(static) else _index(x, static, axis))
        axis += _width(item)
    return indices


def index_update(x: Raw, key: Key, values: Raw | Scalar) -> Raw:
    """A copy of ``x`` with ``values`` at ``key``; of equal positions the last one wins on a CPU, any one on a GPU."""
    if not isinstance(values, tf.Tensor):
        values = tf.convert_to_tensor(scalar(values, x.dtype), x.dtype)
    items, separated = _parse(x, key)
    indices = _leading(x, items)
    if not indices:
        return _update_positions(x, items, separated, values)
    if len(indices) == 1 and indices[0].dtype.is_bool and indices[0].shape.rank == x.shape.rank and values.shape.rank == 0:
        return tf.where(indices[0], values, x)
    coordinates = _coordinates(indices)
    if coordinates.shape.rank == 1:  # of integers only, which the scatter does not take
        coordinates = tf.expand_dims(coordinates, 0)
    indexed = coordinates.shape[-1]
    rank = coordinates.shape.rank - 1 + x.shape.rank - indexed
    if coordinates.shape.is_fully_defined():
        shape = [*coordinates.shape[:-1], *x.shape[indexed:]]
    else:
        shape = tf.concat([tf.shape(coordinates)[:-1], x.shape[indexed:]], 0)
    return tf.tensor_scatter_nd_update(x, coordinates, _spread(values, shape, rank))


def index_update_by_owner(x: Raw, key: Key, values: Raw | Scalar) -> Raw:
    """`index_update` where the last of equal positions alone gets the gradient; the native one gives it to each of them."""
    items, separated = _parse(x, key)
    if not isinstance(values, tf.Tensor) or not any(_is_array(item) and not _is_mask(item) for item in items):
        return index_update(x, key, values)
    positions = _select(tf.reshape(tf.range(tf.size(x)), sizes(x)), items, separated)
    spread = tf.reshape(_spread(values, sizes(positions), positions.shape.rank), [-1])
    count = tf.size(spread)
    owner = tf.tensor_scatter_nd_max(tf.fill([tf.size(x)], -1), tf.reshape(positions, [-1, 1]), tf.range(count))
    chosen = tf.gather(tf.concat([spread, tf.zeros(1, spread.dtype)], 0), tf.where(owner < 0, count, owner))
    return tf.reshape(tf.where(owner < 0, tf.reshape(x, [-1]), chosen), sizes(x))


def _update_positions(x: Raw, items: list[Key], separated: bool, values: Raw) -> Raw:
    """`index_update` for any key: the key selects from the positions of the flattened tensor."""
    count = x.shape.num_elements()
    size = tf.size(x, out_type=tf.int64) if count is None else tf.constant(count, tf.int32 if count < 2**31 else tf.int64)
    positions = _select(tf.reshape(tf.range(size), sizes(x)), items, separated)
    updates = _spread(values, sizes(positions), positions.shape.rank)
    flat = tf.tensor_scatter_nd_update(tf.reshape(x, [-1]), tf.reshape(positions, [-1, 1]), tf.reshape(updates, [-1]))
    return tf.reshape(flat, sizes(x))
