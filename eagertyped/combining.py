"""Functions of several tensors, any of which may come first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, overload

from ._errors import describe, refused
from ._tensor._typing import B, D, FloatingD, InexactD, NumericD, Scalar, SignedD
from ._tensor.tensor import Tensor
from .convert import astensor
from .dtypes import Bool, DType
from .recognise import find_leaf, leaf_of

__all__ = ["concatenate", "logical_and", "logical_or", "matmul", "maximum", "meshgrid", "minimum", "pow", "stack", "where"]


@overload
def minimum(x: Tensor[B, FloatingD], y: Tensor[B, FloatingD]) -> Tensor[B, FloatingD]: ...
@overload
def minimum(x: Tensor[B, SignedD], y: Tensor[B, SignedD]) -> Tensor[B, SignedD]: ...
@overload
def minimum(x: Tensor[B, DType], y: Tensor[B, DType]) -> Tensor[B, DType]: ...
@overload
def minimum(x: Tensor[B, D], y: Scalar) -> Tensor[B, D]: ...
@overload
def minimum(x: Scalar, y: Tensor[B, D]) -> Tensor[B, D]: ...
def minimum(x: Tensor[B, DType] | Scalar, y: Tensor[B, DType] | Scalar) -> Tensor[B, DType]:
    """Lesser of each pair of elements; NaN wins.

    Where both are equal each has half of the gradient; on TensorFlow the first has all of it. Beside a Python scalar the tensor has all
    of it; on JAX half.

    Parameters
    ----------
    x, y
        Tensors of one backend that broadcast, or one Python scalar of the tensor's kind or a lower one, on either side.

    Returns
    -------
    Tensor
        Broadcast shape; a scalar never changes the dtype, tensors promote as the framework promotes.

    Raises
    ------
    TypeError
        If none is a tensor, a scalar is of a higher kind (1.5 and int32), or the framework refuses the dtypes.
    ValueError
        If the shapes do not broadcast.
    """
    t: Tensor[B, DType]
    t, other = _tensor_first("minimum", x, y)
    return t.minimum(other)


@overload
def maximum(x: Tensor[B, FloatingD], y: Tensor[B, FloatingD]) -> Tensor[B, FloatingD]: ...
@overload
def maximum(x: Tensor[B, SignedD], y: Tensor[B, SignedD]) -> Tensor[B, SignedD]: ...
@overload
def maximum(x: Tensor[B, DType], y: Tensor[B, DType]) -> Tensor[B, DType]: ...
@overload
def maximum(x: Tensor[B, D], y: Scalar) -> Tensor[B, D]: ...
@overload
def maximum(x: Scalar, y: Tensor[B, D]) -> Tensor[B, D]: ...
def maximum(x: Tensor[B, DType] | Scalar, y: Tensor[B, DType] | Scalar) -> Tensor[B, DType]:
    """Greater of each pair of elements; NaN wins.

    Where both are equal each has half of the gradient; on TensorFlow the first has all of it. Beside a Python scalar the tensor has all
    of it; on JAX half.

    Parameters
    ----------
    x, y
        Tensors of one backend that broadcast, or one Python scalar of the tensor's kind or a lower one, on either side.

    Returns
    -------
    Tensor
        Broadcast shape; a scalar never changes the dtype, tensors promote as the framework promotes.

    Raises
    ------
    TypeError
        If none is a tensor, a scalar is of a higher kind (1.5 and int32), or the framework refuses the dtypes.
    ValueError
        If the shapes do not broadcast.
    """
    t: Tensor[B, DType]
    t, other = _tensor_first("maximum", x, y)
    return t.maximum(other)


@overload
def logical_and(x: Tensor[B, DType], y: Tensor[B, DType] | bool) -> Tensor[B, Bool]: ...
@overload
def logical_and(x: bool, y: Tensor[B, DType]) -> Tensor[B, Bool]: ...
def logical_and(x: Tensor[B, DType] | bool, y: Tensor[B, DType] | bool) -> Tensor[B, Bool]:
    """Conjunction of each pair of elements.

    Parameters
    ----------
    x, y
        Bool tensors of one backend that broadcast, or one Python bool, on either side.

    Returns
    -------
    Tensor
        Broadcast shape, bool.

    Raises
    ------
    ValueError
        If one of them is not bool; ``t.bool()`` makes one.
    TypeError
        If none is a tensor, or the backends differ.
    """
    t: Tensor[B, DType]
    t, other = _tensor_first("logical_and", x, y)
    return t.logical_and(other)


@overload
def logical_or(x: Tensor[B, DType], y: Tensor[B, DType] | bool) -> Tensor[B, Bool]: ...
@overload
def logical_or(x: bool, y: Tensor[B, DType]) -> Tensor[B, Bool]: ...
def logical_or(x: Tensor[B, DType] | bool, y: Tensor[B, DType] | bool) -> Tensor[B, Bool]:
    """Disjunction of each pair of elements.

    Parameters
    ----------
    x, y
        Bool tensors of one backend that broadcast, or one Python bool, on either side.

    Returns
    -------
    Tensor
        Broadcast shape, bool.

    Raises
    ------
    ValueError
        If one of them is not bool; ``t.bool()`` makes one.
    TypeError
        If none is a tensor, or the backends differ.
    """
    t: Tensor[B, DType]
    t, other = _tensor_first("logical_or", x, y)
    return t.logical_or(other)


def _tensor_first(op: str, x: Tensor[B, DType] | Any, y: Tensor[B, DType] | Any) -> tuple[Tensor[B, DType], Any]:  # Any: the other operand
    """The operands of a commutative operation with a tensor in front."""
    for t, other in ((x, y), (y, x)):
        if isinstance(t, Tensor):
            return t, other
    for t, other in ((x, y), (y, x)):
        if find_leaf(t) is not None:
            return astensor(t), other
    raise TypeError(f"{op}: needs a tensor on one side at least, got {describe(x)} and {describe(y)}. Cure: wrap one with ep.astensor.")


def _tensor(op: str, t: Tensor[B, D]) -> Tensor[B, D]:
    """The tensor; a native one, which a checker would not let through, is wrapped."""
    return t if isinstance(t, Tensor) else leaf_of(t, op)(t)


@overload
def pow(t: Tensor[B, FloatingD], exponent: Tensor[B, FloatingD]) -> Tensor[B, FloatingD]: ...
@overload
def pow(t: Tensor[B, SignedD], exponent: Tensor[B, SignedD]) -> Tensor[B, SignedD]: ...
@overload
def pow(t: Tensor[B, DType], exponent: Tensor[B, DType]) -> Tensor[B, DType]: ...
@overload
def pow(t: Tensor[B, NumericD], exponent: int) -> Tensor[B, NumericD]: ...
@overload
def pow(t: Tensor[B, InexactD], exponent: float) -> Tensor[B, InexactD]: ...
@overload
def pow(t: Tensor[B, DType], exponent: Scalar) -> Tensor[B, DType]: ...
def pow(t: Tensor[B, DType], exponent: Tensor[B, DType] | Scalar) -> Tensor[B, DType]:
    """Each element to the power of the exponent: ``t ** exponent``.

    The gradient at 0 is infinite for an exponent below 1 other than 0. For the Python scalar 0 it is 0; where a tensor of exponents has a 0
    it is NaN on TensorFlow and JAX.

    Parameters
    ----------
    t
        A tensor.
    exponent
        A tensor of the same backend that broadcasts, or a Python scalar.

    Returns
    -------
    Tensor
        Broadcast shape; the dtype of the operator.

    Raises
    ------
    TypeError
        If the framework refuses the dtypes.
    ValueError
        If the shapes do not broadcast, or an integer is raised to a negative Python integer. In a tensor of exponents only NumPy and
        TensorFlow see a negative one; PyTorch and JAX give integers without meaning.
    """
    return _tensor("pow", t).pow(exponent)


@overload
def matmul(x: Tensor[B, FloatingD], y: Tensor[B, FloatingD]) -> Tensor[B, FloatingD]: ...
@overload
def matmul(x: Tensor[B, SignedD], y: Tensor[B, SignedD]) -> Tensor[B, SignedD]: ...
@overload
def matmul(x: Tensor[B, DType], y: Tensor[B, DType]) -> Tensor[B, DType]: ...
def matmul(x: Tensor[B, DType], y: Tensor[B, DType]) -> Tensor[B, DType]:
    """Matrix product by NumPy's rules: ``x @ y``.

    Parameters
    ----------
    x, y
        Tensors of one backend; a 1-D one counts as a row or a column, axes before the last two are batches and broadcast.

    Returns
    -------
    Tensor
        Dtypes promote as the framework promotes.

    Raises
    ------
    ValueError
        If an operand is 0-d, or the shapes do not fit.
    TypeError
        If the framework refuses the dtypes, or the backends differ.
    """
    return _tensor("matmul", x).matmul(y)


@overload
def where(condition: Tensor[B, DType], x: Tensor[B, FloatingD], y: Tensor[B, FloatingD]) -> Tensor[B, FloatingD]: ...
@overload
def where(condition: Tensor[B, DType], x: Tensor[B, SignedD], y: Tensor[B, SignedD]) -> Tensor[B, SignedD]: ...
@overload
def where(condition: Tensor[B, DType], x: Tensor[B, DType], y: Tensor[B, DType]) -> Tensor[B, DType]: ...
@overload
def where(condition: Tensor[B, DType], x: Tensor[B, D], y: Scalar) -> Tensor[B, D]: ...
@overload
def where(condition: Tensor[B, DType], x: Scalar, y: Tensor[B, D]) -> Tensor[B, D]: ...
@overload
def where(condition: Tensor[B, DType], x: Scalar, y: Scalar) -> Tensor[B, DType]: ...
def where(condition: Tensor[B, DType], x: Tensor[B, DType] | Scalar, y: Tensor[B, DType] | Scalar) -> Tensor[B, DType]:
    """Elements of `x` where the condition is True, of `y` where it is False.

    Parameters
    ----------
    condition
        A bool tensor.
    x, y
        Tensors of the same backend that broadcast, or Python scalars.

    Returns
    -------
    Tensor
        Broadcast shape. Two tensors promote as the framework promotes; a scalar takes the dtype of the tensor beside it; two scalars give
        the framework's default dtype for the higher of their kinds.

    Raises
    ------
    ValueError
        If the condition is not bool (``t.bool()`` makes one), or the shapes do not broadcast.
    TypeError
        If a scalar is of a higher kind than the tensor beside it, or the framework refuses the dtypes.
    """
    t = condition if isinstance(condition, Tensor) else _tensor("where", condition)
    return t.where(x, y)


@overload
def concatenate(tensors: Iterable[Tensor[B, FloatingD]], axis: int = 0) -> Tensor[B, FloatingD]: ...
@overload
def concatenate(tensors: Iterable[Tensor[B, SignedD]], axis: int = 0) -> Tensor[B, SignedD]: ...
@overload
def concatenate(tensors: Iterable[Tensor[B, Bool]], axis: int = 0) -> Tensor[B, Bool]: ...
@overload
def concatenate(tensors: Iterable[Tensor[B, DType]], axis: int = 0) -> Tensor[B, DType]: ...
def concatenate(tensors: Iterable[Tensor[B, DType]], axis: int = 0) -> Tensor[B, DType]:
    """Join tensors along an axis that they have.

    Parameters
    ----------
    tensors
        Tensors of one backend, at least one.
    axis
        An axis; negative ones count from the end.

    Returns
    -------
    Tensor
        Shapes add up along the axis. Dtypes promote as the framework promotes.

    Raises
    ------
    ValueError
        If there are no tensors, the axis is out of bounds, or the shapes do not fit.
    TypeError
        If the backends differ, or the framework refuses the dtypes.
    """
    first, raws = _raws("concatenate", tensors)
    place = first._axis("concatenate", axis)
    try:
        return first._new(first._ops.concatenate(raws, place))
    except Exception as error:
        raise refused(error, "concatenate", *map(first._new, raws))


@overload
def stack(tensors: Iterable[Tensor[B, FloatingD]], axis: int = 0) -> Tensor[B, FloatingD]: ...
@overload
def stack(tensors: Iterable[Tensor[B, SignedD]], axis: int = 0) -> Tensor[B, SignedD]: ...
@overload
def stack(tensors: Iterable[Tensor[B, Bool]], axis: int = 0) -> Tensor[B, Bool]: ...
@overload
def stack(tensors: Iterable[Tensor[B, DType]], axis: int = 0) -> Tensor[B, DType]: ...
def stack(tensors: Iterable[Tensor[B, DType]], axis: int = 0) -> Tensor[B, DType]:
    """Join tensors of one shape along a new axis.

    Parameters
    ----------
    tensors
        Tensors of one backend, at least one.
    axis
        Its place in the result; negative ones count from the end of the result.

    Returns
    -------
    Tensor
        One axis more, of the number of tensors. Dtypes promote as the framework promotes.

    Raises
    ------
    ValueError
        If there are no tensors, the axis is out of bounds, or the shapes do not fit.
    TypeError
        If the backends differ, or the framework refuses the dtypes.
    """
    first, raws = _raws("stack", tensors)
    place = 0 if axis == 0 and type(axis) is int else first._axis("stack", axis, extra=1)
    try:
        return first._new(first._ops.stack(raws, place))
    except Exception as error:
        raise refused(error, "stack", *map(first._new, raws))


@overload
def meshgrid(*tensors: Tensor[B, D], indexing: Literal["xy", "ij"] = "xy") -> tuple[Tensor[B, D], ...]: ...
@overload
def meshgrid(  # type: ignore[overload-cannot-match]  # it does where a type variable stands beside a dtype: mypy joins them to object
    *tensors: Tensor[B, DType], indexing: Literal["xy", "ij"] = "xy"
) -> tuple[Tensor[B, DType], ...]: ...
def meshgrid(*tensors: Tensor[B, DType], indexing: Literal["xy", "ij"] = "xy") -> tuple[Tensor[B, DType], ...]:
    """Coordinate grids of tensors, each 0- or 1-D.

    Parameters
    ----------
    *tensors
        The axes: any number of tensors of one backend.
    indexing
        ``"xy"``: the first tensor varies along axis 1 and the second along axis 0, as in NumPy; ``"ij"``: tensor i varies along axis i.

    Returns
    -------
    tuple of Tensors
        One grid per tensor, all of one shape, each of its tensor's dtype; an empty tuple for no tensors.

    Raises
    ------
    ValueError
        If a tensor has more than one axis, or `indexing` is unknown.
    TypeError
        If the tensors belong to different backends.
    """
    if not tensors:
        return ()
    return _tensor("meshgrid", tensors[0]).meshgrid(*tensors[1:], indexing=indexing)


def _raws(op: str, tensors: Iterable[Tensor[B, DType]]) -> tuple[Tensor[B, DType], list[Any]]:  # Any: raw tensors of one backend
    raws: list[Any] = []  # Any: as above
    first: Tensor[B, DType] | None = None
    for t in tensors:
        if first is None:
            first = _tensor(op, t)
            leaf = type(first)
            raws.append(first.raw)
        else:
            raws.append(t.raw if type(t) is leaf else first._operand(op, _tensor(op, t)))
    if first is None:
        raise ValueError(f"{op}: needs at least one tensor, got none. Cure: pass a list or tuple of tensors.")
    return first, raws
