"""The four frameworks as the tests see them: native tensors from NumPy arrays, and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

import eagertyped as ep

Array = npt.NDArray[Any]  # Any: dtypes are the tests' parameters


@dataclass(frozen=True)
class TestBackend:
    """One framework."""

    __test__ = False  # not a test class, whatever its name begins with

    name: str
    title: str
    """As error texts call it."""
    marker: type[ep.Backend]
    leaf: type[ep.Tensor]
    native: Callable[[Array], Any]
    """A native tensor with the array's values, shape and dtype (JAX: its 32-bit one), not sharing its memory."""
    is_native: Callable[[object], bool]
    index_dtypes: tuple[str, ...] = ("int64",)

    def __repr__(self) -> str:
        return self.name

    def tensor(self, values: Any, dtype: npt.DTypeLike | None = None) -> ep.Tensor:  # Any: whatever np.asarray takes
        """A Tensor with these values."""
        return ep.astensor(self.native(np.array(values, dtype=dtype)))

    def dtype(self, t: ep.Tensor) -> str:
        """Name of a Tensor's dtype."""
        return t._ops.dtype(t.raw)


def _numpy() -> TestBackend:
    return TestBackend("numpy", "NumPy", ep.NumPy, ep.NumPyTensor, np.array, lambda x: isinstance(x, np.ndarray))


def _torch() -> TestBackend:
    import torch

    def native(a: Array) -> torch.Tensor:
        return torch.tensor(np.ascontiguousarray(a)).reshape(a.shape)

    return TestBackend("torch", "PyTorch", ep.Torch, ep.PyTorchTensor, native, lambda x: isinstance(x, torch.Tensor))


def _tensorflow() -> TestBackend:
    import tensorflow as tf

    return TestBackend(
        "tensorflow", "TensorFlow", ep.TensorFlow, ep.TensorFlowTensor, tf.constant, lambda x: isinstance(x, tf.Tensor), ("int64", "int32")
    )


def _jax() -> TestBackend:
    import jax
    import jax.numpy as jnp

    def native(a: Array) -> Any:
        return jnp.asarray(np.array(a), dtype=jax.dtypes.canonicalize_dtype(a.dtype))  # a copy of JAX's may be made too late

    return TestBackend("jax", "JAX", ep.JAX, ep.JAXTensor, native, lambda x: isinstance(x, jax.Array), ("int64", "int32"))


MAKERS: dict[str, Callable[[], TestBackend]] = {"numpy": _numpy, "torch": _torch, "tensorflow": _tensorflow, "jax": _jax}
"""A framework that cannot be imported fails here: no test is skipped for it."""
GRADIENT_BACKENDS = ("torch", "tensorflow", "jax")
