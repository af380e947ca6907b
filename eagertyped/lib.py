"""Functions built from the others."""

from __future__ import annotations

from typing import overload

from ._errors import SHAPES, describe, refused, value_error
from ._tensor._typing import B, InexactD
from ._tensor.core import same_size
from ._tensor.tensor import Tensor
from .convert import astensor
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
        Floating tensors of one backend that broadcast, with the same number of categories. A logit of -inf is a category of probability 0.
    axis
        The axis of the categories; of two ranks, an axis of the higher one.
    keepdims
        Keep that axis with size 1.

    Returns
    -------
    Tensor
        Without the axis (or 1), the dtype of the logits; in nats. A category that p does not have counts nothing, whatever q says, and
        has a gradient of 0; one that only q does not have makes it infinite. NaN where all logits are -inf.

    Raises
    ------
    ValueError
        If the axis is out of bounds, the numbers of categories differ, or the shapes do not broadcast.
    TypeError
        If the framework refuses the dtype, or the backends differ.
    """
    op = "kl_div_with_logits"
    p, q = astensor(logits_p), astensor(logits_q)
    ops, raw_p, raw_q = p._ops, p.raw, p._raw_of(op, q)
    wide = p if p.ndim >= q.ndim else q
    place = wide._axis(op, axis)
    axis_p, axis_q = place - wide.ndim + p.ndim, place - wide.ndim + q.ndim
    if min(axis_p, axis_q) < 0 or not same_size(p.shape[axis_p], q.shape[axis_q]):
        what = f"needs as many categories on both sides along axis {axis}, got {describe(p)} and {describe(q)}"
        raise value_error(op, ops, what, SHAPES)
    try:
        log_p, log_q = ops.log_softmax(raw_p, axis_p), ops.log_softmax(raw_q, axis_q)
        share = ops.softmax(raw_p, axis_p)
        absent = ops.equal(share, 0)  # there log p may be -inf, and 0 * (-inf) is NaN
        difference = ops.subtract(ops.where(absent, 0, log_p), ops.where(absent, 0, log_q))
        return p._new(ops.sum(ops.multiply(share, difference), (place,), keepdims))
    except Exception as error:
        raise refused(error, op, p, q)
