"""Standing in for EagerPy."""

from __future__ import annotations

import importlib
import sys

__all__ = ["install_as_eagerpy"]

_SUBMODULES = ("astensor", "framework", "lib", "modules", "norms", "tensor", "types", "utils")


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
    sys.modules["eagerpy"] = package
    for name in _SUBMODULES:
        sys.modules[f"eagerpy.{name}"] = importlib.import_module(f"{__package__}.{name}")
