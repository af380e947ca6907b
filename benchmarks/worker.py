"""Measure one framework in this process and write the times as JSON: started by `benchmarks.overhead`."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import timeit
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import eagertyped

from . import by_hand
from .by_hand import ByHand
from .cases import CASES, RAW_NAMES, loss
from .timing import NATIVE, measure

WARM_UP = 50
"""Runs of each statement before it is timed: until then Python has not specialised its bytecode, nor JAX compiled its operations."""


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("backend", choices=by_hand.TITLES)
    parser.add_argument("output", type=Path)
    parser.add_argument("--size", type=int, required=True, action="append", dest="sizes")
    parser.add_argument("--rounds", type=int, required=True, action="append", help="one for each size")
    parser.add_argument("--sample", type=float, required=True, help="milliseconds per sample")
    args = parser.parse_args()

    framework = by_hand.load(args.backend)
    title = by_hand.TITLES[args.backend]
    results = {
        str(size): _measure(framework, size, rounds, args.sample / 1e3, f"{title}, {size:,} elements")
        for size, rounds in zip(args.sizes, args.rounds, strict=True)
    }
    args.output.write_text(json.dumps({"version": framework.VERSION, "results": results}))


def _measure(framework: ByHand, size: int, rounds: int, sample_seconds: float, title: str) -> dict[str, dict[str, Any]]:  # Any: JSON
    """Times or reasons for failure, by case and library."""
    raw = {name: framework.native(array) for name, array in by_hand.arrays(size).items()}
    libraries: dict[str, Any] = {"floor": framework, "EagerPy": _eagerpy(), "ours": eagertyped}  # Any: a module, or why there is none
    namespaces = {name: ep if isinstance(ep, str) else _namespace(ep, raw) for name, ep in libraries.items()}
    native_namespace = {**vars(framework), **raw}

    timers: dict[str, dict[str, timeit.Timer]] = {}
    failures: dict[str, dict[str, str]] = {}
    for case, statement in CASES.items():
        if case not in framework.NATIVE:
            continue
        native = framework.NATIVE[case]
        right = eval(native, native_namespace)
        timers[case] = {NATIVE: timeit.Timer(native, globals=native_namespace)}
        failures[case] = {}
        for library, namespace in namespaces.items():
            failure = namespace if isinstance(namespace, str) else _failure(statement, namespace, right)
            if failure is None:
                timers[case][library] = timeit.Timer(statement, globals=namespace)  # type: ignore[arg-type]  # a str is a failure
            elif library == "EagerPy":
                failures[case][library] = failure
            else:
                raise RuntimeError(f"{title}: {statement} of {library} fails: {failure}")

    times = measure(timers, rounds, sample_seconds, lambda done, total: _progress(title, done, total))
    return {
        case: {
            **{library: asdict(timing) for library, timing in times[case].items()},
            **{library: {"fails": failure} for library, failure in failures[case].items()},
        }
        for case in timers
    }


def _eagerpy() -> ModuleType | str:
    try:
        return importlib.import_module("eagerpy")
    except Exception as error:  # an old package beside new frameworks: whatever it raises is its result
        return type(error).__name__


def _namespace(ep: Any, raw: Mapping[str, Any]) -> dict[str, Any] | str:  # Any: a library; native tensors
    """What the statements see, or why they cannot run."""
    try:
        tensors = {name: ep.astensor(raw[native]) for name, native in RAW_NAMES.items()}
    except Exception as error:  # as above
        return type(error).__name__
    return {**tensors, "x": raw["x"], "ep": ep, "loss": loss}


def _failure(statement: str, namespace: dict[str, Any], right: Any) -> str | None:  # Any: what the statements give
    """Why a statement cannot be timed, if it raises or gives another value than the native one."""
    try:
        result = eval(statement, namespace)
        for _ in range(WARM_UP):
            eval(statement, namespace)
    except Exception as error:  # as above
        return type(error).__name__
    results = result if isinstance(result, tuple) else (result,)
    rights = right if isinstance(right, tuple) else (right,)
    for got, expected in zip(results, rights, strict=True):
        if not np.allclose(np.asarray(getattr(got, "raw", got)), np.asarray(expected), rtol=1e-4):
            return "wrong value"
    return None


def _progress(title: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{title}: {done} of {total} rounds", end="\n" if done == total else "", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
