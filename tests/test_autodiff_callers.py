"""Gradients leave what the caller owns alone, and work inside what the caller has switched on or off: modes, tapes, transformations."""

from __future__ import annotations

from typing import Any

import pytest

import eagertyped as ep
from tests.programs import output, untyped

vg: Any = ep.value_and_grad  # Any: the functions are lambdas

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


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
def test_kernels_are_made_once() -> None:
    """Whoever holds them, as a gradient does while its function runs, compares them by identity: no second raw type may replace them."""
    program = """
import numpy as np, tensorflow as tf, eagertyped as ep
t = ep.astensor(tf.constant([1.0, 2.0]))
value, grad = ep.value_and_grad(lambda x: (x * ep.astensor(tf.Variable([3.0, 4.0]))).sum(), t)
assert (value.item(), grad.numpy().tolist()) == (11.0, [3.0, 4.0])
n = ep.astensor(np.ones(1))
before = n._ops
assert ep.astensor(np.float32(1))._ops is before
print("done")
"""
    assert output(program).splitlines()[-1] == "done"
