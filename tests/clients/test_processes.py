"""The two processes behind each comparison: each has the library that it should have, and is as quiet as the tests must be."""

from __future__ import annotations

import warnings

from tests.clients.child import Results


def test_eagertyped_stands_in(ours: Results) -> None:
    assert ours.eagerpy == "eagertyped"


def test_eagerpy_is_the_real_one(theirs: Results) -> None:
    assert theirs.eagerpy == "eagerpy"


def test_the_same_programs_ran(ours: Results, theirs: Results) -> None:
    assert ours.outcomes.keys() == theirs.outcomes.keys()


def test_nothing_warns(ours: Results) -> None:
    """The warnings of the other process are issued again here, where pytest's filters judge them."""
    assert ours.warned  # of Foolbox, which pyproject.toml lists: warnings do arrive
    for w in ours.warned:
        warnings.warn_explicit(w.message, w.category, w.filename, w.lineno, w.module)
