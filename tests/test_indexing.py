"""Reading and replacing by index with NumPy's meaning, on every backend."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from hypothesis.extra import numpy as hnp

import eagertyped as ep
from tests.backends import MAKERS, Array, TestBackend
from tests.compare import assert_equal, assert_refuses

SETTINGS = settings(derandomize=True, max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
CUBE = np.arange(60, dtype=np.float32).reshape(3, 4, 5)

KEYS: list[Any] = [  # Any: every kind of index
    0,
    -1,
    np.int64(1),
    slice(None),
    slice(1, None, 2),
    slice(None, None, -1),
    slice(3, 0, -2),
    slice(-1, -10, -1),
    slice(5, 9),
    None,
    ...,
    (0, 1, 2),
    (slice(None), 0),
    (..., 0),
    (..., None, slice(1, 3)),
    (None, 0, ..., None),
    (slice(None, None, -1), slice(None), slice(None, None, -2)),
    (1, slice(None, None, -1), None),
    [0, 2],
    [True, False, True],
    [],
    range(2),
    [[0, 1], [2, 0]],
    ([0, 2], [1, 1]),
    ([0, 2], slice(None), [1, 1]),
    (slice(None), [0, 2], [1, 1]),
    (0, slice(None), [1, 2]),
    ([0, 1], slice(None), 2),
    ([0, 1], None, [1, 2]),
    (slice(None, None, -1), [3, 0], slice(None, None, -1)),
    ([[0], [2]], [1, 2, 3]),
    (slice(None), slice(None), range(1, 4)),
    (np.array(1), slice(None), [0, 1]),
    np.array([0, 2]),
    np.array([1, 0], np.uint8),
    np.array([-1, 0], np.int32),
    np.array(2),
    CUBE > 20,
    CUBE[:, :, 0] > 20,
    (slice(None), CUBE[0] > 7),
    (CUBE[:, 0, 0] > 1, slice(None), 0),
    (CUBE[:, 0, 0] > 100,),
    (..., np.array([True, False, True, False, True])),
]
IDS = [repr(key).replace("\n", "")[:40] for key in KEYS]


def on(backend: TestBackend, key: Any) -> Any:  # Any: an index
    """The index with the backend's Tensors in place of ndarrays."""
    if isinstance(key, tuple):
        return tuple(on(backend, part) for part in key)
    return backend.tensor(key) if isinstance(key, np.ndarray) else key


@pytest.mark.parametrize("key", KEYS, ids=IDS)
def test_getitem(backend: TestBackend, key: Any) -> None:  # Any: an index
    t = backend.tensor(CUBE)
    assert_equal(backend, t[key], CUBE[key], dtype="float32")
    assert_equal(backend, t[on(backend, key)], CUBE[key], dtype="float32")


@pytest.mark.parametrize("key", KEYS, ids=IDS)
def test_index_update(backend: TestBackend, key: Any) -> None:  # Any: an index
    t, expected = backend.tensor(CUBE), CUBE.copy()
    expected[key] = -1
    for got in (t.index_update(key, -1), ep.index_update(t, on(backend, key), -1.0), t.index_update(key, backend.tensor(-1, "float32"))):
        assert_equal(backend, got, expected, dtype="float32")
    places = CUBE[key].shape
    values = np.arange(-np.prod(places, dtype=int), 0, dtype=np.float32).reshape(places)
    if (
        np.unique(np.arange(60).reshape(3, 4, 5)[key]).size == values.size
    ):  # which value stays at a place named twice is a framework's choice
        expected[key] = values
        assert_equal(backend, t.index_update(key, backend.tensor(values)), expected, dtype="float32")
    assert_equal(backend, t, CUBE)  # the source never changes


def test_index_update_of_a_view(backend: TestBackend) -> None:
    source = np.broadcast_to(np.float32(1), (2, 3))  # strides of 0, read-only
    assert_equal(backend, backend.tensor(source).index_update((0, 1), 5), [[1, 5, 1], [1, 1, 1]])
    if backend.name == "numpy":
        wrapped = ep.astensor(source)
        assert_equal(backend, wrapped.index_update((0, 1), 5), [[1, 5, 1], [1, 1, 1]])
        np.testing.assert_array_equal(source, np.ones((2, 3)))


@pytest.mark.parametrize(
    "dtype, value, ok", [("int32", 1.5, False), ("bool", 1, False), ("float32", 2, True), ("float32", True, True), ("complex64", 1.5, True)]
)
def test_values_are_never_truncated(backend: TestBackend, dtype: str, value: complex, ok: bool) -> None:
    t = backend.tensor([1, 0], dtype)
    if ok:
        expected = np.array([1, 0], dtype)
        expected[0] = value
        assert_equal(backend, t.index_update(0, value), expected, dtype=dtype)
    else:
        assert_refuses(backend, TypeError, "index_update", lambda: t.index_update(0, value), "truncated")


def test_tensors_of_a_higher_kind_are_refused(backend: TestBackend) -> None:
    t = backend.tensor([1, 2], "int32")
    assert_refuses(backend, TypeError, "index_update", lambda: t.index_update(0, backend.tensor(1.5, "float32")), "truncated")
    assert_equal(backend, backend.tensor([1, 2], "float32").index_update(0, backend.tensor(7, "int32")), [7, 2], dtype="float32")


@pytest.mark.parametrize("key", [3, -4, (0, 4), [0, 3], (slice(None), [9])])
def test_out_of_bounds(backend: TestBackend, key: Any) -> None:  # Any: an index
    t = backend.tensor(CUBE)
    assert_refuses(backend, IndexError, "getitem", lambda: t[key])


def test_too_many_indices(backend: TestBackend) -> None:
    t = backend.tensor(CUBE)
    assert_refuses(backend, IndexError, "getitem", lambda: t[0, 0, 0, 0])


@pytest.mark.parametrize("key", [1.5, "0", {0}, (0, 1j)])
def test_what_is_no_index(backend: TestBackend, key: Any) -> None:  # Any: no index
    t = backend.tensor(CUBE)
    assert_refuses(backend, TypeError, "getitem", lambda: t[key])
    assert_refuses(backend, TypeError, "index_update", lambda: t.index_update(key, 0))


def test_tensors_of_another_backend_are_no_index(backend: TestBackend) -> None:
    other = MAKERS["torch" if backend.name == "numpy" else "numpy"]()
    t, index = backend.tensor(CUBE), other.tensor([0, 1], "int64")
    assert_refuses(backend, TypeError, "getitem", lambda: t[index], other.title)
    assert_refuses(backend, TypeError, "take_along_axis", lambda: t.take_along_axis(index, 0), other.title)


def test_iteration(backend: TestBackend) -> None:
    rows = list(backend.tensor(CUBE))
    assert len(rows) == 3
    for row, expected in zip(rows, CUBE, strict=True):
        assert_equal(backend, row, expected)


@pytest.mark.parametrize("dtype", ["int64", "int32", "uint8"])
@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_take_along_axis(backend: TestBackend, rng: np.random.Generator, axis: int, dtype: str) -> None:
    index = rng.integers(0, CUBE.shape[axis], size=[2 if a == axis % 3 else n for a, n in enumerate(CUBE.shape)]).astype(dtype)
    expected = np.take_along_axis(CUBE, index.astype(np.int64), axis)
    assert_equal(backend, backend.tensor(CUBE).take_along_axis(backend.tensor(index), axis), expected, dtype="float32")
    assert_equal(backend, ep.take_along_axis(backend.tensor(CUBE), backend.tensor(index), axis), expected)


def test_take_along_axis_negative_and_broadcast(backend: TestBackend) -> None:
    index = np.array([[[-1], [0], [-2], [1]]])
    expected = np.take_along_axis(CUBE, index, 2)
    assert_equal(backend, backend.tensor(CUBE).take_along_axis(backend.tensor(index), 2), expected)


def test_take_along_axis_refuses(backend: TestBackend) -> None:
    t = backend.tensor(CUBE)
    assert_refuses(backend, ValueError, "take_along_axis", lambda: t.take_along_axis(backend.tensor([0]), 0), "same rank")
    assert_refuses(backend, ValueError, "take_along_axis", lambda: t.take_along_axis(backend.tensor([[[0]]]), 3), "axis 3")
    assert_refuses(backend, TypeError, "take_along_axis", lambda: t.take_along_axis(backend.tensor([[[0.0]]]), 0), "integer tensor")


@pytest.mark.parametrize("dtype, value", [("float32", 1), ("float32", 2.5), ("int32", 3), ("bool", 1), ("float16", 1), ("complex64", 1j)])
@pytest.mark.parametrize("labels", ["int64", "int32", "uint8"])
def test_onehot_like(backend: TestBackend, dtype: str, value: complex, labels: str) -> None:
    expected = np.zeros((3, 4), dtype)
    expected[np.arange(3), [3, 0, 2]] = value
    t, indices = backend.tensor(np.ones((3, 4), dtype)), backend.tensor([3, 0, 2], labels)
    assert_equal(backend, t.onehot_like(indices, value=value), expected, dtype=dtype)
    assert_equal(backend, ep.onehot_like(t, indices, value=value), expected, dtype=dtype)


def test_onehot_like_refuses(backend: TestBackend) -> None:
    t = backend.tensor(np.ones((3, 4), np.float32))
    assert_refuses(backend, ValueError, "onehot_like", lambda: t.onehot_like(backend.tensor([0, 1])), "(3, 4)", "(2,)")
    assert_refuses(backend, ValueError, "onehot_like", lambda: t[0].onehot_like(backend.tensor([0, 1, 2])))
    assert_refuses(backend, TypeError, "onehot_like", lambda: t.onehot_like(backend.tensor([0.0, 1.0, 2.0])), "integer tensor")
    whole = backend.tensor(np.ones((3, 4), np.int32))
    assert_refuses(backend, TypeError, "onehot_like", lambda: whole.onehot_like(backend.tensor([0, 1, 2]), value=0.5), "truncated")


@st.composite
def indices(draw: st.DrawFn, shape: tuple[int, ...]) -> Any:  # Any: an index
    """NumPy's own strategies for basic, integer and mask indices, and mixtures of them."""
    kind = draw(st.sampled_from(["basic", "integers", "mask", "mixed"]))
    if kind == "basic":
        return draw(hnp.basic_indices(shape, allow_newaxis=True))
    if kind == "integers" and min(shape, default=0) > 0:
        return draw(hnp.integer_array_indices(shape, dtype=np.dtype(np.int64)))
    if kind == "mask":
        return draw(hnp.arrays(np.bool_, shape))
    parts: list[Any] = []  # Any: parts of an index
    for n in shape:
        choices: list[st.SearchStrategy[Any]] = [st.slices(n)]  # Any: as above
        if n:
            choices += [st.integers(-n, n - 1), st.lists(st.integers(-n, n - 1), min_size=2, max_size=2), hnp.arrays(np.bool_, n)]
        part = draw(st.one_of(choices))
        if isinstance(part, np.ndarray) and any(isinstance(other, list | np.ndarray) for other in parts):
            part = slice(None)  # a mask beside other index arrays would have to fit their lengths
        if isinstance(part, list) and any(isinstance(other, np.ndarray) for other in parts):
            part = slice(None)
        parts.append(part)
    return tuple(parts)


@SETTINGS
@given(data=st.data())
def test_any_index(backend: TestBackend, data: st.DataObject) -> None:
    shape = data.draw(hnp.array_shapes(min_dims=1, max_dims=4, min_side=1, max_side=3))
    array: Array = np.arange(np.prod(shape, dtype=int), dtype=np.float32).reshape(shape)
    key = data.draw(indices(shape))
    t = backend.tensor(array)
    assert_equal(backend, t[key], array[key])
    expected = array.copy()
    expected[key] = -1
    assert_equal(backend, t.index_update(key, -1), expected)
    assert_equal(backend, t, array)
