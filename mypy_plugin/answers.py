"""The hook of one operation: what it answers, kept by the types of the operands; and the guard around every hook."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from mypy.checker import TypeChecker
from mypy.nodes import ComparisonExpr, OpExpr, UnaryExpr
from mypy.plugin import AttributeContext, FunctionContext, MethodContext, MethodSigContext
from mypy.types import Instance, Type, TypeVarType
from mypy.version import __version__ as mypy_version

from eagertyped._rules.ops import RECEIVER_PARAMETERS, SEQUENCES
from eagertyped._version import __version__

from . import errors, names
from .hooks import Answer, Call, infer_call, with_dtypes
from .operands import backend_of
from .options import Options

__all__ = ["Hook", "guarded"]

C = TypeVar("C", MethodContext, FunctionContext)
X = TypeVar("X", MethodContext, FunctionContext, MethodSigContext, AttributeContext)
R = TypeVar("R")


class Hook(Generic[C]):
    """Answers calls of one operation.

    Answers are kept: mypy asks for each expression several times, and programs repeat themselves. An answer depends on the types of the
    operands, in which a type variable counts by its bound and its place, not by the function that it belongs to, and on which scalars are
    literals.
    """

    def __init__(self, spec: names.Spec, read: Callable[[C], Call], options: Options) -> None:
        self._spec = spec
        self._read: Callable[[C], Call] = read
        self._options = options
        self._kept: dict[object, tuple[Type | int, ...] | Type] = {}
        # the dtype of a cast and the elements of a display stand in expressions, not in types
        self._keeps = not spec.casts and spec.op not in SEQUENCES

    def __call__(self, ctx: C) -> Type:
        """The call's type."""
        return self._known(ctx) if self._keeps else self._answer(ctx).type_

    def _known(self, ctx: C) -> Type:
        variables: list[TypeVarType] = []
        key = _key(ctx, self._spec, variables)
        kept = self._kept.get(key)
        if kept is None:
            answer = self._answer(ctx)
            # what has to be reported has to be reported again, and what stands without a dtype of ours may hold the call's own variables
            keepable = answer.faultless and (answer.dtypes is not None or not variables or answer.type_ is ctx.default_return_type)
            numbered = _without_variables(answer, variables) if keepable else None
            if numbered is not None:
                self._kept[key] = numbered
            return answer.type_
        if not isinstance(kept, tuple):
            return kept
        dtypes = [variables[dtype] if isinstance(dtype, int) else dtype for dtype in kept]
        return with_dtypes(ctx.default_return_type, dtypes, _backend(ctx)) if dtypes else ctx.default_return_type

    def _answer(self, ctx: C) -> Answer:
        return infer_call(self._read(ctx), self._options)


def guarded(hook: Callable[[X], R], what: str, declared: Callable[[X], R]) -> Callable[[X], R]:
    """The hook, which where it fails answers what is declared, with a note: a bug of ours is no crash of the user's check."""

    def answer(ctx: X) -> R:
        try:
            return hook(ctx)
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
            text = f"eagertyped {__version__} could not infer {what} under mypy {mypy_version} ({fault}); please report it"
            assert isinstance(ctx.api, TypeChecker)
            errors.note(ctx.api, text, ctx.context)
            return declared(ctx)

    return answer


def _key(ctx: MethodContext | FunctionContext, spec: names.Spec, variables: list[TypeVarType]) -> object:
    receiver = _numbered(ctx.type, variables) if isinstance(ctx, MethodContext) else None
    default = _numbered(ctx.default_return_type, variables)
    if not (spec.combines or spec.tensors or receiver is None):
        return receiver, default
    context = ctx.context
    if isinstance(context, OpExpr):
        expressions = [context.left, context.right]
    elif isinstance(context, ComparisonExpr):
        expressions = context.operands
    else:
        expressions = [e for given in ctx.args for e in given]
    forms = [(type(e), type(e.expr) if isinstance(e, UnaryExpr) else None) for e in expressions]
    return receiver, default, tuple([tuple([_numbered(t, variables) for t in types]) for types in ctx.arg_types]), tuple(forms)


def _numbered(type_: Type, variables: list[TypeVarType]) -> object:
    """The type, or for a tensor of type variables what stands for it in whichever function."""
    if not isinstance(type_, Instance) or type_.type.fullname != names.TENSOR:
        return type_
    backend, dtype = type_.args
    if not isinstance(backend, TypeVarType) and not isinstance(dtype, TypeVarType):
        return type_
    parts: list[object] = [type_.type]
    for arg in (backend, dtype):
        if isinstance(arg, TypeVarType):
            if arg not in variables:
                variables.append(arg)
            parts += [variables.index(arg), arg.upper_bound, *arg.values]
        else:
            parts.append(arg)
    return tuple(parts)


def _without_variables(answer: Answer, variables: list[TypeVarType]) -> tuple[Type | int, ...] | Type | None:
    """The answer as it is kept; None where it names a variable that the key has no number for, deep in a union, say."""
    found = answer.dtypes or ()
    if any(isinstance(dtype, TypeVarType) and dtype not in variables for dtype in found):
        return None
    if not variables:
        return answer.type_
    return tuple([variables.index(dtype) if isinstance(dtype, TypeVarType) else dtype for dtype in found])


def _backend(ctx: MethodContext | FunctionContext) -> Type | None:
    if isinstance(ctx, MethodContext):
        return backend_of(ctx.type)
    first = ctx.callee_arg_names[0] if ctx.callee_arg_names else None
    return backend_of(ctx.arg_types[0][0]) if first in RECEIVER_PARAMETERS else None
