"""How each framework promotes two dtypes, or a dtype and a Python scalar.

None means that the framework refuses the pair. PyTorch, JAX: a ladder of kinds, then widths (torch.result_type, JAX's type promotion
semantics); NumPy: NEP 50, where a float must hold the integer; TensorFlow: equal dtypes only.
"""

from __future__ import annotations

from typing import Final

from .dtypes import BOOL, COMPLEX, FLOAT, INT, UNSIGNED, WIDE, bits, complex_of, kind, real_of
from .flags import Flags

__all__ = ["available", "default_float", "default_int", "promote", "promote_scalar", "promote_zero_dim"]

_WIDE_UNSIGNED: Final = {"uint16", "uint32", "uint64"}
"""PyTorch promotes these with floats only."""


def available(backend: str, dtype: str, flags: Flags) -> str:
    """What a framework makes of a dtype: JAX without x64 has 32-bit ones only."""
    if backend == "jax" and not flags.jax_enable_x64:
        return WIDE.get(dtype, dtype)
    return dtype


def default_int(backend: str, flags: Flags) -> str:
    """The integer dtype that a framework gives a Python int."""
    return "int32" if backend == "tensorflow" else available(backend, "int64", flags)


def default_float(backend: str, flags: Flags) -> str:
    """The float dtype that a framework gives a Python float."""
    if backend == "torch":
        return flags.torch_default_dtype
    return "float32" if backend == "tensorflow" else available(backend, "float64", flags)


def promote(backend: str, x: str, y: str, flags: Flags) -> str | None:
    """The common dtype of two tensors of equal standing, or None."""
    if x == y:
        return x
    if backend == "tensorflow":
        return None
    low, high = sorted((x, y), key=kind)
    if backend == "torch" and {x, y} & _WIDE_UNSIGNED and kind(high) != FLOAT:
        return None
    if kind(low) == BOOL:
        return high
    if kind(high) == INT:
        return _integers(backend, x, y, flags)
    if backend == "numpy":
        return _numpy(low, high)
    return _floats(low, high) if kind(low) >= FLOAT else high


def _integers(backend: str, x: str, y: str, flags: Flags) -> str | None:
    if (x in UNSIGNED) == (y in UNSIGNED):
        return max(x, y, key=bits)
    unsigned, signed = (x, y) if x in UNSIGNED else (y, x)
    if bits(signed) > bits(unsigned):
        return signed
    if bits(unsigned) == 64:
        return default_float(backend, flags)
    return available(backend, f"int{2 * bits(unsigned)}", flags)


def _floats(low: str, high: str) -> str:
    """Two floats, two complex dtypes, or one of each: the width that holds both."""
    a, b = real_of(low), real_of(high)
    wider = "float32" if {a, b} == {"float16", "bfloat16"} else max(a, b, key=bits)
    return complex_of(wider) if kind(high) == COMPLEX else wider


def _numpy(low: str, high: str) -> str:
    if kind(low) == INT:
        low = {8: real_of(high) if bits(real_of(high)) == 16 else "float16", 16: "float32"}.get(bits(low), "float64")
    return _floats(low, high)


def promote_scalar(backend: str, dtype: str, scalar: str, flags: Flags) -> str | None:
    """The common dtype of a tensor and a Python scalar: the tensor's, unless the scalar's kind is higher."""
    if kind(scalar) <= kind(dtype):
        return dtype
    if backend == "tensorflow":
        return None
    if kind(scalar) == INT:
        return default_int(backend, flags)
    if kind(scalar) == FLOAT:
        return default_float(backend, flags)
    if kind(dtype) == FLOAT:
        return None if backend == "torch" and dtype == "float16" else complex_of(dtype)  # as in promote_zero_dim
    return complex_of(default_float(backend, flags))


def promote_zero_dim(ranked: str, zero_dim: str, flags: Flags) -> str | None:
    """PyTorch: a 0-d tensor changes the dtype of a ranked one only where its kind is higher; then as far as its kind goes."""
    if kind(zero_dim) <= kind(ranked):
        return ranked
    if kind(ranked) == FLOAT:
        return None if ranked == "float16" else complex_of(ranked)  # PyTorch's complex32 is none of the 15 dtypes
    if kind(zero_dim) == COMPLEX:
        return zero_dim
    return promote("torch", ranked, zero_dim, flags)
