"""Reductions along axes, cumulative sums, and order: sorting and its indices."""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from .. import _errors
from ..dtypes import Bool, DType, Integer, SignedInteger
from ._typing import B_co, D_co, Exact, Inexact
from .core import Core

if TYPE_CHECKING:
    from .._ops.contract import Axes
    from .tensor import Tensor


class Reductions(Core[B_co, D_co]):
    """Each element of the result depends on a whole axis."""

    __slots__ = ()

    @overload
    def sum(self: Inexact, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor[B_co, D_co]: ...
    @overload
    def sum(self: Exact, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor[B_co, Integer]: ...
    @overload
    def sum(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor[B_co, DType]: ...
    def sum(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor[B_co, DType]:
        """Sum of the elements along axes.

        Parameters
        ----------
        axis
            An axis, a tuple of distinct axes, ``()`` to reduce nothing, or None for all of them; negative axes count from the end.
        keepdims
            Keep reduced axes with size 1.

        Returns
        -------
        Tensor
            The axes reduced are gone, or 1 with keepdims. Floating and complex dtypes are kept; bool and narrow integers
            widen, so that bytes never wrap: to 64 bits on PyTorch, TensorFlow and NumPy, to JAX's default integer on JAX.

        Raises
        ------
        ValueError
            If an axis is out of bounds or named twice.
        TypeError
            If the framework refuses the dtype.
        """
        axes: Axes = axis
        if axis is not None and (type(axis) is not int or not 0 <= axis < self._ops.ndim(self.raw)):
            axes = self._axes("sum", axis)
        try:  # spelled out, as the operators are: the most frequent reduction
            return self._new(self._ops.sum(self.raw, axes, keepdims))
        except Exception as error:
            raise _errors.refused(error, "sum", self)

    @overload
    def prod(self: Inexact, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor[B_co, D_co]: ...
    @overload
    def prod(self: Exact, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor[B_co, Integer]: ...
    @overload
    def prod(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor[B_co, DType]: ...
    def prod(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor[B_co, DType]:
        """Product of the elements along axes.

        Parameters
        ----------
        axis
            An axis, a tuple of distinct axes, ``()`` to reduce nothing, or None for all of them; negative axes count from the end.
        keepdims
            Keep reduced axes with size 1.

        Returns
        -------
        Tensor
            The axes reduced are gone, or 1 with keepdims. Floating and complex dtypes are kept; bool and narrow integers
            widen, so that bytes never wrap: to 64 bits on PyTorch, TensorFlow and NumPy, to JAX's default integer on JAX.

        Raises
        ------
        ValueError
            If an axis is out of bounds or named twice.
        TypeError
            If the framework refuses the dtype.
        """
        return self._reduce("prod", self._ops.prod, axis, keepdims)

    @overload
    def mean(self: Inexact, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor[B_co, D_co]: ...
    @overload
    def mean(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor[B_co, DType]: ...
    def mean(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor[B_co, DType]:
        """Arithmetic mean of the elements along axes; of no elements, NaN.

        Parameters
        ----------
        axis
            An axis, a tuple of distinct axes, ``()`` to reduce nothing, or None for all of them; negative axes count from the end.
        keepdims
            Keep reduced axes with size 1.

        Returns
        -------
        Tensor
            The axes reduced are gone, or 1 with keepdims. The dtype is kept.

        Raises
        ------
        ValueError
            If an axis is out of bounds or named twice, or the dtype is an integer or bool: cast first.
        """
        if self._ops.kind(self.raw) < 2:
            what = f"the mean of integers or bool depends on the framework's taste; got {_errors.describe(self)}"
            raise _errors.value_error("mean", self._ops, what, "cast first, with t.float32() or t.float64()")
        return self._reduce("mean", self._ops.mean, axis, keepdims)

    def min(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor[B_co, D_co]:
        """Least element along axes; NaN wins.

        Equal elements share the gradient.

        Parameters
        ----------
        axis
            An axis, a tuple of distinct axes, ``()`` to reduce nothing, or None for all of them; negative axes count from the end.
        keepdims
            Keep reduced axes with size 1.

        Returns
        -------
        Tensor
            The axes reduced are gone, or 1 with keepdims. Same dtype.

        Raises
        ------
        ValueError
            If an axis is out of bounds or named twice, or an axis reduced is empty while the result is not.
        TypeError
            If the framework cannot order the dtype.
        """
        self._require_elements("min", axis)
        return self._reduce("min", self._ops.min, axis, keepdims)

    def max(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor[B_co, D_co]:
        """Greatest element along axes; NaN wins.

        Equal elements share the gradient.

        Parameters
        ----------
        axis
            An axis, a tuple of distinct axes, ``()`` to reduce nothing, or None for all of them; negative axes count from the end.
        keepdims
            Keep reduced axes with size 1.

        Returns
        -------
        Tensor
            The axes reduced are gone, or 1 with keepdims. Same dtype.

        Raises
        ------
        ValueError
            If an axis is out of bounds or named twice, or an axis reduced is empty while the result is not.
        TypeError
            If the framework cannot order the dtype.
        """
        self._require_elements("max", axis)
        return self._reduce("max", self._ops.max, axis, keepdims)

    def all(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor[B_co, Bool]:
        """Whether all elements are True along axes; of no elements, True.

        Parameters
        ----------
        axis
            An axis, a tuple of distinct axes, ``()`` to reduce nothing, or None for all of them; negative axes count from the end.
        keepdims
            Keep reduced axes with size 1.

        Returns
        -------
        Tensor
            The axes reduced are gone, or 1 with keepdims. Bool.

        Raises
        ------
        ValueError
            If an axis is out of bounds or named twice, or the tensor is not bool (``t.bool()`` makes one).
        """
        self._require_bool("all")
        return self._reduce("all", self._ops.all, axis, keepdims)

    def any(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor[B_co, Bool]:
        """Whether any element is True along axes; of no elements, False.

        Parameters
        ----------
        axis
            An axis, a tuple of distinct axes, ``()`` to reduce nothing, or None for all of them; negative axes count from the end.
        keepdims
            Keep reduced axes with size 1.

        Returns
        -------
        Tensor
            The axes reduced are gone, or 1 with keepdims. Bool.

        Raises
        ------
        ValueError
            If an axis is out of bounds or named twice, or the tensor is not bool (``t.bool()`` makes one).
        """
        self._require_bool("any")
        return self._reduce("any", self._ops.any, axis, keepdims)

    def _require_elements(self, op: str, axis: int | tuple[int, ...] | None) -> None:
        """NumPy's rule for reductions without identity: nothing may not become something."""
        shape = [n if isinstance(n, int) else None for n in self._ops.shape(self.raw)]  # None: unknown while tracing
        if 0 in shape:
            axes = range(len(shape)) if axis is None else self._axes(op, axis)
            if any(shape[a] == 0 for a in axes) and all(n for a, n in enumerate(shape) if a not in axes):
                what = f"no elements to choose from in {_errors.describe(self)}"
                raise _errors.value_error(op, self._ops, what, "reduce another axis, or test the shape first")

    def argmin(self, axis: int | None = None) -> Tensor[B_co, SignedInteger]:
        """Index of the first least element along an axis; the first NaN counts as that.

        Parameters
        ----------
        axis
            An axis, or None to index the flattened tensor.

        Returns
        -------
        Tensor
            Without the axis (None: 0-d); the framework's index dtype: int64, on JAX its default integer.

        Raises
        ------
        ValueError
            If the axis is out of bounds, or there are no elements to choose from.
        TypeError
            If the framework cannot order the dtype.
        """
        self._require_elements("argmin", axis)
        return self._call("argmin", self._ops.argmin, None if axis is None else self._axis("argmin", axis))

    def argmax(self, axis: int | None = None) -> Tensor[B_co, SignedInteger]:
        """Index of the first greatest element along an axis; the first NaN counts as that.

        Parameters
        ----------
        axis
            An axis, or None to index the flattened tensor.

        Returns
        -------
        Tensor
            Without the axis (None: 0-d); the framework's index dtype: int64, on JAX its default integer.

        Raises
        ------
        ValueError
            If the axis is out of bounds, or there are no elements to choose from.
        TypeError
            If the framework cannot order the dtype.
        """
        self._require_elements("argmax", axis)
        return self._call("argmax", self._ops.argmax, None if axis is None else self._axis("argmax", axis))

    @overload
    def cumsum(self: Inexact, axis: int | None = None) -> Tensor[B_co, D_co]: ...
    @overload
    def cumsum(self: Exact, axis: int | None = None) -> Tensor[B_co, Integer]: ...
    @overload
    def cumsum(self, axis: int | None = None) -> Tensor[B_co, DType]: ...
    def cumsum(self, axis: int | None = None) -> Tensor[B_co, DType]:
        """Cumulative sum along an axis.

        Parameters
        ----------
        axis
            An axis, or None for the flattened tensor.

        Returns
        -------
        Tensor
            Same shape (None: 1-D). Floating and complex dtypes are kept; integers as the framework has it (NumPy and PyTorch widen to 64
            bits, TensorFlow and JAX keep the dtype and wrap).

        Raises
        ------
        ValueError
            If the axis is out of bounds.
        TypeError
            If the framework refuses the dtype.
        """
        if axis is None or not self._ops.ndim(self.raw):
            flat = self._call("cumsum", self._ops.reshape, (-1,))
            return flat._call("cumsum", self._ops.cumsum, 0 if axis is None else self._axis("cumsum", axis))
        return self._call("cumsum", self._ops.cumsum, self._axis("cumsum", axis))

    def sort(self, axis: int = -1) -> Tensor[B_co, D_co]:
        """Elements in ascending order along an axis, NaN last.

        Parameters
        ----------
        axis
            An axis; negative ones count from the end.

        Returns
        -------
        Tensor
            Same shape and dtype.

        Raises
        ------
        ValueError
            If the axis is out of bounds (a 0-d tensor has none).
        TypeError
            If the framework cannot order the dtype.
        """
        return self._call("sort", self._ops.sort, self._axis("sort", axis))

    def argsort(self, axis: int = -1) -> Tensor[B_co, SignedInteger]:
        """Indices that sort along an axis: stable, NaN last.

        Parameters
        ----------
        axis
            An axis; negative ones count from the end.

        Returns
        -------
        Tensor
            Same shape; the framework's index dtype (int32 on TensorFlow, int64 on PyTorch and NumPy, JAX's default integer).

        Raises
        ------
        ValueError
            If the axis is out of bounds (a 0-d tensor has none).
        TypeError
            If the framework cannot order the dtype.
        """
        return self._call("argsort", self._ops.argsort, self._axis("argsort", axis))

    def topk(self, k: int, sorted: bool = True) -> tuple[Tensor[B_co, D_co], Tensor[B_co, SignedInteger]]:
        """The k greatest elements along the last axis and their indices; NaN counts as the greatest.

        The gradient goes to the elements at these indices, so of equal ones to one.

        Parameters
        ----------
        k
            How many, from 0 to the size of the last axis.
        sorted
            In descending order; otherwise in any order.

        Returns
        -------
        tuple of two Tensors
            Values (same dtype) and indices (as of `argsort`), both with k as the last size.

        Raises
        ------
        ValueError
            If k is out of range, or the tensor is 0-d.
        TypeError
            If the framework cannot order the dtype.
        """
        size = self.shape[self._axis("topk", -1)]
        if k < 0 or (isinstance(size, int) and k > size):  # one that is unknown while tracing is the framework's to check
            what = f"k must be from 0 to {size}, the size of the last axis, got {k}"
            raise _errors.value_error("topk", self._ops, what, "choose a smaller k")
        try:
            values, indices = self._ops.topk(self.raw, k, sorted)
        except Exception as error:
            raise _errors.refused(error, "topk", self)
        return self._new(values), self._new(indices)
