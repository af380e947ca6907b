"""Random NumPy indices of every kind, alone and mixed, the forms in which a test gives their arrays, and the check of what they read."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import eagertyped as ep
from tests.backends import Array, TestBackend
from tests.compare import assert_equal, assert_refuses

Key: TypeAlias = Any  # Any: an index nests integers, slices, None, Ellipsis, lists, ranges and arrays
Form = Literal["ndarray", "native", "Tensor"]

FORMS: tuple[Form, ...] = ("ndarray", "native", "Tensor")
INDEX_DTYPES = ("int64", "int32", "int16", "int8", "uint8", "uint16", "uint32", "uint64")


def given_as(backend: TestBackend, key: Key, form: Form) -> Key:
    """The index with its arrays as NumPy's, as native tensors, or as Tensors."""
    if isinstance(key, tuple):
        return tuple(given_as(backend, part, form) for part in key)
    if not isinstance(key, np.ndarray) or form == "ndarray":
        return key
    native = backend.native(key)
    return native if form == "native" else ep.astensor(native)


def arange(shape: tuple[int, ...]) -> Array:
    """Every element another one."""
    return np.arange(np.prod(shape, dtype=int), dtype=np.float32).reshape(shape)


def check_reading(backend: TestBackend, array: Array, key: Key, form: Form) -> bool:
    """Our result is NumPy's, or an IndexError where NumPy's is one; whether NumPy takes the index."""
    t = backend.tensor(array)
    index = given_as(backend, key, form)
    try:
        expected = array[key]
    except IndexError:  # index arrays that do not broadcast against each other
        assert_refuses(backend, IndexError, "getitem", lambda: t[index])
        assert_refuses(backend, IndexError, "index_update", lambda: t.index_update(index, 0))
        return False
    assert_equal(backend, t[index], expected, dtype="float32")
    return True


def shapes(min_dims: int = 0, min_side: int = 0) -> st.SearchStrategy[tuple[int, ...]]:
    """Small shapes."""
    return hnp.array_shapes(min_dims=min_dims, max_dims=4, min_side=min_side, max_side=4)


@st.composite
def keys(draw: st.DrawFn, shape: tuple[int, ...]) -> Key:
    """An index for an array of this shape: within its bounds, though its arrays may not broadcast against each other."""
    length = draw(st.integers(1, 3))
    leading = draw(st.integers(0, len(shape)))
    parts = draw(parts_of(shape[:leading], length))
    if draw(st.booleans()):
        trailing = draw(st.integers(0, len(shape) - leading))
        parts = [*parts, Ellipsis, *draw(parts_of(shape[len(shape) - trailing :], length))]
    return parts[0] if len(parts) == 1 and draw(st.booleans()) else tuple(parts)


@st.composite
def parts_of(draw: st.DrawFn, shape: tuple[int, ...], length: int) -> list[Key]:
    """Parts of an index for these axes, with new axes and 0-d bools among them; most of its arrays select `length` entries."""
    parts: list[Key] = []
    axis = 0
    while axis < len(shape):
        new = draw(st.sampled_from(["", "", "", "", "", "None", "None", "bool"]))
        if new:
            parts.append(None if new == "None" else draw(st.sampled_from([True, False, np.True_, np.array(True), np.array(False)])))
        width = draw(st.sampled_from([1, 1, 1, 2]))
        if width == 2 and axis + 2 <= len(shape):
            parts.append(draw(masks(shape[axis : axis + 2], length)))
            axis += 2
        else:
            parts.append(draw(part_of_one_axis(shape[axis], length)))
            axis += 1
    return parts


def part_of_one_axis(size: int, length: int) -> st.SearchStrategy[Key]:
    """A slice, an integer, a list, a range, a mask, or an integer array of any rank and dtype."""
    basic = [st.slices(size), st.slices(size), masks((size,), length)]
    if size == 0:
        return st.one_of([*basic, integers((0,), size), st.just([]), st.just(range(0))])
    one = st.integers(-size, size - 1)
    ranges = st.integers(0, size - 1).map(lambda start: range(start, size))
    lists = st.lists(one, min_size=length, max_size=length)
    arrays = [integers(shape, size) for shape in ((length,), (length,), (1,), (2, length), (2, 1), ())]
    return st.one_of([*basic, one, one.map(np.int64), lists, ranges, *arrays])


@st.composite
def integers(draw: st.DrawFn, shape: tuple[int, ...], size: int) -> Key:
    """An integer array of indices within the bounds."""
    dtype = np.dtype(draw(st.sampled_from(INDEX_DTYPES)))
    low = 0 if dtype.kind == "u" else -size
    return draw(hnp.arrays(dtype, shape, elements=st.integers(low, max(size - 1, low))))


@st.composite
def masks(draw: st.DrawFn, shape: tuple[int, ...], length: int) -> Key:
    """A bool array, mostly with `length` entries that are True."""
    size = int(np.prod(shape))
    if size < length or draw(st.integers(0, 3)) == 0:
        return draw(hnp.arrays(np.bool_, shape))
    mask = np.zeros(size, np.bool_)
    mask[list(draw(st.permutations(range(size))))[:length]] = True
    return mask.reshape(shape)
