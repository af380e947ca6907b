"""Shapes, repetition and padding, against NumPy."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from hypothesis.extra import numpy as hnp

import eagertyped as ep
from tests.backends import TestBackend
from tests.compare import assert_equal, assert_refuses, dtype_on

SETTINGS = settings(derandomize=True, max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
