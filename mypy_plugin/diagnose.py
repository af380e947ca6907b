"""What is reported about a call, and in which words."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Context
from mypy.subtypes import is_subtype
from mypy.types import Instance, Type, TypeVarType, UnionType, get_proper_type

from eagertyped._errors import CONVERT
from eagertyped._rules.dtypes import BACKENDS

from . import errors, names
from .infer import Inferred
from .operands import TensorArgs

__all__ = ["mixed", "report_dtypes", "report_mixed"]

_TITLES = dict(zip(BACKENDS, ("PyTorch", "TensorFlow", "JAX", "NumPy"), strict=True))


def mixed(tensors: list[TensorArgs], *, function: bool) -> bool:
    """Whether a tensor does not belong to the backend of the first.

    To a method the receiver's backend says what may come, as its declared parameters do. A function takes any backend, and only tensors
    of which neither may belong to the other's are mixed.
    """
    own = tensors[0].backend_type
    for tensor in tensors[1:]:
        other = tensor.backend_type
        if other != own and not is_subtype(other, own) and not (function and is_subtype(own, other)):
            return True
    return False


def report_mixed(api: TypeChecker, op: str, tensors: list[TensorArgs], context: Context, *, overloaded: bool) -> None:
    """Tensors of different backends: every framework refuses, and so does the library."""
    given = list(dict.fromkeys(_describe(tensor.type_) for tensor in tensors))
    text = f"{op} of {' and '.join(given)} mixes backends, which raises TypeError; {CONVERT}"
    errors.report(api, text, context, errors.BACKEND, overloaded=overloaded)


def report_dtypes(
    api: TypeChecker, op: str, outcome: Inferred, backends: frozenset[str], given: list[Type], context: Context, *, overloaded: bool
) -> None:
    """Dtypes that every backend refuses, or that give different results on different backends."""
    operands = " and ".join(map(_describe, given))
    if not outcome.dtypes:
        where = ", ".join(_TITLES[b] for b in sorted(backends))
        text = f"{op} of {operands} is refused by {where}; cast first, for example with .astype(ep.float32)"
        errors.report(api, text, context, errors.DTYPE, overloaded=overloaded)
    else:
        text = f"{op} of {operands} differs between backends: {_per_backend(outcome)}; cast the operands to one dtype first"
        errors.report(api, text, context, errors.PORTABILITY, overloaded=overloaded)


def _per_backend(outcome: Inferred) -> str:
    by_result: dict[frozenset[str], list[str]] = {}
    for backend, dtypes in outcome.by_backend:
        by_result.setdefault(dtypes, []).append(_TITLES[backend])
    parts = []
    for dtypes, titles in by_result.items():
        where = ", ".join(titles)
        parts.append(f"{' | '.join(sorted(names.CLASS_NAMES[d] for d in dtypes))} on {where}" if dtypes else f"refused by {where}")
    return "; ".join(parts)


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
