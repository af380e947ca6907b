"""Gradients where a function has a kink, an infinite slope or a zero: no NaN from what the library itself puts together."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from tests.backends import TestBackend
from tests.gradient_cases import Function

vg: Any = ep.value_and_grad  # Any: the functions are lambdas

# -- C18: norms where they are zero ----------------------------------------------------------------------------------

NORMS: list[tuple[str, Function]] = [
    ("l1", lambda n: n.l1),
    ("l2", lambda n: n.l2),
    ("linf", lambda n: n.linf),
    ("lp 3", lambda n: lambda **kwargs: n.lp(3, **kwargs)),
    ("lp 1.5", lambda n: lambda **kwargs: n.lp(1.5, **kwargs)),
    ("lp 0.5", lambda n: lambda **kwargs: n.lp(0.5, **kwargs)),
]


@pytest.mark.parametrize("name, norm", NORMS, ids=[name for name, _ in NORMS])
def test_gradient_of_a_norm_at_zero_is_zero(name: str, norm: Function, gradient_backend: TestBackend) -> None:
    value, grad = vg(lambda x: norm(x.norms)(), gradient_backend.tensor(np.zeros(3), np.float32))
    assert value.item() == 0.0
    assert grad.numpy().tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("name, norm", [pair for pair in NORMS if pair[0] != "lp 0.5"], ids=[name for name, _ in NORMS if name != "lp 0.5"])
@pytest.mark.parametrize("keepdims", [True, False])
def test_gradient_of_norms_with_one_zero_row(name: str, norm: Function, keepdims: bool, gradient_backend: TestBackend) -> None:
    rows = np.array([[3.0, -4.0], [0.0, 0.0], [1.0, 2.0]])
    _, grad = vg(lambda x: norm(x.norms)(axis=-1, keepdims=keepdims).sum(), gradient_backend.tensor(rows, np.float32))
    _, others = vg(lambda x: norm(x.norms)(axis=-1).sum(), gradient_backend.tensor(rows[::2], np.float32))
    assert grad.numpy()[1].tolist() == [0.0, 0.0]
    np.testing.assert_allclose(grad.numpy()[::2], others.numpy(), rtol=1e-6)
    assert np.isfinite(grad.numpy()).all()


def test_gradient_of_the_l2_norm_of_a_row_with_a_zero(gradient_backend: TestBackend) -> None:
    _, grad = vg(lambda x: x.norms.l2(), gradient_backend.tensor([3.0, 0.0, -4.0], np.float32))
    np.testing.assert_allclose(grad.numpy(), [0.6, 0.0, -0.8], rtol=1e-6)


def test_normalising_a_zero_row_has_no_nan(gradient_backend: TestBackend) -> None:
    rows = gradient_backend.tensor([[3.0, 4.0], [0.0, 0.0]], np.float32)
    _, grad = vg(lambda x: (x / x.norms.l2(axis=-1, keepdims=True).maximum(1e-12)).sum(), rows)
    assert np.isfinite(grad.numpy()).all()
