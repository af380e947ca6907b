"""The clients' programs, run once per framework with the real EagerPy and once with eagertyped in its place."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.clients.child import Results
from tests.clients.frameworks import FRAMEWORKS

ROOT = Path(__file__).resolve().parent.parent.parent
# As `make` sets them: single threads, no notes, the same rounding on each machine. POT would import each framework that is there.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_ENABLE_ONEDNN_OPTS": "0",
    "POT_BACKEND_DISABLE_TENSORFLOW": "1",
    "POT_BACKEND_DISABLE_PYTORCH": "1",
    "POT_BACKEND_DISABLE_JAX": "1",
}
os.environ.update(ENVIRONMENT)  # for the programs, and for gudhi's own way in the tests


@pytest.fixture(scope="session")
def results_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Results]:
    """What the programs gave: of a library, ``eagerpy`` or ``eagertyped``, on a framework."""

    @cache
    def results_of(library: str, framework: str) -> Results:
        path = tmp_path_factory.mktemp("clients") / "results"
        command = [sys.executable, "-m", "tests.clients.child", library, framework, str(path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
        assert done.returncode == 0, f"{library} on {framework}\n{done.stdout}\n{done.stderr}"
        results = pickle.loads(path.read_bytes())
        assert isinstance(results, Results)
        return results

    return results_of


@pytest.fixture(params=FRAMEWORKS)
def framework(request: pytest.FixtureRequest) -> str:
    """Each framework that has gradients."""
    return str(request.param)


@pytest.fixture
def ours(results_of: Callable[[str, str], Results], framework: str) -> Results:
    """What the programs gave with eagertyped."""
    return results_of("eagertyped", framework)


@pytest.fixture
def theirs(results_of: Callable[[str, str], Results], framework: str) -> Results:
    """What they gave with the real EagerPy."""
    return results_of("eagerpy", framework)
