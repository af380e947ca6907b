"""Backends: the first type argument of `Tensor`, and how a new backend joins.

A backend marker is a light class: naming `Torch` imports no framework. `Backend` is a structural protocol, so a third party's marker is as
good as these. At run time a backend is a leaf class of `Tensor` with an `Operations` instance; `register` makes `astensor` know it.
What a third party needs for that is here: `HasRaw` for its marker, `Operations` for its kernels (`NumPyOperations` where NumPy's functions
take its raw tensors), `Draws` for its random generators, `Axes` and `Scalar` for signatures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Protocol  # noqa: F401  # Any stands in a string below

from typing_extensions import TypeVar

from ._ops.contract import Axes, Draws, Operations, Scalar
from .recognise import register

if TYPE_CHECKING:  # the linter does not see names in the base classes' strings
    import jax  # noqa: F401
    import numpy.typing as npt  # noqa: F401
    import tensorflow  # noqa: F401
    import torch  # noqa: F401

    from ._ops.numpy import NumPyOperations
else:

    def __getattr__(name: str) -> object:
        if name == "NumPyOperations":  # when it is asked for: naming a backend loads no kernels
            from ._ops.numpy import NumPyOperations

            return NumPyOperations
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "JAX",
    "Axes",
    "Backend",
    "Draws",
    "HasRaw",
    "NumPy",
    "NumPyOperations",
    "Operations",
    "Scalar",
    "TensorFlow",
    "Torch",
    "register",
]

R_co = TypeVar("R_co", covariant=True)


class Backend(Protocol):
    """Any backend: what names itself and says, statically, that it is one."""

    name: ClassVar[str]

    def _backend_(self) -> NoReturn: ...


class HasRaw(Backend, Protocol[R_co]):
    """A backend whose native tensors are R: solves `Tensor.raw`. Subclass it to name a backend of your own."""

    def _backend_(self) -> NoReturn:
        raise TypeError(f"{type(self).__name__} names a backend in annotations; it has no instances that compute")

    def _raw_(self) -> R_co:
        self._backend_()


class Torch(HasRaw["torch.Tensor"]):
    """PyTorch."""

    name: ClassVar[str] = "torch"


class TensorFlow(HasRaw["tensorflow.Tensor"]):
    """TensorFlow."""

    name: ClassVar[str] = "tensorflow"


class JAX(HasRaw["jax.Array"]):
    """JAX."""

    name: ClassVar[str] = "jax"


class NumPy(HasRaw["npt.NDArray[Any]"]):  # Any: Tensor.raw puts the dtype in
    """NumPy."""

    name: ClassVar[str] = "numpy"
