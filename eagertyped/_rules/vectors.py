"""What an operation makes of one dtype, per framework: the few mappings that are not the identity."""

from __future__ import annotations

from .dtypes import BOOL, COMPLEX, FLOAT, INT, UNSIGNED, bits, kind, real_of
from .flags import Flags
from .promotion import available, default_float, default_int

__all__ = ["accumulated", "counted", "cumulated", "divided", "index", "inexact", "magnitude", "powered", "rounded", "squared"]


def inexact(backend: str, dtype: str, flags: Flags) -> str | None:
    """Of roots, exponentials, trigonometric functions: floats are kept, integers become a float."""
    if kind(dtype) >= FLOAT:
        return dtype
    if backend == "tensorflow":
        return None
    if backend == "numpy":
        return {8: "float16", 16: "float32"}.get(bits(dtype), "float64")
    return default_float(backend, flags) if backend == "torch" or bits(dtype) == 64 else "float32"


def divided(backend: str, dtype: str, flags: Flags) -> str | None:
    """Of true division, and of what is built from it: softmax, solving."""
    if kind(dtype) >= FLOAT:
        return dtype
    if backend == "numpy":
        return "float64"
    if backend == "tensorflow":
        return None if dtype == "bool" else "float32" if bits(dtype) < 32 else "float64"
    return inexact(backend, dtype, flags)


def accumulated(backend: str, dtype: str, flags: Flags) -> str:
    """Of sums and products: bool and integers widen, PyTorch's to int64, elsewhere with their sign."""
    if kind(dtype) >= FLOAT:
        return dtype
    widest = "uint64" if dtype in UNSIGNED and backend != "torch" else "int64"
    return available(backend, widest, flags)


def counted(backend: str, dtype: str, flags: Flags) -> str:
    """Of numbers of elements: a norm has the dtype that norms of floats have, else an integer."""
    return real_of(dtype) if kind(dtype) >= FLOAT else accumulated(backend, "bool", flags)


def cumulated(backend: str, dtype: str, flags: Flags) -> str:
    """Of cumulative sums: TensorFlow and JAX do not widen integers."""
    if backend in ("torch", "numpy"):
        return accumulated(backend, dtype, flags)
    return default_int(backend, flags) if dtype == "bool" else dtype


def squared(backend: str, dtype: str, flags: Flags) -> str:
    """Of squares: bool becomes the smallest integer there is (NumPy), or one of the framework's taste."""
    if kind(dtype) != BOOL:
        return dtype
    return {"numpy": "int8", "torch": "int64"}.get(backend, "int32")


def powered(backend: str, dtype: str, flags: Flags) -> str:
    """Of // % **: as squares, but PyTorch keeps bool where it has the kernel."""
    return dtype if backend == "torch" else squared(backend, dtype, flags)


def rounded(backend: str, dtype: str, flags: Flags) -> str:
    """Of rounding: NumPy makes a float of bool."""
    return "float16" if backend == "numpy" and dtype == "bool" else dtype


def magnitude(backend: str, dtype: str, flags: Flags) -> str:
    """Of absolute values: those of complex numbers are real."""
    return real_of(dtype)


def index(backend: str, op: str, flags: Flags) -> str:
    """Of positions in a tensor: TensorFlow sorts with int32, JAX's top_k gives int32 in every mode."""
    if (backend == "tensorflow" and op != "argmax") or (backend == "jax" and op == "topk"):
        return "int32"
    return available(backend, "int64", flags)


def is_real(dtype: str) -> bool:
    """Whether the dtype has an order."""
    return kind(dtype) in (BOOL, INT, FLOAT)


def is_complex(dtype: str) -> bool:
    """Whether the dtype is complex."""
    return kind(dtype) == COMPLEX
