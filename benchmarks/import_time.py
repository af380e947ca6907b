"""What `import eagertyped` adds to importing NumPy: ``python -m benchmarks.import_time``."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from .timing import Quartiles

__all__ = ["main", "measure"]

RUNS = 15
TARGET_MILLISECONDS = 40

_PROGRAM = "import time, numpy; start = time.perf_counter(); import eagertyped; print(time.perf_counter() - start)"


def measure(runs: int = RUNS) -> Quartiles:
    """Milliseconds, each in a new process; the first one, which compiles the modules, does not count."""
    with tempfile.TemporaryDirectory() as cache:  # of bytecode: the usual one may be out of date or may not be written
        environment = os.environ | {"PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        times = [1e3 * _seconds(environment) for _ in range(runs + 1)]
    return Quartiles.of(times[1:])


def _seconds(environment: dict[str, str]) -> float:
    process = subprocess.run([sys.executable, "-c", _PROGRAM], env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return float(process.stdout)


def main() -> None:
    """The command line."""
    time = measure()
    verdict = "met" if time.median <= TARGET_MILLISECONDS else "MISSED"
    print(f"import eagertyped adds {time.median:.1f} ms ±{time.spread:.1f} to importing NumPy (median of {RUNS} processes)")
    print(f"at most {TARGET_MILLISECONDS} ms: {verdict}")


if __name__ == "__main__":
    main()
