"""`Tensor` and the four leaves that exist at run time.

A leaf imports no framework: its kernels arrive (`_ops`) when the first native tensor of that framework is recognised. So `isinstance(t,
ep.PyTorchTensor)` is a question that a program without PyTorch can ask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from typing_extensions import TypeVar

from ..backends import JAX, Backend, NumPy, TensorFlow, Torch
from ..dtypes import DType
from ._typing import B_co, D_co
from .autodiff import Autodiff
from .creation import Creation
from .elementwise import Elementwise
from .linalg import LinearAlgebra
from .norms import Norms
from .operators import Operators
from .reductions import Reductions
from .shaping import Shaping
from .transcendental import Transcendental

_object_new, _ndarray, _asarray = object.__new__, np.ndarray, np.asarray  # one look-up per use instead of two

__all__ = ["JAXTensor", "NumPyTensor", "PyTorchTensor", "Tensor", "TensorFlowTensor", "TensorType"]


class Tensor(
    Operators[B_co, D_co],
    Elementwise[B_co, D_co],
    Transcendental[B_co, D_co],
    Reductions[B_co, D_co],
    Shaping[B_co, D_co],
    LinearAlgebra[B_co, D_co],
    Autodiff[B_co, D_co],
    Creation[B_co, D_co],
):
    """A native tensor with one API on every backend: wrap it with `astensor`, chain methods, take ``.raw`` back.

    ``Tensor[Torch, Float32]`` names the backend and the dtype. Both parameters are covariant; a bare ``Tensor`` is any of them.
    """

    __slots__ = ()

    if not TYPE_CHECKING:

        def __class_getitem__(cls, arguments: Any) -> Any:  # Any: type arguments, and an alias
            # ``Tensor[Torch, D]`` is ``PyTorchTensor[D]`` at run time: what checks annotations there asks a class, and so sees the backend
            backend, *dtype = arguments if isinstance(arguments, tuple) else (arguments,)
            if cls is Tensor and isinstance(backend, type) and backend in _LEAF_OF:
                return _LEAF_OF[backend][dtype[0] if dtype else DType]
            return super().__class_getitem__(arguments)

    @property
    def norms(self) -> Norms[B_co, D_co]:
        """Norms along axes: ``t.norms.l2(axis=-1)``; shapes, dtypes and errors stand at each norm."""
        return Norms(self)


_LEAF_OF: dict[type[Backend], Any] = {}  # Any: a generic class


class PyTorchTensor(Tensor[Torch, D_co]):
    """A `torch.Tensor`, or a subclass such as `torch.nn.Parameter`."""

    __slots__ = ()


class TensorFlowTensor(Tensor[TensorFlow, D_co]):
    """A `tf.Tensor`, eager or symbolic. A `tf.Variable` is read when it is wrapped."""

    __slots__ = ()

    if not TYPE_CHECKING:

        def __tf_tensor__(self, dtype: object = None, name: str | None = None) -> object:
            # __array__ would cut the gradient, and fail in a tf.function
            return self.raw.__tf_tensor__(dtype, name)


class JAXTensor(Tensor[JAX, D_co]):
    """A `jax.Array`, or a tracer that stands for one. Registered as a JAX pytree when the first one is made."""

    __slots__ = ()


class NumPyTensor(Tensor[NumPy, D_co]):
    """A `numpy.ndarray`. NumPy's scalars, what its functions return for 0-d results, become 0-d arrays."""

    __slots__ = ()

    def _operand(self, op: str, other: object) -> Any:  # Any: as in Core
        kind = type(other)
        if kind is float:
            # of bfloat16 and a float ml_dtypes would make float32; elsewhere bfloat16 stays bfloat16
            return other if self.raw.dtype.kind != "V" else self.raw.dtype.type(other)
        if kind is int:
            return other
        return super()._operand(op, other)

    def _same_kind(self, op: str, value: object) -> Any:  # Any: as in Core
        if type(value) is float:
            kind = self.raw.dtype.kind
            if kind == "f":
                return value
            if kind == "V":  # as above
                return self.raw.dtype.type(value)
        return super()._same_kind(op, value)

    def _new(self, raw: Any) -> Tensor[NumPy, Any]:  # Any: as in Core
        new = _object_new(self.__class__)
        new.raw = raw if type(raw) is _ndarray else _asarray(raw)  # type: ignore[misc]  # a slot at run time
        return new


_LEAF_OF |= {Torch: PyTorchTensor, TensorFlow: TensorFlowTensor, JAX: JAXTensor, NumPy: NumPyTensor}

TensorType = TypeVar("TensorType", bound=Tensor[Backend, DType])
"""For signatures that give back what they took: ``def f(t: TensorType) -> TensorType``."""
