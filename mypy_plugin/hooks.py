"""What happens at a call of an operation: read the operands, ask the rules, put the dtype in, report what cannot work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mypy.checker import TypeChecker
from mypy.nodes import Context, Expression, ListExpr, OpExpr, TupleExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, Instance, NoneType, TupleType, Type, TypeOfAny, TypeVarType, UnionType, get_proper_type

from eagertyped._rules import OPS
from eagertyped._rules.ops import CONDITIONED, OPERAND_PARAMETERS, Combine

from . import errors, names
from .casts import array_dtype, named_dtype
from .infer import Inferred, Operand, infer
from .operands import Symbols, TensorArgs, dtype_type, scalar_operand, tensor_args
from .options import Options

__all__ = ["Call", "infer_call"]


@dataclass
class Call:
    """One call of an operation, whichever way it was written."""

    api: TypeChecker
    op: str
    context: Context
    default: Type
    receiver: Type | None
    parameters: Sequence[str | None]
    types: Sequence[Sequence[Type]]
    expressions: Sequence[Sequence[Expression]]
    operator: bool
    reflected: bool
    overloaded: bool

    @classmethod
    def of_method(cls, ctx: MethodContext, op: str, name: str, *, overloaded: bool) -> Call:
        """From the context of a method of that name."""
        assert isinstance(ctx.api, TypeChecker)
        return cls(
            ctx.api,
            op,
            ctx.context,
            ctx.default_return_type,
            receiver=ctx.type,
            parameters=ctx.callee_arg_names,
            types=ctx.arg_types,
            # of a reflected operator mypy passes a stand-in for the left side, which is no literal any more
            expressions=[[ctx.context.left]] if name in names.REFLECTED and isinstance(ctx.context, OpExpr) else ctx.args,
            operator=name in names.DUNDERS or name in names.REFLECTED,
            reflected=name in names.REFLECTED,
            overloaded=overloaded,
        )

    @classmethod
    def of_function(cls, ctx: FunctionContext, op: str, *, overloaded: bool) -> Call:
        """From a function's context: its first tensor is the receiver, unless the function takes operands only."""
        assert isinstance(ctx.api, TypeChecker)
        first = ctx.callee_arg_names[0] if ctx.callee_arg_names else None
        receiver = ctx.arg_types[0][0] if first in ("t", "condition") and ctx.arg_types[0] else None
        return cls(
            ctx.api,
            op,
            ctx.context,
            ctx.default_return_type,
            receiver=receiver,
            parameters=ctx.callee_arg_names,
            types=ctx.arg_types,
            expressions=ctx.args,
            operator=False,
            reflected=False,
            overloaded=overloaded,
        )


def infer_call(call: Call, options: Options) -> Type:
    """The call's type."""
    symbols = Symbols()
    tensors: list[TensorArgs] = []
    operands: list[Operand | None] = []
    given: list[Type] = []
    if call.receiver is not None:
        own = tensor_args(call.receiver, symbols)
        if own is None:
            return call.default
        tensors.append(own)
        if call.op not in CONDITIONED:
            operands.append(own.dtype)
            given.append(call.receiver)
    for type_, expression in _arguments(call):
        tensor = tensor_args(type_, symbols)
        if tensor is not None:
            tensors.append(tensor)
        operands.append(tensor.dtype if tensor is not None else scalar_operand(type_, expression))
        given.append(type_)
    operands += _cast_target(call)
    if call.reflected:
        operands.reverse()
        given.reverse()
    if not tensors or not operands:
        return call.default
    known = [o for o in operands if o is not None]
    backends = _common_backends(tensors)
    if backends is None or len(known) < len(operands):
        return _unknown(call, tensors)
    flags = options.flags
    outputs = [infer(name, backends, tuple(known), flags) for name in names.OUTPUTS.get(call.op, (call.op,))]
    _diagnose(call, outputs[0], backends, given, options)
    if not outputs[0].dtypes:  # reported: no second error about what such a result would be
        return _replace(call.default, [AnyType(TypeOfAny.from_error)] * len(outputs), tensors[0].backend_type)
    return _with_dtypes(call, outputs, symbols, tensors[0].backend_type)


def _arguments(call: Call) -> list[tuple[Type, Expression | None]]:
    """Types and expressions of the arguments that are operands; of a display of tensors each one's."""
    rule = OPS.get(call.op)
    if rule is None or rule.combine in (Combine.ONE, Combine.CAST):
        return []
    found: list[tuple[Type, Expression | None]] = []
    for parameter, types, expressions in zip(call.parameters, call.types, call.expressions, strict=False):
        if not call.operator and parameter not in OPERAND_PARAMETERS:  # Python's operators have no names for their operands
            continue
        for type_, expression in zip(types, expressions, strict=False):
            if parameter == "tensors":
                found += _elements(call, type_, expression)
            elif not isinstance(get_proper_type(type_), NoneType):
                found.append((type_, expression))
    return found


def _elements(call: Call, type_: Type, expression: Expression) -> list[tuple[Type, Expression | None]]:
    if isinstance(expression, ListExpr | TupleExpr):
        known = [(call.api.lookup_type_or_none(item), item) for item in expression.items]
        if all(t is not None for t, _ in known):
            return [(t, item) for t, item in known if t is not None]
    proper = get_proper_type(type_)
    if isinstance(proper, TupleType):
        return [(item, None) for item in proper.items]
    if isinstance(proper, Instance) and proper.args:
        return [(proper.args[0], None), (proper.args[0], None)]  # of one joined type, at least as wide as any two elements
    return [(type_, None)]


def _cast_target(call: Call) -> list[Operand | None]:
    rule = OPS.get(call.op)
    if rule is None or rule.combine is not Combine.CAST:
        return []
    if call.op in names.CLASS_NAMES:  # float32(), float64(), bool()
        return [Operand(frozenset({call.op}))]
    for parameter, types, expressions in zip(call.parameters, call.types, call.expressions, strict=False):
        if types and parameter in ("dtype", "array"):
            if parameter == "dtype":
                name = named_dtype(expressions[0], types[0])
            else:  # the parameter's type is a context in which NumPy's constructors forget their dtype: look at the argument by itself
                name = array_dtype(types[0]) or array_dtype(call.api.get_expression_type(expressions[0]))
            return [Operand(frozenset({name})) if name is not None else None]
    return [None]


def _common_backends(tensors: list[TensorArgs]) -> frozenset[str] | None:
    """Backends that all tensors can have together; None where one is not known."""
    common: frozenset[str] | None = None
    for tensor in tensors:
        if tensor.backends is None:
            return None
        common = tensor.backends if common is None else common & tensor.backends
    return common or None


def _unknown(call: Call, tensors: list[TensorArgs]) -> Type:
    """With an operand of unknown dtype the backend is kept, and no dtype is claimed."""
    rule = OPS.get(call.op)
    if rule is None or rule.combine in (Combine.CAST, Combine.COMPARE, Combine.OWN):
        return call.default
    return _replace(call.default, [AnyType(TypeOfAny.special_form)] * 2, tensors[0].backend_type if call.receiver is not None else None)


def _with_dtypes(call: Call, outputs: list[Inferred], symbols: Symbols, backend: Type) -> Type:
    found: list[Type] = []
    for output in outputs:
        type_: Type | None = symbols.found[output.symbol] if output.symbol is not None else dtype_type(call.api, output.dtypes)
        if type_ is None:
            return call.default
        found.append(type_)
    return _replace(call.default, found, backend if call.receiver is not None else None)


def _replace(default: Type, dtypes: list[Type], backend: Type | None) -> Type:
    """The declared result with these dtypes in its tensors."""
    proper = get_proper_type(default)
    if isinstance(proper, Instance):
        if proper.type.fullname == names.TENSOR:
            return proper.copy_modified(args=[backend or proper.args[0], dtypes[0]])
        if proper.type.fullname == "builtins.tuple":
            return proper.copy_modified(args=[_replace(proper.args[0], dtypes, backend)])
    if isinstance(proper, TupleType) and len(proper.items) <= len(dtypes):
        items = [_replace(item, [dtype], backend) for item, dtype in zip(proper.items, dtypes, strict=False)]
        return proper.copy_modified(items=items)
    if isinstance(proper, UnionType):
        return UnionType.make_union([_replace(item, dtypes, backend) for item in proper.items])
    return default


def _diagnose(call: Call, outcome: Inferred, backends: frozenset[str], given: list[Type], options: Options) -> None:
    if not outcome.dtypes:
        where = ", ".join(_TITLES[b] for b in sorted(backends))
        text = f"{call.op} of {_describe_all(given)} is refused by {where}; cast first, for example with .astype(ep.float32)"
        errors.report(call.api, text, call.context, errors.DTYPE, overloaded=call.overloaded)
    elif options.portability and outcome.differs:
        text = (
            f"{call.op} of {_describe_all(given)} differs between backends: {_per_backend(outcome)}; cast the operands to one dtype first"
        )
        errors.report(call.api, text, call.context, errors.PORTABILITY, overloaded=call.overloaded)


_TITLES = {"torch": "PyTorch", "tensorflow": "TensorFlow", "jax": "JAX", "numpy": "NumPy"}


def _per_backend(outcome: Inferred) -> str:
    by_result: dict[frozenset[str], list[str]] = {}
    for backend, dtypes in outcome.by_backend:
        by_result.setdefault(dtypes, []).append(_TITLES[backend])
    parts = []
    for dtypes, titles in by_result.items():
        where = ", ".join(titles)
        parts.append(f"{' | '.join(sorted(names.CLASS_NAMES[d] for d in dtypes))} on {where}" if dtypes else f"refused by {where}")
    return "; ".join(parts)


def _describe_all(given: list[Type]) -> str:
    return " and ".join(map(_describe, given))


def _describe(type_: Type) -> str:
    proper = get_proper_type(type_)
    if isinstance(proper, TypeVarType):
        return proper.name
    if isinstance(proper, Instance) and proper.args:
        return f"{proper.type.name}[{', '.join(_describe(arg) for arg in proper.args)}]"
    if isinstance(proper, Instance):
        return proper.type.name
    if isinstance(proper, UnionType):
        return " | ".join(_describe(item) for item in proper.items)
    return str(proper)
