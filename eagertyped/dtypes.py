"""Dtype markers: what the second type argument of `Tensor` says, and what `astype` takes on every backend.

The nominal hierarchy is not generic, so that a list of Float32 and Float64 tensors joins to Floating. What a checker computes from a marker
(its NumPy scalar, its Python scalar) it reads from the return types of the underscored methods, through the protocols at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NoReturn, Protocol, TypeAlias, final

import numpy as np
from typing_extensions import TypeVar

if TYPE_CHECKING:
    import tensorflow
    import torch

__all__ = [
    "BFloat16",
    "Bool",
    "Complex64",
    "Complex128",
    "ComplexFloating",
    "DType",
    "DTypeLike",
    "Float16",
    "Float32",
    "Float64",
    "Floating",
    "Int8",
    "Int16",
    "Int32",
    "Int64",
    "Integer",
    "NativeDType",
    "Numeric",
    "SignedInteger",
    "UInt8",
    "UInt16",
    "UInt32",
    "UInt64",
    "UnsignedInteger",
    "bfloat16",
    "bool_",
    "complex64",
    "complex128",
    "dtype_name",
    "float16",
    "float32",
    "float64",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
]

T_co = TypeVar("T_co", covariant=True)
S_co = TypeVar("S_co", bound=np.generic, covariant=True)
P_co = TypeVar("P_co", bound=complex, covariant=True)


def _static(marker: object) -> NoReturn:
    raise TypeError(f"{type(marker).__name__} is a dtype marker for annotations and for astype; it has no instances that compute")


class DType(Protocol):
    """Any dtype. The markers below satisfy it; `int` or `float` do not."""

    name: ClassVar[str]
    """Spelling of the Array API standard, ``"float32"``; of an abstract marker, what it stands for."""

    def _numpy_(self) -> np.generic: ...
    def _python_(self) -> complex: ...
    def _gradient_(self) -> Any: ...  # Any: it may have gradients, or not


class _Marker(DType):
    """Base of all markers: two concrete ones compare by identity, so copies and pickles stay the same dtype."""

    name: ClassVar[str] = "any dtype"

    def __init__(self) -> None:
        _static(self)

    def _numpy_(self) -> np.generic:
        _static(self)

    def _python_(self) -> complex:
        _static(self)

    def _gradient_(self) -> Any:  # Any: as in DType
        _static(self)


@final
class Bool(_Marker):
    """True and False."""

    name: ClassVar[str] = "bool"

    def _numpy_(self) -> np.bool_:
        _static(self)

    def _python_(self) -> bool:
        _static(self)

    def _gradient_(self) -> None:
        _static(self)


class Numeric(_Marker):
    """Any integer, floating or complex dtype."""

    name: ClassVar[str] = "numeric"


class Integer(Numeric):
    """Any integer dtype."""

    name: ClassVar[str] = "integer"

    def _numpy_(self) -> np.integer[Any]:  # Any: NumPy's type parameter is its precision
        _static(self)

    def _python_(self) -> int:
        _static(self)

    def _gradient_(self) -> None:
        _static(self)


class SignedInteger(Integer):
    """Int8, Int16, Int32 or Int64."""

    name: ClassVar[str] = "signed integer"

    def _numpy_(self) -> np.signedinteger[Any]:  # Any: as in Integer
        _static(self)


class UnsignedInteger(Integer):
    """UInt8, UInt16, UInt32 or UInt64."""

    name: ClassVar[str] = "unsigned integer"

    def _numpy_(self) -> np.unsignedinteger[Any]:  # Any: as in Integer
        _static(self)


class Floating(Numeric):
    """Float16, BFloat16, Float32 or Float64."""

    name: ClassVar[str] = "floating"

    def _numpy_(self) -> np.generic:  # not np.floating: NumPy has no bfloat16 of its own, ml_dtypes' is a plain np.generic
        _static(self)

    def _python_(self) -> float:
        _static(self)

    def _gradient_(self) -> float:
        _static(self)


class ComplexFloating(Numeric):
    """Complex64 or Complex128."""

    name: ClassVar[str] = "complex floating"

    def _numpy_(self) -> np.complexfloating[Any, Any]:  # Any: as in Integer
        _static(self)

    def _gradient_(self) -> None:
        _static(self)


@final
class Int8(SignedInteger):
    """8-bit signed integer."""

    name: ClassVar[str] = "int8"

    def _numpy_(self) -> np.int8:
        _static(self)


@final
class Int16(SignedInteger):
    """16-bit signed integer."""

    name: ClassVar[str] = "int16"

    def _numpy_(self) -> np.int16:
        _static(self)


@final
class Int32(SignedInteger):
    """32-bit signed integer."""

    name: ClassVar[str] = "int32"

    def _numpy_(self) -> np.int32:
        _static(self)


@final
class Int64(SignedInteger):
    """64-bit signed integer."""

    name: ClassVar[str] = "int64"

    def _numpy_(self) -> np.int64:
        _static(self)


@final
class UInt8(UnsignedInteger):
    """8-bit unsigned integer."""

    name: ClassVar[str] = "uint8"

    def _numpy_(self) -> np.uint8:
        _static(self)


@final
class UInt16(UnsignedInteger):
    """16-bit unsigned integer."""

    name: ClassVar[str] = "uint16"

    def _numpy_(self) -> np.uint16:
        _static(self)


@final
class UInt32(UnsignedInteger):
    """32-bit unsigned integer."""

    name: ClassVar[str] = "uint32"

    def _numpy_(self) -> np.uint32:
        _static(self)


@final
class UInt64(UnsignedInteger):
    """64-bit unsigned integer."""

    name: ClassVar[str] = "uint64"

    def _numpy_(self) -> np.uint64:
        _static(self)


@final
class Float16(Floating):
    """IEEE 754 binary16."""

    name: ClassVar[str] = "float16"

    def _numpy_(self) -> np.float16:
        _static(self)


@final
class BFloat16(Floating):
    """Brain floating point: the exponent of Float32, 8 bits of significand."""

    name: ClassVar[str] = "bfloat16"


@final
class Float32(Floating):
    """IEEE 754 binary32."""

    name: ClassVar[str] = "float32"

    def _numpy_(self) -> np.float32:
        _static(self)


@final
class Float64(Floating):
    """IEEE 754 binary64."""

    name: ClassVar[str] = "float64"

    def _numpy_(self) -> np.float64:
        _static(self)


@final
class Complex64(ComplexFloating):
    """Complex number of two 32-bit floats."""

    name: ClassVar[str] = "complex64"

    def _numpy_(self) -> np.complex64:
        _static(self)


@final
class Complex128(ComplexFloating):
    """Complex number of two 64-bit floats."""

    name: ClassVar[str] = "complex128"

    def _numpy_(self) -> np.complex128:
        _static(self)


bool_: Final = Bool
int8: Final = Int8
int16: Final = Int16
int32: Final = Int32
int64: Final = Int64
uint8: Final = UInt8
uint16: Final = UInt16
uint32: Final = UInt32
uint64: Final = UInt64
float16: Final = Float16
bfloat16: Final = BFloat16
float32: Final = Float32
float64: Final = Float64
complex64: Final = Complex64
complex128: Final = Complex128
"""The dtype constants ARE the markers: ``x.astype(ep.float32)`` and ``x.astype(ep.Float32)`` are one thing."""

CONCRETE: Final[tuple[type[_Marker], ...]] = (
    Bool,
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Float16,
    BFloat16,
    Float32,
    Float64,
    Complex64,
    Complex128,
)
MARKERS: Final = {marker.name: marker for marker in CONCRETE}
"""Name of the Array API standard -> marker."""


class HasNumPy(DType, Protocol[S_co]):
    """A dtype whose NumPy scalar type is S: solves `Tensor.numpy` and `.raw`."""

    def _numpy_(self) -> S_co: ...


class HasGradient(DType, Protocol):
    """A dtype that has gradients, or may have: Floating and what is above it, no integers, bools or complex numbers."""

    def _gradient_(self) -> float: ...


class HasPython(DType, Protocol[P_co]):
    """A dtype whose Python scalar type is P: solves `Tensor.item`."""

    def _python_(self) -> P_co: ...


D_co = TypeVar("D_co", bound=DType, covariant=True, default=DType)


class NativeDType(Generic[D_co]):
    """Static type of ``t.dtype``: a native dtype object (``torch.float32``) that is known to be that of marker D.

    At run time there are no instances: ``t.dtype`` is the framework's own object, equal to what ``t.raw.dtype`` gives, and
    ``x.astype(t.dtype)`` has a known type. For the framework's attributes of a dtype use ``t.raw.dtype``.
    """

    def __init__(self) -> None:
        raise TypeError("NativeDType is for annotations only; t.dtype is a native dtype")

    def _marker_(self) -> D_co:
        _static(self)


class HasNumPyDType(Protocol):
    """What carries a NumPy dtype, such as ``jax.numpy.float32``."""

    @property
    def dtype(self) -> np.dtype[Any]: ...  # Any: any scalar type


_NumPyDTypeLike: TypeAlias = np.dtype[Any] | type[np.generic] | HasNumPyDType  # Any: any scalar type
DTypeLike: TypeAlias = "type[DType] | NativeDType[DType] | _NumPyDTypeLike | torch.dtype | tensorflow.DType | type[complex] | str"
"""What names a dtype: a marker, a native dtype of any framework, a Python type (64-bit, as in NumPy), or a name."""

_PYTHON: Final[dict[object, str]] = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}


_KINDS: Final = {"bool": 0, "int": 1, "uint": 1, "float": 2, "bfloat": 2, "complex": 3}


def kind_rank(dtype: str) -> int:
    """Place of the kind of a dtype, given by name, in bool < integer < floating < complex."""
    return _KINDS.get(dtype.rstrip("0123456789"), 3)


def dtype_name(dtype: object) -> str:
    """Name of a dtype, ``"float32"``, from any `DTypeLike`.

    Raises
    ------
    TypeError
        If it is none of the 15 dtypes of `MARKERS`.
    """
    if isinstance(dtype, type) and issubclass(dtype, _Marker):
        name = dtype.name
    elif isinstance(dtype, type) and dtype in _PYTHON:
        name = _PYTHON[dtype]
    else:
        name = _native_name(dtype)
    if name not in MARKERS:
        given = dtype.__name__ if isinstance(dtype, type) else repr(dtype)
        raise TypeError(
            f"not a dtype that tensors can have: {given}. Cure: use one of {', '.join(MARKERS)} as ep.float32, or a native dtype."
        )
    return name


def _native_name(dtype: object) -> str:
    if isinstance(dtype, str):
        return dtype
    if dtype is None:  # to np.dtype it is float64
        return ""
    if type(dtype).__module__ == "torch":
        return str(dtype).removeprefix("torch.")
    name = getattr(dtype, "name", None)  # np.dtype, tf.DType
    if isinstance(name, str):
        return name
    try:
        return np.dtype(dtype).name  # type: ignore[call-overload, no-any-return]  # any object: what NumPy cannot read is the TypeError below
    except (TypeError, ValueError):
        return ""
