"""The same answers under the oldest mypy that pyproject.toml allows; `make test` installs it beside the newest."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from typecheck_tests import test_random_programs as random_tests
from typecheck_tests.checkers import ROOT, codes, configuration, marked, mypy, start

pytestmark = pytest.mark.xdist_group("robustness")
OLDEST = Path(sys.prefix) / "oldest-mypy"
FILES = [*sorted((ROOT / "typecheck_tests" / "pass").glob("*.py")), *sorted((ROOT / "typecheck_tests" / "fail").glob("*.py"))]


def test_it_is_the_oldest(tmp_path: Path) -> None:
    version = re.search(r"mypy (\d+\.\d+)", start(tmp_path, "--version", first_path=OLDEST).stdout)
    assert version is not None
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert extras["mypy"] == [f"mypy>={version[1]}"]


def test_claims_and_faults(tmp_path: Path) -> None:
    output = mypy(tmp_path, FILES, configuration(tmp_path), first_path=OLDEST)
    assert codes(output) == marked(FILES), output


@pytest.mark.hypothesis
def test_random_programs(tmp_path: Path) -> None:
    random_tests.assert_sound("numpy", tmp_path, OLDEST)
