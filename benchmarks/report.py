"""Tables of what was measured."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from .by_hand import TITLES
from .results import LIBRARIES, Backend, Row, Run
from .timing import NATIVE, Quartiles, Timing

__all__ = ["comparison", "tables"]

# The targets, per framework
FLOOR_MEAN, FLOOR_WORST = 1.3, 1.6
EAGERPY_MEAN, EAGERPY_WORST = 0.35, 1.0
LARGE_RATIO = 1.02

CERTAIN = 3
"""Standard errors of a median that count as beyond the noise."""

SMALL = 1_000
"""Up to this many elements calls are compared by what they add; above it by how much longer they take."""
LEAST_WORK = 50_000
"""Nanoseconds: native calls that are faster do not touch each element (they make views), and are no measure for a large tensor."""


def tables(run: Run) -> Iterator[str]:
    """All lines to print."""
    yield run.machine
    for name, backend in run.backends.items():
        for size, rows in backend.sizes.items():
            yield ""
            yield f"{TITLES[name]} {backend.version}, {size:,} elements"
            yield from _small(rows) if size <= SMALL else _large(rows)


def _small(rows: Mapping[str, Row]) -> Iterator[str]:
    yield "native: nanoseconds per call; the others: nanoseconds added to it, and half of the interquartile range"
    cells = []
    over_floor: dict[str, float] = {}
    over_eagerpy: dict[str, float] = {}
    for case, row in rows.items():
        _keep(over_floor, case, _ratio(row, "floor"))
        _keep(over_eagerpy, case, _ratio(row, "EagerPy"))
        added = [_added(row[library]) for library in LIBRARIES]
        cells.append([case, f"{_time(row[NATIVE]):,.0f}", *added, *(_two(ratios.get(case)) for ratios in (over_floor, over_eagerpy))])
    means = [_two(_geometric_mean(ratios.values())) for ratios in (over_floor, over_eagerpy)]
    cells.append(["geometric mean", "", *("" for _ in LIBRARIES), *means])
    yield from _table(["", NATIVE, *LIBRARIES, "ours/floor", "ours/EagerPy"], cells)
    yield from _verdicts("ours/floor", over_floor, FLOOR_MEAN, FLOOR_WORST, len(rows))
    yield from _verdicts("ours/EagerPy", over_eagerpy, EAGERPY_MEAN, EAGERPY_WORST, len(rows))


def _large(rows: Mapping[str, Row]) -> Iterator[str]:
    yield "native: microseconds per call; the others: per cent longer, and half of the interquartile range; +ns where native makes a view"
    cells = []
    ratios: dict[str, Quartiles] = {}
    for case, row in rows.items():
        work = _time(row[NATIVE]) >= LEAST_WORK
        ours = row["ours"]
        if work and isinstance(ours, Timing):
            ratios[case] = ours.ratio
        more = [_percent(row[library]) if work else _added(row[library], "+") for library in LIBRARIES]
        cells.append([case, f"{_time(row[NATIVE]) / 1e3:,.1f}", *more])
    yield from _table(["", NATIVE, *LIBRARIES], cells)
    met = [case for case, ratio in ratios.items() if ratio.median <= LARGE_RATIO]
    missed = [f"{case} ({ratio.median:.3f})" for case, ratio in ratios.items() if ratio.median - CERTAIN * ratio.error > LARGE_RATIO]
    yield f"ours/native at most {LARGE_RATIO}: {len(met)} of {len(ratios)} met; missed beyond the noise: {', '.join(missed) or 'none'}"


def comparison(old: Run, new: Run) -> Iterator[str]:
    """What changed since another run; a change within both spreads is none."""
    yield f"Before: {old.machine}"
    for name in new.backends:
        if name not in old.backends:
            continue
        before, after = old.backends[name], new.backends[name]
        for size in after.sizes:
            cells = list(_changes(before, after, size))
            if cells:
                yield ""
                yield f"{TITLES[name]} {before.version} and {after.version}, {size:,} elements: nanoseconds that ours adds"
                yield from _table(["", "before", "now", "change", "ours/floor before", "now"], cells)


def _changes(before: Backend, after: Backend, size: int) -> Iterator[list[str]]:
    for case, row in after.sizes[size].items():
        old_row = before.sizes.get(size, {}).get(case, {})
        old, new = old_row.get("ours"), row["ours"]
        if isinstance(old, Timing) and isinstance(new, Timing):
            change = new.added.median - old.added.median
            certain = abs(change) > old.added.spread + new.added.spread
            floors = (_two(_ratio(old_row, "floor")), _two(_ratio(row, "floor"))) if size <= SMALL else ("", "")
            yield [case, _added(old), _added(new), f"{change:+,.0f}" if certain else "", *floors]


def _time(timing: Timing | str) -> float:
    return timing.time.median if isinstance(timing, Timing) else math.nan


def _added(timing: Timing | str, sign: str = "") -> str:
    return f"{timing.added.median:{sign},.0f} ±{timing.added.spread:,.0f}" if isinstance(timing, Timing) else f"fails: {timing}"


def _percent(timing: Timing | str) -> str:
    if isinstance(timing, str):
        return f"fails: {timing}"
    return f"{100 * (timing.ratio.median - 1):+.1f} % ±{100 * timing.ratio.spread:.1f}"


def _ratio(row: Row, library: str) -> float | None:
    """What ours adds over what another library adds; None where one of them is within the noise, so that a ratio would say nothing."""
    ours, other = row["ours"], row[library]
    if isinstance(ours, str) or isinstance(other, str) or not (_is_certain(ours.added) and _is_certain(other.added)):
        return None
    return ours.added.median / other.added.median


def _is_certain(added: Quartiles) -> bool:
    return added.median > CERTAIN * added.error


def _keep(ratios: dict[str, float], case: str, ratio: float | None) -> None:
    if ratio is not None:
        ratios[case] = ratio


def _two(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.2f}"


def _geometric_mean(ratios: Iterable[float]) -> float | None:
    logs = [math.log(ratio) for ratio in ratios]
    return math.exp(sum(logs) / len(logs)) if logs else None


def _verdicts(title: str, ratios: Mapping[str, float], mean_target: float, worst_target: float, cases: int) -> Iterator[str]:
    mean = _geometric_mean(ratios.values())
    if mean is None:
        return
    worst = max(ratios, key=lambda case: ratios[case])
    known = "" if len(ratios) == cases else f" of the {len(ratios)} of {cases} that are above the noise"
    yield (
        f"{title}: geometric mean{known} at most {mean_target}: {_met(mean <= mean_target)} ({mean:.2f}); "
        f"each at most {worst_target}: {_met(ratios[worst] <= worst_target)} (most: {ratios[worst]:.2f}, {worst})"
    )


def _met(met: bool) -> str:
    return "met" if met else "MISSED"


def _table(head: list[str], cells: list[list[str]]) -> Iterator[str]:
    """Columns that are as wide as they need to be, the first one left-aligned."""
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    for first, *others in (head, ["-" * width for width in widths], *cells):
        yield "  ".join([first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))]).rstrip()
