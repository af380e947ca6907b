"""Our gradients inside the frameworks' own transformations and compilers, and in threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from tests.backends import MAKERS, TestBackend
from tests.programs import untyped
from tests.test_threads import in_threads

grad: Any = ep.grad  # Any: the functions are lambdas on tensors of each backend
hessian: Any = ep.hessian  # Any: as above
jacobian: Any = ep.jacobian  # Any: as above
vag: Any = ep.value_aux_and_grad  # Any: as above

VALUES = np.array([[1.0, 2.0, 3.0], [0.5, -1.0, 4.0]], np.float32)
Derivative = Callable[[Any], Any]  # Any: Tensors


def loss_of_two(p: Any) -> Any:  # Any: a container of Tensors
    return (p["x"] ** 2 * p["y"][0]).sum()


DERIVATIVES: dict[str, Derivative] = {
    "grad": lambda t: grad(lambda x: (x**3).sum(), t),
    "container": lambda t: grad(loss_of_two, {"x": t, "y": (t * 2,)})["x"],
    "value": lambda t: ep.value_and_grad(lambda x: (x**3).sum(), t)[0],
    "aux": lambda t: vag(lambda x: ((x**3).sum(), {"a": [x * 2, "text"]}), t)[1]["a"][0],
    "unused": lambda t: grad(lambda p: p[0].sum(), (t, t.sum()))[1],
    "gather": lambda t: grad(lambda x: (x[[0, 0, 1]] ** 2).sum(), t),
    "update": lambda t: grad(lambda x: (x.index_update([0, 0], x * 2) ** 2).sum(), t),
    "prod": lambda t: grad(lambda x: x.prod(axis=1).sum(), t),
    "grad of grad": lambda t: grad(lambda x: (grad(lambda y: (y**3).sum(), x) * x).sum(), t),
    "jacobian": lambda t: jacobian(lambda x: x.square().sum(axis=0), t),
    "gradient of a jacobian": lambda t: grad(lambda x: (jacobian(lambda y: y[0] ** 3, x) * x).sum(), t),
    "jacobian of an update": lambda t: jacobian(lambda x: x.index_update(ep.index[1, 2], x[0, 0].exp())[1], t),
    "hessian": lambda t: hessian(lambda x: (x**3).sum(), t),
    "stop_gradient": lambda t: grad(lambda x: (x * x.stop_gradient()).sum(), t),
}


def eager(name: str, backend: TestBackend, f: Callable[[Any], Any] = lambda x: x) -> Any:  # Any: an ndarray
    return f(DERIVATIVES[name](backend.tensor(VALUES))).numpy()


# -- PyTorch -----------------------------------------------------------------------------------------------------------

torch_test = [pytest.mark.torch, pytest.mark.xdist_group("torch")]


def marked(marks: list[pytest.MarkDecorator]) -> Callable[[Any], Any]:  # Any: a test
    def mark(test: Any) -> Any:  # Any: as above
        for one in marks:
            test = one(test)
        return test

    return mark


@marked(torch_test)
@pytest.mark.parametrize("name", DERIVATIVES)
@pytest.mark.parametrize("mode", ["no_grad", "inference_mode"])
def test_derivatives_where_pytorch_has_switched_gradients_off(mode: str, name: str) -> None:
    import torch

    backend = MAKERS["torch"]()
    outside = backend.tensor(VALUES)
    expected = eager(name, backend)
    with getattr(torch, mode)():
        for t in (outside, backend.tensor(VALUES)):
            found = DERIVATIVES[name](t)
            assert not found.raw.requires_grad
            np.testing.assert_array_equal(found.numpy(), expected)
        assert not torch.is_grad_enabled()


@marked(torch_test)
def test_derivatives_of_a_tensor_that_requires_a_gradient_are_detached() -> None:
    import torch

    x = torch.tensor(VALUES, requires_grad=True)
    for derivative in DERIVATIVES.values():
        found = derivative(ep.astensor(x)).raw
        assert not found.requires_grad
        assert found.grad_fn is None
    assert x.requires_grad
    assert x.grad is None


@marked(torch_test)
@pytest.mark.parametrize("name", DERIVATIVES)
def test_transformations_of_torch_func_go_through(name: str) -> None:
    """They see no flags on tensors: a gradient that is taken inside of one was a constant to it."""
    import torch

    backend = MAKERS["torch"]()
    x = torch.tensor(VALUES)
    found = torch.func.grad(lambda x: (DERIVATIVES[name](ep.astensor(x)) * 1).sum().raw)(x)
    expected = grad(lambda t: (DERIVATIVES[name](t) * 1).sum(), backend.tensor(VALUES))
    np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=1e-6)
    batch = torch.stack([x, x + 1])
    mapped = torch.func.vmap(lambda x: DERIVATIVES[name](ep.astensor(x)).raw)(batch)
    one_by_one = torch.stack([DERIVATIVES[name](ep.astensor(row)).raw for row in batch])
    np.testing.assert_allclose(mapped.numpy(), one_by_one.numpy(), rtol=1e-6)


@marked(torch_test)
@pytest.mark.slow
@pytest.mark.parametrize("name", DERIVATIVES)
def test_torch_compile_makes_one_graph(name: str) -> None:
    import torch

    backend = MAKERS["torch"]()
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: DERIVATIVES[name](ep.astensor(x)).raw, fullgraph=True, backend="aot_eager")
    np.testing.assert_allclose(compiled(torch.tensor(VALUES)).numpy(), eager(name, backend), rtol=1e-6)


@marked(torch_test)
def test_modules_inside_a_jacobian_get_no_gradient() -> None:
    import torch

    model = torch.nn.Linear(3, 2)
    t = ep.astensor(torch.tensor(VALUES[0]))
    found = jacobian(lambda x: ep.astensor(model(x.raw)), t)
    torch.testing.assert_close(found.raw, model.weight.detach())
    hessian(lambda x: ep.astensor(model(x.raw)).square().sum(), t)
    assert all(p.grad is None and p.requires_grad for p in model.parameters())


# -- TensorFlow --------------------------------------------------------------------------------------------------------

tensorflow_test = [pytest.mark.tensorflow, pytest.mark.xdist_group("tensorflow")]


@marked(tensorflow_test)
@pytest.mark.parametrize("name", DERIVATIVES)
def test_derivatives_in_the_tape_of_the_caller(name: str) -> None:
    tf = untyped("tensorflow")

    x = tf.constant(VALUES)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = (DERIVATIVES[name](ep.astensor(x)) * 1).sum().raw
    expected = grad(lambda t: (DERIVATIVES[name](t) * 1).sum(), ep.astensor(x))
    found = tape.gradient(y, x, unconnected_gradients="zero")
    np.testing.assert_allclose(tf.convert_to_tensor(found).numpy(), expected.numpy(), rtol=1e-6)  # of the caller's tape: it may be sparse


@marked(tensorflow_test)
@pytest.mark.parametrize("name", DERIVATIVES)
def test_tf_function_traces_derivatives(name: str) -> None:
    tf = untyped("tensorflow")

    expected = eager(name, MAKERS["tensorflow"]())
    traced = tf.function(lambda x: DERIVATIVES[name](ep.astensor(x)).raw)
    np.testing.assert_allclose(traced(tf.constant(VALUES)).numpy(), expected, rtol=1e-6)
    assert traced.experimental_get_tracing_count() == 1
    compiled = tf.function(traced.python_function, jit_compile=True)
    np.testing.assert_allclose(compiled(tf.constant(VALUES)).numpy(), expected, rtol=1e-5)
    unknown = tf.function(traced.python_function, input_signature=[tf.TensorSpec([None, None])])
    np.testing.assert_allclose(unknown(tf.constant(VALUES)).numpy(), expected, rtol=1e-6)


@marked(tensorflow_test)
def test_gradients_while_tracing_keep_what_is_known_of_the_shape() -> None:
    tf = untyped("tensorflow")

    shapes: list[object] = []

    @tf.function(input_signature=[tf.TensorSpec([None, 3])])  # type: ignore[untyped-decorator]  # untyped on purpose
    def traced(x: Any) -> Any:  # Any: raw tensors
        found = grad(lambda t: (t[[0, 0]] ** 2).sum(), ep.astensor(x))
        derivatives = jacobian(lambda t: t[0] ** 2, ep.astensor(x))
        shapes.extend([found.raw.shape.as_list(), derivatives.raw.shape.as_list()])
        return found.raw

    assert traced(tf.constant(VALUES)).numpy().tolist() == [[4.0, 8.0, 12.0], [0.0, 0.0, 0.0]]
    assert shapes == [[None, 3], [3, None, 3]]
    nothing = tf.function(lambda x: jacobian(lambda t: t[t > 9], ep.astensor(x)).raw, input_signature=[tf.TensorSpec([2, 3])])
    assert nothing(tf.constant(VALUES)).shape == (0, 2, 3)


# -- JAX ---------------------------------------------------------------------------------------------------------------

jax_test = [pytest.mark.jax, pytest.mark.xdist_group("jax")]


@marked(jax_test)
@pytest.mark.parametrize("name", DERIVATIVES)
def test_transformations_of_jax_go_through(name: str) -> None:
    import jax
    import jax.numpy as jnp

    backend = MAKERS["jax"]()
    x = jnp.array(VALUES)

    def f(x: Any) -> Any:  # Any: arrays and tracers
        return DERIVATIVES[name](ep.astensor(x)).raw

    expected = eager(name, backend)
    np.testing.assert_allclose(jax.jit(f)(x), expected, rtol=1e-6)
    np.testing.assert_allclose(jax.jit(jax.vmap(f))(jnp.stack([x, x]))[1], expected, rtol=1e-6)
    slope = grad(lambda t: (DERIVATIVES[name](t) * 1).sum(), backend.tensor(VALUES))
    np.testing.assert_allclose(jax.grad(lambda x: f(x).sum())(x), slope.numpy(), rtol=1e-6)


@marked(jax_test)
def test_containers_of_a_third_party_in_aux_hold_no_tracers() -> None:
    import jax
    import jax.numpy as jnp

    class Bag:
        """A container that JAX knows, and we do not."""

        def __init__(self, x: Any) -> None:  # Any: arrays and tracers
            self.x = x

    jax.tree_util.register_pytree_node(Bag, lambda bag: ((bag.x,), None), lambda _, parts: Bag(*parts))
    _, aux, _ = vag(lambda t: (t.sum(), [Bag(t * 2), Bag(t.raw)]), ep.astensor(jnp.ones(2)))
    assert aux[0].x.numpy().tolist() == [2.0, 2.0]
    assert not isinstance(aux[1].x, jax.core.Tracer)


# -- threads -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["container", "grad of grad", "jacobian", "hessian", "stop_gradient"])
def test_eight_threads_take_derivatives(name: str, gradient_backend: TestBackend) -> None:
    backend = gradient_backend
    inputs = [backend.tensor(VALUES + i) for i in range(8)]
    expected = [DERIVATIVES[name](t).numpy() for t in inputs]

    def task(i: int) -> Any:  # Any: an ndarray
        found = [DERIVATIVES[name](inputs[i]) for _ in range(5)]
        assert not any(getattr(t.raw, "requires_grad", False) for t in found)
        return found[-1].numpy()

    for found, right in zip(in_threads(task), expected, strict=True):
        np.testing.assert_array_equal(found, right)
