"""Programs that need an interpreter of their own: for what is imported, and for what a process has in common."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FRAMEWORKS = ("torch", "tensorflow", "jax")
HIDE = """\
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
"""
"""Formatted with the names that cannot be imported; what comes after it runs as if these packages were not installed."""


def run(program: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program from a folder that is not this one, with the package (and what lies in `path`) at hand."""
    folders = [str(folder) for folder in (path, ROOT) if folder]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(folders), "TF_CPP_MIN_LOG_LEVEL": "3"}
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", env=environment, timeout=300)


def output(program: str, path: Path | None = None) -> str:
    """What a program prints; it must succeed, and a failure shows all it printed."""
    done = run(program, path)
    assert done.returncode == 0, f"{program}\n{done.stdout}\n{done.stderr}"
    return done.stdout.strip()


def untyped(name: str) -> Any:  # Any: that is its purpose
    """A module of which a checker knows too little, or would object to what a test does with it."""
    return importlib.import_module(name)
