"""Give a leaf its kernels, once, when the first native tensor of its framework is recognised: the framework is imported by then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._tensor.tensor import JAXTensor, NumPyTensor, PyTorchTensor, TensorFlowTensor

if TYPE_CHECKING:
    from ..types import AnyLeaf

__all__ = ["load_jax", "load_numpy", "load_tensorflow", "load_torch"]


def load_numpy() -> type[AnyLeaf]:
    """`NumPyTensor`, ready for use."""
    from .numpy import NumPyOperations

    if "_ops" not in vars(NumPyTensor):  # a second type of raw tensor: whoever holds the kernels compares them by identity
        NumPyTensor._ops = NumPyOperations()
    return NumPyTensor


def load_torch() -> type[AnyLeaf]:
    """`PyTorchTensor`, ready for use."""
    from . import torch  # noqa: F401  # gives the leaf its kernels itself

    return PyTorchTensor


def load_tensorflow() -> type[AnyLeaf]:
    """`TensorFlowTensor`, ready for use."""
    from .tensorflow import TensorFlowOperations

    if "_ops" not in vars(TensorFlowTensor):
        TensorFlowTensor._ops = TensorFlowOperations()
    return TensorFlowTensor


def load_jax() -> type[AnyLeaf]:
    """`JAXTensor`, ready for use and registered as a pytree."""
    from .jax import JAXOperations
    from .jax_pytree import register, register_generators

    if "_ops" not in vars(JAXTensor):
        JAXTensor._ops = JAXOperations()
        register(JAXTensor)
        register_generators()
    return JAXTensor
