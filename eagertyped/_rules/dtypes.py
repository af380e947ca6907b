"""The 15 dtypes by name, their kinds and widths, and the four Python scalars that stand beside them as operands."""

from __future__ import annotations

from typing import Final

__all__ = ["BACKENDS", "BOOL", "COMPLEX", "DTYPES", "FLOAT", "INT", "SCALARS", "WIDE", "bits", "complex_of", "kind", "real_of"]

BACKENDS: Final = ("torch", "tensorflow", "jax", "numpy")

BOOL, INT, FLOAT, COMPLEX = range(4)
"""Kinds in order: a higher one wins."""

SIGNED: Final = ("int8", "int16", "int32", "int64")
UNSIGNED: Final = ("uint8", "uint16", "uint32", "uint64")
FLOATS: Final = ("float16", "bfloat16", "float32", "float64")
COMPLEXES: Final = ("complex64", "complex128")
DTYPES: Final = ("bool", *SIGNED, *UNSIGNED, *FLOATS, *COMPLEXES)

WIDE: Final = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}
"""Dtypes that JAX has in its x64 mode only, and what it makes of them without."""

SCALARS: Final = ("py_bool", "py_int", "py_float", "py_complex")
"""A plain Python scalar as an operand."""

_KINDS: Final = {
    **dict.fromkeys(("bool", "py_bool"), BOOL),
    **dict.fromkeys((*SIGNED, *UNSIGNED, "py_int"), INT),
    **dict.fromkeys((*FLOATS, "py_float"), FLOAT),
    **dict.fromkeys((*COMPLEXES, "py_complex"), COMPLEX),
}


def kind(operand: str) -> int:
    """Kind of a dtype or a scalar: BOOL, INT, FLOAT or COMPLEX."""
    return _KINDS[operand]


def bits(dtype: str) -> int:
    """Width of a dtype in bits."""
    return 8 if dtype == "bool" else int(dtype.lstrip("abcdefghijklmnopqrstuvwxyz"))


def complex_of(floating: str) -> str:
    """The complex dtype whose parts hold a float."""
    return "complex128" if floating == "float64" else "complex64"


def real_of(dtype: str) -> str:
    """The float that a complex dtype is made of; any other dtype itself."""
    return {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)
