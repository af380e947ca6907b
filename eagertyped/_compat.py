"""Standing in for EagerPy."""

from __future__ import annotations

import importlib
import sys

__all__ = ["install_as_eagerpy"]

_SUBMODULES = ("astensor", "framework", "lib", "modules", "norms", "tensor", "types", "utils")
_PARTS_OF_TENSOR = ("jax", "numpy", "pytorch", "tensor", "tensorflow")
"""EagerPy's modules below `eagerpy.tensor`, from which programs import the classes too."""


def install_as_eagerpy() -> None:
    """Let ``import eagerpy`` give this package, for libraries that were written for EagerPy. Call it before they are imported.

    Raises
    ------
    ImportError
        If the real EagerPy was imported before: two classes of Tensor in one process would not know each other.
    """
    package = sys.modules[__package__]
    present = sys.modules.get("eagerpy")
    if present is not None and present is not package:
        raise ImportError("install_as_eagerpy: eagerpy was imported before. Cure: call it before the libraries that use eagerpy.")
    for name in _SUBMODULES:
        importlib.import_module(f"{package.__name__}.{name}")
    for name, module in list(sys.modules.items()):  # the others too: imported by a second name they would exist twice
        parent, dot, rest = name.partition(".")
        if parent == package.__name__:
            sys.modules[f"eagerpy{dot}{rest}"] = module
    for name in _PARTS_OF_TENSOR:
        sys.modules[f"eagerpy.tensor.{name}"] = sys.modules["eagerpy.tensor"]
