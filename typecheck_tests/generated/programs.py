"""A program for every operation, backend, dtype, pair of dtypes and Python scalar, with what the rules say of each line.

The lines come from the ways in which people write each operation (`random_programs.TEMPLATES`), the expectations from `eagertyped._rules`,
which tests/test_rules.py holds against the frameworks.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import eagertyped as ep
from eagertyped._rules import OPS, Flags, result
from eagertyped._rules.dtypes import DTYPES, WIDE
from eagertyped._rules.ops import COMPOSED, Combine
from eagertyped.dtypes import MARKERS
from typecheck_tests.random_programs import TEMPLATES

__all__ = ["BACKENDS", "Claim", "claims"]

BACKENDS: Final[dict[str, type[ep.Backend]]] = {backend.name: backend for backend in (ep.Torch, ep.TensorFlow, ep.JAX, ep.NumPy)}
SCALARS: Final = {"py_bool": "True", "py_int": "2", "py_float": "0.5", "py_complex": "1j"}
_CONDITION = "{t} == {t}"


class Claim(NamedTuple):
    """One line of a program: an expression of ``t``, ``u``, and the dtypes that the rules give it; none if it is refused."""

    backend: str
    dtypes: tuple[str, ...]
    """Of t, and of u where there is one."""
    expression: str
    expected: frozenset[str]


def claims(*, x64: bool = False) -> Iterator[Claim]:
    """Every claim; with `x64` those of JAX in that mode."""
    for backend in ["jax"] if x64 else BACKENDS:
        for dtype in DTYPES:
            yield from _of_one(backend, dtype, x64)
            yield from _with_scalars(backend, dtype, x64)
        for number, (dtype, other) in enumerate(itertools.product(DTYPES, repeat=2)):
            yield from _of_two(backend, dtype, other, number, x64)


def _claim(op: str, backend: str, dtypes: tuple[str, ...], operands: tuple[str, ...], expression: str, x64: bool) -> Claim:
    shown = operands[:1] if op in OPS and OPS[op].combine is Combine.CAST else operands
    mode = x64 or not WIDE.keys().isdisjoint(shown)  # a 64-bit tensor shows JAX's x64 mode
    return Claim(backend, dtypes[: 1 + ("{u}" in expression)], expression, result(op, backend, *operands, flags=Flags(mode)).dtypes)


def _of_one(backend: str, dtype: str, x64: bool) -> Iterator[Claim]:
    for op, templates in TEMPLATES.items():
        if op == "value_and_grad":  # its declared types refuse what the rules refuse
            continue
        if op in COMPOSED or OPS[op].combine in (Combine.ONE, Combine.ASKED):
            for template in templates:
                if not re.search(r"\{[us]\}|\[t for", template):
                    yield _claim(op, backend, (dtype,), (dtype,), template, x64)
        elif OPS[op].combine is Combine.CAST and op != "astype":
            yield _claim(op, backend, (dtype,), (dtype, op), templates[0], x64)


def _with_scalars(backend: str, dtype: str, x64: bool) -> Iterator[Claim]:
    for op, templates in TEMPLATES.items():
        if op in COMPOSED or OPS[op].combine in (Combine.ONE, Combine.CAST, Combine.GIVEN) or op.startswith("logical"):
            continue
        for template, (scalar, text) in itertools.product(templates, SCALARS.items()):
            places = re.findall(r"\{(\w)\}", template.replace(_CONDITION, ""))
            nested = template.startswith("({t} ") and _CONDITION not in template  # an operation inside another
            if "s" in places and "u" not in places and not nested:
                operands = tuple(dtype if place == "t" else scalar for place in places)
                yield _claim(op, backend, (dtype,), operands, template.replace("{s}", text), x64)


def _of_two(backend: str, dtype: str, other: str, number: int, x64: bool) -> Iterator[Claim]:
    """Of each operation one way to write it, another one for the next pair."""
    for op, templates in TEMPLATES.items():
        if op == "astype":
            yield _claim(op, backend, (dtype, other), (dtype, other), f"{{t}}.astype({_spelled(other, number)})", x64)
            continue
        if op in COMPOSED or OPS[op].combine in (Combine.ONE, Combine.CAST, Combine.GIVEN):
            continue
        fitting = [t for t in templates if re.findall(r"\{(\w)\}", t.replace(_CONDITION, "")) == ["t", "u"] and "[t for" not in t]
        if fitting:
            yield _claim(op, backend, (dtype, other), (dtype, other), fitting[number % len(fitting)], x64)


def _spelled(dtype: str, number: int) -> str:
    """A name of the dtype, another one for the next pair."""
    own = "ep.bool_" if dtype == "bool" else f"ep.{dtype}"
    numpy = own if dtype == "bfloat16" else "np.bool_" if dtype == "bool" else f"np.{dtype}"
    return (f"ep.{MARKERS[dtype].__name__}", own, numpy)[number % 3]
