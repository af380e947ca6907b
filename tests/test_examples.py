"""The examples and the README, run as a reader would run them: their output is what they say it is."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
README = (ROOT / "README.md").read_text()

# Runs a program as if some modules were not installed.
HIDE = """\
import runpy, sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in hidden:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
hidden, *sys.argv = sys.argv[1:]
hidden = hidden.split(",")
sys.meta_path.insert(0, Hidden())
runpy.run_path(sys.argv[0], run_name="__main__")
"""
MYPY_WITHOUT_FRAMEWORKS = """\
[mypy]
strict = true
[mypy-torch.*,tensorflow.*,jax.*]
ignore_missing_imports = true
follow_imports = skip
"""


def run(*arguments: str | Path, hide: str = "", path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python, from a folder that is not this one, with the package at hand."""
    command = [sys.executable, *(["-c", HIDE, hide] if hide else []), *map(str, arguments)]
    folders = [str(folder) for folder in (path, ROOT) if folder]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(folders), "TF_CPP_MIN_LOG_LEVEL": "3"}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=EXAMPLES, env=environment)


def load(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(f"examples_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


# -- attack.py -----------------------------------------------------------------------------------------------------

LINE = re.compile(r"(\w+): accuracy (\d\.\d+), with random noise (\d\.\d+), after the attack (\d\.\d+)\n")


def gradient_framework(name: str, title: str) -> object:
    """A parameter in its framework's xdist group."""
    return pytest.param(name, title, marks=[getattr(pytest.mark, name), pytest.mark.xdist_group(name)], id=name)


@pytest.mark.parametrize(
    "name, title", [gradient_framework(*pair) for pair in (("torch", "PyTorch"), ("tensorflow", "TensorFlow"), ("jax", "JAX"))]
)
def test_attack_lowers_the_accuracy(name: str, title: str) -> None:
    done = run(EXAMPLES / "attack.py", "--framework", name)
    assert done.returncode == 0, done.stdout + done.stderr
    found = LINE.fullmatch(done.stdout)
    assert found is not None, done.stdout
    before, noise, after = map(float, found.groups()[1:])
    assert found[1] == title
    assert before > 0.9
    assert after < 0.5 < noise  # noise of the same strength does much less
    assert "20/20" in done.stderr  # the progress bar


@pytest.mark.numpy
def test_attack_with_numpy_alone() -> None:
    first = run(EXAMPLES / "attack.py", hide="torch,tensorflow,jax,tqdm")
    assert first.returncode == 0, first.stdout + first.stderr
    numpy, *others = first.stdout.splitlines()
    found = re.fullmatch(r"NumPy: accuracy (\d\.\d+), with random noise (\d\.\d+) \(no attack: NumPy has no gradients\)", numpy)
    assert found is not None
    assert float(found[1]) > 0.9 > float(found[2])
    assert others == [f"{title}: left out, not installed" for title in ("PyTorch", "TensorFlow", "JAX")]
    again = run(EXAMPLES / "attack.py", "--framework", "numpy")
    assert again.stdout == numpy + "\n"  # the same numbers in each run


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
def test_attack_without_tqdm_has_a_plain_bar() -> None:
    done = run(EXAMPLES / "attack.py", "--framework", "jax", hide="tqdm")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr.endswith(f"JAX: {20 * '#'} 20/20\n")


@pytest.mark.parametrize(
    "hide, arguments, message",
    [
        ("torch", ["--framework", "torch"], "PyTorch: left out, not installed"),
        ("sklearn", [], "scikit-learn, which brings the pictures: not installed. Cure: pip install scikit-learn"),
    ],
)
def test_attack_that_cannot_run_fails(hide: str, arguments: list[str], message: str) -> None:
    done = run(EXAMPLES / "attack.py", *arguments, hide=hide)
    assert done.returncode == 1
    assert message in done.stdout


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_attack_that_does_no_harm_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    attack = load("attack")
    monkeypatch.setattr(attack, "pgd", lambda model, images, labels, name: images)
    monkeypatch.setattr(sys, "argv", ["attack.py", "--framework", "torch"])
    assert attack.main() == 1
    assert "not the result" in capsys.readouterr().out


# -- demo.py and normalise.py --------------------------------------------------------------------------------------


def test_demo_runs_on_every_framework() -> None:
    done = run(EXAMPLES / "demo.py")
    assert done.returncode == 0, done.stderr
    sections = dict(re.findall(r"^(\w+):\n((?:  .*\n)+)", done.stdout, re.MULTILINE))
    assert list(sections) == ["NumPy", "PyTorch", "TensorFlow", "JAX"]
    for title, text in sections.items():
        spread, rest = text.split("\n", 1)
        assert spread.startswith("  spread   ")
        assert "5." in spread
        gradient = "NumPy has no gradients" if title == "NumPy" else "[[-1., -2.],\n"
        assert gradient in rest
        assert f"mistake  mean on {title}: axis 2 is out of bounds" in rest
        assert "Cure: use an axis from -2 to 1." in rest


def test_demo_survives_missing_and_broken_frameworks(tmp_path: Path) -> None:
    (tmp_path / "torch.py").write_text("raise RuntimeError('built for another NumPy')\n")
    done = run(EXAMPLES / "demo.py", hide="tensorflow,jax", path=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "PyTorch:\n  left out, it does not work here: RuntimeError: built for another NumPy\n" in done.stdout
    assert "TensorFlow:\n  left out: No module named 'tensorflow'\nJAX:\n  left out: No module named 'jax'\n" in done.stdout
    assert "array(5., dtype=float32)" in done.stdout


def test_normalise_gives_back_the_callers_tensors() -> None:
    done = run(EXAMPLES / "normalise.py")
    assert done.returncode == 0, done.stderr
    kinds = re.findall(r"^([\w.]+): (\w+) in, (\w+) out$", done.stdout, re.MULTILINE)
    assert [name for name, _, _ in kinds] == ["numpy", "torch", "tensorflow", "jax.numpy"]
    assert all(given == returned for _, given, returned in kinds)
    assert done.stdout.count("  lengths [1.]\n") == 4
    centres = set(re.findall(r"centres (.*)", done.stdout))
    assert len(centres) == 1  # the same on all four, near the corners that the points were scattered around
    for centre, corner in zip(json.loads(centres.pop()), [(0, 0), (3, 0), (0, 3)], strict=True):
        assert centre == pytest.approx(corner, abs=0.2)


# -- the types -----------------------------------------------------------------------------------------------------


def expected_errors(file: Path) -> list[tuple[int, str]]:
    """The line and the text of each error, from the comment above the line."""
    lines = file.read_text().splitlines()
    found = ((number, re.match(r"\s*# error: (.*)", line)) for number, line in enumerate(lines, start=1))
    return [(number + 1, match[1]) for number, match in found if match]


def mypy(cache: Path, config: Path, *files: Path) -> str:
    """What mypy prints."""
    command = [sys.executable, "-m", "mypy", "--no-pretty", "--cache-dir", cache, "--config-file", config, *files]
    environment = os.environ | {"MYPYPATH": os.pathsep.join([str(ROOT), str(ROOT / "stubs")])}
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=EXAMPLES, env=environment).stdout


def pyright_errors(*files: Path) -> list[tuple[str, int]]:
    """File and line of what pyright calls an error."""
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)})
    report = json.loads(done.stdout)
    assert report["summary"]["filesAnalyzed"] == len(files)
    errors = [d for d in report["generalDiagnostics"] if d["severity"] == "error"]
    return sorted({(Path(d["file"]).name, d["range"]["start"]["line"] + 1) for d in errors})


@pytest.mark.xdist_group("checkers")
def test_mypy_says_what_the_typed_examples_say(tmp_path: Path) -> None:
    config = tmp_path / "mypy.ini"
    config.write_text(MYPY_WITHOUT_FRAMEWORKS)  # what `make demo` sees
    right, wrong = EXAMPLES / "typed_right.py", EXAMPLES / "typed_wrong.py"
    assert mypy(tmp_path / "cache", config, right) == "Success: no issues found in 1 source file\n"
    assert "\n    Success: no issues found in 1 source file\n" in right.read_text()
    printed = mypy(tmp_path / "cache", config, wrong)
    found = [(int(number), text) for number, text in re.findall(r"^typed_wrong\.py:(\d+): error: (.*)$", printed, re.MULTILINE)]
    assert found == expected_errors(wrong)
    assert len(found) == 8


def test_the_right_typed_example_runs() -> None:
    done = run(EXAMPLES / "typed_right.py")
    assert (done.returncode, done.stdout) == (0, "5.0 float32 NumPy\n"), done.stderr


# -- the README ----------------------------------------------------------------------------------------------------

PLAIN = re.sub(r"^## With the mypy plugin$.*?(?=^## )", "", README, flags=re.MULTILINE | re.DOTALL)
"""The README without the part that typecheck_tests/test_plugin.py reads."""
BLOCKS = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```\n", PLAIN, re.MULTILINE | re.DOTALL)
ROWS = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|", README, re.MULTILINE)
CLAIMS = """\
from typing import Any, assert_type

import jax
import numpy as np
import numpy.typing as npt
import torch

import eagertyped as ep
from eagertyped import JAX, BFloat16, Bool, DType, Float16, Float32, Floating, Int64, Integer, NumPy, SignedInteger, Tensor, Torch


def right(
    x: Tensor[Torch, Float32],
    u: Tensor[Torch, Float32] | Tensor[JAX, Float32],
    j: Tensor[JAX, Float32],
    h: Tensor[Torch, Float16 | BFloat16],
    array: npt.NDArray[np.float32],
) -> None:
{rows}
    # what passes the checkers, wrongly
    assert_type(h + h, Tensor[Torch, Float16 | BFloat16])
    ep.maximum(x, j)
    ep.stack([x, j])


def own(x: Tensor[Torch, Float32]) -> None: ...


def wrong(x: Tensor[Torch, Float32], y: Tensor[JAX, Float32]) -> None:
    print(x + y)  # wrong
    x.minimum(y)  # wrong
    own(y)  # wrong


def foreign(n: Tensor[NumPy, Float32], array: npt.NDArray[np.float32]) -> None:
    print(n + array)  # wrong
    print(array + n)  # wrong
"""


def test_every_python_block_of_the_readme_shows_its_output() -> None:
    assert len(BLOCKS) == PLAIN.count("```python") == 4


@pytest.mark.parametrize("block", range(len(BLOCKS)))
def test_readme_blocks_print_what_they_show(block: int, tmp_path: Path) -> None:
    code, shown = BLOCKS[block]
    program = tmp_path / "block.py"
    program.write_text(code)
    done = run(program)
    assert (done.returncode, done.stdout) == (0, shown), done.stderr


def test_the_demo_runs_the_readmes_function() -> None:
    function = re.search(r"^def spread.*?\n\n", README, re.MULTILINE | re.DOTALL)
    assert function is not None
    for name in ("demo.py", "typed_right.py"):
        assert function[0] in (EXAMPLES / name).read_text()


@pytest.mark.slow
@pytest.mark.xdist_group("checkers")
def test_both_checkers_know_what_the_readme_says(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    assert len(ROWS) == 21
    rows = "\n".join("    assert_type({}, {})".format(*(cell.replace("\\|", "|") for cell in row)) for row in ROWS)
    claims = tmp_path / "claims.py"
    claims.write_text(CLAIMS.format(rows=rows))
    blocks = [tmp_path / f"block{i}.py" for i in range(len(BLOCKS))]
    for file, (code, _) in zip(blocks, BLOCKS, strict=True):
        file.write_text(code)
    marked = [("claims.py", number) for number, line in enumerate(claims.read_text().splitlines(), start=1) if line.endswith("# wrong")]

    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\nstrict = true\n[mypy-eagerpy]\nignore_missing_imports = true\n")
    assert request.config.cache is not None
    printed = mypy(request.config.cache.mkdir("mypy_readme"), config, claims, *blocks)
    assert [(Path(file).name, int(number)) for file, number in re.findall(r"^(.+):(\d+): error", printed, re.MULTILINE)] == marked, printed

    right, wrong = EXAMPLES / "typed_right.py", EXAMPLES / "typed_wrong.py"
    in_wrong = [(wrong.name, line) for line, _ in expected_errors(wrong)]
    assert pyright_errors(claims, *blocks[:2], right, wrong) == sorted(marked + in_wrong)


def test_the_links_of_every_readme_lead_somewhere() -> None:
    readmes = [
        ROOT / folder / "README.md"
        for folder in (".", "examples", "tests", "eagertyped/_tensor", "eagertyped/_ops", "eagertyped/_rules", "mypy_plugin")
    ]
    for readme in readmes:
        for link in re.findall(r"\]\(([^)#:]+)\)", readme.read_text()):
            assert (readme.parent / link).exists(), f"{readme.relative_to(ROOT)}: {link}"
