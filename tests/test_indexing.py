"""Reading and replacing by index with NumPy's meaning, on every backend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as hnp

import eagertyped as ep
from tests import moves
from tests.backends import MAKERS, Array, TestBackend
from tests.compare import assert_equal, assert_refuses
from tests.index_keys import FORMS, INDEX_DTYPES, Key, arange, check_reading, given_as, shapes
from tests.properties import examples

SETTINGS = examples(50)
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


# -- every dtype, and values that a computation would change -----------------------------------------------------------


@pytest.mark.parametrize("dtype", moves.DTYPES)
@moves.over(moves.INDEXING)
def test_every_dtype(backend: TestBackend, move: moves.Move, dtype: str) -> None:
    moves.check_move(backend, move, dtype)


@moves.over(moves.INDEXING)
def test_special_values(backend: TestBackend, move: moves.Move) -> None:
    moves.check_special(backend, move)


# -- kinds of index ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", INDEX_DTYPES)
def test_index_arrays_of_every_integer_dtype(backend: TestBackend, dtype: str) -> None:
    array = arange((300,))
    index = np.array([0, 127, 100] if dtype == "int8" else [0, 200, 255], dtype)  # 200 is -56 to an int8, and unsigned ones are no masks
    for form in FORMS:
        given_index = given_as(backend, index, form)
        assert_equal(backend, backend.tensor(array)[given_index], array[index])
        assert_equal(backend, backend.tensor(array).index_update(given_index, -1)[given_index], [-1, -1, -1])


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
def test_negative_entries_of_index_arrays(backend: TestBackend, dtype: str) -> None:
    array, index = arange((300,)), np.array([-1, -100], dtype)
    for form in FORMS:
        assert_equal(backend, backend.tensor(array)[given_as(backend, index, form)], array[index])


def test_tensors_inside_lists_and_slices(backend: TestBackend) -> None:
    t, one, three = backend.tensor(arange((4,))), backend.tensor(1, "int32"), backend.tensor(3, "int32")
    assert_equal(backend, t[[one, three]], [1, 3])
    assert_equal(backend, t[[one, 3]], [1, 3])
    assert_equal(backend, t[one:three], [1, 2])
    assert_equal(backend, t[three], np.float32(3))
    assert_equal(backend, t.index_update([one, three], backend.tensor([8, 9], "float32")), [0, 8, 2, 9])


@pytest.mark.parametrize(
    "key",
    [
        True,
        False,
        np.True_,
        np.array(True),
        (None, True),
        (None, False, 0),
        (True, [0, 1], slice(9, 0, -1)),
        (0, slice(None), True),  # beside a bool, an integer is an index array: set apart by a slice, they give the first axis
        (slice(None), 0, ..., True),
        (slice(None, None, -1), np.array(0), ..., False),
        (True, None, 1),
    ],
    ids=str,
)
def test_0d_bools(backend: TestBackend, key: Key) -> None:
    array = arange((2, 3))
    for form in FORMS:
        assert check_reading(backend, array, key, form)


def test_new_axes_by_name(backend: TestBackend) -> None:
    t = backend.tensor(arange((2, 3)))
    assert_equal(backend, t[ep.index[..., ep.newaxis, 1:]], arange((2, 3))[..., None, 1:])


@pytest.mark.parametrize("big", [2**31, 2**63, 2**70])
def test_slices_beyond_every_size(backend: TestBackend, big: int) -> None:
    t, array = backend.tensor(arange((4,))), arange((4,))
    for part in (slice(None, None, big), slice(None, None, -big), slice(0, big), slice(big, None), slice(big, None, -1)):
        assert_equal(backend, t[part], array[part])


def test_an_index_array_may_change_afterwards(backend: TestBackend) -> None:
    """JAX reads a large array later on, now and then."""
    t, reverse = backend.tensor(arange((200_000,))), np.arange(200_000, dtype=np.int32)[::-1]
    for _ in range(25):
        index = reverse.copy()
        read, replaced = t[index], t.index_update(index, t)
        index[:] = 0
        assert (read.numpy() == reverse).all()
        assert (replaced.numpy() == reverse).all()


# -- what is refused -----------------------------------------------------------------------------------------------------


def both(t: ep.Tensor, key: Key) -> list[tuple[str, Callable[[], object]]]:
    return [("getitem", lambda: t[key]), ("index_update", lambda: t.index_update(key, 0))]


@pytest.mark.parametrize("key", [np.array([0.0, 1.0]), np.zeros(0), np.array(1.0), np.array([1j])], ids=str)
def test_arrays_that_are_no_index(backend: TestBackend, key: Array) -> None:
    t = backend.tensor(CUBE)
    for form in FORMS:
        for op, call in both(t, given_as(backend, key, form)):
            assert_refuses(backend, TypeError, op, call, "use integers, or bools for a mask")


@pytest.mark.parametrize(
    "key",
    [
        ([0, 1], [0, 1, 2]),
        (np.array([[0], [1]]), slice(None), np.zeros((3, 2), np.int64)),
        (np.array([True, True, False]), [0, 1, 2]),
        np.array([True, False]),
        np.ones((3, 1), np.bool_),
        (slice(None), np.ones(3, np.bool_)),
        np.ones((3, 4, 5, 1), np.bool_),
        (..., 0, ...),
        (0, 0, 0, 0),
        (..., None, 0, 0, 0, 0),
    ],
    ids=str,
)
def test_indices_that_do_not_fit(backend: TestBackend, key: Key) -> None:
    for form in FORMS:
        assert not check_reading(backend, CUBE, key, form)


@pytest.mark.parametrize("key", [3, -4, (0, 4), [0, 3], (slice(None), [9]), (slice(None), slice(None), np.array([[5]])), range(4)], ids=str)
def test_out_of_bounds_where_it_is_known(backend: TestBackend, key: Key) -> None:
    for op, call in both(backend.tensor(CUBE), key):
        assert_refuses(backend, IndexError, op, call, "(3, 4, 5)")


@pytest.mark.parametrize("index", [[3], [-4], 3, [[0, 1], [7, 0]]])
def test_out_of_bounds_in_a_tensor(backend: TestBackend, index: Any) -> None:  # Any: nested lists
    t, place = backend.tensor(CUBE), backend.tensor(index, "int32")
    if backend.name == "jax":  # it clamps what it reads and drops what it writes: it cannot look at values
        clamped = np.clip(np.where(np.less(index, 0), np.add(index, 3), index), 0, 2)
        assert_equal(backend, t[place], CUBE[clamped])
        inside = CUBE.copy()
        inside[[i for i in np.ravel(index) if -3 <= i < 3]] = 0
        assert_equal(backend, t.index_update(place, 0), inside)
    else:
        for op, call in both(t, place):
            assert_refuses(backend, IndexError, op, call, "(3, 4, 5)")


def test_out_of_bounds_of_an_empty_axis(backend: TestBackend) -> None:
    t = backend.tensor(np.zeros((0, 3), np.float32))
    assert_refuses(backend, IndexError, "getitem", lambda: t[0])
    assert_refuses(backend, IndexError, "getitem", lambda: t[[0]])
    assert_refuses(backend, IndexError, "getitem", lambda: t[backend.tensor([0], "int32")])
    assert_equal(backend, t[[]], np.zeros((0, 3), np.float32))
    assert_equal(backend, t[backend.tensor([], "int32")], np.zeros((0, 3), np.float32))


def test_a_step_of_0(backend: TestBackend) -> None:
    for op, call in both(backend.tensor(CUBE), slice(None, None, 0)):
        assert_refuses(backend, ValueError, op, call, "zero")


# -- replacing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key, shape",
    [
        (0, (4,)),
        (0, (3, 4, 5)),
        ((0, 0, 0), (2,)),
        (slice(0, 2), (3, 4, 5)),
        (slice(None, None, -1), (2, 1, 1)),
        ([0, 1], (3, 1, 1)),
        (CUBE > 20, (2,)),
        (CUBE > 20, (39, 1)),
        (np.array([True, False, True]), (3, 4, 5)),
        (([0, 1], slice(None), [1, 2]), (2, 5)),
    ],
    ids=str,
)
def test_values_that_do_not_broadcast(backend: TestBackend, key: Key, shape: tuple[int, ...]) -> None:
    t, values = backend.tensor(CUBE), backend.tensor(np.ones(shape, np.float32))
    assert_refuses(backend, ValueError, "index_update", lambda: t.index_update(key, values), "(3, 4, 5)")


def test_a_place_named_twice_gets_one_of_its_values(backend: TestBackend) -> None:
    t = backend.tensor([0, 0, 0], "float32")
    for index in ([1, 1], backend.tensor([1, -2], "int32")):
        got = t.index_update(index, backend.tensor([1, 2], "float32")).numpy().tolist()
        assert got in ([0, 1, 0], [0, 2, 0])


def test_an_update_shares_no_memory(backend: TestBackend) -> None:
    t = backend.tensor(CUBE)
    some: list[Key] = [..., slice(0, 0), [], np.zeros((3, 4, 5), np.bool_), False]
    for key in some:
        got = t.index_update(key, 7)
        assert got is not t
        assert got.raw is not t.raw or backend.name in ("jax", "tensorflow")  # whose tensors nobody can change
        if backend.name == "numpy":
            assert not np.shares_memory(got.raw, t.raw)
    assert_equal(backend, t, CUBE)


def test_an_update_of_read_only_and_overlapping_numpy_arrays() -> None:
    backend = MAKERS["numpy"]()
    frozen = arange((2, 3))
    frozen.flags.writeable = False
    overlapping = np.lib.stride_tricks.sliding_window_view(arange((4,)), 3)  # two rows that share elements, read-only
    for source in (frozen, np.broadcast_to(np.float32(1), (2, 3)), overlapping, arange((3, 2)).T):
        expected = source.copy()
        for key in ((0, 1), slice(None, None, -1), [1, 0], source > 1):
            expected[:] = source
            expected[key] = -1
            got = ep.astensor(source).index_update(key, -1)
            assert_equal(backend, got, expected)
            assert got.raw.flags.writeable
    assert overlapping.tolist() == [[0, 1, 2], [1, 2, 3]]


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_an_update_of_an_expanded_pytorch_tensor() -> None:
    import torch

    backend = MAKERS["torch"]()
    base = torch.tensor([[1.0], [2.0]])
    for key in ((0, 1), slice(None, None, -1), [1, 0], torch.tensor([[True, False, False], [False, True, False]])):
        expected = np.array([[1, 1, 1], [2, 2, 2]], np.float32)
        expected[key.numpy() if isinstance(key, torch.Tensor) else key] = -1
        assert_equal(backend, ep.astensor(base.expand(2, 3)).index_update(key, -1), expected)
    assert base.tolist() == [[1.0], [2.0]]


@pytest.mark.parametrize("value", [300, -1, 2**70])
def test_an_integer_that_the_dtype_cannot_hold(backend: TestBackend, value: int) -> None:
    t = backend.tensor([1, 2], "uint8")
    for key in (0, slice(None, None, -1), [0], [True, False]):
        assert_refuses(backend, ValueError, "index_update", lambda key=key: t.index_update(key, value), "uint8")


def test_native_values(backend: TestBackend) -> None:
    t = backend.tensor([1, 2], "float32")
    assert_equal(backend, t.index_update(0, backend.native(np.array(7, np.float32))), [7, 2])
    scalar: Any = np.float32(7)  # Any: not declared, since NumPy's scalars are no Python scalars
    assert_equal(backend, t.index_update(0, scalar), [7, 2], dtype="float32")
    assert_refuses(backend, TypeError, "index_update", lambda: t.index_update(0, "7"), "str")  # type: ignore[arg-type]  # wrong on purpose
    assert_refuses(backend, TypeError, "index_update", lambda: t.index_update(0, [7.0]), "list")  # type: ignore[arg-type]  # the same


# -- take_along_axis and onehot_like at their edges --------------------------------------------------------------------


@SETTINGS
@given(data=st.data())
def test_take_along_any_axis(backend: TestBackend, data: st.DataObject) -> None:
    shape = data.draw(shapes(min_dims=1, min_side=1))
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    size = shape[axis]
    index_shape = [1 if data.draw(st.booleans()) else n for n in shape]
    index_shape[axis] = data.draw(st.integers(0, 3))
    array_shape = [1 if data.draw(st.integers(0, 3)) == 0 else n for n in shape]
    array_shape[axis] = size
    index = data.draw(hnp.arrays(np.int64, tuple(index_shape), elements=st.integers(-size, size - 1)))
    array = arange(tuple(array_shape))
    got = backend.tensor(array).take_along_axis(backend.tensor(index), axis)
    assert_equal(backend, got, np.take_along_axis(array, index, axis), dtype="float32")


def test_take_along_axis_of_shapes_that_do_not_fit(backend: TestBackend) -> None:
    t = backend.tensor(CUBE)
    index = backend.tensor(np.zeros((3, 2, 5), np.int32))
    assert_refuses(backend, ValueError, "take_along_axis", lambda: t.take_along_axis(index, 0), "(3, 2, 5)", "(3, 4, 5)")
    assert_equal(backend, t.take_along_axis(index, 1), CUBE[:, [0, 0]])
    assert_refuses(backend, ValueError, "take_along_axis", lambda: backend.tensor(1.0, "float32").take_along_axis(index, 0), "axis 0")
    assert_refuses(backend, TypeError, "take_along_axis", lambda: t.take_along_axis(0, 0), "int 0")  # type: ignore[arg-type]  # wrong


@pytest.mark.parametrize("index", [3, -4])
def test_take_along_axis_out_of_bounds(backend: TestBackend, index: int) -> None:
    t, place = backend.tensor(arange((2, 3))), backend.tensor([[index], [0]], "int32")
    if backend.name == "jax":
        assert_equal(backend, t.take_along_axis(place, 1), [[np.nan], [3]])
    else:
        assert_refuses(backend, IndexError, "take_along_axis", lambda: t.take_along_axis(place, 1), "(2, 3)")


def test_take_along_axis_undoes_argsort(backend: TestBackend, rng: np.random.Generator) -> None:
    array = rng.normal(size=(3, 4, 5)).astype(np.float32)
    t = backend.tensor(array)
    for axis in (0, 1, -1):
        assert_equal(backend, t.take_along_axis(t.argsort(axis), axis), np.sort(array, axis))


def test_onehot_like_edges(backend: TestBackend) -> None:
    empty = backend.tensor(np.zeros((0, 3), np.float32)).onehot_like(backend.tensor([], "int32"))
    assert_equal(backend, empty, np.zeros((0, 3), np.float32), dtype="float32")
    t, labels = backend.tensor(np.full((2, 3), np.nan, np.float32)), backend.tensor([2, 0], "int32")
    assert_equal(backend, t.onehot_like(labels, value=np.inf), [[0, 0, np.inf], [np.inf, 0, 0]])
    assert_equal(backend, t.onehot_like(backend.native(np.array([2, 0], np.int32))), [[0, 0, 1], [1, 0, 0]])
    assert_refuses(backend, TypeError, "onehot_like", lambda: t.onehot_like(1), "int 1")  # type: ignore[arg-type]  # wrong on purpose
    narrow = backend.tensor(np.zeros((2, 3)), "uint8")
    assert_refuses(backend, ValueError, "onehot_like", lambda: narrow.onehot_like(labels, value=256), "256")


@pytest.mark.parametrize("label", [3, 200])
def test_onehot_like_out_of_bounds(backend: TestBackend, label: int) -> None:
    t, labels = backend.tensor(np.zeros((2, 3), np.float32)), backend.tensor([label, 0], "int32")
    if backend.name == "jax":
        assert_equal(backend, t.onehot_like(labels), [[0, 0, 0], [1, 0, 0]])
    else:
        assert_refuses(backend, IndexError, "onehot_like", lambda: t.onehot_like(labels))


# -- gradients and tracing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "use, value, gradient",
    [
        (lambda x, w: x[w.from_numpy(np.array([0, 0]))].sum(), 6, [2, 0, 0]),
        (lambda x, w: (x[::-1] * w).sum(), 2 + 2 + 9, [3, 2, 1]),
        (lambda x, w: (x[x > 1.5] * 2).sum(), 10, [2, 0, 2]),
        (lambda x, w: (x[[2, 0, 2]] * w).sum(), 2 + 6 + 6, [2, 0, 4]),
        (lambda x, w: (x.index_update(0, 7) * w).sum(), 7 + 2 + 6, [0, 2, 3]),
        (lambda x, w: (w.index_update([0, 2], x[:2]) * w).sum(), 3 + 4 + 3, [1, 3, 0]),
        (lambda x, w: (w.index_update(slice(None, None, -1), x) * w).sum(), 2 + 2 + 9, [3, 2, 1]),
        (lambda x, w: (x.take_along_axis(w.from_numpy(np.array([2, 2])), 0)).sum(), 4, [0, 0, 2]),
    ],
)  # fmt: skip
def test_gradients(gradient_backend: TestBackend, use: Callable[..., ep.Tensor], value: float, gradient: list[float]) -> None:
    x, weights = gradient_backend.tensor([3, 1, 2], "float32"), gradient_backend.tensor([1, 2, 3], "float32")
    got, grad = ep.value_and_grad(use, x, weights)
    assert_equal(gradient_backend, got, np.float32(value))
    assert_equal(gradient_backend, grad, gradient, dtype="float32")
