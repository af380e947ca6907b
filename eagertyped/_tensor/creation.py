"""New tensors with the dtype and on the device of one that is there."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsFloat, overload

import numpy as np
import numpy.typing as npt

from .. import _errors
from ..dtypes import Bool, DType, Float32, Float64, Int32, Int64, SignedInteger
from ._typing import B_co, BoolArray, D_co, Float32Array, Float64Array, Int32Array, Int64Array, Scalar, UnknownScalar, WithInt64
from .core import SCALARS, Core
from .indexing import Indexing

if TYPE_CHECKING:
    from .tensor import Tensor


class Creation(Indexing[B_co, D_co]):
    """Constants, ranges, random numbers and arrays from outside."""

    __slots__ = ()

    def zeros(self, shape: int | Sequence[int]) -> Tensor[B_co, D_co]:
        """Zeros in a shape.

        Parameters
        ----------
        shape
            An int or a sequence of non-negative ints.

        Returns
        -------
        Tensor
            That shape; dtype and device of this tensor.

        Raises
        ------
        TypeError
            If a size is not an integer.
        ValueError
            If a size is negative.
        """
        return self._call("zeros", self._ops.zeros, self._new_shape("zeros", shape))

    def zeros_like(self) -> Tensor[B_co, D_co]:
        """Zeros like this tensor.

        Returns
        -------
        Tensor
            Its shape, dtype and device.

        Raises
        ------
        TypeError
            If the framework refuses the dtype.
        """
        return self._call("zeros_like", self._ops.zeros, self._ops.shape(self.raw))

    def ones(self, shape: int | Sequence[int]) -> Tensor[B_co, D_co]:
        """Ones in a shape.

        Parameters
        ----------
        shape
            An int or a sequence of non-negative ints.

        Returns
        -------
        Tensor
            That shape; dtype and device of this tensor.

        Raises
        ------
        TypeError
            If a size is not an integer.
        ValueError
            If a size is negative.
        """
        return self._call("ones", self._ops.ones, self._new_shape("ones", shape))

    def ones_like(self) -> Tensor[B_co, D_co]:
        """Ones like this tensor.

        Returns
        -------
        Tensor
            Its shape, dtype and device.

        Raises
        ------
        TypeError
            If the framework refuses the dtype.
        """
        return self._call("ones_like", self._ops.ones, self._ops.shape(self.raw))

    def full(self, shape: int | Sequence[int], value: Core[B_co, DType] | Scalar) -> Tensor[B_co, D_co]:
        """One value in a shape.

        Parameters
        ----------
        shape
            An int or a sequence of non-negative ints.
        value
            A Python scalar of the tensor's kind or a lower one, or a 0-d tensor of the same backend.

        Returns
        -------
        Tensor
            That shape; dtype and device of this tensor.

        Raises
        ------
        TypeError
            If the value is of a higher kind (1.5 and int32).
        ValueError
            If a size is negative, the value is not 0-d, or the dtype cannot hold it.
        """
        return self._call("full", self._ops.full, self._new_shape("full", shape), self._fill("full", value))

    def full_like(self, fill_value: Core[B_co, DType] | Scalar) -> Tensor[B_co, D_co]:
        """One value everywhere, like this tensor.

        Parameters
        ----------
        fill_value
            A Python scalar of the tensor's kind or a lower one, or a 0-d tensor of the same backend.

        Returns
        -------
        Tensor
            Its shape, dtype and device.

        Raises
        ------
        TypeError
            If the value is of a higher kind (1.5 and int32).
        ValueError
            If the value is not 0-d, or the dtype cannot hold it.
        """
        return self._call("full_like", self._ops.full, self._ops.shape(self.raw), self._fill("full_like", fill_value))

    def _fill(self, op: str, value: object) -> Any:  # Any: a raw tensor or a Python scalar
        raw = self._cast_to_own(op, value)
        if not isinstance(raw, SCALARS) and self._ops.ndim(raw):
            raise _errors.value_error(op, self._ops, f"the value must be 0-d, got {_errors.describe(value)}", "index one element first")
        return raw

    def _new_shape(self, op: str, shape: object) -> tuple[int, ...]:
        sizes = self._shape_argument(op, shape)
        if any(isinstance(n, int) and n < 0 for n in sizes):
            raise _errors.value_error(op, self._ops, f"sizes cannot be negative, got {sizes}", "give the size of each axis")
        return sizes

    def arange(self, start: int, stop: int | None = None, step: int | None = None) -> Tensor[B_co, SignedInteger]:
        """Integers from `start` (0 if it is the only argument) up to `stop`, which is excluded.

        Parameters
        ----------
        start, stop, step
            As for `range`.

        Returns
        -------
        Tensor
            1-D, on the device of this tensor, in the framework's default integer dtype (int64; TensorFlow: int32; JAX: int32 without x64).

        Raises
        ------
        TypeError
            If an argument is not an integer.
        ValueError
            If `step` is 0, or an integer does not fit the dtype.
        """
        first, last = (0, start) if stop is None else (start, stop)
        try:
            first, last, by = operator.index(first), operator.index(last), 1 if step is None else operator.index(step)
        except TypeError:
            what = f"start, stop and step are integers, got {(start, stop, step)}"
            raise _errors.type_error("arange", self._ops, what, "scale the integers afterwards, as t.arange(4).float32() * 0.5") from None
        if by == 0:
            raise _errors.value_error("arange", self._ops, "step cannot be 0", "use a positive or a negative step")
        return self._call("arange", self._ops.arange, first, last, by)

    def uniform(self, shape: int | Sequence[int], low: float = 0.0, high: float = 1.0) -> Tensor[B_co, D_co]:
        """Numbers drawn evenly from an interval, from the framework's own global generator (JAX: a fresh key from NumPy's).

        Parameters
        ----------
        shape
            An int or a sequence of non-negative ints.
        low, high
            Finite bounds, ``low <= high``: `low` is included, `high` is not.

        Returns
        -------
        Tensor
            That shape; dtype and device of this tensor, drawn in that dtype.

        Raises
        ------
        TypeError
            If this tensor is not floating, or a bound is no real number.
        ValueError
            If a size is negative, or the bounds are in the wrong order or not finite; on JAX while tracing, where one number would be
            baked in for ever.
        """
        self._require_floating("uniform")
        return self._call("uniform", self._ops.uniform, self._new_shape("uniform", shape), *self._interval(low, high))

    def normal(self, shape: int | Sequence[int], mean: float = 0.0, stddev: float = 1.0) -> Tensor[B_co, D_co]:
        """Numbers drawn from a normal distribution, from the framework's own global generator (JAX: a fresh key from NumPy's).

        Parameters
        ----------
        shape
            An int or a sequence of non-negative ints.
        mean, stddev
            Of the distribution; `stddev` is not negative.

        Returns
        -------
        Tensor
            That shape; dtype and device of this tensor, drawn in that dtype.

        Raises
        ------
        TypeError
            If this tensor is not floating, or `mean` or `stddev` is no real number.
        ValueError
            If a size or `stddev` is negative; on JAX while tracing, where one number would be baked in for ever.
        """
        self._require_floating("normal")
        return self._call("normal", self._ops.normal, self._new_shape("normal", shape), *self._moments(mean, stddev))

    def _interval(self, low: object, high: object) -> tuple[float, float]:
        a, b = self._real("uniform", "low", low), self._real("uniform", "high", high)
        if a > b or not math.isfinite(b - a):
            raise _errors.value_error("uniform", self._ops, f"needs finite bounds, low <= high, got {a} and {b}", "swap or limit them")
        return a, b

    def _moments(self, mean: object, stddev: object) -> tuple[float, float]:
        location, scale = self._real("normal", "mean", mean), self._real("normal", "stddev", stddev)
        if not scale >= 0:
            raise _errors.value_error("normal", self._ops, f"a standard deviation is not negative, got {scale}", "use its absolute value")
        return location, scale

    def _real(self, op: str, name: str, value: object) -> float:
        if isinstance(value, SupportsFloat):
            return float(value)
        raise _errors.type_error(op, self._ops, f"{name} is a real number, got {_errors.describe(value)}", "pass a float or an int")

    def _require_floating(self, op: str) -> None:
        if self._ops.kind(self.raw) != 2:
            raise _errors.type_error(op, self._ops, f"needs a floating tensor, got {_errors.describe(self)}", "start from t.float32()")

    @overload
    def from_numpy(self, array: npt.NDArray[UnknownScalar]) -> Tensor[B_co, DType]: ...  # first, or an unknown dtype would pass for bool
    @overload
    def from_numpy(self, array: BoolArray) -> Tensor[B_co, Bool]: ...
    @overload
    def from_numpy(self, array: Int32Array) -> Tensor[B_co, Int32]: ...  # type: ignore[overload-overlap]  # no array has two dtypes
    @overload
    def from_numpy(self, array: Float32Array) -> Tensor[B_co, Float32]: ...  # type: ignore[overload-overlap]  # no array has two dtypes
    @overload
    def from_numpy(self: WithInt64, array: Int64Array) -> Tensor[B_co, Int64]: ...
    @overload
    def from_numpy(self: WithInt64, array: Float64Array) -> Tensor[B_co, Float64]: ...
    @overload
    def from_numpy(self, array: npt.ArrayLike) -> Tensor[B_co, DType]: ...
    def from_numpy(self, array: npt.ArrayLike) -> Tensor[B_co, DType]:
        """The values of a NumPy array as a tensor of this backend.

        Parameters
        ----------
        array
            An ndarray, or what `numpy.asarray` makes one of.

        Returns
        -------
        Tensor
            Shape and dtype of the array (JAX without its x64 mode: 32-bit ones instead of 64-bit ones), of Python numbers the framework's
            default dtype of their kind; device of this tensor.

        Raises
        ------
        TypeError
            If the array holds no numbers, is masked or a `numpy.matrix`, or the framework does not have its dtype.
        ValueError
            If a value does not fit (2**40 on JAX without its x64 mode), or lists are ragged.
        """
        if isinstance(array, np.ma.MaskedArray):
            raise _errors.type_error("from_numpy", self._ops, "a masked array would lose its mask", "fill it first, array.filled(value)")
        if isinstance(array, np.matrix):
            what = "an np.matrix is no plain array: its * is a matrix product"
            raise _errors.type_error("from_numpy", self._ops, what, "np.asarray(matrix)")
        try:
            values = np.asarray(array)
        except ValueError as error:  # ragged lists
            raise _errors.refused(error, "from_numpy", self)
        if values.dtype.kind not in "biufcV":
            what = f"the array holds no numbers: its dtype is {values.dtype}"
            raise _errors.type_error("from_numpy", self._ops, what, "convert it first, for example with array.astype(np.float32)")
        if not hasattr(array, "dtype"):
            values = self._as_default(values)
        return self._call("from_numpy", self._ops.from_numpy, values)

    def _as_default(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:  # Any: whatever was given
        """Python numbers in the framework's default dtype of their kind, as its own constructors would have them."""
        zero = values.dtype.type(0).item()
        default = self._ops.dtype(self._ops.where(self._ops.from_numpy(self.raw, np.array(True)), zero, zero))
        with np.errstate(over="ignore"):
            cast = values.astype(default)
        if not (np.isfinite(cast) | ~np.isfinite(values)).all() or (values.dtype.kind in "iu" and (cast != values).any()):
            raise _errors.value_error("from_numpy", self._ops, f"a value does not fit {default}", "pass an array of a wider dtype")
        return cast
