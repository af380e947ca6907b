"""What mypy knows with the plugin, and that it is what runs: one mypy start for all files."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import numpy as np
import pytest

import eagertyped as ep
from typecheck_tests import run_claims
from typecheck_tests.checkers import ROOT, Codes, codes, configuration, marked, mypy

PASS = sorted((ROOT / "typecheck_tests" / "pass").glob("*.py"))
FAIL = sorted((ROOT / "typecheck_tests" / "fail").glob("*.py"))

pytestmark = pytest.mark.xdist_group("checkers")


CACHE = tempfile.TemporaryDirectory()
"""One cache for all runs: what depends on our options is checked again, the frameworks are not."""


def run_mypy(folder: Path, files: list[Path], *, options: str = "", arguments: tuple[str, ...] = ()) -> tuple[str, Codes]:
    """mypy's output, and the codes by file and line."""
    output = mypy(folder, files, configuration(folder, cache=Path(CACHE.name), options=options), *arguments)
    return output, codes(output)


def test_claims_and_faults(tmp_path: Path) -> None:
    output, found = run_mypy(tmp_path, PASS + FAIL)
    assert found == marked(PASS + FAIL), output
    warm, again = run_mypy(tmp_path, PASS + FAIL)
    assert (warm, again) == (output, found)


@pytest.mark.parametrize("file", PASS, ids=lambda file: file.stem)
def test_every_claim_holds_when_it_runs(file: Path) -> None:
    for function in run_claims.functions(file):
        for arguments in run_claims.arguments(function):
            if "matrices" not in function.__name__ or all(getattr(x, "ndim", 2) == 2 for x in arguments):
                _call(function, arguments)


def _call(function: object, arguments: tuple[object, ...]) -> None:
    assert callable(function)
    with np.errstate(all="ignore"):
        try:
            function(*arguments)
        except (ValueError, IndexError) as refusal:
            # a claim about a tensor with axes does not run on a 0-d one: the library says so
            if "Cure:" not in str(refusal) or all(getattr(x, "ndim", None) != 0 for x in arguments):
                raise


@pytest.mark.parametrize("file", FAIL, ids=lambda file: file.stem)
def test_every_fault_raises_when_it_runs(file: Path) -> None:
    for function in run_claims.functions(file):
        arguments = next(run_claims.arguments(function))
        with pytest.raises((TypeError, ValueError), match="Cure:"):
            function(*arguments)


def test_the_check_itself_can_fail() -> None:
    assert run_claims.is_wrong(ep.Tensor[ep.NumPy, ep.Float64])
    assert run_claims.is_wrong(ep.Tensor[ep.Torch, ep.Float32])
    assert run_claims.is_wrong(float)
    assert not run_claims.is_wrong(ep.Tensor[ep.NumPy, ep.Floating])


PORTABLE = """
from typing import TypeVar
from eagertyped import Backend, Float32, Floating, Int32, Integer, Tensor
B = TypeVar("B", bound=Backend)
F = TypeVar("F", bound=Floating)
def f(i: Tensor[B, Int32], f: Tensor[B, Float32], x: Tensor[B, F], k: Tensor[B, Integer]) -> Tensor[B, F]:
    i + f  # E: eagertyped-portability
    i.sqrt()  # E: eagertyped-portability
    i / 2  # E: eagertyped-portability
    f + 1
    i + i
    i < f
    return (x * 2.0 + 1).sqrt().sum()
"""


def test_portability_is_an_option(tmp_path: Path) -> None:
    file = tmp_path / "portable.py"
    file.write_text(PORTABLE)
    output, found = run_mypy(tmp_path, [file], options="portability = true")
    assert found == marked([file]), output
    assert "Float32 on JAX, PyTorch; Float64 on NumPy; refused by TensorFlow" in output
    assert run_mypy(tmp_path, [file])[1] == {}


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("portability = maybe", "portability = 'maybe' is no choice of eagertyped; the choices are true, false"),
        ("speed = 11", "unknown option 'speed' of eagertyped; the options are jax_enable_x64, portability, torch_default_dtype"),
        ("torch_default_dtype = int32", "the choices are float16, bfloat16, float32, float64"),
    ],
)
def test_unknown_options_name_the_file_and_the_choices(tmp_path: Path, option: str, text: str) -> None:
    file = tmp_path / "empty.py"
    file.write_text("")
    output, _ = run_mypy(tmp_path, [file], options=option)
    assert text in output
    assert "mypy.ini" in output
    assert "Traceback" not in output


FLAGS = """
from eagertyped import JAX, Float32, Int8, Int32, Tensor, Torch
def f(j: Tensor[JAX, Int8], t: Tensor[Torch, Int32]) -> None:
    reveal_type(j.sum())
    reveal_type(t.sqrt())
"""


def test_flags_of_the_frameworks(tmp_path: Path) -> None:
    file = tmp_path / "flags.py"
    file.write_text(FLAGS)
    for options, dtypes in (
        ("", ["Int32", "Float32"]),
        ("jax_enable_x64 = true\ntorch_default_dtype = float64", ["Int64", "Float64"]),  # the cache of the run before does not count
    ):
        output, _ = run_mypy(tmp_path, [file], options=options)
        assert re.findall(r"dtypes\.(\w+)\]", output) == dtypes


def test_codes_can_be_silenced(tmp_path: Path) -> None:
    file = tmp_path / "silenced.py"
    file.write_text(
        "from eagertyped import Int32, Tensor, TensorFlow\n"
        "def f(i: Tensor[TensorFlow, Int32]) -> None:\n"
        "    i.sqrt()  # type: ignore[eagertyped-dtype]\n"
        "    i.exp()\n"
        "    i + i  # type: ignore[eagertyped-dtype]\n"
    )
    output, found = run_mypy(tmp_path, [file])
    assert found == {("silenced.py", 4): {"eagertyped-dtype"}, ("silenced.py", 5): {"unused-ignore"}}, output
    output, found = run_mypy(tmp_path, [file], arguments=("--disable-error-code", "eagertyped-dtype"))
    assert ("silenced.py", 4) not in found, output


def test_the_readme_shows_the_real_messages(tmp_path: Path) -> None:
    section = (ROOT / "README.md").read_text().partition("## With the mypy plugin")[2]
    program, shown = re.findall(r"```(?:python|text)\n(.*?)```", section, re.DOTALL)[:2]
    file = tmp_path / "example.py"
    file.write_text(program)
    output, _ = run_mypy(tmp_path, [file], options="portability = true")
    assert output.replace(str(tmp_path) + "/", "") == shown
