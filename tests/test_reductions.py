"""Reductions along axes, cumulative sums and order, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as hnp

import eagertyped as ep
from eagertyped._rules import result
from tests.backends import Array, TestBackend
from tests.compare import assert_equal, assert_refuses, dtype_on
from tests.properties import examples

NAN = float("nan")
ACCUMULATING = ("sum", "prod")
FLOATING = ("sum", "prod", "mean", "min", "max")
AXES = (None, 0, 1, -1, (0, 2), (-1, 0), (0, 1, 2), ())
SETTINGS = examples(50)


def both_ways(backend: TestBackend, op: str, t: ep.Tensor, *args: Any, **kwargs: Any) -> ep.Tensor:  # Any: the operation's arguments
    """The method's result, after a check that the function gives the same."""
    by_method, by_function = getattr(t, op)(*args, **kwargs), getattr(ep, op)(t, *args, **kwargs)
    np.testing.assert_array_equal(by_method.numpy(), by_function.numpy())
    return by_method  # type: ignore[no-any-return]  # looked up by name


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("op", FLOATING)
def test_floating_along_axes(backend: TestBackend, rng: np.random.Generator, op: str, axis: Any, keepdims: bool) -> None:  # Any: axes
    array = rng.uniform(0.5, 1.5, size=(2, 3, 4)).astype(np.float32)
    got = both_ways(backend, op, backend.tensor(array), axis=axis, keepdims=keepdims)
    assert_equal(backend, got, getattr(np, op)(array, axis=axis, keepdims=keepdims), dtype="float32")


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("op", ["all", "any"])
def test_logic_along_axes(backend: TestBackend, rng: np.random.Generator, op: str, axis: Any, keepdims: bool) -> None:  # Any: axes
    array = rng.integers(0, 2, size=(2, 3, 4)).astype(np.bool_)
    got = both_ways(backend, op, backend.tensor(array), axis=axis, keepdims=keepdims)
    assert_equal(backend, got, getattr(np, op)(array, axis=axis, keepdims=keepdims), dtype="bool")


@pytest.mark.parametrize("op", FLOATING)
def test_of_a_0d_tensor(backend: TestBackend, op: str) -> None:
    assert_equal(backend, both_ways(backend, op, backend.tensor(2.5, "float32")), np.float32(2.5), dtype="float32")
    assert_equal(backend, backend.tensor(2.5, "float32").sum(axis=()), np.float32(2.5), dtype="float32")


@pytest.mark.parametrize(
    "dtype, values, total, product",
    [
        ("uint8", [200, 100], 300, 20_000),
        ("int8", [100, 100], 200, 10_000),
        ("int16", [30_000, 2], 30_002, 60_000),
        ("bool", [True, True], 2, 1),
    ],
)
def test_narrow_integers_never_wrap(backend: TestBackend, dtype: str, values: list[int], total: int, product: int) -> None:
    t = backend.tensor(values, dtype)
    assert both_ways(backend, "sum", t).item() == total
    assert both_ways(backend, "prod", t).item() == product
    assert t.sum(axis=0, keepdims=True).numpy().tolist() == [total]
    (wide,) = result("sum", backend.name, dtype).dtypes
    assert backend.dtype(t.sum()) == backend.dtype(t.sum(axis=())) == wide


@pytest.mark.parametrize("op", ["sum", "prod", "min", "max"])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32", "int64"])
def test_dtypes(backend: TestBackend, op: str, dtype: str) -> None:
    array = np.array([[1, 2], [3, 4]], dtype)
    (expected,) = result(op, backend.name, dtype_on(backend, dtype)).dtypes
    assert_equal(backend, both_ways(backend, op, backend.tensor(array)), getattr(np, op)(array), dtype=expected)


@pytest.mark.parametrize("dtype", ["int32", "uint8", "bool"])
def test_mean_of_integers_is_refused(backend: TestBackend, dtype: str) -> None:
    t = backend.tensor([1, 0, 1], dtype)
    assert_refuses(backend, ValueError, "mean", t.mean, dtype, "t.float32()")
    assert_refuses(backend, ValueError, "mean", lambda: ep.mean(t), dtype)


@pytest.mark.parametrize("op", ["all", "any"])
@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_logic_wants_bool(backend: TestBackend, op: str, dtype: str) -> None:
    assert_refuses(backend, ValueError, op, getattr(backend.tensor([1, 0], dtype), op), dtype, "t.bool()")


@pytest.mark.parametrize("axis, error", [(2, "axis 2"), (-3, "axis -3"), ((0, 5), "axis 5"), ((0, -2), "twice"), ((1, 1), "twice")])
@pytest.mark.parametrize("op", FLOATING)
def test_bad_axes(backend: TestBackend, op: str, axis: Any, error: str) -> None:  # Any: axes
    t = backend.tensor(np.ones((2, 3), np.float32))
    assert_refuses(backend, ValueError, op, lambda: getattr(t, op)(axis=axis), error)


def test_an_axis_is_an_integer(backend: TestBackend) -> None:
    t = backend.tensor(np.ones((2, 3), np.float32))
    assert_refuses(backend, TypeError, "sum", lambda: t.sum(axis=1.0), "float 1.0")  # type: ignore[arg-type]  # wrong on purpose
    assert_equal(backend, t.sum(axis=np.int64(1)), [3, 3])  # type: ignore[arg-type]  # not declared, but NumPy's integers index


@pytest.mark.parametrize("op, neutral", [("sum", 0.0), ("prod", 1.0)])
def test_empty_reductions_with_identity(backend: TestBackend, op: str, neutral: float) -> None:
    assert_equal(backend, both_ways(backend, op, backend.tensor(np.zeros(0, np.float32))), np.float32(neutral))
    assert_equal(backend, getattr(backend.tensor(np.zeros((2, 0), np.float32)), op)(axis=1), np.full(2, neutral, np.float32))
    assert_equal(backend, getattr(backend.tensor(np.zeros((2, 0), np.float32)), op)(axis=0), np.zeros(0, np.float32))


def test_empty_logic(backend: TestBackend) -> None:
    t = backend.tensor(np.zeros(0, np.bool_))
    assert t.all().item() is True
    assert t.any().item() is False


@pytest.mark.parametrize("shape, axis", [((0,), None), ((0,), 0), ((2, 0), 1), ((2, 0), None), ((0, 3), 0)])
@pytest.mark.parametrize("op", ["min", "max", "argmin", "argmax"])
def test_nothing_has_no_extreme(backend: TestBackend, op: str, shape: tuple[int, ...], axis: int | None) -> None:
    t = backend.tensor(np.zeros(shape, np.float32))
    assert_refuses(backend, ValueError, op, lambda: getattr(t, op)(axis=axis), str(shape))


@pytest.mark.parametrize("op", ["min", "max", "argmin", "argmax"])
def test_an_empty_result_is_no_error(backend: TestBackend, op: str) -> None:
    got = getattr(backend.tensor(np.zeros((2, 0), np.float32)), op)(axis=0)
    assert got.shape == (0,)


def test_mean_of_nothing_is_nan_without_a_warning(backend: TestBackend) -> None:
    assert_equal(backend, backend.tensor(np.zeros(0, np.float32)).mean(), np.float32(NAN), dtype="float32")
    assert_equal(backend, backend.tensor(np.zeros((2, 0), np.float32)).mean(axis=1), np.full(2, NAN, np.float32))


@pytest.mark.parametrize("op", ["min", "max"])
def test_nan_wins(backend: TestBackend, op: str) -> None:
    array = np.array([[2, NAN, 1], [3, 4, 5]], np.float32)
    t = backend.tensor(array)
    assert_equal(backend, both_ways(backend, op, t), getattr(np, op)(array))
    assert_equal(backend, both_ways(backend, op, t, axis=1), getattr(np, op)(array, axis=1))


@pytest.mark.parametrize("axis", [None, 0, 1, -1])
@pytest.mark.parametrize("op", ["argmin", "argmax"])
@pytest.mark.parametrize(
    "array",
    [
        np.array([[2, NAN, 1, NAN], [3, 4, 5, 4]], np.float32),
        np.array([[7, 7, 1, 1], [1, 1, 7, 7]], np.int32),
        np.array([[np.inf, -np.inf, 0.0, -0.0], [0.0, 0.0, 0.0, 0.0]], np.float32),
    ],
    ids=["nan", "ties", "infinities"],
)
def test_index_of_the_first_extreme(backend: TestBackend, op: str, axis: int | None, array: Array) -> None:
    got = both_ways(backend, op, backend.tensor(array), axis=axis)
    (dtype,) = result(op, backend.name, array.dtype.name).dtypes
    assert_equal(backend, got, getattr(np, op)(array, axis=axis), dtype=dtype)


def test_argmax_takes_one_axis(backend: TestBackend) -> None:
    t = backend.tensor(np.ones((2, 3), np.float32))
    assert_refuses(backend, TypeError, "argmax", lambda: t.argmax(axis=(0, 1)), "tuple")  # type: ignore[arg-type]  # wrong on purpose
    assert_refuses(backend, ValueError, "argmax", lambda: t.argmax(axis=2), "axis 2")


@pytest.mark.parametrize("axis", [None, 0, 1, -1])
@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_cumsum(backend: TestBackend, rng: np.random.Generator, axis: int | None, dtype: str) -> None:
    array = rng.integers(-5, 5, size=(3, 4)).astype(dtype)
    (expected,) = result("cumsum", backend.name, dtype).dtypes
    assert_equal(backend, both_ways(backend, "cumsum", backend.tensor(array), axis=axis), np.cumsum(array, axis=axis), dtype=expected)


def test_cumsum_of_a_0d_tensor_is_1d(backend: TestBackend) -> None:
    assert_equal(backend, backend.tensor(2.0, "float32").cumsum(), np.cumsum(np.float32(2)))
    assert_refuses(backend, ValueError, "cumsum", lambda: backend.tensor(2.0, "float32").cumsum(axis=0), "axis 0")


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize(
    "array",
    [np.array([[3, NAN, 1], [2, -0.0, 0.0], [np.inf, -np.inf, NAN]], np.float32), np.array([[3, 1, 2], [2, 2, 1], [0, 5, 5]], np.int32)],
    ids=["nan", "ties"],
)
def test_sort_and_argsort(backend: TestBackend, axis: int, array: Array) -> None:
    t = backend.tensor(array)
    assert_equal(backend, both_ways(backend, "sort", t, axis), np.sort(array, axis=axis), dtype=array.dtype.name)
    indices = both_ways(backend, "argsort", t, axis)
    assert_equal(backend, indices, np.argsort(array, axis=axis, kind="stable"))
    assert backend.dtype(indices) in backend.index_dtypes


def test_argsort_is_stable(backend: TestBackend) -> None:
    assert_equal(backend, backend.tensor([10] * 40, "float32").argsort(), np.arange(40))
    keys = np.array([1, 0] * 30, np.int32)
    assert_equal(backend, backend.tensor(keys).argsort(), np.argsort(keys, kind="stable"))


@pytest.mark.parametrize("op", ["sort", "argsort"])
def test_a_0d_tensor_has_no_order(backend: TestBackend, op: str) -> None:
    assert_refuses(backend, ValueError, op, getattr(backend.tensor(1.0, "float32"), op), "0-d")


@pytest.mark.parametrize("k", [0, 1, 3, 5])
@pytest.mark.parametrize("ordered", [True, False])
def test_topk(backend: TestBackend, rng: np.random.Generator, k: int, ordered: bool) -> None:
    array = rng.permutation(10).reshape(2, 5).astype(np.float32)
    t = backend.tensor(array)
    values, indices = t.topk(k, sorted=ordered)
    expected = -np.sort(-array, axis=-1)[:, :k]
    if not ordered:
        values = values.sort()
        expected = np.sort(expected)
    assert_equal(backend, values, expected, dtype="float32")
    assert backend.dtype(indices) in backend.index_dtypes
    picked = np.take_along_axis(array, indices.numpy().astype(np.int64), -1)
    np.testing.assert_array_equal(np.sort(picked), np.sort(expected))
    also, _ = ep.topk(t, k)
    assert_equal(backend, also, -np.sort(-array, axis=-1)[:, :k])


def test_nan_is_the_greatest_of_topk(backend: TestBackend) -> None:
    values, indices = backend.tensor([2, NAN, 1], "float32").topk(2)
    assert_equal(backend, values, np.array([NAN, 2], np.float32))
    assert indices.numpy().tolist() == [1, 0]


@pytest.mark.parametrize("k", [-1, 4])
def test_topk_wants_a_k_in_range(backend: TestBackend, k: int) -> None:
    assert_refuses(backend, ValueError, "topk", lambda: backend.tensor([1, 2, 3], "float32").topk(k), str(k))


@pytest.mark.parametrize("op", ["sum", "prod", "min", "max", "mean"])
@SETTINGS
@given(data=st.data())
def test_any_shape_and_axes(backend: TestBackend, op: str, data: st.DataObject) -> None:
    shape = data.draw(hnp.array_shapes(min_dims=1, max_dims=4, max_side=3))
    array = data.draw(hnp.arrays(np.float32, shape, elements=st.integers(-4, 4).map(float)))
    axis = data.draw(st.one_of(st.none(), hnp.valid_tuple_axes(len(shape)), st.integers(-len(shape), len(shape) - 1)))
    keepdims = data.draw(st.booleans())
    got = getattr(backend.tensor(array), op)(axis=axis, keepdims=keepdims)
    assert_equal(backend, got, getattr(np, op)(array, axis=axis, keepdims=keepdims))
