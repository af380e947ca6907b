"""Norms, and the divergence built from softmaxes, against NumPy and closed forms."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from tests.backends import TestBackend
from tests.compare import assert_equal, assert_refuses

AXES = (None, 0, 1, -1, (0, 1))


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("name, order", [("l1", 1), ("l2", 2), ("linf", np.inf)])
def test_against_numpy(
    backend: TestBackend, rng: np.random.Generator, name: str, order: float, axis: Any, keepdims: bool
) -> None:  # Any: axes
    array = rng.normal(size=(3, 4)).astype(np.float32)
    expected = np.linalg.vector_norm(array, ord=order, axis=axis, keepdims=keepdims)
    t = backend.tensor(array)
    assert_equal(backend, getattr(t.norms, name)(axis=axis, keepdims=keepdims), expected, dtype="float32")
    assert_equal(backend, getattr(ep.norms, name)(t, axis=axis, keepdims=keepdims), expected, dtype="float32")


@pytest.mark.parametrize("p", [0.5, 1, 1.5, 2, 3, math.inf])
def test_lp(backend: TestBackend, rng: np.random.Generator, p: float) -> None:
    array = rng.normal(size=(3, 4)).astype(np.float32)
    expected = np.linalg.vector_norm(array, ord=p, axis=1)
    assert_equal(backend, backend.tensor(array).norms.lp(p, axis=1), expected, dtype="float32")
    assert_equal(backend, ep.norms.lp(backend.tensor(array), p, axis=1), expected, dtype="float32")


def test_l0_counts_what_is_not_zero(backend: TestBackend) -> None:
    array = np.array([[0, 1, -2], [0, 0, float("nan")]], np.float32)
    t = backend.tensor(array)
    assert_equal(backend, t.norms.l0(axis=1), np.count_nonzero(array, axis=1))
    assert t.norms.l0().item() == ep.norms.l0(t).item() == t.norms.lp(0).item() == 3


@pytest.mark.parametrize("p", [-1, -math.inf, math.nan])
def test_lp_wants_a_positive_p(backend: TestBackend, p: float) -> None:
    with pytest.raises(ValueError, match=r"lp on \w+: p must be positive, got .* Cure:"):
        backend.tensor([1.0], "float32").norms.lp(p)


def test_complex_numbers_have_real_norms(backend: TestBackend) -> None:
    t = backend.tensor([3 + 4j, 0], "complex64")
    assert_equal(backend, t.norms.l2(), np.float32(5), dtype="float32")
    assert_equal(backend, t.norms.l1(), np.float32(5), dtype="float32")


def test_linf_of_nothing(backend: TestBackend) -> None:
    assert_refuses(backend, ValueError, "max", backend.tensor(np.zeros(0, np.float32)).norms.linf)
    assert_equal(backend, backend.tensor(np.zeros(0, np.float32)).norms.l2(), np.float32(0))


@pytest.mark.parametrize("norm", ["l1", "l2", "linf"])
@pytest.mark.parametrize("values", [[0.0, 0.0, 0.0], [[3.0, 4.0], [0.0, 0.0]]])
def test_gradient_where_a_norm_is_zero(gradient_backend: TestBackend, norm: str, values: list[float]) -> None:
    array = np.array(values, np.float32)
    _, grad = ep.value_and_grad(lambda x: getattr(x.norms, norm)(axis=-1).sum(), gradient_backend.tensor(array))
    assert np.isfinite(grad.numpy()).all()
    if norm == "l2":
        lengths = np.linalg.norm(array, axis=-1, keepdims=True)
        expected = np.divide(array, lengths, out=np.zeros_like(array), where=lengths != 0)
        assert_equal(gradient_backend, grad, expected)


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_kl_div_with_logits(backend: TestBackend, rng: np.random.Generator, axis: int, keepdims: bool) -> None:
    logits_p, logits_q = rng.normal(size=(2, 3, 4)).astype(np.float32)

    def log_softmax(x: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:  # Any: shapes
        return np.asarray(x - np.log(np.exp(x).sum(axis=axis, keepdims=True)))

    log_p, log_q = log_softmax(logits_p.astype(np.float64)), log_softmax(logits_q.astype(np.float64))
    expected = (np.exp(log_p) * (log_p - log_q)).sum(axis=axis, keepdims=keepdims)
    got = ep.kl_div_with_logits(backend.tensor(logits_p), backend.tensor(logits_q), axis=axis, keepdims=keepdims)
    assert_equal(backend, got, expected.astype(np.float32), dtype="float32")


def test_kl_div_of_equals_is_zero(backend: TestBackend) -> None:
    t = backend.tensor([[1e4, -1e4, 0.0]], "float32")
    assert_equal(backend, ep.kl_div_with_logits(t, t), np.zeros(1, np.float32))
