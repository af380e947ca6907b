"""What must not be forgotten when an operation is added: it names the method, function, text, kernel, rule or test that is missing."""

from __future__ import annotations

import importlib
import inspect
import re
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import eagertyped as ep
from eagertyped._ops.contract import Operations
from eagertyped._rules.ops import COMPOSED, OPS, TENSOR_PARAMETERS, WITH_TENSORS
from eagertyped._tensor.norms import Norms
from eagertyped._tensor.tensor import JAXTensor, NumPyTensor, PyTorchTensor, Tensor, TensorFlowTensor
from tests import api
from tests.conftest import backend_params
from tests.programs import ROOT

LEAVES = (PyTorchTensor, TensorFlowTensor, JAXTensor, NumPyTensor)
TESTED = api.operations()
METHODS = {name: text for group in (api.METHODS, api.METHODS_ONLY) for names in group.values() for name, text in names.items()}
METHODS |= {name: method for name, (method, _) in api.GRADIENTS.items()}
FUNCTIONS = {name: f"t, {text}".rstrip(", ") for names in api.METHODS.values() for name, text in names.items()} | api.OF_TWO
FUNCTIONS |= {name: text for names in api.FUNCTIONS_ONLY.values() for name, text in names.items()}
FUNCTIONS |= {name: function for name, (_, function) in api.GRADIENTS.items()}
CONVERSIONS = ("astensor", "astensor_", "astensors_", "is_tensor")


Parameters = list[tuple[str, str, object]]


def parameters(f: Callable[..., object] | str, skip: int = 0) -> Parameters:
    """Name, kind and default of each parameter of a function, or of one that is written as text."""
    function = eval(f"lambda {f}: None") if isinstance(f, str) else f
    found = list(inspect.signature(function).parameters.values())[skip:]
    return [(p.name, p.kind.name, p.default) for p in found]


def sections(doc: str) -> dict[str, str]:
    """Heading -> text of the sections of a docstring."""
    parts = re.split(r"^(\w+)\n-+\n", doc, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def check_documentation(f: Callable[..., object], skip: int = 0) -> None:
    doc = inspect.getdoc(f)
    assert doc, "no docstring"
    found = sections(doc)
    assert doc.partition("\n\n")[0].endswith("."), "the summary is no sentence"
    assert {"Returns", "Raises"} <= set(found), "Returns or Raises is missing"
    names = [name for name, *_ in parameters(f, skip)]
    assert ("Parameters" in found) == bool(names)
    described = re.findall(r"^(\S.*)$", found.get("Parameters", ""), re.MULTILINE)
    assert [name.lstrip("*") for line in described for name in line.split(" : ")[0].split(", ")] == names
    assert re.findall(r"^(\w+)$", found["Raises"], re.MULTILINE), "Raises names no exception"


# -- methods and functions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("leaf", LEAVES, ids=lambda leaf: leaf.__name__)
@pytest.mark.parametrize("name", METHODS)
def test_method_exists_on_every_leaf(name: str, leaf: type[Tensor]) -> None:
    assert parameters(getattr(leaf, name), skip=1) == parameters(METHODS[name])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_exists(name: str) -> None:
    assert parameters(getattr(ep, name)) == parameters(FUNCTIONS[name])


@pytest.mark.parametrize("name", api.NORMS)
def test_norm_exists_as_method_and_function(name: str) -> None:
    assert parameters(getattr(Norms, name), skip=1) == parameters(api.NORMS[name])
    assert parameters(getattr(ep.norms, name)) == parameters(f"t, {api.NORMS[name]}")


@pytest.mark.parametrize("leaf", LEAVES, ids=lambda leaf: leaf.__name__)
def test_attributes_and_protocols_exist_on_every_leaf(leaf: type[Tensor]) -> None:
    names = api.ATTRIBUTES.split() + [f"__{name}__" for name in api.PROTOCOLS.split()]
    assert not [name for name in names if name not in {n for base in leaf.__mro__[:-1] for n in vars(base)}]


@pytest.mark.parametrize("group", ["CONVERSIONS", "CLASSES", "BACKENDS", "DTYPES", "OTHER"])
def test_package_has_every_name(group: str) -> None:
    assert not [name for name in getattr(api, group).split() if not hasattr(ep, name)]


def test_methods_that_are_not_functions_are_not() -> None:
    elsewhere = {"numpy", *api.DTYPES.split()}  # a mirror, and dtypes
    assert not [name for names in api.METHODS_ONLY.values() for name in names if name not in elsewhere and hasattr(ep, name)]
    assert not [name for names in api.FUNCTIONS_ONLY.values() for name in names if hasattr(Tensor, name)]


def test_nothing_public_is_unlisted() -> None:
    """A name that is in no list of api.py is checked by nothing here."""
    groups = (api.CONVERSIONS, api.CLASSES, api.BACKENDS, api.DTYPES, api.OTHER)
    known = {*METHODS, *api.ATTRIBUTES.split()}
    assert {name for name in dir(Tensor) if not name.startswith("_")} == known
    assert {name for name in vars(Norms) if not name.startswith("_")} == set(api.NORMS)
    submodules = {
        name for name, value in vars(ep).items() if isinstance(value, types.ModuleType) and value.__name__ == f"eagertyped.{name}"
    }
    listed = {*FUNCTIONS, *(name for group in groups for name in group.split())}
    assert {name for name in vars(ep) if not name.startswith("_")} - submodules == listed - submodules


def test_framework_and_package_export_the_same_functions() -> None:
    framework = importlib.import_module("eagertyped.framework")
    others = {"inf", "nan", "newaxis", "kl_div_with_logits"}
    assert set(framework.__all__) - others == set(FUNCTIONS) - others
    assert all(getattr(ep, name) is getattr(framework, name) for name in framework.__all__)


# -- documentation ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", METHODS)
def test_method_is_documented(name: str) -> None:
    if name in ("numpy", "item"):  # they have no parameters, and one of them returns what its summary says
        assert "Raises" in sections(inspect.getdoc(getattr(Tensor, name)) or "")
    else:
        check_documentation(getattr(Tensor, name), skip=1)


@pytest.mark.parametrize("name", [*FUNCTIONS, *CONVERSIONS])
def test_function_is_documented(name: str) -> None:
    check_documentation(getattr(ep, name))


@pytest.mark.parametrize("name", api.NORMS)
def test_norm_is_documented(name: str) -> None:
    check_documentation(getattr(Norms, name), skip=1)
    check_documentation(getattr(ep.norms, name))


@pytest.mark.parametrize("name", ["shape", "ndim", "dtype", "T", "norms"])
def test_attribute_is_documented(name: str) -> None:
    assert inspect.getdoc(getattr(Tensor, name))


@pytest.mark.parametrize("name", [*api.CLASSES.split()[:5], *api.BACKENDS.split()])
def test_class_is_documented(name: str) -> None:
    assert vars(getattr(ep, name)).get("__doc__")


@pytest.mark.parametrize("name", [name for name in METHODS if name in FUNCTIONS and name not in api.GRADIENTS])
def test_method_and_function_promise_the_same(name: str) -> None:
    """The first sentences agree, but for the names of the operands."""

    def first(f: Callable[..., object]) -> str:
        return re.sub(r"\W+", " ", (inspect.getdoc(f) or "").partition(".")[0]).split()[0]

    assert first(getattr(ep, name)) == first(getattr(Tensor, name))


def test_every_source_module_says_what_it_holds() -> None:
    for path in sources("eagertyped"):
        if path.read_text():
            assert path.read_text().startswith('"""'), path


# -- kernels ---------------------------------------------------------------------------------------------------------

KERNELS = Operations.__abstractmethods__
CLASSES = {"numpy": "NumPyOperations", "torch": "TorchOperations", "tensorflow": "TensorFlowOperations", "jax": "JAXOperations"}


def kernel_class(name: str) -> type[Operations[Any]]:  # Any: whichever backend
    found: type[Operations[Any]] = getattr(importlib.import_module(f"eagertyped._ops.{name}"), CLASSES[name])  # Any: as above
    return found


def public(cls: type) -> Iterator[str]:
    return (name for name, value in vars(cls).items() if not name.startswith("_") and (callable(value) or isinstance(value, staticmethod)))


def test_the_contract_leaves_nothing_to_a_default() -> None:
    assert set(public(Operations)) == set(KERNELS)


@pytest.mark.parametrize("name", backend_params())
def test_every_kernel_is_implemented(name: str) -> None:
    cls = kernel_class(name)
    assert not inspect.isabstract(cls)
    missing = [kernel for kernel in KERNELS if next(base for base in cls.__mro__ if kernel in vars(base)) is Operations]
    assert not missing
    assert cls.name == name


@pytest.mark.parametrize("name", backend_params())
def test_no_kernel_is_outside_the_contract(name: str) -> None:
    bases = [base for base in kernel_class(name).__mro__ if base.__module__.startswith("eagertyped")]
    assert {kernel for base in bases for kernel in public(base)} == KERNELS


@pytest.mark.parametrize("kernel", sorted(KERNELS))
def test_every_kernel_is_used(kernel: str) -> None:
    text = "".join(path.read_text() for path in sources("eagertyped") if path.parent.name in ("_tensor", "eagertyped"))
    assert re.search(rf"_ops\.{kernel}\b", text)


@pytest.mark.parametrize("kernel", sorted(KERNELS))
def test_a_backend_without_a_kernel_is_refused_by_its_name(kernel: str) -> None:
    complete = {name: lambda *args: args for name in KERNELS if name != kernel}
    with pytest.raises(TypeError, match=rf"abstract .*'?\b{kernel}\b"):
        type("Incomplete", (Operations,), complete)()


# -- generated files, rules, sizes, tests ------------------------------------------------------------------------------


def sources(*folders: str) -> Iterator[Any]:  # Any: pathlib's paths
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py*"):
            if path.suffix in (".py", ".pyi") and "__pycache__" not in path.parts and not set(path.parts) & {"_stubs"}:
                yield path


def test_generated_functions_are_current() -> None:
    command = [sys.executable, str(ROOT / "tools" / "generate_functions.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", sorted(TESTED))
def test_every_operation_has_a_rule(name: str) -> None:
    # no Tensor comes out, or a gradient, for which value_and_grad stands
    if name not in {"numpy", "item", "value_aux_and_grad", "value_and_grad_fn", "grad", "jacobian", "hessian"}:
        assert name in OPS or name in COMPOSED or f"norms.{name}" in COMPOSED


def test_no_source_file_is_over_600_lines() -> None:
    folders = ("eagertyped", "mypy_plugin", "stubs", "tests", "typecheck_tests", "tools", "benchmarks", "examples")
    lines = {path: path.read_text().count("\n") for path in sources(*folders)}
    assert len(lines) > 50
    assert not {str(path): n for path, n in lines.items() if n > 600}


@pytest.mark.parametrize("name", sorted(TESTED))
def test_every_operation_has_a_test(name: str) -> None:
    paths = list((ROOT / "tests").glob(f"test_{TESTED[name]}*.py"))
    assert paths, f"test_{TESTED[name]}.py is missing"
    assert any(re.search(rf"\b{name}\b", path.read_text()) for path in paths)


def test_the_rules_know_which_operations_take_other_tensors() -> None:
    functions = {op: getattr(ep, op) for op in (*OPS, *COMPOSED) if hasattr(ep, op)}
    taking = {op for op, function in functions.items() if TENSOR_PARAMETERS & set(inspect.signature(function).parameters)}
    assert taking | {"getitem", "meshgrid"} == WITH_TENSORS  # an index, and any number of tensors
