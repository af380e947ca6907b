"""``ep.torch.zeros(3)`` and the like: the type of the framework's own function, with a Tensor where it returns a native tensor."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Decorator, Expression, FuncBase, MemberExpr, MypyFile, RefExpr, SymbolNode, Var
from mypy.plugin import AttributeContext, MethodContext
from mypy.subtypes import find_member
from mypy.types import AnyType, CallableType, Instance, Overloaded, Type, get_proper_type

from eagertyped._rules.dtypes import WIDE

from . import names
from .casts import named_dtype
from .operands import dtype_type
from .wrapping import tensor_type

__all__ = ["attribute_type", "call_type"]

_KEYS = frozenset(f"jax.random.{name}" for name in ("key", "PRNGKey", "split", "fold_in", "clone", "wrap_key_data"))
"""Functions whose arrays may be random keys, which no Tensor wraps."""


def attribute_type(ctx: AttributeContext) -> Type:
    """Type of an attribute of a mirror: another mirror, a function that returns Tensors, or the framework's own."""
    assert isinstance(ctx.api, TypeChecker)
    path = _path(ctx.context) if isinstance(ctx.context, MemberExpr) else None
    if path is None:
        return ctx.default_attr_type
    node = _find(ctx.api, path)
    if isinstance(node, MypyFile):
        return ctx.type
    type_ = _declared(node)
    if type_ is None or path in _KEYS:
        return ctx.default_attr_type
    return _returning_tensors(ctx.api, type_)


def call_type(ctx: MethodContext) -> Type:
    """Type of a call of a mirror's function: the dtype that an argument names, where the function's own type does not say one."""
    assert isinstance(ctx.api, TypeChecker)
    result = get_proper_type(ctx.default_return_type)
    if not isinstance(result, Instance) or result.type.fullname != names.TENSOR or not isinstance(get_proper_type(result.args[1]), AnyType):
        return ctx.default_return_type
    for parameter, types, expressions in zip(ctx.callee_arg_names, ctx.arg_types, ctx.args, strict=False):
        name = named_dtype(expressions[0], types[0]) if parameter == "dtype" and types else None
        dtype = dtype_type(ctx.api, frozenset({name})) if name is not None else None
        if dtype is not None and not _may_be_narrowed(result, name):
            return result.copy_modified(args=[result.args[0], dtype])
    return ctx.default_return_type


def _may_be_narrowed(result: Instance, dtype: str | None) -> bool:
    """Whether JAX may give a 32-bit dtype instead."""
    backend = get_proper_type(result.args[0])
    return isinstance(backend, Instance) and backend.type.name == "JAX" and dtype in WIDE


def _path(expression: Expression) -> str | None:
    """``torch.linalg.norm`` for ``ep.torch.linalg.norm``; None unless it starts at one of our mirrors."""
    if isinstance(expression, RefExpr) and (expression.fullname or "").startswith(f"{names.MODULES_MODULE}."):
        return expression.fullname.rpartition(".")[2]
    if isinstance(expression, MemberExpr):
        head = _path(expression.expr)
        return f"{head}.{expression.name}" if head is not None else None
    return None


def _find(api: TypeChecker, path: str) -> SymbolNode | None:
    """What a dotted name stands for, among the modules that mypy has seen."""
    head, *parts = path.split(".")
    node: SymbolNode | None = api.modules.get(head)
    for part in parts:
        if not isinstance(node, MypyFile):
            return None
        symbol = node.names.get(part)
        node = symbol.node if symbol is not None and symbol.node is not None else api.modules.get(f"{node.fullname}.{part}")
    return node


def _declared(node: SymbolNode | None) -> Type | None:
    if isinstance(node, Decorator):
        return node.var.type
    if isinstance(node, FuncBase | Var):
        return node.type
    return None  # classes come back as they are: nothing to say beyond Any


def _returning_tensors(api: TypeChecker, type_: Type) -> Type:
    proper = get_proper_type(type_)
    if isinstance(proper, Overloaded):
        return Overloaded([_with_tensor_result(api, item) for item in proper.items])
    if isinstance(proper, CallableType):
        return _with_tensor_result(api, proper)
    if isinstance(proper, Instance):
        call = get_proper_type(find_member("__call__", proper, proper))  # NumPy declares some functions as instances
        if isinstance(call, CallableType | Overloaded):
            return _returning_tensors(api, call)
    return type_


def _with_tensor_result(api: TypeChecker, function: CallableType) -> CallableType:
    return function.copy_modified(ret_type=tensor_type(api, function.ret_type))
