"""Norms along axes, with gradients that are zero, not NaN, where a norm is zero."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Generic, TypeAlias, overload

from .. import _errors
from .._rules.dtypes import real_of
from ..backends import Backend
from ..dtypes import Bool, Complex64, Complex128, DType, Float32, Float64, Floating, Integer
from ._typing import B_co, D_co

if TYPE_CHECKING:
    from .tensor import Tensor

AxisAxes: TypeAlias = "int | tuple[int, ...] | None"


class Norms(Generic[B_co, D_co]):
    """The norms of one tensor: ``t.norms.l2(axis=-1)``."""

    __slots__ = ("_tensor",)

    def __init__(self, tensor: Tensor[B_co, D_co]) -> None:
        self._tensor = tensor

    @overload
    def l0(self: Norms[Backend, Floating], axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, D_co]: ...
    @overload
    def l0(self: Norms[Backend, Complex64], axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, Float32]: ...
    @overload
    def l0(self: Norms[Backend, Complex128], axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, Float64]: ...
    @overload
    def l0(self: Norms[Backend, Integer | Bool], axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, Integer]: ...
    @overload
    def l0(self, axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, DType]: ...
    def l0(self, axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, DType]:
        """Number of elements that are not zero.

        Parameters
        ----------
        axis
            An axis, a tuple of distinct axes, or None for all of them.
        keepdims
            Keep reduced axes with size 1.

        Returns
        -------
        Tensor
            Reduced shape; floating dtypes are kept, complex ones give their real dtype, integers and bool that of a sum of bool.

        Raises
        ------
        ValueError
            If an axis is out of bounds or named twice.
        TypeError
            If the framework refuses the dtype.
        """
        count = (self._tensor != 0).sum(axis=axis, keepdims=keepdims)
        ops, raw = self._tensor._ops, self._tensor.raw
        return count if ops.kind(raw) < 2 else count._cast("l0", real_of(ops.dtype(raw)))

    @overload
    def l1(self: Norms[Backend, Floating], axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, D_co]: ...
    @overload
    def l1(self: Norms[Backend, Complex64], axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, Float32]: ...
    @overload
    def l1(self: Norms[Backend, Complex128], axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, Float64]: ...
    @overload
    def l1(self: Norms[Backend, Integer | Bool], axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, Integer]: ...
    @overload
    def l1(self, axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, DType]: ...
    def l1(self, axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, DType]:
        """Sum of absolute values.

        The gradient of an element that is 0 is 0.

        Parameters
        ----------
        axis
            An axis, a tuple of distinct axes, or None for all of them.
        keepdims
            Keep reduced axes with size 1.

        Returns
        -------
        Tensor
            Reduced shape; floating dtypes are kept, complex ones give their real dtype, integers as `sum`.

        Raises
        ------
        ValueError
            If an axis is out of bounds or named twice.
        TypeError
            If the framework refuses the dtype.
        """
        return _magnitude(self._tensor).sum(axis=axis, keepdims=keepdims)

    @overload
    def l2(self: Norms[Backend, Floating], axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, D_co]: ...
    @overload
    def l2(self: Norms[Backend, Complex64], axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, Float32]: ...
    @overload
    def l2(self: Norms[Backend, Complex128], axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, Float64]: ...
    @overload
    def l2(self: Norms[Backend, Integer | Bool], axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, Floating]: ...
    @overload
    def l2(self, axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, DType]: ...
    def l2(self, axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, DType]:
        """Euclidean norm: the root of the sum of squares.

        The gradient is 0 where the norm is 0.

        Parameters
        ----------
        axis
            An axis, a tuple of distinct axes, or None for all of them.
        keepdims
            Keep reduced axes with size 1.

        Returns
        -------
        Tensor
            Reduced shape; floating dtypes are kept, complex ones give their real dtype, integers as `sqrt`.

        Raises
        ------
        ValueError
            If an axis is out of bounds or named twice.
        TypeError
            If the framework refuses the dtype.
        """
        real = self._tensor.abs() if self._tensor._ops.kind(self._tensor.raw) == 3 else self._tensor
        return _power(real.square().sum(axis=axis, keepdims=keepdims), 0.5)

    @overload
    def linf(self: Norms[Backend, Floating | Integer | Bool], axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, D_co]: ...
    @overload
    def linf(self: Norms[Backend, Complex64], axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, Float32]: ...
    @overload
    def linf(self: Norms[Backend, Complex128], axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, Float64]: ...
    @overload
    def linf(self, axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, DType]: ...
    def linf(self, axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, DType]:
        """Greatest absolute value; NaN wins.

        The gradient of an element that is 0 is 0; equal absolute values share it.

        Parameters
        ----------
        axis
            An axis, a tuple of distinct axes, or None for all of them.
        keepdims
            Keep reduced axes with size 1.

        Returns
        -------
        Tensor
            Reduced shape; floating dtypes are kept, complex ones give their real dtype.

        Raises
        ------
        ValueError
            If an axis is out of bounds or named twice, or there are no elements.
        TypeError
            If the framework refuses the dtype.
        """
        return _magnitude(self._tensor).max(axis=axis, keepdims=keepdims)

    def lp(self, p: float, axis: AxisAxes = None, keepdims: bool = False) -> Tensor[B_co, DType]:
        """The p-norm: the p-th root of the sum of p-th powers of absolute values.

        The gradient is 0 where the norm is 0, and for p below 1, where the slope is infinite, of an element that is 0.

        Parameters
        ----------
        p
            Positive, or 0, or infinity.
        axis
            An axis, a tuple of distinct axes, or None for all of them.
        keepdims
            Keep reduced axes with size 1.

        Returns
        -------
        Tensor
            Reduced shape; floating dtypes are kept, complex ones give their real dtype; for p of 0, 1, 2 and infinity that
            of `l0`, `l1`, `l2` and `linf`.

        Raises
        ------
        ValueError
            If p is negative or NaN, or an axis is out of bounds or named twice.
        TypeError
            If the framework refuses the dtype.
        """
        if p in (0, 1, 2, math.inf):
            norm = {0: self.l0, 1: self.l1, 2: self.l2, math.inf: self.linf}[p]
            return norm(axis=axis, keepdims=keepdims)
        if not p > 0:
            raise _errors.value_error("lp", self._tensor._ops, f"p must be positive, got {p!r}", "use p > 0, or math.inf")
        magnitude = self._tensor.abs()
        powers = _power(magnitude, p) if p < 1 else magnitude.pow(p)
        return _power(powers.sum(axis=axis, keepdims=keepdims), 1 / p)


def _magnitude(x: Tensor[B_co, DType]) -> Tensor[B_co, DType]:
    """Absolute values whose slope at 0 is 0, as the other frameworks have it: JAX's is 1 there."""
    if x._ops.name != "jax" or x._ops.kind(x.raw) != 2:
        return x.abs()
    return (x == 0).where(0, x.abs())


def _power(base: Tensor[B_co, DType], exponent: float) -> Tensor[B_co, DType]:
    """A power below 1, whose infinite slope at 0 is cut out on both sides of `where`, so that no NaN reaches the gradient."""
    zero = base == 0
    safe = zero.where(1, base)
    power = safe.sqrt() if exponent == 0.5 else safe.pow(exponent)
    return zero.where(0, power)
