"""Type aliases for signatures, under EagerPy's names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    import jax
    import numpy.typing as npt
    import tensorflow
    import torch

    from ._tensor.tensor import Tensor

__all__ = ["Axes", "AxisAxes", "NativeTensor", "Shape", "ShapeOrScalar"]

Axes: TypeAlias = tuple[int, ...]
AxisAxes: TypeAlias = int | Axes
Shape: TypeAlias = tuple[int, ...]
ShapeOrScalar: TypeAlias = Shape | int
AnyLeaf: TypeAlias = "Tensor[Any, Any]"
"""Any: a leaf fixes its backend, and its dtype is known at run time only."""
NativeTensor: TypeAlias = "torch.Tensor | tensorflow.Tensor | jax.Array | npt.NDArray[Any] | np.generic"
"""A tensor of any framework; under its name only: evaluating it would import them all."""
