"""Gradients where a function has a kink, an infinite slope or a zero: no NaN from what the library itself puts together."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from tests.backends import TestBackend
from tests.gradient_cases import Function, double

hessian: Any = ep.hessian  # Any: as below
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


def normalised(x: Any) -> Any:  # Any: as in Function
    return x / x.norms.l2(axis=-1, keepdims=True).maximum(1e-12)


# -- no NaN from what the library puts together ------------------------------------------------------------------------

INF = np.inf
FINITE: dict[str, tuple[Function, list[Any], list[Any] | None]] = {
    "kl of an absent category": (lambda x: ep.kl_div_with_logits(x, x.zeros_like()), [1.0, 1.0, -INF], [0.0, 0.0, 0.0]),
    "kl of one absent on both sides": (lambda x: ep.kl_div_with_logits(x, x * 2), [1.0, 1.0, -INF], [0.0, 0.0, 0.0]),
    "kl to one absent on both sides": (lambda x: ep.kl_div_with_logits(x * 2, x), [1.0, 1.0, -INF], [0.0, 0.0, 0.0]),
    "kl of extremes": (lambda x: ep.kl_div_with_logits(x, -x), [1e4, 0.0, -1e4], [1.0, 0.0, -1.0]),
    "softmax of extremes": (lambda x: x.softmax()[0], [1e4, 0.0, -1e4], [0.0, 0.0, 0.0]),
    "softmax of an absent category": (lambda x: x.softmax()[0], [0.0, 0.0, -INF], [0.25, -0.25, 0.0]),
    "log_softmax of extremes": (lambda x: x.log_softmax()[2], [1e4, 0.0, -1e4], [-1.0, 0.0, 1.0]),
    "log_softmax of an absent category": (lambda x: x.log_softmax()[0], [0.0, 0.0, -INF], [0.5, -0.5, 0.0]),
    "crossentropy of extremes": (lambda x: x.reshape((1, 3)).crossentropy(x.arange(1) + 2), [1e4, 0.0, -1e4], [1.0, 0.0, -1.0]),
    "crossentropy of an absent category": (lambda x: x.reshape((1, 3)).crossentropy(x.arange(1)), [0.0, 0.0, -INF], [-0.5, 0.5, 0.0]),
    "norms beside each other": (lambda x: x.norms.l1() + x.norms.l2() + x.norms.linf() + x.norms.lp(3), [0.0, 0.0], [0.0, 0.0]),
    "normalised": (lambda x: normalised(x).sum(), [0.0, 0.0], None),
    "prod": (lambda x: x.prod(), [0.0, 2.0, 0.0], [0.0, 0.0, 0.0]),
    "powers": (lambda x: x**0 + x**1 + x**2 + x**3.5, [0.0, 0.0], [1.0, 1.0]),
    "power 0.0": (lambda x: x**0.0 + x.pow(0), [0.0, -1.0], [0.0, 0.0]),
    "exponent of 0": (lambda x: x.zeros_like() ** x, [2.0, 1.0], [0.0, 0.0]),
}


@pytest.mark.parametrize("name", FINITE)
def test_no_nan_from_the_library(name: str, gradient_backend: TestBackend) -> None:
    f, values, expected = FINITE[name]
    with double(gradient_backend):
        value, grad = vg(lambda x: f(x).sum(), gradient_backend.tensor(values, np.float64))
    assert np.isfinite(value.numpy())
    assert np.isfinite(grad.numpy()).all()
    if expected is not None:
        np.testing.assert_allclose(grad.numpy(), expected, rtol=1e-12, atol=1e-12)


def test_an_absent_category_has_a_second_derivative(gradient_backend: TestBackend) -> None:
    with double(gradient_backend):
        found = hessian(lambda x: ep.kl_div_with_logits(x, x.zeros_like()), gradient_backend.tensor([1.0, 1.0, -INF], np.float64))
    np.testing.assert_allclose(found.numpy(), [[0.25, -0.25, 0.0], [-0.25, 0.25, 0.0], [0.0, 0.0, 0.0]], atol=1e-12)


# -- one of the slopes at a kink ---------------------------------------------------------------------------------------


def beside(x: Any, *values: float) -> Any:  # Any: as in Function
    return x.from_numpy(np.array(values))


SAME: dict[str, tuple[Function, list[float], list[float]]] = {
    "sign": (lambda x: x.sign(), [0.0, -0.0], [0.0, 0.0]),
    "round": (lambda x: x.round(), [0.5, 1.5], [0.0, 0.0]),
    "floor": (lambda x: x.floor() + x.ceil(), [1.0, 2.0], [0.0, 0.0]),
    "floor_divide": (lambda x: x // 1.0 + 1.0 // x, [1.0, 2.0], [0.0, 0.0]),
    "remainder": (lambda x: x % 1.0, [1.0, 2.0], [1.0, 1.0]),
    "remainder of the divisor": (lambda x: beside(x, 3.0, 5.0) % x, [1.0, 2.0], [-3.0, -2.0]),
    "max": (lambda x: x.max(), [1.0, 1.0, 0.0], [0.5, 0.5, 0.0]),
    "max along an axis": (lambda x: x.reshape((1, 3)).max(axis=1), [1.0, 1.0, 0.0], [0.5, 0.5, 0.0]),
    "min": (lambda x: x.min(), [1.0, 1.0, 2.0], [0.5, 0.5, 0.0]),
    "sort": (lambda x: x.sort() * beside(x, 2.0, 3.0, 5.0), [1.0, 0.0, 1.0], [3.0, 2.0, 5.0]),
    "topk": (lambda x: x.topk(1)[0], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0]),
    "norms.l1": (lambda x: x.norms.l1(), [0.0, -2.0], [0.0, -1.0]),
    "norms.linf": (lambda x: x.norms.linf(), [1.0, -1.0], [0.5, -0.5]),
    "index_update, one position twice": (lambda x: x.zeros(3).index_update([0, 0], x), [1.0, 2.0], [0.0, 1.0]),
    "index_update, rows twice": (
        lambda x: x.zeros((3, 2)).index_update(ep.index[[1, 0, 1]], x.reshape((3, 2))) * beside(x, 2.0, 3.0),
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        [0.0, 0.0, 2.0, 3.0, 2.0, 3.0],
    ),
    "index_update, one value": (lambda x: x.zeros((2, 2)).index_update(ep.index[:, [0, -2]], x[0]), [3.0], [2.0]),
    "index_update, the tensor": (lambda x: x.index_update([0, 0], x[1]), [1.0, 2.0, 3.0], [0.0, 2.0, 1.0]),
    "maximum of itself": (lambda x: x.maximum(x), [0.0, -1.0], [1.0, 1.0]),
    "sqrt": (lambda x: x.sqrt(), [0.0, 1.0], [INF, 0.5]),
    "log": (lambda x: x.log() + x.log1p(), [0.0, 1.0], [INF, 1.5]),
    "power below 1": (lambda x: x**0.5, [0.0, 1.0], [INF, 0.5]),
    "power above 1": (lambda x: x**1.5, [0.0, 1.0], [0.0, 1.5]),
    "negative power": (lambda x: x**-1, [0.0, 1.0], [-INF, -1.0]),
    "exponent": (lambda x: beside(x, 0.0, 0.0) ** x, [2.0, 0.5], [0.0, 0.0]),
}
"""Name -> function, point, gradient: the same on each framework."""


@pytest.mark.parametrize("name", SAME)
def test_slopes_that_are_the_same(name: str, gradient_backend: TestBackend) -> None:
    f, values, expected = SAME[name]
    with double(gradient_backend):
        _, grad = vg(lambda x: f(x).sum(), gradient_backend.tensor(values, np.float64))
    assert grad.numpy().tolist() == expected


NAN = np.nan
DIFFERENT: dict[str, tuple[Function, list[float], dict[str, list[float]]]] = {
    "abs": (lambda x: x.abs(), [0.0, -0.0], {"torch": [0, 0], "tensorflow": [0, 0], "jax": [1, 1]}),
    "maximum": (
        lambda x: x.maximum(beside(x, 1.0, 2.0)),
        [1.0, 1.0],
        {"torch": [0.5, 0], "tensorflow": [1, 0], "jax": [0.5, 0]},
    ),
    "maximum, second operand": (
        lambda x: beside(x, 1.0, 2.0).maximum(x),
        [1.0, 1.0],
        {"torch": [0.5, 0], "tensorflow": [0, 0], "jax": [0.5, 0]},
    ),
    "minimum": (
        lambda x: x.minimum(beside(x, 1.0, 2.0)),
        [1.0, 1.0],
        {"torch": [0.5, 1], "tensorflow": [1, 1], "jax": [0.5, 1]},
    ),
    "minimum, second operand": (
        lambda x: beside(x, 1.0, 0.0).minimum(x),
        [1.0, 1.0],
        {"torch": [0.5, 0], "tensorflow": [0, 0], "jax": [0.5, 0]},
    ),
    "maximum of a scalar": (lambda x: x.maximum(0), [0.0, 1.0], {"torch": [1, 1], "tensorflow": [1, 1], "jax": [0.5, 1]}),
    "minimum of a scalar": (lambda x: x.minimum(0), [0.0, -1.0], {"torch": [1, 1], "tensorflow": [1, 1], "jax": [0.5, 1]}),
    "clip": (lambda x: x.clip(0, 1), [0.0, 1.0], {"torch": [1, 1], "tensorflow": [1, 1], "jax": [0.5, 0.5]}),
    "clip, equal bounds": (lambda x: x.clip(0, 0), [0.0, 1.0], {"torch": [1, 0], "tensorflow": [1, 0], "jax": [0.25, 0]}),
    "clip, tensors as bounds": (
        lambda x: x.clip(x.zeros_like(), x.ones_like()),
        [0.0, 1.0],
        {"torch": [0.5, 0.5], "tensorflow": [1, 1], "jax": [0.5, 0.5]},
    ),
    "pow, exponents of 0 in a tensor": (
        lambda x: x ** beside(x, 0.0, 0.0),
        [0.0, 1.0],
        {"torch": [0, 0], "tensorflow": [NAN, 0], "jax": [NAN, 0]},
    ),
}
"""What each framework's own operation chooses, and a second pass over the values would change. Documented at each operation."""


@pytest.mark.parametrize("name", DIFFERENT)
def test_slopes_that_differ(name: str, gradient_backend: TestBackend) -> None:
    f, values, expected = DIFFERENT[name]
    assert len({tuple(slopes) for slopes in expected.values()}) > 1
    with double(gradient_backend):
        _, grad = vg(lambda x: f(x).sum(), gradient_backend.tensor(values, np.float64))
    np.testing.assert_array_equal(grad.numpy(), expected[gradient_backend.name])


def test_a_framework_that_refuses_on_the_way_back_is_worded(gradient_backend: TestBackend) -> None:
    """The matrix has no inverse: TensorFlow needs one for the gradient only, the others give infinities."""
    singular = gradient_backend.tensor(np.ones((2, 2)), np.float32)
    if gradient_backend.name == "tensorflow":
        for f in (vg, ep.grad, ep.jacobian):
            with pytest.raises(np.linalg.LinAlgError, match=r"\w+ on TensorFlow: .* not invertible.* Cure: the matrix must be invertible"):
                f(lambda x: x.slogdet()[1], singular)
    else:
        assert np.isinf(vg(lambda x: x.slogdet()[1], singular)[1].numpy()).all()
