"""From mypy's types to sets of dtypes and backends, and back."""

from __future__ import annotations

from dataclasses import dataclass, field

from mypy.checker import TypeChecker
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import ComplexExpr, Expression, FloatExpr, IntExpr, TypeInfo, UnaryExpr
from mypy.typeops import make_simplified_union
from mypy.types import AnyType, Instance, ProperType, Type, TypeVarType, UnionType, get_proper_type

from . import names
from .infer import Operand

__all__ = ["Symbols", "TensorArgs", "dtype_type", "scalar_operand", "tensor_args"]

_SCALARS = {
    "builtins.bool": frozenset({"py_bool"}),
    "builtins.int": frozenset({"py_int", "py_bool"}),
    "builtins.float": frozenset({"py_float", "py_int", "py_bool"}),
    "builtins.complex": frozenset({"py_complex", "py_float", "py_int", "py_bool"}),
    "numpy.bool": frozenset({"py_bool"}),
    "numpy.integer": frozenset({"py_int"}),
    "numpy.floating": frozenset({"py_float"}),
    "numpy.complexfloating": frozenset({"py_complex"}),
}
"""What an annotation lets through: a variable annotated `float` may hold an int, and one annotated `int` a bool."""


@dataclass
class Symbols:
    """Type variables met in one operation, by number, so that sets can be cached without mypy's objects."""

    found: list[TypeVarType] = field(default_factory=list)

    def number(self, variable: TypeVarType) -> int:
        """The variable's number in this operation."""
        for i, other in enumerate(self.found):
            if other.id == variable.id:
                return i
        self.found.append(variable)
        return len(self.found) - 1


@dataclass
class TensorArgs:
    """The type arguments of a tensor: what they can be, or None where that is not known."""

    backend_type: Type
    backends: frozenset[str] | None
    dtype: Operand | None


def tensor_args(type_: Type, symbols: Symbols) -> TensorArgs | None:
    """Backend and dtype of a tensor (or of its norms); None for any other type."""
    proper = get_proper_type(type_)
    if isinstance(proper, TypeVarType):
        proper = get_proper_type(proper.upper_bound)
    if not isinstance(proper, Instance):
        return None
    if proper.type.fullname == names.TENSOR:  # nearly always, and it needs no search
        backend, dtype = proper.args
    else:
        base = next((info for info in proper.type.mro if info.fullname in (names.CORE, names.NORMS)), None)
        if base is None:
            return None
        backend, dtype = map_instance_to_supertype(proper, base).args
    return TensorArgs(backend, _backends(backend), _dtype(dtype, symbols))


def _backends(type_: Type) -> frozenset[str] | None:
    proper = get_proper_type(type_)
    if isinstance(proper, TypeVarType):
        return _union([_backends(t) for t in proper.values] if proper.values else [_backends(proper.upper_bound)])
    if isinstance(proper, UnionType):
        return _union([_backends(item) for item in proper.items])
    if not isinstance(proper, Instance):
        return None
    if proper.type.fullname == f"eagertyped.backends.{proper.type.name}":
        if proper.type.name in names.BACKEND_NAMES:
            return frozenset({names.BACKEND_NAMES[proper.type.name]})
        if proper.type.name in names.BACKEND_GROUPS:
            return frozenset(names.BACKEND_NAMES.values())
    return None  # a third party's backend has rules that we do not know


def _union(sets: list[frozenset[str] | None]) -> frozenset[str] | None:
    known = [s for s in sets if s is not None]
    return frozenset().union(*known) if len(known) == len(sets) else None


def _dtype(type_: Type, symbols: Symbols) -> Operand | None:
    proper = get_proper_type(type_)
    found = _dtype_names(proper)
    if found is None:
        return None
    return Operand(found, symbols.number(proper) if isinstance(proper, TypeVarType) else None)


def _dtype_names(proper: ProperType) -> frozenset[str] | None:
    if isinstance(proper, TypeVarType):
        bounds = proper.values or [proper.upper_bound]
        return _union([_dtype_names(get_proper_type(t)) for t in bounds])
    if isinstance(proper, UnionType):
        return _union([_dtype_names(get_proper_type(item)) for item in proper.items])
    if isinstance(proper, Instance) and proper.type.fullname.startswith(names.DTYPES_MODULE + "."):
        name = proper.type.name
        if name in names.MARKER_NAMES:
            return frozenset({names.MARKER_NAMES[name]})
        return names.GROUPS.get(name, names.GROUPS["DType"])
    return None


def scalar_operand(type_: Type, expression: Expression | None) -> Operand | None:
    """A Python or NumPy scalar as an operand: exact for a literal, else all that the annotation lets through."""
    if isinstance(expression, UnaryExpr) and expression.op in "+-":
        expression = expression.expr
    for kind, literal in (("py_int", IntExpr), ("py_float", FloatExpr), ("py_complex", ComplexExpr)):
        if isinstance(expression, literal):
            return Operand(frozenset({kind}))
    proper = get_proper_type(type_)
    if isinstance(proper, UnionType):
        items = [scalar_operand(item, None) for item in proper.items]
        return Operand(frozenset().union(*(i.names for i in items if i))) if all(items) else None
    if isinstance(proper, AnyType) or not isinstance(proper, Instance):
        return None
    for info in proper.type.mro:
        if info.fullname in _SCALARS and not (info.fullname.startswith("builtins") and _is_numpy(proper.type)):
            return Operand(_SCALARS[info.fullname])
    return None


def _is_numpy(info: TypeInfo) -> bool:
    return info.fullname.startswith("numpy.")  # numpy.float64 is a float too, but surely no int


def dtype_type(api: TypeChecker, found: frozenset[str]) -> Type | None:
    """A marker, the group that a set is exactly, or a union of markers; None where mypy has not seen them."""
    group = next((name for name, members in names.GROUPS.items() if members == found and len(members) > 1), None)
    classes = [group] if group else [names.CLASS_NAMES[name] for name in names.CLASS_NAMES if name in found]
    module = api.modules.get(names.DTYPES_MODULE)
    if module is None or not classes:
        return None
    items: list[Type] = []
    for name in classes:
        symbol = module.names.get(name)
        if symbol is None or not isinstance(symbol.node, TypeInfo):
            return None
        items.append(Instance(symbol.node, []))
    return make_simplified_union(items)
