"""What plain mypy and pyright know: every claim in `no_plugin/` holds in both, and every line marked ``# E: code`` is a fault in both."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "typecheck_tests" / "no_plugin"
# pyright finds the packages of the first python on the path, whatever --pythonpath says to --verifytypes
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT), "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
FILES = sorted(FOLDER.glob("*.py"))

pytestmark = pytest.mark.xdist_group("checkers")


def expected() -> dict[tuple[str, int], set[str]]:
    """(file, line) -> mypy's codes, from the ``# E:`` comments."""
    marked = {}
    for file in FILES:
        for number, line in enumerate(file.read_text().splitlines(), start=1):
            found = re.search(r"# E: ([\w, -]+)$", line)
            if found:
                marked[file.name, number] = set(found[1].replace(" ", "").split(","))
    return marked


def test_mypy_strict_finds_the_marked_faults_and_no_other(tmp_path: Path) -> None:
    config = tmp_path / "mypy.ini"
    config.write_text(f"[mypy]\nstrict = true\nmypy_path = {ROOT}:{ROOT / 'stubs'}\ncache_dir = {tmp_path / 'cache'}\n")
    command = [sys.executable, "-m", "mypy", "--config-file", str(config), "--no-pretty", "--hide-error-context", *map(str, FILES)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    found = defaultdict(set)
    for file, line, code in re.findall(r"([\w.]+\.py):(\d+): error: .*\[([\w-]+)\]$", run.stdout, re.MULTILINE):
        found[file, int(line)].add(code)
    assert dict(found) == expected(), run.stdout + run.stderr


def test_pyright_finds_the_marked_faults_and_no_other() -> None:
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, *map(str, FILES)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=ENVIRONMENT)
    diagnostics = json.loads(run.stdout)["generalDiagnostics"]
    found = {(Path(d["file"]).name, d["range"]["start"]["line"] + 1) for d in diagnostics if d["severity"] == "error"}
    assert found == set(expected()), run.stdout


def test_pyright_knows_every_public_type() -> None:
    command = [sys.executable, "-m", "pyright", "--verifytypes", "eagertyped", "--ignoreexternal", "--outputjson"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=ENVIRONMENT)
    report = json.loads(run.stdout)["typeCompleteness"]
    incomplete = [symbol["name"] for symbol in report["symbols"] if symbol["isExported"] and not symbol["isTypeKnown"]]
    assert incomplete == []
    assert report["completenessScore"] == 1
    assert report["exportedSymbolCounts"]["withKnownType"] > 300  # the package was found, with its types
