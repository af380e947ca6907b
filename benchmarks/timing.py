"""Time statements against each other on a machine that does other things too.

A sample is one short loop. In each round every statement of a case is sampled once, right after each other and in random order, and a
statement's added time is compared within the round: so what slows the machine down for a while slows all of them down. Medians over the
rounds leave out the rounds that another process interrupted.
"""

from __future__ import annotations

import math
import random
import timeit
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

__all__ = ["NATIVE", "Quartiles", "Timing", "measure"]

NATIVE = "native"
"""The statement that the others of a case are compared with."""


@dataclass(frozen=True)
class Quartiles:
    """A median, and the range that holds the middle half of the samples."""

    low: float
    median: float
    high: float
    samples: int

    @classmethod
    def of(cls, samples: list[float]) -> Quartiles:
        """Quartiles of samples."""
        low, median, high = (float(q) for q in np.percentile(samples, (25, 50, 75)))
        return cls(low, median, high, len(samples))

    @property
    def spread(self) -> float:
        """Half of the interquartile range."""
        return (self.high - self.low) / 2

    @property
    def error(self) -> float:
        """Standard error of the median, as of a normal distribution with these quartiles."""
        return 1.86 * self.spread / math.sqrt(self.samples)


@dataclass(frozen=True)
class Timing:
    """One statement: nanoseconds, nanoseconds more than native in the same round, and times native in the same round."""

    time: Quartiles
    added: Quartiles
    ratio: Quartiles

    @classmethod
    def of(cls, samples: list[float], native: list[float]) -> Timing:
        """From the samples of all rounds, in seconds."""
        pairs = list(zip(samples, native, strict=True))
        return cls(
            Quartiles.of([1e9 * s for s in samples]),
            Quartiles.of([1e9 * (s - n) for s, n in pairs]),
            Quartiles.of([s / n for s, n in pairs]),
        )


def measure(
    cases: Mapping[str, Mapping[str, timeit.Timer]], rounds: int, sample_seconds: float, progress: Callable[[int, int], None]
) -> dict[str, dict[str, Timing]]:
    """Time the statements of each case.

    Parameters
    ----------
    cases
        Timers by case and statement; one statement is called `NATIVE`.
    rounds
        Samples per statement.
    sample_seconds
        How long the slowest statement of a case is to run per sample.
    progress
        Called with the rounds that are done and all of them.
    """
    numbers = {name: _number(timers, sample_seconds) for name, timers in cases.items()}
    samples: dict[str, dict[str, list[float]]] = {name: {statement: [] for statement in timers} for name, timers in cases.items()}
    shuffled = random.Random(0)
    names = list(cases)
    for done in range(rounds):
        shuffled.shuffle(names)
        for name in names:
            statements = list(cases[name])
            shuffled.shuffle(statements)
            for statement in statements:
                samples[name][statement].append(cases[name][statement].timeit(numbers[name]) / numbers[name])
        progress(done + 1, rounds)
    return {
        name: {statement: Timing.of(times, of_case[NATIVE]) for statement, times in of_case.items()} for name, of_case in samples.items()
    }


def _number(timers: Mapping[str, timeit.Timer], sample_seconds: float) -> int:
    """Repetitions per sample; finding out also warms the statements up."""
    number = 1
    while True:
        slowest = max(min(timer.timeit(number) for _ in range(3)) for timer in timers.values())
        if slowest >= sample_seconds / 2:
            return max(1, round(number * sample_seconds / slowest))
        number *= 2
