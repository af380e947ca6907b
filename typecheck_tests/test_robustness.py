"""The plugin in all of mypy's modes: faults, caches, daemons, missing frameworks, odd programs. Never a crash, always the same answer."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import numpy
import pytest

from typecheck_tests.checkers import ROOT, SKIP_FRAMEWORKS, codes, configuration, marked, mypy, start

pytestmark = pytest.mark.xdist_group("robustness")
FAIL = sorted((ROOT / "typecheck_tests" / "fail").glob("*.py"))
PASS = ROOT / "typecheck_tests" / "pass"
WITHOUT_FRAMEWORKS = [PASS / "arithmetic.py", *FAIL]
"""Programs that name no framework's own types."""


def strict(folder: Path, sections: str = SKIP_FRAMEWORKS, options: str = "") -> Path:
    return configuration(folder, sections=sections, options=options)


# -- a fault in a hook -------------------------------------------------------------------------------------------------

FAULTY = """
import sys
from importlib import import_module

def fault(*args, **kwargs):
    raise RuntimeError("injected")

import eagertyped.mypy_plugin
module = import_module("eagertyped.mypy_plugin.{module}")
assert hasattr(module, "{name}")
setattr(module, "{name}", fault)
plugin = eagertyped.mypy_plugin.plugin
"""
USES = """
from typing import Any
import numpy as np
import numpy.typing as npt
import eagertyped as ep
from eagertyped import Float32, Int32, Tensor, Torch
def f(x: Tensor[Torch, Float32], i: Tensor[Torch, Int32], a: npt.NDArray[np.float32], d: np.dtype[Any]) -> None:
    reveal_type({expression})
"""


@pytest.mark.parametrize(
    ("module", "name", "expression", "what", "declared"),
    [
        ("answers", "infer_call", "x.sum()", "sum", "Tensor[Torch, Float32]"),
        ("answers", "_key", "ep.exp(x)", "exp", "Tensor[Torch, Float32]"),
        ("hooks", "infer", "i / i", "divide", "Tensor[Torch, Floating]"),
        ("hooks", "tensor_args", "x.astype(ep.int8)", "astype", "Tensor[Torch, Int8]"),
        ("hooks", "argument", "x < i", "less", "Tensor[Torch, Bool]"),
        ("signatures", "backend_of", "x.minimum(x)", "a signature", "Tensor[Torch, Float32]"),
        ("mirrors", "_path", "ep.numpy.zeros", "a mirrored name", "Any"),
        ("mirrors", "named_dtype", "ep.numpy.array([1], dtype=d)", "a mirrored function", "Tensor[NumPy, Any]"),
        ("wrapping", "tensor_type", "ep.astensor(a)", "a conversion", "Tensor[NumPy, Float32]"),
        ("hooks", "tensor_args", "1 != x", "equality with a scalar", "bool"),
    ],
)
def test_a_fault_in_a_hook_gives_the_declared_type_and_a_note(
    tmp_path: Path, module: str, name: str, expression: str, what: str, declared: str
) -> None:
    (tmp_path / "faulty.py").write_text(FAULTY.format(module=module, name=name))
    program = tmp_path / "program.py"
    program.write_text(USES.format(expression=expression))
    config = strict(tmp_path)
    config.write_text(config.read_text().replace("plugins = eagertyped.mypy_plugin", "plugins = faulty"))
    output = mypy(tmp_path, [program], config, first_path=tmp_path)
    notes = set(re.findall(r"note: (eagertyped .*)", output))
    assert len(notes) == 1, output
    assert re.fullmatch(rf"eagertyped \S+ could not infer {what} under mypy \S+ \(RuntimeError: injected\); please report it", notes.pop())
    revealed = re.search(r'Revealed type is "(.*)"', output)
    assert revealed is not None, output
    assert re.sub(r"eagertyped\.(\w+\.)*", "", revealed[1]) == declared
    assert "INTERNAL" not in output
    assert codes(output) == {}, output


# -- modes and caches ----------------------------------------------------------------------------------------------------


def test_cold_warm_parallel_and_other_caches_say_the_same(tmp_path: Path) -> None:
    config = strict(tmp_path)
    cold = mypy(tmp_path, WITHOUT_FRAMEWORKS, config)
    assert codes(cold) == marked(WITHOUT_FRAMEWORKS), cold
    assert mypy(tmp_path, WITHOUT_FRAMEWORKS, config) == cold
    for flags in (["--sqlite-cache"], ["--no-sqlite-cache"], ["--cache-dir=/dev/null"], ["--no-incremental"], _parallel()):
        assert sorted(mypy(tmp_path, WITHOUT_FRAMEWORKS, config, *flags).splitlines()) == sorted(cold.splitlines()), flags


def _parallel() -> list[str]:
    return ["--num-workers", "2"]


DEFINITIONS = """
from eagertyped import {dtype}, Tensor, TensorFlow
def x() -> Tensor[TensorFlow, {dtype}]:
    raise NotImplementedError
"""
USE = """
from definitions import x
reveal_type(x() * 2.0)
"""


def test_the_daemon_follows_edits(tmp_path: Path) -> None:
    definitions, use, other = tmp_path / "definitions.py", tmp_path / "use.py", tmp_path / "other.py"
    definitions.write_text(DEFINITIONS.format(dtype="Float32"))
    use.write_text(USE)
    other.write_text("from eagertyped import Int32, Tensor, TensorFlow\ndef f(t: Tensor[TensorFlow, Int32]) -> None:\n    t.sqrt()\n")
    config = strict(tmp_path, sections="")  # mypy 2.4's daemon crashes on its own where follow_imports is skip

    def check(*files: Path) -> str:
        run = start(tmp_path, "run", "--", "--config-file", config, "--no-pretty", *files, module="mypy.dmypy")
        return run.stdout + run.stderr

    try:
        first = check(definitions, use, other)
        assert "Float32]" in first, first
        assert codes(first) == {("other.py", 3): {"eagertyped-dtype"}}, first
        definitions.write_text(DEFINITIONS.format(dtype="Int32"))
        second = check(definitions, use, other)
        assert codes(second) == {("use.py", 3): {"eagertyped-dtype"}, ("other.py", 3): {"eagertyped-dtype"}}, second
        other.unlink()
        definitions.write_text(DEFINITIONS.format(dtype="Float64"))
        third = check(definitions, use)
        assert "Float64]" in third, third
        assert codes(third) == {}, third
        assert mypy(tmp_path, [definitions, use], config).splitlines()[:1] == third.splitlines()[:1]
    finally:
        start(tmp_path, "stop", module="mypy.dmypy")


SUMS = """
from eagertyped import JAX, Int8, Tensor
def f(j: Tensor[JAX, Int8]) -> None:
    reveal_type(j.sum())
"""


def test_changed_options_and_rules_do_not_meet_an_old_cache(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "eagertyped", copy / "eagertyped", ignore=shutil.ignore_patterns("__pycache__"))
    program = tmp_path / "program.py"
    program.write_text(SUMS)

    def revealed(options: str = "") -> str:
        config = strict(tmp_path, options=options)
        config.write_text(config.read_text().replace(f"mypy_path = {ROOT}:", f"mypy_path = {copy}:"))
        output = mypy(tmp_path, [program], config, first_path=copy)
        found = re.search(r"dtypes\.(\w+)\]", output)
        assert found is not None, output
        return found[1]

    assert revealed() == "Int32"
    assert revealed("jax_enable_x64 = true") == "Int64"
    assert revealed() == "Int32"
    rules = copy / "eagertyped" / "_rules" / "ops.py"
    text = rules.read_text()
    assert 'Vector.ACCUMULATED, "sum prod"' in text
    rules.write_text(text.replace('Vector.ACCUMULATED, "sum prod"', 'Vector.SAME, "sum prod"'))
    assert revealed() == "Int8"


# -- frameworks that mypy does not see -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sections", "flags"),
    [
        (SKIP_FRAMEWORKS, []),
        ("[mypy-torch.*,tensorflow.*,jax.*]\nfollow_imports = skip\nignore_missing_imports = true\n", []),
        (
            "[mypy-torch.*,tensorflow.*,jax.*]\nignore_missing_imports = true\n[mypy-numpy.*]\nfollow_imports = silent\n",
            ["--no-site-packages"],
        ),
        (SKIP_FRAMEWORKS, ["--no-implicit-reexport", "--disallow-any-unimported", "--local-partial-types"]),
    ],
    ids=["skipped", "ignored", "missing", "strict about imports"],
)
def test_without_frameworks_the_answers_are_the_same(tmp_path: Path, sections: str, flags: list[str]) -> None:
    config = strict(tmp_path, sections)
    if "--no-site-packages" in flags:  # an environment with NumPy and no framework
        (tmp_path / "numpy").symlink_to(Path(numpy.__file__).parent)
    output = mypy(tmp_path, WITHOUT_FRAMEWORKS, config, *flags)
    ours = "\n".join(
        line for line in output.splitlines() if line.startswith(str(ROOT / "typecheck_tests"))
    )  # not what mypy says of NumPy's stubs
    assert codes(ours) == marked(WITHOUT_FRAMEWORKS), ours
    assert "INTERNAL" not in output


# -- odd programs ------------------------------------------------------------------------------------------------------

ODD = """
from __future__ import annotations
import functools, operator
from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, NewType, TypeAlias, TypeVar, overload
from typing_extensions import ParamSpec, Self
import eagertyped as ep
from eagertyped import Backend, Bool, Float32, Float64, Floating, Int32, JAX, NumPy, PyTorchTensor, Tensor, Torch

B = TypeVar("B", bound=Backend)
F = TypeVar("F", bound=Floating)
V = TypeVar("V", Float32, Float64)
T = TypeVar("T", bound=Tensor[Torch, Float32])
P = ParamSpec("P")
R = TypeVar("R")
Image: TypeAlias = "Tensor[B, Float32]"
Logits = NewType("Logits", PyTorchTensor[Float32])

class Mine(PyTorchTensor[F]):
    def sum(self, *args: Any, **kwargs: Any) -> str:  # type: ignore[override]
        return "mine"
    def twice(self) -> Tensor[Torch, F]:
        return self + self
    def same(self) -> Self:
        reveal_type(self.square())
        return self

class Stack:
    def sum(self) -> int: return 1
    def __add__(self, other: int) -> str: return ""
    def __eq__(self, other: object) -> bool: return True
    def astype(self, dtype: str) -> bytes: return b""

class Scaler(Generic[B]):
    def __init__(self, by: Tensor[B, Float32]) -> None: self.by = by
    def __call__(self, x: Tensor[B, Float32]) -> Tensor[B, Float32]: return x * self.by
    @functools.cached_property
    def inverse(self) -> Tensor[B, Float32]: return 1 / self.by

def logged(f: Callable[P, R]) -> Callable[P, R]: return f

@logged
def halve(x: Tensor[B, F], *, by: float = 2.0) -> Tensor[B, F]: return x / by

def values(x: Tensor[Torch, V]) -> Tensor[Torch, V]:
    return (x + x).sum()

def bound(x: T) -> Tensor[Torch, Float32]:
    return x.square() + x

def recursive(x: Tensor[B, F], n: int) -> Tensor[B, F]:
    return x if n == 0 else recursive(x.sqrt(), n - 1) * 2.0

def unreachable(x: Tensor[Torch, Float32]) -> None:
    return
    x + 1

def untyped(x, y):  # type: ignore[no-untyped-def]
    return x.sum() + y @ x

def odd(m: Mine[Float32], s: Stack, x: Tensor[Torch, Float32], any_: Any, l: Logits, image: Image[NumPy], o: object) -> None:
    reveal_type(m.sum())
    reveal_type(m.twice())
    reveal_type(m.exp())
    reveal_type(s.sum())
    reveal_type(s + 1)
    reveal_type(s == 1)
    reveal_type(s.astype(""))
    reveal_type(l.exp())
    reveal_type(image.mean())
    reveal_type(x + any_)
    reveal_type(any_ + x)
    reveal_type(x.astype(any_))
    reveal_type(x[any_])
    reveal_type(functools.partial(halve, by=3.0)(x))
    reveal_type(functools.reduce(operator.add, [x, x]))
    reveal_type([t.sum() for t in [x, x]])
    reveal_type({k: v * 2 for k, v in {"a": x}.items()})
    reveal_type((lambda t: t.sqrt())(x))
    reveal_type(max([x.item(), 1.0]))
    if isinstance(o, Tensor):
        reveal_type(o.sum())
    method = x.sum
    reveal_type(method())
    reveal_type(Scaler(x).inverse)
    reveal_type(Scaler(x)(x).square())
    x += 1
    del x
    async def later() -> Tensor[Torch, Float32]:
        return m + m
"""
WRONG = """
import eagertyped as ep
from eagertyped import Float32, Int32, Tensor, Torch
def f(x: Tensor[Torch, Float32], i: Tensor[Torch, Int32]) -> None:
    x.sum(1, 2, 3, 4)
    x.minimum()
    x.astype()
    x.clip(min_=0.0, maximum=1.0)
    x.nothing()
    x + undefined
    ep.where(x > 0)
    ep.stack()
    ep.stack([])
    ep.stack(x for x in [i])
    x.minimum(*[x])
    x.sum(**{"axis": 0})
    x[x.minimum("a")]
    x + (x.nothing() + x)
    ep.maximum(1, 2)
"""


def test_odd_programs(tmp_path: Path) -> None:
    file = tmp_path / "odd.py"
    file.write_text(ODD)
    output = mypy(tmp_path, [file], strict(tmp_path), "--check-untyped-defs")
    assert codes(output) == {}, output
    revealed = [re.sub(r"eagertyped\.(\w+\.)*|builtins\.", "", text) for text in re.findall(r'Revealed type is "(.*)"', output)]
    assert revealed == [
        "Tensor[Torch, F]",
        "str",
        "Tensor[Torch, Float32]",
        "Tensor[Torch, Float32]",
        "int",
        "str",
        "bool",
        "bytes",
        "Tensor[Torch, Float32]",
        "Tensor[NumPy, Float32]",
        "Any",  # of operators with Any mypy asks nobody
        "Any",
        "Tensor[Any, Any]",  # of overloads that an Any leaves open it makes one itself
        "Tensor[Torch, Float32]",
        "Tensor[Torch, Float32]",
        "Tensor[Torch, Float32]",
        "list[Tensor[Torch, Float32]]",
        "dict[str, Tensor[Torch, Float32]]",
        "Tensor[Torch, Float32]",
        "float",
        "Tensor[Any, Any]",  # isinstance says no more
        "Tensor[Torch, Float32]",
        "Tensor[Torch, Float32]",
        "Tensor[Torch, Float32]",
    ]


WHEREVER = """
from typing import Any, TypedDict, TypeVar
import eagertyped as ep
from eagertyped import Float32, Int32, JAX, Tensor, TensorFlow, Torch
T = TypeVar("T")
Whole = Tensor[TensorFlow, Int32]
class Row(TypedDict):
    x: Any
def same(x: T) -> T:
    return x
def listed(*xs: T) -> list[T]:
    return list(xs)
def loops(i: Whole, x: Tensor[Torch, Float32], j: Tensor[JAX, Float32]) -> None:
    for _ in range(3):
        i.sqrt()  # E: eagertyped-dtype
        i * 0.5  # E: eagertyped-dtype
        for _ in range(3):
            x + j  # E: eagertyped-backend
        same(same(x.minimum(j)))  # E: eagertyped-backend
        i * 0.5  # type: ignore[eagertyped-dtype]
    while i.sqrt().item():  # E: eagertyped-dtype
        ep.stack([x, j])  # E: eagertyped-backend
    try:
        pass
    finally:
        ep.maximum(x, j)  # E: eagertyped-backend
        1 + i * (2 + i * (3 + i * 0.5))  # E: eagertyped-dtype
def nested(i: Whole, x: Tensor[Torch, Float32], j: Tensor[JAX, Float32]) -> None:
    same(same(i * 0.5))  # E: eagertyped-dtype
    same(same(same(x + j)))  # E: eagertyped-backend
    print(same(same(i.sqrt())))  # E: eagertyped-dtype
    listed(1, same(i * 0.5))  # E: eagertyped-dtype
    same(same(i * 0.5))  # type: ignore[eagertyped-dtype]
    row: Row = {"x": i.sqrt()}  # E: eagertyped-dtype
    i < i * 0.5  # E: eagertyped-dtype
"""
AGAIN = """
from typing import Any, TypeVar
import eagertyped as ep
from eagertyped import Backend, Float32, Floating, Int32, Tensor, Torch
B = TypeVar("B", bound=Backend)
F = TypeVar("F", bound=Floating)
def f(x: Tensor[B, Float32], y: Tensor[B, Any], i: Tensor[B, Int32], a: Tensor[Any, F], t: Tensor[Torch, F], u: Tensor[Torch, Any]) -> None:
"""
EXPRESSIONS = ("x.minimum(y)", "i + y", "ep.maximum(i, y)", "ep.where(x > 0, i, y)", "ep.clip(i, y, 2)", "a.sum()", "a + a", "t + u")


def test_faults_are_reported_wherever_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "wherever.py"
    file.write_text(WHEREVER)
    output = mypy(tmp_path, [file], strict(tmp_path))
    assert codes(output) == marked([file]), output


def test_the_same_call_has_the_same_type_again(tmp_path: Path) -> None:
    file = tmp_path / "again.py"
    file.write_text(AGAIN + "".join(f"    reveal_type({expression})\n" * 2 for expression in EXPRESSIONS))
    output = mypy(tmp_path, [file], strict(tmp_path))
    revealed = re.findall(r'Revealed type is "(.*)"', output)
    assert len(revealed) == 2 * len(EXPRESSIONS), output
    assert revealed[::2] == revealed[1::2], output


def test_deep_expressions_with_a_fault_take_no_time(tmp_path: Path) -> None:
    file = tmp_path / "deep.py"
    file.write_text(WHEREVER + "def deep(i: Whole) -> None:\n    same(" + "i + (" * 24 + "i * 0.5" + ")" * 24 + ")\n")
    assert codes(mypy(tmp_path, [file], strict(tmp_path))) == marked([file])  # by 4**24 visits it would never end


TRIED = """
import functools
from eagertyped import Int32, Tensor, TensorFlow
def f(xs: list[Tensor[TensorFlow, Int32]]) -> None:
    sorted(xs, key=lambda t: t.sqrt().item())
    functools.reduce(lambda a, b: a + b.sqrt(), xs)
"""


def test_what_mypy_only_tries_is_not_reported(tmp_path: Path) -> None:
    """As the plugin's README says; the day it is, the README is to change."""
    file = tmp_path / "tried.py"
    file.write_text(TRIED)
    output = mypy(tmp_path, [file], strict(tmp_path))
    assert "eagertyped-" not in output, output


def test_calls_that_are_wrong_for_mypy_too(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(WRONG)
    output = mypy(tmp_path, [file], strict(tmp_path))
    assert "INTERNAL" not in output
    assert "could not infer" not in output
    assert "eagertyped-" not in output, output
    wrong = {int(line) for line in re.findall(r"wrong\.py:(\d+): error", output)}
    assert wrong >= {5, 6, 7, 8, 9, 10, 11, 12, 17, 18}, output


def test_import_cycles(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        "from eagertyped import Float32, Tensor, Torch\nimport b\ndef f(x: Tensor[Torch, Float32]) -> Tensor[Torch, Float32]:\n"
        "    return b.g(x).sqrt()\nz = b.y\nreveal_type(z)\n"
    )
    (tmp_path / "b.py").write_text(
        "from eagertyped import Float32, Tensor, Torch\nimport a\ndef g(x: Tensor[Torch, Float32]) -> Tensor[Torch, Float32]:\n"
        "    return x + 1 if x.ndim else a.f(x)\nx: Tensor[Torch, Float32]\ny = a.f(x).square()\n"
    )
    output = mypy(tmp_path, [tmp_path / "a.py", tmp_path / "b.py"], strict(tmp_path))
    assert codes(output) == {}, output
    assert "Float32]" in output
