"""Rules over sets: what can come out of an operation on operands each of which stands for one dtype or several."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from eagertyped._rules import OPS, Flags, Outcome, result
from eagertyped._rules.dtypes import BACKENDS, DTYPES, WIDE
from eagertyped._rules.ops import Combine
from eagertyped._rules.promotion import available

__all__ = ["Inferred", "Operand", "infer", "is_identity"]


class Operand(NamedTuple):
    """Names of dtypes or Python scalars, and the type variable that they are the values of, if any."""

    names: frozenset[str]
    symbol: int | None = None


@dataclass(frozen=True)
class Inferred:
    """What can come out.

    Attributes
    ----------
    by_backend
        For each backend its dtypes; none where it refuses the operands whatever their ranks and values.
    dtypes
        All that can come out, on whichever backend.
    symbol
        The type variable that the result always is, if there is one.
    differs
        Whether two backends that have the same operands give different results.
    """

    by_backend: tuple[tuple[str, frozenset[str]], ...]
    dtypes: frozenset[str]
    symbol: int | None
    differs: bool


@lru_cache(maxsize=4096)
def infer(op: str, backends: frozenset[str], operands: tuple[Operand, ...], flags: Flags) -> Inferred:
    """Evaluate an operation's rule over the product of the operands' sets; one type variable has one value at a time."""
    symbols = [operand.symbol for operand in operands if operand.symbol is not None]
    identical = set(symbols)
    combine = OPS[op].combine if op in OPS else Combine.ONE
    casts = combine in (Combine.CAST, Combine.GIVEN) or (combine is Combine.ASKED and len(operands) > 1)
    by_backend = []
    seen: dict[tuple[str, ...], set[frozenset[str]]] = {}
    for backend in sorted(backends):
        found: set[str] = set()
        for values in _assignments(backend, operands, flags):
            outcome = result(op, backend, *values, flags=_flags(values[:-1] if casts else values, flags))
            found |= outcome.dtypes
            seen.setdefault(values, set()).add(outcome.dtypes)
            for operand, value in zip(operands, values, strict=True):
                if operand.symbol in identical and outcome.dtypes - {value}:
                    identical.discard(operand.symbol)
        by_backend.append((backend, frozenset(found)))
    kept = next((s for s in symbols if s in identical), None)
    dtypes = frozenset().union(*(names for _, names in by_backend))
    return Inferred(tuple(by_backend), dtypes, kept if dtypes else None, any(len(outcomes) > 1 for outcomes in seen.values()))


def _assignments(backend: str, operands: tuple[Operand, ...], flags: Flags) -> list[tuple[str, ...]]:
    """Every choice of one name per operand that can occur on a backend."""
    choices = []
    for operand in operands:
        there = frozenset(name for name in operand.names if name.startswith("py_") or available(backend, name, flags) == name)
        choices.append(sorted(there or operand.names))  # a dtype that is said to be there is there
    symbols = {operand.symbol for operand in operands if operand.symbol is not None}
    return [values for values in product(*choices) if all(_same(values, operands, symbol) for symbol in symbols)]


def _same(values: tuple[str, ...], operands: tuple[Operand, ...], symbol: int) -> bool:
    return len({value for operand, value in zip(operands, values, strict=True) if operand.symbol == symbol}) == 1


def _flags(values: tuple[str, ...], flags: Flags) -> Flags:
    """A 64-bit operand shows that JAX is in its x64 mode, whatever the options say."""
    if flags.jax_enable_x64 or WIDE.keys().isdisjoint(values):
        return flags
    return Flags(jax_enable_x64=True, torch_default_dtype=flags.torch_default_dtype)


def is_identity(op: str) -> bool:
    """Whether an operation on one tensor takes and keeps every dtype on every backend."""
    flags = Flags(jax_enable_x64=True)
    return all(
        result(op, backend, dtype, flags=flags) == Outcome(frozenset({dtype}), refused=False) for backend in BACKENDS for dtype in DTYPES
    )
