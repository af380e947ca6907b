"""Values and gradients: every differentiable operation against finite differences in float64, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from tests import api
from tests.backends import MAKERS, TestBackend
from tests.gradient_cases import CASES, REAL, WITHOUT_GRADIENT, Array, Function, differences, double

vag: Any = ep.value_aux_and_grad  # Any: as below
vg: Any = ep.value_and_grad  # Any: the functions are lambdas, and some of them wrong on purpose


def weighted(f: Function) -> Function:
    """The loss: a sum with different weights, so that every element of the result counts by itself."""

    def loss(x: Any) -> Any:  # Any: as in Function
        y = f(x)
        weights = np.cos(np.arange(float(np.prod(y.shape)))).reshape(y.shape) + 1.5
        return (y * y.from_numpy(weights)).sum()

    return loss


def on_numpy(f: Function, x: Array) -> Array:
    """The value on NumPy; gradients inside, which NumPy does not have, are differences."""
    array: Array = weighted(f)(ep.astensor(x)).numpy()
    return array


def on_itself(f: Function, backend: TestBackend) -> Callable[[Array], Array]:
    return lambda x: weighted(f)(backend.tensor(x)).numpy()


NESTED = {*api.GRADIENTS, *api.FUNCTIONS_ONLY["autodiff"]}


@pytest.mark.parametrize("name", CASES)
def test_gradient_is_that_of_finite_differences(name: str, gradient_backend: TestBackend) -> None:
    f, x, _ = CASES[name]
    with double(gradient_backend):
        t = gradient_backend.tensor(x)
        value, grad = vg(weighted(f), t)
        assert (value.shape, grad.shape) == ((), x.shape)
        assert gradient_backend.dtype(value) == gradient_backend.dtype(grad) == "float64"
        assert {type(value), type(grad)} == {gradient_backend.leaf}
        # NumPy says what is right, but for gradients inside, which it does not have
        reference = on_itself(f, gradient_backend) if name in NESTED else lambda x: on_numpy(f, x)
        np.testing.assert_allclose(value.numpy(), reference(x), rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(grad.numpy(), differences(reference, x), rtol=1e-6, atol=1e-7)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.twice])
def test_gradient_of_the_gradient(name: str, gradient_backend: TestBackend) -> None:
    """A product with the Hessian, against differences of the gradient."""
    f, x, _ = CASES[name]

    def along(t: Any) -> Any:  # Any: as in Function
        return (vg(weighted(f), t)[1] * t.from_numpy(np.sin(np.arange(x.size) + 1.0).reshape(x.shape))).sum()

    with double(gradient_backend):
        _, grad = vg(along, gradient_backend.tensor(x))
        expected = differences(lambda x: along(gradient_backend.tensor(x)).numpy(), x, 1e-5)
        np.testing.assert_allclose(grad.numpy(), expected, rtol=1e-5, atol=1e-6)


def test_every_operation_has_a_gradient_or_a_reason() -> None:
    tested = {word for name in CASES for word in name.split()}
    assert not set(api.operations()) - tested - WITHOUT_GRADIENT
    assert not WITHOUT_GRADIENT & set(CASES)


@pytest.mark.parametrize("name", ["argmax", "argmin", "argsort", "isnan", "sign", "round", "ceil", "floor"])
def test_where_nothing_flows_the_gradient_is_zero(name: str, gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor(REAL, np.float32)
    _, grad = vg(lambda x: getattr(x, name)().float32().sum(), t)
    assert grad.numpy().tolist() == np.zeros_like(REAL).tolist()


# -- shapes and dtypes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(), (1,), (0,), (2, 0), (2, 3, 1)])
def test_gradient_has_the_shape_of_the_argument(shape: tuple[int, ...], gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor(np.full(shape, 1.5), np.float32)
    value, grad = vg(lambda x: x.square().sum(), t)
    assert (value.shape, grad.shape) == ((), shape)
    np.testing.assert_array_equal(grad.numpy(), np.full(shape, 3.0, np.float32))


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
def test_gradient_has_the_dtype_of_the_argument(dtype: str, gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor([1.0, 2.0], np.float32).astype(dtype)
    value, grad = vg(lambda x: x.square().sum(), t)
    assert gradient_backend.dtype(value) == gradient_backend.dtype(grad) == dtype
    assert grad.float32().numpy().tolist() == [2.0, 4.0]


def test_loss_of_another_dtype(gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor([1.0, 2.0], np.float16)
    value, grad = vg(lambda x: x.float32().square().sum(), t)
    assert (gradient_backend.dtype(value), gradient_backend.dtype(grad)) == ("float32", "float16")
    assert grad.numpy().tolist() == [2.0, 4.0]


def test_function_and_method_agree(gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor([1.0, 2.0], np.float32)
    by_function, by_method = vg(lambda x: (x**3).sum(), t), t.value_and_grad(lambda x: (x**3).sum())
    assert [r.numpy().tolist() for r in by_function] == [r.numpy().tolist() for r in by_method] == [9.0, [3.0, 12.0]]
    native = vg(lambda x: (x**3).sum(), t.raw)
    assert [r.numpy().tolist() for r in native] == [9.0, [3.0, 12.0]]


def test_further_arguments_are_passed_on_and_not_differentiated(gradient_backend: TestBackend) -> None:
    x, y = gradient_backend.tensor([1.0, 2.0], np.float32), gradient_backend.tensor([3.0, 4.0], np.float32)

    def f(x: Any, y: Any, power: int, *, scale: float = 1.0) -> Any:  # Any: as in Function
        return (x**power * y).sum() * scale

    for value, grad in (vg(f, x, y, 2, scale=0.5), x.value_and_grad(f, y, power=2, scale=0.5), vg(f, x, y=y, power=2, scale=0.5)):
        assert value.item() == 9.5
        assert grad.numpy().tolist() == [3.0, 8.0]


# -- C21: nested gradients -------------------------------------------------------------------------------------------


def test_hessian_vector_product(gradient_backend: TestBackend) -> None:
    x = gradient_backend.tensor(2.0, np.float32)
    value, grad = vg(lambda t: vg(lambda u: (u**3).sum(), t)[1].sum(), x)
    assert (value.item(), grad.item()) == (12.0, 12.0)


def test_third_derivative(gradient_backend: TestBackend) -> None:
    def derivative(f: Function) -> Function:
        return lambda t: vg(f, t)[1].sum()

    assert derivative(derivative(derivative(lambda u: (u**4).sum())))(gradient_backend.tensor(2.0, np.float32)).item() == 48.0


def test_an_inner_gradient_with_respect_to_something_else(gradient_backend: TestBackend) -> None:
    x, y = gradient_backend.tensor([1.0, 2.0], np.float32), gradient_backend.tensor([3.0, 4.0], np.float32)
    value, grad = vg(lambda x: vg(lambda y: (x.square() * y).sum(), y)[1].sum(), x)
    assert (value.item(), grad.numpy().tolist()) == (5.0, [2.0, 4.0])


def test_perturbations_are_not_confused(gradient_backend: TestBackend) -> None:
    """d/dx (x * d/dy (x + y)) is 1: inner and outer argument are different, even where they have the same value, or are one tensor."""
    one = gradient_backend.tensor(1.0, np.float32)
    for inner in (lambda x: one, lambda x: x, lambda x: x * 1):
        value, grad = vg(lambda x, inner=inner: x * vg(lambda y: x + y, inner(x))[1], one)
        assert (value.item(), grad.item()) == (1.0, 1.0)


def test_values_of_an_inner_gradient_flow(gradient_backend: TestBackend) -> None:
    x = gradient_backend.tensor([1.0, 2.0], np.float32)
    _, grad = vg(lambda x: vg(lambda y: (y**3).sum(), x)[0] * 2, x)
    assert grad.numpy().tolist() == [6.0, 24.0]


def test_aux_of_an_inner_gradient_flows(gradient_backend: TestBackend) -> None:
    x = gradient_backend.tensor([1.0, 2.0], np.float32)
    _, grad = vg(lambda x: vag(lambda y: (y.sum(), {"cube": y**3}), x)[1]["cube"].sum(), x)
    assert grad.numpy().tolist() == [3.0, 12.0]


# -- C22 and C23: losses that ignore the argument or use parts of it -------------------------------------------------


def test_a_loss_that_ignores_the_argument(gradient_backend: TestBackend) -> None:
    x = gradient_backend.tensor([[1.0, 2.0]], np.float32)
    constant = gradient_backend.tensor(3.0, np.float32)
    for f in (lambda x: constant * 1, lambda x: constant, lambda x: x.ones(()), lambda x: (x * 0 + 1).argmax().float32() + constant):
        value, grad = vg(f, x)
        assert value.shape == ()
        assert grad.shape == (1, 2)
        assert gradient_backend.dtype(grad) == "float32"
        assert grad.numpy().tolist() == [[0.0, 0.0]]
        assert gradient_backend.is_native(grad.raw)


def test_the_argument_alone_counts_not_the_tensor_it_was(gradient_backend: TestBackend) -> None:
    x = gradient_backend.tensor([1.0, 2.0], np.float32)
    _, grad = vg(lambda y: (y * x).sum(), x)
    assert grad.numpy().tolist() == [1.0, 2.0]


def test_the_loss_may_be_the_argument(gradient_backend: TestBackend) -> None:
    value, grad = vg(lambda x: x, gradient_backend.tensor(3.0, np.float32))
    assert (value.item(), grad.item()) == (3.0, 1.0)


def test_gradient_of_indexing_is_dense(gradient_backend: TestBackend) -> None:
    x = gradient_backend.tensor([3.0, 1.0], np.float32)
    _, grad = vg(lambda x: x[x.from_numpy(np.array([0, 0]))].sum(), x)
    assert gradient_backend.is_native(grad.raw)
    assert grad.numpy().tolist() == [2.0, 0.0]
    assert (grad + 1).numpy().tolist() == [3.0, 1.0]


# -- C24 and C25: what is refused ------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int32", "complex64"])
@pytest.mark.parametrize("name", ["value_and_grad", "value_aux_and_grad"])
def test_only_floating_arguments_have_gradients(name: str, dtype: str, gradient_backend: TestBackend) -> None:
    called: list[object] = []
    t = gradient_backend.tensor([1, 2], dtype)
    with pytest.raises(TypeError, match=rf"{name} on {gradient_backend.title}: .*{dtype} tensor of shape \(2,\)\. Cure: .*t\.float32\(\)"):
        getattr(ep, name)(called.append, t)
    assert not called


LOSSES: list[tuple[str, Function, str]] = [
    ("vector", lambda x: x * 2, r"0-d floating .*shape \(2,\).*\.sum\(\)"),
    ("one element", lambda x: x[:1], r"0-d floating .*shape \(1,\)"),
    ("integer", lambda x: (x > 0).sum(), "0-d floating .*int"),
    ("bool", lambda x: (x > 0).all(), "0-d floating .*bool"),
    ("complex", lambda x: x.astype(ep.complex64).sum(), "0-d floating .*complex64"),
    ("float", lambda x: 1.5, r"returned float 1\.5 .*without item"),
    ("None", lambda x: None, "returned NoneType"),
    ("native", lambda x: x.sum().raw, "returned .*not a .* Tensor"),
    ("another backend", lambda x: ep.astensor(np.float32(1)), "returned NumPy float32 .*not a .* Tensor"),
    ("a pair", lambda x: (x.sum(), x), "returned tuple"),
]


@pytest.mark.parametrize("name, f, text", LOSSES, ids=[name for name, *_ in LOSSES])
def test_losses_that_are_refused(name: str, f: Function, text: str, gradient_backend: TestBackend) -> None:
    with pytest.raises(ValueError, match=rf"value_and_grad on {gradient_backend.title}: .*{text}"):
        vg(f, gradient_backend.tensor([1.0, 2.0], np.float32))


@pytest.mark.parametrize("result", ["loss", "loss, 1, 2", "[loss, 1]", "None"])
def test_results_that_are_no_pair_are_refused(result: str, gradient_backend: TestBackend) -> None:
    with pytest.raises(ValueError, match=r"value_aux_and_grad on .*: the function returned .*Cure: return a pair \(loss, aux\)"):
        vag(lambda x: eval(result, {"loss": x.sum()}), gradient_backend.tensor([1.0, 2.0], np.float32))


def test_a_loss_by_item_is_refused(gradient_backend: TestBackend) -> None:
    """``x.sum().item()``: a Python float has no gradient."""
    text = rf"^value_and_grad on {gradient_backend.title}: the function returned float 3\.0 as its loss, not a .* Tensor\. Cure: .*item\(\)"
    with pytest.raises(ValueError, match=text):
        vg(lambda x: x.sum().item(), gradient_backend.tensor([1.0, 2.0], np.float32))


def test_values_may_be_looked_at_on_the_way(gradient_backend: TestBackend) -> None:
    """Outside of compilers a function may print or decide by values, on JAX too."""
    seen: list[object] = []

    def f(x: Any) -> Any:  # Any: as in Function
        total = x.sum()
        seen.extend([total.item(), float(total), x.numpy().tolist(), bool(total > 0)])
        return total * 2 if total > 0 else total

    _, grad = vg(f, gradient_backend.tensor([1.0, 2.0], np.float32))
    assert grad.numpy().tolist() == [2.0, 2.0]
    assert seen == [3.0, 3.0, [1.0, 2.0], True]


# -- value_and_grad_fn -----------------------------------------------------------------------------------------------


def test_value_and_grad_fn(gradient_backend: TestBackend) -> None:
    dummy, x = gradient_backend.tensor(np.ones(0), np.float32), gradient_backend.tensor([1.0, 2.0], np.float32)

    def f(x: Any, k: float = 1.0) -> Any:  # Any: as in Function
        return (x.square() * k).sum()

    for function in (ep.value_and_grad_fn(dummy, f), dummy.value_and_grad_fn(f), ep.value_and_grad_fn(dummy, f, has_aux=False)):
        for value, grad in (function(x, 2.0), function(x, k=2.0)):
            assert (value.item(), grad.numpy().tolist()) == (10.0, [4.0, 8.0])
        assert function(x)[0].item() == 5.0


def test_value_and_grad_fn_with_aux(gradient_backend: TestBackend) -> None:
    dummy, x = gradient_backend.tensor(np.ones(0), np.int32), gradient_backend.tensor([1.0, 2.0], np.float32)
    for function in (
        ep.value_and_grad_fn(dummy, lambda x, k: ((x * k).sum(), k), has_aux=True),
        dummy.value_and_grad_fn(lambda x, k: ((x * k).sum(), k), True),
    ):
        value, aux, grad = function(x, 3)
        assert (value.item(), aux, grad.numpy().tolist()) == (9.0, 3, [3.0, 3.0])


# -- NumPy -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [np.float32, np.int32])
def test_numpy_refuses_with_the_cure(dtype: type[np.generic]) -> None:
    t: Any = MAKERS["numpy"]().tensor([1, 2], dtype)
    called: list[object] = []

    def f(x: Any) -> Any:  # Any: as in Function
        called.append(x)
        return x.sum(), None

    calls: list[tuple[str, Callable[[], object]]] = [
        ("value_and_grad", lambda: vg(f, t)),
        ("value_and_grad", lambda: t.value_and_grad(f)),
        ("value_aux_and_grad", lambda: vag(f, t)),
        ("value_aux_and_grad", lambda: t.value_aux_and_grad(f)),
        ("value_and_grad_fn", lambda: ep.value_and_grad_fn(t, f)),
        ("value_and_grad_fn", lambda: t.value_and_grad_fn(f, has_aux=True)),
    ]
    for name, call in calls:
        with pytest.raises(
            NotImplementedError, match=rf"^{name} on NumPy: NumPy has no gradients\. Cure: pass a PyTorch, TensorFlow or JAX"
        ):
            call()
    assert not called


# -- the attack that EagerPy is used for -----------------------------------------------------------------------------


def test_gradient_descent_finds_the_minimum(gradient_backend: TestBackend) -> None:
    x: Any = gradient_backend.tensor([3.0, -2.0], np.float32)
    target = x.from_numpy(np.array([1.0, 0.5], np.float32))
    for _ in range(60):
        _, grad = vg(lambda x: (x - target).square().sum(), x)
        x = x - grad * 0.1
    np.testing.assert_allclose(x.numpy(), [1.0, 0.5], atol=1e-4)
