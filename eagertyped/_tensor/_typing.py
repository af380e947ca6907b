"""Type variables and self types that the families share.

The self types name no type variable: an overload whose self type does is unsound in mypy for receivers that are a subclass, a bound type
variable or ``super()``. They are unions of tensors, not tensors of a union: a tensor that may be UInt64 or Int64 is not closed
under addition (NumPy answers Float64), and is no member of `Closed`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt
from typing_extensions import TypeVar

from ..backends import Backend
from ..dtypes import (
    Bool,
    Complex64,
    ComplexFloating,
    DType,
    Float16,
    Float32,
    Floating,
    Int8,
    Int16,
    Int32,
    Integer,
    Numeric,
    SignedInteger,
    UInt8,
    UInt16,
    UInt32,
    UnsignedInteger,
)

if TYPE_CHECKING:
    from ..backends import NumPy, TensorFlow, Torch
    from .core import Core

B_co = TypeVar("B_co", bound=Backend, covariant=True, default=Backend)
D_co = TypeVar("D_co", bound=DType, covariant=True, default=DType)
B = TypeVar("B", bound=Backend)
D = TypeVar("D", bound=DType)
R = TypeVar("R")
S = TypeVar("S", bound=np.generic)
P = TypeVar("P", bound=complex)

# Bounded type variables, since a plain parameter type would be the context in which a call inside is inferred: mypy would take
# ``np.zeros(3, dtype=np.uint8)`` for an array of bool, NumPy's own last overload being an array of anything.
BoolArray = TypeVar("BoolArray", bound=npt.NDArray[np.bool_] | np.bool_)
Float32Array = TypeVar("Float32Array", bound=npt.NDArray[np.float32] | np.float32)
Float64Array = TypeVar("Float64Array", bound=npt.NDArray[np.float64] | np.float64)
Int64Array = TypeVar("Int64Array", bound=npt.NDArray[np.int64] | np.int64)
Int32Array = TypeVar("Int32Array", bound=npt.NDArray[np.int32] | np.int32)
UInt8Array = TypeVar("UInt8Array", bound=npt.NDArray[np.uint8] | np.uint8)
Float16Array = TypeVar("Float16Array", bound=npt.NDArray[np.float16] | np.float16)
Complex64Array = TypeVar("Complex64Array", bound=npt.NDArray[np.complex64] | np.complex64)
Complex128Array = TypeVar("Complex128Array", bound=npt.NDArray[np.complex128] | np.complex128)
Int8Array = TypeVar("Int8Array", bound=npt.NDArray[np.int8] | np.int8)
Int16Array = TypeVar("Int16Array", bound=npt.NDArray[np.int16] | np.int16)
UInt16Array = TypeVar("UInt16Array", bound=npt.NDArray[np.uint16] | np.uint16)
UInt32Array = TypeVar("UInt32Array", bound=npt.NDArray[np.uint32] | np.uint32)
UInt64Array = TypeVar("UInt64Array", bound=npt.NDArray[np.uint64] | np.uint64)


class NoScalar(np.generic):
    """The scalar type of no array: only an array of an unknown dtype, ``NDArray[Any]``, passes for an array of it."""


UnknownScalar = TypeVar("UnknownScalar", bound=NoScalar)

# dtypes that an operation keeps, for functions: a parameter's bound is checked, a self type's is not
NumericD = TypeVar("NumericD", bound=Numeric)
RealD = TypeVar("RealD", bound=Floating | Integer | Bool)
InexactD = TypeVar("InexactD", bound=Floating | ComplexFloating)
ComplexD = TypeVar("ComplexD", bound=ComplexFloating)
WideB = TypeVar("WideB", bound="Torch | TensorFlow | NumPy")
# in `where`, two tensors below the same bound promote below it; two integers of any sign do not
FloatingD = TypeVar("FloatingD", bound=Floating)
SignedD = TypeVar("SignedD", bound=SignedInteger)
NarrowD = TypeVar("NarrowD", bound="Bool | Int8 | Int16 | Int32 | UInt8 | UInt16 | UInt32 | Float16 | Float32 | Complex64")
"""Dtypes that JAX has without its x64 mode."""

Index: TypeAlias = "SupportsIndex | slice | EllipsisType | Sequence[Any] | range | Core[Backend, DType] | npt.NDArray[Any] | None"
"""An index expression. Any: lists and tuples nest, and hold tensors of one backend."""
Scalar: TypeAlias = complex
"""A Python scalar: to a checker, complex takes bool, int and float too."""

ClosedNumeric: TypeAlias = (
    "Core[Backend, Floating] | Core[Backend, SignedInteger] | Core[Backend, UnsignedInteger] | Core[Backend, ComplexFloating]"
)
"""Tensors whose dtype is kept when they are combined with tensors of the same dtype."""
Closed: TypeAlias = "ClosedNumeric | Core[Backend, Bool]"
"""The same where bool is closed too: under + - * and comparison, not under // % **, which make integers of it."""
Inexact: TypeAlias = "Core[Backend, Floating | ComplexFloating]"
Exact: TypeAlias = "Core[Backend, Integer | Bool]"
WithInt64: TypeAlias = "Core[Torch | TensorFlow | NumPy, DType]"
"""Backends that have 64-bit dtypes in every mode."""
