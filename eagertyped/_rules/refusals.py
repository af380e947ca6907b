"""Dtypes that are refused, by the library on every backend or by one framework; measured through the public API."""

from __future__ import annotations

from typing import Final

from .dtypes import COMPLEXES, DTYPES, FLOATS, UNSIGNED

__all__ = ["refused", "refused_pair"]

_BOOL = ("bool",)
_INTEGERS = tuple(d for d in DTYPES if "int" in d)
_EXACT = (*_BOOL, *_INTEGERS)
_NARROW_FLOATS = ("float16", "bfloat16")
_TRANSCENDENTAL = "sqrt exp log log2 log10 log1p sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh"
_ORDERED = "less less_equal greater greater_equal"


def _table(*rows: tuple[str, tuple[str, ...]]) -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    for names, dtypes in rows:
        for name in names.split():
            table[name] = table.get(name, frozenset()) | frozenset(dtypes)
    return table


_EVERYWHERE: Final = _table(
    ("mean", _EXACT),
    ("uniform normal crossentropy value_and_grad", tuple(d for d in DTYPES if d not in FLOATS)),
    ("logical_not logical_and logical_or all any", tuple(d for d in DTYPES if d != "bool")),
)
"""By the library, before a kernel is asked."""

_BACKENDS: Final[dict[str, dict[str, frozenset[str]]]] = {
    "numpy": _table(
        ("negative sign subtract softmax log_softmax", _BOOL),
        ("floor_divide remainder ceil floor", COMPLEXES),
        ("inv slogdet", _NARROW_FLOATS),
    ),
    "jax": _table(
        ("negative sign subtract round softmax log_softmax", _BOOL),
        ("floor_divide remainder ceil floor topk topk.indices clip", COMPLEXES),
        ("inv slogdet", _NARROW_FLOATS),
    ),
    "tensorflow": _table(
        (f"{_TRANSCENDENTAL} softmax log_softmax ceil floor isnan isinf inv slogdet", _EXACT),
        ("softmax log_softmax ceil floor isnan isinf round min max sort argsort argmin argmax topk topk.indices", COMPLEXES),
        (f"{_ORDERED} floor_divide remainder minimum maximum clip", COMPLEXES),
        ("clip add subtract square cumsum round min max abs sign negative divide floor_divide remainder pow minimum maximum matmul", _BOOL),
        ("abs sign negative pow", UNSIGNED),
        ("matmul", ("int8", "int16", *UNSIGNED)),
        ("inv", ("bfloat16",)),
        ("slogdet", _NARROW_FLOATS),
        ("tile", ("uint16",)),
    ),
    "torch": _table(),
}


_NUMPY_WITHOUT_LOOP: Final = ("where", "stack", "concatenate")


def refused_pair(backend: str, op: str, x: str, y: str) -> bool:
    """Whether an operation refuses two dtypes that promote: NumPy joins bfloat16 with what holds it, or what it holds, only."""
    if backend != "numpy" or op not in _NUMPY_WITHOUT_LOOP or "bfloat16" not in (x, y):
        return False
    other = x if y == "bfloat16" else y
    return other in ("int16", "int32", "int64", "uint16", "uint32", "uint64", "float16")


def refused(backend: str, op: str, dtype: str) -> bool:
    """Whether an operation refuses a common dtype."""
    return dtype in _EVERYWHERE.get(op, ()) or dtype in _BACKENDS[backend].get(op, ())
