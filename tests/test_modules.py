"""The mirrors of the frameworks, EagerPy's import paths, and the small names: `ep.index`, `ep.newaxis`, `ep.inf`, `ep.nan`."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from eagertyped.modules import ModuleWrapper
from tests import api
from tests.backends import MAKERS, TestBackend
from tests.programs import output, run

Use = Callable[[], Any]  # Any: whatever a framework's function gives
PYTORCH, TENSORFLOW, JAX = ((getattr(pytest.mark, name), pytest.mark.xdist_group(name)) for name in ("torch", "tensorflow", "jax"))


# -- mirrors ---------------------------------------------------------------------------------------------------------

NATIVE_RESULTS: list[Any] = [  # Any: pytest's parameters
    pytest.param("numpy", lambda: ep.numpy.zeros(3), (3,)),
    pytest.param("numpy", lambda: ep.numpy.asarray([[1, 2]]), (1, 2)),
    pytest.param("numpy", lambda: ep.numpy.random.rand(2), (2,)),
    pytest.param("numpy", lambda: ep.numpy.linalg.inv(np.eye(2)), (2, 2)),
    pytest.param("numpy", lambda: ep.numpy.add(np.ones(2), 1), (2,)),
    pytest.param("numpy", lambda: ep.numpy.sum(np.ones(2)), ()),  # a NumPy scalar
    pytest.param("torch", lambda: ep.torch.zeros(3), (3,), marks=PYTORCH),
    pytest.param("torch", lambda: ep.torch.arange(4), (4,), marks=PYTORCH),
    pytest.param("torch", lambda: ep.torch.nn.functional.relu(ep.torch.zeros(2).raw), (2,), marks=PYTORCH),
    pytest.param("torch", lambda: ep.torch.tensor([[1.0]], dtype=ep.torch.float64), (1, 1), marks=PYTORCH),
    pytest.param("tensorflow", lambda: ep.tensorflow.zeros(3), (3,), marks=TENSORFLOW),
    pytest.param("tensorflow", lambda: ep.tensorflow.range(4), (4,), marks=TENSORFLOW),
    pytest.param("tensorflow", lambda: ep.tensorflow.nn.relu(ep.tensorflow.zeros(2).raw), (2,), marks=TENSORFLOW),
    pytest.param("tensorflow", lambda: ep.tensorflow.constant([[1.0]]), (1, 1), marks=TENSORFLOW),
    pytest.param("jax", lambda: ep.jax.numpy.arange(4), (4,), marks=JAX),
    pytest.param("jax", lambda: ep.jax.nn.relu(ep.jax.numpy.zeros(2).raw), (2,), marks=JAX),
    pytest.param("jax", lambda: ep.jax.numpy.linalg.inv(np.eye(2, dtype=np.float32)), (2, 2), marks=JAX),
    pytest.param("jax", lambda: ep.jax.random.PRNGKey(0), (2,), marks=JAX),
]


@pytest.mark.parametrize("name, use, shape", NATIVE_RESULTS)
def test_functions_of_a_mirror_return_tensors(name: str, use: Use, shape: tuple[int, ...]) -> None:
    result = use()
    assert type(result) is MAKERS[name]().leaf
    assert result.shape == shape


UNCHANGED: list[Any] = [  # Any: pytest's parameters
    pytest.param(lambda: ep.numpy.float32, lambda: np.float32, id="class"),
    pytest.param(lambda: ep.numpy.pi, lambda: math.pi, id="constant"),
    pytest.param(lambda: ep.numpy.newaxis, lambda: None, id="None"),
    pytest.param(lambda: ep.numpy.shape([1]), lambda: (1,), id="tuple"),
    pytest.param(lambda: ep.numpy.result_type(np.float32, np.float64), lambda: np.dtype(np.float64), id="dtype"),
    pytest.param(lambda: ep.numpy.__version__, lambda: np.__version__, id="version"),
    pytest.param(lambda: ep.torch.float32, lambda: importlib.import_module("torch").float32, marks=PYTORCH, id="torch dtype"),
    pytest.param(lambda: ep.torch.nn.Linear, lambda: importlib.import_module("torch").nn.Linear, marks=PYTORCH, id="torch class"),
    pytest.param(lambda: ep.torch.is_grad_enabled(), lambda: True, marks=PYTORCH, id="torch bool"),
    pytest.param(lambda: ep.tensorflow.float32, lambda: importlib.import_module("tensorflow").float32, marks=TENSORFLOW, id="tf dtype"),
    pytest.param(lambda: ep.tensorflow.Variable, lambda: importlib.import_module("tensorflow").Variable, marks=TENSORFLOW, id="tf class"),
    pytest.param(lambda: ep.jax.Array, lambda: importlib.import_module("jax").Array, marks=JAX, id="jax class"),
    pytest.param(lambda: ep.jax.device_count(), lambda: importlib.import_module("jax").device_count(), marks=JAX, id="jax int"),
]


@pytest.mark.parametrize("use, expected", UNCHANGED)
def test_other_values_of_a_mirror_are_unchanged(use: Use, expected: Use) -> None:
    assert use() == expected()


NOT_NUMBERS: list[Any] = [  # Any: pytest's parameters
    pytest.param(lambda: ep.numpy.array(["text"]), id="numpy text"),
    pytest.param(lambda: ep.numpy.array([None]), id="numpy objects"),
    pytest.param(lambda: ep.tensorflow.constant("text"), marks=TENSORFLOW, id="tensorflow text"),
    pytest.param(lambda: ep.tensorflow.ragged.constant([[1], [1, 2]]), marks=TENSORFLOW, id="tensorflow ragged"),
    pytest.param(lambda: ep.jax.random.key(0), marks=JAX, id="jax key"),
]


@pytest.mark.parametrize("use", NOT_NUMBERS)
def test_what_a_tensor_cannot_wrap_is_unchanged(use: Use) -> None:
    """A PRNG key, say, is there to be passed on: ``ep.jax.random.normal(ep.jax.random.key(0), (3,))``."""
    assert not ep.istensor(use())


def mirrors() -> list[Any]:  # Any: pytest's parameters
    marks = {"torch": PYTORCH, "tensorflow": TENSORFLOW, "jax": JAX, "numpy": ()}
    return [pytest.param(name, marks=marks[name]) for name in MAKERS]


@pytest.mark.parametrize("name", mirrors())
def test_dir_of_a_mirror_is_that_of_the_original(name: str) -> None:
    mirror: ModuleType = getattr(ep, name)
    assert dir(mirror) == sorted(dir(importlib.import_module(name)))
    assert ("numpy" if name == "jax" else "zeros") in dir(mirror)


@pytest.mark.parametrize("name", mirrors())
def test_a_mirror_knows_its_name_and_functions_their_documentation(name: str) -> None:
    mirror: ModuleType = getattr(ep, name)
    assert isinstance(mirror, ModuleWrapper)
    assert mirror.__name__ == name
    assert mirror.__doc__
    function = (mirror.numpy if name == "jax" else mirror).zeros
    assert function.__name__ == "zeros"
    assert function.__doc__


@pytest.mark.parametrize("name", mirrors())
def test_what_the_original_lacks_is_an_attribute_error(name: str) -> None:
    assert not hasattr(getattr(ep, name), "no_such_name")
    with pytest.raises(AttributeError, match="no_such_name"):
        getattr(ep, name).no_such_name


def test_submodules_are_mirrors_too_and_imported_when_named() -> None:
    assert isinstance(ep.numpy.linalg, ModuleWrapper)
    assert ep.numpy.linalg.__name__ == "numpy.linalg"
    assert output("import eagertyped as ep; print(ep.numpy.polynomial.polynomial.polyval([1.0], [2.0]).item())") == "2.0"


@pytest.mark.parametrize("name", ["torch", "tensorflow", "jax"])
def test_nothing_is_imported_before_it_is_used(name: str) -> None:
    looks = (
        f"import sys, inspect, eagertyped as ep; m = ep.{name}; repr(m), str(m), m.__name__, m.__doc__, hasattr(m, '__path__'),"
        f"inspect.ismodule(m), bool(m), hash(m), m == ep.modules.{name}; assert {name!r} not in sys.modules"
    )
    output(looks)


def test_exceptions_of_the_original_pass_unchanged() -> None:
    with pytest.raises(np.linalg.LinAlgError, match="Singular"):
        ep.numpy.linalg.inv(np.zeros((2, 2)))


# -- utils -----------------------------------------------------------------------------------------------------------

DUMMIES = {"torch": "pytorch", "tensorflow": "tensorflow", "jax": "jax", "numpy": "numpy"}


def test_get_dummy(backend: TestBackend) -> None:
    dummy = ep.utils.get_dummy(DUMMIES[backend.name])
    assert type(dummy) is backend.leaf
    assert dummy.shape == (0,)
    assert backend.dtype(dummy) == "float32"
    assert backend.dtype(dummy.ones((2, 3))) == "float32"


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_get_dummy_on_a_gpu() -> None:
    import torch

    if torch.cuda.is_available():
        assert ep.utils.get_dummy("pytorch-gpu").raw.device == torch.device("cuda:0")
    else:
        with pytest.raises((AssertionError, RuntimeError), match=r"(?i)cuda"):
            ep.utils.get_dummy("pytorch-gpu")


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_get_dummy_is_float32_whatever_the_default() -> None:
    import torch

    torch.set_default_dtype(torch.float64)
    try:
        assert ep.utils.get_dummy("pytorch").raw.dtype == torch.float32
    finally:
        torch.set_default_dtype(torch.float32)


@pytest.mark.parametrize("name", ["torch", "cupy", "", "NumPy"])
def test_get_dummy_of_an_unknown_framework(name: str) -> None:
    with pytest.raises(ValueError, match=rf"get_dummy: unknown framework '{name}'\. Cure: .*'pytorch'.*'numpy'"):
        ep.utils.get_dummy(name)


# -- EagerPy's names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", api.EAGERPY)
def test_eagerpy_import_paths_give_its_names(module: str) -> None:
    found = importlib.import_module(f"eagertyped.{module}" if module else "eagertyped")
    missing = [name for name in api.EAGERPY[module].split() if not hasattr(found, name)]
    assert not missing


@pytest.mark.parametrize("module", [m for m in api.EAGERPY if m])
def test_eagerpy_import_paths_are_attributes_of_the_package(module: str) -> None:
    assert output(f"import eagertyped as ep; print(ep.{module if module != 'astensor' else 'astensor.__module__'})")


@pytest.mark.parametrize("name", [name for name in api.EAGERPY["framework"].split() if not name.startswith("_")])
def test_framework_and_package_give_the_same_object(name: str) -> None:
    framework = importlib.import_module("eagertyped.framework")
    assert getattr(framework, name) is getattr(ep, name) or name == "nan"


def test_tensor_or_scalar_and_restore_type_are_types() -> None:
    from eagertyped.astensor import RestoreTypeFunc
    from eagertyped.tensor import TensorOrScalar

    def checked(x: TensorOrScalar, restore: RestoreTypeFunc[object] | None = None) -> None: ...

    checked(ep.astensor(np.ones(1)))
    checked(1.5)


def test_types() -> None:
    assert ep.types.Shape == ep.types.Axes == tuple[int, ...]
    assert ep.types.AxisAxes == int | tuple[int, ...]
    assert ep.types.ShapeOrScalar == tuple[int, ...] | int
    assert ep.types.NativeTensor is not None


# -- small names -----------------------------------------------------------------------------------------------------


def test_index_returns_its_key() -> None:
    assert ep.index[0] == 0
    assert ep.index[1:, None] == (slice(1, None), None)
    assert ep.index[..., ::-1] == (..., slice(None, None, -1))
    key = object()
    assert ep.index[key] is key
    assert ep.astensor(np.arange(6).reshape(2, 3))[ep.index[:, 1]].numpy().tolist() == [1, 4]


def test_constants() -> None:
    assert ep.newaxis is None
    assert ep.inf == math.inf
    assert math.isnan(ep.nan)
    assert type(ep.inf) is type(ep.nan) is float


def test_version() -> None:
    assert all(part.isdigit() for part in ep.__version__.split(".")[:2])


def test_no_name_shadows_a_submodule_in_fresh_processes() -> None:
    """`ep.astensor` is the function, though a module has that name, whatever was imported first."""
    for first in ("", "import eagertyped.astensor", "from eagertyped.astensor import astensor"):
        output(f"{first}\nimport eagertyped as ep, numpy\nassert ep.istensor(ep.astensor(numpy.ones(1)))")
    assert run("import eagertyped.norms as n, eagertyped as ep; assert n is ep.norms").returncode == 0
