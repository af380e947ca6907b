"""Small helpers under EagerPy's names."""

from __future__ import annotations

from typing import Literal, overload

from . import modules
from ._tensor.tensor import JAXTensor, NumPyTensor, PyTorchTensor, Tensor, TensorFlowTensor
from .backends import Backend
from .dtypes import Float32

__all__ = ["get_dummy"]


@overload
def get_dummy(framework: Literal["pytorch", "pytorch-gpu"]) -> PyTorchTensor[Float32]: ...
@overload
def get_dummy(framework: Literal["tensorflow"]) -> TensorFlowTensor[Float32]: ...
@overload
def get_dummy(framework: Literal["jax"]) -> JAXTensor[Float32]: ...
@overload
def get_dummy(framework: Literal["numpy"]) -> NumPyTensor[Float32]: ...
@overload
def get_dummy(framework: str) -> Tensor[Backend, Float32]: ...
def get_dummy(framework: str) -> Tensor[Backend, Float32]:
    """An empty tensor of a framework, to call creation methods on.

    Parameters
    ----------
    framework
        ``"pytorch"``, ``"pytorch-gpu"`` (on the first CUDA device), ``"tensorflow"``, ``"jax"`` or ``"numpy"``.

    Returns
    -------
    Tensor
        Shape (0,), float32.

    Raises
    ------
    ValueError
        For another name.
    ImportError
        If the framework is not installed.
    """
    dummy: Tensor[Backend, Float32]
    if framework == "pytorch":
        dummy = modules.torch.zeros(0, dtype=modules.torch.float32)
    elif framework == "pytorch-gpu":
        dummy = modules.torch.zeros(0, dtype=modules.torch.float32, device="cuda:0")
    elif framework == "tensorflow":
        dummy = modules.tensorflow.zeros(0)
    elif framework == "jax":
        dummy = modules.jax.numpy.zeros(0, dtype="float32")
    elif framework == "numpy":
        dummy = modules.numpy.zeros(0, dtype="float32")
    else:
        raise ValueError(f"get_dummy: unknown framework {framework!r}. Cure: use 'pytorch', 'pytorch-gpu', 'tensorflow', 'jax' or 'numpy'.")
    return dummy
