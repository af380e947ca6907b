"""Matrices and losses, against NumPy and closed forms."""

from __future__ import annotations

import numpy as np
import pytest

import eagertyped as ep
from eagertyped._rules import result
from tests.backends import TestBackend
from tests.compare import assert_equal, assert_refuses

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
    assert_refuses(backend, TypeError, "crossentropy", lambda: logits.crossentropy(labels.float32()), "integers")
    assert_refuses(backend, TypeError, "crossentropy", lambda: logits.astype(ep.int32).crossentropy(labels), "floating")
