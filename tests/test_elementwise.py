"""Signs, rounding, logic, extremes, selection and casts, element by element, against NumPy."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest

import eagertyped as ep
from eagertyped._rules import result
from tests.backends import Array, TestBackend
from tests.compare import assert_equal, assert_refuses, dtype_on

NAN, INF = float("nan"), float("inf")
AWKWARD: Final = [0.0, -0.0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49, -7.51, 1e4, NAN, INF, -INF]
"""Halves on both sides of even numbers, signed zeros, NaN and both infinities; float16 holds them all."""
SHAPES: Final = ((), (0,), (3,), (2, 0), (2, 3))
ROUNDING: Final = ("round", "ceil", "floor")
UNARY: Final = ("abs", "sign", "square", *ROUNDING)
TESTS: Final = ("isnan", "isinf")
LOGIC: Final = ("logical_and", "logical_or")
EXTREMES: Final = ("minimum", "maximum")


def both_ways(op: str, t: ep.Tensor, *args: Any) -> ep.Tensor:  # Any: the operation's arguments
    """The method's result, after a check that the function gives the same; NumPy's warnings about NaN and inf are the user's."""
    with np.errstate(all="ignore"):
        by_method, by_function = getattr(t, op)(*args), getattr(ep, op)(t, *args)
    assert isinstance(by_method, ep.Tensor)
    assert type(by_function) is type(by_method)
    assert by_function.dtype == by_method.dtype
    np.testing.assert_array_equal(by_method.numpy(), by_function.numpy())
    return by_method


def by_numpy(op: str, *args: Any) -> Array:  # Any: arrays and scalars
    """NumPy's result."""
    with np.errstate(all="ignore"):
        return np.asarray(getattr(np, op)(*args))


# -- one operand ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("op", UNARY)
def test_floats(backend: TestBackend, op: str, dtype: str) -> None:
    array = np.array(AWKWARD, dtype)
    assert_equal(backend, both_ways(op, backend.tensor(array)), by_numpy(op, array), dtype=dtype_on(backend, dtype))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("op", TESTS)
def test_tests_of_floats(backend: TestBackend, op: str, dtype: str) -> None:
    array = np.array(AWKWARD, dtype)
    assert_equal(backend, both_ways(op, backend.tensor(array)), by_numpy(op, array), dtype="bool")


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "uint8", "uint16", "bool", "complex64"])
@pytest.mark.parametrize("op", [*UNARY, *TESTS])
def test_other_dtypes(backend: TestBackend, op: str, dtype: str) -> None:
    values = {"bool": [True, False], "complex64": [3 + 4j, -1.5 - 0.5j], "uint8": [0, 7], "uint16": [0, 7]}
    array = np.array(values.get(dtype, [-3, 4]), dtype)
    t = backend.tensor(array)
    rule = result(op, backend.name, dtype_on(backend, dtype))
    if rule.refused:
        assert not rule.dtypes
        assert_refuses(backend, TypeError, op, getattr(t, op), f"{op} on {backend.title}", dtype, "shape (2,)")
        assert_refuses(backend, TypeError, op, lambda: getattr(ep, op)(t))
        return
    (expected,) = rule.dtypes
    values_by_numpy = by_numpy(op, array.astype(np.int32) if dtype == "bool" else array)
    assert_equal(backend, both_ways(op, t), values_by_numpy, dtype=expected)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("op", [*UNARY, *TESTS])
def test_shapes(backend: TestBackend, op: str, shape: tuple[int, ...]) -> None:
    array = np.full(shape, -1.5, np.float32)
    assert_equal(backend, both_ways(op, backend.tensor(array)), by_numpy(op, array))


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_abs_of_complex_numbers(backend: TestBackend, dtype: str) -> None:
    array = np.array([3 + 4j, -5 + 12j, 0j, complex(INF, 1)], dtype)
    half = dtype_on(backend, "float32" if dtype == "complex64" else "float64")
    assert_equal(backend, both_ways("abs", backend.tensor(array)), np.array([5, 13, 0, INF], half), dtype=half)


def test_sign_of_nan_is_nan(backend: TestBackend) -> None:
    assert_equal(backend, both_ways("sign", backend.tensor([NAN, -INF, INF, -2], "float32")), np.array([NAN, -1, 1, -1], np.float32))


def test_halves_round_to_even(backend: TestBackend) -> None:
    t = backend.tensor([0.5, 1.5, 2.5, 3.5, -0.5, -1.5, -2.5], "float32")
    assert_equal(backend, both_ways("round", t), np.array([0, 2, 2, 4, 0, -2, -2], np.float32))


@pytest.mark.parametrize("op, value", [("round", -0.4), ("ceil", -0.4), ("floor", -0.0), ("abs", 0.0)])
def test_zeros_keep_their_sign(backend: TestBackend, op: str, value: float) -> None:
    got = both_ways(op, backend.tensor([value], "float32")).item()
    assert got == 0
    assert np.signbit(got) == (op != "abs")


# -- logic ---------------------------------------------------------------------------------------------------------


def test_logical_not(backend: TestBackend) -> None:
    for shape in SHAPES:
        array = np.arange(int(np.prod(shape))).reshape(shape) % 2 == 0
        assert_equal(backend, both_ways("logical_not", backend.tensor(array)), ~array, dtype="bool")


@pytest.mark.parametrize("op", LOGIC)
def test_logic_of_two_tensors(backend: TestBackend, op: str) -> None:
    x, y = np.array([[True], [False]]), np.array([True, False, True])
    assert_equal(backend, both_ways(op, backend.tensor(x), backend.tensor(y)), by_numpy(op, x, y), dtype="bool")


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("scalar", [True, False, np.True_])
@pytest.mark.parametrize("op", LOGIC)
def test_logic_with_a_bool(backend: TestBackend, op: str, scalar: bool, shape: tuple[int, ...]) -> None:
    array = np.arange(int(np.prod(shape))).reshape(shape) % 2 == 0
    t, expected = backend.tensor(array), by_numpy(op, array, scalar)
    assert_equal(backend, both_ways(op, t, scalar), expected, dtype="bool")
    assert_equal(backend, getattr(ep, op)(scalar, t), expected, dtype="bool")


@pytest.mark.parametrize("dtype", ["float32", "int32", "uint8"])
def test_logic_wants_bool(backend: TestBackend, dtype: str) -> None:
    t, mask = backend.tensor([1, 0], dtype), backend.tensor([True, False])
    assert_refuses(backend, ValueError, "logical_not", t.logical_not, dtype, "t.bool()")
    assert_refuses(backend, ValueError, "logical_not", lambda: ep.logical_not(t), dtype, "t.bool()")
    for op in LOGIC:
        for call in (
            lambda op=op: getattr(t, op)(mask),
            lambda op=op: getattr(mask, op)(t),
            lambda op=op: getattr(ep, op)(t, mask),
            lambda op=op: getattr(ep, op)(True, t),
        ):
            assert_refuses(backend, ValueError, op, call, dtype, "t.bool()")


@pytest.mark.parametrize("scalar", [1, 0.0, np.float32(1)])
@pytest.mark.parametrize("op", LOGIC)
def test_logic_with_a_number(backend: TestBackend, op: str, scalar: Any) -> None:  # Any: wrong on purpose
    mask = backend.tensor([True, False])
    assert_refuses(backend, ValueError, op, lambda: getattr(mask, op)(scalar), "bool on both sides")
    assert_refuses(backend, ValueError, op, lambda: getattr(ep, op)(scalar, mask), "t.bool()")


# -- the lesser and the greater ------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32", "uint8"])
@pytest.mark.parametrize("op", EXTREMES)
def test_extremes_of_two_tensors(backend: TestBackend, op: str, dtype: str) -> None:
    x, y = np.array([[1], [5]], dtype), np.array([0, 3, 7], dtype)
    got = both_ways(op, backend.tensor(x), backend.tensor(y))
    assert_equal(backend, got, by_numpy(op, x, y), dtype=dtype_on(backend, dtype))


@pytest.mark.parametrize("op", EXTREMES)
def test_nan_wins(backend: TestBackend, op: str) -> None:
    x, y = np.array([NAN, 1, NAN, INF, -INF], np.float32), np.array([1, NAN, NAN, -INF, NAN], np.float32)
    assert_equal(backend, both_ways(op, backend.tensor(x), backend.tensor(y)), by_numpy(op, x, y), dtype="float32")
    assert_equal(backend, both_ways(op, backend.tensor(x), 1.0), by_numpy(op, x, np.float32(1)), dtype="float32")
    assert_equal(backend, both_ways(op, backend.tensor(x), NAN), np.full(5, NAN, np.float32), dtype="float32")


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype, scalar", [("float32", 2), ("float32", 2.5), ("float16", 2.5), ("float64", np.float32(2.5)), ("int32", 2)])
@pytest.mark.parametrize("op", EXTREMES)
def test_extremes_with_a_scalar(backend: TestBackend, op: str, dtype: str, scalar: float, shape: tuple[int, ...]) -> None:
    array = np.arange(int(np.prod(shape))).reshape(shape).astype(dtype)
    t, expected = backend.tensor(array), by_numpy(op, array, np.array(scalar, dtype))
    assert_equal(backend, both_ways(op, t, scalar), expected, dtype=dtype_on(backend, dtype))
    assert_equal(backend, getattr(ep, op)(scalar, t), expected, dtype=dtype_on(backend, dtype))


@pytest.mark.parametrize("dtype, scalar", [("int32", 1.5), ("uint8", 1.0), ("bool", 1), ("float32", 1j), ("int32", np.float64(1.5))])
@pytest.mark.parametrize("op", [*EXTREMES, "clip"])
def test_a_scalar_of_a_higher_kind_is_refused(backend: TestBackend, op: str, dtype: str, scalar: Any) -> None:  # Any: wrong on purpose
    t = backend.tensor([0, 1], dtype)
    given = f"{type(scalar.item() if isinstance(scalar, np.generic) else scalar).__name__} "
    assert_refuses(backend, TypeError, op, lambda: getattr(t, op)(scalar), given, f"{backend.title} {dtype}", "truncated")
    assert_refuses(backend, TypeError, op, lambda: getattr(ep, op)(t, scalar), given, dtype)
    if op in EXTREMES:
        assert_refuses(backend, TypeError, op, lambda: getattr(ep, op)(scalar, t), given, dtype)


@pytest.mark.parametrize("op", [*EXTREMES, "clip"])
def test_an_integer_that_does_not_fit_is_refused(backend: TestBackend, op: str) -> None:
    t = backend.tensor([1, 2], "uint8")
    assert_refuses(backend, ValueError, op, lambda: getattr(t, op)(300), "300", "uint8", "use a value that the dtype can hold")
    assert_refuses(backend, ValueError, op, lambda: getattr(t, op)(-1), "-1", "uint8")


@pytest.mark.parametrize("op", [*EXTREMES, "pow", *LOGIC])
def test_operands_that_do_not_combine(backend: TestBackend, op: str) -> None:
    dtype = "bool" if op in LOGIC else "float32"
    t = backend.tensor([1, 0], dtype)
    assert_refuses(backend, TypeError, op, lambda: getattr(t, op)([1, 0]), "with list")
    assert_refuses(backend, TypeError, op, lambda: getattr(t, op)(None), "with NoneType")
    assert_refuses(backend, TypeError, op, lambda: getattr(t, op)("1"), "with str")
    wide = backend.tensor([1, 0, 1], dtype)
    assert_refuses(backend, ValueError, op, lambda: getattr(t, op)(wide), "shape (2,)", f"{backend.title} {dtype} tensor of shape (3,)")


@pytest.mark.parametrize("op", [*EXTREMES, *LOGIC])
def test_functions_want_a_tensor(op: str) -> None:
    with pytest.raises(TypeError, match=rf"{op}: needs a tensor on one side at least, got bool True and bool False. Cure: "):
        getattr(ep, op)(True, False)


@pytest.mark.parametrize("x, y", [("float32", "int32"), ("float32", "float64"), ("int32", "uint8"), ("bool", "float32")])
@pytest.mark.parametrize("op", EXTREMES)
def test_extremes_of_mixed_dtypes(backend: TestBackend, op: str, x: str, y: str) -> None:
    a, b = np.array([0, 1, 1], x), np.array([1, 0, 1], y)
    rule = result(op, backend.name, dtype_on(backend, x), dtype_on(backend, y), ranks=(1, 1))
    if rule.refused:
        assert_refuses(backend, TypeError, op, lambda: getattr(backend.tensor(a), op)(backend.tensor(b)), x, y)
        return
    (expected,) = rule.dtypes
    assert_equal(backend, both_ways(op, backend.tensor(a), backend.tensor(b)), by_numpy(op, a, b), dtype=expected)


# -- powers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, -1, -2, 0.5, -0.5, 2.5])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_pow_of_floats(backend: TestBackend, dtype: str, exponent: float) -> None:
    array = np.array([[0.5, 1, 2], [1.5, 3, 4]], dtype)
    assert_equal(backend, both_ways("pow", backend.tensor(array), exponent), array**exponent, dtype=dtype_on(backend, dtype))


def test_pow_at_awkward_points(backend: TestBackend) -> None:
    x = np.array([0, 0, -8, NAN, NAN, INF, -INF, 1, -2, 0], np.float32)
    y = np.array([0, -1, 0.5, 0, 2, -1, 3, NAN, 3, NAN], np.float32)
    assert_equal(backend, both_ways("pow", backend.tensor(x), backend.tensor(y)), by_numpy("power", x, y), dtype="float32")


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_pow_of_integers(backend: TestBackend, dtype: str) -> None:
    x, y = np.array([[-3], [2]], dtype), np.array([0, 1, 3], dtype)
    assert_equal(backend, both_ways("pow", backend.tensor(x), backend.tensor(y)), x**y, dtype=dtype_on(backend, dtype))
    assert_equal(backend, both_ways("pow", backend.tensor(x), 2), x**2, dtype=dtype_on(backend, dtype))


def test_integers_have_no_negative_powers(backend: TestBackend) -> None:
    t = backend.tensor([1, 2], "int32")
    for call in (lambda: t.pow(-1), lambda: ep.pow(t, -1), lambda: t**-2):
        assert_refuses(backend, ValueError, "pow", call, "negative", "int32", "t.astype(ep.float32)")


def test_pow_wants_a_tensor_in_front(backend: TestBackend) -> None:
    t = backend.tensor([1, 2], "float32")
    with pytest.raises(TypeError, match=r"pow: cannot wrap the Python float 2\.0\. Cure: "):
        ep.pow(2.0, t)  # type: ignore[call-overload]  # wrong on purpose


# -- bounds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("low, high", [(-1, 2), (-1.5, 2.5), (0, None), (None, 0.5), (None, None), (3, 2), (-INF, INF), (NAN, 1)])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_clip_floats(backend: TestBackend, dtype: str, low: float | None, high: float | None) -> None:
    array = np.array([[-3, -1, 0.25], [2, 7, NAN]], dtype)
    expected = array if low is high is None else array.clip(low, high)  # type: ignore[arg-type]  # NumPy's stubs know no two-sided None
    assert np.isnan(expected[1, 2])
    assert_equal(backend, both_ways("clip", backend.tensor(array), low, high), expected, dtype=dtype_on(backend, dtype))


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8"])
def test_clip_integers(backend: TestBackend, dtype: str) -> None:
    array = np.array([0, 5, 100], dtype)
    for low, high in ((2, 50), (None, 7), (7, None), (True, np.int8(9))):
        expected = array.clip(low, high)  # type: ignore[arg-type]  # NumPy's stubs know no two-sided None
        assert_equal(backend, both_ways("clip", backend.tensor(array), low, high), expected, dtype=dtype_on(backend, dtype))


@pytest.mark.parametrize("shape", SHAPES)
def test_clip_shapes(backend: TestBackend, shape: tuple[int, ...]) -> None:
    array = np.arange(int(np.prod(shape))).reshape(shape).astype(np.float32)
    assert_equal(backend, both_ways("clip", backend.tensor(array), 1, 2.5), array.clip(1, 2.5), dtype="float32")


def test_clip_with_tensors(backend: TestBackend) -> None:
    array, low, high = np.array([[-3], [NAN], [9]], np.float32), np.array([-1, 0], np.float32), np.array(2, np.float32)
    t, t_low, t_high = backend.tensor(array), backend.tensor(low), backend.tensor(high)
    assert_equal(backend, both_ways("clip", t, t_low, t_high), array.clip(low, high), dtype="float32")
    assert_equal(backend, both_ways("clip", t, t_low), array.clip(low), dtype="float32")
    assert_equal(backend, both_ways("clip", t, None, t_low), array.clip(None, low), dtype="float32")
    assert_equal(backend, both_ways("clip", t, t_low, 1), array.clip(low, 1), dtype="float32")
    assert_equal(backend, both_ways("clip", t, -1, t_high), array.clip(-1, high), dtype="float32")


def test_clip_keywords_and_errors(backend: TestBackend) -> None:
    t = backend.tensor([-3, 9], "float32")
    assert_equal(backend, t.clip(max_=1), np.array([-3, 1], np.float32))
    assert_equal(backend, ep.clip(t, min_=1), np.array([1, 9], np.float32))
    assert_refuses(backend, TypeError, "clip", lambda: t.clip([0, 1]), "with list")  # type: ignore[call-overload]  # wrong on purpose
    assert_refuses(backend, ValueError, "clip", lambda: t.clip(backend.tensor([1, 2, 3], "float32")), "make the shapes fit")


# -- selection -----------------------------------------------------------------------------------------------------

CONDITION: Final = np.array([[True], [False]])


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32", "bool", "complex64"])
def test_where_of_two_tensors(backend: TestBackend, dtype: str) -> None:
    x, y = np.array([1, 0, 2]).astype(dtype), np.array([[0], [1]]).astype(dtype)
    got = both_ways("where", backend.tensor(CONDITION), backend.tensor(x), backend.tensor(y))
    assert_equal(backend, got, np.where(CONDITION, x, y), dtype=dtype_on(backend, dtype))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "dtype, scalar", [("float32", 0), ("float32", 0.5), ("float16", NAN), ("int32", 7), ("bool", True), ("float64", 1)]
)
def test_where_with_a_scalar(backend: TestBackend, dtype: str, scalar: float, shape: tuple[int, ...]) -> None:
    array = np.arange(int(np.prod(shape))).reshape(shape).astype(dtype)
    mask = array > 0
    t, condition, fill, expected_dtype = backend.tensor(array), backend.tensor(mask), np.array(scalar, dtype), dtype_on(backend, dtype)
    assert_equal(backend, both_ways("where", condition, t, scalar), np.where(mask, array, fill), dtype=expected_dtype)
    assert_equal(backend, both_ways("where", condition, scalar, t), np.where(mask, fill, array), dtype=expected_dtype)


@pytest.mark.parametrize(
    "x, y, kinds",
    [
        (1.0, 0.0, "py_float"),
        (1, 0, "py_int"),
        (True, False, "py_bool"),
        (1, 0.5, "py_float"),
        (True, 2, "py_int"),
        (False, 1j, "py_complex"),
        (np.float32(1), np.int8(0), "py_float"),
    ],
)
def test_where_of_two_scalars(backend: TestBackend, x: Any, y: Any, kinds: str) -> None:  # Any: bool to complex
    defaults = {
        "py_bool": dict.fromkeys(("numpy", "torch", "tensorflow", "jax"), "bool"),
        "py_int": {"numpy": "int64", "torch": "int64", "tensorflow": "int32", "jax": "int32"},
        "py_float": {"numpy": "float64", "torch": "float32", "tensorflow": "float32", "jax": "float32"},
        "py_complex": {"numpy": "complex128", "torch": "complex64", "tensorflow": "complex128", "jax": "complex64"},
    }
    got = both_ways("where", backend.tensor(CONDITION), x, y)
    assert_equal(backend, got, np.where(CONDITION, x, y), dtype=defaults[kinds][backend.name])


@pytest.mark.parametrize(
    "x, y", [("float32", "float64"), ("float32", "int32"), ("int32", "int8"), ("bool", "float32"), ("float16", "int32")]
)
def test_where_of_mixed_dtypes(backend: TestBackend, x: str, y: str) -> None:
    a, b = np.array([1, 0, 1], x), np.array([0, 1, 1], y)
    condition = backend.tensor(CONDITION)
    rule = result("where", backend.name, dtype_on(backend, x), dtype_on(backend, y), ranks=(1, 1))
    if rule.refused:
        assert backend.name == "tensorflow"
        t = (f"TensorFlow {x} tensor of shape (3,)", f"TensorFlow {y} tensor of shape (3,)")
        assert_refuses(backend, TypeError, "where", lambda: condition.where(backend.tensor(a), backend.tensor(b)), *t)
        return
    (expected,) = rule.dtypes
    got = both_ways("where", condition, backend.tensor(a), backend.tensor(b))
    assert_equal(backend, got, np.where(CONDITION, a, b), dtype=expected)


@pytest.mark.parametrize("dtype, scalar", [("int32", 1.5), ("bool", 1), ("float32", 1j), ("uint8", np.float32(0.5))])
def test_where_refuses_a_scalar_of_a_higher_kind(backend: TestBackend, dtype: str, scalar: Any) -> None:  # Any: wrong on purpose
    t, condition = backend.tensor([1, 0], dtype), backend.tensor([True, False])
    assert_refuses(backend, TypeError, "where", lambda: condition.where(t, scalar), dtype, "truncated")
    assert_refuses(backend, TypeError, "where", lambda: ep.where(condition, scalar, t), dtype, "truncated")


@pytest.mark.parametrize("dtype", ["float32", "int32", "uint8"])
def test_where_wants_a_bool_condition(backend: TestBackend, dtype: str) -> None:
    t = backend.tensor([1, 0], dtype)
    assert_refuses(backend, ValueError, "where", lambda: t.where(t, t), dtype, "t.bool()")
    assert_refuses(backend, ValueError, "where", lambda: ep.where(t, 1.0, 0.0), dtype, "t.bool()")


def test_where_refuses_what_does_not_combine(backend: TestBackend) -> None:
    condition, t, wide = backend.tensor([True, False]), backend.tensor([1, 2], "float32"), backend.tensor([1, 2, 3], "float32")
    assert_refuses(backend, TypeError, "where", lambda: condition.where([1, 2], t), "with list")  # type: ignore[call-overload]  # on purpose
    assert_refuses(backend, TypeError, "where", lambda: condition.where(t, None), "with NoneType")  # type: ignore[call-overload]  # on purpose
    assert_refuses(backend, ValueError, "where", lambda: condition.where(t, wide), "shape (2,)", "float32 tensor of shape (3,)")
    assert_refuses(backend, ValueError, "where", lambda: condition.where(backend.tensor([1, 2], "uint8"), 300), "300", "uint8")


# -- casts ---------------------------------------------------------------------------------------------------------

NAMES: Final = ("bool", "int8", "int16", "int32", "uint8", "uint16", "uint32", "float16", "float32", "complex64")
"""Dtypes that JAX has here too."""
JAX_TRUNCATES = pytest.mark.filterwarnings("ignore:.*is not available, and will be truncated:UserWarning")
"""JAX's own warning about 64-bit dtypes without its x64 mode; the docstrings promise it."""


@pytest.mark.parametrize("target", NAMES)
@pytest.mark.parametrize("source", ["float32", "int32", "bool"])
def test_astype(backend: TestBackend, source: str, target: str) -> None:
    array = np.array([[0, 1, 3]], source)
    t = backend.tensor(array)
    marker = getattr(ep, "bool_" if target == "bool" else target)
    native = backend.tensor([0], target).dtype
    for spelling in (target, marker, native, np.dtype(target)):
        assert_equal(backend, t.astype(spelling), array.astype(target), dtype=target)


@JAX_TRUNCATES
@pytest.mark.parametrize("target", ["int64", "float64", "complex128", "uint64"])
def test_astype_to_64_bits(backend: TestBackend, target: str) -> None:
    t = backend.tensor([0, 1, 3], "float32")
    for spelling in (target, getattr(ep, target)):
        assert_equal(backend, t.astype(spelling), np.array([0, 1, 3], target), dtype=dtype_on(backend, target))


@JAX_TRUNCATES
@pytest.mark.parametrize("python, target", [(bool, "bool"), (int, "int64"), (float, "float64"), (complex, "complex128")])
def test_astype_to_python_types(backend: TestBackend, python: type, target: str) -> None:
    got: ep.Tensor = backend.tensor([0, 1, 2], "float32").astype(python)
    assert_equal(backend, got, np.array([0, 1, 2], target), dtype=dtype_on(backend, target))


def test_astype_takes_native_dtypes_of_other_frameworks(backend: TestBackend) -> None:
    import jax.numpy as jnp
    import tensorflow as tf
    import torch

    t = backend.tensor([1, 2], "int32")
    for spelling in (torch.float16, tf.float16, jnp.float16, jnp.dtype("float16"), np.float16):
        assert_equal(backend, t.astype(spelling), np.array([1, 2], np.float16), dtype="float16")


def test_astype_truncates_towards_zero(backend: TestBackend) -> None:
    assert_equal(backend, backend.tensor([1.7, -1.7, 0.5], "float32").astype(ep.int32), np.array([1, -1, 0], np.int32), dtype="int32")


def test_astype_to_bfloat16(backend: TestBackend) -> None:
    got = backend.tensor([1.0, 3.1415927], "float32").astype(ep.bfloat16)
    assert backend.dtype(got) == "bfloat16"
    assert got.float32().numpy().tolist() == [1.0, 3.140625]  # eight bits of precision


@pytest.mark.parametrize("shape", SHAPES)
def test_short_casts(backend: TestBackend, shape: tuple[int, ...]) -> None:
    array = np.arange(int(np.prod(shape))).reshape(shape).astype(np.int32)
    t = backend.tensor(array)
    assert_equal(backend, t.float32(), array.astype(np.float32), dtype="float32")
    assert_equal(backend, t.bool(), array.astype(np.bool_), dtype="bool")


@JAX_TRUNCATES
@pytest.mark.parametrize("source", ["float32", "int32", "bool", "float64"])
def test_float64(backend: TestBackend, source: str) -> None:
    assert_equal(backend, backend.tensor([0, 1], source).float64(), np.array([0.0, 1.0]), dtype=dtype_on(backend, "float64"))


def test_jax_warns_of_64_bits(backend: TestBackend) -> None:
    t = backend.tensor([1], "float32")
    if backend.name == "jax":
        with pytest.warns(UserWarning, match="float64 .* is not available, and will be truncated to dtype float32"):
            t.float64()
    else:
        assert backend.dtype(t.float64()) == "float64"


def test_bool_of_nan_is_true(backend: TestBackend) -> None:
    got = backend.tensor([NAN, 0, -0.0, INF, 1e-30], "float32").bool()
    assert_equal(backend, got, np.array([True, False, False, True, True]), dtype="bool")


@pytest.mark.parametrize(
    "op, call", [("astype", lambda t: t.astype("int32")), ("float32", lambda t: t.float32()), ("float64", lambda t: t.float64())]
)
def test_complex_numbers_do_not_become_real(backend: TestBackend, op: str, call: Any) -> None:  # Any: a function of the tensor
    t = backend.tensor([1 + 2j, 0], "complex64")
    assert_refuses(backend, TypeError, op, lambda: call(t), "complex64", "imaginary part", "t.abs()")
    assert_equal(backend, t.bool(), np.array([True, False]), dtype="bool")
    assert_equal(backend, t.astype(ep.complex64), np.array([1 + 2j, 0], np.complex64), dtype="complex64")


@pytest.mark.parametrize("dtype", ["float99", "object", [1], ep.Floating, 3])
def test_astype_refuses_what_is_no_dtype(backend: TestBackend, dtype: Any) -> None:  # Any: wrong on purpose
    t = backend.tensor([1.0], "float32")
    assert_refuses(backend, TypeError, "astype", lambda: t.astype(dtype), f"astype on {backend.title}", "not a dtype", "float32")
