"""mypy with the plugin says what the rules say, of every operation on every backend, dtype, pair of dtypes and scalar."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import eagertyped as ep
from eagertyped.dtypes import MARKERS
from typecheck_tests.checkers import ROOT, SKIP_FRAMEWORKS, configuration, mypy
from typecheck_tests.generated.programs import BACKENDS, Claim, claims
from typecheck_tests.run_claims import markers

pytestmark = pytest.mark.xdist_group("generated")
HEAD = "import numpy as np\nimport eagertyped as ep\nfrom eagertyped import *\n"


@pytest.mark.parametrize("x64", [False, True], ids=["defaults", "JAX with x64"])
def test_mypy_says_what_the_rules_say(tmp_path: Path, x64: bool) -> None:
    drawn = list(claims(x64=x64))
    lines, places = program(drawn)
    file = tmp_path / "generated.py"
    file.write_text("\n".join(lines) + "\n")
    config = configuration(tmp_path, options="jax_enable_x64 = true" if x64 else "", sections=SKIP_FRAMEWORKS)
    said = answers(mypy(tmp_path, [file], config))
    wrong = [f"{claim}: mypy says {said.get(line, 'nothing')}" for line, claim in places.items() if said.get(line) != expected(claim)]
    assert not wrong, "\n".join(wrong[:40]) + f"\n{len(wrong)} of {len(drawn)} are wrong"
    assert x64 or f"{len(drawn):,} lines generated" in (ROOT / "README.md").read_text()
    assert len(drawn) > 9_000


def test_a_wrong_rule_would_be_noticed(tmp_path: Path) -> None:
    right = Claim("torch", ("int32",), "{t}.sum()", frozenset({"int64"}))
    lines, places = program([right])
    file = tmp_path / "generated.py"
    file.write_text("\n".join(lines) + "\n")
    said = answers(mypy(tmp_path, [file], configuration(tmp_path, sections=SKIP_FRAMEWORKS)))
    (line,) = places
    assert said[line] == expected(right)
    assert said[line] != expected(right._replace(expected=frozenset({"int32"})))
    assert said[line] != expected(right._replace(expected=frozenset()))


def program(drawn: list[Claim]) -> tuple[list[str], dict[int, Claim]]:
    """The lines of a program, a function for each choice of dtypes, and the claim at each line."""
    lines = HEAD.splitlines()
    places: dict[int, Claim] = {}
    before: object = None
    for claim in drawn:
        if (claim.backend, claim.dtypes) != before:
            before = (claim.backend, claim.dtypes)
            backend = BACKENDS[claim.backend].__name__
            parameters = [f"{n}: Tensor[{backend}, {MARKERS[d].__name__}]" for n, d in zip("tu", claim.dtypes, strict=False)]
            lines.append(f"def f{len(lines)}({', '.join(parameters)}) -> None:")
        lines.append(f"    reveal_type({claim.expression.format(t='t', u='u')})")
        places[len(lines)] = claim
    return lines, places


def expected(claim: Claim) -> tuple[str, frozenset[str]]:
    """Backend and dtypes; the code where it is refused."""
    return (BACKENDS[claim.backend].__name__, claim.expected) if claim.expected else ("eagertyped-dtype", frozenset())


def answers(output: str) -> dict[int, tuple[str, frozenset[str]]]:
    """What mypy said at each line."""
    found: dict[int, tuple[str, frozenset[str]]] = {}
    for line in output.replace("eagertyped._tensor.tensor.", "").replace("eagertyped.dtypes.", "").splitlines():
        revealed = re.search(r'\.py:(\d+): note: Revealed type is "Tensor\[eagertyped.backends.(\w+), (.*)\]"', line)
        error = re.search(r"\.py:(\d+): error: .*\[([\w-]+)\]$", line)
        if error is not None:
            found[int(error[1])] = (error[2], frozenset())
        elif revealed is not None and int(revealed[1]) not in found:
            dtypes: Any = eval(revealed[3], {**vars(ep), "Any": Any})  # Any: a type; mypy's own output
            found[int(revealed[1])] = (revealed[2], frozenset(marker.name for marker in markers(dtypes)))
    return found
