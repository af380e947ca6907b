"""Functions built from the others."""

from __future__ import annotations

from typing import overload

from ._tensor._typing import B, InexactD
from ._tensor.tensor import Tensor
from .dtypes import DType

__all__ = ["kl_div_with_logits"]


@overload
def kl_div_with_logits(
    logits_p: Tensor[B, InexactD], logits_q: Tensor[B, InexactD], axis: int = -1, keepdims: bool = False
) -> Tensor[B, InexactD]: ...
@overload
def kl_div_with_logits(
    logits_p: Tensor[B, DType], logits_q: Tensor[B, DType], axis: int = -1, keepdims: bool = False
) -> Tensor[B, DType]: ...
def kl_div_with_logits(logits_p: Tensor[B, DType], logits_q: Tensor[B, DType], axis: int = -1, keepdims: bool = False) -> Tensor[B, DType]:
    """Kullback-Leibler divergence ``sum(p * (log p - log q))`` of two categorical distributions given by logits.

    Parameters
    ----------
    logits_p, logits_q
        Floating tensors of one backend that broadcast.
    axis
        The axis of the categories.
    keepdims
        Keep that axis with size 1.

    Returns
    -------
    Tensor
        Without the axis (or 1), the dtype of the logits; in nats.

    Raises
    ------
    ValueError
        If the axis is out of bounds, or the shapes do not broadcast.
    TypeError
        If the framework refuses the dtype, or the backends differ.
    """
    log_p, log_q = logits_p.log_softmax(axis=axis), logits_q.log_softmax(axis=axis)
    return (logits_p.softmax(axis=axis) * (log_p - log_q)).sum(axis=axis, keepdims=keepdims)
