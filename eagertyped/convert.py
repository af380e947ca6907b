"""From native tensors to Tensors and back."""

from __future__ import annotations

from typing import Any, Generic, Protocol, overload

import numpy as np
import numpy.typing as npt
from typing_extensions import TypeIs, TypeVar

from ._tensor._typing import (
    BoolArray,
    Complex64Array,
    Complex128Array,
    Float16Array,
    Float32Array,
    Float64Array,
    Int8Array,
    Int16Array,
    Int32Array,
    Int64Array,
    UInt8Array,
    UInt16Array,
    UInt32Array,
    UInt64Array,
    UnknownScalar,
)
from ._tensor.tensor import Tensor
from .backends import JAX, Backend, HasRaw, NumPy, TensorFlow, Torch
from .dtypes import (
    MARKERS,
    Bool,
    Complex64,
    Complex128,
    DType,
    Float16,
    Float32,
    Float64,
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
)
from .recognise import LEAVES, leaf_of, not_accepted
from .types import NativeTensor

__all__ = ["RestoreTypeFunc", "astensor", "astensor_", "astensors", "astensors_", "is_tensor", "istensor"]

B = TypeVar("B", bound=Backend)
D = TypeVar("D", bound=DType)
TT = TypeVar("TT", bound=Tensor[Backend, DType])
N = TypeVar("N")
TorchN = TypeVar("TorchN", bound="TorchLike")
JAXN = TypeVar("JAXN", bound="JAXLike")
TensorFlowN = TypeVar("TensorFlowN", bound="TensorFlowLike")

_object_new = object.__new__


class TorchLike(Protocol):
    """What only PyTorch's tensors have. Naming `torch.Tensor` itself would capture every call where PyTorch is not installed."""

    def requires_grad_(self, requires_grad: bool = ..., /) -> Any: ...  # Any: the tensor itself, whatever its class
    def share_memory_(self) -> Any: ...  # Any: as above


class JAXLike(Protocol):
    """What only JAX's arrays have."""

    @property
    def weak_type(self) -> bool: ...
    @property
    def at(self) -> Any: ...  # Any: an indexing helper
    def block_until_ready(self) -> Any: ...  # Any: the array itself


class TensorFlowLike(Protocol):
    """What only TensorFlow's tensors and variables have."""

    @property
    def op(self) -> Any: ...  # Any: an operation of the graph
    @property
    def graph(self) -> Any: ...  # Any: a graph


@overload
def astensor(x: TT) -> TT: ...
@overload
def astensor(x: npt.NDArray[UnknownScalar]) -> Tensor[NumPy, Any]: ...  # first, or an unknown dtype would pass for bool
@overload
def astensor(x: BoolArray) -> Tensor[NumPy, Bool]: ...
@overload
def astensor(x: Float32Array) -> Tensor[NumPy, Float32]: ...  # type: ignore[overload-overlap]  # no array has two dtypes
@overload
def astensor(x: Float64Array) -> Tensor[NumPy, Float64]: ...  # type: ignore[overload-overlap]  # no array has two dtypes
@overload
def astensor(x: Int64Array) -> Tensor[NumPy, Int64]: ...
@overload
def astensor(x: Int32Array) -> Tensor[NumPy, Int32]: ...
@overload
def astensor(x: UInt8Array) -> Tensor[NumPy, UInt8]: ...  # type: ignore[overload-overlap]  # no array has two dtypes
@overload
def astensor(x: Float16Array) -> Tensor[NumPy, Float16]: ...
@overload
def astensor(x: Complex64Array) -> Tensor[NumPy, Complex64]: ...  # type: ignore[overload-overlap]  # no array has two dtypes
@overload
def astensor(x: Complex128Array) -> Tensor[NumPy, Complex128]: ...
@overload
def astensor(x: Int8Array) -> Tensor[NumPy, Int8]: ...  # type: ignore[overload-overlap]  # no array has two dtypes
@overload
def astensor(x: Int16Array) -> Tensor[NumPy, Int16]: ...
@overload
def astensor(x: UInt16Array) -> Tensor[NumPy, UInt16]: ...  # type: ignore[overload-overlap]  # no array has two dtypes
@overload
def astensor(x: UInt32Array) -> Tensor[NumPy, UInt32]: ...  # type: ignore[overload-overlap]  # no array has two dtypes
@overload
def astensor(x: UInt64Array) -> Tensor[NumPy, UInt64]: ...
@overload
def astensor(x: npt.NDArray[Any] | np.generic) -> Tensor[NumPy, Any]: ...  # Any: a dtype that is not listed
@overload
def astensor(x: TorchLike) -> Tensor[Torch, Any]: ...  # Any: PyTorch's types do not say the dtype
@overload
def astensor(x: JAXLike) -> Tensor[JAX, Any]: ...  # Any: nor do JAX's
@overload
def astensor(x: TensorFlowLike) -> Tensor[TensorFlow, Any]: ...  # Any: nor do TensorFlow's
@overload
def astensor(x: NativeTensor | Tensor[Backend, DType]) -> Tensor[Backend, DType]: ...
def astensor(x: object) -> Tensor[Backend, DType]:
    """Wrap a native tensor; a Tensor comes back as it is.

    Parameters
    ----------
    x
        A `torch.Tensor` (subclasses too), `tf.Tensor` or `tf.Variable` (which is read), `jax.Array` or tracer, ndarray or NumPy scalar.

    Returns
    -------
    Tensor
        Wraps ``x`` itself: same shape, dtype, device and memory. (A weakly typed JAX array, ``jnp.asarray(1.0)``, becomes a plain one.)

    Raises
    ------
    TypeError
        For anything else, and for native tensors without plain numbers: masked, object, string and datetime arrays, `np.matrix`, sparse,
        ragged, quantised and Keras tensors, JAX PRNG keys. The text names the cure.
    """
    known = LEAVES.get(type(x))
    if known is None:
        if isinstance(x, Tensor):
            return x
        leaf = leaf_of(x, "astensor")
        accept = leaf._ops.accept
    else:
        leaf, accept = known
    new = _object_new(leaf)
    try:
        new.raw = accept(x)  # type: ignore[misc]  # a slot at run time
    except TypeError as refusal:
        raise not_accepted(refusal, "astensor") from None
    return new


@overload
def astensors(*xs: TT) -> tuple[TT, ...]: ...
@overload
def astensors(*xs: npt.NDArray[Any] | np.generic) -> tuple[Tensor[NumPy, Any], ...]: ...  # Any: as in astensor
@overload
def astensors(*xs: TorchLike) -> tuple[Tensor[Torch, Any], ...]: ...  # Any: as in astensor
@overload
def astensors(*xs: JAXLike) -> tuple[Tensor[JAX, Any], ...]: ...  # Any: as in astensor
@overload
def astensors(*xs: TensorFlowLike) -> tuple[Tensor[TensorFlow, Any], ...]: ...  # Any: as in astensor
@overload
def astensors(*xs: NativeTensor | Tensor[Backend, DType]) -> tuple[Tensor[Backend, DType], ...]: ...
def astensors(*xs: object) -> tuple[Tensor[Backend, DType], ...]:
    """`astensor` of each argument, as a tuple: shapes, dtypes and errors as there."""
    return tuple(astensor(x) for x in xs)  # type: ignore[call-overload]  # astensor itself refuses what it must


class RestoreTypeFunc(Generic[N]):
    """Gives native tensors back where the input was native, and Tensors where it was a Tensor."""

    def __init__(self, unwrap: bool) -> None:
        self.unwrap = unwrap

    @overload
    def __call__(self, x: Tensor[Backend, DType], /) -> N: ...
    @overload
    def __call__(self, x: Tensor[Backend, DType], y: Tensor[Backend, DType], /) -> tuple[N, N]: ...
    @overload
    def __call__(self, x: Tensor[Backend, DType], y: Tensor[Backend, DType], z: Tensor[Backend, DType], /) -> tuple[N, N, N]: ...
    @overload
    def __call__(self, *ts: Tensor[Backend, DType]) -> Any: ...  # Any: one or a tuple, the number is not known
    def __call__(self, *ts: Tensor[Backend, DType]) -> Any:  # Any: the overloads say what comes out
        """One argument in, one out; several in, a tuple out."""
        restored = tuple(t.raw if isinstance(t, Tensor) else t for t in ts) if self.unwrap else ts
        return restored[0] if len(restored) == 1 else restored


@overload
def astensor_(x: TT) -> tuple[TT, RestoreTypeFunc[Tensor[Backend, DType]]]: ...
@overload
def astensor_(x: npt.NDArray[Any] | np.generic) -> tuple[Tensor[NumPy, Any], RestoreTypeFunc[npt.NDArray[Any]]]: ...  # Any: as in astensor
@overload
def astensor_(x: TorchN) -> tuple[Tensor[Torch, Any], RestoreTypeFunc[TorchN]]: ...  # Any: as in astensor
@overload
def astensor_(x: JAXN) -> tuple[Tensor[JAX, Any], RestoreTypeFunc[JAXN]]: ...  # Any: as in astensor
@overload
def astensor_(x: TensorFlowN) -> tuple[Tensor[TensorFlow, Any], RestoreTypeFunc[TensorFlowN]]: ...  # Any: as in astensor
@overload
def astensor_(x: N) -> tuple[Tensor[Backend, DType], RestoreTypeFunc[N]]: ...
def astensor_(x: object) -> tuple[Tensor[Backend, DType], RestoreTypeFunc[Any]]:  # Any: the overloads say what it restores
    """`astensor` for functions that give back what they took.

    Parameters
    ----------
    x
        A native tensor or a Tensor.

    Returns
    -------
    t : Tensor
        As `astensor`: same shape and dtype.
    restore_type : callable
        ``restore_type(*ts)`` gives native tensors if ``x`` was native, else the Tensors; one argument in, one out.

    Raises
    ------
    TypeError
        As `astensor`.
    """
    return astensor(x), RestoreTypeFunc(not isinstance(x, Tensor))  # type: ignore[call-overload]  # astensor itself refuses what it must


@overload
def astensors_(x: TT, *xs: TT) -> tuple[tuple[TT, ...], RestoreTypeFunc[Tensor[Backend, DType]]]: ...
@overload
def astensors_(
    x: npt.NDArray[Any] | np.generic, *xs: npt.NDArray[Any] | np.generic
) -> tuple[tuple[Tensor[NumPy, Any], ...], RestoreTypeFunc[npt.NDArray[Any]]]: ...  # Any: as in astensor
@overload
def astensors_(x: N, *xs: N) -> tuple[tuple[Tensor[Backend, DType], ...], RestoreTypeFunc[N]]: ...
def astensors_(x: object, *xs: object) -> tuple[tuple[Tensor[Backend, DType], ...], RestoreTypeFunc[Any]]:  # Any: as in astensor_
    """`astensor_` for several tensors: the first argument decides what is given back.

    Parameters
    ----------
    x, *xs
        Native tensors or Tensors.

    Returns
    -------
    ts : tuple of Tensors
        Same shapes and dtypes.
    restore_type : callable
        As in `astensor_`.

    Raises
    ------
    TypeError
        As `astensor`.
    """
    return astensors(x, *xs), RestoreTypeFunc(not isinstance(x, Tensor))  # type: ignore[call-overload]  # as above


def istensor(x: object) -> TypeIs[Tensor[Backend, DType]]:
    """Whether ``x`` is a Tensor (a native tensor is not): of any shape and dtype. Raises nothing."""
    return isinstance(x, Tensor)


@overload
def is_tensor(x: object) -> TypeIs[Tensor[Backend, DType]]: ...
@overload
def is_tensor(x: object, backend: type[B]) -> TypeIs[Tensor[B, DType]]: ...
@overload
def is_tensor(x: object, backend: type[B], dtype: type[D]) -> TypeIs[Tensor[B, D]]: ...
def is_tensor(x: object, backend: type[Backend] | None = None, dtype: type[DType] | None = None) -> bool:
    """Whether ``x`` is a Tensor of this backend and dtype; a checker narrows by it.

    Parameters
    ----------
    x
        Anything.
    backend
        ``ep.Torch`` and so on, or ``ep.Backend`` for any.
    dtype
        A marker; an abstract one (``ep.Floating``) stands for all below it.

    Returns
    -------
    bool
        About the backend and the dtype; shapes do not matter.

    Raises
    ------
    TypeError
        If ``backend`` or ``dtype`` is no marker.
    """
    for marker, any_of in ((backend, (Backend, HasRaw)), (dtype, (DType,))):
        if marker is not None and not ((isinstance(marker, type) and hasattr(marker, "name")) or any(marker is kind for kind in any_of)):
            raise TypeError(f"is_tensor: {marker!r} is no marker. Cure: pass one such as ep.Torch, or ep.Float32.")
    if not isinstance(x, Tensor):
        return False
    if backend is not None and backend is not Backend and backend is not HasRaw and x._ops.name != backend.name:
        return False
    if dtype is None or dtype is DType:
        return True
    own = MARKERS.get(x._ops.dtype(x.raw))
    return own is not None and issubclass(own, dtype)
