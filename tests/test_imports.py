"""Importing the package, naming what it offers and wrapping a NumPy array import NumPy, and no other framework."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import FRAMEWORKS, HIDE, output, run

LOADED = """
import sys
print(*sorted({name.partition(".")[0] for name in sys.modules} & {"torch", "tensorflow", "jax", "jaxlib", "keras", "ml_dtypes"}))
"""
"""Prints which frameworks (and which of their companions) the program above it imported."""
NUMPY_ONLY = """
import numpy as np
import eagertyped as ep
"""
USES = {
    "import": "",
    "from": "from eagertyped import *",
    "submodules": "import eagertyped.astensor, eagertyped.framework, eagertyped.lib, eagertyped.modules, eagertyped.norms\n"
    "import eagertyped.tensor, eagertyped.types, eagertyped.utils, eagertyped.backends, eagertyped.dtypes, eagertyped.gradients",
    "markers": "ep.Torch, ep.TensorFlow, ep.JAX, ep.Tensor[ep.Torch, ep.Float32], ep.Torch.name",
    "leaves": "assert not isinstance(1, (ep.PyTorchTensor, ep.TensorFlowTensor, ep.JAXTensor))",
    "types": "ep.types.NativeTensor, ep.TensorType, ep.DTypeLike",
    "mirrors": "ep.torch, repr(ep.tensorflow), ep.jax.__name__, ep.numpy.__doc__, ep.modules.torch",
    "dir": "dir(ep), [getattr(ep, name) for name in dir(ep)]",
    "wrap": "assert ep.istensor(ep.astensor(np.ones(2)))",
    "compute": "assert ((ep.astensor(np.ones((2, 3))).square() + 1).sum(axis=0) > 1).all().item()",
    "every dtype": "[ep.astensor(np.ones(2)).astype(d) for d in ep.dtypes.MARKERS.values() if d is not ep.BFloat16]",
    "ask": "assert not ep.is_tensor(ep.astensor(np.ones(2)), ep.JAX, ep.Float32)",
    "dummy": "assert ep.utils.get_dummy('numpy').shape == (0,)",
    "restore": "t, restore = ep.astensor_(np.ones(2)); assert isinstance(restore(t), np.ndarray)",
    "refusal": "try:\n    ep.astensor([1.0])\nexcept TypeError: pass\nelse: raise SystemExit('not refused')",
    "operators": "t = ep.astensor(np.ones(2)); t == None, 1 - t, np.ones(2) * t, t @ t, t[0], t == np.float32(1)",
    "pickle": "import pickle; pickle.loads(pickle.dumps(ep.astensor(np.ones(2))))",
    "eagerpy": "ep.install_as_eagerpy(); import eagerpy, eagerpy.utils",
    "plugin": "import eagertyped.mypy_plugin",
}


@pytest.mark.parametrize("use", USES)
def test_no_framework_is_imported(use: str) -> None:
    assert output(NUMPY_ONLY + USES[use] + LOADED) == ""


@pytest.mark.slow
@pytest.mark.parametrize("framework", [pytest.param(f, marks=[getattr(pytest.mark, f), pytest.mark.xdist_group(f)]) for f in FRAMEWORKS])
def test_an_import_of_a_framework_would_be_noticed(framework: str) -> None:
    assert framework in output(f"{NUMPY_ONLY}import {framework}{LOADED}").split()


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_an_import_by_a_wrapped_array_would_be_noticed(framework: str, tmp_path: Path) -> None:
    (tmp_path / f"{framework}.py").write_text("")
    program = NUMPY_ONLY + f"ep.modules.{framework}.__dir__()" + LOADED  # dir() of a mirror is a use
    assert output(program, tmp_path) == framework


def test_nothing_but_numpy_and_typing_extensions_is_imported() -> None:
    others = "import sys; print(*sorted({n.partition('.')[0] for n in sys.modules} - set(sys.stdlib_module_names)))"
    before = set(output(f"import numpy, numpy.typing, typing_extensions; {others}").split())
    after = set(output(f"import eagertyped; {others}").split())
    assert after - before == {"eagertyped"}


def test_the_import_is_silent() -> None:
    done = run("import warnings; warnings.simplefilter('error'); import eagertyped, sys; assert not sys.warnoptions")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


NATIVE = {
    "torch": "import torch; x = torch.ones(2, 3)",
    "tensorflow": "import tensorflow as tf; x = tf.ones((2, 3))",
    "jax": "import jax.numpy as jnp; x = jnp.ones((2, 3))",
}


@pytest.mark.slow
@pytest.mark.parametrize("framework", [pytest.param(f, marks=[getattr(pytest.mark, f), pytest.mark.xdist_group(f)]) for f in FRAMEWORKS])
def test_a_tensor_of_one_framework_imports_no_other(framework: str) -> None:
    use = "\nt = ep.astensor(x); (t.square() + 1).sum().item(); t.numpy(); t == None"
    native = f"{NUMPY_ONLY}{NATIVE[framework]}{LOADED}"
    before = output(native)  # with what the framework itself imports: TensorFlow takes JAX along where it finds it
    assert framework in before.split()
    assert output(f"{NUMPY_ONLY}{NATIVE[framework]}{use}{LOADED}") == before


# -- without the frameworks ----------------------------------------------------------------------------------------

WITHOUT = HIDE.format(hidden={"torch", "tensorflow", "jax", "jaxlib", "keras", "ml_dtypes"}) + NUMPY_ONLY


@pytest.mark.parametrize("use", USES)
def test_works_where_no_framework_can_be_imported(use: str) -> None:
    output(WITHOUT + USES[use])


@pytest.mark.parametrize("use", ["ep.torch.zeros(1)", "ep.tensorflow.zeros(1)", "ep.jax.numpy.zeros(1)", "ep.utils.get_dummy('pytorch')"])
def test_using_a_missing_framework_says_which(use: str) -> None:
    program = f"{WITHOUT}\ntry:\n    {use}\nexcept ImportError as error: print(error.name, '|', error)"
    name, _, text = output(program).partition(" | ")
    assert name in FRAMEWORKS
    assert name in text


def test_hidden_frameworks_are_hidden() -> None:
    done = run(f"{WITHOUT}\nimport jax")
    assert done.returncode == 1
    assert "No module named 'jax'" in done.stderr


def test_bfloat16_without_ml_dtypes_names_the_package() -> None:
    text = output(f"{WITHOUT}\ntry:\n    ep.astensor(np.ones(2)).astype(ep.bfloat16)\nexcept TypeError as error: print(error)")
    assert text.startswith("astype on NumPy: ")
    assert "ml_dtypes" in text
    assert "Cure:" in text


@pytest.mark.parametrize("stand_in", ["types.ModuleType(name)", "None"])
def test_empty_stand_ins_for_frameworks_are_no_frameworks(stand_in: str) -> None:
    """Other tools put a mock, or None, into ``sys.modules``; half-imported modules look the same."""
    names = ("torch", "tensorflow", "jax")
    program = f"import sys, types\nfor name in {names}: sys.modules[name] = {stand_in}\n{NUMPY_ONLY}\n"
    output(program + "t = ep.astensor(np.ones(2)); assert (t + 1).sum().item() == 4\n" + USES["refusal"])
