"""EagerPy's import path for conversions."""

from .convert import RestoreTypeFunc, astensor, astensor_, astensors, astensors_

__all__ = ["RestoreTypeFunc", "astensor", "astensor_", "astensors", "astensors_"]
