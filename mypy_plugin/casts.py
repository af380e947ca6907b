"""The dtype that an argument names: a marker, a native dtype of a framework, a NumPy array's."""

from __future__ import annotations

from mypy.nodes import Expression, MemberExpr, NameExpr, RefExpr
from mypy.types import CallableType, Instance, ProperType, Type, TypeType, get_proper_type

from . import names

__all__ = ["array_dtype", "named_dtype"]

_NATIVE_ROOTS = ("torch.", "tensorflow.", "jax.numpy.", "jax._src.numpy.", "numpy.", "ml_dtypes.")
_PYTHON = {"builtins.bool": "bool", "builtins.int": "int64", "builtins.float": "float64", "builtins.complex": "complex128"}
_WIDTHS = {"_8Bit": 8, "_16Bit": 16, "_32Bit": 32, "_64Bit": 64}
_FAMILIES = {"signedinteger": "int", "unsignedinteger": "uint", "floating": "float"}


def named_dtype(expression: Expression, type_: Type) -> str | None:
    """Name of the dtype that `astype` is asked for; None where only its type could say, and does not."""
    if isinstance(expression, MemberExpr | NameExpr):
        name = _native(expression)
        if name is not None:
            return name
    proper = get_proper_type(type_)
    if isinstance(proper, CallableType) and proper.is_type_obj():
        return _class_name(get_proper_type(proper.ret_type))
    if isinstance(proper, TypeType):
        return _class_name(get_proper_type(proper.item))
    if isinstance(proper, Instance) and proper.args and proper.type.fullname in ("numpy.dtype", f"{names.DTYPES_MODULE}.NativeDType"):
        return _class_name(get_proper_type(proper.args[0]))
    return None


def _native(expression: RefExpr) -> str | None:
    """``torch.float32`` and the like, by the name of the constant: their types do not say which dtype they are."""
    fullname = expression.fullname or ""
    name = fullname.rpartition(".")[2].rstrip("_")
    return name if fullname.startswith(_NATIVE_ROOTS) and name in names.CLASS_NAMES else None


def _class_name(proper: ProperType) -> str | None:
    if not isinstance(proper, Instance):
        return None
    if proper.type.fullname.startswith(names.DTYPES_MODULE + "."):
        return names.MARKER_NAMES.get(proper.type.name)
    return _PYTHON.get(proper.type.fullname) or scalar_name(proper)


def scalar_name(proper: Instance) -> str | None:
    """Name of a NumPy scalar type: ``floating[_32Bit]``, ``float64``."""
    if not proper.type.fullname.startswith("numpy."):
        return None
    name = proper.type.name.rstrip("_")
    if name in names.CLASS_NAMES:
        return name
    widths = [get_proper_type(arg) for arg in proper.args]
    if not widths or not isinstance(widths[0], Instance) or widths[0].type.name not in _WIDTHS:
        return None
    width = _WIDTHS[widths[0].type.name]
    if name == "complexfloating":
        return f"complex{2 * width}"
    return f"{_FAMILIES[name]}{width}" if name in _FAMILIES else None


def array_dtype(type_: Type) -> str | None:
    """Name of the dtype of an ``NDArray[S]``."""
    proper = get_proper_type(type_)
    if not isinstance(proper, Instance) or proper.type.fullname != "numpy.ndarray" or len(proper.args) != 2:
        return None
    dtype = get_proper_type(proper.args[1])
    if not isinstance(dtype, Instance) or not dtype.args:
        return None
    scalar = get_proper_type(dtype.args[0])
    return scalar_name(scalar) if isinstance(scalar, Instance) else None
