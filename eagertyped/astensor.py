"""EagerPy's import path for conversions."""

from typing_extensions import TypeVar

from .convert import RestoreTypeFunc, astensor, astensor_, astensors, astensors_

T = TypeVar("T")
"""A native tensor or a Tensor: Foolbox imports it from here."""

__all__ = ["RestoreTypeFunc", "T", "astensor", "astensor_", "astensors", "astensors_"]
