"""What plain mypy and pyright know: every claim in `no_plugin/` holds in both, and every line marked ``# E: code`` is a fault in both."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from typecheck_tests.checkers import ROOT, codes, configuration, marked, mypy

FOLDER = ROOT / "typecheck_tests" / "no_plugin"
# pyright finds the packages of the first python on the path, whatever --pythonpath says to --verifytypes
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT), "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
FILES = sorted(FOLDER.glob("*.py"))

pytestmark = pytest.mark.xdist_group("checkers")


def test_mypy_strict_finds_the_marked_faults_and_no_other(tmp_path: Path) -> None:
    output = mypy(tmp_path, FILES, configuration(tmp_path, plugin=False), "--hide-error-context")
    assert codes(output, once=False) == marked(FILES), output


def test_pyright_finds_the_marked_faults_and_no_other() -> None:
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, *map(str, FILES)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=ENVIRONMENT)
    diagnostics = json.loads(run.stdout)["generalDiagnostics"]
    found = {(Path(d["file"]).name, d["range"]["start"]["line"] + 1) for d in diagnostics if d["severity"] == "error"}
    assert found == set(marked(FILES)), run.stdout


def test_pyright_knows_every_public_type() -> None:
    command = [sys.executable, "-m", "pyright", "--verifytypes", "eagertyped", "--ignoreexternal", "--outputjson"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=ENVIRONMENT)
    report = json.loads(run.stdout)["typeCompleteness"]
    incomplete = [symbol["name"] for symbol in report["symbols"] if symbol["isExported"] and not symbol["isTypeKnown"]]
    assert incomplete == []
    assert report["completenessScore"] == 1
    assert report["exportedSymbolCounts"]["withKnownType"] > 300  # the package was found, with its types
