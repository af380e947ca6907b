"""Operators of Tensors, Python scalars, native tensors and what does not combine, against NumPy."""

from __future__ import annotations

import enum
import itertools
import operator
from collections.abc import Callable
from typing import Any, Final

import ml_dtypes
import numpy as np
import pytest

import eagertyped as ep
from eagertyped._rules import result
from tests.backends import MAKERS, Array, TestBackend
from tests.compare import assert_equal, assert_refuses, dtype_on
from tests.rule_cases import ARITHMETIC, COMPARISONS

NAN, INF = float("nan"), float("inf")
Operator = Callable[[Any, Any], Any]  # Any: Tensors, arrays and scalars

MIRRORED: Final = {"less": "greater", "less_equal": "greater_equal", "greater": "less", "greater_equal": "less_equal"}
"""What Python calls where the left operand does not know the right one."""
SHAPES: Final = ((), (0,), (3,), (2, 0), (2, 3))
NATIVE_LEFT_IS_NATIVE: Final = "tensorflow"
"""TensorFlow unwraps a Tensor on the right of its own ones: the result is a tf.Tensor."""


class Size(enum.IntEnum):
    TWO = 2


def by_numpy(op: Operator, x: object, y: object) -> Array:
    """NumPy's result; its warnings about NaN and division are no matter here."""
    with np.errstate(all="ignore"):
        return np.asarray(op(x, y))


def run(op: Operator, x: object, y: object) -> ep.Tensor:
    """The operator on Tensors; NumPy's warnings are the user's."""
    with np.errstate(all="ignore"):
        got = op(x, y)
    assert isinstance(got, ep.Tensor)
    return got


def kind(scalar: object) -> str:
    """A Python scalar as the rules name it."""
    return f"py_{type(scalar).__name__}"


# -- arithmetic ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32", "int64", "uint8"])
@pytest.mark.parametrize("op", ARITHMETIC)
def test_two_tensors(backend: TestBackend, op: str, dtype: str) -> None:
    x = np.array([[7], [5]] if dtype == "uint8" or op == "pow" else [[-7], [5]], dtype)
    y = np.array([1, 2, 3] if dtype == "uint8" or op == "pow" else [1, -2, 3], dtype)
    rule = result(op, backend.name, *[dtype_on(backend, dtype)] * 2, ranks=(2, 1))
    if rule.refused:
        assert_refuses(backend, TypeError, op, lambda: ARITHMETIC[op](backend.tensor(x), backend.tensor(y)), dtype)
        return
    (expected,) = rule.dtypes
    assert_equal(backend, run(ARITHMETIC[op], backend.tensor(x), backend.tensor(y)), by_numpy(ARITHMETIC[op], x, y), dtype=expected)


@pytest.mark.parametrize("scalar", [2, 3.5, -2, True])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("op", ARITHMETIC)
def test_floats_with_a_python_scalar(backend: TestBackend, op: str, dtype: str, scalar: float) -> None:
    array = np.array([[0.5, 1, 2], [1.5, 3, 4]], dtype)
    t, expected_dtype = backend.tensor(array), dtype_on(backend, dtype)
    plain = int(scalar) if scalar is True else scalar  # NumPy's own bools are refused in places; True is 1 beside numbers
    assert_equal(backend, run(ARITHMETIC[op], t, scalar), by_numpy(ARITHMETIC[op], array, plain), dtype=expected_dtype)
    if not (op == "pow" and scalar == -2):
        assert_equal(backend, run(ARITHMETIC[op], scalar, t), by_numpy(ARITHMETIC[op], plain, array), dtype=expected_dtype)


@pytest.mark.parametrize("scalar", [2, 2.5])
@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8"])
@pytest.mark.parametrize("op", ARITHMETIC)
def test_integers_with_a_python_scalar(backend: TestBackend, op: str, dtype: str, scalar: float) -> None:
    array = np.array([1, 2, 3], dtype)
    t = backend.tensor(array)
    for operands, arrays in (((t, scalar), (array, scalar)), ((scalar, t), (scalar, array))):
        names = [kind(o) if o is scalar else dtype_on(backend, dtype) for o in operands]
        rule = result(op, backend.name, *names, ranks=(1, 1))
        if rule.refused:
            assert backend.name == "tensorflow"
            assert_refuses(backend, TypeError, op, lambda operands=operands: ARITHMETIC[op](*operands), dtype, str(scalar))
        else:
            (expected,) = rule.dtypes
            assert_equal(backend, run(ARITHMETIC[op], *operands), by_numpy(ARITHMETIC[op], *arrays), dtype=expected)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("op", [*ARITHMETIC, *COMPARISONS])
def test_shapes(backend: TestBackend, op: str, shape: tuple[int, ...]) -> None:
    function = {**ARITHMETIC, **COMPARISONS}[op]
    array = np.arange(1, 1 + int(np.prod(shape))).reshape(shape).astype(np.float32)
    t = backend.tensor(array)
    assert_equal(backend, run(function, t, t), by_numpy(function, array, array))
    assert_equal(backend, run(function, t, 2.0), by_numpy(function, array, 2.0))
    assert_equal(backend, run(function, t, backend.tensor(2, "float32")), by_numpy(function, array, np.float32(2)))


@pytest.mark.parametrize("op", ARITHMETIC)
def test_nan_inf_and_zero(backend: TestBackend, op: str) -> None:
    points = np.array([0, 1, -2.5, INF, -INF, NAN], np.float32)
    x, y = points[:, None], points
    got = run(ARITHMETIC[op], backend.tensor(x), backend.tensor(y))
    assert_equal(backend, got, by_numpy(ARITHMETIC[op], x, y), dtype="float32")


@pytest.mark.parametrize("dtype", ["float32", "int32"])
@pytest.mark.parametrize("op", ["floor_divide", "remainder"])
def test_division_rounds_down(backend: TestBackend, op: str, dtype: str) -> None:
    x, y = np.array([[7], [-7], [6]], dtype), np.array([3, -3], dtype)
    assert_equal(backend, run(ARITHMETIC[op], backend.tensor(x), backend.tensor(y)), by_numpy(ARITHMETIC[op], x, y), dtype=dtype)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32", "complex64", "uint8", "bool"])
def test_signs(backend: TestBackend, dtype: str) -> None:
    array = np.array([[0, 1, 3]], dtype) if dtype in ("uint8", "bool") else np.array([[0, 1, -3]], dtype)
    t = backend.tensor(array)
    assert_equal(backend, +t, array, dtype=dtype_on(backend, dtype))
    for op, function in (("negative", operator.neg), ("abs", abs)):
        rule = result(op, backend.name, dtype_on(backend, dtype))
        if rule.refused:
            assert_refuses(backend, TypeError, op, lambda function=function: function(t), f"{op} on {backend.title}", dtype)
        else:
            (expected,) = rule.dtypes
            assert_equal(backend, function(t), function(array), dtype=expected)
    if dtype == "float32":
        assert np.signbit((-backend.tensor([0.0], "float32")).numpy()).all()


@pytest.mark.parametrize("op", ARITHMETIC)
def test_bool_with_a_float_tensor(backend: TestBackend, op: str) -> None:
    mask, array = np.array([True, False, True]), np.array([1, 2, 3], np.float32)
    t, u = backend.tensor(mask), backend.tensor(array)
    rule = result(op, backend.name, "bool", "float32", ranks=(1, 1))
    assert rule.refused == (backend.name == "tensorflow" or (backend.name == "torch" and op == "subtract"))
    if rule.refused:
        assert_refuses(backend, TypeError, op, lambda: ARITHMETIC[op](t, u), "bool", "float32")
        assert_refuses(backend, TypeError, op, lambda: ARITHMETIC[op](u, t), "bool", "float32")
    else:
        assert_equal(backend, run(ARITHMETIC[op], t, u), by_numpy(ARITHMETIC[op], mask, array), dtype="float32")


def test_bool_times_bool(backend: TestBackend) -> None:
    x, y = np.array([True, True, False]), np.array([True, False, False])
    assert_equal(backend, backend.tensor(x) * backend.tensor(y), x * y, dtype="bool")


def test_bool_times_a_number(backend: TestBackend) -> None:
    t = backend.tensor([True, False])
    if backend.name == "tensorflow":
        for scalar in (1.5, 2):
            assert_refuses(backend, TypeError, "multiply", lambda scalar=scalar: t * scalar, "bool", f"{type(scalar).__name__} {scalar}")
            assert_refuses(backend, TypeError, "multiply", lambda scalar=scalar: scalar * t, "bool", f"{type(scalar).__name__} {scalar}")
    else:
        for scalar in (1.5, 2):
            (expected,) = result("multiply", backend.name, "bool", kind(scalar), ranks=(1, 1)).dtypes
            assert_equal(backend, t * scalar, np.array([scalar, 0]), dtype=expected)
            assert_equal(backend, scalar * t, np.array([scalar, 0]), dtype=expected)


@pytest.mark.parametrize(
    "x, y", [("int32", "float32"), ("int32", "int64"), ("float16", "float32"), ("uint8", "int8"), ("int64", "float16")]
)
@pytest.mark.parametrize("op", ["add", "divide"])
def test_mixed_dtypes(backend: TestBackend, op: str, x: str, y: str) -> None:
    if dtype_on(backend, x) == dtype_on(backend, y):
        return  # one dtype: nothing is mixed
    a, b = np.array([1, 2], x), np.array([4, 2], y)
    rule = result(op, backend.name, dtype_on(backend, x), dtype_on(backend, y), ranks=(1, 1))
    if rule.refused:
        assert backend.name == "tensorflow"
        assert_refuses(backend, TypeError, op, lambda: ARITHMETIC[op](backend.tensor(a), backend.tensor(b)), x, y, "cast first")
        return
    (expected,) = rule.dtypes
    assert_equal(backend, run(ARITHMETIC[op], backend.tensor(a), backend.tensor(b)), by_numpy(ARITHMETIC[op], a, b), dtype=expected)


def test_integers_by_zero(backend: TestBackend) -> None:
    t = backend.tensor([1, 2], "int32")
    if backend.name in ("torch", "tensorflow"):  # the others have a number for it, NumPy with a warning
        for op, call in (("floor_divide", lambda: t // 0), ("remainder", lambda: t % 0)):
            assert_refuses(backend, ZeroDivisionError, op, call, "divide floats")
    assert_equal(backend, run(operator.truediv, t, 0), np.array([INF, INF]))


def test_assignment_operators_make_new_tensors(backend: TestBackend) -> None:
    t = before = backend.tensor([1, 2], "float32")
    t += 1
    t *= 2.0
    assert_equal(backend, t, np.array([4, 6], np.float32), dtype="float32")
    assert before.numpy().tolist() == [1, 2]


# -- matrix products -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("x, y", [((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 4)), ((5, 2, 3), (3, 4)), ((2, 0), (0, 3))])
def test_matmul(backend: TestBackend, rng: np.random.Generator, x: tuple[int, ...], y: tuple[int, ...]) -> None:
    a, b = rng.normal(size=x).astype(np.float32), rng.normal(size=y).astype(np.float32)
    t, u = backend.tensor(a), backend.tensor(b)
    assert_equal(backend, t @ u, a @ b, dtype="float32")
    assert_equal(backend, t @ u.raw, a @ b, dtype="float32")
    if backend.name != NATIVE_LEFT_IS_NATIVE:
        assert_equal(backend, t.raw @ u, a @ b, dtype="float32")


def test_matmul_refuses(backend: TestBackend) -> None:
    t = backend.tensor([1, 2], "float32")
    for call in (lambda: t @ 2.0, lambda: 2.0 @ t):  # type: ignore[operator]  # wrong on purpose
        assert_refuses(backend, TypeError, "matmul", call, "float 2.0", "multiply by a scalar with *")
    assert_refuses(backend, ValueError, "matmul", lambda: t @ backend.tensor([1, 2, 3], "float32"), "make the shapes fit")
    assert_refuses(backend, ValueError, "matmul", lambda: t @ backend.tensor(1, "float32"), "make the shapes fit")


# -- comparisons ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32", "uint8", "bool"])
@pytest.mark.parametrize("op", COMPARISONS)
def test_comparisons_of_one_dtype(backend: TestBackend, op: str, dtype: str) -> None:
    x, y = np.array([[0], [1]], dtype), np.array([0, 1, 1], dtype)
    expected = by_numpy(COMPARISONS[op], x, y)
    assert_equal(backend, run(COMPARISONS[op], backend.tensor(x), backend.tensor(y)), expected, dtype="bool")


@pytest.mark.parametrize("op", COMPARISONS)
def test_comparisons_with_nan_and_inf(backend: TestBackend, op: str) -> None:
    points = np.array([NAN, INF, -INF, 0.0, -0.0], np.float32)
    x, y = points[:, None], points
    got = run(COMPARISONS[op], backend.tensor(x), backend.tensor(y))
    assert_equal(backend, got, by_numpy(COMPARISONS[op], x, y), dtype="bool")
    assert_equal(backend, run(COMPARISONS[op], backend.tensor(points), NAN), by_numpy(COMPARISONS[op], points, NAN), dtype="bool")


@pytest.mark.parametrize(
    "x, a, y, b",
    [
        ("float32", [1, 2.5, -1], "int32", [1, 2, -1]),
        ("float16", [1, 2, 3], "float64", [1, 2.001, 2]),
        ("int8", [-1, 0, 1], "uint8", [255, 0, 1]),
        ("int32", [-1, 0, 2**31 - 1], "uint32", [2**32 - 1, 0, 2**31]),
        ("int16", [0, 1, 2], "bool", [0, 1, 1]),
        ("bool", [0, 1, 1], "float32", [0, 0.5, 1]),
        ("uint16", [0, 1, 65535], "int8", [0, 1, -1]),
    ],
)
@pytest.mark.parametrize("op", COMPARISONS)
def test_comparisons_of_mixed_dtypes(backend: TestBackend, op: str, x: str, a: list[float], y: str, b: list[float]) -> None:
    left, right = np.array(a, x), np.array(b, y)
    t, u = backend.tensor(left), backend.tensor(right)
    assert_equal(backend, run(COMPARISONS[op], t, u), by_numpy(COMPARISONS[op], left, right), dtype="bool")
    assert_equal(backend, run(COMPARISONS[op], u, t), by_numpy(COMPARISONS[op], right, left), dtype="bool")


@pytest.mark.parametrize(
    "dtype, scalar",
    [
        ("uint8", 300),
        ("uint8", -1),
        ("uint8", 1.5),
        ("int8", 128),
        ("int32", 2**40),
        ("int32", -(2**70)),
        ("int32", 0.5),
        ("int32", True),
        ("float32", 1),
        ("float16", 1e6),
        ("bool", 2),
        ("bool", 0.5),
        ("bool", True),
    ],
)
@pytest.mark.parametrize("op", COMPARISONS)
def test_comparisons_with_any_number_are_exact(backend: TestBackend, op: str, dtype: str, scalar: float) -> None:
    array = np.array([0, 1], dtype)
    numbers, function = array.tolist(), COMPARISONS[op]  # Python's, which have no width to overflow
    t = backend.tensor(array)
    assert_equal(backend, run(function, t, scalar), np.array([function(x, scalar) for x in numbers]), dtype="bool")
    assert_equal(backend, run(function, scalar, t), np.array([function(scalar, x) for x in numbers]), dtype="bool")


def test_comparisons_with_complex_numbers(backend: TestBackend) -> None:
    t = backend.tensor([1j, 2], "complex64")
    assert_equal(backend, t == 1j, np.array([True, False]), dtype="bool")
    assert_equal(backend, t != backend.tensor([1, 2], "float32"), np.array([True, False]), dtype="bool")
    assert_equal(backend, backend.tensor([1, 2], "float32") == 1 + 0j, np.array([True, False]), dtype="bool")


NO_NUMBERS: Final[tuple[object, ...]] = (None, "a", object(), [1], (1,), {}, slice(None))


@pytest.mark.parametrize("other", NO_NUMBERS, ids=lambda other: type(other).__name__)
def test_equality_with_what_is_no_number_is_pythons(backend: TestBackend, other: object) -> None:
    t = backend.tensor([1, 2], "float32")
    assert (t == other) is False
    assert (other == t) is False
    assert (t != other) is True
    assert (other != t) is True


@pytest.mark.parametrize("other", [None, "a", [1], (1,)], ids=repr)
@pytest.mark.parametrize("op", ["less", "less_equal", "greater", "greater_equal"])
def test_order_with_what_is_no_number_is_refused(backend: TestBackend, op: str, other: object) -> None:
    t, given = backend.tensor([1, 2], "float32"), f"{backend.title} float32 tensor of shape (2,) with {type(other).__name__}"
    assert_refuses(backend, TypeError, f"{op} on", lambda: COMPARISONS[op](t, other), given)
    assert_refuses(backend, TypeError, f"{MIRRORED[op]} on", lambda: COMPARISONS[op](other, t), given)


def test_tensors_have_no_hash(backend: TestBackend) -> None:
    t = backend.tensor([1, 2], "float32")
    with pytest.raises(TypeError, match=rf"unhashable type: '{backend.leaf.__name__}'"):
        hash(t)
    with pytest.raises(TypeError, match="unhashable type"):
        {t}


@pytest.mark.parametrize("op", [*ARITHMETIC, *COMPARISONS])
def test_shapes_that_do_not_broadcast(backend: TestBackend, op: str) -> None:
    t, wide = backend.tensor([1, 2], "float32"), backend.tensor([1, 2, 3], "float32")
    shapes = (f"{backend.title} float32 tensor of shape (2,)", f"{backend.title} float32 tensor of shape (3,)", "make the shapes fit")
    assert_refuses(backend, ValueError, f"{op} on", lambda: {**ARITHMETIC, **COMPARISONS}[op](t, wide), *shapes)


# -- scalars of other types ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "dtype, scalar",
    [
        ("float32", np.float64(2)),
        ("float16", np.float32(2)),
        ("float32", np.int64(2)),
        ("float32", np.float16(2)),
        ("int32", np.int64(2)),
        ("int32", np.uint8(2)),
        ("int32", np.True_),
        ("uint8", np.int64(2)),
        ("int32", Size.TWO),
        ("float32", Size.TWO),
    ],
)
@pytest.mark.parametrize("op", ["add", "multiply", "subtract", "floor_divide"])
def test_numpys_scalars_and_enums_are_python_scalars(backend: TestBackend, op: str, dtype: str, scalar: Any) -> None:  # Any: see the table
    array, value = np.array([3, 5], dtype), np.array(scalar, dtype)
    t = backend.tensor(array)
    rule = result(op, backend.name, dtype, "py_int", ranks=(1, 1))
    assert rule.dtypes == {dtype}
    assert_equal(backend, run(ARITHMETIC[op], t, scalar), by_numpy(ARITHMETIC[op], array, value), dtype=dtype)
    assert_equal(backend, run(ARITHMETIC[op], scalar, t), by_numpy(ARITHMETIC[op], value, array), dtype=dtype)


@pytest.mark.parametrize("scalar", [np.float64(2), np.int8(2), Size.TWO])
@pytest.mark.parametrize("op", COMPARISONS)
def test_comparisons_with_numpys_scalars_and_enums(backend: TestBackend, op: str, scalar: Any) -> None:  # Any: see the table
    array = np.array([1, 2, 3], np.float32)
    t = backend.tensor(array)
    assert_equal(backend, run(COMPARISONS[op], t, scalar), COMPARISONS[op](array, 2), dtype="bool")
    assert_equal(backend, run(COMPARISONS[op], scalar, t), COMPARISONS[op](2, array), dtype="bool")


def test_a_numpy_scalar_of_a_higher_kind(backend: TestBackend) -> None:
    t = backend.tensor([1, 2], "int32")
    rule = result("multiply", backend.name, "int32", "py_float", ranks=(1, 1))
    if rule.refused:
        assert_refuses(backend, TypeError, "multiply", lambda: t * np.float64(1.5), "int32", "1.5")
    else:
        (expected,) = rule.dtypes
        assert_equal(backend, t * np.float64(1.5), np.array([1.5, 3]), dtype=expected)


# -- native tensors, and those of other frameworks -----------------------------------------------------------------


@pytest.mark.parametrize("op", [*ARITHMETIC, *COMPARISONS])
def test_native_tensors_on_both_sides(backend: TestBackend, op: str) -> None:
    function = {**ARITHMETIC, **COMPARISONS}[op]
    x, y = np.array([[1], [4]], np.float32), np.array([1, 2, 3], np.float32)
    t, u, expected = backend.tensor(x), backend.tensor(y), by_numpy(function, x, y)
    assert_equal(backend, run(function, t, u.raw), expected)
    got = function(t.raw, u)
    if backend.name == NATIVE_LEFT_IS_NATIVE:
        assert backend.is_native(got)
        got = ep.astensor(got)
    assert_equal(backend, got, expected)


def test_a_native_tensor_on_the_left_keeps_the_gradient(gradient_backend: TestBackend) -> None:
    weights = gradient_backend.tensor([2, 3], "float32").raw
    value, gradient = ep.value_and_grad(lambda x: ep.astensor(weights * x).sum(), gradient_backend.tensor([1, 1], "float32"))
    assert value.item() == 5
    assert gradient.numpy().tolist() == [2, 3]


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
def test_a_native_tensor_on_the_left_in_a_tf_function() -> None:
    import tensorflow as tf

    traced: Any = tf.function(lambda x: ep.astensor(tf.constant([2.0, 3.0]) * ep.astensor(x)).raw)  # Any: the stubs lack a type
    assert traced(tf.constant([1.0, 2.0])).numpy().tolist() == [2, 6]


@pytest.mark.parametrize("op", [*ARITHMETIC, *COMPARISONS, "matmul"])
def test_numpy_arrays_on_the_left(backend: TestBackend, op: str) -> None:
    function = {**ARITHMETIC, **COMPARISONS, "matmul": operator.matmul}[op]
    array, t = np.ones(2, np.float32), backend.tensor([1, 2], "float32")
    if backend.name == "numpy":
        assert_equal(backend, run(function, array, t), by_numpy(function, array, t.numpy()))
    else:
        name = MIRRORED.get(op, op)
        assert_refuses(backend, TypeError, f"{name} on", lambda: function(array, t), "NumPy float32 tensor", "different backends")


@pytest.mark.parametrize("foreign", MAKERS)
@pytest.mark.parametrize("op", [*ARITHMETIC, *COMPARISONS, "matmul"])
def test_foreign_tensors_are_refused(backend: TestBackend, foreign: str, op: str) -> None:
    other = MAKERS[foreign]()
    if other.name == backend.name:
        return
    function = {**ARITHMETIC, **COMPARISONS, "matmul": operator.matmul}[op]
    t, u = backend.tensor([1, 2], "float32"), other.tensor([1, 2], "float32")
    both = (f"{backend.title} float32 tensor of shape (2,)", other.title, "different backends")
    assert_refuses(backend, TypeError, f"{op} on {backend.title}", lambda: function(t, u), *both)
    assert_refuses(backend, TypeError, f"{op} on {backend.title}", lambda: function(t, u.raw), *both)
    reflected = "__tf_tensor__" if other.name == "tensorflow" else MIRRORED.get(op, op)
    assert_refuses(backend, TypeError, f"{reflected} on {backend.title}", lambda: function(u.raw, t), *both)


@pytest.mark.parametrize("other", [[1, 2], (1, 2), "1", None, {}], ids=repr)
@pytest.mark.parametrize("op", [*ARITHMETIC, "matmul"])
def test_other_objects_are_refused(backend: TestBackend, op: str, other: object) -> None:
    function = {**ARITHMETIC, "matmul": operator.matmul}[op]
    t, name = backend.tensor([1, 2], "float32"), type(other).__name__
    assert_refuses(backend, TypeError, f"{op} on", lambda: function(t, other), name)
    if not (op == "remainder" and other == "1"):  # "1" % t formats a string
        assert_refuses(backend, TypeError, f"{op} on", lambda: function(other, t), name)


# -- every kind beside every kind ----------------------------------------------------------------------------------

EACH_KIND: Final = ("bool", "uint8", "int32", "float16", "float32", "complex64")
EACH_SCALAR: Final[dict[str, Any]] = {"py_bool": True, "py_int": 3, "py_float": 1.5, "py_complex": 1 + 2j}  # Any: of every kind
PYTORCHS_COMPLEX32: Final = {"float16", "py_complex"}
"""PyTorch gives complex32 here, none of the 15 dtypes; the rules count it as refused."""


def check_kinds(backend: TestBackend, op: str, names: tuple[str, str], operands: tuple[Any, Any], arrays: tuple[Any, Any]) -> None:
    """What NumPy computes in the dtype of the rules, or a refusal where they say so."""  # Any above: Tensors, arrays and scalars
    rule = result(op, backend.name, *names, ranks=(1, 1))
    if rule.refused:
        if backend.name != "torch" or set(names) != PYTORCHS_COMPLEX32:
            assert_refuses(backend, TypeError, f"{op} on", lambda: ARITHMETIC[op](*operands))
        return
    (dtype,) = rule.dtypes
    x, y = (np.asarray(array).astype(dtype) for array in arrays)
    assert_equal(backend, run(ARITHMETIC[op], *operands), by_numpy(ARITHMETIC[op], x, y).astype(dtype), dtype=dtype)


@pytest.mark.parametrize("x", EACH_KIND)
@pytest.mark.parametrize("op", ARITHMETIC)
def test_each_kind_of_tensor_beside_each_kind(backend: TestBackend, op: str, x: str) -> None:
    a = np.array([1, 3, 2]).astype(x)
    for y in EACH_KIND:
        b = np.array([2, 3, 1]).astype(y)
        check_kinds(backend, op, (x, y), (backend.tensor(a), backend.tensor(b)), (a, b))


@pytest.mark.parametrize("dtype", EACH_KIND)
@pytest.mark.parametrize("op", ARITHMETIC)
def test_each_kind_of_scalar_on_either_side(backend: TestBackend, op: str, dtype: str) -> None:
    array = np.array([1, 3, 2]).astype(dtype)
    t = backend.tensor(array)
    for name, scalar in EACH_SCALAR.items():
        check_kinds(backend, op, (dtype, name), (t, scalar), (array, scalar))
        check_kinds(backend, op, (name, dtype), (scalar, t), (scalar, array))


@pytest.mark.parametrize("dtype", ["int32", "float32", "complex64"])
@pytest.mark.parametrize(
    "scalar, plain",
    [
        *((kind_(1.5), 1.5) for kind_ in (np.float16, np.float64, ml_dtypes.bfloat16, type("Float", (float,), {}))),
        *((kind_(1 + 2j), 1 + 2j) for kind_ in (np.complex64, np.complex128, type("Complex", (complex,), {}))),
        (np.True_, True),
    ],
    ids=lambda scalar: type(scalar).__name__,
)
@pytest.mark.parametrize("op", ["subtract", "divide", "pow", "equal", "less"])
def test_one_meaning_for_all_scalars_of_a_kind(backend: TestBackend, op: str, scalar: Any, plain: Any, dtype: str) -> None:  # Any: as above
    function, t = {**ARITHMETIC, **COMPARISONS}[op], backend.tensor([1, 3, 2], dtype)
    uses: list[Callable[[Any], ep.Tensor]] = [lambda value: run(function, t, value), lambda value: run(function, value, t)]
    for use in uses:
        try:
            expected = use(plain)
        except TypeError:
            with pytest.raises(TypeError, match=rf"on {backend.title}: .*Cure: "):
                use(scalar)
        else:
            assert_equal(backend, use(scalar), expected.numpy(), dtype=backend.dtype(expected))


@pytest.mark.parametrize("ranked, zero_dim", [("float32", "float64"), ("float16", "float32"), ("int32", "float32"), ("float32", "int32")])
@pytest.mark.parametrize("op", ["add", "multiply", "divide"])
def test_a_0d_tensor_beside_a_ranked_one(backend: TestBackend, op: str, ranked: str, zero_dim: str) -> None:
    t, u = backend.tensor([2, 3], ranked), backend.tensor(2, zero_dim)
    for x, y, ranks in ((t, u, (1, 0)), (u, t, (0, 1))):
        rule = result(op, backend.name, backend.dtype(x), backend.dtype(y), ranks=ranks)
        if rule.refused:
            assert_refuses(backend, TypeError, f"{op} on", lambda x=x, y=y: ARITHMETIC[op](x, y), ranked, zero_dim)
        else:
            (dtype,) = rule.dtypes
            expected = by_numpy(ARITHMETIC[op], x.numpy().astype(np.float64), y.numpy().astype(np.float64)).astype(dtype)
            assert_equal(backend, run(ARITHMETIC[op], x, y), expected, dtype=dtype)


@pytest.mark.parametrize("op", COMPARISONS)
def test_integers_of_different_widths_compare_exactly_at_their_ends(backend: TestBackend, op: str) -> None:
    dtypes = ("int8", "int16", "int32", "uint8", "uint16", "uint32")
    ends = {d: [v for v in (np.iinfo(d).min, -1, 0, np.iinfo(d).max) if v >= np.iinfo(d).min] for d in dtypes}
    for x, y in itertools.permutations(dtypes, 2):
        pairs = list(itertools.product(ends[x], ends[y]))
        t, u = backend.tensor([a for a, _ in pairs], x), backend.tensor([b for _, b in pairs], y)
        assert_equal(backend, run(COMPARISONS[op], t, u), np.array([COMPARISONS[op](a, b) for a, b in pairs]), dtype="bool")


def test_the_floor_is_that_of_the_exact_quotient(backend: TestBackend) -> None:
    assert (backend.tensor([1], "float32") // 0.1).numpy().tolist() == [9]  # the rounded quotient is 10


# -- known faults: each says by failing that it has been mended -----------------------------------------------------


def expected_fault(request: pytest.FixtureRequest, *names: str, reason: str) -> None:
    """The test fails on these backends; strictly, so that it is noticed when it does not."""
    if request.getfixturevalue("backend").name in names:
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True, raises=(AssertionError, ValueError)))


def test_integers_have_no_negative_powers_in_a_tensor(backend: TestBackend, request: pytest.FixtureRequest) -> None:
    expected_fault(request, "torch", "jax", reason="PyTorch gives 0 and JAX arbitrary numbers, where the docstring promises ValueError")
    t = backend.tensor([2, 3], "int32")
    assert_refuses(backend, ValueError, "pow", lambda: t ** backend.tensor([-1, -1], "int32"), "negative")


@pytest.mark.parametrize("exponent", [0, 1, 2, 3])
def test_the_dtype_of_a_power_of_bool_does_not_depend_on_the_exponent(backend: TestBackend, exponent: int) -> None:
    t, rule = backend.tensor([True, False]), result("pow", backend.name, "bool", "py_int", ranks=(1, 1))
    if rule.refused:
        assert_refuses(backend, TypeError, "pow", lambda: t**exponent, "bool")
    else:
        assert {backend.dtype(t**exponent)} == rule.dtypes


@pytest.mark.parametrize("op", COMPARISONS)
def test_bools_compare_with_integers_of_any_size(backend: TestBackend, op: str, request: pytest.FixtureRequest) -> None:
    expected_fault(request, "numpy", "jax", reason="OverflowError for a bool tensor alone; integer tensors of any width compare")
    t = backend.tensor([False, True])
    assert_equal(backend, run(COMPARISONS[op], t, 2**70), np.array([COMPARISONS[op](x, 2**70) for x in (0, 1)]), dtype="bool")


def test_zeros_of_either_sign_are_different_divisors(backend: TestBackend, request: pytest.FixtureRequest) -> None:
    expected_fault(request, "tensorflow", reason="TensorFlow caches scalars by equality: whichever zero comes first stands for both")
    t = backend.tensor([1], "float32")
    assert [run(operator.truediv, t, zero).item() for zero in (0.0, -0.0)] == [INF, -INF]
