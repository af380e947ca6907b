"""Write docs/differences.md from the rows that the tests hold against the frameworks.

Usage: ``python tools/generate_differences.py [--check]``
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.differences import DIFFERENCES  # noqa: E402
from tests.test_autodiff_kinks import DIFFERENT  # noqa: E402
from tests.test_graphs_jax import MORE_THAN_NATIVE as MORE_ON_JAX  # noqa: E402
from tests.test_graphs_torch import MORE_THAN_NATIVE as MORE_ON_PYTORCH  # noqa: E402

__all__ = ["main", "page"]

PAGE = ROOT / "docs" / "differences.md"
TITLES = {"numpy": "NumPy", "torch": "PyTorch", "tensorflow": "TensorFlow", "jax": "JAX"}
HEAD = """# Where the frameworks differ

`tools/generate_differences.py` writes this page from rows that the tests run on every framework: it says what they did last.
"""
RESULTS = """
## Results

The class of an exception stands where it is raised.
"""
SLOPES = """
## Gradients at kinks

Each is the framework's own choice among the slopes to the left and to the right, one number per element of the input.
"""
GRAPHS = """
## Operations that are more than one native call

Of the others, tests/test_graphs_torch.py and tests/test_graphs_jax.py hold the graph against the native function's, node for node; fills,
casts and random draws are not compared.
"""


def page() -> str:
    """The page's text."""
    return "\n".join([HEAD + RESULTS, *_results(), SLOPES, *_slopes(), GRAPHS, *_graphs(), ""])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _table(heads: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    yield _row(heads)
    yield "|" + "---|" * len(heads)
    yield from map(_row, rows)


def _results() -> Iterator[str]:
    rows = [[d.what, *(d.results.get(name, "") for name in TITLES), d.why] for d in DIFFERENCES]
    return _table(["what", *TITLES.values(), "why it stays"], rows)


def _slopes() -> Iterator[str]:
    backends = ("torch", "tensorflow", "jax")
    rows = [
        [name, ", ".join(map(str, values)), *(", ".join(map(str, slopes[b])) for b in backends)]
        for name, (_, values, slopes) in DIFFERENT.items()
    ]
    return _table(["gradient of", "at", *(TITLES[b] for b in backends)], rows)


def _graphs() -> Iterator[str]:
    rows = [[f"`{op}`", MORE_ON_PYTORCH.get(op, ""), MORE_ON_JAX.get(op, "")] for op in sorted({**MORE_ON_PYTORCH, **MORE_ON_JAX})]
    return _table(["operation", "PyTorch", "JAX"], rows)


def main() -> None:
    """Write the page, or with --check say whether it is up to date."""
    if "--check" in sys.argv:
        if PAGE.read_text() != page():
            sys.exit(f"{PAGE.name} is not up to date: run python tools/generate_differences.py")
        return
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page())


if __name__ == "__main__":
    main()
