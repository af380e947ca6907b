"""The same elements in another shape or order, repeated, or padded. The dtype never changes."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, overload

from .. import _errors
from ..dtypes import DType
from ._typing import B_co, D_co, Scalar
from .core import SCALARS, Core

if TYPE_CHECKING:
    from .tensor import Tensor


def _product(sizes: tuple[object, ...]) -> int:
    """Size of merged axes; -1, to be inferred, where one is unknown while tracing and the rest are not zero."""
    product = 1
    for n in sizes:
        if not isinstance(n, int):
            return -1
        product *= n
    return product


def _known(sizes: tuple[object, ...]) -> list[int]:
    """The sizes that are not unknown while tracing."""
    return [n for n in sizes if isinstance(n, int)]


class Shaping(Core[B_co, D_co]):
    """Shapes and the order of elements."""

    __slots__ = ()

    @property
    def T(self) -> Tensor[B_co, D_co]:
        """The tensor with its axes in reverse order: same dtype, any rank."""
        return self._call("T", self._ops.transpose, None)

    def reshape(self, shape: int | Sequence[int]) -> Tensor[B_co, D_co]:
        """The same elements in row-major order in another shape.

        Parameters
        ----------
        shape
            An int or a sequence of ints; one of them may be -1 and is inferred.

        Returns
        -------
        Tensor
            That shape, same dtype; it may share memory with this tensor.

        Raises
        ------
        ValueError
            If the number of elements differs, -1 stands more than once or beside a 0, or a size is below -1.
        TypeError
            If a size is not an integer.
        """
        sizes = shape if type(shape) is tuple else (shape,)
        for n in sizes:
            if type(n) is not int or (n < 1 and n != -1):  # sizes above 0 and -1 mean the same to every framework
                sizes = self._checked_sizes(shape)
                break
        try:
            return self._new(self._ops.reshape(self.raw, sizes))
        except Exception as error:
            raise _errors.refused(error, "reshape", self)

    def _checked_sizes(self, shape: object) -> tuple[int, ...]:
        sizes = self._shape_argument("reshape", shape)
        if any(type(n) is int and n < 0 for n in sizes) and (0 in _known(sizes) or min(_known(sizes)) < -1):
            what = f"cannot infer a size from {sizes} for {_errors.describe(self)}"
            raise _errors.value_error("reshape", self._ops, what, "use -1 once, and only beside sizes that are not 0")
        return sizes

    def flatten(self, start: int = 0, end: int = -1) -> Tensor[B_co, D_co]:
        """Merge the axes from `start` to `end`, both included, into one.

        Parameters
        ----------
        start, end
            Axes; negative ones count from the end. A 0-d tensor becomes 1-D.

        Returns
        -------
        Tensor
            Same elements and dtype.

        Raises
        ------
        ValueError
            If an axis is out of bounds, or `end` comes before `start`.
        """
        shape = self._ops.shape(self.raw)
        if not shape:
            return self._call("flatten", self._ops.reshape, (1,))
        first, last = self._axis("flatten", start), self._axis("flatten", end)
        if last < first:
            raise _errors.value_error("flatten", self._ops, f"end={end} comes before start={start}", "swap them")
        return self._call("flatten", self._ops.reshape, (*shape[:first], _product(shape[first : last + 1]), *shape[last + 1 :]))

    def transpose(self, axes: Sequence[int] | None = None) -> Tensor[B_co, D_co]:
        """Permute the axes.

        Parameters
        ----------
        axes
            The old axis for each new one; None reverses them.

        Returns
        -------
        Tensor
            Permuted shape, same dtype.

        Raises
        ------
        ValueError
            If `axes` is not a permutation of all axes.
        """
        order = None if axes is None else self._permutation(axes)
        try:
            return self._new(self._ops.transpose(self.raw, order))
        except Exception as error:
            raise _errors.refused(error, "transpose", self)

    def _permutation(self, axes: Sequence[int]) -> tuple[int, ...]:
        order = self._axes("transpose", self._sequence("transpose", "axes", axes))
        ndim = self._ops.ndim(self.raw)
        if len(order) != ndim:
            what = f"axes {tuple(axes)} do not name all {ndim} axes of {_errors.describe(self)}"
            raise _errors.value_error("transpose", self._ops, what, "name each axis once")
        return order

    def _sequence(self, op: str, name: str, values: Sequence[int]) -> tuple[int, ...]:
        try:
            return tuple(values)
        except TypeError:
            what = f"{name} is a sequence with an integer per axis, got {_errors.describe(values)}"
            raise _errors.type_error(op, self._ops, what, "pass a tuple") from None

    def squeeze(self, axis: int | tuple[int, ...] | None = None) -> Tensor[B_co, D_co]:
        """Remove axes of size 1.

        Parameters
        ----------
        axis
            An axis, a tuple of axes, or None for all that have size 1.

        Returns
        -------
        Tensor
            Fewer axes, same dtype.

        Raises
        ------
        ValueError
            If an axis is out of bounds, named twice, or not of size 1.
        """
        shape = self._ops.shape(self.raw)
        axes = tuple(a for a, n in enumerate(shape) if isinstance(n, int) and n == 1) if axis is None else self._axes("squeeze", axis)
        for a in axes:
            if isinstance(shape[a], int) and shape[a] != 1:
                what = f"axis {a} has size {shape[a]}, not 1, in {_errors.describe(self)}"
                raise _errors.value_error("squeeze", self._ops, what, "name axes of size 1 only")
        return self._call("squeeze", self._ops.squeeze, axes) if axes else self._new(self.raw)

    def expand_dims(self, axis: int) -> Tensor[B_co, D_co]:
        """Insert an axis of size 1.

        Parameters
        ----------
        axis
            Its place in the result; negative ones count from the end of the result.

        Returns
        -------
        Tensor
            One axis more, same dtype.

        Raises
        ------
        ValueError
            If the axis is out of bounds.
        """
        return self._call("expand_dims", self._ops.expand_dims, self._axis("expand_dims", axis, extra=1))

    def tile(self, multiples: Sequence[int]) -> Tensor[B_co, D_co]:
        """Repeat the tensor along each axis.

        Parameters
        ----------
        multiples
            How often, one entry per axis.

        Returns
        -------
        Tensor
            Each size times its multiple, same dtype.

        Raises
        ------
        ValueError
            If there is not one entry per axis, or one is negative.
        """
        counts = self._shape_argument("tile", self._sequence("tile", "multiples", multiples))
        if len(counts) != self._ops.ndim(self.raw) or any(isinstance(n, int) and n < 0 for n in counts):
            what = f"needs one non-negative multiple per axis of {_errors.describe(self)}, got {tuple(multiples)}"
            raise _errors.value_error("tile", self._ops, what, "add axes first with expand_dims")
        return self._call("tile", self._ops.tile, counts)

    def flip(self, axis: int | tuple[int, ...] | None = None) -> Tensor[B_co, D_co]:
        """Reverse the order of the elements along axes.

        Parameters
        ----------
        axis
            An axis, a tuple of axes, or None for all.

        Returns
        -------
        Tensor
            Same shape and dtype.

        Raises
        ------
        ValueError
            If an axis is out of bounds or named twice.
        """
        axes = tuple(range(self._ops.ndim(self.raw))) if axis is None else self._axes("flip", axis)
        return self._call("flip", self._ops.flip, axes) if axes else self._new(self.raw)

    def pad(
        self, paddings: Sequence[tuple[int, int]], mode: Literal["constant", "reflect"] = "constant", value: Scalar = 0
    ) -> Tensor[B_co, D_co]:
        """Add elements before and after each axis.

        Parameters
        ----------
        paddings
            One pair ``(before, after)`` per axis.
        mode
            ``"constant"`` adds `value`; ``"reflect"`` mirrors the elements about the edge, which is not repeated.
        value
            A Python scalar of the tensor's kind or a lower one.

        Returns
        -------
        Tensor
            Each size plus its two widths, same dtype.

        Raises
        ------
        ValueError
            If there is not one pair per axis, a width is negative, the mode is unknown, or a reflected width is not smaller than its axis.
        TypeError
            If `paddings` are not pairs of integers, or `value` is of a higher kind than the tensor.
        """
        try:
            pairs = tuple((operator.index(before), operator.index(after)) for before, after in paddings)
        except (TypeError, ValueError):
            what = f"paddings are pairs of integers, got {paddings!r}"
            raise _errors.type_error("pad", self._ops, what, "give ((before, after), ...), one pair per axis") from None
        shape = self._ops.shape(self.raw)
        if len(pairs) != len(shape) or any(n < 0 for pair in pairs for n in pair):
            what = f"needs one pair of non-negative widths per axis of {_errors.describe(self)}, got {pairs}"
            raise _errors.value_error("pad", self._ops, what, "give ((before, after), ...), with (0, 0) for axes to leave alone")
        if mode not in ("constant", "reflect"):
            raise _errors.value_error("pad", self._ops, f"unknown mode {mode!r}", "use 'constant' or 'reflect'")
        if mode == "reflect" and any(isinstance(n, int) and max(pair) >= n and max(pair) for n, pair in zip(shape, pairs, strict=True)):
            what = f"reflect needs widths smaller than their axis in {_errors.describe(self)}, got {pairs}"
            raise _errors.value_error("pad", self._ops, what, "pad in steps, or use mode='constant'")
        return self._call("pad", self._ops.pad, pairs, mode, self._same_kind("pad", self._flag(value)))

    @overload
    def meshgrid(self, *tensors: Core[B_co, D_co], indexing: Literal["xy", "ij"] = "xy") -> tuple[Tensor[B_co, D_co], ...]: ...
    @overload
    def meshgrid(self, *tensors: Core[B_co, DType], indexing: Literal["xy", "ij"] = "xy") -> tuple[Tensor[B_co, DType], ...]: ...
    def meshgrid(self, *tensors: Core[B_co, DType], indexing: Literal["xy", "ij"] = "xy") -> tuple[Tensor[B_co, DType], ...]:
        """Coordinate grids of this tensor and others, each 0- or 1-D.

        Parameters
        ----------
        *tensors
            The other axes.
        indexing
            ``"xy"``: the first tensor varies along axis 1 and the second along axis 0, as in NumPy; ``"ij"``: tensor i varies along axis i.

        Returns
        -------
        tuple of Tensors
            One grid per tensor, all of one shape, each of its tensor's dtype.

        Raises
        ------
        ValueError
            If a tensor has more than one axis, or `indexing` is unknown.
        TypeError
            If the tensors belong to different backends.
        """
        if indexing not in ("xy", "ij"):
            raise _errors.value_error("meshgrid", self._ops, f"unknown indexing {indexing!r}", "use 'xy' or 'ij'")
        raws = [self.raw, *(self._operand("meshgrid", t) for t in tensors)]
        for raw, given in zip(raws, (self, *tensors), strict=True):
            if isinstance(raw, SCALARS):
                raise _errors.type_error(
                    "meshgrid", self._ops, f"needs tensors, got {_errors.describe(given)}", "wrap it with t.full((), value)"
                )
            if self._ops.ndim(raw) > 1:
                what = f"needs 0- or 1-D tensors, got {_errors.describe(self._new(raw))}"
                raise _errors.value_error("meshgrid", self._ops, what, "flatten it first")
        try:
            return tuple(self._new(raw) for raw in self._ops.meshgrid(raws, indexing))
        except Exception as error:
            raise _errors.refused(error, "meshgrid", self, *tensors)
