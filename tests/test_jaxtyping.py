"""Annotations that jaxtyping and beartype check: shape, dtype and backend, with the types that mypy and pyright see."""

import pickle
import typing
from typing import Any, TypeVar

import jaxtyping as jt
import numpy as np
import pytest
from beartype import beartype
from beartype.roar import BeartypeCallHintViolation

import eagertyped as ep
from eagertyped import JAX, NumPy, Tensor, TensorFlow, Torch
from tests.backends import MAKERS, TestBackend

MARKERS = {"torch": Torch, "tensorflow": TensorFlow, "jax": JAX, "numpy": NumPy}
D = TypeVar("D", bound=ep.DType)
ALIAS: Any = Tensor  # Any: to be subscribed with values, which no checker follows


def annotated(marker: Any) -> Any:  # Any: a backend's marker, a function
    """A function with annotations for one backend."""
    batch: Any = Tensor[marker, ep.Float32]

    def spread(x: Any, y: Any) -> Any:  # Any: the annotations below
        return (x * y.expand_dims(-1)).sum(axis=0)

    spread.__annotations__ = {"x": jt.Float32[batch, "batch dim"], "y": jt.Float32[batch, "batch"], "return": jt.Float32[batch, "dim"]}
    return jt.jaxtyped(typechecker=beartype)(spread)


def tensor(backend: TestBackend, *shape: int, dtype: str = "float32") -> Tensor:
    return backend.tensor(np.ones(shape, dtype))


def test_what_fits_passes(backend: TestBackend) -> None:
    spread = annotated(MARKERS[backend.name])
    assert spread(tensor(backend, 2, 3), tensor(backend, 2)).numpy().tolist() == [2, 2, 2]


@pytest.mark.parametrize("shapes", [((2, 3), (3,)), ((2,), (2,)), ((2, 3, 4), (2,))], ids=str)
def test_shapes_that_do_not_fit_are_found(backend: TestBackend, shapes: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(jt.TypeCheckError, match="spread"):
        annotated(MARKERS[backend.name])(*(tensor(backend, *shape) for shape in shapes))


def test_dtypes_that_do_not_fit_are_found(backend: TestBackend) -> None:
    with pytest.raises(jt.TypeCheckError, match="spread"):
        annotated(MARKERS[backend.name])(tensor(backend, 2, 3, dtype="int32"), tensor(backend, 2))
    with pytest.raises(jt.TypeCheckError, match="spread"):
        annotated(MARKERS[backend.name])(tensor(backend, 2, 3, dtype="float16"), tensor(backend, 2))


def test_other_backends_are_found(backend: TestBackend) -> None:
    other = Torch if backend.name == "numpy" else NumPy
    with pytest.raises(jt.TypeCheckError, match="spread"):
        annotated(other)(tensor(backend, 2, 3), tensor(backend, 2))


@pytest.mark.parametrize(
    ("annotation", "dtype"),
    [
        (jt.Bool, "bool"),
        (jt.Int8, "int8"),
        (jt.UInt8, "uint8"),
        (jt.Int32, "int32"),
        (jt.Integer, "int32"),
        (jt.Float16, "float16"),
        (jt.Float, "float32"),
        (jt.Complex64, "complex64"),
        (jt.Num, "float32"),
    ],
)
def test_dtypes_by_name(backend: TestBackend, annotation: Any, dtype: str) -> None:  # Any: jaxtyping's dtypes
    other: Any = jt.UInt16[Tensor, "2"]  # Any: a type that only runs
    assert isinstance(tensor(backend, 2, dtype=dtype), annotation[Tensor, "2"])
    assert not isinstance(tensor(backend, 2, dtype=dtype), other)


def test_beartype_alone_sees_the_backend(backend: TestBackend) -> None:
    def take(x: Any) -> Any:  # Any: the annotation below
        return x

    take.__annotations__ = {"x": ALIAS[MARKERS[backend.name], ep.Float32], "return": Tensor}
    take = beartype(take)
    assert take(tensor(backend, 2)).shape == (2,)
    other = MAKERS["numpy" if backend.name != "numpy" else "torch"]()
    with pytest.raises(BeartypeCallHintViolation):
        take(tensor(other, 2))


def test_what_an_alias_is_at_run_time() -> None:
    alias: Any = Tensor[Torch, ep.Float32]  # Any: an alias is no type of its own
    assert typing.get_origin(alias) is ep.PyTorchTensor
    assert typing.get_args(alias) == (ep.Float32,)
    generic: Any = ALIAS[NumPy, D]  # Any: as above
    assert generic[ep.Int8] == Tensor[NumPy, ep.Int8] == ep.NumPyTensor[ep.Int8]
    assert typing.get_origin(Tensor[ep.Backend, ep.Float32]) is Tensor
    assert typing.get_args(Tensor[Torch | JAX, ep.Float32]) == (Torch | JAX, ep.Float32)

    class Mine(Tensor[NumPy, D]):
        """A tensor of the user's own."""

    assert issubclass(Mine, ep.NumPyTensor)


def test_pickled_tensors_keep_their_class(backend: TestBackend) -> None:
    assert type(pickle.loads(pickle.dumps(tensor(backend, 2)))) is backend.leaf
