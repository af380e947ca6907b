"""Evaluate a rule for dtypes and Python scalars."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from . import vectors
from .dtypes import BACKENDS, COMPLEX, FLOAT, INT, SCALARS, kind
from .flags import Flags
from .ops import COMPOSED, OPS, Combine, Vector
from .promotion import available, default_float, default_int, promote, promote_scalar, promote_zero_dim
from .refusals import refused, refused_pair

__all__ = ["Outcome", "result"]


@dataclass(frozen=True)
class Outcome:
    """What can come out.

    Attributes
    ----------
    dtypes
        Names of the dtypes that the result can have; more than one where it depends on ranks.
    refused
        Whether the framework refuses the operands, for some ranks at least; for all of them where `dtypes` is empty.
    """

    dtypes: frozenset[str]
    refused: bool


_VECTORS: Final[dict[Vector, Callable[[str, str, Flags], str | None]]] = {
    Vector.SAME: lambda backend, dtype, flags: dtype,
    Vector.BOOL: lambda backend, dtype, flags: "bool",
    Vector.INEXACT: vectors.inexact,
    Vector.DIVIDED: vectors.divided,
    Vector.ACCUMULATED: vectors.accumulated,
    Vector.CUMULATED: vectors.cumulated,
    Vector.SQUARED: vectors.squared,
    Vector.POWERED: vectors.powered,
    Vector.ROUNDED: vectors.rounded,
    Vector.MAGNITUDE: vectors.magnitude,
    Vector.INDEX: lambda backend, dtype, flags: vectors.index(backend, "argmax", flags),
    Vector.DEFAULT_INT: lambda backend, dtype, flags: default_int(backend, flags),
}

_STEPS: Final[dict[str, Callable[[str, str, Flags], str]]] = {"magnitude": vectors.magnitude, "count": vectors.counted}
"""Steps of chains that are no operations."""


def result(op: str, backend: str, *operands: str, flags: Flags = Flags(), ranks: tuple[int, ...] | None = None) -> Outcome:  # noqa: B008
    """Dtypes that can come out of an operation.

    Parameters
    ----------
    op
        A name of `OPS`.
    backend
        ``"torch"``, ``"tensorflow"``, ``"jax"`` or ``"numpy"``.
    *operands
        Names of dtypes, and of `SCALARS` for Python scalars; for a cast the dtype asked for comes last.
    flags
        Settings of the frameworks.
    ranks
        Of the operands, where they are known: 0 for a 0-d tensor (scalars do not count). None asks for every possibility.

    Raises
    ------
    ValueError
        If the operation, the backend or a dtype is unknown.
    """
    if op not in OPS and op not in COMPOSED:
        raise ValueError(f"unknown operation {op!r}; known: {', '.join(sorted({*OPS, *COMPOSED}))}")
    if backend not in BACKENDS:
        raise ValueError(f"unknown backend {backend!r}; known: {', '.join(BACKENDS)}")
    for operand in operands:
        kind(operand)  # a KeyError is a ValueError below
    if ranks is not None or backend != "torch":
        found = {_one(op, backend, operands, flags, ranks or (1,) * len(operands))}
    else:
        choices: list[tuple[int, ...]] = [(1,) if operand in SCALARS else (0, 1) for operand in operands]
        found = {_one(op, backend, operands, flags, chosen) for chosen in _product(choices)}
    return Outcome(frozenset(dtype for dtype in found if dtype is not None), None in found)


def _product(choices: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    products: list[tuple[int, ...]] = [()]
    for choice in choices:
        products = [(*head, rank) for head in products for rank in choice]
    return products


def _one(op: str, backend: str, operands: tuple[str, ...], flags: Flags, ranks: tuple[int, ...]) -> str | None:
    if op in COMPOSED:
        return _chain(op, backend, operands, flags, ranks)
    rule = OPS[op]
    operands = tuple(available(backend, d, flags) for d in operands)
    common = _common(op, rule.combine, backend, operands, flags, ranks)
    if common is None or refused(backend, op, common, scalar=not set(SCALARS).isdisjoint(operands)):
        return None
    if rule.vector is Vector.SORTED_INDEX:
        return vectors.index(backend, op.partition(".")[0], flags)
    return _VECTORS[rule.vector](backend, common, flags)


def _chain(op: str, backend: str, operands: tuple[str, ...], flags: Flags, ranks: tuple[int, ...]) -> str | None:
    dtype: str | None = operands[0]
    for step in COMPOSED[op]:
        if dtype is None:
            return None
        name, *scalars = step.split()
        step_of_one = _STEPS.get(name)
        dtype = step_of_one(backend, dtype, flags) if step_of_one else _one(name, backend, (dtype, *scalars), flags, ranks)
    return dtype


def _common(op: str, combine: Combine, backend: str, operands: tuple[str, ...], flags: Flags, ranks: tuple[int, ...]) -> str | None:
    first = operands[0]
    if combine is Combine.ONE:
        return first
    if combine is Combine.GIVEN:
        return operands[-1]
    if len(operands) == 2 and combine not in (Combine.CAST, Combine.ASKED) and refused_pair(backend, op, *operands):
        return None
    if combine is Combine.COMPARE:
        return _compared(op, backend, operands)
    if combine is Combine.CAST:
        target = operands[-1]
        return None if kind(first) == COMPLEX and INT <= kind(target) < COMPLEX else target
    if combine is Combine.ASKED:
        return operands[-1] if len(operands) > 1 else default_int(backend, flags)
    if combine is Combine.OWN:
        return None if kind(operands[-1]) > kind(first) else first
    tensors = [d for d in operands if d not in SCALARS]
    scalars = [d for d in operands if d in SCALARS]
    if not tensors:
        return _of_scalars(backend, scalars, flags)
    common = _of_tensors(backend, tensors, flags, [rank for d, rank in zip(operands, ranks, strict=False) if d not in SCALARS])
    for scalar in scalars:
        if common is None:
            return None
        if combine is Combine.KEEP:
            return None if kind(scalar) > kind(common) else common
        common = promote_scalar(backend, common, scalar, flags)
    return common


def _compared(op: str, backend: str, operands: tuple[str, ...]) -> str | None:
    """Comparisons take any two dtypes, except what one of them refuses alone; logic takes bools only."""
    if op in ("logical_and", "logical_or") and not set(operands) <= {"bool", "py_bool"}:
        return None
    if backend in ("tensorflow", "torch") and "py_complex" in operands and refused(backend, op, "complex64"):
        return None
    if backend == "torch" and any(kind(d) == FLOAT for d in operands):
        operands = tuple(d for d in operands if d != "uint64")  # PyTorch orders uint64 as floats only
    return next((d for d in operands if refused(backend, op, d)), operands[0])


def _of_scalars(backend: str, scalars: list[str], flags: Flags) -> str:
    highest = max(scalars, key=kind)
    if highest == "py_complex":
        return "complex128" if backend == "tensorflow" or default_float(backend, flags) == "float64" else "complex64"
    return {"py_bool": "bool", "py_int": default_int(backend, flags), "py_float": default_float(backend, flags)}[highest]


def _of_tensors(backend: str, tensors: list[str], flags: Flags, ranks: list[int]) -> str | None:
    common: str | None = tensors[0]
    rank = ranks[0]
    for dtype, other_rank in zip(tensors[1:], ranks[1:], strict=False):
        if common is None:
            return None
        if backend == "torch" and (rank > 0) != (other_rank > 0):
            common = promote_zero_dim(common, dtype, flags) if rank else promote_zero_dim(dtype, common, flags)
        else:
            common = promote(backend, common, dtype, flags)
        rank = max(rank, other_rank)
    return common
