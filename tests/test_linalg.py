"""Matrices and losses, against NumPy and closed forms."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as hnp

import eagertyped as ep
from eagertyped._rules import result
from tests.backends import MAKERS, Array, TestBackend
from tests.compare import assert_equal, assert_refuses, dtype_on
from tests.properties import examples

SHAPES = [
    ((2, 3), (3, 4)),
    ((3,), (3,)),
    ((3,), (3, 4)),
    ((2, 3), (3,)),
    ((5, 2, 3), (3, 4)),
    ((5, 2, 3), (5, 3, 1)),
    ((2, 1, 2, 3), (5, 3, 4)),
    ((0, 3), (3, 2)),
    ((2, 0), (0, 3)),
    ((5, 2, 3), (3,)),
    ((3,), (5, 3, 2)),
]


@pytest.mark.parametrize("x, y", SHAPES)
@pytest.mark.parametrize("dtype", ["float32", "int32", "complex64"])
def test_matmul(backend: TestBackend, rng: np.random.Generator, x: tuple[int, ...], y: tuple[int, ...], dtype: str) -> None:
    a, b = rng.integers(-3, 4, size=x).astype(dtype), rng.integers(-3, 4, size=y).astype(dtype)
    t, u = backend.tensor(a), backend.tensor(b)
    for got in (t @ u, t.matmul(u), ep.matmul(t, u)):
        assert_equal(backend, got, a @ b, dtype=dtype)


def test_matmul_with_a_native_tensor_on_the_left(backend: TestBackend) -> None:
    a = np.ones((2, 2), np.float32)
    assert_equal(backend, backend.tensor(a).__rmatmul__(backend.tensor(a)), a @ a)


def test_matmul_refuses(backend: TestBackend) -> None:
    t = backend.tensor(np.ones((2, 3), np.float32))
    assert_refuses(backend, ValueError, "matmul", lambda: t @ t, "(2, 3)")
    assert_refuses(backend, ValueError, "matmul", lambda: t @ backend.tensor(1.0, "float32"))
    assert_refuses(backend, TypeError, "matmul", lambda: t @ 2, "int 2")  # type: ignore[operator]  # wrong on purpose
    assert_refuses(backend, TypeError, "matmul", lambda: t.matmul(2), "int 2")  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("shape", [(3, 3), (2, 3, 3), (1, 1), (2, 2, 4, 4)])
@pytest.mark.parametrize("dtype", ["float32", "complex64"])
def test_inv_and_slogdet(backend: TestBackend, rng: np.random.Generator, shape: tuple[int, ...], dtype: str) -> None:
    array = (rng.normal(size=shape) + 3 * np.eye(shape[-1])).astype(dtype)
    t = backend.tensor(array)
    inverse = np.linalg.inv(array.astype(np.complex128 if dtype == "complex64" else np.float64)).astype(dtype)
    np.testing.assert_allclose(np.asarray(t.inv()), inverse, rtol=1e-3, atol=1e-4)
    assert backend.dtype(ep.inv(t)) == dtype
    sign, logabsdet = t.slogdet()
    expected = np.linalg.slogdet(array)
    np.testing.assert_allclose(np.asarray(sign), expected.sign, rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(np.asarray(logabsdet), expected.logabsdet, rtol=1e-3, atol=1e-4)
    (real,) = result("slogdet.logabsdet", backend.name, dtype).dtypes
    assert (backend.dtype(sign), backend.dtype(logabsdet)) == (dtype, real)
    assert ep.slogdet(t)[0].shape == shape[:-2]


def test_singular_matrices(backend: TestBackend) -> None:
    t = backend.tensor(np.zeros((2, 2), np.float32))
    sign, logabsdet = t.slogdet()
    assert (sign.item(), logabsdet.item()) == (0, -np.inf)
    if backend.name == "jax":  # it cannot look at values
        assert not np.isfinite(t.inv().numpy()).all()
    else:
        assert_refuses(backend, np.linalg.LinAlgError, "inv", t.inv)


@pytest.mark.parametrize("op", ["inv", "slogdet"])
@pytest.mark.parametrize("shape", [(2, 3), (4,), ()])
def test_square_matrices_only(backend: TestBackend, op: str, shape: tuple[int, ...]) -> None:
    t = backend.tensor(np.ones(shape, np.float32))
    assert_refuses(backend, ValueError, op, getattr(t, op), "square")


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_softmax_and_its_logarithm(backend: TestBackend, rng: np.random.Generator, axis: int) -> None:
    array = rng.normal(size=(2, 3, 4)).astype(np.float32)
    exponentials = np.exp(array.astype(np.float64))
    expected = exponentials / exponentials.sum(axis=axis, keepdims=True)
    t = backend.tensor(array)
    assert_equal(backend, t.softmax(axis), expected.astype(np.float32), dtype="float32")
    assert_equal(backend, ep.softmax(t, axis=axis), expected.astype(np.float32))
    assert_equal(backend, t.log_softmax(axis), np.log(expected).astype(np.float32), dtype="float32")
    assert_equal(backend, ep.log_softmax(t, axis=axis), np.log(expected).astype(np.float32))


def test_softmax_does_not_overflow(backend: TestBackend) -> None:
    t = backend.tensor([1e4, 1e4, -1e4], "float32")
    assert_equal(backend, t.softmax(), np.array([0.5, 0.5, 0], np.float32))
    assert_equal(backend, t.log_softmax(), np.array([np.log(0.5), np.log(0.5), -2e4 + np.log(0.5)], np.float32))
    assert_refuses(backend, ValueError, "softmax", backend.tensor(1.0, "float32").softmax, "0-d")
    assert_refuses(backend, ValueError, "log_softmax", lambda: t.log_softmax(1), "axis 1")


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64"])
@pytest.mark.parametrize("logits_dtype", ["float32", "float16"])
def test_crossentropy(backend: TestBackend, rng: np.random.Generator, dtype: str, logits_dtype: str) -> None:
    logits, labels = rng.normal(size=(4, 3)).astype(logits_dtype), np.array([0, 2, 1, 1], dtype)
    log_p = logits.astype(np.float64) - np.log(np.exp(logits.astype(np.float64)).sum(axis=1, keepdims=True))
    expected = -log_p[np.arange(4), labels]
    got = backend.tensor(logits).crossentropy(backend.tensor(labels))
    assert_equal(backend, got, expected.astype(logits_dtype), dtype=logits_dtype)
    assert_equal(backend, ep.crossentropy(backend.tensor(logits), backend.tensor(labels)), expected.astype(logits_dtype))


def test_crossentropy_refuses(backend: TestBackend) -> None:
    logits, labels = backend.tensor(np.ones((4, 3), np.float32)), backend.tensor([0, 1, 2, 0])
    assert_refuses(backend, ValueError, "crossentropy", lambda: logits[0].crossentropy(labels), "(n, k)")
    assert_refuses(backend, ValueError, "crossentropy", lambda: logits.crossentropy(labels[:2]), "(2,)")
    assert_refuses(backend, TypeError, "crossentropy", lambda: logits.crossentropy(labels.float32()), "integer tensor")
    assert_refuses(backend, TypeError, "crossentropy", lambda: logits.astype(ep.int32).crossentropy(labels), "floating")


# -- products at their edges -------------------------------------------------------------------------------------------


@st.composite
def factors(draw: st.DrawFn) -> tuple[Array, Array]:
    """Two arrays of small integers that have a matrix product."""
    shapes = draw(hnp.mutually_broadcastable_shapes(signature="(n?,k),(k,m?)->(n?,m?)", max_dims=2, min_side=0, max_side=3))
    x, y = shapes.input_shapes
    elements = st.integers(-4, 4)
    return draw(hnp.arrays(np.float32, x, elements=elements)), draw(hnp.arrays(np.float32, y, elements=elements))


@examples(60)
@given(pair=factors())
def test_any_matmul(backend: TestBackend, pair: tuple[Array, Array]) -> None:
    x, y = pair
    assert_equal(backend, backend.tensor(x) @ backend.tensor(y), np.asarray(x @ y), dtype="float32")


@pytest.mark.parametrize(
    "x, y", [((), (3,)), ((3,), ()), ((3,), (2,)), ((2, 3), (2,)), ((2,), (3, 2)), ((2, 2, 3), (3, 3, 2)), ((2, 0), (1, 2))]
)
def test_matmul_of_shapes_that_do_not_fit(backend: TestBackend, x: tuple[int, ...], y: tuple[int, ...]) -> None:
    t, u = backend.tensor(np.ones(x, np.float32)), backend.tensor(np.ones(y, np.float32))
    for call in (lambda: t @ u, lambda: ep.matmul(t, u)):
        assert_refuses(backend, ValueError, "matmul", call, f"shape {x}", f"shape {y}")


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int64", "float16", "bfloat16", "float64", "complex64"])
def test_matmul_of_every_dtype(backend: TestBackend, dtype: str) -> None:
    array = np.array([[1, 0, 1], [2, 3, 0]])
    t = backend.tensor(array, "float32" if dtype == "bfloat16" else dtype)
    t = t.astype(ep.bfloat16) if dtype == "bfloat16" else t
    if result("matmul", backend.name, dtype_on(backend, dtype), dtype_on(backend, dtype)).refused:
        assert_refuses(backend, TypeError, "matmul", lambda: t @ t.T, dtype)
    else:
        expected = (array != 0) @ (array != 0).T if dtype == "bool" else array @ array.T
        assert_equal(backend, t @ t.T, expected, dtype=dtype_on(backend, dtype))


def test_matmul_accumulates_halves_in_more_than_11_bits(backend: TestBackend) -> None:
    ones = backend.tensor(np.ones((1, 4096)), "float16")  # summed one by one in float16 they would stop at 2048
    assert_equal(backend, ones @ ones.T, [[4096]], dtype="float16")


def test_matmul_keeps_nan_and_infinity(backend: TestBackend) -> None:
    with np.errstate(invalid="ignore"):
        t = backend.tensor([[np.inf, 0], [np.nan, 1]], "float32")
        assert_equal(backend, t @ backend.tensor([1, 1], "float32"), [np.inf, np.nan])


def test_matmul_with_native_tensors(backend: TestBackend) -> None:
    array = np.array([[1, 2], [3, 4]], np.float32)
    t, native = backend.tensor(array), backend.native(array)
    assert_equal(backend, t @ native, array @ array)
    assert_equal(backend, ep.matmul(native, t), array @ array)
    for other in (2, 2.5, "2", None, [[1.0, 2.0]]):
        assert_refuses(backend, TypeError, "matmul", lambda other=other: t @ other)
    for other in (2, 2.5):
        assert_refuses(backend, TypeError, "matmul", lambda other=other: other @ t)


def test_matmul_of_two_backends(backend: TestBackend) -> None:
    other = MAKERS["torch" if backend.name == "numpy" else "numpy"]()
    t, foreign = backend.tensor(np.ones((2, 2), np.float32)), other.tensor(np.ones((2, 2), np.float32))
    assert_refuses(backend, TypeError, "matmul", lambda: t @ foreign, other.title, "different backends")


# -- inverses and determinants -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(0, 0), (3, 0, 0), (0, 2, 2)])
def test_inv_and_slogdet_of_nothing(backend: TestBackend, shape: tuple[int, ...]) -> None:
    t = backend.tensor(np.zeros(shape, np.float32))
    assert_equal(backend, t.inv(), np.zeros(shape, np.float32), dtype="float32")
    sign, logabsdet = t.slogdet()
    assert_equal(backend, sign, np.ones(shape[:-2], np.float32), dtype="float32")
    assert_equal(backend, logabsdet, np.zeros(shape[:-2], np.float32), dtype="float32")


def test_slogdet_of_signs(backend: TestBackend) -> None:
    array = np.array([[[2, 0], [0, 3]], [[0, 2], [3, 0]], [[1, 2], [2, 4]]], np.float32)
    sign, logabsdet = backend.tensor(array).slogdet()
    assert_equal(backend, sign, [1, -1, 0])
    assert_equal(backend, logabsdet, np.array([np.log(6), np.log(6), -np.inf], np.float32))


@pytest.mark.parametrize("scale", [1e-30, 1e30])
def test_slogdet_of_determinants_beyond_float32(backend: TestBackend, scale: float) -> None:
    sign, logabsdet = backend.tensor(scale * np.eye(3), "float32").slogdet()  # JAX takes the determinant of smaller matrices than these
    assert_equal(backend, sign, np.float32(1))
    assert_equal(backend, logabsdet, np.float32(3 * np.log(scale)))


def test_one_singular_matrix_in_a_batch(backend: TestBackend) -> None:
    t = backend.tensor(np.stack([np.eye(2), np.zeros((2, 2))]), "float32")
    if backend.name == "jax":
        assert_equal(backend, t.inv()[0], np.eye(2, dtype=np.float32))
        assert not np.isfinite(t.inv()[1].numpy()).all()
    else:
        assert_refuses(backend, np.linalg.LinAlgError, "inv", t.inv, "invertible")
        assert_refuses(backend, ValueError, "inv", lambda: ep.inv(t), "(2, 2, 2)")


@pytest.mark.parametrize("op", ["inv", "slogdet"])
@pytest.mark.parametrize("dtype", ["bool", "int32", "uint8", "float16", "bfloat16", "float64", "complex64"])
def test_matrices_of_every_dtype(backend: TestBackend, op: str, dtype: str) -> None:
    array = np.array([[1, 1], [0, 1]])
    t = backend.tensor(array, "float32" if dtype == "bfloat16" else dtype)
    t = t.astype(ep.bfloat16) if dtype == "bfloat16" else t
    rule = result(op, backend.name, dtype_on(backend, dtype))
    if rule.refused:
        assert_refuses(backend, TypeError, op, getattr(t, op), dtype)
    else:
        (expected,) = rule.dtypes
        got = t.inv() if op == "inv" else t.slogdet()[0]
        assert_equal(backend, got, np.array([[1, -1], [0, 1]]) if op == "inv" else np.array(1), dtype=expected)


# -- softmax and losses at their edges ---------------------------------------------------------------------------------

LARGE = [[1e4, 0, -1e4], [-1e30, -1e30, -1e30], [88, 89, 90], [-np.inf, 0, 1], [-np.inf, -np.inf, 7]]


def log_probabilities(array: Array, axis: int = -1) -> Array:
    """In float64, less their maxima."""
    wide = array.astype(np.float64)
    shifted = wide - wide.max(axis=axis, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True)))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_softmax_of_large_and_missing_logits(backend: TestBackend, dtype: str) -> None:
    array = np.array(LARGE[2:] if dtype == "float16" else LARGE, dtype)
    t, expected = backend.tensor(array), log_probabilities(array)
    assert_equal(backend, t.softmax(), np.exp(expected).astype(dtype), dtype=dtype_on(backend, dtype))
    assert_equal(backend, t.log_softmax(), expected.astype(dtype), dtype=dtype_on(backend, dtype))


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_softmax_of_nan_and_infinity(backend: TestBackend, value: float) -> None:
    with np.errstate(invalid="ignore"):
        t = backend.tensor([value, 0], "float32")
        assert_equal(backend, t.log_softmax(), [np.nan, np.nan])
        got = t.softmax().numpy()
    assert np.isnan(got[0])
    assert np.isnan(got[1]) or backend.name == "tensorflow"  # its kernel for CPUs with oneDNN leaves the others as they are


@pytest.mark.parametrize("op", ["softmax", "log_softmax"])
def test_softmax_of_nothing_and_of_one(backend: TestBackend, op: str) -> None:
    for shape, axis in (((2, 0), 1), ((2, 0), 0), ((0,), -1)):
        assert_equal(backend, getattr(backend.tensor(np.zeros(shape, np.float32)), op)(axis), np.zeros(shape, np.float32), dtype="float32")
    one = getattr(backend.tensor([[5.0], [-3.0]], "float32"), op)()
    assert_equal(backend, one, np.full((2, 1), op == "softmax", np.float32), dtype="float32")


@pytest.mark.parametrize("axis", [0, 3, 6, -1])
def test_softmax_of_seven_axes(backend: TestBackend, rng: np.random.Generator, axis: int) -> None:
    array = rng.normal(size=(2, 1, 2, 3, 1, 2, 3)).astype(np.float32)
    expected = log_probabilities(array, axis)
    assert_equal(backend, backend.tensor(array).softmax(axis), np.exp(expected).astype(np.float32))
    assert_equal(backend, backend.tensor(array).log_softmax(axis), expected.astype(np.float32))


@pytest.mark.parametrize("op", ["softmax", "log_softmax"])
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int32", "bfloat16", "complex64"])
def test_softmax_of_every_dtype(backend: TestBackend, op: str, dtype: str) -> None:
    array = np.array([[1, 0, 1], [100, 101, 0]])  # the differences wrap in int8 and uint8
    t = backend.tensor(array, "float32" if dtype == "bfloat16" else dtype)
    t = t.astype(ep.bfloat16) if dtype == "bfloat16" else t
    rule = result(op, backend.name, dtype)
    if rule.refused:
        assert_refuses(backend, TypeError, op, getattr(t, op), dtype)
    else:
        (expected,) = rule.dtypes
        exact = log_probabilities(array)
        assert_equal(backend, getattr(t, op)(), np.exp(exact) if op == "softmax" else exact, dtype=expected)


@pytest.mark.parametrize("op", ["softmax", "log_softmax"])
@pytest.mark.parametrize(
    "axis, error, text", [(2, ValueError, "axis 2"), (-3, ValueError, "axis -3"), (None, TypeError, "NoneType"), (0.0, TypeError, "0.0")]
)
def test_softmax_takes_one_axis(
    backend: TestBackend, op: str, axis: Any, error: type[Exception], text: str
) -> None:  # Any: wrong on purpose
    t = backend.tensor(np.ones((2, 3), np.float32))
    assert_refuses(backend, error, op, lambda: getattr(t, op)(axis), text)


LABELS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


@pytest.mark.parametrize("dtype", LABELS)
def test_labels_of_every_integer_dtype_give_the_same_loss(backend: TestBackend, rng: np.random.Generator, dtype: str) -> None:
    logits = rng.normal(size=(3, 130)).astype(np.float32)
    labels = np.array([0, 127, 5])
    expected = -log_probabilities(logits)[np.arange(3), labels]
    assert_equal(backend, backend.tensor(logits).crossentropy(backend.tensor(labels, dtype)), expected.astype(np.float32), dtype="float32")


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_crossentropy_keeps_the_dtype_of_the_logits(backend: TestBackend, dtype: str) -> None:
    t = backend.tensor([[1, 3, 2], [0, 0, 0]], "float32").astype(dtype_on(backend, dtype))
    expected = -log_probabilities(np.array([[1, 3, 2], [0, 0, 0]]))[[0, 1], [2, 1]]
    for labels in (backend.tensor([2, 1], "int32"), backend.native(np.array([2, 1], np.int64))):
        assert_equal(backend, t.crossentropy(labels), expected, dtype=dtype_on(backend, dtype))


def test_crossentropy_of_large_logits_and_of_nothing(backend: TestBackend) -> None:
    array = np.array([[1e4, 0], [0, 1e4], [-np.inf, 0]], np.float32)
    got = backend.tensor(array).crossentropy(backend.tensor([1, 1, 1], "int32"))
    assert_equal(backend, got, [1e4, 0, 0])
    empty = backend.tensor(np.zeros((0, 3), np.float32)).crossentropy(backend.tensor([], "int32"))
    assert_equal(backend, empty, np.zeros(0, np.float32), dtype="float32")


@pytest.mark.parametrize("label", [3, 100, -1, -3, -100])
def test_labels_out_of_bounds(backend: TestBackend, label: int) -> None:
    """Also those that mean "ignore" to some, and "from the end" to others."""
    logits = np.array([[1, 2, 3], [0, 0, 0]], np.float32)
    t, labels = backend.tensor(logits), backend.tensor([label, 0], "int32")
    if backend.name == "jax":  # it cannot look at values
        assert_equal(backend, t.crossentropy(labels), np.array([np.nan, np.log(3)], np.float32))
    else:
        assert_refuses(backend, IndexError, "crossentropy", lambda: t.crossentropy(labels), str(label))


def test_crossentropy_takes_integer_tensors(backend: TestBackend) -> None:
    t = backend.tensor(np.ones((2, 3), np.float32))
    for labels in (0, 1.5, [0, 1], True, "0", backend.tensor([True, False]), backend.tensor([0.0, 1.0])):
        assert_refuses(backend, TypeError, "crossentropy", lambda labels=labels: t.crossentropy(labels))
    for dtype in ("int32", "bool", "complex64"):
        whole = backend.tensor(np.ones((2, 3)), dtype)
        assert_refuses(backend, TypeError, "crossentropy", lambda whole=whole: whole.crossentropy(backend.tensor([0, 1], "int32")), dtype)


def kl(p: Array, q: Array, axis: int = -1, keepdims: bool = False) -> Array:
    log_p, log_q = log_probabilities(p, axis), log_probabilities(q, axis)
    return np.asarray((np.exp(log_p) * (log_p - log_q)).sum(axis=axis, keepdims=keepdims))


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("shape", [(4, 3), (1, 3), (4, 1)])
def test_kl_div_with_logits(backend: TestBackend, rng: np.random.Generator, axis: int, keepdims: bool, shape: tuple[int, ...]) -> None:
    p, q = rng.normal(size=(4, 3)).astype(np.float32), rng.normal(size=shape).astype(np.float32)
    q = np.broadcast_to(q, (4, 3)) if shape[axis] == 1 else q  # a distribution over one category is another thing
    got = ep.kl_div_with_logits(backend.tensor(p), backend.tensor(q), axis=axis, keepdims=keepdims)
    assert_equal(backend, got, kl(p, q, axis, keepdims).astype(np.float32), dtype="float32")


def test_kl_div_with_logits_at_its_edges(backend: TestBackend) -> None:
    p, q = np.array([1e4, 0, -1e4], np.float32), np.array([0, 0, 0], np.float32)
    assert_equal(backend, ep.kl_div_with_logits(backend.tensor(p), backend.tensor(q)), np.float32(np.log(3)))
    assert_equal(backend, ep.kl_div_with_logits(backend.tensor(p), backend.tensor(p)), np.float32(0))
    t = backend.tensor(np.ones((2, 3), np.float32))
    assert_refuses(backend, ValueError, "kl_div_with_logits", lambda: ep.kl_div_with_logits(t, t, axis=2), "axis 2")
    assert_refuses(backend, ValueError, "kl_div_with_logits", lambda: ep.kl_div_with_logits(t, t[:, :2]), "(2, 3)", "(2, 2)")
    other = MAKERS["torch" if backend.name == "numpy" else "numpy"]()
    assert_refuses(
        backend, TypeError, "kl_div_with_logits", lambda: ep.kl_div_with_logits(t, other.tensor(np.ones((2, 3), np.float32))), other.title
    )


INF = np.inf


@pytest.mark.parametrize(
    "p, q, expected",
    [
        ([1.0, 1.0, -INF], [0.0, 0.0, 0.0], np.log(1.5)),
        ([1.0, 1.0, -INF], [0.0, 0.0, -INF], 0.0),
        ([0.0, -INF, -INF], [0.0, 0.0, -INF], np.log(2.0)),
        ([0.0, -1e4, -1e4], [0.0, 0.0, -INF], np.log(2.0)),  # a share too small for the dtype
        ([0.0, 0.0, 0.0], [0.0, 0.0, -INF], INF),
        ([-INF, -INF, -INF], [0.0, 0.0, 0.0], np.nan),
    ],
)
def test_kl_div_of_categories_that_are_not_there(backend: TestBackend, p: list[float], q: list[float], expected: float) -> None:
    with np.errstate(invalid="ignore" if np.isnan(expected) else "raise"):  # -inf - (-inf) is NumPy's own business
        got = ep.kl_div_with_logits(backend.tensor(p, np.float32), backend.tensor(q, np.float32))
    assert_equal(backend, got, np.float32(expected))


def test_kl_div_of_two_ranks(backend: TestBackend, rng: np.random.Generator) -> None:
    """The axis is that of the higher rank, on whichever side it stands."""
    p, q = rng.normal(size=3).astype(np.float32), rng.normal(size=(2, 3)).astype(np.float32)
    for axis in (1, -1):
        assert_equal(backend, ep.kl_div_with_logits(backend.tensor(p), backend.tensor(q), axis=axis), kl(p[None], q).astype(np.float32))
        assert_equal(backend, ep.kl_div_with_logits(backend.tensor(q), backend.tensor(p), axis=axis), kl(q, p[None]).astype(np.float32))
    few = backend.tensor(q[:, :1])
    for axis, other in ((0, backend.tensor(q)), (-1, few)):
        refused = partial(ep.kl_div_with_logits, backend.tensor(p), other, axis=axis)
        assert_refuses(backend, ValueError, "kl_div_with_logits", refused, "categories", "(3,)", "(2, ")


# -- gradients ---------------------------------------------------------------------------------------------------------

LOSSES: dict[str, Callable[[ep.Tensor], ep.Tensor]] = {
    "matmul": lambda x: (x @ x.T).sum(),
    "vector": lambda x: x[0] @ x @ x[1],
    "inv": lambda x: x.inv().square().sum(),
    "slogdet": lambda x: x.slogdet()[1],
    "softmax": lambda x: x.softmax().square().sum(),
    "log_softmax": lambda x: (x.log_softmax(0) * x).sum(),
    "crossentropy": lambda x: (x.crossentropy(x.arange(3)) * x[0]).sum(),
    "kl_div_with_logits": lambda x: ep.kl_div_with_logits(x, x.T * 2).sum(),
}


@pytest.mark.parametrize("name", LOSSES)
def test_gradients(gradient_backend: TestBackend, rng: np.random.Generator, name: str) -> None:
    """Against central differences of the same loss on NumPy in float64."""
    array = rng.normal(size=(3, 3)) + 2 * np.eye(3)
    loss = LOSSES[name]
    value, grad = ep.value_and_grad(loss, gradient_backend.tensor(array, "float32"))
    numpy = MAKERS["numpy"]()

    def at(shifted: Array) -> float:
        return float(loss(numpy.tensor(shifted)))

    steps = 1e-5 * np.eye(9).reshape(9, 3, 3)
    expected = np.array([(at(array + step) - at(array - step)) / 2e-5 for step in steps]).reshape(3, 3)
    np.testing.assert_allclose(float(value), at(array), rtol=1e-4)
    np.testing.assert_allclose(np.asarray(grad), expected, rtol=1e-3, atol=1e-4)
