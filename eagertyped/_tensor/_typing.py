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
