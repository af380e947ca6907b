"""Roots, exponentials, logarithms, trigonometric and hyperbolic functions, against NumPy."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest

import eagertyped as ep
from eagertyped._rules import result
from tests.backends import Array, TestBackend
from tests.compare import assert_equal, assert_refuses, dtype_on

NAN, INF = float("nan"), float("inf")

DOMAINS: Final = {
    "sqrt": (0.0, 9.0),
    "exp": (-5.0, 5.0),
    "log": (0.1, 9.0),
    "log2": (0.1, 9.0),
    "log10": (0.1, 9.0),
    "log1p": (-0.9, 9.0),
    "sin": (-7.0, 7.0),
    "cos": (-7.0, 7.0),
    "tan": (-1.2, 1.2),
    "sinh": (-3.0, 3.0),
    "cosh": (-3.0, 3.0),
    "tanh": (-3.0, 3.0),
    "arcsin": (-1.0, 1.0),
    "arccos": (-1.0, 1.0),
    "arctan": (-9.0, 9.0),
    "arcsinh": (-9.0, 9.0),
    "arccosh": (1.0, 9.0),
    "arctanh": (-0.9, 0.9),
}
"""Each function with an interval on which it is finite."""

POINTS: Final = {
    "sqrt": {-1.0: NAN, 0.0: 0.0, 4.0: 2.0, INF: INF, -INF: NAN},
    "exp": {-INF: 0.0, INF: INF, 0.0: 1.0, 1000.0: INF, -1000.0: 0.0},
    "log": {0.0: -INF, -1.0: NAN, 1.0: 0.0, INF: INF, -INF: NAN},
    "log2": {0.0: -INF, -1.0: NAN, 8.0: 3.0, INF: INF, -INF: NAN},
    "log10": {0.0: -INF, -1.0: NAN, 100.0: 2.0, INF: INF, -INF: NAN},
    "log1p": {-1.0: -INF, -2.0: NAN, 0.0: 0.0, INF: INF, -INF: NAN},
    "sin": {0.0: 0.0, INF: NAN, -INF: NAN},
    "cos": {0.0: 1.0, INF: NAN, -INF: NAN},
    "tan": {0.0: 0.0, INF: NAN, -INF: NAN},
    "sinh": {0.0: 0.0, INF: INF, -INF: -INF},
    "cosh": {0.0: 1.0, INF: INF, -INF: INF},
    "tanh": {0.0: 0.0, INF: 1.0, -INF: -1.0},
    "arcsin": {0.0: 0.0, 1.0: np.pi / 2, -1.0: -np.pi / 2, 1.5: NAN, -1.5: NAN, INF: NAN, -INF: NAN},
    "arccos": {1.0: 0.0, -1.0: np.pi, 1.5: NAN, -1.5: NAN, INF: NAN, -INF: NAN},
    "arctan": {0.0: 0.0, INF: np.pi / 2, -INF: -np.pi / 2},
    "arcsinh": {0.0: 0.0, INF: INF, -INF: -INF},
    "arccosh": {1.0: 0.0, 0.5: NAN, -2.0: NAN, INF: INF, -INF: NAN},
    "arctanh": {0.0: 0.0, 1.0: INF, -1.0: -INF, 1.5: NAN, -1.5: NAN, INF: NAN, -INF: NAN},
}
"""What mathematics says at the ends of the domains and outside; NaN gives NaN everywhere."""

OPS: Final = tuple(DOMAINS)


def both_ways(op: str, t: ep.Tensor) -> ep.Tensor:
    """The method's result, after a check that the function gives the same; NumPy's warnings about NaN and inf are the user's."""
    with np.errstate(all="ignore"):
        by_method, by_function = getattr(t, op)(), getattr(ep, op)(t)
    assert isinstance(by_method, ep.Tensor)
    assert type(by_function) is type(by_method)
    np.testing.assert_array_equal(by_method.numpy(), by_function.numpy())
    return by_method


def by_numpy(op: str, array: Array) -> Array:
    """NumPy's result."""
    with np.errstate(all="ignore"):
        return np.asarray(getattr(np, op)(array))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("op", OPS)
def test_on_the_domain(backend: TestBackend, op: str, dtype: str) -> None:
    array = np.linspace(*DOMAINS[op], 40).astype(dtype).reshape(2, 20)
    assert_equal(backend, both_ways(op, backend.tensor(array)), by_numpy(op, array), dtype=dtype_on(backend, dtype))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("op", OPS)
def test_at_the_ends_and_outside(backend: TestBackend, op: str, dtype: str) -> None:
    points = [*POINTS[op], NAN]
    expected = np.array([*POINTS[op].values(), NAN], dtype)
    assert_equal(backend, both_ways(op, backend.tensor(points, dtype)), expected, dtype=dtype_on(backend, dtype))


@pytest.mark.parametrize("shape", [(), (0,), (1,), (3,), (2, 0, 3), (2, 3)])
@pytest.mark.parametrize("op", OPS)
def test_shapes(backend: TestBackend, op: str, shape: tuple[int, ...]) -> None:
    array = np.full(shape, sum(DOMAINS[op]) / 2 + 0.1, np.float32)
    assert_equal(backend, both_ways(op, backend.tensor(array)), by_numpy(op, array), dtype="float32")


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "uint8", "bool"])
@pytest.mark.parametrize("op", OPS)
def test_integers_give_floats_or_are_refused(backend: TestBackend, op: str, dtype: str) -> None:
    array = np.array([1, 1], dtype) if op in ("sqrt", "log", "log2", "log10", "arccosh", "arctanh") else np.array([0, 1], dtype)
    t = backend.tensor(array)
    rule = result(op, backend.name, dtype_on(backend, dtype))
    if rule.refused:
        assert not rule.dtypes
        assert backend.name == "tensorflow"
        assert_refuses(backend, TypeError, op, getattr(t, op), f"{op} on TensorFlow", f"TensorFlow {dtype} tensor of shape (2,)")
        assert_refuses(backend, TypeError, op, lambda: getattr(ep, op)(t), "t.astype(ep.float32)")
        return
    (floating,) = rule.dtypes
    assert_equal(backend, both_ways(op, t), by_numpy(op, array.astype(np.float64)).astype(floating), dtype=floating)


@pytest.mark.parametrize("op", OPS)
def test_a_refused_dtype_works_after_the_cure(backend: TestBackend, op: str) -> None:
    array = np.array([1], np.int32)
    expected = by_numpy(op, array.astype(np.float32))
    assert_equal(backend, both_ways(op, backend.tensor(array).astype(ep.float32)), expected, dtype="float32")


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("op", OPS)
def test_complex_numbers(backend: TestBackend, op: str, dtype: str) -> None:
    array = np.array([[0.3 + 0.4j, -0.5 + 0.2j], [1.5 - 0.7j, -2.0 - 1.0j]], dtype)
    assert_equal(backend, both_ways(op, backend.tensor(array)), by_numpy(op, array), dtype=dtype_on(backend, dtype))


@pytest.mark.parametrize("op", ["sqrt", "sin", "tan", "sinh", "tanh", "arcsin", "arctan", "arcsinh", "arctanh", "log1p"])
def test_negative_zero_keeps_its_sign(backend: TestBackend, op: str) -> None:
    got = both_ways(op, backend.tensor([-0.0, 0.0], "float32"))
    assert np.signbit(got.numpy()).tolist() == [True, False]


@pytest.mark.parametrize("op", ["log", "log2", "log10"])
def test_logarithms_of_negative_zero(backend: TestBackend, op: str) -> None:
    assert both_ways(op, backend.tensor([-0.0], "float32")).item() == -INF


@pytest.mark.parametrize("op", OPS)
def test_bfloat16_is_kept(backend: TestBackend, op: str) -> None:
    t = backend.tensor(np.linspace(*DOMAINS[op], 8), "float32").astype(ep.bfloat16)
    expected = by_numpy(op, t.numpy().astype(np.float32))  # of the numbers after their rounding to bfloat16
    assert_equal(backend, both_ways(op, t), expected, dtype="bfloat16")


def test_log1p_is_accurate_near_0(backend: TestBackend) -> None:
    tiny = np.array([1e-10, -1e-10, 1e-20], np.float32)
    got: Array = backend.tensor(tiny).log1p().numpy()
    assert (np.abs(got - tiny) <= 1e-6 * np.abs(tiny)).all()


def test_the_source_is_unchanged(backend: TestBackend) -> None:
    t = backend.tensor([0.25, 0.5], "float32")
    for op in OPS:
        both_ways(op, t)
    assert t.numpy().tolist() == [0.25, 0.5]
