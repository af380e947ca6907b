"""What a user gets: built and installed without a network, then imported and type-checked from a folder that is not this one."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
# What is visible beside eagertyped in the environments made here: its two dependencies, mypy, and what builds it. No framework.
VISIBLE = ("numpy", "typing_extensions", "mypy", "hatchling", "editables")
# Names that must stay inside the package, or out of the wheel altogether.
NOT_TOP_LEVEL = {"mypy_plugin", "stubs", "tests", "typecheck_tests", "tools", "benchmarks", "examples"}
KINDS = ("wheel", "sdist", "editable")

pytestmark = pytest.mark.xdist_group("packaging")  # all use what one build made

PROGRAM = """\
import eagertyped as ep

reveal_type(ep.Float32)
reveal_type(ep.__version__)
"""
MYPY_CONFIG = """\
[mypy]
strict = true
plugins = eagertyped.mypy_plugin
"""
IMPORTS = """\
import importlib, os, eagertyped, eagertyped.mypy_plugin
assert not os.path.islink(eagertyped.mypy_plugin.__file__)
assert eagertyped.mypy_plugin.plugin("2.0").__module__.startswith("eagertyped.mypy_plugin")
try:
    importlib.import_module("mypy_plugin")
except ImportError:
    print(eagertyped.__file__)
else:
    raise SystemExit("the plugin has a second name, mypy_plugin")
"""


def call(*command: str | Path, cwd: Path) -> str:
    """Standard output of a command that must succeed; a failure shows all it printed."""
    # Nothing of the calling shell may help Python or mypy to find the package.
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "MYPYPATH"}}
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command} failed:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def with_dependencies(names: tuple[str, ...]) -> Iterator[str]:
    """The distributions `names` and all that they need here, without extras."""
    waiting, seen = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        yield name
        needs = map(Requirement, distribution(name).requires or ())
        waiting += [need.name for need in needs if need.marker is None or need.marker.evaluate({"extra": ""})]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("packaging with spaces")


@pytest.fixture(scope="module")
def visible(folder: Path) -> Path:
    """A folder of links to the running environment's packages, VISIBLE ones only: a framework would cost mypy half a minute."""
    links = folder / "visible"
    links.mkdir()
    for name in with_dependencies(VISIBLE):
        installed = distribution(name)
        tops = {path.parts[0] for path in installed.files or () if path.parts[0] not in {"..", "__pycache__"}}
        for top in tops:
            if not (links / top).exists():
                (links / top).symlink_to(Path(str(installed.locate_file(top))))
    return links


@pytest.fixture(scope="module")
def built(folder: Path) -> Path:
    """The sdist, a wheel built from the tree (here) and a wheel built from the sdist (in `again`)."""
    out = folder / "dist"
    build = (sys.executable, "-m", "build", "--no-isolation")
    call(*build, "--sdist", "--wheel", "--outdir", out, ROOT, cwd=folder)
    with tarfile.open(next(out.glob("*.tar.gz"))) as archive:
        archive.extractall(out / "unpacked", filter="data")
    call(*build, "--wheel", "--outdir", out / "again", next((out / "unpacked").iterdir()), cwd=folder)
    return out


def source_files(name: str) -> set[str]:
    """The files of a top-level folder as the tree has them."""
    return {
        path.relative_to(ROOT / name).as_posix()
        for path in (ROOT / name).rglob("*")
        if path.is_file() and path.suffix in {".py", ".pyi", ".md", ".typed"} and "__pycache__" not in path.parts
    }


def test_wheel_contents(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
        links = [entry.filename for entry in wheel.infolist() if entry.external_attr >> 16 & 0o170000 == 0o120000]
        metadata = wheel.read(next(name for name in names if name.endswith("/METADATA"))).decode()
        scripts = wheel.read(next(name for name in names if name.endswith("/entry_points.txt"))).decode()
    assert not links
    tops = {name.split("/")[0] for name in names}
    assert not tops & NOT_TOP_LEVEL
    assert {top for top in tops if not top.endswith(".dist-info")} == {"eagertyped"}
    assert "eagertyped/py.typed" in names
    assert names >= {f"eagertyped/mypy_plugin/{name}" for name in source_files("mypy_plugin")} > set()
    assert names >= {f"eagertyped/_stubs/{name}" for name in source_files("stubs")} > set()
    assert names >= {f"eagertyped/{name}" for name in source_files("eagertyped")}
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    needs = [Requirement(line.split(":", 1)[1]) for line in metadata.splitlines() if line.startswith("Requires-Dist:")]
    assert {need.name for need in needs if need.marker is None} == {"numpy", "typing-extensions"}
    assert "eagertyped = eagertyped.__main__:main" in scripts


def test_sdist_contents(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        members = {member.name.split("/", 1)[1]: member for member in archive.getmembers()}
    assert all(member.isfile() for member in members.values())
    for inside, outside in (("eagertyped/mypy_plugin", "mypy_plugin"), ("eagertyped/_stubs", "stubs")):
        assert set(members) >= {f"{place}/{name}" for place in (inside, outside) for name in source_files(outside)}
    assert set(members) >= {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "constraints.txt", "Makefile", "eagertyped/py.typed"}
    assert set(members) >= {f"tests/{name}" for name in source_files("tests")}


def test_wheel_from_the_sdist_is_the_same(built: Path) -> None:
    def contents(path: Path) -> dict[str, bytes]:
        with zipfile.ZipFile(path) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}

    assert contents(next((built / "again").glob("*.whl"))) == contents(next(built.glob("*.whl")))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_installed(kind: str, folder: Path, visible: Path, built: Path) -> None:
    home = folder / kind
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    packages = next(home.glob("lib/python*/site-packages"))
    (packages / "visible.pth").write_text(str(visible))
    # This environment's pip, so that none has to be installed into each. --isolated: no setting of this machine names another source.
    install = (sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "--quiet", "--python", python, "install")
    offline = ("--no-index", "--no-deps", "--no-build-isolation")
    if kind == "editable":
        call(*install, *offline, "--editable", ROOT, cwd=home)
    else:
        call(*install, *offline, next(built.glob("*.whl" if kind == "wheel" else "*.tar.gz")), cwd=home)

    elsewhere = folder / f"user of {kind}"
    elsewhere.mkdir()
    (elsewhere / "program.py").write_text(PROGRAM)
    (elsewhere / "mypy.ini").write_text(MYPY_CONFIG)

    where = Path(call(python, "-c", IMPORTS, cwd=elsewhere).strip())
    assert where.is_relative_to(ROOT if kind == "editable" else home)
    assert not NOT_TOP_LEVEL & {path.name for path in packages.iterdir()}

    # One cache for all kinds: NumPy is read once.
    mypy = call(python, "-m", "mypy", "--cache-dir", folder / "mypy_cache", "program.py", cwd=elsewhere)
    pyright = call(sys.executable, "-m", "pyright", "--pythonpath", python, "program.py", cwd=elsewhere)
    for answer in (mypy, pyright):
        revealed = [line for line in answer.splitlines() if "reveal" in line.lower() or "Type of" in line]
        assert len(revealed) == 2, answer
        assert "Float32" in revealed[0].split(" is ")[-1], answer
        assert "str" in revealed[1], answer
        assert "Any" not in "".join(revealed), answer
        assert "Unknown" not in "".join(revealed), answer
