"""Where the frameworks differ and the library lets them: the rows of docs/differences.md, each with a program that shows it.

`test_differences.py` runs every program on every backend and compares, so that the page cannot lie; `tools/generate_differences.py` writes
it. To add a row, add a `Difference` here.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

import eagertyped as ep
from tests.backends import TestBackend

__all__ = ["DIFFERENCES", "Difference", "shown"]

ARBITRARY: Final = "arbitrary numbers"
"""What a program gives differs from run to run or machine to machine."""


@dataclass(frozen=True)
class Difference:
    """One row.

    Attributes
    ----------
    what
        The situation, as the page says it.
    program
        Gives a tensor, a dtype's name, or raises; the results are what `shown` makes of it.
    results
        By backend; a backend that is not listed has no part in it.
    why
        Why the library does not make it one.
    """

    what: str
    program: Callable[[TestBackend], object]
    results: dict[str, str]
    why: str


def shown(program: Callable[[TestBackend], object], backend: TestBackend) -> str:
    """The values of the result, or the class of the exception."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            result = program(backend)
        except (TypeError, ValueError, ArithmeticError, IndexError) as error:
            return next(cls.__name__ for cls in (TypeError, ZeroDivisionError, IndexError, ValueError) if isinstance(error, cls))
    return str(result.numpy().tolist()) if isinstance(result, ep.Tensor) else str(result)


def _traced_index(backend: TestBackend) -> object:
    if backend.name != "jax":
        return backend.tensor([1, 2, 3], "int32")[backend.tensor([5], "int64")]
    import jax

    return ep.astensor(jax.jit(lambda x, i: ep.astensor(x)[ep.astensor(i)].raw)(np.array([1, 2, 3], np.int32), np.array([5])))


DIFFERENCES: Final = (
    Difference(
        "an integer tensor to the power of a tensor with negative integers, `[2, 3] ** [-1, -1]`",
        lambda b: b.tensor([2, 3], "int32") ** b.tensor([-1, -1], "int32"),
        {"numpy": "ValueError", "torch": "[0, 0]", "tensorflow": "ValueError", "jax": ARBITRARY},
        "finding a negative exponent takes a pass over the data; Python numbers as exponents are checked",
    ),
    Difference(
        "integers divided by zero, `[7] // [0]`",
        lambda b: b.tensor([7], "int32") // b.tensor([0], "int32"),
        {"numpy": "[0]", "torch": "ZeroDivisionError", "tensorflow": "ZeroDivisionError", "jax": "[-2]"},
        "finding a zero takes a pass over the data",
    ),
    Difference(
        "a Python integer that the dtype cannot hold, `uint8 tensor + 300`",
        lambda b: b.tensor([7], "uint8") + 300,
        {"numpy": "ValueError", "torch": "[51]", "tensorflow": "ValueError", "jax": "[51]"},
        "PyTorch and JAX wrap it; the check would cost every addition",
    ),
    Difference(
        "an index out of bounds in a compiled function, `[1, 2, 3][[5]]`",
        _traced_index,
        {"numpy": "IndexError", "torch": "IndexError", "tensorflow": "IndexError", "jax": "[3]"},
        "JAX cannot look at values while it traces, and clamps",
    ),
    Difference(
        "dtype of the cumulative sum of int8",
        lambda b: b.dtype(b.tensor([1], "int8").cumsum()),
        {"numpy": "int64", "torch": "int64", "tensorflow": "int8", "jax": "int8"},
        "the framework's own result dtype",
    ),
    Difference(
        "dtype of `argsort`",
        lambda b: b.dtype(b.tensor([1], "float32").argsort()),
        {"numpy": "int64", "torch": "int64", "tensorflow": "int32", "jax": "int32"},
        "the framework's own index dtype",
    ),
    Difference(
        "dtype of `int32 tensor / 2`",
        lambda b: b.dtype(b.tensor([1], "int32") / 2),
        {"numpy": "float64", "torch": "float32", "tensorflow": "float64", "jax": "float32"},
        "the framework's own result dtype",
    ),
    Difference(
        "dtype of `int32 tensor + float32 tensor`",
        lambda b: b.dtype(b.tensor([1], "int32") + b.tensor([1], "float32")),
        {"numpy": "float64", "torch": "float32", "tensorflow": "TypeError", "jax": "float32"},
        "the framework's own promotion; the plugin's option `portability` reports it",
    ),
    Difference(
        "a sum of int32 beyond 2**31",
        lambda b: b.tensor([2**30, 2**30, 2**30], "int32").sum(),
        {"numpy": "3221225472", "torch": "3221225472", "tensorflow": "3221225472", "jax": "-1073741824"},
        "JAX has 64-bit integers in its x64 mode only",
    ),
)
