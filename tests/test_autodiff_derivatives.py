"""`grad`, `jacobian`, `hessian` and `stop_gradient`: against finite differences, nested, and inside what a framework traces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from tests.backends import MAKERS, TestBackend
from tests.gradient_cases import REAL, SQUARE, Array, Function, differences, double
from tests.programs import untyped

grad: Any = ep.grad  # Any: the functions are lambdas, and some of them wrong on purpose
jacobian: Any = ep.jacobian  # Any: as above
hessian: Any = ep.hessian  # Any: as above


# -- grad --------------------------------------------------------------------------------------------------------------


def test_grad_is_the_gradient_alone(gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor([1.0, 2.0], np.float32)
    for found in (
        grad(lambda x: (x**3).sum(), t),
        grad(lambda x, k, *, n: (x**n).sum() * k, t, 1.0, n=3),
        grad(lambda x: (x**3).sum(), t.raw),
    ):
        assert type(found) is gradient_backend.leaf
        assert found.numpy().tolist() == [3.0, 12.0]


def test_arguments_may_have_the_names_of_our_parameters(gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor([1.0, 2.0], np.float32)
    assert grad(lambda x, *, f, t: (x * f * t).sum(), t, f=2.0, t=3.0).numpy().tolist() == [6.0, 6.0]


def test_grad_of_grad(gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor(2.0, np.float32)
    assert grad(lambda x: grad(lambda y: grad(lambda z: z**4, y), x), t).item() == 48.0


def element(f: Function, index: tuple[int, ...]) -> Callable[[Array], Array]:
    """One element of what a function returns, as a function of arrays."""

    def at(x: Array) -> Array:
        array: Array = f(x).numpy()[index]
        return array

    return at


# -- jacobian ----------------------------------------------------------------------------------------------------------

JACOBIANS: dict[str, tuple[Function, Array]] = {
    "elementwise": (lambda x: x.exp(), REAL),
    "0-d result": (lambda x: x.square().sum(), REAL),
    "0-d argument": (lambda x: ep.stack([x, x.square()]), np.array(1.5)),
    "0-d both": (lambda x: x**3, np.array(1.5)),
    "softmax": (lambda x: x.softmax(), REAL),
    "crossentropy": (lambda x: x.crossentropy(x.from_numpy(np.array([2, 0]))), REAL),
    "matmul": (lambda x: x @ x.T, REAL),
    "matmul vector": (lambda x: x @ x[0], REAL),
    "inv": (lambda x: x.inv(), SQUARE),
    "slogdet": (lambda x: x.slogdet()[1], SQUARE),
    "sort": (lambda x: x.sort(), REAL),
    "topk": (lambda x: x.topk(2)[0], REAL),
    "gather": (lambda x: x[[0, 0, 1]], REAL),
    "take_along_axis": (lambda x: x.take_along_axis(x.argsort(axis=1), 1), REAL),
    "mask": (lambda x: x[x > 0] ** 2, REAL),
    "index_update": (lambda x: x.index_update(0, x[1].square()), REAL),
    "cumsum": (lambda x: x.cumsum(axis=1), REAL),
    "prod": (lambda x: x.prod(axis=0), REAL),
    "pad": (lambda x: x.pad(((1, 1), (0, 2)), "reflect"), REAL[[0, 1, 0]]),
    "max": (lambda x: x.max(axis=1), REAL),
    "where": (lambda x: (x > 0).where(x.square(), 0), REAL),
    "norms": (lambda x: x.norms.l2(axis=0), REAL),
    "constant in part": (lambda x: ep.stack([x.sum(), x.ones(())]), REAL),
    "other dtype": (lambda x: x.square().float64(), REAL),
}


@pytest.mark.parametrize("name", JACOBIANS)
def test_jacobian_is_that_of_finite_differences(name: str, gradient_backend: TestBackend) -> None:
    f, x = JACOBIANS[name]
    with double(gradient_backend):
        found = jacobian(f, gradient_backend.tensor(x))
        y = f(ep.astensor(x))
        assert found.shape == y.shape + x.shape
        assert gradient_backend.dtype(found) == "float64"
        rows = [differences(element(lambda x: f(ep.astensor(x)), index), x) for index in np.ndindex(y.shape)]
        np.testing.assert_allclose(found.numpy(), np.array(rows).reshape(found.shape), rtol=1e-6, atol=1e-7)
        assert type(found) is gradient_backend.leaf


def test_jacobian_with_empty_shapes_and_constants(gradient_backend: TestBackend) -> None:
    t, empty = gradient_backend.tensor([1.0, 2.0], np.float32), gradient_backend.tensor(np.ones((0, 3)), np.float32)
    for f, x, shape in (
        (lambda x: x[:0], t, (0, 2)),
        (lambda x: x.sum(), empty, (0, 3)),
        (lambda x: x, empty, (0, 3, 0, 3)),
        (lambda x: x.ones(3), t, (3, 2)),
        (lambda x: t, t, (2, 2)),
    ):
        found = jacobian(f, x)
        assert found.shape == shape
        assert gradient_backend.dtype(found) == "float32"
        assert not found.numpy().any()


def test_jacobian_passes_arguments_on_and_keeps_the_dtype(gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor([1.0, 2.0], np.float16)
    found = jacobian(lambda x, k, *, n: x.float32() ** n * k, t, 2.0, n=2)
    assert gradient_backend.dtype(found) == "float16"
    assert found.numpy().tolist() == [[4.0, 0.0], [0.0, 8.0]]
    assert jacobian(lambda x: x * 2, t.raw).numpy().tolist() == [[2.0, 0.0], [0.0, 2.0]]


def test_jacobian_of_a_jacobian_and_gradient_of_both(gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor([1.0, 2.0], np.float32)
    second = jacobian(lambda x: jacobian(lambda y: y**3, x), t).numpy()
    expected = np.zeros((2, 2, 2))
    expected[0, 0, 0], expected[1, 1, 1] = 6.0, 12.0
    np.testing.assert_array_equal(second, expected)
    assert grad(lambda x: jacobian(lambda y: y**3, x).sum(), t).numpy().tolist() == [6.0, 12.0]
    assert jacobian(lambda x: grad(lambda y: (y**3).sum(), x), t).numpy().tolist() == [[6.0, 0.0], [0.0, 12.0]]


# -- hessian -----------------------------------------------------------------------------------------------------------

HESSIANS: dict[str, tuple[Function, Array]] = {
    "cubic": (lambda x: (x**3).sum() * x[0, 0], REAL),
    "0-d": (lambda x: x**3, np.array(1.5)),
    "softmax": (lambda x: x.softmax().square().sum(), REAL),
    "logistic": (lambda x: x.crossentropy(x.from_numpy(np.array([2, 0]))).mean(), REAL),
    "inverse": (lambda x: x.inv().sum(), SQUARE),
    "norm": (lambda x: x.norms.l2(), REAL),
    "gathered": (lambda x: (x[[0, 0, 1]] ** 3).sum(), REAL),
    "sorted": (lambda x: (x.sort() ** 3)[:, 0].sum(), REAL),
    "linear": (lambda x: x.sum(), REAL),
}


@pytest.mark.parametrize("name", HESSIANS)
def test_hessian_is_that_of_finite_differences(name: str, gradient_backend: TestBackend) -> None:
    f, x = HESSIANS[name]
    with double(gradient_backend):
        found = hessian(f, gradient_backend.tensor(x))
        assert found.shape == x.shape + x.shape
        assert gradient_backend.dtype(found) == "float64"
        rows = [differences(element(lambda x: grad(f, gradient_backend.tensor(x)), index), x, 1e-5) for index in np.ndindex(x.shape)]
        np.testing.assert_allclose(found.numpy(), np.array(rows).reshape(found.shape), rtol=1e-5, atol=1e-6)


def test_hessian_of_native_tensors_and_third_derivatives(gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor([1.0, 2.0], np.float32)
    assert hessian(lambda x, k: (x**3).sum() * k, t.raw, 2.0).numpy().tolist() == [[12.0, 0.0], [0.0, 24.0]]
    assert grad(lambda x: hessian(lambda y: (y**4).sum(), x).sum(), t).numpy().tolist() == [24.0, 48.0]


# -- stop_gradient -------------------------------------------------------------------------------------------------------


def test_stop_gradient_is_a_constant(gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor([1.0, 2.0], np.float32)
    for f in (lambda x: (x * x.stop_gradient()).sum(), lambda x: (x * ep.stop_gradient(x)).sum()):
        assert grad(f, t).numpy().tolist() == [1.0, 2.0]
    assert grad(lambda x: x.stop_gradient().sum(), t).numpy().tolist() == [0.0, 0.0]
    assert jacobian(lambda x: x + x.square().stop_gradient(), t).numpy().tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_stop_gradient_stops_every_level(gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor([1.0, 2.0], np.float32)
    assert grad(lambda x: grad(lambda y: (y**2 * x.stop_gradient()).sum(), x).sum(), t).numpy().tolist() == [2.0, 4.0]
    assert grad(lambda x: grad(lambda y: (y**2 * x).sum(), x.stop_gradient()).sum(), t).numpy().tolist() == [2.0, 4.0]


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int32", "float16", "float32", "complex64"])
def test_stop_gradient_changes_nothing(dtype: str, backend: TestBackend) -> None:
    t = backend.tensor(np.array([[0, 1, 1]]), dtype)
    for found in (t.stop_gradient(), ep.stop_gradient(t), ep.stop_gradient(t.raw)):
        assert type(found) is backend.leaf
        assert backend.dtype(found) == dtype
        assert found.numpy().tolist() == t.numpy().tolist()
    empty = backend.tensor(np.ones((0, 2)), dtype)
    assert empty.stop_gradient().shape == (0, 2)


def test_stop_gradient_of_no_tensor() -> None:
    with pytest.raises(TypeError, match=r"cannot wrap the Python float 1\.5\. Cure: "):
        ep.stop_gradient(1.5)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_stop_gradient_cuts_the_graph_of_the_caller() -> None:
    import torch

    x = torch.ones(2, requires_grad=True)
    assert not ep.astensor(x).stop_gradient().raw.requires_grad
    assert x.requires_grad


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
def test_stop_gradient_in_the_tape_of_the_caller() -> None:
    tf = untyped("tensorflow")

    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = (ep.astensor(x) * ep.astensor(x).stop_gradient()).sum().raw
    assert tape.gradient(y, x).numpy().tolist() == [1.0, 2.0]


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
def test_stop_gradient_in_jax_grad() -> None:
    import jax
    import jax.numpy as jnp

    found = jax.grad(lambda x: (ep.astensor(x) * ep.astensor(x).stop_gradient()).sum().raw)(jnp.array([1.0, 2.0]))
    assert found.tolist() == [1.0, 2.0]


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["jacobian", "hessian"])
def test_of_what_no_derivative_is_taken(name: str, gradient_backend: TestBackend) -> None:
    called: list[object] = []
    f, title = getattr(ep, name), gradient_backend.title
    t, i = gradient_backend.tensor([1.0, 2.0], np.float32), gradient_backend.tensor([1, 2], np.int32)
    with pytest.raises(TypeError, match=rf"^{name} on {title}: .*floating tensors, got {title} int32 tensor of shape \(2,\)\. Cure: cast"):
        f(called.append, i)
    with pytest.raises(TypeError, match=rf"^{name}: needs one Tensor, got tuple\. Cure: .*ep\.{name}\(lambda"):
        f(called.append, (t, t))
    with pytest.raises(TypeError, match=rf"^{name}: cannot wrap the Python float 1\.0\. Cure: "):
        f(called.append, 1.0)
    assert not called


@pytest.mark.parametrize("result", ["1.5", "None", "x.raw", "x > 0", "(x, x)", "x.astype(ep.complex64)", "numpy"])
def test_results_without_a_jacobian_are_refused(result: str, gradient_backend: TestBackend) -> None:
    text = rf"^jacobian on {gradient_backend.title}: the function returned .*, not a floating .* Tensor\. Cure: return one"
    with pytest.raises(ValueError, match=text):
        jacobian(lambda x: eval(result, {"x": x, "ep": ep, "numpy": ep.astensor(np.ones(2))}), gradient_backend.tensor([1.0], np.float32))


def test_a_hessian_is_that_of_a_scalar(gradient_backend: TestBackend) -> None:
    with pytest.raises(
        ValueError, match=rf"^hessian on {gradient_backend.title}: the loss must be a 0-d floating Tensor, .*\(2,\)\. Cure: "
    ):
        hessian(lambda x: x, gradient_backend.tensor([1.0, 2.0], np.float32))


@pytest.mark.parametrize("name", ["grad", "jacobian", "hessian"])
def test_numpy_has_no_derivatives(name: str) -> None:
    called: list[object] = []
    with pytest.raises(NotImplementedError, match=rf"^{name} on NumPy: NumPy has no gradients\. Cure: pass a PyTorch, TensorFlow or JAX"):
        getattr(ep, name)(called.append, MAKERS["numpy"]().tensor([1.0]))
    assert not called


def test_errors_of_the_function_pass_and_leave_nothing_behind(gradient_backend: TestBackend) -> None:
    def fails(x: ep.Tensor) -> ep.Tensor:
        raise KeyError("mine")

    t = gradient_backend.tensor([1.0, 2.0], np.float32)
    for f in (grad, jacobian, hessian):
        with pytest.raises(KeyError, match="mine"):
            f(fails, t)
        assert not getattr(jacobian(lambda x: x, t).raw, "requires_grad", False)  # not taken for a nested one
