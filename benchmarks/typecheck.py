"""mypy's time on modules of chained operations, with the plugin and without it.

Usage: ``python -m benchmarks.typecheck [--lines 3000] [--rounds 5]``. Every run checks a module that has changed, so that nothing of it is
cached, while the caches of the frameworks are warm. A time is CPU seconds of the whole mypy process, its start included. Runs with and
without the plugin alternate, and medians are printed.
"""

from __future__ import annotations

import argparse
import itertools
import resource
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from typecheck_tests.checkers import configuration, start

__all__ = ["main", "module"]

FOREIGN = "import re\n\n\ndef words(text: str) -> list[str]:\n    return [w.lower() for w in re.split(r'[^a-z]+', text.strip()) if w]\n"
"""What a file without tensors pays for the plugin, in a module as long."""

_HEAD = """from typing import TypeVar

import eagertyped as ep
from eagertyped import Backend, Float32, Floating, Int64, NumPy, Tensor, Torch

B = TypeVar("B", bound=Backend)
F = TypeVar("F", bound=Floating)

"""
_CHAINS = """
def loss_{n}(x: Tensor[Torch, Float32], y: Tensor[Torch, Float32], labels: Tensor[Torch, Int64]) -> Tensor[Torch, Float32]:
    logits = (x - x.mean(axis=0)).square() @ y.T
    scaled = (logits * 2.0 + 1.0) / 3.0
    picked = ep.where(scaled > 0, scaled, logits).clip(-1.0, 1.0)
    entropy = picked.crossentropy(labels).mean()
    return entropy + ep.maximum(scaled, 0.5).exp().log1p().sum() + picked.norms.l2()


def step_{n}(x: Tensor[B, F], gradient: Tensor[B, F], size: float) -> Tensor[B, F]:
    direction = gradient / gradient.square().sum(keepdims=True).sqrt()
    moved = x + size * direction.sign()
    moved = ep.minimum(ep.maximum(moved, x - 0.1), x + 0.1)
    return moved.clip(0.0, 1.0)


def rows_{n}(x: Tensor[NumPy, Float32]) -> tuple[float, int]:
    pairs = ep.stack([x.max(axis=-1), x.min(axis=-1)]).transpose((1, 0))
    best = ep.concatenate([pairs, -pairs], axis=0).reshape((-1,)).argmax()
    return pairs.abs().sum().item(), best.item()

"""


def module(lines: int) -> str:
    """A module of about that many lines of chained operations."""
    each = _CHAINS.count("\n")
    return _HEAD + "".join(_CHAINS.format(n=n) for n in range(max(1, lines // each)))


def _foreign(lines: int) -> str:
    return "\n".join(FOREIGN.replace("words", f"words_{n}") for n in range(max(1, lines // 6)))


def _runs(folder: Path, plugin: bool, text: str) -> Iterator[float]:
    """CPU seconds of one mypy process after another on the text, changed each time."""
    folder.mkdir(exist_ok=True)
    config = configuration(folder, plugin=plugin)
    file = folder / "chains.py"
    for n in itertools.count():
        file.write_text(f"{text}\nROUND = {n}\n")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = start(folder, "--config-file", config, file)
        if run.returncode:
            raise RuntimeError(run.stdout + run.stderr)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        yield after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _measure(folder: Path, text: str, rounds: int) -> tuple[float, float]:
    """Median seconds without and with the plugin."""
    without, with_plugin = _runs(folder / "without", False, text), _runs(folder / "with", True, text)
    next(without), next(with_plugin)  # the frameworks, into the caches
    pairs = [(next(without), next(with_plugin)) for _ in range(rounds)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def main(argv: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, action="append", help="lengths of the module (default: 1000, 3000 and 10000)")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args(argv)
    texts = [(f"{lines:,} lines of chains", module(lines)) for lines in args.lines or (1000, 3000, 10_000)]
    texts.append(("3,000 lines without tensors", _foreign(3000)))
    print("CPU seconds of mypy: without the plugin, with it, ratio")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts:
            without, with_plugin = _measure(Path(folder), text, args.rounds)
            print(f"{name:30} {without:7.2f} {with_plugin:7.2f} {with_plugin / without:7.2f}")


if __name__ == "__main__":
    main()
