"""Lazy mirrors of the frameworks: ``ep.torch.zeros(3)`` is a Tensor, and nothing is imported before it is used."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from importlib import import_module
from types import ModuleType
from typing import Any

from .convert import astensor
from .recognise import find_leaf

__all__ = ["ModuleWrapper", "jax", "numpy", "tensorflow", "torch"]


class ModuleWrapper(ModuleType):
    """A module whose functions return Tensors where the original's return native tensors; everything else is unchanged.

    Classes come back as they are, so that ``isinstance`` works; sub-modules come back mirrored.
    """

    def __dir__(self) -> Iterable[str]:
        return dir(import_module(self.__name__))

    def __getattr__(self, name: str) -> Any:  # Any: whatever the framework has under that name
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)  # what Python asks of any module: no reason to import the framework
        module = import_module(self.__name__)
        try:
            value = getattr(module, name)
        except AttributeError:
            value = import_module(f"{self.__name__}.{name}")  # a sub-module that nobody has imported yet
        if inspect.ismodule(value):
            return ModuleWrapper(value.__name__, value.__doc__)
        if inspect.isclass(value) or not callable(value):
            return value
        return _returning_tensors(value)


def _returning_tensors(function: Callable[..., Any]) -> Callable[..., Any]:  # Any: any function of the framework
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:  # Any: as above
        result = function(*args, **kwargs)
        return astensor(result) if find_leaf(result) is not None else result

    return wrapper


torch: ModuleWrapper = ModuleWrapper("torch", "Mirror of PyTorch.")
tensorflow: ModuleWrapper = ModuleWrapper("tensorflow", "Mirror of TensorFlow.")
jax: ModuleWrapper = ModuleWrapper("jax", "Mirror of JAX.")
numpy: ModuleWrapper = ModuleWrapper("numpy", "Mirror of NumPy.")
