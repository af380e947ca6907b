"""Random indices of every kind: reading and replacing is NumPy's on every backend."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as hnp

from tests.backends import Array, TestBackend
from tests.compare import assert_equal
from tests.index_keys import FORMS, INDEX_DTYPES, arange, check_reading, given_as, keys, shapes
from tests.properties import examples

SETTINGS = examples(40)


@SETTINGS
@given(data=st.data())
def test_any_basic_index(backend: TestBackend, data: st.DataObject) -> None:
    shape = data.draw(shapes())
    assert check_reading(backend, arange(shape), data.draw(hnp.basic_indices(shape, allow_newaxis=True)), "ndarray")


@SETTINGS
@given(data=st.data())
def test_any_integer_arrays(backend: TestBackend, data: st.DataObject) -> None:
    shape = data.draw(shapes(min_dims=1, min_side=1))
    dtype = data.draw(st.sampled_from(INDEX_DTYPES))
    drawn = data.draw(hnp.integer_array_indices(shape))
    key = tuple((part % n if dtype.startswith("u") else part).astype(dtype) for part, n in zip(drawn, shape, strict=False))
    assert check_reading(backend, arange(shape), key, data.draw(st.sampled_from(FORMS)))


@SETTINGS
@given(data=st.data())
def test_any_mask(backend: TestBackend, data: st.DataObject) -> None:
    shape = data.draw(shapes(min_dims=1))
    mask = data.draw(hnp.arrays(np.bool_, shape[: data.draw(st.integers(0, len(shape)))]))
    assert check_reading(backend, arange(shape), mask, data.draw(st.sampled_from(FORMS)))


@examples(100)
@given(data=st.data())
def test_any_mixture(backend: TestBackend, data: st.DataObject) -> None:
    shape = data.draw(shapes())
    check_reading(backend, arange(shape), data.draw(keys(shape)), data.draw(st.sampled_from(FORMS)))


@st.composite
def values_for(draw: st.DrawFn, places: Array) -> Any:  # Any: an array or a Python scalar
    """Values that broadcast to the places of a flattened array; a place that is named twice gets the same one both times."""
    kind = draw(st.sampled_from(["scalar", "0-d", "each", "leading ones", "broadcast"]))
    if kind == "scalar":
        return -1.0
    if kind == "0-d":
        return np.array(-1, np.float32)
    each = -1 - places.astype(np.float32)
    if kind != "broadcast" or np.unique(places).size < places.size:
        return each[None, None] if kind == "leading ones" else each
    shape = tuple(1 if draw(st.booleans()) else n for n in places.shape)
    return -1 - arange(shape[draw(st.integers(0, len(shape))) :])


@examples(100)
@given(data=st.data())
def test_any_update(backend: TestBackend, data: st.DataObject) -> None:
    shape = data.draw(shapes())
    array, key = arange(shape), data.draw(keys(shape))
    form = data.draw(st.sampled_from(FORMS))
    if not check_reading(backend, array, key, form):
        return
    places = np.asarray(array[key]).astype(np.int64)
    values = data.draw(values_for(places))
    expected = array.reshape(-1).copy()
    expected[places] = np.broadcast_to(np.reshape(values, np.shape(values)[-places.ndim :] if places.ndim else ()), places.shape)
    source = backend.tensor(array)
    got = source.index_update(given_as(backend, key, form), values if isinstance(values, float) else backend.tensor(values))
    assert_equal(backend, got, expected.reshape(shape), dtype="float32")
    assert_equal(backend, source, array)
