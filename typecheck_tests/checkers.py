"""How the tests start mypy, and what they read in its output and in the checked files."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

__all__ = ["ROOT", "SKIP_FRAMEWORKS", "Codes", "codes", "configuration", "marked", "mypy", "start"]

ROOT = Path(__file__).resolve().parent.parent
SKIP_FRAMEWORKS = "[mypy-torch.*,tensorflow.*,jax.*]\nfollow_imports = skip\n"
"""For tests to which the frameworks' own types say nothing: they take most of mypy's time."""

Codes = dict[tuple[str, int], set[str]]
"""(file, line) -> error codes."""


def configuration(folder: Path, *, plugin: bool = True, cache: Path | None = None, options: str = "", sections: str = "") -> Path:
    """A strict mypy.ini; `options` are eagertyped's, `sections` follow."""
    file = folder / "mypy.ini"
    file.write_text(
        f"[mypy]\nstrict = true\n{'plugins = eagertyped.mypy_plugin' if plugin else ''}\n"
        f"mypy_path = {ROOT}:{ROOT / 'stubs'}\ncache_dir = {cache or folder / 'cache'}\n[eagertyped]\n{options}\n{sections}"
    )
    return file


def start(folder: Path, *arguments: object, first_path: Path = ROOT, module: str = "mypy") -> subprocess.CompletedProcess[str]:
    """mypy (or dmypy) with these arguments; packages are found in `first_path` first."""
    path = os.pathsep.join(dict.fromkeys([str(first_path), str(ROOT)]))
    command = [sys.executable, "-m", module, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=os.environ | {"PYTHONPATH": path})


def mypy(folder: Path, files: Iterable[Path], config: Path, *arguments: str, first_path: Path = ROOT) -> str:
    """mypy's output on files, one line for each message."""
    run = start(folder, "--config-file", config, "--no-pretty", *arguments, *files, first_path=first_path)
    return run.stdout + run.stderr


def codes(output: str, *, once: bool = True) -> Codes:
    """Error codes by file and line; with `once`, two errors on a line fail: they are no longer one message for one fault."""
    found: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    lines = re.findall(r"([\w.]+\.py):(\d+): error: .*\[([\w-]+)\]$", output, re.MULTILINE)
    assert not once or len(lines) == len({(file, line) for file, line, _ in lines}), output
    for file, line, code in lines:
        found[file, int(line)].add(code)
    return dict(found)


def marked(files: Iterable[Path]) -> Codes:
    """The codes that the files expect, in their ``# E:`` comments."""
    found = {}
    for file in files:
        for number, line in enumerate(file.read_text().splitlines(), start=1):
            code = re.search(r"# E: ([\w, -]+)$", line)
            if code:
                found[file.name, number] = set(code[1].replace(" ", "").split(","))
    return found
