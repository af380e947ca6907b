"""Values and gradients: every differentiable operation against finite differences in float64, and what the caller's own objects keep."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from tests import api
from tests.backends import MAKERS, TestBackend
from tests.gradient_cases import AUX, CASES, REAL, WITHOUT_GRADIENT, Array, Function, Pair
from tests.programs import untyped

vag: Any = ep.value_aux_and_grad  # Any: as below
vg: Any = ep.value_and_grad  # Any: the functions are lambdas, and some of them wrong on purpose


def double(backend: TestBackend) -> AbstractContextManager[object]:
    """A context in which float64 is kept."""
    if backend.name != "jax":
        return nullcontext()
    import jax

    enabled: AbstractContextManager[object] = jax.enable_x64(True)
    return enabled


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


def differences(f: Callable[[Array], Array], x: Array, h: float = 1e-6) -> Array:
    """Central differences of a scalar function."""
    grad = np.zeros_like(x)
    for index in np.ndindex(*x.shape):
        step = np.zeros_like(x)
        step[index] = h
        grad[index] = (f(x + step) - f(x - step)) / (2 * h)
    return grad


def on_itself(f: Function, backend: TestBackend) -> Callable[[Array], Array]:
    return lambda x: weighted(f)(backend.tensor(x)).numpy()


NESTED = {"value_and_grad", "value_aux_and_grad", "value_and_grad_fn"}


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


# -- C20: where gradients are switched off ---------------------------------------------------------------------------


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_gradient_where_pytorch_has_switched_them_off() -> None:
    import torch

    outside = ep.astensor(torch.tensor([1.0, 2.0]))
    for off in (torch.no_grad, torch.inference_mode, lambda: torch.set_grad_enabled(False)):
        with off():
            before = (torch.is_grad_enabled(), torch.is_inference_mode_enabled())
            for t in (outside, ep.astensor(torch.tensor([1.0, 2.0]))):  # the second is an inference tensor in inference mode
                value, grad = vg(lambda x: x.square().sum(), t)
                assert (value.item(), grad.numpy().tolist()) == (5.0, [2.0, 4.0])
                assert not grad.raw.requires_grad
            assert (torch.is_grad_enabled(), torch.is_inference_mode_enabled()) == before == (False, before[1])
        assert torch.is_grad_enabled()
        assert not torch.is_inference_mode_enabled()


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_an_inference_tensor_outside_inference_mode() -> None:
    import torch

    with torch.inference_mode():
        native = torch.tensor([1.0, 2.0])
    _, grad = vg(lambda x: x.square().sum(), ep.astensor(native))
    assert grad.numpy().tolist() == [2.0, 4.0]
    assert native.is_inference()


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_grad_mode_is_restored_after_an_error() -> None:
    import torch

    def fails(x: ep.Tensor) -> ep.Tensor:
        raise KeyError("mine")

    with torch.no_grad():
        with pytest.raises(KeyError, match="mine"):
            vg(fails, ep.astensor(torch.ones(2)))
        assert not torch.is_grad_enabled()
    value, _ = vg(lambda x: x.sum(), ep.astensor(torch.ones(2)))  # not taken for a nested one
    assert not value.raw.requires_grad


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
    """``x.sum().item()``: a Python float has no gradient. Only JAX, whose tracer has no value there, says so earlier."""
    with pytest.raises((ValueError, TypeError), match=r"value_and_grad on|[Cc]oncrete"):
        vg(lambda x: x.sum().item(), gradient_backend.tensor([1.0, 2.0], np.float32))


# -- C26: what belongs to the caller ---------------------------------------------------------------------------------


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_nothing_that_the_caller_owns_changes_on_pytorch() -> None:
    import torch

    model = torch.nn.Linear(2, 1)
    model(torch.ones(1, 2)).sum().backward()
    grads = {name: p.grad.clone() for name, p in model.named_parameters() if p.grad is not None}
    x = torch.tensor([[1.0, 2.0]], requires_grad=True)
    x.grad = torch.tensor([[7.0, 7.0]])
    plain = torch.tensor([[1.0, 2.0]])
    called: list[object] = []
    x.register_hook(called.append)  # type: ignore[no-untyped-call]  # PyTorch's
    for native in (x, plain):
        versions = native._version
        value, grad = vg(lambda t: ep.astensor(model(t.raw)).square().sum(), ep.astensor(native))
        assert native._version == versions
        for result in (value, grad):
            assert not result.raw.requires_grad
            assert result.raw.grad_fn is None
    assert x.requires_grad
    assert x.is_leaf
    assert not plain.requires_grad
    assert x.grad.tolist() == [[7.0, 7.0]]
    assert plain.grad is None
    assert not called
    for name, p in model.named_parameters():
        assert p.requires_grad
        assert p.grad is not None
        assert torch.equal(p.grad, grads[name])
    assert torch.is_grad_enabled()


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_a_graph_of_the_caller_stays_usable_on_pytorch() -> None:
    import torch

    w = torch.tensor([1.0, 2.0], requires_grad=True)
    x = w * 3  # no leaf
    _, grad = vg(lambda t: t.square().sum(), ep.astensor(x))
    assert grad.numpy().tolist() == [6.0, 12.0]
    assert not grad.raw.requires_grad
    assert x.requires_grad
    x.sum().backward()  # type: ignore[no-untyped-call]  # PyTorch's
    assert w.grad is not None
    assert w.grad.tolist() == [3.0, 3.0]


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_a_frozen_model_stays_frozen_and_parameters_are_taken() -> None:
    import torch

    model = torch.nn.Linear(2, 1).requires_grad_(False)
    _, grad = vg(lambda t: ep.astensor(model(t.raw)).sum(), ep.astensor(torch.ones(1, 2)))
    torch.testing.assert_close(grad.raw, model.weight)
    assert not any(p.requires_grad for p in model.parameters())
    parameter = torch.nn.Parameter(torch.ones(2))
    _, grad = vg(lambda t: t.square().sum(), ep.astensor(parameter))
    assert grad.numpy().tolist() == [2.0, 2.0]
    assert parameter.grad is None


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
def test_tapes_of_the_caller_go_on_recording() -> None:
    tf = untyped("tensorflow")

    x, variable = tf.constant([1.0, 2.0]), tf.Variable([3.0, 4.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        before = tf.reduce_sum(x * variable)
        _, grad = vg(lambda t: (t.square() * ep.astensor(variable)).sum(), ep.astensor(x))
        after = before + tf.reduce_sum(x)
    assert grad.numpy().tolist() == [6.0, 16.0]
    by_x, by_variable = tape.gradient(after, [x, variable])
    assert by_x.numpy().tolist() == [4.0, 5.0]
    assert by_variable.numpy().tolist() == [1.0, 2.0]
    assert variable.numpy().tolist() == [3.0, 4.0]


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
def test_variables_as_argument_and_recording_stopped() -> None:
    tf = untyped("tensorflow")

    variable = tf.Variable([1.0, 2.0])
    _, grad = vg(lambda t: t.square().sum(), ep.astensor(variable))
    assert grad.numpy().tolist() == [2.0, 4.0]
    with tf.GradientTape() as tape, tape.stop_recording():
        _, grad = vg(lambda t: t.square().sum(), ep.astensor(variable))
    assert grad.numpy().tolist() == [2.0, 4.0]


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
def test_gradients_inside_jax_transformations() -> None:
    import jax
    import jax.numpy as jnp

    def gradient(x: Any) -> Any:  # Any: arrays and tracers
        return vg(lambda t: (t**3).sum(), ep.astensor(x))[1].raw

    x = jnp.array([[1.0, 2.0], [3.0, 4.0]])
    for f in (gradient, jax.jit(gradient), jax.vmap(gradient), jax.jit(jax.vmap(gradient))):
        assert f(x).tolist() == (3 * x**2).tolist()
    assert jax.grad(lambda x: gradient(x).sum())(x).tolist() == (6 * x).tolist()


# -- value_aux_and_grad ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, aux, check", AUX, ids=[name for name, *_ in AUX])
def test_aux_keeps_its_structure(name: str, aux: Function, check: Callable[[Any], object], gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor([1.0, 2.0], np.float32)
    value, found, grad = vag(lambda x: ((x * x).sum(), aux(x * 2)), t)
    assert (value.item(), grad.numpy().tolist()) == (5.0, [2.0, 4.0])
    assert check(found)


def test_aux_of_the_method_and_of_native_tensors(gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor([1.0, 2.0], np.float32)
    value, aux, grad = t.value_aux_and_grad(lambda x, k: ((x * k).sum(), {"native": (x * 2).raw, "k": k}), 3)
    assert (value.item(), grad.numpy().tolist(), aux["k"]) == (9.0, [3.0, 3.0], 3)
    assert gradient_backend.is_native(aux["native"])
    assert ep.astensor(aux["native"]).numpy().tolist() == [2.0, 4.0]


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_aux_is_detached_on_pytorch() -> None:
    import torch

    _, aux, _ = vag(lambda x: (x.sum(), {"a": [x * 2, (x.square(),)], "p": Pair(x, x)}), ep.astensor(torch.ones(2)))
    for t in (aux["a"][0], aux["a"][1][0], aux["p"].left):
        assert not t.raw.requires_grad
        assert t.raw.grad_fn is None


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
def test_aux_holds_no_tracers_on_jax() -> None:
    import jax
    import jax.numpy as jnp

    _, aux, _ = vag(lambda x: (x.sum(), {"a": [x * 2, (x.square().raw,)], "p": Pair(x, 1)}), ep.astensor(jnp.ones(2)))
    for leaf in jax.tree.leaves(aux):
        assert not isinstance(leaf, jax.core.Tracer)
    assert (aux["a"][0] + 1).numpy().tolist() == [3.0, 3.0]


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
