"""Tensors in classes: dataclasses, TypedDicts, NamedTuples, Protocols, generic classes, Self, subclasses, narrowing."""

from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, Protocol, Self, TypedDict, TypeVar, assert_type

import eagertyped as ep
from eagertyped import JAX, Backend, Float32, Float64, Floating, Int32, Int64, JAXTensor, NumPy, PyTorchTensor, Tensor, TensorFlow, Torch

B = TypeVar("B", bound=Backend)
F = TypeVar("F", bound=Floating)


@dataclass
class Moments(Generic[B, F]):
    """Mean and variance."""

    mean: Tensor[B, F]
    variance: Tensor[B, F]

    @classmethod
    def of(cls, x: Tensor[B, F]) -> "Moments[B, F]":
        mean = x.mean()
        return cls(mean, (x - mean).square().mean())

    def scaled(self, by: float) -> Self:
        return replace(self, mean=self.mean * by, variance=self.variance * by**2)

    def normalise(self, x: Tensor[B, F]) -> Tensor[B, F]:
        return (x - self.mean) / (self.variance + 1e-5).sqrt()


class Batch(TypedDict):
    """What a loader gives."""

    images: Tensor[TensorFlow, Float32]
    labels: Tensor[TensorFlow, Int64]


class Pair(NamedTuple):
    """Two tensors of different dtypes."""

    values: Tensor[JAX, Float32]
    positions: Tensor[JAX, Int32]


class Model(Protocol[B]):
    """Whatever maps images to logits."""

    def __call__(self, x: Tensor[B, Float32]) -> Tensor[B, Float32]: ...


@dataclass
class Linear(Generic[B]):
    """A model."""

    weight: Tensor[B, Float32]

    def __call__(self, x: Tensor[B, Float32]) -> Tensor[B, Float32]:
        return x * self.weight


def _confidence(model: Model[B], x: Tensor[B, Float32]) -> Tensor[B, Float32]:
    return model(x).reshape((1, -1)).softmax().max(axis=-1)


def dataclasses(x: Tensor[Torch, Float32], y: Tensor[NumPy, Float64]) -> None:
    moments = Moments.of(x)
    assert_type(moments, Moments[Torch, Float32])
    assert_type(moments.scaled(2.0).mean, Tensor[Torch, Float32])
    assert_type(moments.normalise(x), Tensor[Torch, Float32])
    assert_type(Moments.of(y).variance.sqrt().item(), float)


def typed_dicts(x: Tensor[TensorFlow, Float32], i: Tensor[TensorFlow, Int64]) -> None:
    batch: Batch = {"images": x, "labels": i}
    assert_type(batch["images"] / 255, Tensor[TensorFlow, Float32])
    assert_type(batch["labels"].sum(), Tensor[TensorFlow, Int64])


def named_tuples(x: Tensor[JAX, Float32], i: Tensor[JAX, Int32]) -> None:
    pair = Pair(x, i)
    assert_type(pair.values.square(), Tensor[JAX, Float32])
    values, positions = pair
    assert_type(positions * 2, Tensor[JAX, Int32])
    assert_type(values + positions, Tensor[JAX, Float32])


def protocols(x: Tensor[Torch, Float32]) -> None:
    assert_type(_confidence(Linear(x), x), Tensor[Torch, Float32])


def protocols_on_any_backend(x: Tensor[B, Float32]) -> None:
    assert_type(_confidence(Linear(x), x), Tensor[B, Float32])


def narrowed(x: Tensor[Torch, Float32] | Tensor[JAX, Float32], y: Tensor[NumPy, Float32] | float) -> None:
    if isinstance(x, PyTorchTensor):
        assert_type(x.sum(), Tensor[Torch, Any])  # mypy narrows to the leaf and forgets the dtype; is_tensor keeps it
    if isinstance(x, JAXTensor):
        assert_type(x.sum(), Tensor[JAX, Any])
    if isinstance(y, float):
        assert_type(y * 2, float)
    else:
        assert_type(y * 2, Tensor[NumPy, Float32])
    if ep.is_tensor(x, Torch, Float32):
        assert_type(x.square(), Tensor[Torch, Float32])


def unions(x: Tensor[Torch, Float32] | Tensor[JAX, Float32]) -> None:
    assert_type(x.square().sum(), Tensor[Torch, Float32] | Tensor[JAX, Float32])
    assert_type(2 * x + 1, Tensor[Torch, Float32] | Tensor[JAX, Float32])
    assert_type((x > 0).all().item(), bool)
