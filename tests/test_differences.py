"""docs/differences.md says what happens: each of its rows is run, and the page is what the rows make of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.backends import TestBackend
from tests.differences import ARBITRARY, DIFFERENCES, Difference, shown
from tests.programs import ROOT


@pytest.mark.parametrize("difference", DIFFERENCES, ids=[d.what.partition(",")[0] for d in DIFFERENCES])
def test_a_row_says_what_happens(difference: Difference, backend: TestBackend) -> None:
    found = shown(difference.program, backend)
    expected = difference.results.get(backend.name)
    assert found == expected or (expected == ARBITRARY and not found.endswith("Error"))


@pytest.mark.parametrize("difference", DIFFERENCES, ids=[d.what.partition(",")[0] for d in DIFFERENCES])
def test_a_row_is_about_a_difference(difference: Difference) -> None:
    assert len(set(difference.results.values())) > 1


def test_the_page_is_up_to_date() -> None:
    run = subprocess.run([sys.executable, str(ROOT / "tools" / "generate_differences.py"), "--check"], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
