"""The process that runs the clients' programs: ``python -m tests.clients.child LIBRARY FRAMEWORK FILE``.

LIBRARY is what the module `eagerpy` shall be: ``eagerpy``, the real one, or ``eagertyped``. The results go to FILE, pickled.
"""

from __future__ import annotations

import pickle
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.clients import attacks, wasserstein
from tests.clients.frameworks import MAKERS, Array


@dataclass(frozen=True)
class Outcome:
    """What a program gave: named arrays, or the error that it raised."""

    values: dict[str, Array] = field(default_factory=dict)
    error: str = ""
    """Name of its class and its text."""


@dataclass(frozen=True)
class Warned:
    """A warning that was issued, with the arguments of `warnings.warn_explicit`."""

    message: str
    category: type[Warning]
    filename: str
    lineno: int
    module: str


@dataclass(frozen=True)
class Results:
    """All that a process found out."""

    eagerpy: str
    """Which package Foolbox got when it imported eagerpy."""
    outcomes: dict[str, Outcome]
    warned: list[Warned]


def run(library: str, framework_name: str) -> Results:
    """Choose what `eagerpy` is, then run every program."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if library == "eagertyped":
            import eagertyped

            eagertyped.install_as_eagerpy()
        import foolbox

        framework = MAKERS[framework_name]()
        programs: dict[str, Callable[[], dict[str, Array]]] = {
            **{
                name: partial(wasserstein.on_a_framework, case, framework, gradients=gradients)
                for case in (*wasserstein.cases(), wasserstein.SAME)
                for name, gradients in ((case.name, True), (f"{case.name}, without gradients", False))
            },
            **{name: partial(attacks.attack, name, framework) for name in attacks.ATTACKS},
            **{f"{name}, again": partial(attacks.attack, name, framework) for name in attacks.RANDOM},
            "wrapped": partial(attacks.attack, "L2DeepFool", framework, wrapped=True),
            **{name: partial(program, framework) for name, program in attacks.PROGRAMS.items()},
        }
        outcomes = {name: outcome_of(program) for name, program in programs.items()}
    return Results(foolbox.attacks.base.ep.norms.__name__.partition(".")[0], outcomes, [warned(w) for w in caught])


def outcome_of(program: Callable[[], dict[str, Array]]) -> Outcome:
    """Run one program."""
    try:
        return Outcome(program())
    except Exception as error:  # whatever it is, it is what the test is about
        return Outcome(error=f"{type(error).__name__}: {error}")


def warned(w: warnings.WarningMessage) -> Warned:
    """A warning, with the module that issued it."""
    modules = (name for name, module in list(sys.modules.items()) if getattr(module, "__file__", None) == w.filename)
    return Warned(str(w.message), w.category, w.filename, w.lineno, next(modules, "unknown"))


if __name__ == "__main__":
    # by the module's name, for pickle to know the classes under it
    from tests.clients import child

    Path(sys.argv[3]).write_bytes(pickle.dumps(child.run(sys.argv[1], sys.argv[2])))
