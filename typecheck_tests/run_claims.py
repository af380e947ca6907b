"""Run the checked programs: arguments from the annotations, and an `assert_type` that looks at real tensors."""

from __future__ import annotations

import importlib.util
import itertools
import types
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import eagertyped as ep
from eagertyped.dtypes import CONCRETE, MARKERS
from tests.backends import MAKERS
from tests.test_rules import array, native

EXAMPLES: dict[object, object] = {float: 1.5, int: 2, bool: True}


def functions(file: Path) -> list[Callable[..., None]]:
    """The public functions of a program, with `assert_type` replaced by `check`."""
    spec = importlib.util.spec_from_file_location(f"claims_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.assert_type = check  # type: ignore[attr-defined]  # the program's own name
    found = [f for f in vars(module).values() if isinstance(f, types.FunctionType) and f.__module__ == module.__name__]
    return [f for f in found if not f.__name__.startswith("_")]  # the others are what the programs themselves call


def arguments(function: Callable[..., None]) -> Iterator[tuple[object, ...]]:
    """Every choice of arguments: each member of a union, ranks 2 and 0."""
    hints = typing.get_type_hints(function)
    hints.pop("return", None)
    for rank in (2, 0):
        yield from itertools.product(*(list(examples(hint, rank)) for hint in hints.values()))


def examples(hint: Any, rank: int) -> Iterator[object]:  # Any: an annotation
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        for item in typing.get_args(hint):
            yield from examples(item, rank)
    elif tensor_arguments(hint) is not None:
        backend, dtype = tensor_arguments(hint) or ()
        for name, marker in itertools.product(backends(backend), markers(dtype)):
            yield ep.astensor(native(name, marker.name, (2, 2)[:rank]))
    else:
        yield EXAMPLES[hint]


LEAVES = {ep.PyTorchTensor: ep.Torch, ep.TensorFlowTensor: ep.TensorFlow, ep.JAXTensor: ep.JAX, ep.NumPyTensor: ep.NumPy}


def tensor_arguments(claim: Any) -> tuple[Any, Any] | None:  # Any: an annotation, markers or unions of them
    """Backend and dtype of a tensor's type; at run time ``Tensor[Torch, D]`` is ``PyTorchTensor[D]``."""
    origin, args = typing.get_origin(claim), typing.get_args(claim)
    if origin in LEAVES:
        return LEAVES[origin], args[0]
    return args if origin is ep.Tensor else None


def backends(backend: Any) -> list[str]:  # Any: a marker or a union of markers
    if isinstance(backend, typing.TypeVar):
        backend = backend.__bound__
    if isinstance(backend, types.UnionType) or typing.get_origin(backend) is typing.Union:
        return [name for item in typing.get_args(backend) for name in backends(item)]
    return list(MAKERS) if backend is ep.Backend or backend is Any else [backend.name]


def markers(dtype: Any) -> list[type[ep.DType]]:  # Any: a marker or a union of markers
    if isinstance(dtype, typing.TypeVar):
        dtype = dtype.__bound__
    if isinstance(dtype, types.UnionType) or typing.get_origin(dtype) is typing.Union:
        return [marker for item in typing.get_args(dtype) for marker in markers(item)]
    return [marker for marker in CONCRETE if dtype is Any or dtype is ep.DType or issubclass(marker, dtype)]


def check(value: Any, claim: Any) -> Any:  # Any: values and types of every kind
    """As `typing.assert_type`, but for the value."""
    assert holds(value, claim), f"{value!r} is no {claim}"
    return value


def holds(value: Any, claim: Any) -> bool:  # Any: as in check
    origin, args = typing.get_origin(claim), typing.get_args(claim)
    if claim is Any:
        return True
    if isinstance(claim, types.UnionType) or origin is typing.Union:
        return any(holds(value, item) for item in args)
    tensor = tensor_arguments(claim)
    if tensor is not None:
        known = isinstance(value, ep.Tensor) and value._ops.name in backends(tensor[0])
        return known and MARKERS[value._ops.dtype(value.raw)] in markers(tensor[1])
    if origin is tuple:
        return isinstance(value, tuple) and len(value) == len(args) and all(map(holds, value, args))
    if origin is dict:
        return isinstance(value, dict) and all(type(key) is args[0] and holds(item, args[1]) for key, item in value.items())
    if origin is list:
        return isinstance(value, list) and all(holds(item, args[0]) for item in value)
    if origin is np.ndarray:
        return isinstance(value, np.ndarray) and value.dtype == np.dtype(typing.get_args(args[1])[0])
    return type(value) is (origin or claim)


def is_wrong(claim: Any, dtype: str = "float32") -> bool:  # Any: as in check
    """Whether `holds` denies a claim about a NumPy tensor: for the test of this very file."""
    return not holds(ep.astensor(array(dtype)), claim)
