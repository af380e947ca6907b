"""What the tests of compiled graphs share: the operations as functions of raw tensors, and how many tensors each takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import eagertyped as ep
from tests import rule_cases

__all__ = ["CASES", "ELEMENTWISE", "OF_BOOL", "Native", "arity", "dtype", "wrapped"]

Native = Callable[..., Any]  # Any: native tensors

_ELEMENTWISE = (
    "abs sign sqrt square exp log log2 log10 log1p sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh round ceil floor"
    " isnan isinf"
)
ELEMENTWISE: Final = tuple(_ELEMENTWISE.split())
OF_BOOL: Final = ("logical_not", "all", "any", "logical_and", "logical_or")
_OF_TWO: Final = {**rule_cases.BINARY, **rule_cases.TENSORS_ONLY}
CASES: Final[dict[str, Native]] = {**rule_cases.UNARY, **_OF_TWO}
"""Every operation on one tensor or two; those that fill are left out."""


def arity(name: str) -> int:
    """How many tensors a case takes."""
    return 2 if name in _OF_TWO else 1


def dtype(name: str) -> str:
    """The dtype that a case is traced with."""
    return "bool" if name in OF_BOOL else "float32"


def wrapped(f: Native) -> Native:
    """A function of Tensors as one of raw tensors."""

    def on_raw(*raws: Any) -> Any:  # Any: native tensors
        return f(*map(ep.astensor, raws)).raw

    return on_raw
