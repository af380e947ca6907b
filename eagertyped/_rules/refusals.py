"""Dtypes that are refused, by the library on every backend or by one framework; measured through the public API."""

from __future__ import annotations

from typing import Final

from .dtypes import COMPLEXES, DTYPES, FLOATS, SCALARS, UNSIGNED

__all__ = ["refused", "refused_pair"]

_BOOL = ("bool",)
_INTEGERS = tuple(d for d in DTYPES if "int" in d)
_EXACT = (*_BOOL, *_INTEGERS)
_NARROW_FLOATS = ("float16", "bfloat16")
_TRANSCENDENTAL = "sqrt exp log log2 log10 log1p sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh"
_WIDE_UNSIGNED = ("uint16", "uint32", "uint64")
_ORDERED = "less less_equal greater greater_equal"
_COMPARISONS = ("equal", "not_equal", *_ORDERED.split())


def _table(*rows: tuple[str, tuple[str, ...]]) -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    for names, dtypes in rows:
        for name in names.split():
            table[name] = table.get(name, frozenset()) | frozenset(dtypes)
    return table


_EVERYWHERE: Final = _table(
    ("mean", _EXACT),
    ("uniform normal crossentropy value_and_grad", tuple(d for d in DTYPES if d not in FLOATS)),
    ("integers", tuple(d for d in DTYPES if d not in _INTEGERS)),
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
        ("floor_divide remainder ceil floor topk topk.indices", COMPLEXES),
        ("inv", _NARROW_FLOATS),
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
    "torch": _table(
        ("abs negative round ceil floor argmin argmax topk topk.indices floor_divide remainder matmul", _BOOL),
        ("abs sign square negative min max argmin argmax topk topk.indices take_along_axis onehot_like clip", _WIDE_UNSIGNED),
        ("add subtract floor_divide remainder minimum maximum matmul", _WIDE_UNSIGNED),
        ("round ceil floor min max argmin argmax sort argsort topk topk.indices clip floor_divide remainder minimum maximum", COMPLEXES),
        (_ORDERED, ("uint64", *COMPLEXES)),
        ("softmax log_softmax inv slogdet", _EXACT),
        ("softmax log_softmax", COMPLEXES),
        ("inv slogdet", _NARROW_FLOATS),
    ),
}


_NUMPY_JOINS: Final = ("where", "stack", "concatenate")
_HOLDS_NO_BFLOAT16: Final = ("int16", "int32", "int64", "uint16", "uint32", "uint64", "float16")


def refused_pair(backend: str, op: str, x: str, y: str) -> bool:
    """Whether an operation refuses two operands whose common dtype it would take."""
    pair = {x, y}
    if backend == "numpy":  # which joins bfloat16 only with what it holds, or what holds it
        return op in _NUMPY_JOINS and "bfloat16" in pair and not pair.isdisjoint(_HOLDS_NO_BFLOAT16)
    if backend == "torch":
        if op == "matmul":
            return x != y
        if op == "subtract":
            return "bool" in pair
        if op == "pow":
            return (x, y) == ("py_bool", "bool")
        return op in _COMPARISONS and "uint64" in pair and len(pair) > 1 and pair.isdisjoint((*FLOATS, *SCALARS))
    return False


def refused(backend: str, op: str, dtype: str, *, scalar: bool = False) -> bool:
    """Whether an operation refuses a common dtype; ``scalar`` says that one operand is a Python scalar."""
    if backend == "torch" and op == "pow" and not scalar:
        return dtype in ("bool", *_WIDE_UNSIGNED)
    return dtype in _EVERYWHERE.get(op, ()) or dtype in _BACKENDS[backend].get(op, ())
