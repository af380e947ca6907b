"""Every rule against the real frameworks, through the public API: every operation, dtype, pair of dtypes, Python scalar and rank.

JAX's dtypes are read while it traces (`jax.eval_shape`), which is exact and compiles nothing; what its CPU cannot run is measured eagerly.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from eagertyped._rules import OPS, Flags, result
from eagertyped._rules.dtypes import DTYPES, WIDE
from tests import rule_cases
from tests.conftest import backend_params

ROOT = Path(__file__).resolve().parent.parent
SCALARS = {"py_bool": True, "py_int": 1, "py_float": 1.5, "py_complex": 1 + 1j}
RANKS = (1, 0)
EAGER_ON_JAX = ("inv", "slogdet", "slogdet.logabsdet", "uniform", "normal", "integers", "value_and_grad", "pow", "from_numpy")
"""What tracing alone does not show: refusals of the CPU's kernels, random numbers, integer exponents with known values."""


def native(name: str, dtype: str, shape: tuple[int, ...]) -> Any:  # Any: a native tensor
    if name == "torch":
        import torch

        return torch.ones(shape, dtype=getattr(torch, dtype))
    if name == "tensorflow":
        import tensorflow as tf

        return tf.cast(tf.ones(shape), dtype)
    if name == "jax":
        import jax.numpy as jnp

        return jnp.ones(shape, dtype=dtype)
    return array(dtype, shape)


def array(dtype: str, shape: tuple[int, ...] = (1,)) -> np.ndarray[Any, Any]:  # Any: every dtype
    if dtype != "bfloat16":
        return np.ones(shape, dtype=dtype)
    import ml_dtypes

    return np.ones(shape, dtype=ml_dtypes.bfloat16)


class Measure:
    """Runs cases on one backend and compares what comes out with the rules."""

    def __init__(self, name: str, flags: Flags) -> None:
        self.name, self.flags = name, flags
        x64 = name != "jax" or flags.jax_enable_x64
        self.dtypes = tuple(d for d in DTYPES if x64 or d not in WIDE)
        self.tensors = {(d, r): ep.astensor(native(name, d, (1,) * r)) for d in self.dtypes for r in RANKS}
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []

    def dtype(self, op: str, case: rule_cases.Case, operands: tuple[Any, ...]) -> str | None:  # Any: Tensors and scalars
        """Dtype of the result, or None where the operands are refused."""
        try:
            if self.name == "jax" and op not in EAGER_ON_JAX:
                return self._traced(case, operands)
            return name_of(case(*operands))
        except (TypeError, ValueError):
            return None

    def _traced(self, case: rule_cases.Case, operands: tuple[Any, ...]) -> str | None:
        import jax

        found = []

        def function(*raws: Any) -> int:
            remaining = iter(raws)
            found.append(name_of(case(*(ep.astensor(next(remaining)) if isinstance(x, ep.Tensor) else x for x in operands))))
            return 0

        jax.eval_shape(function, *(x.raw for x in operands if isinstance(x, ep.Tensor)))
        return found[0]

    def compare(self, op: str, names: tuple[str, ...], ranks: tuple[int, ...], real: str | None) -> None:
        rule = result(op, self.name, *names, flags=self.flags, ranks=ranks)
        exact = rule.dtypes == ({real} if real else set()) and rule.refused == (real is None)
        loose = result(op, self.name, *names, flags=self.flags)
        contained = real in loose.dtypes if real else loose.refused
        self.counts["refused" if real is None else "right"] += 1
        if not (exact and contained):
            self.wrong.append(f"{op}{names} ranks {ranks}: {real or 'refused'}, rule {sorted(rule.dtypes) or 'refuses'}")

    def operands(self) -> Iterator[tuple[tuple[str, ...], tuple[int, ...], tuple[Any, ...]]]:  # Any: Tensors and scalars
        """Pairs of tensors, and a tensor with each Python scalar on either side."""
        for (a, r), (b, s) in itertools.product(self.tensors, self.tensors):
            yield (a, b), (r, s), (self.tensors[a, r], self.tensors[b, s])
        for (a, r), (scalar, value) in itertools.product(self.tensors, SCALARS.items()):
            yield (a, scalar), (r, 1), (self.tensors[a, r], value)
            yield (scalar, a), (1, r), (value, self.tensors[a, r])

    def run(self) -> None:
        for op, case in rule_cases.UNARY.items():
            if self.name == "numpy" and op == "value_and_grad":
                continue  # NumPy has no gradients
            for (d, r), t in self.tensors.items():
                names = (d, op) if op in ("float32", "float64", "bool") else (d,)
                self.compare(op, names, (r, 1), self.dtype(op, case, (t,)))
        for pair, ranks, operands in self.operands():
            for op, case in rule_cases.BINARY.items():
                self.compare(op, pair, ranks, self.dtype(op, case, operands))
        for op, case in rule_cases.TENSORS_ONLY.items():
            for (a, r), (b, s) in itertools.product(self.tensors, self.tensors):
                if r == s:  # the cases flatten: 0-d operands become ranked ones, but for stack
                    ranks = (r, s) if op == "stack" else (1, 1)
                    self.compare(op, (a, b), ranks, self.dtype(op, case, (self.tensors[a, r], self.tensors[b, s])))
        for op, case in rule_cases.FILLS.items():
            for ((d, r), t), (scalar, value) in itertools.product(self.tensors.items(), SCALARS.items()):
                self.compare(op, (d, scalar), (r, 1), self.dtype(op, case, (t, value)))
        update = rule_cases.FILLS["index_update"]
        for (a, r), (b, s) in itertools.product(self.tensors, self.tensors):
            if s <= r:
                self.compare("index_update", (a, b), (r, s), self.dtype("index_update", update, (self.tensors[a, r], self.tensors[b, s])))
        for (d, r), t in self.tensors.items():
            for target in DTYPES:
                self.compare("astype", (d, target), (r, 1), self.dtype("astype", lambda x, to=target: x.astype(to), (t,)))
        t = self.tensors["float32", 1]
        generator = ep.random.generator(t, 0)
        for d in DTYPES:
            self.compare(
                "integers", ("bool", d), (1, 1), self.dtype("integers", lambda x, to=d: generator.integers(0, 2, 2, dtype=to), (t,))
            )
        for d in DTYPES:
            self.compare("from_numpy", ("bool", d), (1, 1), self.dtype("from_numpy", lambda x, to=d: x.from_numpy(array(to)), (t,)))


def name_of(t: ep.Tensor) -> str | None:
    """Name of a result's dtype; None for one outside the 15, PyTorch's complex32, which the rules refuse."""
    assert isinstance(t, ep.Tensor)
    assert not getattr(t.raw, "weak_type", False), "a weak type is a dtype that no rule can name"
    name = t._ops.dtype(t.raw)
    return name if name in DTYPES else None


def measure(name: str, flags: Flags) -> dict[str, Any]:  # Any: counts and texts
    """All cases on one backend."""
    np.seterr(all="ignore")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # 64-bit casts on JAX, divisions: dtypes are what counts here
        measured = Measure(name, flags)
        measured.run()
    return {"counts": dict(measured.counts), "wrong": measured.wrong}


def test_every_operation_has_a_case() -> None:
    assert rule_cases.missing() == set()
    assert set(OPS) >= {*rule_cases.BINARY, *rule_cases.TENSORS_ONLY, *rule_cases.FILLS}


@pytest.mark.parametrize("name", backend_params())
def test_rules_are_exactly_what_the_framework_does(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    report = measure(name, Flags())
    with capsys.disabled():
        print(f"\nrules on {name}: {report['counts']}")  # noqa: T201  # a table of counts is wanted
    assert report["wrong"] == [], f"{len(report['wrong'])} wrong"
    assert report["counts"]["right"] > 5_000


@pytest.mark.jax
@pytest.mark.xdist_group("jax64")
def test_rules_are_exactly_what_jax_does_in_its_x64_mode() -> None:
    program = "import json, tests.test_rules as t; from eagertyped._rules import Flags; print(json.dumps(t.measure('jax', Flags(True))))"
    environment = os.environ | {"JAX_ENABLE_X64": "1", "PYTHONPATH": str(ROOT)}
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, env=environment)
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout.splitlines()[-1])
    assert report["wrong"] == [], f"{len(report['wrong'])} wrong"
    assert report["counts"]["right"] > 5_000


@pytest.mark.parametrize(
    "arguments, text",
    [(("frobnicate", "torch", "bool"), "unknown operation 'frobnicate'"), (("add", "theano", "bool", "bool"), "unknown backend 'theano'")],
)
def test_unknown_names_are_refused(arguments: tuple[str, ...], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        result(*arguments)
