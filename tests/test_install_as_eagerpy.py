"""`install_as_eagerpy`, in processes of their own: ``import eagerpy`` then gives this package, to libraries written for EagerPy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import HIDE, output, run

INSTALLED = """
import sys
import numpy as np
import eagertyped
eagertyped.install_as_eagerpy()
"""
SUBMODULES = ("astensor", "framework", "lib", "modules", "norms", "tensor", "types", "utils")
LIBRARY = '''
"""A library in EagerPy's style."""
import eagerpy as ep
import eagerpy.norms
from eagerpy import Tensor, astensor_
from eagerpy.astensor import astensors
from eagerpy.types import AxisAxes


def scaled(x, axis: AxisAxes = -1):
    x, restore_type = astensor_(x)
    assert isinstance(x, Tensor)
    assert len(astensors(x, x)) == 2
    return restore_type(x / ep.maximum(x.norms.l2(axis=axis, keepdims=True), 1e-12))
'''


def test_import_gives_this_package() -> None:
    output(INSTALLED + "import eagerpy as ep; assert ep is eagertyped; from eagerpy import Tensor; assert Tensor is eagertyped.Tensor")


@pytest.mark.parametrize("name", SUBMODULES)
@pytest.mark.parametrize("statement", ["import eagerpy.{name}", "from eagerpy.{name} import *", "import eagertyped.{name}, eagerpy.{name}"])
def test_submodules_are_the_same_modules(name: str, statement: str) -> None:
    check = f"assert sys.modules['eagerpy.{name}'] is sys.modules['eagertyped.{name}']"
    output(f"{INSTALLED}{statement.format(name=name)}\n{check}")


@pytest.mark.parametrize("name", ["backends", "convert", "dtypes", "gradients", "recognise"])
def test_no_submodule_exists_twice(name: str) -> None:
    """A second copy of a class would not know the first: ``isinstance`` and `register` would fail in silence."""
    output(f"{INSTALLED}import eagerpy.{name}\nassert sys.modules['eagerpy.{name}'] is sys.modules['eagertyped.{name}']")


def test_a_library_that_imports_eagerpy_works(tmp_path: Path) -> None:
    (tmp_path / "library.py").write_text(LIBRARY)
    use = "import library; y = library.scaled(np.array([[3.0, 4.0]])); assert type(y) is np.ndarray; print(y)"
    assert output(INSTALLED + use, tmp_path) == "[[0.6 0.8]]"


def test_without_it_eagerpy_is_not_there() -> None:
    done = run(HIDE.format(hidden={"eagerpy"}) + "import eagertyped, eagerpy")
    assert done.returncode == 1
    assert "No module named 'eagerpy'" in done.stderr


def test_twice_is_once() -> None:
    output(INSTALLED + "eagertyped.install_as_eagerpy(); import eagerpy; eagerpy.install_as_eagerpy(); assert eagerpy is eagertyped")


def test_it_imports_no_framework() -> None:
    loaded = "print(*sorted({'torch', 'tensorflow', 'jax'} & set(sys.modules)))"
    assert output(f"{INSTALLED}import eagerpy.utils, eagerpy.tensor\n{loaded}") == ""


def test_pickles_name_this_package() -> None:
    use = "import pickle, eagerpy; data = pickle.dumps(eagerpy.astensor(np.ones(2))); assert b'eagerpy' not in data; pickle.loads(data)"
    output(INSTALLED + use)


def test_a_real_eagerpy_that_was_imported_before_is_refused(tmp_path: Path) -> None:
    (tmp_path / "eagerpy.py").write_text("real = True\n")
    program = "import eagerpy, eagertyped\ntry:\n    eagertyped.install_as_eagerpy()\nexcept ImportError as error: print(error)\n"
    text = output(program + "import eagerpy; assert eagerpy.real", tmp_path)
    assert text.startswith("install_as_eagerpy: eagerpy was imported before.")
    assert "Cure: call it before the libraries that use eagerpy." in text


def test_a_real_eagerpy_that_was_not_imported_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "eagerpy.py").write_text("raise SystemExit('the real one')\n")
    output(f"{INSTALLED}import eagerpy\nassert eagerpy is eagertyped", tmp_path)
