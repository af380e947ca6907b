"""From mypy's types to sets of dtypes and backends, and back."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from mypy.checker import TypeChecker
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import ComplexExpr, Expression, FloatExpr, IntExpr, TypeInfo, UnaryExpr
from mypy.typeops import make_simplified_union
from mypy.types import Instance, LiteralType, ProperType, Type, TypeVarType, UnionType, get_proper_type

from . import names
from .infer import Operand

__all__ = ["Symbols", "TensorArgs", "argument", "backend_of", "dtype_type", "instance", "tensor_args"]

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


@dataclass(slots=True)
class TensorArgs:
    """A tensor's type and its arguments: what they can be, or None where that is not known."""

    type_: Type
    backend_type: Type
    backends: frozenset[str] | None
    dtype: Operand | None


def argument(type_: Type, expression: Expression | None, symbols: Symbols) -> tuple[list[TensorArgs], Operand | None]:
    """The tensors that an argument may be, and what it is as an operand: each member of a union is one or the other."""
    proper = get_proper_type(type_)
    if not isinstance(proper, UnionType):
        tensor = tensor_args(proper, symbols)
        return ([tensor], tensor.dtype) if tensor is not None else ([], _scalar_operand(type_, expression))
    found: list[TensorArgs] = []
    names_: frozenset[str] | None = frozenset()
    for item in proper.items:
        tensors, operand = argument(item, None, symbols)
        found += tensors
        names_ = None if operand is None or names_ is None else names_ | operand.names
    return found, None if names_ is None else Operand(names_)


def tensor_args(type_: Type, symbols: Symbols) -> TensorArgs | None:
    """Backend and dtype of a tensor (or of its norms, or a generator); None for any other type."""
    proper = get_proper_type(type_)
    if isinstance(proper, TypeVarType):
        proper = get_proper_type(proper.upper_bound)
    if not isinstance(proper, Instance):
        return None
    if proper.type.fullname == names.TENSOR:  # nearly always, and it needs no search
        backend, dtype = proper.args
    else:
        base = next((info for info in proper.type.mro if info.fullname in (names.CORE, names.NORMS, names.GENERATOR)), None)
        if base is None:
            return None
        backend, dtype = map_instance_to_supertype(proper, base).args
    return TensorArgs(type_, backend, _backends(backend), _dtype(dtype, symbols))


_KNOWN_BACKENDS = {f"{names.BACKENDS_MODULE}.{cls}": frozenset({name}) for cls, name in names.BACKEND_NAMES.items()}
_KNOWN_DTYPES = {f"{names.DTYPES_MODULE}.{cls}": Operand(frozenset({name})) for cls, name in names.MARKER_NAMES.items()}
"""By full name, for the types that nearly all tensors have."""


def _backends(type_: Type) -> frozenset[str] | None:
    proper = get_proper_type(type_)
    if isinstance(proper, Instance):
        known = _KNOWN_BACKENDS.get(proper.type.fullname)
        if known is None and proper.type.name in names.BACKEND_GROUPS and proper.type.module_name == names.BACKENDS_MODULE:
            return _EVERY_BACKEND
        return known  # a third party's backend has rules that we do not know
    if isinstance(proper, TypeVarType):
        return _union([_backends(t) for t in proper.values]) if proper.values else _backends(proper.upper_bound)
    if isinstance(proper, UnionType):
        return _union([_backends(item) for item in proper.items])
    return None


_EVERY_BACKEND = frozenset(names.BACKEND_NAMES.values())


def _union(sets: list[frozenset[str] | None]) -> frozenset[str] | None:
    known = [s for s in sets if s is not None]
    return frozenset().union(*known) if len(known) == len(sets) else None


def _dtype(type_: Type, symbols: Symbols) -> Operand | None:
    proper = get_proper_type(type_)
    if isinstance(proper, Instance):
        known = _KNOWN_DTYPES.get(proper.type.fullname)
        if known is not None:
            return known
    found = _dtype_names(proper)
    if found is None:
        return None
    return Operand(found, symbols.number(proper) if isinstance(proper, TypeVarType) else None)


_DTYPE_SETS = {f"{names.DTYPES_MODULE}.{cls}": frozenset({name}) for cls, name in names.MARKER_NAMES.items()} | {
    f"{names.DTYPES_MODULE}.{cls}": found for cls, found in names.GROUPS.items()
}


def _dtype_names(proper: ProperType) -> frozenset[str] | None:
    if isinstance(proper, Instance):
        fullname = proper.type.fullname
        found = _DTYPE_SETS.get(fullname)
        return names.GROUPS["DType"] if found is None and fullname.startswith(_DTYPES_PREFIX) else found
    if isinstance(proper, TypeVarType):
        if not proper.values:
            return _dtype_names(get_proper_type(proper.upper_bound))
        return _union([_dtype_names(get_proper_type(t)) for t in proper.values])
    if isinstance(proper, UnionType):
        return _union([_dtype_names(get_proper_type(item)) for item in proper.items])
    return None


_DTYPES_PREFIX = f"{names.DTYPES_MODULE}."


def _scalar_operand(type_: Type, expression: Expression | None) -> Operand | None:
    """A Python or NumPy scalar as an operand: exact for a literal, else all that the annotation lets through."""
    if isinstance(expression, UnaryExpr) and expression.op in "+-":
        expression = expression.expr
    for kind, literal in (("py_int", IntExpr), ("py_float", FloatExpr), ("py_complex", ComplexExpr)):
        if isinstance(expression, literal):
            return Operand(frozenset({kind}))
    proper = get_proper_type(type_)
    if isinstance(proper, LiteralType):
        proper = proper.fallback
    if not isinstance(proper, Instance):
        return None
    for info in proper.type.mro:
        if info.fullname in _SCALARS and not (info.fullname.startswith("builtins") and _is_numpy(proper.type)):
            return Operand(_SCALARS[info.fullname])
    return None


def _is_numpy(info: TypeInfo) -> bool:
    return info.fullname.startswith("numpy.")  # numpy.float64 is a float too, but surely no int


@lru_cache(maxsize=1024)
def _class_names(found: frozenset[str]) -> tuple[str, ...]:
    """The group that a set is exactly, or its markers."""
    group = next((name for name, members in names.GROUPS.items() if members == found and len(members) > 1), None)
    return (group,) if group else tuple(names.CLASS_NAMES[name] for name in names.CLASS_NAMES if name in found)


def dtype_type(api: TypeChecker, found: frozenset[str]) -> Type | None:
    """A marker, a group or a union of markers; None where mypy has not seen them."""
    items: list[Type] = []
    for name in _class_names(found):
        marker = instance(api, f"{names.DTYPES_MODULE}.{name}")
        if marker is None:
            return None
        items.append(marker)
    return items[0] if len(items) == 1 else make_simplified_union(items) if items else None


def instance(api: TypeChecker, fullname: str) -> Instance | None:
    """A class of ours as a type, without arguments; None where mypy has not seen it."""
    module, _, name = fullname.rpartition(".")
    file = api.modules.get(module)
    symbol = file.names.get(name) if file is not None else None
    return Instance(symbol.node, []) if symbol is not None and isinstance(symbol.node, TypeInfo) else None


def backend_of(type_: Type) -> Type | None:
    """The backend of what is a `Tensor` itself, as nearly all tensors are; None for any other type."""
    proper = get_proper_type(type_)
    return proper.args[0] if isinstance(proper, Instance) and proper.type.fullname == names.TENSOR else None
