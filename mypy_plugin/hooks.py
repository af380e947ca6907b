"""What happens at a call of an operation: read the operands, ask the rules, put the dtype in, report what cannot work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import ComparisonExpr, Context, Expression, ListExpr, OpExpr, TempNode, TupleExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, Instance, NoneType, TupleType, Type, TypeOfAny, UnionType, get_proper_type

from eagertyped._rules.ops import OPERAND_PARAMETERS, RECEIVER_PARAMETERS, SEQUENCES, TENSOR_PARAMETERS

from . import diagnose, names
from .casts import array_dtype, named_dtype
from .infer import Inferred, Operand, infer
from .operands import Symbols, TensorArgs, argument, dtype_type, instance, tensor_args
from .options import Options

__all__ = ["Answer", "Call", "equality_type", "infer_call", "with_dtypes"]


class Answer(NamedTuple):
    """What there is to say about a call.

    Attributes
    ----------
    type_
        Its type.
    dtypes
        The dtypes that were put into the declared type; None if it stands as declared.
    faultless
        Whether nothing had to be reported.
    """

    type_: Type
    dtypes: tuple[Type, ...] | None = None
    faultless: bool = True


@dataclass(slots=True)
class Call:
    """One call of an operation, whichever way it was written."""

    api: TypeChecker
    spec: names.Spec
    context: Context
    default: Type
    receiver: Type | None
    parameters: Sequence[str | None]
    types: Sequence[Sequence[Type]]
    expressions: Sequence[Sequence[Expression]]
    operator: bool
    reflected: bool
    overloaded: bool
    function: bool

    @classmethod
    def of_method(cls, ctx: MethodContext, spec: names.Spec, name: str, *, overloaded: bool) -> Call:
        """From the context of a method of that name."""
        assert isinstance(ctx.api, TypeChecker)
        reflected = name in names.REFLECTED
        expressions = ctx.args
        # of the left side mypy passes a stand-in where it asks the right one, which is no literal any more
        if reflected and isinstance(ctx.context, OpExpr):
            expressions = [[ctx.context.left]]
        elif isinstance(ctx.context, ComparisonExpr) and len(ctx.context.operands) == 2 and isinstance(ctx.args[0][0], TempNode):
            expressions = [[ctx.context.operands[0]]]
        operator = reflected or name in names.DUNDERS
        parameters = ctx.callee_arg_names
        return cls(
            ctx.api,
            spec,
            ctx.context,
            ctx.default_return_type,
            ctx.type,
            parameters,
            ctx.arg_types,
            expressions,
            operator,
            reflected,
            overloaded,
            function=False,
        )

    @classmethod
    def of_function(cls, ctx: FunctionContext, spec: names.Spec, *, overloaded: bool) -> Call:
        """From a function's context: its first tensor is the receiver, unless the function takes operands only."""
        assert isinstance(ctx.api, TypeChecker)
        first = ctx.callee_arg_names[0] if ctx.callee_arg_names else None
        receiver = ctx.arg_types[0][0] if first in RECEIVER_PARAMETERS and ctx.arg_types[0] else None
        return cls(
            ctx.api,
            spec,
            ctx.context,
            ctx.default_return_type,
            receiver,
            ctx.callee_arg_names,
            ctx.arg_types,
            ctx.args,
            operator=False,
            reflected=False,
            overloaded=overloaded,
            function=True,
        )


def infer_call(call: Call, options: Options) -> Answer:
    """The call's type."""
    spec = call.spec
    symbols = Symbols()
    tensors: list[TensorArgs] = []
    operands: list[Operand | None] = []
    given: list[Type] = []
    if call.receiver is not None:
        own = tensor_args(call.receiver, symbols)
        if own is None:
            return Answer(call.default)
        tensors.append(own)
        if not spec.conditioned:
            operands.append(own.dtype)
            given.append(call.receiver)
    if spec.combines or spec.tensors:
        for parameter, type_, expression in _arguments(call):
            found, operand = argument(type_, expression, symbols)
            tensors += found
            if spec.combines and (call.operator or parameter in OPERAND_PARAMETERS):
                operands.append(operand)
                given.append(type_)
    if spec.casts and (spec.op != "integers" or _asks(call)):
        operands.append(_cast_target(call))
    if call.reflected:
        operands.reverse()
        given.reverse()
    if not tensors:
        return Answer(call.default)
    if len(tensors) > 1 and diagnose.mixed(tensors, function=call.function):
        diagnose.report_mixed(call.api, spec.op, tensors, call.context, overloaded=call.overloaded)
        return Answer(_unknown(call, tensors), faultless=False)
    if not operands:
        return Answer(call.default)
    backends = _common_backends(tensors)
    if backends is None or None in operands:
        return Answer(_unknown(call, tensors))
    known = tuple([o for o in operands if o is not None])
    outputs = [infer(name, backends, known, options.flags) for name in spec.outputs]
    first = outputs[0]
    faulty = not first.dtypes or (options.portability and first.differs)
    if faulty:
        diagnose.report_dtypes(call.api, spec.op, first, backends, given, call.context, overloaded=call.overloaded)
        if not first.dtypes:  # no second error about what such a result would be
            unknown: list[Type] = [AnyType(TypeOfAny.from_error)] * len(outputs)
            return Answer(with_dtypes(call.default, unknown, tensors[0].backend_type), faultless=False)
    dtypes = _dtypes(call, outputs, symbols)
    if dtypes is None:
        return Answer(call.default, faultless=not faulty)
    backend = tensors[0].backend_type if call.receiver is not None else None
    return Answer(with_dtypes(call.default, dtypes, backend), tuple(dtypes), not faulty)


def equality_type(ctx: MethodContext) -> Type:
    """Type of ``1 == t`` and ``1 != t``: the tensor's own answer, where the other side is one."""
    assert isinstance(ctx.api, TypeChecker)
    other = get_proper_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    items = other.items if isinstance(other, UnionType) else [other]
    results: list[Type] = []
    for item in items:
        tensor = tensor_args(item, Symbols()) if item is not None else None
        answer, boolean = instance(ctx.api, names.TENSOR), dtype_type(ctx.api, frozenset({"bool"}))
        if tensor is None or answer is None or boolean is None:
            results.append(ctx.default_return_type)
        else:
            results.append(answer.copy_modified(args=[tensor.backend_type, boolean]))
    return UnionType.make_union(results)


def _arguments(call: Call) -> Iterator[tuple[str | None, Type, Expression | None]]:
    """Parameters, types and expressions of the arguments that may be tensors; of a display of tensors each one's."""
    for parameter, types, expressions in zip(call.parameters, call.types, call.expressions, strict=False):
        # Python's operators have no names for their operands
        if not types or not (call.operator or parameter in OPERAND_PARAMETERS or parameter in TENSOR_PARAMETERS):
            continue
        for type_, expression in zip(types, expressions, strict=False):
            if parameter == "tensors" and call.spec.op in SEQUENCES:
                yield from _elements(call, type_, expression)
            elif not isinstance(get_proper_type(type_), NoneType):
                yield parameter, type_, expression


def _elements(call: Call, type_: Type, expression: Expression) -> list[tuple[str | None, Type, Expression | None]]:
    if isinstance(expression, ListExpr | TupleExpr):
        known = [(call.api.lookup_type_or_none(item), item) for item in expression.items]
        if all(t is not None for t, _ in known):
            return [("tensors", t, item) for t, item in known if t is not None]
    proper = get_proper_type(type_)
    if isinstance(proper, TupleType):
        return [("tensors", item, None) for item in proper.items]
    if isinstance(proper, Instance) and proper.args:
        return [("tensors", proper.args[0], None)] * 2  # of one joined type, at least as wide as any two elements
    return [("tensors", type_, None)]


def _asks(call: Call) -> bool:
    """Whether a dtype is asked for."""
    return any(types and parameter == "dtype" for parameter, types in zip(call.parameters, call.types, strict=False))


def _cast_target(call: Call) -> Operand | None:
    if call.spec.op in names.CLASS_NAMES:  # float32(), float64(), bool()
        return Operand(frozenset({call.spec.op}))
    for parameter, types, expressions in zip(call.parameters, call.types, call.expressions, strict=False):
        if types and parameter in ("dtype", "array"):
            if parameter == "dtype":
                name = named_dtype(expressions[0], types[0])
            else:  # the parameter's type is a context in which NumPy's constructors forget their dtype: look at the argument by itself
                name = array_dtype(types[0]) or array_dtype(call.api.get_expression_type(expressions[0]))
            return Operand(frozenset({name})) if name is not None else None
    return None


def _common_backends(tensors: list[TensorArgs]) -> frozenset[str] | None:
    """Backends that all tensors can have together; None where one is not known."""
    common = tensors[0].backends
    for tensor in tensors[1:]:
        if tensor.backends is None or common is None:
            return None
        common &= tensor.backends
    return common or None


def _unknown(call: Call, tensors: list[TensorArgs]) -> Type:
    """With an operand of unknown dtype the backend is kept, and no dtype is claimed."""
    backend = tensors[0].backend_type if call.receiver is not None else None
    if call.spec.keeps_declared:
        declared = get_proper_type(call.default)
        if isinstance(declared, Instance) and declared.type.fullname == names.TENSOR:
            return with_dtypes(declared, [declared.args[1]], backend)
        return call.default
    return with_dtypes(call.default, [AnyType(TypeOfAny.special_form)] * 2, backend)


def _dtypes(call: Call, outputs: list[Inferred], symbols: Symbols) -> list[Type] | None:
    found: list[Type] = []
    for output in outputs:
        type_: Type | None = symbols.found[output.symbol] if output.symbol is not None else dtype_type(call.api, output.dtypes)
        if type_ is None:
            return None
        found.append(type_)
    return found


def with_dtypes(default: Type, dtypes: Sequence[Type], backend: Type | None) -> Type:
    """The declared result with these dtypes in its tensors."""
    proper = get_proper_type(default)
    if isinstance(proper, Instance):
        if proper.type.fullname == names.TENSOR:
            return proper.copy_modified(args=[backend or proper.args[0], dtypes[0]])
        if proper.type.fullname == "builtins.tuple":
            return proper.copy_modified(args=[with_dtypes(proper.args[0], dtypes, backend)])
    if isinstance(proper, TupleType) and len(proper.items) <= len(dtypes):
        items = [with_dtypes(item, [dtype], backend) for item, dtype in zip(proper.items, dtypes, strict=False)]
        return proper.copy_modified(items=items)
    if isinstance(proper, UnionType):
        return UnionType.make_union([with_dtypes(item, dtypes, backend) for item in proper.items])
    return default
