"""Widened parameters: a tensor of another backend gets past mypy's own check, so that the hook behind it reports it under our code."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression, TempNode
from mypy.plugin import MethodSigContext
from mypy.types import CallableType, Instance, Type, TypeVarId, TypeVarType, UnionType, get_proper_type

from . import names
from .operands import backend_of, instance

__all__ = ["accept_any_backend"]


def accept_any_backend(ctx: MethodSigContext) -> CallableType:
    """The signature with a fresh type variable for the backend of its widest tensor parameters, where an argument needs it.

    Of an overloaded method mypy asks for each item by itself. Only a parameter that takes every dtype is widened: the item that has it
    promises least. A type variable, because a plain `Backend` would be the context in which the argument's own calls are inferred.
    """
    signature = ctx.default_signature
    api = ctx.api
    assert isinstance(api, TypeChecker)
    own = backend_of(ctx.type)
    if own is None or not any(_may_be_foreign(api, argument, own) for arguments in ctx.args for argument in arguments):
        return signature
    variable: TypeVarType | None = None
    types = signature.arg_types
    for i, (type_, arguments) in enumerate(zip(types, ctx.args, strict=True)):
        if not arguments or not _takes_every_dtype(type_):
            continue
        variable = variable or _fresh_backend(api)
        if variable is None:
            return signature
        types = [*types[:i], _with_backend(type_, variable), *types[i + 1 :]]
    if variable is None:
        return signature
    return signature.copy_modified(arg_types=types, variables=[*signature.variables, variable])


def _may_be_foreign(api: TypeChecker, argument: Expression, own: Type) -> bool:
    """Whether an argument may be a tensor of another backend, as far as mypy has looked; of an operator it has looked at both sides."""
    known = argument.type if isinstance(argument, TempNode) else api.lookup_type_or_none(argument)
    if known is None:
        return True
    # mypy tries an operator's union as a whole, and then each member; what is not a tensor is mypy's to report
    backend = backend_of(known)
    return backend is not None and backend != own


def _items(type_: Type) -> list[Type]:
    proper = get_proper_type(type_)
    return list(proper.items) if isinstance(proper, UnionType) else [proper]


def _is_widest(type_: Type) -> bool:
    proper = get_proper_type(type_)
    if not isinstance(proper, Instance) or proper.type.fullname not in (names.CORE, names.TENSOR):
        return False
    dtype = get_proper_type(proper.args[1])
    return isinstance(dtype, Instance) and dtype.type.fullname == names.DTYPE


def _takes_every_dtype(type_: Type) -> bool:
    return any(map(_is_widest, _items(type_)))


def _with_backend(type_: Type, backend: Type) -> Type:
    items: list[Type] = []
    for item in _items(type_):
        proper = get_proper_type(item)
        items.append(proper.copy_modified(args=[backend, proper.args[1]]) if isinstance(proper, Instance) and _is_widest(item) else item)
    return UnionType.make_union(items)


def _fresh_backend(api: TypeChecker) -> TypeVarType | None:
    bound = instance(api, f"{names.BACKENDS_MODULE}.Backend")
    if bound is None:
        return None
    identity = TypeVarId(-1, namespace=names.BACKENDS_MODULE)  # negative: of a function; the namespace keeps it apart from the method's own
    return TypeVarType("AnyBackend", f"{names.BACKENDS_MODULE}.AnyBackend", identity, [], bound, bound)
