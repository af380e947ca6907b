"""The operations that are timed, written once for everything that wraps: EagerPy, eagertyped and the slot classes in `by_hand`.

A case is a statement, since `timeit` puts statements into its loop as they stand: no call of a function is timed along with them. In it
``t`` and ``u`` are vectors, ``m`` is a matrix, ``v`` a column, ``c`` a bool vector, ``x`` the native tensor in ``t``, ``ep`` the library.
"""

from __future__ import annotations

from typing import Any, Final

__all__ = ["CASES", "RAW_NAMES", "VALUE_AND_GRAD", "loss"]

VALUE_AND_GRAD: Final = "value_and_grad"

CASES: Final = {
    "add": "t + u",
    "add scalar": "t + 0.5",
    "mul": "t * u",
    "compare": "t < u",
    "sqrt": "t.sqrt()",
    "sum()": "t.sum()",
    "sum(axis=0)": "t.sum(axis=0)",
    "square().sum().sqrt()": "t.square().sum().sqrt()",
    "reshape": "t.reshape((2, -1))",
    "transpose": "m.transpose()",
    "getitem": "t[1:]",
    "clip": "t.clip(0.25, 0.75)",
    "where": "ep.where(c, t, u)",
    "maximum scalar": "t.maximum(0.5)",
    "matmul": "m.matmul(v)",
    "stack": "ep.stack([t, u])",
    "astensor": "ep.astensor(x)",
    "astensor, raw": "ep.astensor(x).raw",
    VALUE_AND_GRAD: "ep.value_and_grad(loss, t)",
}
"""Name of each case, and its statement."""

RAW_NAMES: Final = {"t": "x", "u": "y", "m": "a", "v": "b", "c": "c"}
"""What the native tensor in a wrapped one is called in the native statements."""


def loss(t: Any) -> Any:  # Any: a tensor of any library
    """The function that is differentiated: two operations."""
    return t.square().sum()
