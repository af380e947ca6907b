"""What every tensor has: shape and dtype, conversions to NumPy and Python, text, copies, and the names of dtypes."""

from __future__ import annotations

import copy
import math
import operator
import pickle
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cloudpickle
import ml_dtypes
import numpy as np
import pytest

import eagertyped as ep
from eagertyped.dtypes import CONCRETE, MARKERS, dtype_name
from tests.backends import MAKERS, TestBackend
from tests.conftest import backend_params
from tests.programs import output, untyped

VALUES = np.arange(6, dtype=np.float32).reshape(2, 3)
KINDS = {"bool": True, "int32": 3, "uint8": 200, "float32": 1.5, "complex64": 1 + 2j}


def tensors(backend: TestBackend) -> dict[str, ep.Tensor]:
    """A 0-d tensor of each kind."""
    return {dtype: backend.tensor(value, dtype) for dtype, value in KINDS.items()}


# -- attributes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 0), (2, 3), (1, 2, 3, 4, 5)])
def test_shape_and_ndim(backend: TestBackend, shape: tuple[int, ...]) -> None:
    t = backend.tensor(np.zeros(shape, np.float32))
    assert isinstance(t.shape, tuple)
    assert t.shape == shape
    assert [type(n) for n in t.shape] == [int] * len(shape)
    assert t.ndim == len(shape)
    assert type(t.ndim) is int


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int32", "float16", "float32", "complex64"])
def test_dtype_is_native(backend: TestBackend, dtype: str) -> None:
    t = backend.tensor([1], dtype)
    assert t.dtype == t.raw.dtype
    assert dtype_name(t.dtype) == dtype
    assert backend.dtype(t.zeros(2).astype(t.dtype)) == dtype


def test_attributes_are_read_only(backend: TestBackend) -> None:
    t = backend.tensor(VALUES)
    for name in ("shape", "ndim", "dtype", "T", "norms", "no_such_name"):
        with pytest.raises(AttributeError):
            setattr(t, name, None)
    assert not hasattr(t, "__dict__")


# -- numpy -----------------------------------------------------------------------------------------------------------


def test_numpy_gives_the_values_read_only(backend: TestBackend) -> None:
    t = backend.tensor(VALUES)
    array = t.numpy()
    assert type(array) is np.ndarray
    assert array.dtype == np.float32
    np.testing.assert_array_equal(array, VALUES)
    assert not array.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1.0


def test_numpy_leaves_the_tensor_as_it_is(backend: TestBackend) -> None:
    native = backend.native(VALUES)
    t = ep.astensor(native)
    t.numpy()
    assert t.raw is native
    if backend.name == "numpy":
        native[0, 0] = 7.0  # still writable for its owner
        assert t.numpy()[0, 0] == 7.0


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3)])
def test_numpy_of_empty_and_scalar_tensors(backend: TestBackend, shape: tuple[int, ...]) -> None:
    array = backend.tensor(np.ones(shape, np.float32)).numpy()
    assert type(array) is np.ndarray
    assert array.shape == shape
    assert array.dtype == np.float32
    assert not array.flags.writeable


def test_numpy_of_views(backend: TestBackend) -> None:
    t = backend.tensor(VALUES)
    np.testing.assert_array_equal(t.T.numpy(), VALUES.T)
    np.testing.assert_array_equal(t[:, ::2].numpy(), VALUES[:, ::2])


def test_numpy_of_bfloat16(backend: TestBackend) -> None:
    array = backend.tensor([1.5, -2.0], np.float32).astype(ep.bfloat16).numpy()
    assert array.dtype == ml_dtypes.bfloat16
    assert array.astype(np.float32).tolist() == [1.5, -2.0]
    assert not array.flags.writeable


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_numpy_is_detached_and_resolved_on_pytorch() -> None:
    import torch

    leaf = torch.tensor([1.0, 2.0], requires_grad=True)
    assert ep.astensor(leaf).numpy().tolist() == [1.0, 2.0]
    assert (ep.astensor(leaf) * 2).numpy().tolist() == [2.0, 4.0]
    assert leaf.requires_grad
    complex_ = torch.tensor([1 + 2j])
    assert torch.is_conj(complex_.conj())
    assert ep.astensor(complex_.conj()).numpy().tolist() == [1 - 2j]
    assert torch.is_neg(complex_.conj().imag)
    assert ep.astensor(complex_.conj().imag).numpy().tolist() == [-2.0]
    assert ep.astensor(torch.ones(2).expand(3, 2)).numpy().shape == (3, 2)


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_numpy_of_a_meta_tensor_is_refused() -> None:
    import torch

    t = ep.astensor(torch.ones(2, device="meta"))
    with pytest.raises(TypeError, match=r"numpy on PyTorch: .*meta.*Cure: "):
        t.numpy()
    with pytest.raises((TypeError, ValueError), match=r"item on PyTorch: .*meta.*Cure: "):
        t[0].item()


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
@pytest.mark.parametrize("name", ["numpy", "item"])
def test_values_of_a_symbolic_tensor_are_refused(name: str) -> None:
    tf = untyped("tensorflow")

    with pytest.raises(TypeError, match=rf"{name} on TensorFlow: .*Cure: "):
        tf.function(lambda x: getattr(ep.astensor(x), name)())(tf.constant(1.0))


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
@pytest.mark.parametrize("use", [operator.methodcaller("numpy"), operator.methodcaller("item"), float, bool, int, np.asarray])
def test_values_of_a_tracer_raise_jax_own_error(use: Callable[[Any], object]) -> None:
    import jax

    with pytest.raises(jax.errors.JAXTypeError):
        jax.jit(lambda x: use(ep.astensor(x)))(1.0)


# -- __array__ -------------------------------------------------------------------------------------------------------


def test_array_protocol(backend: TestBackend) -> None:
    t = backend.tensor(VALUES)
    np.testing.assert_array_equal(np.asarray(t), VALUES)
    assert np.asarray(t).dtype == np.float32
    assert np.asarray(t, np.int8).dtype == np.int8
    assert np.array([backend.tensor(1.5), backend.tensor(2.5)]).tolist() == [1.5, 2.5]
    assert np.concatenate([t, t]).shape == (4, 3)


def test_array_protocol_copies_when_asked(backend: TestBackend) -> None:
    t = backend.tensor(VALUES)
    copied = np.array(t)
    assert copied.flags.writeable
    copied[:] = 0
    np.testing.assert_array_equal(t.numpy(), VALUES)
    np.testing.assert_array_equal(np.asarray(t, copy=False), VALUES)
    with pytest.raises(ValueError, match=rf"__array__ on {backend.title}: .*int8.*Cure: "):
        np.asarray(t, np.int8, copy=False)


# -- item and Python's conversions -----------------------------------------------------------------------------------


def test_item(backend: TestBackend) -> None:
    for dtype, t in tensors(backend).items():
        assert t.item() == KINDS[dtype]
        assert type(t.item()) is type(KINDS[dtype])
        assert t.reshape((1, 1)).item() == KINDS[dtype]
    assert type(backend.tensor(1.5, np.float32).astype(ep.bfloat16).item()) is float
    assert math.isnan(backend.tensor(np.nan).item())  # type: ignore[arg-type]  # a complex to the checker, for any dtype


@pytest.mark.parametrize("shape", [(2,), (0,), (1, 2)])
def test_item_needs_one_element(backend: TestBackend, shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=rf"item on {backend.title}: needs one element, got {backend.title} float32 .*Cure: index one"):
        backend.tensor(np.ones(shape, np.float32)).item()


def test_float_int_complex(backend: TestBackend) -> None:
    found = tensors(backend)
    assert [float(found[d]) for d in ("bool", "int32", "uint8", "float32")] == [1.0, 3.0, 200.0, 1.5]
    assert [int(found[d]) for d in ("bool", "int32", "uint8", "float32")] == [1, 3, 200, 1]
    assert [complex(t) for t in found.values()] == [complex(value) for value in KINDS.values()]
    assert {type(float(t)) for d, t in found.items() if d != "complex64"} == {float}
    assert {type(int(t)) for d, t in found.items() if d != "complex64"} == {int}


@pytest.mark.parametrize("convert", [float, int])
def test_complex_numbers_do_not_lose_their_imaginary_part(backend: TestBackend, convert: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError):
        convert(tensors(backend)["complex64"])


@pytest.mark.parametrize("convert", [float, int, complex, operator.index, range])
@pytest.mark.parametrize("shape", [(1,), (2,), (0,), (1, 1)])
def test_only_0d_tensors_are_scalars(backend: TestBackend, convert: Callable[[Any], object], shape: tuple[int, ...]) -> None:
    name = {operator.index: "index", range: "index"}.get(convert, getattr(convert, "__name__", ""))
    with pytest.raises(TypeError, match=rf"{name} on {backend.title}: only a 0-d tensor .*\. Cure: use t\.item\(\)"):
        convert(backend.tensor(np.ones(shape, np.int32)))


def test_index(backend: TestBackend) -> None:
    t = backend.tensor(2, np.int32)
    assert operator.index(t) == 2
    assert list(range(t)) == [0, 1]
    assert "abc"[t] == "c"
    assert [10, 20, 30][t] == 30
    for dtype in ("bool", "float32", "complex64"):
        with pytest.raises(TypeError, match=rf"index on {backend.title}: only an integer tensor is an index, got .*{dtype}.*Cure: "):
            operator.index(tensors(backend)[dtype])


def test_bool_of_one_element(backend: TestBackend) -> None:
    for dtype in KINDS:
        assert bool(backend.tensor(1, dtype)) is True
        assert bool(backend.tensor(0, dtype)) is False
        assert bool(backend.tensor([[1]], dtype)) is True
    assert bool(backend.tensor(np.nan))


@pytest.mark.parametrize("shape", [(2,), (2, 2)])
def test_bool_of_several_elements_is_refused(backend: TestBackend, shape: tuple[int, ...]) -> None:
    t = backend.tensor(np.ones(shape, np.float32))
    with pytest.raises(ValueError, match=rf"bool on {backend.title}: .*\. Cure: .*(any|all)"):
        bool(t)
    with pytest.raises(ValueError, match=f"bool on {backend.title}"):
        assert t == t


def test_bool_of_nothing_is_refused(backend: TestBackend) -> None:
    with pytest.raises(ValueError, match=rf"bool on {backend.title}: .*Cure: "):
        bool(backend.tensor(np.ones(0, np.float32)))


# -- len, iter, in, hash -----------------------------------------------------------------------------------------------


def test_len_and_iteration(backend: TestBackend) -> None:
    t = backend.tensor(VALUES)
    assert len(t) == 2
    rows = list(t)
    assert [type(row) for row in rows] == [backend.leaf] * 2
    assert [row.numpy().tolist() for row in rows] == VALUES.tolist()
    first, second = t
    assert (second - first).numpy().tolist() == [3.0, 3.0, 3.0]
    assert [row.numpy().tolist() for row in reversed(t)] == VALUES.tolist()[::-1]
    assert [each.item() for each in t[0]] == [0.0, 1.0, 2.0]
    assert list(backend.tensor(np.ones((0, 3), np.float32))) == []
    assert dict(zip("ab", t, strict=True))["b"].shape == (3,)


@pytest.mark.parametrize("use", [len, list, iter, lambda t: [*t]], ids=["len", "list", "iter", "unpack"])
def test_0d_tensors_have_no_length(backend: TestBackend, use: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match=rf"len on {backend.title}: a 0-d tensor has no length\. Cure: use t\.item\(\)"):
        use(backend.tensor(1.5))


def test_tensors_are_unhashable(backend: TestBackend) -> None:
    t = backend.tensor(VALUES)
    with pytest.raises(TypeError, match="unhashable"):
        hash(t)
    with pytest.raises(TypeError, match="unhashable"):
        {t}
    assert not isinstance(t, __import__("collections").abc.Hashable)


def test_membership(backend: TestBackend) -> None:
    t = backend.tensor(1.5)
    assert t in [t]
    assert t in [2.5, 1.5]
    assert t not in [None, "text", 2.5]
    assert t not in [2.5]


def test_none_and_text_are_unequal(backend: TestBackend) -> None:
    t = backend.tensor(VALUES)
    assert (t == None) is False  # noqa: E711
    assert (t != None) is True  # noqa: E711
    assert (t == "text") is False
    assert (t == None) is False  # noqa: E711
    assert (t == object()) is False


def test_buffers_and_bytes_are_not_given_away(backend: TestBackend) -> None:
    with pytest.raises(TypeError):
        memoryview(backend.tensor(VALUES))  # type: ignore[arg-type]  # that is the point


# -- text ------------------------------------------------------------------------------------------------------------


def test_repr_aligns_continued_lines(backend: TestBackend) -> None:
    t = backend.tensor(VALUES)
    prefix = f"{backend.leaf.__name__}("
    lines = repr(t).splitlines()
    native = repr(t.raw).splitlines()
    assert len(lines) == len(native) >= 2
    assert lines[0] == prefix + native[0]
    assert lines[1:] == [" " * len(prefix) + line for line in native[1:-1]] + [" " * len(prefix) + native[-1] + ")"]
    assert str(t) == repr(t)


def test_repr_of_numpy() -> None:
    assert repr(ep.astensor(np.array([1.0, 2.0]))) == "NumPyTensor(array([1., 2.]))"
    assert repr(ep.astensor(np.float32(2.5))) == "NumPyTensor(array(2.5, dtype=float32))"
    expected = "NumPyTensor(array([[0., 1., 2.],\n                   [3., 4., 5.]], dtype=float32))"
    assert repr(ep.astensor(VALUES)) == expected


def test_repr_of_subclasses_and_of_empty_tensors(backend: TestBackend) -> None:
    class Own(backend.leaf):  # type: ignore[misc, name-defined]  # the base is a parameter
        ...

    assert repr(Own(backend.native(VALUES))).startswith("Own(")
    assert repr(backend.tensor(np.ones((0, 2), np.float32))).startswith(f"{backend.leaf.__name__}(")


def test_format_is_that_of_the_native_tensor(backend: TestBackend) -> None:
    t, scalar = backend.tensor(VALUES), backend.tensor(2.5, np.float32)
    assert f"{t}" == f"{t.raw}"
    assert f"{scalar}" == f"{scalar.raw}"
    assert f"{scalar:.3f}" == "2.500"
    assert f"{backend.tensor(7, np.int32):04d}" == "0007"
    assert f"{scalar!r}" == repr(scalar)
    assert f"{scalar.item():>6}" == "   2.5"


# -- copies and pickles ------------------------------------------------------------------------------------------------


def same(a: ep.Tensor, b: ep.Tensor) -> None:
    assert type(a) is type(b)
    assert a is not b
    assert a.dtype == b.dtype
    np.testing.assert_array_equal(a.numpy(), b.numpy())


PICKLED = [VALUES, np.float32(1.5), np.ones((0, 2), np.float32), np.array([True, False]), np.array([1 + 2j], np.complex64), VALUES.T]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("module", [pickle, cloudpickle], ids=["pickle", "cloudpickle"])
def test_pickle(backend: TestBackend, module: Any, protocol: int) -> None:  # Any: cloudpickle has no types
    for values in PICKLED:
        t = backend.tensor(values)
        same(module.loads(module.dumps(t, protocol=protocol)), t)


def test_pickle_of_containers_keeps_identity(backend: TestBackend) -> None:
    t = backend.tensor(VALUES)
    found = pickle.loads(pickle.dumps({"a": t, "b": [t, (t.sum(),)]}))
    assert found["a"] is found["b"][0]
    same(found["b"][1][0], t.sum())


def test_deepcopy_is_independent(backend: TestBackend) -> None:
    native = backend.native(VALUES)
    t = ep.astensor(native)
    copied = copy.deepcopy(t)
    same(copied, t)
    if backend.name in ("numpy", "torch"):  # the others' tensors cannot change
        native[0, 0] = 9.0
        assert copied.numpy()[0, 0] == 0.0


def test_copy_shares_the_native_tensor(backend: TestBackend) -> None:
    t = backend.tensor(VALUES)
    copied = copy.copy(t)
    assert copied is not t
    assert copied.raw is t.raw
    assert type(copied) is type(t)


@pytest.mark.slow
@pytest.mark.parametrize("name", backend_params())
def test_unpickles_in_a_process_that_has_imported_nothing(name: str, tmp_path: Path) -> None:
    t = MAKERS[name]().tensor(VALUES)
    (tmp_path / "t").write_bytes(pickle.dumps(t))
    program = f"import pickle; t = pickle.load(open({str(tmp_path / 't')!r}, 'rb')); print(type(t).__name__, (t + 1).sum().item())"
    assert output(program) == f"{type(t).__name__} 21.0"


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_copies_of_pytorch_tensors_in_a_graph() -> None:
    import torch

    leaf = ep.astensor(torch.ones(2, requires_grad=True))
    assert copy.deepcopy(leaf).raw.requires_grad
    assert pickle.loads(pickle.dumps(leaf)).raw.requires_grad
    result = leaf * 2
    with pytest.raises(RuntimeError, match="deepcopy"):  # PyTorch's own words
        copy.deepcopy(result)
    same(copy.deepcopy(ep.astensor(result.raw.detach())), result)
    parameter = ep.astensor(torch.nn.Parameter(torch.ones(2)))
    assert isinstance(copy.deepcopy(parameter).raw, torch.nn.Parameter)


@pytest.mark.parametrize("module", [pickle, cloudpickle], ids=["pickle", "cloudpickle"])
@pytest.mark.parametrize("marker", [*CONCRETE, ep.Floating, ep.Numeric, ep.DType, ep.Torch, ep.TensorFlow, ep.JAX, ep.NumPy, ep.Backend])
def test_markers_stay_the_same_object(module: Any, marker: type) -> None:  # Any: cloudpickle has no types
    assert module.loads(module.dumps(marker)) is marker
    assert copy.deepcopy(marker) is marker
    assert copy.copy([marker])[0] is marker


# -- dtypes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MARKERS)
def test_constants_are_the_markers(name: str) -> None:
    constant = getattr(ep, "bool_" if name == "bool" else name)
    assert constant is MARKERS[name]
    assert constant.name == name
    assert constant.__name__.lower() == name


@pytest.mark.parametrize("name", MARKERS)
def test_dtype_name_of_markers_and_names(name: str) -> None:
    assert dtype_name(MARKERS[name]) == dtype_name(name) == name


@pytest.mark.parametrize("name", [name for name in MARKERS if name != "bfloat16"])
def test_dtype_name_of_numpy_dtypes(name: str) -> None:
    dtype = np.dtype(name)
    for spelling in (dtype, dtype.type, dtype.newbyteorder(">")):
        assert dtype_name(spelling) == name


def test_dtype_name_of_bfloat16_and_python_types() -> None:
    assert dtype_name(ml_dtypes.bfloat16) == dtype_name(np.dtype(ml_dtypes.bfloat16)) == "bfloat16"
    assert [dtype_name(kind) for kind in (bool, int, float, complex)] == ["bool", "int64", "float64", "complex128"]


def native_spellings(name: str, dtype: str) -> list[object]:
    if name == "torch":
        import torch

        return [getattr(torch, dtype), torch.zeros(1).to(getattr(torch, dtype)).dtype]
    if name == "tensorflow":
        tf = untyped("tensorflow")

        return [getattr(tf, dtype), tf.zeros(1, getattr(tf, dtype)).dtype, tf.Variable(tf.zeros(1, getattr(tf, dtype))).dtype]
    if name == "jax":
        import jax.numpy as jnp

        scalar = getattr(jnp, "bool_" if dtype == "bool" else dtype)
        return [scalar, scalar.dtype, jnp.dtype(scalar)]
    return [np.dtype("bfloat16" if dtype == "bfloat16" else dtype)] if dtype != "bfloat16" else [np.dtype(ml_dtypes.bfloat16)]


@pytest.mark.parametrize("name", backend_params())
@pytest.mark.parametrize("dtype", MARKERS)
def test_dtype_name_of_native_dtypes(name: str, dtype: str) -> None:
    assert [dtype_name(spelling) for spelling in native_spellings(name, dtype)] == [dtype] * len(native_spellings(name, dtype))


@pytest.mark.parametrize("name", backend_params())
def test_astype_takes_the_dtypes_of_every_framework(name: str, backend: TestBackend) -> None:
    """A dtype of one framework for a tensor of another; the groups of both frameworks run it."""
    for dtype in ("int32", "float16", "bool"):
        spelling: Any  # Any: each is a DTypeLike
        for spelling in (*native_spellings(name, dtype), MARKERS[dtype], dtype):
            assert backend.dtype(backend.tensor([1.0], np.float32).astype(spelling)) == dtype


NAMES = ["foo", "object", "float8", "O", "M8[s]", "", "f", "<f4", "Float32", "torch.float32"]
OBJECTS = [object(), 7, [], {}, None, np.zeros(1), np.dtype("O"), np.dtype("U1"), np.dtype("M8[s]"), object, str, list]
MARKED = [ep.Floating, ep.Integer, ep.Numeric, ep.DType, ep.Torch]


@pytest.mark.parametrize("spelling", [*NAMES, *OBJECTS, *MARKED])
def test_dtype_name_refuses_what_is_no_dtype(spelling: object) -> None:
    with pytest.raises(TypeError, match=r"not a dtype that tensors can have: .*float32"):
        dtype_name(spelling)


@pytest.mark.parametrize("marker", [*CONCRETE, ep.Floating, ep.Integer, ep.Numeric])
def test_markers_have_no_instances(marker: type) -> None:
    with pytest.raises(TypeError, match=rf"{marker.__name__} is a dtype marker"):
        marker()


def test_native_dtype_has_no_instances() -> None:
    with pytest.raises(TypeError, match=r"NativeDType is for annotations only"):
        ep.NativeDType()


def test_markers_know_what_is_below_them() -> None:
    below = {
        ep.SignedInteger: "int8 int16 int32 int64",
        ep.UnsignedInteger: "uint8 uint16 uint32 uint64",
        ep.Integer: "int8 int16 int32 int64 uint8 uint16 uint32 uint64",
        ep.Floating: "float16 bfloat16 float32 float64",
        ep.ComplexFloating: "complex64 complex128",
    }
    for abstract, names in below.items():
        assert {name for name, marker in MARKERS.items() if issubclass(marker, abstract)} == set(names.split())
    assert {name for name, marker in MARKERS.items() if issubclass(marker, ep.Numeric)} == set(MARKERS) - {"bool"}


def test_generic_aliases_are_light() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ep.Tensor[ep.Torch, ep.Float32] == ep.Tensor[ep.Torch, ep.Float32]
        assert ep.Tensor[ep.Torch, ep.Float32] != ep.Tensor[ep.JAX, ep.Float32]  # type: ignore[comparison-overlap]  # not by its types
        assert hash(ep.Tensor[ep.Torch, ep.Float32]) == hash(ep.Tensor[ep.Torch, ep.Float32])
        assert ep.Tensor[ep.Torch, ep.Floating] == ep.PyTorchTensor[ep.Floating]
