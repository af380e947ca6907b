"""mypy's types of random programs contain what runs, and what mypy refuses raises."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Any, Union

import pytest
from hypothesis import Phase, given, settings, strategies as st

import eagertyped as ep
from eagertyped._rules.ops import COMPOSED, OPS
from tests.conftest import backend_params
from tests.properties import examples
from typecheck_tests import random_programs
from typecheck_tests.checkers import ROOT, SKIP_FRAMEWORKS, configuration, mypy
from typecheck_tests.random_programs import Program, Run
from typecheck_tests.run_claims import holds

PROGRAMS = 500
"""Per backend."""
RUNS = {"torch": 3, "tensorflow": 3, "jax": 1, "numpy": 3}
"""Of each program. JAX compiles for every new dtype and shape."""
MARKERS = {"torch": ep.Torch, "tensorflow": ep.TensorFlow, "jax": ep.JAX, "numpy": ep.NumPy}


def test_every_operation_has_a_template() -> None:
    assert {*OPS, *COMPOSED} == set(random_programs.TEMPLATES)


@pytest.mark.hypothesis  # `make fuzz` runs it too
@pytest.mark.parametrize("name", backend_params())
def test_types_contain_what_runs(name: str, tmp_path: Path) -> None:
    assert_sound(name, tmp_path)


def assert_sound(name: str, folder: Path, first_path: Path = ROOT) -> None:
    """Draw programs, check them, run them, and compare; mypy is found in `first_path` first."""
    backend = MARKERS[name]
    drawn = draw(backend.__name__)
    revealed, errors = check(drawn, folder, first_path)
    faults = []
    for program in drawn:
        ran = list(random_programs.runs(program, backend, RUNS[name]))
        faults += unsound(program, ran, revealed, errors)
    assert not faults, "\n\n".join(faults[:20]) + f"\n{len(faults)} faults in {len(drawn)} programs"


def draw(backend: str) -> list[Program]:
    """Programs of the seeds that Hypothesis draws; mypy starts once for all of them, so that they are not checked while they are drawn."""
    drawn: list[Program] = []

    @settings(examples(PROGRAMS, fuzz=10 * PROGRAMS), phases=[Phase.generate], database=None)
    @given(seed=st.integers(0, 2**40))
    def collect(seed: int) -> None:
        drawn.append(random_programs.program(seed, backend))

    collect()
    assert len(drawn) >= PROGRAMS
    return drawn


def check(
    drawn: list[Program], folder: Path, first_path: Path = ROOT
) -> tuple[dict[tuple[str, str], str], dict[tuple[str, str], set[str]]]:
    """mypy's types and error codes by program and variable."""
    text = random_programs.HEAD
    places: dict[int, tuple[str, str]] = {}
    for program in drawn:
        first = text.count("\n") + 2
        places |= {first + 2 * i + line: (program.name, variable) for i, (variable, _) in enumerate(program.statements) for line in (0, 1)}
        text += program.source()
    file = folder / "programs.py"
    file.write_text(text)
    output = mypy(
        folder,
        [file],
        configuration(folder, sections=SKIP_FRAMEWORKS),
        "--allow-untyped-calls",
        "--allow-untyped-defs",
        first_path=first_path,
    )
    revealed: dict[tuple[str, str], str] = {}
    errors: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for line in output.splitlines():
        found = re.match(r".*programs\.py:(\d+): (note|error): (.*?)(?:  \[([\w-]+)\])?$", line)
        assert found is not None or line.startswith(("Found", "Success")), output[-3000:]
        if found is None:
            continue
        place = places[int(found[1])]
        if found[2] == "note" and found[3].startswith("Revealed"):
            revealed[place] = found[3].partition('"')[2].rstrip('"')
        elif found[2] == "error":
            errors[place].add(found[4])
    assert len(revealed) > 3 * len(drawn), output[-3000:]
    return revealed, errors


def unsound(program: Program, ran: list[Run], revealed: dict[tuple[str, str], str], errors: dict[tuple[str, str], set[str]]) -> list[str]:
    """What mypy said and did not happen."""
    faults = []
    for variable, expression in program.statements:
        place = (program.name, variable)
        reached = [run for run in ran if variable in run.values or variable in run.raised]
        succeeded = [run for run in reached if variable in run.values]
        text = f"{variable} = {expression}"
        if _is_refused_by_bounds(program, expression, errors.get(place, set())):
            continue
        if len(errors.get(place, ())) > 1:
            faults.append(f"{program.source()}{text}: {errors[place]} for one fault")
        if errors.get(place) and succeeded and not _has_unions(program):  # of a union mypy reports what one member cannot do
            faults.append(f"{program.source()}{text}: {errors[place]}, but it ran: {[run.values[variable] for run in succeeded]}")
        if place not in revealed or errors.get(place):
            continue
        for run in succeeded:
            claim = _claim(revealed[place], run)
            if not holds(run.values[variable], claim):
                faults.append(f"{program.source()}{text}: revealed {revealed[place]}, is {run.values[variable]!r} with {run.variables}")
                break
    return faults


def _is_refused_by_bounds(program: Program, expression: str, codes: set[str]) -> bool:
    """What mypy refuses because of type variables, whatever runs; mypy_plugin/README.md says so.

    It joins a marker and a type variable to `object`, so that it takes no display of both. Gradients need a bound that is floating.
    """
    if "value_and_grad" in expression:
        return bool(codes & {"type-var", "misc"})
    return (
        "arg-type" in codes
        and expression.startswith(("ep.stack", "ep.concatenate"))
        and re.search(r", [FND]\]", program.source()) is not None
    )


def _has_unions(program: Program) -> bool:
    return any("] | Tensor[" in annotation for annotation in program.parameters.values())


def _claim(text: str, run: Run) -> Any:  # Any: a type
    text = re.sub(r"\beagertyped\.(_tensor\.tensor|backends|dtypes)\.|\bbuiltins\.|\btyping\.", "", text)
    text = re.sub(r"(\w+)`-?\d+", r"\1", text)
    return eval(text, {**vars(ep), "_Marker": ep.DType, "Any": Any, "Union": Union, **run.variables})  # mypy's own output
