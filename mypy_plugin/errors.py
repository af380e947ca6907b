"""The plugin's error codes, and a way to report that keeps the operator's type."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from mypy.checker import TypeChecker
from mypy.errorcodes import ErrorCode
from mypy.nodes import ComparisonExpr, Context, OperatorAssignmentStmt, OpExpr

__all__ = ["BACKEND", "DTYPE", "PORTABILITY", "note", "report"]

BACKEND: Final = ErrorCode("eagertyped-backend", "Operands belong to different backends", "eagertyped")
DTYPE: Final = ErrorCode("eagertyped-dtype", "The framework refuses these dtypes", "eagertyped")
PORTABILITY: Final = ErrorCode("eagertyped-portability", "The result differs between backends", "eagertyped")

_visits: dict[Context, int] = {}
"""How often mypy has visited faulty expressions under trials since something was reported."""
_VISITS: Final = 4096
"""After so many it may keep what it finds: the number grows exponentially with the depth of the expression."""


def report(api: TypeChecker, text: str, context: Context, code: ErrorCode, *, overloaded: bool) -> None:
    """Report once, without failing the operation.

    mypy tries operators and overloads under watchers, takes any error inside for "does not match", and throws the result away. Three kinds
    are open at a hook: those of this very call; those of mypy's cache of expressions, which pass errors on (and again at each later visit,
    where they would fail an enclosing trial); and those of a trial that encloses the call. Under a trial nothing is reported: mypy visits
    the same expression outside of it, before or afterwards. Else all are lifted, and the error goes straight to the user.
    """
    watchers = api.msg.errors._watchers
    own = overloaded + (3 if isinstance(context, ComparisonExpr) else 2 if isinstance(context, OpExpr | OperatorAssignmentStmt) else 0)
    enclosing = watchers[: len(watchers) - own] if own else watchers
    # the cache's watchers keep what they filter, a trial's do not, and those of loops and `finally` let errors through
    if any(watcher._filter is not False and watcher._filtered is None for watcher in enclosing):
        visits = _visits[context] = _visits.get(context, 0) + 1
        if visits <= _VISITS:
            api.binder.version += 1  # what mypy keeps of this visit would answer the later one without asking us
        return
    _visits.clear()
    with _unwatched(api):
        api.fail(text, context, code=code)


def note(api: TypeChecker, text: str, context: Context) -> None:
    """Say something that is no error, whatever mypy is trying: it must not count as a failed try."""
    with _unwatched(api):
        api.msg.note(text, context)


@contextmanager
def _unwatched(api: TypeChecker) -> Iterator[None]:
    watchers = api.msg.errors._watchers
    lifted = watchers[:]
    del watchers[:]
    try:
        yield
    finally:
        watchers.extend(lifted)
