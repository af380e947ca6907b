"""Shapes, repetition and padding, against NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as hnp

import eagertyped as ep
from tests import moves
from tests.backends import Array, TestBackend
from tests.compare import assert_equal, assert_refuses, dtype_on
from tests.index_keys import arange
from tests.properties import examples

SETTINGS = examples(50)
DTYPES = ("float32", "int32", "bool", "uint8", "float16", "complex64")
CUBE = np.arange(24).reshape(2, 3, 4)


def cube(backend: TestBackend, dtype: str = "float32") -> ep.Tensor:
    return backend.tensor(CUBE.astype(dtype))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [24, (24,), (4, 6), (2, -1), -1, (1, 2, 3, 4), [6, 4], (np.int64(12), 2)])
def test_reshape(backend: TestBackend, dtype: str, shape: Any) -> None:  # Any: every form of a shape
    expected = CUBE.astype(dtype).reshape(shape)
    assert_equal(backend, cube(backend, dtype).reshape(shape), expected, dtype=dtype)
    assert_equal(backend, ep.reshape(cube(backend, dtype), shape), expected, dtype=dtype)


@pytest.mark.parametrize("shape", [5, (5, 5), (-1, 5), (-1, -1)])
def test_reshape_to_another_size(backend: TestBackend, shape: Any) -> None:  # Any: as above
    assert_refuses(backend, ValueError, "reshape", lambda: cube(backend).reshape(shape), "(2, 3, 4)")


def test_a_shape_is_made_of_integers(backend: TestBackend) -> None:
    assert_refuses(backend, TypeError, "reshape", lambda: cube(backend).reshape((2.0, 12)), "float 2.0")  # type: ignore[arg-type]  # wrong
    assert_refuses(backend, TypeError, "zeros", lambda: cube(backend).zeros("3"), "str")  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("start, end, shape", [(0, -1, (24,)), (1, -1, (2, 12)), (0, 1, (6, 4)), (-2, -1, (2, 12)), (1, 1, (2, 3, 4))])
def test_flatten(backend: TestBackend, start: int, end: int, shape: tuple[int, ...]) -> None:
    assert_equal(backend, cube(backend).flatten(start, end), CUBE.reshape(shape).astype(np.float32), dtype="float32")
    assert_equal(backend, ep.flatten(cube(backend), start, end), CUBE.reshape(shape).astype(np.float32))


def test_flatten_edges(backend: TestBackend) -> None:
    assert_equal(backend, backend.tensor(3.0, "float32").flatten(), np.full(1, 3, np.float32))
    assert_equal(backend, backend.tensor(np.zeros((2, 0, 3), np.float32)).flatten(1), np.zeros((2, 0), np.float32))
    assert_refuses(backend, ValueError, "flatten", lambda: cube(backend).flatten(2, 1), "end=1 comes before start=2")
    assert_refuses(backend, ValueError, "flatten", lambda: cube(backend).flatten(3), "axis 3")


@pytest.mark.parametrize("axes", [None, (0, 2, 1), (2, 0, 1), (-1, 0, 1), [1, 0, 2]])
def test_transpose(backend: TestBackend, axes: Any) -> None:  # Any: every form of axes
    assert_equal(backend, cube(backend).transpose(axes), CUBE.transpose(axes).astype(np.float32), dtype="float32")
    assert_equal(backend, ep.transpose(cube(backend), axes), CUBE.transpose(axes).astype(np.float32))
    assert_equal(backend, cube(backend).T, CUBE.T.astype(np.float32))


@pytest.mark.parametrize("axes, text", [((0, 1), "all 3 axes"), ((0, 0, 1), "twice"), ((0, 1, 3), "axis 3")])
def test_transpose_wants_a_permutation(backend: TestBackend, axes: tuple[int, ...], text: str) -> None:
    assert_refuses(backend, ValueError, "transpose", lambda: cube(backend).transpose(axes), text)


@pytest.mark.parametrize("axis", [None, 0, 2, -1, (0, 2), (-1, 0), ()])
def test_squeeze(backend: TestBackend, axis: Any) -> None:  # Any: axes
    array = np.arange(3, dtype=np.float32).reshape(1, 3, 1)
    assert_equal(backend, backend.tensor(array).squeeze(axis), np.squeeze(array, axis), dtype="float32")
    assert_equal(backend, ep.squeeze(backend.tensor(array), axis), np.squeeze(array, axis))


def test_squeeze_wants_size_1(backend: TestBackend) -> None:
    assert_refuses(backend, ValueError, "squeeze", lambda: cube(backend).squeeze(1), "axis 1 has size 3")
    assert_refuses(backend, ValueError, "squeeze", lambda: cube(backend).squeeze(3), "axis 3")


@pytest.mark.parametrize("axis", [0, 1, 3, -1, -4])
def test_expand_dims(backend: TestBackend, axis: int) -> None:
    assert_equal(backend, cube(backend).expand_dims(axis), np.expand_dims(CUBE, axis).astype(np.float32), dtype="float32")
    assert_equal(backend, ep.expand_dims(cube(backend), axis), np.expand_dims(CUBE, axis).astype(np.float32))
    assert_refuses(backend, ValueError, "expand_dims", lambda: cube(backend).expand_dims(4), "axis 4")


@pytest.mark.parametrize("multiples", [(1, 1, 1), (2, 1, 3), (0, 1, 1), [1, 2, 1]])
def test_tile(backend: TestBackend, multiples: Any) -> None:  # Any: every form
    assert_equal(backend, cube(backend).tile(multiples), np.tile(CUBE, multiples).astype(np.float32), dtype="float32")
    assert_equal(backend, ep.tile(cube(backend), multiples), np.tile(CUBE, multiples).astype(np.float32))


@pytest.mark.parametrize("multiples", [(2,), (1, 1, 1, 1), (1, -1, 1)])
def test_tile_wants_one_multiple_per_axis(backend: TestBackend, multiples: tuple[int, ...]) -> None:
    assert_refuses(backend, ValueError, "tile", lambda: cube(backend).tile(multiples), str(multiples))


@pytest.mark.parametrize("axis", [None, 0, 1, -1, (0, 2), ()])
@pytest.mark.parametrize("dtype", ["float32", "bool"])
def test_flip(backend: TestBackend, axis: Any, dtype: str) -> None:  # Any: axes
    assert_equal(backend, cube(backend, dtype).flip(axis), np.flip(CUBE, axis).astype(dtype), dtype=dtype)
    assert_equal(backend, ep.flip(cube(backend, dtype), axis), np.flip(CUBE, axis).astype(dtype))
    assert_refuses(backend, ValueError, "flip", lambda: cube(backend).flip((0, 0)), "twice")


@pytest.mark.parametrize("mode", ["constant", "reflect"])
@pytest.mark.parametrize("paddings", [((0, 0), (0, 0), (0, 0)), ((1, 0), (0, 2), (3, 3)), ((0, 1), (2, 1), (0, 0))])
@pytest.mark.parametrize("dtype", ["float32", "int32", "float16", "bool"])
def test_pad(backend: TestBackend, mode: Literal["constant", "reflect"], paddings: Any, dtype: str) -> None:  # Any: pairs
    expected = np.pad(CUBE.astype(dtype), paddings, mode=mode)
    assert_equal(backend, cube(backend, dtype).pad(paddings, mode), expected, dtype=dtype)
    assert_equal(backend, ep.pad(cube(backend, dtype), paddings, mode), expected, dtype=dtype)


@pytest.mark.parametrize("rank", [1, 2, 4, 5, 6])
def test_pad_any_rank(backend: TestBackend, rank: int) -> None:
    array = np.arange(2**rank * 1.0, dtype=np.float32).reshape((2,) * rank)
    paddings = tuple((i % 2, 1) for i in range(rank))
    assert_equal(backend, backend.tensor(array).pad(paddings, "reflect"), np.pad(array, paddings, mode="reflect"))
    assert_equal(backend, backend.tensor(array).pad(paddings, value=-1.5), np.pad(array, paddings, constant_values=-1.5))


@pytest.mark.parametrize(
    "dtype, value", [("float32", float("inf")), ("int64", 2**53 + 1), ("int32", True), ("complex64", 1j), ("bool", True), ("uint8", 255)]
)
def test_pad_with_a_value(backend: TestBackend, dtype: str, value: complex) -> None:
    if backend.name == "jax" and value == 2**53 + 1:
        value = 2**30 + 1  # it has no int64 here
    array = np.array([1, 0]).astype(dtype_on(backend, dtype))
    expected = np.pad(array, ((1, 2),), constant_values=value)
    assert_equal(backend, backend.tensor(array).pad(((1, 2),), value=value), expected, dtype=dtype_on(backend, dtype))


def test_pad_refuses(backend: TestBackend) -> None:
    t = cube(backend)
    assert_refuses(backend, ValueError, "pad", lambda: t.pad(((1, 1),)), "one pair")
    assert_refuses(backend, ValueError, "pad", lambda: t.pad(((1, -1), (0, 0), (0, 0))), "non-negative")
    assert_refuses(backend, ValueError, "pad", lambda: t.pad(((0, 0),) * 3, "edge"), "'edge'")  # type: ignore[arg-type]  # wrong on purpose
    assert_refuses(backend, ValueError, "pad", lambda: t.pad(((2, 0), (0, 0), (0, 0)), "reflect"), "smaller than their axis")
    assert_refuses(backend, TypeError, "pad", lambda: cube(backend, "int32").pad(((1, 1),) * 3, value=1.5), "float 1.5")


@pytest.mark.parametrize("indexing", ["xy", "ij"])
@pytest.mark.parametrize("sizes", [(3,), (3, 2), (3, 2, 4), (1, 0)])
def test_meshgrid(backend: TestBackend, indexing: Literal["xy", "ij"], sizes: tuple[int, ...]) -> None:
    arrays = [np.arange(n, dtype=np.float32) for n in sizes]
    first, *others = map(backend.tensor, arrays)
    for grids in (first.meshgrid(*others, indexing=indexing), ep.meshgrid(first, *others, indexing=indexing)):
        expected = np.meshgrid(*arrays, indexing=indexing)
        assert isinstance(grids, tuple)
        assert len(grids) == len(expected)
        for grid, values in zip(grids, expected, strict=True):
            assert_equal(backend, grid, values, dtype="float32")


def test_meshgrid_edges(backend: TestBackend) -> None:
    assert ep.meshgrid() == ()
    (grid,) = backend.tensor(2.0, "float32").meshgrid()
    assert_equal(backend, grid, np.meshgrid(np.float32(2))[0])
    x, y = ep.meshgrid(backend.tensor([1, 2], "float32"), backend.tensor([True, False, True], "bool"))
    assert (backend.dtype(x), backend.dtype(y)) == ("float32", "bool")
    assert x.shape == y.shape == (3, 2)
    assert_refuses(backend, ValueError, "meshgrid", lambda: cube(backend).meshgrid(), "(2, 3, 4)")
    assert_refuses(backend, ValueError, "meshgrid", lambda: x[0].meshgrid(indexing="yx"), "'yx'")  # type: ignore[call-overload]  # wrong


# -- every dtype, and values that a computation would change -----------------------------------------------------------


@pytest.mark.parametrize("dtype", moves.DTYPES)
@moves.over(moves.SHAPING)
def test_every_dtype(backend: TestBackend, move: moves.Move, dtype: str) -> None:
    moves.check_move(backend, move, dtype)


@moves.over(moves.SHAPING)
def test_special_values(backend: TestBackend, move: moves.Move) -> None:
    moves.check_special(backend, move)


# -- 0-d, empty and many axes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "use, expected",
    [
        (lambda t: t.reshape(()), ()),
        (lambda t: t.reshape((1, 1)), (1, 1)),
        (lambda t: t.reshape(-1), (1,)),
        (lambda t: t.flatten(), (1,)),
        (lambda t: t.flatten(3, 5), (1,)),
        (lambda t: t.T, ()),
        (lambda t: t.transpose(), ()),
        (lambda t: t.transpose(()), ()),
        (lambda t: t.squeeze(), ()),
        (lambda t: t.squeeze(()), ()),
        (lambda t: t.expand_dims(-1), (1,)),
        (lambda t: t.tile(()), ()),
        (lambda t: t.flip(), ()),
        (lambda t: t.flip(()), ()),
        (lambda t: t.pad(()), ()),
        (lambda t: t.pad((), "reflect"), ()),
    ],
)
def test_of_a_0d_tensor(backend: TestBackend, use: Callable[[ep.Tensor], ep.Tensor], expected: tuple[int, ...]) -> None:
    assert_equal(backend, use(backend.tensor(2.5, "float32")), np.full(expected, 2.5, np.float32), dtype="float32")


@pytest.mark.parametrize("op", ["flip", "squeeze"])
def test_a_0d_tensor_has_no_axis(backend: TestBackend, op: str) -> None:
    assert_refuses(backend, ValueError, op, lambda: getattr(backend.tensor(2.5, "float32"), op)(0), "axis 0", "0 dimensions")


@pytest.mark.parametrize(
    "use",
    [
        lambda x, xp: xp.reshape(x, (3, 0, 2)),
        lambda x, xp: xp.reshape(x, (0, 5)),
        lambda x, xp: xp.transpose(x, (2, 0, 1)),
        lambda x, xp: xp.expand_dims(x, 1),
        lambda x, xp: xp.tile(x, (2, 3, 0)),
        lambda x, xp: xp.flip(x, (0, 1)),
        lambda x, xp: xp.pad(x, ((0, 0), (0, 0), (1, 2))),
        lambda x, xp: xp.pad(x, ((1, 0), (0, 2), (0, 0))),
        lambda x, xp: xp.pad(x, ((0, 0), (0, 0), (1, 2)), mode="reflect"),
        lambda x, xp: xp.concatenate([x, x], 1),
        lambda x, xp: xp.stack([x, x], -1),
    ],
)
def test_of_an_empty_tensor(backend: TestBackend, use: Callable[[Any, Any], Any]) -> None:  # Any: ours or NumPy's
    array = np.zeros((2, 0, 3), np.float32)
    assert_equal(backend, use(backend.tensor(array), ep), use(array, np), dtype="float32")


@pytest.mark.parametrize("rank", [6, 7, 8])
def test_many_axes(backend: TestBackend, rank: int) -> None:
    """More than some native kernels take."""
    array = arange((2,) * rank)
    t = backend.tensor(array)
    axes = tuple(np.roll(range(rank), 2).tolist())
    assert_equal(backend, t.transpose(axes), array.transpose(axes))
    assert_equal(backend, t.flip(axes[:3]), np.flip(array, axes[:3]))
    assert_equal(backend, t.tile((1,) * (rank - 1) + (2,)), np.tile(array, (1,) * (rank - 1) + (2,)))
    widths = ((0, 0), (1, 0)) * (rank // 2) + ((0, 1),) * (rank % 2)
    assert_equal(backend, t.pad(widths, value=-1), np.pad(array, widths, constant_values=-1))
    assert_equal(backend, t.pad(widths, "reflect"), np.pad(array, widths, mode="reflect"))
    assert_equal(backend, ep.stack([t, t], 3), np.stack([array, array], 3))


# -- forms of arguments, and what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(0, -1), (-1, 0), (-2, 12), -24, (-1, -1, 2), (5, -1), (0,), (2, 3), 25])
def test_reshape_that_does_not_fit(backend: TestBackend, shape: Any) -> None:  # Any: every form of a shape
    assert_refuses(backend, ValueError, "reshape", lambda: cube(backend).reshape(shape), "(2, 3, 4)")


def test_reshape_cannot_infer_a_size_beside_0(backend: TestBackend) -> None:
    empty = backend.tensor(np.zeros((0, 3), np.float32))
    assert_refuses(backend, ValueError, "reshape", lambda: empty.reshape((0, -1)), "(0, -1)")
    assert_equal(backend, empty.reshape((-1, 3)), np.zeros((0, 3), np.float32))


def test_shapes_of_other_integers(backend: TestBackend) -> None:
    size = backend.tensor(6, "int32")  # what t.shape holds while tracing
    shapes: list[Any] = [(4, size), [np.uint8(4), size.raw], (4, np.array(6)), range(4, 8, 2)]  # Any: not all declared
    for shape in shapes:
        assert_equal(backend, cube(backend).reshape(shape), arange((4, 6)))
    assert_refuses(backend, TypeError, "reshape", lambda: cube(backend).reshape(np.array([4, 6])), "ndarray")  # type: ignore[arg-type]  # wrong
    assert_refuses(backend, TypeError, "reshape", lambda: cube(backend).reshape((4, True)), "bool True")
    assert_refuses(backend, TypeError, "reshape", lambda: cube(backend).reshape(None), "NoneType")  # type: ignore[arg-type]  # wrong


@pytest.mark.parametrize("axis", [1.0, "0", None, (0,), np.float32(1)])
def test_an_axis_to_insert_is_one_integer(backend: TestBackend, axis: Any) -> None:  # Any: wrong on purpose
    assert_refuses(backend, TypeError, "expand_dims", lambda: cube(backend).expand_dims(axis), "integer")


@pytest.mark.parametrize("op", ["squeeze", "flip", "transpose"])
def test_lists_and_numpy_integers_as_axes(backend: TestBackend, op: str) -> None:
    array = np.arange(3, dtype=np.float32).reshape(1, 3, 1)
    axes: Any = [np.int64(2), 0] if op != "transpose" else [np.int64(2), 0, -2]  # Any: not all declared
    assert_equal(backend, getattr(backend.tensor(array), op)(axes), getattr(np, op)(array, tuple(axes)))
    assert_refuses(backend, TypeError, op, lambda: getattr(cube(backend), op)([0.0, 1, 2]), "float 0.0")


@pytest.mark.parametrize("op", ["squeeze", "flip"])
@pytest.mark.parametrize("axis, text", [(3, "axis 3"), (-4, "axis -4"), ((0, 0), "twice"), ((0, -3), "twice"), ((0, 5), "axis 5")])
def test_bad_axes(backend: TestBackend, op: str, axis: Any, text: str) -> None:  # Any: axes
    t = backend.tensor(np.ones((1, 1, 1), np.float32))
    assert_refuses(backend, ValueError, op, lambda: getattr(t, op)(axis), text)


@pytest.mark.parametrize("axis", [4, -5])
def test_an_axis_to_insert_out_of_bounds(backend: TestBackend, axis: int) -> None:
    assert_refuses(backend, ValueError, "expand_dims", lambda: cube(backend).expand_dims(axis), f"axis {axis}")


def test_widths_of_other_integers(backend: TestBackend) -> None:
    array = arange((3,))
    widths: list[Any] = [((np.int64(1), np.uint8(2)),), [[1, 2]], np.array([[1, 2]])]  # Any: not all declared
    for pairs in widths:
        assert_equal(backend, backend.tensor(array).pad(pairs), np.pad(array, ((1, 2),)))


@pytest.mark.parametrize("paddings", [(1, 1), ((1.0, 0),), ((1, 1, 1),), (("1", 0),), 1, None])
def test_paddings_are_pairs_of_integers(backend: TestBackend, paddings: Any) -> None:  # Any: wrong on purpose
    assert_refuses(backend, TypeError, "pad", lambda: backend.tensor(arange((3,))).pad(paddings), "pairs of integers", "(before, after)")


@pytest.mark.parametrize("width", [(2, 0), (0, 2), (3, 3)])
def test_reflection_needs_elements(backend: TestBackend, width: tuple[int, int]) -> None:
    t = backend.tensor(arange((3, 2)))
    assert_refuses(backend, ValueError, "pad", lambda: t.pad(((0, 0), width), "reflect"), "smaller than their axis", "(3, 2)")
    empty = backend.tensor(np.zeros((3, 0), np.float32))
    assert_refuses(backend, ValueError, "pad", lambda: empty.pad(((0, 0), width), "reflect"), "smaller than their axis")


@pytest.mark.parametrize("dtype, value", [("uint8", 256), ("uint8", -1), ("int8", 128), ("int32", 2**31)])
def test_pad_with_an_integer_that_the_dtype_cannot_hold(backend: TestBackend, dtype: str, value: int) -> None:
    assert_refuses(backend, ValueError, "pad", lambda: backend.tensor([1], dtype).pad(((1, 0),), value=value), dtype)


@pytest.mark.parametrize("dtype, value", [("bool", 2), ("int32", 0.5), ("float32", 1j), ("float32", "0"), ("float32", None)])
def test_pad_with_a_value_of_another_kind(backend: TestBackend, dtype: str, value: Any) -> None:  # Any: wrong on purpose
    assert_refuses(backend, TypeError, "pad", lambda: backend.tensor([1], dtype).pad(((1, 0),), value=value), dtype)


@pytest.mark.parametrize("dtype, value", [("uint64", 2**64 - 1), ("int64", -(2**63)), ("int64", 2**62 + 1), ("float64", 1 / 3)])
def test_pad_keeps_64_bits(backend: TestBackend, dtype: str, value: float) -> None:
    if backend.name != "jax":  # it has 32 bits here
        assert_equal(backend, backend.tensor([1], dtype).pad(((1, 0),), value=value), np.array([value, 1], dtype), dtype=dtype)


@pytest.mark.parametrize("indexing", ["xy", "ij"])
def test_meshgrid_of_0d_and_many(backend: TestBackend, indexing: Literal["xy", "ij"]) -> None:
    arrays = [np.float32(7), arange((2,)), arange((3,)), np.float32(8), arange((0,))]
    for some in (arrays[:1], arrays[1:2], arrays[:4], arrays):
        grids = ep.meshgrid(*map(backend.tensor, some), indexing=indexing)
        found: tuple[Array, ...] = np.meshgrid(*some, indexing=indexing)
        for grid, expected in zip(grids, found, strict=True):
            assert_equal(backend, grid, expected, dtype="float32")


def test_meshgrid_takes_tensors_only(backend: TestBackend) -> None:
    t, number = backend.tensor(arange((2,))), 3.0
    assert_refuses(backend, TypeError, "meshgrid", lambda: t.meshgrid(number), "float 3.0")  # type: ignore[call-overload]  # wrong
    native = backend.native(arange((3,)))
    for grid, expected in zip(ep.meshgrid(t, native), np.meshgrid(arange((2,)), arange((3,))), strict=True):
        assert_equal(backend, grid, expected)


# -- random shapes -----------------------------------------------------------------------------------------------------


@SETTINGS
@given(data=st.data())
def test_any_reshape(backend: TestBackend, data: st.DataObject) -> None:
    sizes = data.draw(st.lists(st.sampled_from([1, 1, 2, 3]), max_size=5))
    array = arange(tuple(sizes))
    t = backend.tensor(array)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(sizes)), max_size=3)))
    groups = [sizes[a:b] for a, b in zip([0, *cuts], [*cuts, len(sizes)], strict=True)]
    shape = [int(np.prod(group, dtype=int)) for group in groups]
    if data.draw(st.booleans()):
        shape[data.draw(st.integers(0, len(shape) - 1))] = -1
    assert_equal(backend, t.reshape(shape), array.reshape(shape), dtype="float32")
    ones = [axis for axis, n in enumerate(sizes) if n == 1]
    some = tuple(axis for axis in ones if data.draw(st.booleans()))
    assert_equal(backend, t.squeeze(some), np.squeeze(array, some))
    assert_equal(backend, t.squeeze(), np.squeeze(array))
    if sizes:
        first = data.draw(st.integers(0, len(sizes) - 1))
        last = data.draw(st.integers(first, len(sizes) - 1))
        merged = [*sizes[:first], int(np.prod(sizes[first : last + 1])), *sizes[last + 1 :]]
        assert_equal(backend, t.flatten(first - len(sizes), last), array.reshape(merged))


@SETTINGS
@given(data=st.data())
def test_any_reflection(backend: TestBackend, data: st.DataObject) -> None:
    shape = data.draw(hnp.array_shapes(max_dims=6, max_side=3))
    array = arange(shape)
    paddings = tuple((data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, n - 1))) for n in shape)
    assert_equal(backend, backend.tensor(array).pad(paddings, "reflect"), np.pad(array, paddings, mode="reflect"), dtype="float32")


@SETTINGS
@given(data=st.data())
def test_any_shape(backend: TestBackend, data: st.DataObject) -> None:
    shape = data.draw(hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=3))
    array = np.arange(np.prod(shape, dtype=int), dtype=np.float32).reshape(shape)
    t = backend.tensor(array)
    axes = data.draw(st.permutations(range(len(shape))))
    assert_equal(backend, t.transpose(axes), array.transpose(axes))
    axis = data.draw(hnp.valid_tuple_axes(len(shape)))
    assert_equal(backend, t.flip(axis), np.flip(array, axis))
    multiples = data.draw(st.tuples(*[st.integers(0, 2)] * len(shape)))
    assert_equal(backend, t.tile(multiples), np.tile(array, multiples))
    place = data.draw(st.integers(-len(shape) - 1, len(shape)))
    assert_equal(backend, t.expand_dims(place), np.expand_dims(array, place))
    paddings = data.draw(st.tuples(*[st.tuples(st.integers(0, 2), st.integers(0, 2))] * len(shape)))
    assert_equal(backend, t.pad(paddings), np.pad(array, paddings) if shape else array)
