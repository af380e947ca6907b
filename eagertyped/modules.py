"""Lazy mirrors of the frameworks: ``ep.torch.zeros(3)`` is a Tensor, and nothing is imported before it is used."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Iterable
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from ._errors import NotATensorError
from .convert import astensor
from .recognise import find_leaf

__all__ = ["ModuleWrapper", "jax", "numpy", "tensorflow", "torch"]

_OWN_DUNDERS: Final = re.compile(r"__\w*version\w*__|__(all|array_namespace_info|config|cxx11_abi_flag|future|monolithic_build)__")
"""Attributes that the frameworks have and nobody asks of modules in general."""


class ModuleWrapper(ModuleType):
    """A module whose functions return Tensors where the original's return native tensors; everything else is unchanged.

    Classes come back as they are, so that ``isinstance`` works; sub-modules come back mirrored.
    """

    def __dir__(self) -> Iterable[str]:
        return dir(import_module(self.__name__))

    def __getattr__(self, name: str) -> Any:  # Any: whatever the framework has under that name
        if name.startswith("__") and name.endswith("__") and not _OWN_DUNDERS.fullmatch(name):
            raise AttributeError(name)  # what Python asks of any module: no reason to import the framework
        module = import_module(self.__name__)
        try:
            value = getattr(module, name)
        except AttributeError as missing:
            path = f"{self.__name__}.{name}"
            try:
                value = import_module(path)  # a sub-module that nobody has imported yet
            except ModuleNotFoundError as error:
                if error.name != path:  # it exists, and lacks something that it imports
                    raise
                raise missing from None
        if inspect.ismodule(value):
            return ModuleWrapper(value.__name__, value.__doc__)
        if inspect.isclass(value) or not callable(value):
            return value
        return _returning_tensors(value)


def _returning_tensors(function: Callable[..., Any]) -> Callable[..., Any]:  # Any: any function of the framework
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:  # Any: as above
        result = function(*args, **kwargs)
        if find_leaf(result) is None:
            return result
        try:
            return astensor(result)
        except NotATensorError:  # it holds no numbers: JAX's PRNG keys, text
            return result

    return wrapper


torch: ModuleWrapper = ModuleWrapper("torch", "Mirror of PyTorch.")
tensorflow: ModuleWrapper = ModuleWrapper("tensorflow", "Mirror of TensorFlow.")
jax: ModuleWrapper = ModuleWrapper("jax", "Mirror of JAX.")
numpy: ModuleWrapper = ModuleWrapper("numpy", "Mirror of NumPy.")
