"""The kernels of NumPy. Some return NumPy scalars for 0-d results: the wrapper turns them into arrays."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from .contract import Axes, Scalar
from .numpy_like import PLAIN, NumPyLikeOperations, below, check_array, without_leading_ones
from .numpy_random import NumPyDraws

__all__ = ["NumPyOperations"]

Array: TypeAlias = npt.NDArray[Any]  # Any: the dtype is known at run time only

_ndarray = np.ndarray

_OUT: Any = ... if np.lib.NumpyVersion(np.__version__) >= "2.3.0" else None  # Any: NumPy's stubs lag
"""NumPy 2.3 gives 0-d results of reductions as arrays on request; before, they come as scalars, which cost a conversion."""

# NumPy types these as returning Any
_sum: Callable[..., Array] = np.add.reduce
_prod: Callable[..., Array] = np.multiply.reduce
_min: Callable[..., Array] = np.minimum.reduce
_max: Callable[..., Array] = np.maximum.reduce
_all: Callable[..., Array] = np.logical_and.reduce
_any: Callable[..., Array] = np.logical_or.reduce
_cumsum: Callable[..., Array] = np.add.accumulate


Kernel: TypeAlias = "staticmethod[..., Array]"
"""A kernel that is one native function."""


def _native(function: Callable[..., Any]) -> Kernel:  # Any: NumPy's overloads are too many for mypy's staticmethod
    """A kernel that is NumPy's own function, at no cost."""
    return staticmethod(function)


def _solvable(x: Array) -> Array:
    """NumPy refuses float16 here, and would make bfloat16 float64."""
    if x.dtype.kind == "V":
        raise TypeError("array type bfloat16 is unsupported in linalg")
    return x


class NumPyOperations(NumPyLikeOperations[Array]):
    name = "numpy"
    title = "NumPy"
    has_gradients = False
    _xp: ClassVar[Any] = np  # Any: as declared

    # -- the tensor itself -----------------------------------------------------------------------------------------

    def accept(self, x: Any, /) -> Array:  # Any: an ndarray or a NumPy scalar, which is what NumPy's functions return for 0-d results
        accepted: Array = x
        if type(x) is not _ndarray or x.dtype.char not in PLAIN:
            accepted = np.asarray(x) if isinstance(x, np.generic) else x
            check_array(accepted)
        return accepted

    def astype(self, x: Array, dtype: str, /) -> Array:
        return x.astype(_dtype(dtype), copy=False)

    def numpy(self, x: Array, /) -> Array:
        return x

    # -- elementwise, one operand ----------------------------------------------------------------------------------

    abs: Kernel = _native(np.abs)
    negative: Kernel = _native(np.negative)
    sign: Kernel = _native(np.sign)
    sqrt: Kernel = _native(np.sqrt)
    square: Kernel = _native(np.square)
    exp: Kernel = _native(np.exp)
    log: Kernel = _native(np.log)
    log2: Kernel = _native(np.log2)
    log10: Kernel = _native(np.log10)
    log1p: Kernel = _native(np.log1p)
    sin: Kernel = _native(np.sin)
    cos: Kernel = _native(np.cos)
    tan: Kernel = _native(np.tan)
    sinh: Kernel = _native(np.sinh)
    cosh: Kernel = _native(np.cosh)
    tanh: Kernel = _native(np.tanh)
    arcsin: Kernel = _native(np.arcsin)
    arccos: Kernel = _native(np.arccos)
    arctan: Kernel = _native(np.arctan)
    arcsinh: Kernel = _native(np.arcsinh)
    arccosh: Kernel = _native(np.arccosh)
    arctanh: Kernel = _native(np.arctanh)
    round: Kernel = _native(np.ndarray.round)
    ceil: Kernel = _native(np.ceil)
    floor: Kernel = _native(np.floor)
    isnan: Kernel = _native(np.isnan)
    isinf: Kernel = _native(np.isinf)
    logical_not: Kernel = _native(np.logical_not)

    # -- elementwise, two operands ---------------------------------------------------------------------------------

    add: Kernel = _native(operator.add)
    subtract: Kernel = _native(operator.sub)
    multiply: Kernel = _native(operator.mul)
    divide: Kernel = _native(operator.truediv)
    floor_divide: Kernel = _native(operator.floordiv)
    remainder: Kernel = _native(operator.mod)

    def pow(self, x: Array | Scalar, y: Array | Scalar, /) -> Array:
        # of bool ``x ** 2`` takes a short cut to square, whose dtype is another
        power: Array = np.power(x, y) if isinstance(x, np.ndarray) and x.dtype.kind == "b" else operator.pow(x, y)
        return power

    equal: Kernel = _native(operator.eq)
    not_equal: Kernel = _native(operator.ne)
    less: Kernel = _native(operator.lt)
    less_equal: Kernel = _native(operator.le)
    greater: Kernel = _native(operator.gt)
    greater_equal: Kernel = _native(operator.ge)
    logical_and: Kernel = _native(np.logical_and)
    logical_or: Kernel = _native(np.logical_or)

    def _operand(self, x: Array, y: Array | Scalar, /) -> Any:  # Any: as declared
        # NumPy itself gives a scalar the dtype of a bool, floating or complex array, but not of an integer or bfloat16 one
        return y if x.dtype.kind in "bfc" else super()._operand(x, y)

    # a float beside bfloat16 is made one by NumPyTensor: NumPy would make float32 of both
    minimum: Kernel = _native(np.minimum)
    maximum: Kernel = _native(np.maximum)

    def clip(self, x: Array, low: Scalar | None, high: Scalar | None, /) -> Array:
        kind = x.dtype.kind
        if kind == "f" or kind in "bc":
            return x.clip(low, high)  # type: ignore[arg-type]  # NumPy's stubs know no two-sided None
        if kind == "V":  # np.clip would promote bfloat16
            x = x if low is None else np.maximum(x, self._operand(x, low))
            return x if high is None else np.minimum(x, self._operand(x, high))
        return super().clip(x, low, high)

    def where(self, condition: Array, x: Array | Scalar, y: Array | Scalar, /) -> Array:
        if type(x) is _ndarray and type(y) is _ndarray:
            return np.where(condition, x, y)
        return super().where(condition, x, y)

    # -- reductions and order --------------------------------------------------------------------------------------
    # Sums of float16 and bfloat16 are accumulated in float32, as np.mean does: in their own dtype they would stop growing
    # at 2048 and 256 ones. bfloat16 (kind V) takes the detour through float32 too where its own kernels mistreat NaN.

    def sum(self, x: Array, axis: Axes, keepdims: bool, /) -> Array:
        if x.itemsize == 2 and x.dtype.kind in "fV":
            return _sum(x, axis=axis, dtype=np.float32, keepdims=keepdims).astype(x.dtype)
        return _sum(x, axis=axis, keepdims=keepdims, out=_OUT)

    def prod(self, x: Array, axis: Axes, keepdims: bool, /) -> Array:
        if x.itemsize == 2 and x.dtype.kind in "fV":
            return _prod(x, axis=axis, dtype=np.float32, keepdims=keepdims).astype(x.dtype)
        return _prod(x, axis=axis, keepdims=keepdims, out=_OUT)

    def mean(self, x: Array, axis: Axes, keepdims: bool, /) -> Array:
        if not x.size:  # NumPy would warn
            return np.full(np.shape(_sum(x, axis=axis, keepdims=keepdims)), math.nan, x.dtype)
        if x.dtype.kind == "V":
            return np.asarray(x.mean(axis, np.float32, keepdims=keepdims)).astype(x.dtype)
        return np.asarray(x.mean(axis, keepdims=keepdims))

    def min(self, x: Array, axis: Axes, keepdims: bool, /) -> Array:
        if x.dtype.kind == "V":
            return _min(x.astype(np.float32), axis=axis, keepdims=keepdims).astype(x.dtype)
        return _min(x, axis=axis, keepdims=keepdims, out=_OUT)

    def max(self, x: Array, axis: Axes, keepdims: bool, /) -> Array:
        if x.dtype.kind == "V":
            return _max(x.astype(np.float32), axis=axis, keepdims=keepdims).astype(x.dtype)
        return _max(x, axis=axis, keepdims=keepdims, out=_OUT)

    def all(self, x: Array, axis: Axes, keepdims: bool, /) -> Array:
        return _all(x, axis=axis, keepdims=keepdims, out=_OUT)

    def any(self, x: Array, axis: Axes, keepdims: bool, /) -> Array:
        return _any(x, axis=axis, keepdims=keepdims, out=_OUT)

    argmin: Kernel = _native(np.ndarray.argmin)
    argmax: Kernel = _native(np.ndarray.argmax)

    def cumsum(self, x: Array, axis: int, /) -> Array:
        if x.itemsize == 2 and x.dtype.kind in "fV":
            return _cumsum(x, axis=axis, dtype=np.float32).astype(x.dtype)
        return x.cumsum(axis)

    def sort(self, x: Array, axis: int, /) -> Array:
        if x.dtype.kind == "V":
            return np.sort(x.astype(np.float32), axis).astype(x.dtype)
        return np.sort(x, axis)

    def argsort(self, x: Array, axis: int, /) -> Array:
        if x.dtype.kind == "V":
            x = x.astype(np.float32)
        return x.argsort(axis, "stable")

    def topk(self, x: Array, k: int, sorted: bool, /) -> tuple[Array, Array]:
        # the reverse of the stable order of the reverse: descending, NaN first, and the first of equals first
        order = self.argsort(x[..., ::-1], x.ndim - 1)[..., ::-1][..., :k]
        indices = x.shape[-1] - 1 - order
        return np.take_along_axis(x, indices, -1), indices

    # -- shape -----------------------------------------------------------------------------------------------------

    reshape: Kernel = _native(np.ndarray.reshape)
    transpose: Kernel = _native(np.ndarray.transpose)
    squeeze: Kernel = _native(np.ndarray.squeeze)
    tile: Kernel = _native(np.tile)
    flip: Kernel = _native(np.flip)
    concatenate: Kernel = _native(np.concatenate)
    stack: Kernel = _native(np.stack)

    def expand_dims(self, x: Array, axis: int, /) -> Array:
        return x[(slice(None),) * axis + (None,)]

    # -- indexing --------------------------------------------------------------------------------------------------

    getitem: Kernel = _native(operator.getitem)
    take_along_axis: Kernel = _native(np.take_along_axis)

    def index_update(self, x: Array, key: Any, values: Array | Scalar, /) -> Array:  # Any: as declared
        result = x.copy()
        result[key] = without_leading_ones(values)
        return result

    # -- creation --------------------------------------------------------------------------------------------------

    def full(self, x: Array, shape: tuple[int, ...], value: Array | Scalar, /) -> Array:
        return np.full(shape, value, x.dtype)

    def zeros(self, x: Array, shape: tuple[int, ...], /) -> Array:
        return np.zeros(shape, x.dtype)

    def ones(self, x: Array, shape: tuple[int, ...], /) -> Array:
        return np.ones(shape, x.dtype)

    def arange(self, x: Array, start: int, stop: int, step: int, /) -> Array:
        return np.arange(start, stop, step, dtype=int)  # without int, integers beyond int64 would make floats or objects

    # NumPy's global state, seeded by np.random.seed, draws float64 only

    def uniform(self, x: Array, shape: tuple[int, ...], low: float, high: float, /) -> Array:
        return below(np, np.asarray(np.random.uniform(low, high, shape), x.dtype), low, high)

    def normal(self, x: Array, shape: tuple[int, ...], mean: float, stddev: float, /) -> Array:
        return np.asarray(np.random.normal(mean, stddev, shape), x.dtype)

    def generator(self, x: Array, seed: int | Array, /) -> NumPyDraws:
        return NumPyDraws(np.random.SeedSequence(int(seed)), _dtype)

    def from_numpy(self, x: Array, array: npt.NDArray[np.generic], /) -> Array:
        check_array(array)
        return np.array(array)

    # -- linear algebra --------------------------------------------------------------------------------------------

    def matmul(self, x: Array, y: Array, /) -> Array:
        product: Array = np.matmul(x, y)
        if product.dtype is x.dtype:  # which is what it is but for bfloat16 and mixed dtypes
            return product
        brain = x.dtype if x.dtype.kind == "V" else y.dtype
        if brain.kind != "V" or any(a.dtype != brain and a.dtype.itemsize > 1 for a in (x, y)):
            return product
        # ml_dtypes has no loop for it: NumPy takes float32's, where any other operation would give bfloat16
        cast: Array = product.astype(brain)
        return cast

    def inv(self, x: Array, /) -> Array:
        return np.linalg.inv(_solvable(x))

    def slogdet(self, x: Array, /) -> tuple[Array, Array]:
        sign, logabsdet = np.linalg.slogdet(_solvable(x))
        return sign, logabsdet

    def softmax(self, x: Array, axis: int, /) -> Array:
        result = self._shifted(x, axis)
        np.exp(result, out=result)
        return np.divide(result, _total(result, axis), out=result, casting="unsafe")

    def log_softmax(self, x: Array, axis: int, /) -> Array:
        result = self._shifted(x, axis)
        if not result.size:  # NumPy would warn of the logarithm of 0
            return result
        return np.subtract(result, np.log(_total(np.exp(result), axis)), out=result, casting="unsafe")

    def crossentropy(self, logits: Array, labels: Array, /) -> Array:
        if labels.dtype.kind == "i" and labels.size and labels.min() < 0:  # NumPy would count it from the end
            raise IndexError(f"label {labels.min()} is out of bounds for {logits.shape[1]} classes")
        return super().crossentropy(logits, labels)

    def _shifted(self, x: Array, axis: int, /) -> Array:
        """A new array, ``x`` less its maxima along ``axis``, so that no exponential overflows."""
        if x.dtype.kind in "iu":  # the difference might wrap
            x = x.astype(np.float64)
        peak = self.max(x, (axis,), True) if x.shape[axis] else x
        return np.subtract(x, peak)

    # -- gradients -------------------------------------------------------------------------------------------------

    # the method layer has refused them before

    def value_and_grad(
        self, f: Callable[..., tuple[Array, list[Any]]], xs: Sequence[Array], /
    ) -> tuple[Array, list[Any], Sequence[Array]]:  # Any: as declared
        raise NotImplementedError(_NO_GRADIENTS)

    def jacobian(self, f: Callable[[Array], Array], x: Array, /) -> Array:
        raise NotImplementedError(_NO_GRADIENTS)

    def stop_gradient(self, x: Array, /) -> Array:
        return x


_NO_GRADIENTS = "NumPy has no gradients: use a PyTorch, TensorFlow or JAX tensor instead"


def _total(exponentials: Array, axis: int) -> Array:
    """Their sum; in float32 for the two half precisions, float16 cannot hold more than 65504 of them."""
    half = exponentials.itemsize == 2
    return _sum(exponentials, axis=axis, dtype=np.float32 if half else None, keepdims=True)


@functools.cache
def _dtype(name: str) -> np.dtype[Any]:  # Any: the name is known at run time only
    if name == "bfloat16":
        try:
            import ml_dtypes
        except ImportError:
            raise TypeError("NumPy has bfloat16 only with the package ml_dtypes: install it, or use float16 or float32") from None
        bfloat16: np.dtype[Any] = np.dtype(ml_dtypes.bfloat16)  # Any: as above
        return bfloat16
    return np.dtype(name)
