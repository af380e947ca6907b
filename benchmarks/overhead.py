"""What one call through eagertyped adds to the native one, beside EagerPy and a slot class written by hand.

Usage: ``python -m benchmarks.overhead [--backend numpy] [--quick] [--compare OLD.json]``. README.md says how to read the tables.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from . import report, results
from .by_hand import TITLES

__all__ = ["add_arguments", "main", "run"]

RESULTS = Path(__file__).parent / "results"

SIZES = (4, 1_000_000)
ROUNDS = {"numpy": (1000, 200), "torch": (1000, 200), "tensorflow": (1000, 150), "jax": (1000, 150)}
"""Rounds for each size."""
QUICK = 10
"""How many times fewer rounds --quick has."""
SAMPLE_MILLISECONDS = 0.2

# One thread: what a wrapper adds is not spread over cores, and on a busy machine threads wait for each other.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
    "JAX_PLATFORMS": "cpu",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_ENABLE_ONEDNN_OPTS": "0",  # as in the Makefile
    "PYTHONHASHSEED": "0",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command line."""
    parser.add_argument("--backend", action="append", choices=TITLES, help="measure this framework only; may be given again")
    parser.add_argument("--quick", action="store_true", help="fewer rounds: a first impression")
    parser.add_argument("--compare", type=Path, metavar="OLD.json", help="show what changed since that run")
    parser.add_argument("--output", type=Path, metavar="FILE.json", help="where to write the results (default: benchmarks/results)")


def main(argv: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    run(parser.parse_args(argv))


def run(args: argparse.Namespace) -> None:
    """Measure, write and print."""
    old = results.read(args.compare) if args.compare else None
    backends = args.backend or list(TITLES)
    missing = [TITLES[name] for name in backends if importlib.util.find_spec(name) is None]
    if missing:
        print(f"Not installed, so left out: {', '.join(missing)}", file=sys.stderr)
    if importlib.util.find_spec("eagerpy") is None:
        print("EagerPy is not installed: its column says so. `make bench` installs it.", file=sys.stderr)

    output = args.output or RESULTS / f"overhead-{datetime.now(UTC):%Y%m%d-%H%M%S}.json"
    output.parent.mkdir(parents=True, exist_ok=True)
    measured = {name: _measure(name, args.quick) for name in backends if importlib.util.find_spec(name) is not None}
    output.write_text(json.dumps({"machine": results.machine(), "backends": measured}, indent=1) + "\n")

    new = results.read(output)
    _print(report.tables(new))
    if old is not None:
        print("\nCompared with", args.compare)
        _print(report.comparison(old, new))
    print(f"\nWritten to {output}")


def _measure(name: str, quick: bool) -> dict[str, Any]:  # Any: JSON
    """One framework, in a process of its own."""
    options = ["--sample", str(SAMPLE_MILLISECONDS)]
    for size, rounds in zip(SIZES, ROUNDS[name], strict=True):
        options += ["--size", str(size), "--rounds", str(rounds // QUICK if quick else rounds)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "times.json"
        subprocess.run([sys.executable, "-m", "benchmarks.worker", name, str(file), *options], check=True, env=os.environ | ENVIRONMENT)
        measured: dict[str, Any] = json.loads(file.read_text())  # Any: as above
        return measured


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


if __name__ == "__main__":
    main()
