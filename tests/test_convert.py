"""From native tensors to Tensors and back: what is recognised, what is refused and how, and what `restore_type` gives."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import eagertyped as ep
from tests.backends import MAKERS, TestBackend
from tests.conftest import backend_params
from tests.programs import untyped
from tests.refused_tensors import FOREIGN, JAX, NUMPY, TENSORFLOW, TORCH, Make, matrix

NATIVE_DTYPES = ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64", "complex128")


@pytest.fixture
def x(backend: TestBackend) -> Any:  # Any: a native tensor
    return backend.native(np.arange(6, dtype=np.float32).reshape(2, 3))


# -- astensor and astensors ------------------------------------------------------------------------------------------


def test_astensor_wraps_the_native_tensor_itself(backend: TestBackend, x: Any) -> None:
    t = ep.astensor(x)
    assert type(t) is backend.leaf
    assert isinstance(t, ep.Tensor)
    assert t.raw is x


def test_a_tensor_comes_back_as_it_is(x: Any) -> None:
    t = ep.astensor(x)
    assert ep.astensor(t) is t
    assert ep.astensors(t)[0] is t


@pytest.mark.parametrize("shape", [(), (0,), (1,), (2, 0, 3), (1, 1, 1, 1, 1, 1)])
def test_any_shape(backend: TestBackend, shape: tuple[int, ...]) -> None:
    assert ep.astensor(backend.native(np.ones(shape, np.float32))).shape == shape


@pytest.mark.parametrize("dtype", NATIVE_DTYPES)
def test_any_dtype_is_kept(backend: TestBackend, dtype: str) -> None:
    native = backend.native(np.ones(2, dtype))
    t = ep.astensor(native)
    assert t.dtype == native.dtype
    if not (backend.name == "jax" and dtype in ("int64", "float64", "complex128")):  # JAX has them in its x64 mode only
        assert backend.dtype(t) == dtype


def test_astensors(backend: TestBackend, x: Any) -> None:
    t = ep.astensor(x)
    found = ep.astensors(x, t, x)
    assert type(found) is tuple
    assert [type(each) for each in found] == [backend.leaf] * 3
    assert found[0].raw is x
    assert found[1] is t
    assert ep.astensors() == ()


# -- astensor_ and astensors_ ----------------------------------------------------------------------------------------


def test_restore_type_gives_native_tensors_for_a_native_one(backend: TestBackend, x: Any) -> None:
    t, restore = ep.astensor_(x)
    assert t.raw is x
    assert restore(t) is x  # one in, one out
    several = restore(t, t.square())
    assert type(several) is tuple
    assert [backend.is_native(each) for each in several] == [True, True]
    assert several[0] is x


def test_restore_type_gives_tensors_for_a_tensor(backend: TestBackend, x: Any) -> None:
    t, restore = ep.astensor_(ep.astensor(x))
    u = t.square()
    assert restore(u) is u
    several = restore(t, u, t)
    assert type(several) is tuple
    assert all(a is b for a, b in zip(several, (t, u, t), strict=True))


def test_restore_type_takes_tensors_of_another_dtype_and_shape(backend: TestBackend, x: Any) -> None:
    t, restore = ep.astensor_(x)
    native = restore((t > 1).any(axis=0))
    assert backend.is_native(native)
    assert ep.astensor(native).shape == (3,)


def test_restore_type_leaves_what_is_no_tensor(x: Any) -> None:
    restore: Any = ep.astensor_(x)[1]
    found: tuple[object, ...] = restore(None, 1.5, ep.astensor(x))
    assert found[:2] == (None, 1.5)
    assert found[2] is x


def test_astensors_with_natives(backend: TestBackend, x: Any) -> None:
    ts, restore = ep.astensors_(x, x)
    assert type(ts) is tuple
    assert [type(t) for t in ts] == [backend.leaf] * 2
    assert restore(ts[0]) is x
    assert all(each is x for each in restore(*ts))


def test_astensors_with_tensors(x: Any) -> None:
    t = ep.astensor(x)
    ts, restore = ep.astensors_(t, t)
    assert ts[0] is ts[1] is t
    assert restore(ts[1]) is t


def test_the_first_argument_decides_what_astensors_restores(backend: TestBackend, x: Any) -> None:
    t = ep.astensor(x)
    (first, _), restore = ep.astensors_(x, t)
    assert backend.is_native(restore(first))
    (first, _), restore = ep.astensors_(t, x)
    assert restore(first) is t


# -- leaves ----------------------------------------------------------------------------------------------------------


def test_leaves_are_constructors(backend: TestBackend, x: Any) -> None:
    t = backend.leaf(x)
    assert type(t) is backend.leaf
    assert t.raw is x
    assert isinstance(backend.leaf[ep.Float32](x), backend.leaf)  # type: ignore[index]  # leaves take a dtype


@pytest.mark.parametrize("leaf", [ep.Tensor, ep.PyTorchTensor, ep.TensorFlowTensor, ep.JAXTensor])
def test_a_leaf_refuses_tensors_of_another_framework(leaf: type[ep.Tensor]) -> None:
    with pytest.raises(TypeError, match=rf"{leaf.__name__} cannot wrap a NumPy tensor\. Cure: .*NumPyTensor\(x\)"):
        leaf(np.ones(2))


def test_subclasses_of_leaves_work(backend: TestBackend, x: Any) -> None:
    class Own(backend.leaf):  # type: ignore[misc, name-defined]  # the base is a parameter
        def doubled(self) -> Any:  # Any: an Own
            return self * 2

    t = Own(x)
    assert type(t.doubled()) is type(t.square()) is type(t.reshape(-1)) is Own
    assert t.doubled().sum().item() == 30.0


# -- istensor and is_tensor ------------------------------------------------------------------------------------------


def test_istensor(x: Any) -> None:
    assert ep.istensor(ep.astensor(x)) is True
    for other in (x, None, 1.5, [ep.astensor(x)], ep.Tensor):
        assert ep.istensor(other) is False


def test_is_tensor_asks_for_backend_and_dtype(backend: TestBackend, x: Any) -> None:
    ask: Any = ep.is_tensor  # Any: it narrows, and takes no protocol from a checker
    t = ep.astensor(x)
    assert ask(t)
    assert ask(t, ep.Backend)
    assert ask(t, ep.backends.HasRaw)
    for name in MAKERS:
        marker = {"numpy": ep.NumPy, "torch": ep.Torch, "tensorflow": ep.TensorFlow, "jax": ep.JAX}[name]
        assert ask(t, marker) is (marker is backend.marker)
    for dtype, expected in ((ep.Float32, True), (ep.Floating, True), (ep.Numeric, True), (ep.DType, True), (ep.Float64, False)):
        assert ask(t, backend.marker, dtype) is expected
    for dtype in (ep.Integer, ep.Bool, ep.ComplexFloating):
        assert not ask(t, ep.Backend, dtype)
    assert not ask(x, backend.marker, ep.Float32)
    assert not ask(None)


@pytest.mark.parametrize(
    "backend_, dtype", [(int, None), (ep.Float32, int), ("torch", None), (ep.Torch, "float32"), (ep.Torch, np.float32)]
)
def test_is_tensor_refuses_what_is_no_marker(backend_: Any, dtype: Any) -> None:
    with pytest.raises(TypeError, match=r"is_tensor: .* is no marker\. Cure: "):
        ep.is_tensor(ep.astensor(np.ones(1)), backend_, dtype)


# -- accepted: NumPy -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scalar", [np.bool_(True), np.int8(1), np.uint64(1), np.float16(1), np.float32(1), np.float64(1), np.complex64(1)])
def test_numpy_scalars_become_arrays(scalar: np.generic) -> None:
    t = ep.astensor(scalar)
    assert type(t) is ep.NumPyTensor
    assert type(t.raw) is np.ndarray
    assert t.shape == ()
    assert t.raw.dtype == scalar.dtype
    assert t.item() == scalar.item()


def test_numpy_views_subclasses_and_maps(tmp_path: Path) -> None:
    class Sub(np.ndarray): ...

    base = np.arange(6, dtype=np.float32).reshape(2, 3)
    mapped = np.memmap(tmp_path / "array", np.float32, "w+", shape=(2, 3))
    mapped[:] = base
    readonly = base.copy()
    readonly.flags.writeable = False
    for array in (base.T.copy().T, base[:, ::-1][:, ::-1], base.view(Sub), mapped, readonly, base.astype(">f4")):
        t = ep.astensor(array)
        assert type(t) is ep.NumPyTensor
        assert t.raw is array
        np.testing.assert_array_equal(t.square().sum(axis=0).numpy(), (base**2).sum(axis=0))


def test_numpy_bfloat16() -> None:
    t = ep.astensor(np.ones(2, ml_dtypes.bfloat16))
    assert ep.is_tensor(t, ep.NumPy, ep.BFloat16)


# -- accepted: PyTorch -----------------------------------------------------------------------------------------------


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_torch_kin() -> None:
    import torch

    class Sub(torch.Tensor): ...

    parameter = torch.nn.Parameter(torch.ones(2))
    subclass = torch.ones(2).as_subclass(Sub)
    meta = torch.ones(2, device="meta")
    for native in (parameter, torch.nn.Buffer(torch.ones(2)), subclass, meta, torch.ones(2, requires_grad=True), torch.ones(4)[::2]):
        t = ep.astensor(native)
        assert type(t) is ep.PyTorchTensor
        assert t.raw is native
        assert (t + 1).shape == (2,)
    assert ep.astensor(parameter).square().raw.requires_grad
    assert isinstance((ep.astensor(subclass) + 1).raw, Sub)
    assert (ep.astensor(meta) + 1).raw.device.type == "meta"


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_torch_tensors_of_torch_func() -> None:
    import torch

    def f(x: Any) -> Any:
        return ep.astensor(x).square().sum().raw

    x = torch.arange(6.0).reshape(2, 3)
    torch.testing.assert_close(torch.func.grad(f)(x), 2 * x)
    torch.testing.assert_close(torch.func.vmap(f)(x), x.square().sum(-1))


# -- accepted: TensorFlow --------------------------------------------------------------------------------------------


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
def test_tensorflow_variables_are_read() -> None:
    tf = untyped("tensorflow")

    variable = tf.Variable([1.0, 2.0])
    t = ep.astensor(variable)
    assert type(t) is ep.TensorFlowTensor
    assert isinstance(t.raw, tf.Tensor)
    variable.assign([5.0, 5.0])
    assert t.numpy().tolist() == [1.0, 2.0]  # the value at the time
    assert ep.TensorFlowTensor(variable).sum().item() == 10.0
    with tf.GradientTape() as tape:
        loss = ep.astensor(variable).square().sum().raw
    assert tape.gradient(loss, variable).numpy().tolist() == [10.0, 10.0]


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
def test_tensorflow_symbolic_tensors() -> None:
    tf = untyped("tensorflow")

    kinds: list[Any] = []
    variable = tf.Variable([3.0, 4.0])

    def f(x: Any) -> Any:
        kinds.extend((type(t), tf.is_symbolic_tensor(t.raw)) for t in ep.astensors(x, variable))
        return (ep.astensor(x) * ep.astensor(variable)).sum().raw

    assert tf.function(f)(tf.constant([1.0, 2.0])).numpy() == 11.0
    assert kinds == [(ep.TensorFlowTensor, True)] * 2


# -- accepted: JAX ---------------------------------------------------------------------------------------------------


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
@pytest.mark.parametrize("transform", ["jit", "grad", "vmap", "jacrev", "hessian", "checkpoint", "jit of grad of vmap", "eval_shape"])
def test_jax_tracers(transform: str) -> None:
    import jax
    import jax.numpy as jnp

    kinds = []

    def f(x: Any) -> Any:
        kinds.append(type(ep.astensor(x)))
        return ep.astensor(x).square().sum().raw

    x = jnp.arange(3.0)
    if transform == "vmap":
        assert jax.vmap(f)(x).tolist() == [0.0, 1.0, 4.0]
    elif transform == "jit of grad of vmap":
        assert jax.jit(jax.grad(lambda x: jax.vmap(f)(x).sum()))(x).tolist() == [0.0, 2.0, 4.0]
    else:
        result = getattr(jax, transform)(f)(x) if transform != "eval_shape" else jax.eval_shape(f, x)
        assert result.shape == {"grad": (3,), "jacrev": (3,), "hessian": (3, 3)}.get(transform, ())
    assert set(kinds) == {ep.JAXTensor}


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
def test_a_weakly_typed_jax_array_becomes_a_plain_one() -> None:
    """Its dtype would not count beside another one: a weak float32 and a float16 make float16."""
    import jax
    import jax.numpy as jnp

    weak, half = jnp.asarray(1.5), jnp.ones(2, jnp.float16)
    assert (weak.weak_type, (weak + half).dtype) == (True, jnp.float16)
    for t in (ep.astensor(weak), ep.JAXTensor(weak)):
        assert (t.raw.weak_type, t.raw.dtype, t.item()) == (False, jnp.float32, 1.5)
        assert (t + ep.astensor(half)).dtype == jnp.float32
    plain: Any = ep.astensor(half)  # Any: a native operand is an error to a checker
    assert (plain + weak).dtype == jnp.float32
    assert jax.jit(lambda x: (ep.astensor(x) * half).raw)(1.5).dtype == jnp.float32


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
def test_jax_numpy_arrays_and_old_keys() -> None:
    import jax

    assert type(ep.astensor(jax.random.PRNGKey(0))) is ep.JAXTensor  # plain uint32 numbers
    assert type(ep.astensor(np.ones(2))) is ep.NumPyTensor


# -- refused: no backend -----------------------------------------------------------------------------------------------


def refused(make: Make, given: str, cure: str) -> None:
    """Every way in refuses it with one TypeError, which names what was given and the cure."""
    x = make()
    for way in (ep.astensor, ep.astensors, ep.astensor_, ep.astensors_):
        with pytest.raises(TypeError) as caught:
            way(x)
        assert re.search(given, str(caught.value)), str(caught.value)
        assert re.search(f"Cure: .*{cure}", str(caught.value)), str(caught.value)
    with pytest.raises(TypeError, match="Cure: "):
        ep.NumPyTensor(x)


@pytest.mark.parametrize("make, given, cure", FOREIGN)
def test_what_no_framework_made_is_refused(make: Make, given: str, cure: str) -> None:
    refused(make, given, cure)


def test_scipy_sparse_matrices_are_refused() -> None:
    class csr_matrix: ...

    class coo_array: ...

    refused(csr_matrix, "csr_matrix", r"matrix\.toarray\(\)")
    refused(coo_array, "coo_array", r"matrix\.toarray\(\)")


def test_an_object_with_only_an_array_method_is_refused() -> None:
    class Arraylike:
        def __array__(self) -> Any: ...

    refused(Arraylike, "Arraylike", r"numpy\.ndarray")


def test_objects_with_strange_attributes_are_refused_and_not_asked() -> None:
    class Strange:
        def __getattr__(self, name: str) -> Any:
            raise AssertionError(f"looked at {name}")

    refused(Strange, "Strange", r"numpy\.ndarray")


def test_one_bad_argument_among_good_ones_is_refused() -> None:
    ways: list[Any] = [ep.astensors, ep.astensors_]  # Any: for a checker they do not take lists
    for way in ways:
        with pytest.raises(TypeError, match=r"a Python list.*Cure: "):
            way(np.ones(1), [1.0])


# -- refused: NumPy --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make, given, cure", NUMPY)
def test_arrays_that_are_not_plain_numbers_are_refused(make: Make, given: str, cure: str) -> None:
    refused(make, given, cure)


@pytest.mark.parametrize("make", [lambda: np.ma.array([1.0, 2.0], mask=[False, True]), matrix], ids=["masked", "matrix"])
@pytest.mark.parametrize("first", [True, False])
def test_refused_classes_stay_refused_whatever_was_seen_before(make: Make, first: bool) -> None:
    """The class of what was recognised is remembered; what is refused depends on more."""
    if first:
        ep.astensor(np.ones(2))
    for _ in range(2):
        with pytest.raises(TypeError, match="Cure: "):
            ep.astensor(make())


@pytest.mark.parametrize("make", [lambda: np.ma.array([1.0, 2.0], mask=[False, True]), lambda: np.array(["a", "b"])], ids=["masked", "str"])
def test_the_same_arrays_are_refused_as_operands(make: Make) -> None:
    t = ep.astensor(np.ones(2))
    with pytest.raises(TypeError, match="Cure: "):
        t + make()
    with pytest.raises(TypeError, match="Cure: "):
        t.minimum(make())


# -- refused: the other frameworks -----------------------------------------------------------------------------------


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
@pytest.mark.parametrize("make, given, cure", TORCH)
def test_torch_tensors_that_are_not_plain_numbers_are_refused(make: Make, given: str, cure: str) -> None:
    refused(make, given, cure)


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
@pytest.mark.parametrize("make, given, cure", TENSORFLOW)
def test_tensorflow_tensors_that_are_not_plain_numbers_are_refused(make: Make, given: str, cure: str) -> None:
    refused(make, given, cure)


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
@pytest.mark.parametrize("make, given, cure", JAX)
def test_jax_arrays_that_are_not_plain_numbers_are_refused(make: Make, given: str, cure: str) -> None:
    refused(make, given, cure)


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
def test_traced_keys_are_refused_too() -> None:
    import jax

    with pytest.raises(TypeError, match=r"key<fry>.*Cure: "):
        jax.jit(lambda key: ep.astensor(key).raw)(jax.random.key(0))


@pytest.mark.parametrize("name", backend_params())
def test_an_empty_native_tensor_is_no_refusal(name: str) -> None:
    assert ep.astensor(MAKERS[name]().native(np.zeros((0, 2), np.float32))).shape == (0, 2)
