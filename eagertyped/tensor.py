"""EagerPy's import path for the tensor classes."""

from typing import TypeAlias

from ._tensor.tensor import JAXTensor, NumPyTensor, PyTorchTensor, Tensor, TensorFlowTensor, TensorType
from .backends import Backend
from .convert import istensor
from .dtypes import DType

TensorOrScalar: TypeAlias = Tensor[Backend, DType] | complex

__all__ = ["JAXTensor", "NumPyTensor", "PyTorchTensor", "Tensor", "TensorFlowTensor", "TensorOrScalar", "TensorType", "istensor"]
