"""The one place that words refusals: which operation, on which backend, what was given, and the cure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from ._ops.contract import Operations

__all__ = ["NotATensorError", "axis_error", "describe", "foreign", "refused", "type_error", "value_error"]

CURE: Final = "Cure:"
CAST: Final = "cast first, for example with t.astype(ep.float32)"
CONVERT: Final = "convert one of them, for example with t.from_numpy(other.numpy())"
SHAPES: Final = "make the shapes fit, for example with reshape, expand_dims or transpose"
BOUNDS: Final = "keep every index within the size of its axis"
INVERTIBLE: Final = "the matrix must be invertible"

_ABOUT_DTYPES: Final = re.compile(
    r"d-?type|scalar type|data type|not implemented for|expected .*type|can't be cast|Could not find device|has type|bool|complex|integer|"
    r"Half|BFloat16|floating|attr '?T|a[n]? \w+ tensor|ufunc",
    re.IGNORECASE,
)
_ABOUT_BOUNDS: Final = re.compile(r"out of (bounds|range)|outside the valid range|is not in \[|does not index into", re.IGNORECASE)
_ABOUT_INDEX_DTYPES: Final = re.compile(r"indices must be|Indexer must|index (tensor|array|list) must|are valid indices")
_ABOUT_EXPANDING: Final = re.compile(r"^expand\(|number of sizes provided")  # PyTorch names the dtype there, CPUBoolType
_ABOUT_SHAPES: Final = re.compile(r"shape|broadcast|axis size|dimension", re.IGNORECASE)
_ABOUT_NEGATIVE_POWERS: Final = re.compile(r"negative (integer )?powers")
_ABOUT_SINGULAR: Final = re.compile(r"singular|invertible", re.IGNORECASE)
_BUILTIN: Final = (TypeError, ValueError, IndexError, OverflowError, RuntimeError, NotImplementedError, ZeroDivisionError)
_UNCHANGED: Final = re.compile(r"ResourceExhausted|Cancelled|Aborted|Unavailable|DeadlineExceeded|OutOfMemory")


class NotATensorError(TypeError, ValueError):
    """Nothing that a Tensor wraps: a TypeError, and a ValueError too since that is what programs written for EagerPy catch."""


def describe(x: object) -> str:
    """Name of an operand in an error text: ``PyTorch float32 tensor of shape (2, 3)``, ``float 1.5``, ``list``."""
    ops = _operations(x)
    if ops is not None and hasattr(x, "raw"):
        return f"{ops.title} {ops.dtype(x.raw)} tensor of shape {_shape(ops, x.raw)}"
    if isinstance(x, bool | int | float | complex):
        return f"{type(x).__name__} {x!r}"
    return type(x).__name__


def _operations(x: object) -> Operations[Any] | None:  # Any: whichever backend
    return getattr(type(x), "_ops", None)


def _shape(ops: Operations[Any], raw: Any) -> str:  # Any: whichever backend
    try:
        return str(tuple(n if isinstance(n, int) else None for n in ops.shape(raw)))
    except (TypeError, ValueError):
        return "(unknown)"


def _text(op: str, title: str, what: str, cure: str) -> str:
    return f"{op} on {title}: {what}. {CURE} {cure}."


def type_error(op: str, ops: Operations[Any], what: str, cure: str) -> TypeError:  # Any: whichever backend
    """A TypeError in the common form."""
    return TypeError(_text(op, ops.title, what, cure))


def value_error(op: str, ops: Operations[Any], what: str, cure: str) -> ValueError:  # Any: whichever backend
    """A ValueError in the common form."""
    return ValueError(_text(op, ops.title, what, cure))


def foreign(op: str, ops: Operations[Any], pair: str) -> TypeError:  # Any: whichever backend
    """A TypeError for two operands, described as a pair, of which one belongs to another backend."""
    return type_error(op, ops, f"cannot combine {pair}: they belong to different backends", CONVERT)


def axis_error(op: str, ops: Operations[Any], axis: object, ndim: int) -> ValueError:  # Any: whichever backend
    """NumPy's AxisError (a ValueError and an IndexError) for an axis that the tensor does not have."""
    what = f"axis {axis!r} is out of bounds for a tensor of {ndim} dimensions"
    cure = f"use an axis from {-ndim} to {ndim - 1}" if ndim else "a 0-d tensor has no axis; use axis=None"
    return np.exceptions.AxisError(_text(op, ops.title, what, cure))


def refused(error: Exception, op: str, *operands: object) -> Exception:
    """The exception to raise where a framework refused an operation; its own one becomes the cause.

    PyTorch's RuntimeError and TensorFlow's OpErrors become TypeError (about dtypes), IndexError (about bounds) or ValueError, as NumPy
    would raise. What is not a plain refusal (out of memory, JAX's errors about tracers, a compiler's own control flow) passes unchanged.
    """
    kind = type(error)
    title = next((ops.title for ops in map(_operations, operands) if ops), "eagertyped")
    if CURE in str(error):  # one of ours already; a kernel's does not know for which operation it ran
        return error if f" on {title}: " in str(error) else kind(f"{op} on {title}: {error}")
    module = kind.__module__.partition(".")[0]
    known = (
        kind in _BUILTIN
        or (module == "tensorflow" and not _UNCHANGED.search(kind.__name__))
        or module == "numpy"
        or "LinAlg" in kind.__name__
    )
    if not known or "allocate" in str(error):
        return error
    reason = str(error).strip() or kind.__name__
    reason = re.sub(r"^\{\{.*?\}\}\s*", "", reason.splitlines()[0]).rstrip(". ")
    given = ", ".join(describe(x) for x in operands)
    new, cure = _classify(error, reason)
    raised = new(f"{op} on {title}: {reason}; given {given}. {CURE} {cure}.")
    raised.__cause__ = error
    return raised


def _classify(error: Exception, reason: str) -> tuple[type[Exception], str]:
    if _ABOUT_SINGULAR.search(reason):
        return np.linalg.LinAlgError, INVERTIBLE
    if _ABOUT_NEGATIVE_POWERS.search(reason):
        return ValueError, CAST
    if _ABOUT_INDEX_DTYPES.search(reason):
        return TypeError, "use integers, or bools for a mask"
    if isinstance(error, IndexError) and not isinstance(error, np.exceptions.AxisError):
        return IndexError, BOUNDS
    if isinstance(error, OverflowError) or "without overflow" in reason:
        return ValueError, "use a value that the dtype can hold"
    if isinstance(error, TypeError):
        if "gather op is out of range" in reason:  # JAX, of an axis of size 0
            return IndexError, BOUNDS
        # JAX says TypeError where others, and NumPy, say ValueError: for shapes that do not fit
        return (ValueError, SHAPES) if _ABOUT_SHAPES.search(reason) and "dtype" not in reason else (TypeError, CAST)
    if isinstance(error, ValueError):
        # JAX's way to refuse jnp.round of bool: "data type <class 'numpy.bool'> not inexact"
        return (TypeError, CAST) if "not inexact" in reason else (ValueError, SHAPES)
    if _ABOUT_BOUNDS.search(reason):
        return IndexError, BOUNDS
    if isinstance(error, ZeroDivisionError) or "ZeroDivision" in reason or "division by zero" in reason:
        return ZeroDivisionError, "integers have no infinity; divide floats, or keep zero out of the divisor"
    about_dtypes = _ABOUT_DTYPES.search(reason) and not _ABOUT_EXPANDING.search(reason)
    return (TypeError, CAST) if about_dtypes else (ValueError, SHAPES)
