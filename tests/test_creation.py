"""New tensors: values, dtype and device of the tensor that they are made from."""

from __future__ import annotations

import enum
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, strategies as st

import eagertyped as ep
from eagertyped._rules import result
from tests import moves
from tests.backends import MAKERS, TestBackend
from tests.compare import assert_equal, assert_moved, assert_refuses, dtype_on
from tests.index_keys import arange
from tests.programs import output, untyped
from tests.properties import examples

DTYPES = ("float32", "float64", "float16", "int32", "uint8", "bool", "complex64")


@pytest.mark.parametrize("shape", [3, (2, 3), (), (0,), [2, 1], (np.int32(2),)])
@pytest.mark.parametrize("dtype", DTYPES)
def test_constants(backend: TestBackend, dtype: str, shape: Any) -> None:  # Any: every form of a shape
    t = backend.tensor([1, 0], dtype)
    name = dtype_on(backend, dtype)
    assert_equal(backend, t.zeros(shape), np.zeros(shape, dtype), dtype=name)
    assert_equal(backend, ep.ones(t, shape), np.ones(shape, dtype), dtype=name)
    assert_equal(backend, t.full(shape, True), np.ones(shape, dtype), dtype=name)


@pytest.mark.parametrize("dtype", DTYPES)
def test_likes(backend: TestBackend, dtype: str) -> None:
    t = backend.tensor([[1, 0, 1]], dtype)
    name = dtype_on(backend, dtype)
    for got, value in ((t.zeros_like(), 0), (ep.zeros_like(t), 0), (t.ones_like(), 1), (ep.ones_like(t), 1), (t.full_like(True), 1)):
        assert_equal(backend, got, np.full((1, 3), value, dtype), dtype=name)


@pytest.mark.parametrize("dtype, value", [("float32", 2), ("float32", 2.5), ("int32", 7), ("complex64", 1j), ("float16", float("inf"))])
def test_full(backend: TestBackend, dtype: str, value: complex) -> None:
    t = backend.tensor([1], dtype)
    for got in (t.full((2, 2), value), ep.full(t, (2, 2), value), t.full((2, 2), backend.tensor(value, dtype))):
        assert_equal(backend, got, np.full((2, 2), value, dtype), dtype=dtype)
    assert_equal(backend, ep.full_like(t, value), np.full(1, value, dtype), dtype=dtype)


@pytest.mark.parametrize("dtype, value", [("int32", 1.5), ("bool", 2), ("float32", 1j)])
def test_a_value_is_never_truncated(backend: TestBackend, dtype: str, value: complex) -> None:
    t = backend.tensor([1], dtype)
    assert_refuses(backend, TypeError, "full", lambda: t.full(2, value), "truncated")
    assert_refuses(backend, TypeError, "full_like", lambda: t.full_like(value), "truncated")


@pytest.mark.parametrize("value", [300, -1])
def test_a_value_that_the_dtype_cannot_hold(backend: TestBackend, value: int) -> None:
    assert_refuses(backend, ValueError, "full", lambda: backend.tensor([1], "uint8").full(2, value))


def test_bad_shapes_and_values(backend: TestBackend) -> None:
    t = backend.tensor([1.0], "float32")
    assert_refuses(backend, ValueError, "zeros", lambda: t.zeros((2, -1)), "(2, -1)")
    assert_refuses(backend, ValueError, "uniform", lambda: t.uniform(-1), "-1")
    assert_refuses(backend, TypeError, "ones", lambda: t.ones(1.5), "float 1.5")  # type: ignore[arg-type]  # wrong on purpose
    assert_refuses(backend, ValueError, "full", lambda: t.full(2, t), "0-d")


@pytest.mark.parametrize("arguments", [(5,), (2, 5), (0, 10, 3), (5, 0, -2), (5, 2), (0,), (-3, 3, 2)])
def test_arange(backend: TestBackend, arguments: tuple[int, ...]) -> None:
    t = backend.tensor([1.0], "float32")
    (dtype,) = result("arange", backend.name, "float32").dtypes
    assert_equal(backend, t.arange(*arguments), np.arange(*arguments), dtype=dtype)
    assert_equal(backend, ep.arange(t, *arguments), np.arange(*arguments), dtype=dtype)


def test_arange_refuses(backend: TestBackend) -> None:
    t = backend.tensor([1.0], "float32")
    assert_refuses(backend, TypeError, "arange", lambda: t.arange(0, 1, 0.5), "0.5")  # type: ignore[arg-type]  # wrong on purpose
    assert_refuses(backend, ValueError, "arange", lambda: t.arange(0, 5, 0), "step")


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("shape", [3000, (30, 100)])
def test_uniform_and_normal(backend: TestBackend, dtype: str, shape: Any) -> None:  # Any: every form of a shape
    t = backend.tensor([1], dtype)
    drawn = t.uniform(shape, 2.0, 4.0)
    values = drawn.numpy().astype(np.float64)
    assert (drawn.shape, backend.dtype(drawn)) == (values.shape, dtype)
    assert values.size == 3000
    assert values.min() >= 2
    assert values.max() < 4 or dtype == "float16"
    assert abs(values.mean() - 3) < 0.1  # the deviation of the mean is 0.011
    drawn = ep.normal(t, shape, mean=1.0, stddev=2.0)
    values = drawn.numpy().astype(np.float64)
    assert backend.dtype(drawn) == dtype
    assert abs(values.mean() - 1) < 0.3  # 0.037
    assert abs(values.std() - 2) < 0.3
    assert not np.array_equal(t.normal(9).numpy(), t.normal(9).numpy())
    assert ep.uniform(t, 3).shape == (3,)


def test_random_numbers_are_floating(backend: TestBackend) -> None:
    t = backend.tensor([1], "int32")
    assert_refuses(backend, TypeError, "uniform", lambda: t.uniform(3), "int32")
    assert_refuses(backend, TypeError, "normal", lambda: t.normal(3), "int32")


@pytest.mark.parametrize("dtype", [*DTYPES, "int64", "int8"])
@pytest.mark.parametrize("shape", [(2, 3), (), (0, 2)])
def test_from_numpy(backend: TestBackend, dtype: str, shape: tuple[int, ...]) -> None:
    array = np.ones(shape, dtype)
    t = backend.tensor([1.0], "float32")
    assert_equal(backend, t.from_numpy(array), array, dtype=dtype_on(backend, dtype))
    assert_equal(backend, ep.from_numpy(t, array), array, dtype=dtype_on(backend, dtype))


def test_from_numpy_takes_any_strides_and_shares_nothing(backend: TestBackend) -> None:
    t = backend.tensor([1.0], "float32")
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    expected = array[:, ::-1].T.copy()
    got = t.from_numpy(array[:, ::-1].T)
    array[:] = -1
    assert_equal(backend, got, expected)
    swapped = np.arange(3, dtype=np.float32).astype(">f4")
    assert_equal(backend, t.from_numpy(swapped), np.arange(3, dtype=np.float32))
    frozen = np.ones(2, np.float32)
    frozen.flags.writeable = False
    assert_equal(backend, t.from_numpy(frozen), frozen)


@pytest.mark.parametrize("array", [np.array(["a"]), np.array([None]), np.array(["2020"], "datetime64[D]")])
def test_from_numpy_wants_numbers(backend: TestBackend, array: Any) -> None:  # Any: no numbers
    t = backend.tensor([1.0], "float32")
    assert_refuses(backend, TypeError, "from_numpy", lambda: t.from_numpy(array), "no numbers")


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
def test_jax_without_x64_refuses_what_does_not_fit() -> None:
    t = ep.jax.numpy.zeros(1)
    assert t.from_numpy(np.array([2**31 - 1])).item() == 2**31 - 1
    with pytest.raises(ValueError, match=r"from_numpy on JAX: .*Cure:.*jax_enable_x64"):
        t.from_numpy(np.array([2**40]))


# -- every dtype, value and form of shape ------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", moves.DTYPES)
@moves.over(moves.CREATING)
def test_every_dtype(backend: TestBackend, move: moves.Move, dtype: str) -> None:
    moves.check_move(backend, move, dtype)


@pytest.mark.parametrize(
    "dtype, value",
    [
        ("float32", np.nan),
        ("float16", 65504),
        ("float64", 1 / 3),
        ("int8", -128),
        ("uint8", 255),
        ("int32", 2**31 - 1),
        ("int64", -(2**63)),
        ("uint64", 2**64 - 1),
        ("bool", False),
        ("complex64", complex(np.inf, -0.0)),
        ("float32", True),
        ("int32", True),
        ("complex64", 1.5),
        ("float32", 2**100),
    ],
)
def test_full_at_the_limits_of_a_dtype(backend: TestBackend, dtype: str, value: complex) -> None:
    if backend.name == "jax" and dtype.endswith("64") and dtype != "complex64":
        dtype, value = dtype_on(backend, dtype), 1  # it has 32 bits here; x64 is tested below
    t = backend.tensor([1], dtype)
    for got in (t.full((2, 1), value), ep.full(t, (2, 1), value)):
        assert_moved(backend, got, np.full((2, 1), value, dtype), dtype=dtype)
    assert_moved(backend, t.full_like(value), np.full(1, value, dtype), dtype=dtype)


def test_full_of_negative_zero(backend: TestBackend) -> None:
    t = backend.tensor([1.0], "float32")
    t.full(1, 0.0)
    sign = np.signbit(t.full(1, -0.0).numpy()).item()
    assert sign or backend.name == "tensorflow"  # which looks constants up by their value, and finds 0.0


@pytest.mark.parametrize("dtype, value", [("uint8", 256), ("uint8", -1), ("int8", -129), ("int32", 2**31), ("int32", -(2**70))])
@pytest.mark.parametrize("op", ["full", "full_like"])
def test_full_of_an_integer_that_the_dtype_cannot_hold(backend: TestBackend, op: str, dtype: str, value: int) -> None:
    t = backend.tensor([1], dtype)
    assert_refuses(backend, ValueError, op, lambda: t.full(2, value) if op == "full" else t.full_like(value), dtype)


def test_full_of_other_scalars(backend: TestBackend) -> None:
    class Choice(enum.IntEnum):
        THREE = 3

    whole, half = backend.tensor([1], "int32"), backend.tensor([1], "float16")
    values: list[Any] = [Choice.THREE, np.int64(3), np.array(3, np.uint8), backend.tensor(3, "int32"), backend.native(np.array(3, np.int8))]
    for value in values:  # Any: not all declared
        if not isinstance(value, np.ndarray) or backend.name == "numpy":  # an array of another framework is no scalar
            assert_equal(backend, whole.full(2, value), [3, 3], dtype="int32")
            assert_equal(backend, half.full_like(value), [3], dtype="float16")
    wrong: list[Any] = ["3", None, [3], np.float32(3), 3.0, backend.tensor(3.0, "float32")]  # Any: wrong on purpose
    for value in wrong:
        assert_refuses(backend, TypeError, "full", lambda value=value: whole.full(2, value), "int32")


@pytest.mark.parametrize("op", ["zeros", "ones", "full", "uniform", "normal"])
def test_shapes_of_every_form(backend: TestBackend, op: str) -> None:
    t, two = backend.tensor([1.0], "float32"), backend.tensor(2, "int32")
    value = {"full": (1.5,)}.get(op, ())
    forms: list[tuple[Any, tuple[int, ...]]] = [  # Any: not all declared
        (2, (2,)),
        (np.int64(2), (2,)),
        ((), ()),
        ([], ()),
        ([2, 0], (2, 0)),
        ((two, 3), (2, 3)),
        ((two.raw, np.uint8(3)), (2, 3)),
        (range(2, 4), (2, 3)),
        (t.zeros((2, 3)).shape, (2, 3)),
    ]
    for form, shape in forms:
        got = getattr(t, op)(form, *value)
        assert type(got) is backend.leaf
        assert (got.shape, backend.dtype(got)) == (shape, "float32")
    for wrong in (2.0, "2", None, True, (2, None), np.array([2, 3]), ((2, 3),)):
        assert_refuses(backend, TypeError, op, lambda wrong=wrong: getattr(t, op)(wrong, *value), "integers")
    for negative in (-1, (2, -1), (0, -3)):
        assert_refuses(backend, ValueError, op, lambda negative=negative: getattr(t, op)(negative, *value), "negative")


def test_new_numpy_arrays_are_writable_and_own_their_memory() -> None:
    t = MAKERS["numpy"]().tensor([[1.0, 2.0]], "float32")
    source = np.ones(3, np.float32)
    source.flags.writeable = False
    for got in (t.zeros(2), t.ones_like(), t.full(2, 1.5), t.full((2, 2), t[0, 0]), t.full_like(3), t.from_numpy(source), t.arange(3)):
        assert got.raw.flags.writeable
        assert got.raw.flags.owndata
        got.raw[...] = 7
    assert source.tolist() == [1, 1, 1]


# -- arange ------------------------------------------------------------------------------------------------------------


@examples(30)
@given(start=st.integers(-9, 9), stop=st.integers(-9, 9), step=st.integers(-4, 4).filter(bool))
def test_any_arange(backend: TestBackend, start: int, stop: int, step: int) -> None:
    (dtype,) = result("arange", backend.name, "float32").dtypes
    assert_equal(backend, backend.tensor([1.0], "float32").arange(start, stop, step), np.arange(start, stop, step), dtype=dtype)


def test_arange_of_other_integers(backend: TestBackend) -> None:
    t, three = backend.tensor([True]), backend.tensor(3, "int32")
    some: list[Any] = [three, np.int8(3), True + 2]  # Any: not all declared
    for stop in some:
        assert_equal(backend, t.arange(stop), [0, 1, 2])
    assert_equal(backend, t.arange(3, None, 2), [0, 2])
    assert_equal(backend, t.arange(2**40, 2**40), np.zeros(0, np.int32))
    wrong: list[Any] = ["3", None, 3.0, np.float32(3), backend.tensor(3.0, "float32"), backend.tensor([3], "int32")]
    for stop in wrong:
        assert_refuses(backend, TypeError, "arange", lambda stop=stop: t.arange(stop), "integers")


@pytest.mark.parametrize("start, count", [(2**31 - 1, 1), (2**31 - 1, 2), (-(2**31), 2), (-(2**31) - 1, 2), (2**62, 2), (2**63, 1)])
def test_arange_up_to_the_limits_of_its_dtype(backend: TestBackend, start: int, count: int) -> None:
    """Beyond them it is refused: another dtype would be no less of a surprise."""
    t = backend.tensor([1.0], "float32")
    (dtype,) = result("arange", backend.name, "float32").dtypes
    limits = np.iinfo(dtype)
    if limits.min <= start and start + count - 1 <= limits.max:
        assert_equal(backend, t.arange(start, start + count), start + np.arange(count), dtype=dtype)
        assert_equal(backend, t.arange(start + count - 1, start - 1, -1), start + np.arange(count)[::-1], dtype=dtype)
    else:
        assert_refuses(backend, ValueError, "arange", lambda: t.arange(start, start + count))


# -- random numbers ----------------------------------------------------------------------------------------------------


def seed(backend: TestBackend, number: int) -> None:
    """The framework's own global seed; JAX has none, and its keys are drawn from NumPy's."""
    if backend.name == "torch":
        untyped("torch").manual_seed(number)
    elif backend.name == "tensorflow":
        untyped("tensorflow").random.set_seed(number)
    else:
        np.random.seed(number)


@pytest.mark.parametrize("op", ["uniform", "normal"])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_random_numbers_are_reproducible(backend: TestBackend, op: str, dtype: str) -> None:
    t = backend.tensor([1.0], "float32").astype(dtype_on(backend, dtype))

    def draw() -> list[Any]:  # Any: nested lists
        return [getattr(t, op)((2, 3)).float32().numpy().tolist() for _ in range(3)]

    seed(backend, 1)
    first = draw()
    assert draw() != first
    seed(backend, 1)
    assert draw() == first
    seed(backend, 2)
    assert draw() != first
    assert first[0] != first[1]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
@pytest.mark.parametrize("low, high", [(0.0, 1.0), (2.0, 4.0), (-1.0, 0.0), (1e-3, 2e-3)])
def test_uniform_includes_low_and_excludes_high(backend: TestBackend, dtype: str, low: float, high: float) -> None:
    """Also where rounding to a narrow dtype would reach it: of 20,000 numbers between 2 and 4 in bfloat16, about 40 do."""
    seed(backend, 0)
    t = backend.tensor([1.0], "float32").astype(dtype)
    drawn = t.uniform(20_000, low, high)
    bounds = backend.tensor([low, high], "float32").astype(dtype)
    assert backend.dtype(drawn) == dtype
    assert (drawn >= bounds[0]).all().item()
    assert (drawn < bounds[1]).all().item()
    assert len(np.unique(drawn.float32().numpy())) > 50


@pytest.mark.parametrize("op", ["uniform", "normal"])
def test_random_numbers_of_64_bits_are_drawn_as_such(backend: TestBackend, op: str) -> None:
    if backend.name != "jax":  # with x64 below
        drawn = getattr(backend.tensor([1.0], "float64"), op)(50).numpy()
        assert drawn.dtype == np.float64
        assert (drawn != drawn.astype(np.float32)).sum() > 40  # a cast from float32 would leave none


def test_parameters_of_the_distributions(backend: TestBackend) -> None:
    t = backend.tensor([1.0], "float32")
    assert_equal(backend, t.uniform(3, 2.0, 2.0), [2, 2, 2], dtype="float32")
    assert_equal(backend, t.normal(3, 2.0, 0.0), [2, 2, 2], dtype="float32")
    assert t.uniform(3, 1, 2).shape == t.normal(3, 1, 2).shape == (3,)  # ints too
    for low, high in ((1.0, 0.0), (np.nan, 1.0), (0.0, np.inf), (-1e308, 1e308 * 1.5)):
        assert_refuses(backend, ValueError, "uniform", lambda low=low, high=high: t.uniform(3, low, high), "finite")
    for stddev in (-1.0, np.nan):
        assert_refuses(backend, ValueError, "normal", lambda stddev=stddev: t.normal(3, 0.0, stddev), str(stddev))
    for dtype in ("int32", "bool", "complex64"):
        other = backend.tensor([1], dtype)
        for op in ("uniform", "normal"):
            assert_refuses(backend, TypeError, op, lambda other=other, op=op: getattr(other, op)(3), dtype)


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
@pytest.mark.parametrize("op", ["uniform", "normal"])
def test_jax_draws_nothing_while_it_traces(op: str) -> None:
    """The numbers would be constants of the program, the same in each run."""
    jax = untyped("jax")
    x = jax.numpy.ones(3)
    closed = ep.astensor(x)

    def from_argument(x: Any) -> Any:  # Any: native tensors
        return getattr(ep.astensor(x), op)(()).raw * x

    def from_constant(x: Any) -> Any:  # Any: native tensors
        return getattr(closed, op)(()).raw * x

    for function in (
        jax.jit(from_argument),
        jax.vmap(from_argument),
        jax.jit(jax.grad(lambda x: from_argument(x).sum())),
        jax.jit(from_constant),
        jax.jit(jax.grad(lambda x: from_constant(x).sum())),
    ):
        with pytest.raises(ValueError, match=rf"{op} .*while JAX traces .*Cure: draw outside"):
            function(x)
    drawn = jax.vmap(from_constant)
    assert drawn(x).tolist() != drawn(x).tolist()  # it runs at once: what it closes over draws fresh numbers
    value, grad = ep.value_and_grad(lambda t: (t * getattr(t, op)(3)).sum(), closed)  # an eager gradient's values are there
    assert value.item() == pytest.approx(float(grad.numpy().sum()))


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
@pytest.mark.parametrize("op", ["uniform", "normal"])
def test_tensorflow_functions_draw_fresh_numbers(op: str) -> None:
    tf = untyped("tensorflow")
    draw: Any = tf.function(lambda x: getattr(ep.astensor(x), op)(5).raw)  # Any: native tensors
    first, second = draw(tf.ones(1)), draw(tf.ones(1))
    assert first.numpy().tolist() != second.numpy().tolist()


# -- from_numpy --------------------------------------------------------------------------------------------------------

PYTHON_NUMBERS: list[Any] = [[True, False], [[1, 2], [3, 4]], (1.5, 2), [1j], 3, 2.5, [], [[], []], [np.nan, np.inf]]
"""Any: nested lists and tuples."""


@pytest.mark.parametrize("values", PYTHON_NUMBERS, ids=str)
def test_python_numbers_in_the_default_dtype(backend: TestBackend, values: Any) -> None:  # Any: as above
    """The dtype that the framework's own constructor gives them."""
    constructors: dict[str, Callable[[], Any]] = {  # Any: native tensors
        "numpy": lambda: np.array(values),
        "torch": lambda: untyped("torch").tensor(values),
        "tensorflow": lambda: untyped("tensorflow").constant(values),
        "jax": lambda: untyped("jax.numpy").array(values),
    }
    got = backend.tensor([1], "float16").from_numpy(values)
    assert_equal(backend, got, np.array(values), dtype=backend.dtype(ep.astensor(constructors[backend.name]())))


def test_arrays_of_every_kind(backend: TestBackend, tmp_path: Path) -> None:
    t = backend.tensor([1.0], "float32")
    base = arange((4, 3))
    base.tofile(tmp_path / "array")
    mapped = np.memmap(tmp_path / "array", np.float32, "r", shape=(4, 3))
    frozen = base.copy()
    frozen.flags.writeable = False
    for array in (base, base.T, base[::-2], base[:, None, 1:], base.astype(">f4"), np.broadcast_to(base[0], (2, 3)), mapped, frozen):
        assert_moved(backend, t.from_numpy(array), np.array(array, np.float32), dtype="float32")
    assert_equal(backend, t.from_numpy(np.float32(2)), np.float32(2), dtype="float32")
    assert_equal(backend, t.from_numpy(np.array(7, np.int8)), np.int8(7), dtype="int8")
    other: Any = backend.tensor([1, 2], "int32")  # Any: not declared, since its __array__ may copy
    assert_equal(backend, t.from_numpy(other), [1, 2], dtype="int32")
    assert_equal(backend, t.from_numpy(np.ones(2, ml_dtypes.bfloat16)), [1, 1], dtype="bfloat16")


def test_from_numpy_shares_no_memory(backend: TestBackend) -> None:
    t = backend.tensor([1.0], "float32")
    for n in (3, *[100_000] * 200):  # JAX reads a large array later on, now and then
        array = np.ones(n, np.float32)
        got = t.from_numpy(array)
        array[:] = -1
        assert (got.numpy() == 1).all()


NO_ARRAYS: list[tuple[Any, type[Exception], str]] = [  # Any: wrong on purpose
    (np.array(["a"]), TypeError, "<U1"),
    (np.array([None]), TypeError, "object"),
    (np.array(["2020"], "M8[D]"), TypeError, "datetime64"),
    (np.array([1], "m8[s]"), TypeError, "timedelta64"),
    (np.zeros(2, np.longdouble), TypeError, "array.astype(np.float64)"),
    (np.zeros(2, [("a", "f4")]), TypeError, "array['name']"),
    (np.zeros(2, "V4"), TypeError, "V4"),
    (np.ma.array([1.0, 2.0], mask=[True, False]), TypeError, "array.filled(value)"),
    (np.ma.array([1.0]), TypeError, "array.filled(value)"),
    ([[1], [1, 2]], ValueError, "inhomogeneous"),
    (["a"], TypeError, "<U1"),
    (None, TypeError, "object"),
    ([2**70], TypeError, "object"),
]


@pytest.mark.parametrize("array, error, text", NO_ARRAYS, ids=lambda x: str(x)[:30])
def test_what_from_numpy_refuses(backend: TestBackend, array: Any, error: type[Exception], text: str) -> None:  # Any: as above
    assert_refuses(backend, error, "from_numpy", lambda: backend.tensor([1.0], "float32").from_numpy(array), text)


@pytest.mark.parametrize("values", [[2**40], [1e300], [1, 2**40], [-(2**31) - 1]])
def test_python_numbers_that_do_not_fit_the_default_dtype(backend: TestBackend, values: list[float]) -> None:
    t = backend.tensor([1.0], "float32")
    (integer,) = result("arange", backend.name, "float32").dtypes
    fits = backend.name == "numpy" or (isinstance(values[-1], int) and integer == "int64")
    if fits:
        assert t.from_numpy(values).numpy().tolist() == values
    else:
        assert_refuses(backend, ValueError, "from_numpy", lambda: t.from_numpy(values), "does not fit")


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
@pytest.mark.parametrize(
    "dtype, value, fits",
    [
        ("int64", 2**31 - 1, True),
        ("int64", 2**31, False),
        ("int64", -(2**31), True),
        ("int64", -(2**31) - 1, False),
        ("uint64", 2**32 - 1, True),
        ("uint64", 2**32, False),
        ("float64", 1 / 3, True),
        ("float64", 3.4e38, True),
        ("float64", 3.5e38, False),
        ("float64", np.inf, True),
        ("float64", np.nan, True),
        ("complex128", 1 / 3 + 1j, True),
        ("complex128", 1e300j, False),
    ],
)
def test_jax_without_x64(dtype: str, value: complex, fits: bool) -> None:
    """A value that is rounded fits, as float32 holds no third either; one that would become another number or infinite does not."""
    backend = MAKERS["jax"]()
    t = backend.tensor([1.0], "float32")
    array = np.array([value, 0], dtype)
    if fits:
        narrow = dtype_on(backend, dtype)
        assert_equal(backend, t.from_numpy(array), array.astype(narrow), dtype=narrow)
    else:
        assert_refuses(backend, ValueError, "from_numpy", lambda: t.from_numpy(array), dtype, "jax_enable_x64")


X64 = """
import jax
jax.config.update("jax_enable_x64", True)
import numpy as np, eagertyped as ep
t = ep.astensor(jax.numpy.ones(2))
assert t.dtype == t.zeros(2).dtype == t.full(2, 1 / 3).dtype == t.uniform(2).dtype == t.normal(2).dtype == "float64"
assert t.full(1, 1 / 3).item() == 1 / 3
assert t.arange(2**40, 2**40 + 2).numpy().tolist() == [2**40, 2**40 + 1] and t.arange(1).dtype == "int64"
for array in (np.array([2**40]), np.array([2**64 - 1], np.uint64), np.array([1e300]), np.array([1e300j])):
    got = t.from_numpy(array)
    assert got.dtype == array.dtype and (got.numpy() == array).all()
assert t.from_numpy([2**40]).item() == 2**40 and t.from_numpy([1.5]).dtype == "float64"
drawn = t.uniform(50).numpy()
assert (drawn != drawn.astype("float32")).sum() > 40
assert t.index_update(t.arange(1), 1 / 3)[0].item() == 1 / 3
assert t.pad(((1, 0),), value=1 / 3)[0].item() == 1 / 3
whole = t.from_numpy(np.zeros(2, np.int64))
assert whole.full(1, -(2**63)).item() == whole.index_update(0, -(2**63))[0].item() == -(2**63)
assert whole.full(1, 2**63 - 1).item() == whole.pad(((1, 0),), value=2**63 - 1)[0].item() == 2**63 - 1
print("kept")
"""


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
def test_jax_with_x64_keeps_64_bits() -> None:
    assert output(X64) == "kept"
