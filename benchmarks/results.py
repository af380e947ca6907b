"""What a run measured, as a file."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .timing import Quartiles, Timing

__all__ = ["LIBRARIES", "Backend", "Row", "Run", "machine", "read"]

LIBRARIES = ("floor", "EagerPy", "ours")

Row = Mapping[str, "Timing | str"]
"""Times of a case by library, or why a library cannot do it."""


@dataclass(frozen=True)
class Backend:
    """One framework: its release, and the cases by number of elements."""

    version: str
    sizes: Mapping[int, Mapping[str, Row]]


@dataclass(frozen=True)
class Run:
    """All that was measured at once."""

    machine: str
    backends: Mapping[str, Backend]


def read(path: Path) -> Run:
    """A run that was written before."""
    data = json.loads(path.read_text())
    backends = {
        name: Backend(
            backend["version"],
            {
                int(size): {case: {library: _timing(entry) for library, entry in row.items()} for case, row in cases.items()}
                for size, cases in backend["results"].items()
            },
        )
        for name, backend in data["backends"].items()
    }
    return Run(data["machine"], backends)


def _timing(entry: dict[str, Any]) -> Timing | str:  # Any: JSON
    if "fails" in entry:
        return str(entry["fails"])
    return Timing(Quartiles(**entry["time"]), Quartiles(**entry["added"]), Quartiles(**entry["ratio"]))


def machine() -> str:
    """This machine and its Python, in words."""
    cpu = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        if models:
            cpu = f"{models[0]} ({len(models)} cores)"
    return f"{cpu}, {platform.system()}, {platform.python_implementation()} {platform.python_version()}"
