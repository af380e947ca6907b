"""The kernels on TensorFlow tensors, eager and symbolic.

Where a kernel is more than one native operation, a comment says what the native one gets wrong. TensorFlow promotes nothing and
converts Python scalars to the dtype of the tensor beside them, so most refusals are its own.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
import tensorflow as tf

from .._rules import result
from ..dtypes import MARKERS, kind_rank
from . import tensorflow_autograd
from .contract import Axes, Operations, Scalar
from .numpy_like import check_array, check_range
from .tensorflow_indexing import getitem, index_update, index_update_by_owner, nonnegative, scalar, sizes
from .tensorflow_random import TensorFlowDraws

__all__ = ["TensorFlowOperations"]

Raw: TypeAlias = Any  # Any: TensorFlow ships no types, and a raw tensor is eager or symbolic
Operand: TypeAlias = Any  # Any: a Raw or a Scalar, of which one at least is a Raw
Native: TypeAlias = Callable[..., Any]  # Any: as in Raw

_DEFAULTS = {bool: tf.bool, int: tf.int32, float: tf.float32, complex: tf.complex128}
"""What TensorFlow makes of a Python scalar, from the lowest kind to the highest."""

_BITS = {2: tf.int16, 4: tf.int32, 8: tf.int64}
"""Bytes of a floating dtype -> the integer of that size."""

_KINDS = {id(getattr(tf, name)): kind_rank(name) for name in MARKERS}
"""By identity: TensorFlow has one object per dtype, and hashes it slowly."""

_WIDER = {id(getattr(tf, name)): getattr(tf, wide) for name in MARKERS for wide in result("sum", "tensorflow", name).dtypes if wide != name}
"""What the rules say that sums and products of a dtype are counted in, where it is not the dtype itself; as above."""

_CURES = {
    tf.string: "make numbers of it with tf.strings.to_number",
    tf.resource: "wrap the value of the variable, variable.read_value()",
    tf.variant: "take the tensors out of it, as tf.TensorArray.stack() does",
}


# -- arithmetic with Python integers beside tensors


def _check_fit(x: Operand, y: Operand) -> None:
    """Refuse a Python integer that does not fit the dtype of the tensor beside it, as NumPy does: TensorFlow wraps it around."""
    if type(y) is int:
        if not 0 <= y < 128:
            scalar(y, x.dtype)
    elif type(x) is int and not 0 <= x < 128:
        scalar(x, y.dtype)


def _arithmetic(native: Native) -> staticmethod[[Operand, Operand], Raw]:
    def kernel(x: Operand, y: Operand, /) -> Raw:
        if type(x) is int or type(y) is int:
            _check_fit(x, y)
        return native(x, y)

    return staticmethod(kernel)


def _multiply(x: Operand, y: Operand) -> Raw:
    product = x * y
    if product.dtype is tf.bool and not (_is_bool(x) and _is_bool(y)):  # it has read the other operand as a bool
        raise TypeError("the dtypes differ: bool is multiplied with bool only")
    return product


def _floored(x: Operand, y: Operand) -> Raw:
    dtype = x.dtype if isinstance(x, tf.Tensor) else y.dtype
    return _floor_divide(x, y, dtype) if dtype.is_floating else x // y


def _pow(x: Operand, y: Operand) -> Raw:
    if type(y) in (int, float) and y == 0 and (x.dtype.is_floating or x.dtype.is_complex):
        return tf.ones_like(x)  # the gradient of the native power is NaN at 0
    return x**y


class TensorFlowOperations(Operations[Any]):  # Any: as in Raw
    """The kernels of TensorFlow."""

    name = "tensorflow"
    title = "TensorFlow"

    # -- the tensor itself -----------------------------------------------------------------------------------------

    def accept(self, x: Raw, /) -> Raw:
        if not isinstance(x, tf.Tensor):  # a variable
            x = x.value()
        dtype = x.dtype
        if id(dtype) in _KINDS:
            return x
        if dtype in _CURES:
            raise TypeError(f"cannot wrap a TensorFlow tensor of dtype {dtype.name}: it holds no numbers. Cure: {_CURES[dtype]}.")
        if dtype.is_quantized:
            raise TypeError(f"cannot wrap a TensorFlow tensor of quantised dtype {dtype.name}. Cure: tf.quantization.dequantize it first.")
        return x

    def shape(self, x: Raw, /) -> tuple[int, ...]:
        _known_rank(x)
        static = tuple(x.shape)
        if None not in static:
            return static
        dynamic = tf.shape(x)
        return tuple([dynamic[axis] if size is None else size for axis, size in enumerate(static)])

    def ndim(self, x: Raw, /) -> int:
        return _known_rank(x)

    def dtype(self, x: Raw, /) -> str:
        return str(x.dtype.name)

    def kind(self, x: Raw, /) -> int:
        kind = _KINDS.get(id(x.dtype))
        return kind_rank(x.dtype.name) if kind is None else kind

    def astype(self, x: Raw, dtype: str, /) -> Raw:
        if dtype == "bool" and x.dtype.is_complex:
            return tf.not_equal(x, 0)  # the cast would forget the imaginary part
        return tf.cast(x, dtype)

    def numpy(self, x: Raw, /) -> npt.NDArray[Any]:  # Any: the dtype is known at run time only
        return np.asarray(_value(x))

    def item(self, x: Raw, /) -> Scalar:
        value: Scalar = _value(x).item()
        return value

    truth = staticmethod(bool)

    # -- elementwise, one operand ----------------------------------------------------------------------------------

    abs = staticmethod(tf.abs)
    negative = staticmethod(operator.neg)
    sign = staticmethod(tf.sign)
    sqrt = staticmethod(tf.sqrt)
    square = staticmethod(tf.square)
    exp = staticmethod(tf.exp)
    log = staticmethod(tf.math.log)

    def log2(self, x: Raw, /) -> Raw:
        return tf.math.log(x) / float(np.log(2))

    def log10(self, x: Raw, /) -> Raw:
        return tf.math.log(x) / float(np.log(10))

    log1p = staticmethod(tf.math.log1p)
    sin = staticmethod(tf.sin)
    cos = staticmethod(tf.cos)
    tan = staticmethod(tf.tan)
    sinh = staticmethod(tf.sinh)
    cosh = staticmethod(tf.cosh)
    tanh = staticmethod(tf.tanh)
    arcsin = staticmethod(tf.asin)
    arccos = staticmethod(tf.acos)
    arctan = staticmethod(tf.atan)
    arcsinh = staticmethod(tf.asinh)
    arccosh = staticmethod(tf.acosh)
    arctanh = staticmethod(tf.atanh)
    round = staticmethod(tf.round)
    ceil = staticmethod(tf.math.ceil)
    floor = staticmethod(tf.math.floor)
    isnan = staticmethod(tf.math.is_nan)
    isinf = staticmethod(tf.math.is_inf)
    logical_not = staticmethod(tf.logical_not)

    # -- elementwise, two operands ---------------------------------------------------------------------------------

    add = _arithmetic(operator.add)
    subtract = _arithmetic(operator.sub)
    multiply = _arithmetic(_multiply)
    divide = _arithmetic(operator.truediv)
    floor_divide = _arithmetic(_floored)
    remainder = _arithmetic(operator.mod)
    pow = _arithmetic(_pow)

    def equal(self, x: Raw, y: Raw | Scalar, /) -> Raw:
        return _compare(tf.equal, operator.eq, x, y)

    def not_equal(self, x: Raw, y: Raw | Scalar, /) -> Raw:
        return _compare(tf.not_equal, operator.ne, x, y)

    def less(self, x: Raw, y: Raw | Scalar, /) -> Raw:
        return _compare(tf.less, operator.lt, x, y)

    def less_equal(self, x: Raw, y: Raw | Scalar, /) -> Raw:
        return _compare(tf.less_equal, operator.le, x, y)

    def greater(self, x: Raw, y: Raw | Scalar, /) -> Raw:
        return _compare(tf.greater, operator.gt, x, y)

    def greater_equal(self, x: Raw, y: Raw | Scalar, /) -> Raw:
        return _compare(tf.greater_equal, operator.ge, x, y)

    logical_and = staticmethod(tf.logical_and)
    logical_or = staticmethod(tf.logical_or)

    def minimum(self, x: Raw, y: Raw | Scalar, /) -> Raw:
        return tf.minimum(x, y if type(y) is float or isinstance(y, tf.Tensor) else scalar(y, x.dtype))

    def maximum(self, x: Raw, y: Raw | Scalar, /) -> Raw:
        return tf.maximum(x, y if type(y) is float or isinstance(y, tf.Tensor) else scalar(y, x.dtype))

    def clip(self, x: Raw, low: Scalar | None, high: Scalar | None, /) -> Raw:
        # not tf.clip_by_value, where low wins over high
        if low is not None:
            x = self.maximum(x, low)
        return x if high is None else self.minimum(x, high)

    def where(self, condition: Raw, x: Raw | Scalar, y: Raw | Scalar, /) -> Raw:
        if isinstance(x, tf.Tensor):
            return tf.where(condition, x, y if isinstance(y, tf.Tensor) else scalar(y, x.dtype))
        if isinstance(y, tf.Tensor):
            return tf.where(condition, _constant(x, y.dtype), y)
        dtype = _DEFAULTS[max(type(x), type(y), key=list(_DEFAULTS).index)]
        return tf.where(condition, _constant(x, dtype), _constant(y, dtype))

    # -- reductions and order --------------------------------------------------------------------------------------

    def sum(self, x: Raw, axis: Axes, keepdims: bool, /) -> Raw:
        dtype = x.dtype
        if dtype is tf.float16:  # the native sum adds up in float16 and stops at 2048 ones
            return tf.cast(tf.reduce_sum(tf.cast(x, tf.float32), _axes(axis), keepdims), tf.float16)
        wider = _WIDER.get(id(dtype))
        return tf.reduce_sum(x if wider is None else tf.cast(x, wider), _axes(axis), keepdims)

    def prod(self, x: Raw, axis: Axes, keepdims: bool, /) -> Raw:
        if tensorflow_autograd.differentiating() and (x.dtype.is_floating or x.dtype.is_complex):
            return tensorflow_autograd.prod(x, axis, keepdims)
        wider = _WIDER.get(id(x.dtype))
        return tf.reduce_prod(x if wider is None else tf.cast(x, wider), _axes(axis), keepdims)

    def mean(self, x: Raw, axis: Axes, keepdims: bool, /) -> Raw:
        axes = _axes(axis)
        if x.dtype is tf.float16:  # as in sum
            return tf.cast(tf.reduce_mean(tf.cast(x, tf.float32), axes, keepdims), tf.float16)
        if x.dtype.is_complex and not x.shape.num_elements():  # the native mean of no complex numbers is 0
            real, imag = tf.math.real(x), tf.math.imag(x)
            return tf.complex(tf.reduce_mean(real, axes, keepdims), tf.reduce_mean(imag, axes, keepdims))
        return tf.reduce_mean(x, axes, keepdims)

    def min(self, x: Raw, axis: Axes, keepdims: bool, /) -> Raw:
        return tf.reduce_min(x, _axes(axis), keepdims)

    def max(self, x: Raw, axis: Axes, keepdims: bool, /) -> Raw:
        return tf.reduce_max(x, _axes(axis), keepdims)

    def all(self, x: Raw, axis: Axes, keepdims: bool, /) -> Raw:
        return tf.reduce_all(x, _axes(axis), keepdims)

    def any(self, x: Raw, axis: Axes, keepdims: bool, /) -> Raw:
        return tf.reduce_any(x, _axes(axis), keepdims)

    def argmin(self, x: Raw, axis: int | None, /) -> Raw:
        return _first(tf.argmin, tf.reduce_min, x, axis)

    def argmax(self, x: Raw, axis: int | None, /) -> Raw:
        return _first(tf.argmax, tf.reduce_max, x, axis)

    def cumsum(self, x: Raw, axis: int, /) -> Raw:
        return tf.cumsum(x, axis)

    def sort(self, x: Raw, axis: int, /) -> Raw:
        if x.dtype.is_floating:
            return _take(x, tf.argsort(_order(x), axis), axis)
        return tf.cast(tf.sort(_order(x), axis), x.dtype)

    def argsort(self, x: Raw, axis: int, /) -> Raw:
        return tf.argsort(_order(x), axis, stable=True)

    def topk(self, x: Raw, k: int, sorted: bool, /) -> tuple[Raw, Raw]:
        indices = tf.math.top_k(_order(x), k, sorted).indices
        return _take(x, indices, x.shape.rank - 1), indices

    # -- shape -----------------------------------------------------------------------------------------------------

    def reshape(self, x: Raw, shape: tuple[int, ...], /) -> Raw:
        return tf.reshape(x, shape)

    def transpose(self, x: Raw, axes: tuple[int, ...] | None, /) -> Raw:
        return tf.transpose(x, axes)

    def squeeze(self, x: Raw, axes: tuple[int, ...], /) -> Raw:
        return tf.squeeze(x, axes) if axes else x  # no axes would mean all of them

    def expand_dims(self, x: Raw, axis: int, /) -> Raw:
        return tf.expand_dims(x, axis)

    def tile(self, x: Raw, multiples: tuple[int, ...], /) -> Raw:
        return tf.tile(x, multiples)

    def flip(self, x: Raw, axes: tuple[int, ...], /) -> Raw:
        return tf.reverse(x, axes) if axes else x

    def pad(self, x: Raw, paddings: tuple[tuple[int, int], ...], mode: Literal["constant", "reflect"], value: Scalar, /) -> Raw:
        rank = len(paddings)
        if rank == 0:
            return x
        if mode == "reflect":
            return _pad_each(x, paddings, mode, value) if rank > 5 or 0 in tuple(x.shape) else tf.pad(x, paddings, "REFLECT")
        return _pad_each(x, paddings, mode, value) if rank > 6 else tf.pad(x, paddings, constant_values=scalar(value, x.dtype))

    def meshgrid(self, xs: Sequence[Raw], indexing: Literal["xy", "ij"], /) -> Sequence[Raw]:
        # not tf.meshgrid, which multiplies by ones of the first dtype
        places = list(range(len(xs)))
        if indexing == "xy":
            places[:2] = places[:2][::-1]
        shape = [tf.size(xs[place]) if xs[place].shape.num_elements() is None else xs[place].shape.num_elements() for place in places]
        columns = [tf.reshape(x, [-1] + [1] * (len(xs) - 1 - place)) for x, place in zip(xs, places, strict=True)]
        return [tf.broadcast_to(column, shape) for column in columns]

    def concatenate(self, xs: Sequence[Raw], axis: int, /) -> Raw:
        return tf.concat(xs, axis)

    def stack(self, xs: Sequence[Raw], axis: int, /) -> Raw:
        return tf.stack(xs, axis)

    # -- indexing --------------------------------------------------------------------------------------------------

    getitem = staticmethod(getitem)

    def index_update(self, x: Raw, key: Any, values: Raw | Scalar, /) -> Raw:  # Any: as declared
        return (index_update_by_owner if tensorflow_autograd.differentiating() else index_update)(x, key, values)

    def take_along_axis(self, x: Raw, index: Raw, axis: int, /) -> Raw:
        size = x.shape[axis]
        index = nonnegative(index, tf.shape(x, out_type=tf.int64)[axis] if size is None else size)
        return _take(*_broadcast_beside(x, index, axis), axis)

    def onehot(self, x: Raw, indices: Raw, value: Scalar, /) -> Raw:
        # not tf.one_hot, which leaves a row of zeros where an index is negative or too large
        with _device_of(x):
            return index_update(self.zeros(x, sizes(x)), (tf.range(sizes(x)[0]), indices), value)

    # -- creation, in the dtype and on the device of x -------------------------------------------------------------

    def full(self, x: Raw, shape: tuple[int, ...], value: Raw | Scalar, /) -> Raw:
        with _device_of(x):
            return tf.fill(shape, tf.cast(value, x.dtype) if isinstance(value, tf.Tensor) else _constant(value, x.dtype))

    def zeros(self, x: Raw, shape: tuple[int, ...], /) -> Raw:
        with _device_of(x):
            return tf.zeros(shape, x.dtype)

    def ones(self, x: Raw, shape: tuple[int, ...], /) -> Raw:
        with _device_of(x):
            return tf.ones(shape, x.dtype)

    def arange(self, x: Raw, start: int, stop: int, step: int, /) -> Raw:
        values = range(start, stop, step)
        check_range(values, np.int32, "t.from_numpy(np.arange(...)) keeps int64")
        with _device_of(x):  # tf.range refuses a stop on the wrong side, and one beyond int32
            return tf.cast(tf.range(values[0], values[-1] + (1 if step > 0 else -1), step), tf.int32) if values else tf.range(0)

    def uniform(self, x: Raw, shape: tuple[int, ...], low: float, high: float, /) -> Raw:
        with _device_of(x):
            return tf.random.uniform(shape, low, high, x.dtype)

    def normal(self, x: Raw, shape: tuple[int, ...], mean: float, stddev: float, /) -> Raw:
        with _device_of(x):
            return tf.random.normal(shape, mean, stddev, x.dtype)

    def generator(self, x: Raw, seed: int | Raw, /) -> TensorFlowDraws:
        device = None if tf.is_symbolic_tensor(x) else x.device
        return TensorFlowDraws(tf.stack([tf.cast(seed, tf.int64), 0]), device)

    def from_numpy(self, x: Raw, array: npt.NDArray[np.generic], /) -> Raw:
        check_array(array)
        with _device_of(x):
            return tf.constant(array)

    # -- linear algebra --------------------------------------------------------------------------------------------

    def matmul(self, x: Raw, y: Raw, /) -> Raw:
        if x.dtype is not y.dtype:  # bfloat16 with float32 is the one pair that TensorFlow would promote
            raise TypeError(f"matmul needs equal dtypes, got {x.dtype.name} and {y.dtype.name}")
        row, column = x.shape.rank == 1, y.shape.rank == 1
        product = tf.matmul(tf.expand_dims(x, 0) if row else x, tf.expand_dims(y, 1) if column else y)
        squeezed = [-2] * row + [-1] * column
        return tf.squeeze(product, squeezed) if squeezed else product

    inv = staticmethod(tf.linalg.inv)

    def slogdet(self, x: Raw, /) -> tuple[Raw, Raw]:
        sign, logabsdet = tf.linalg.slogdet(x)
        return sign, tf.math.real(logabsdet)  # of a complex matrix it comes as a complex number; a real one passes through

    def softmax(self, x: Raw, axis: int, /) -> Raw:
        rank = _known_rank(x)
        if rank <= 5:
            return tf.nn.softmax(x, axis)
        x = _to_last(x, axis)  # oneDNN's kernel stops at five dimensions
        flat = tf.reshape(x, [-1, x.shape[-1] or tf.shape(x)[-1]])
        return _from_last(tf.reshape(tf.nn.softmax(flat), sizes(x)), axis)

    def log_softmax(self, x: Raw, axis: int, /) -> Raw:
        return tf.nn.log_softmax(x, axis)

    def crossentropy(self, logits: Raw, labels: Raw, /) -> Raw:
        if labels.dtype not in (tf.int32, tf.int64):
            labels = tf.cast(labels, tf.int64)
        return tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)

    # -- gradients -------------------------------------------------------------------------------------------------

    value_and_grad = staticmethod(tensorflow_autograd.value_and_grad)
    jacobian = staticmethod(tensorflow_autograd.jacobian)
    stop_gradient = staticmethod(tf.stop_gradient)


# -- helpers -----------------------------------------------------------------------------------------------------------


def _value(x: Raw) -> Any:  # Any: an ndarray or a NumPy scalar
    if not hasattr(x, "numpy"):  # symbolic
        raise TypeError("a tensor has no values while tf.function traces. Cure: take them outside of the traced function.")
    return x.numpy()


def _known_rank(x: Raw) -> int:
    rank: int | None = x.shape.rank
    if rank is None:
        raise ValueError("the rank of this tensor is unknown while tracing. Cure: give it one with tf.ensure_shape or an input_signature.")
    return rank


def _device_of(x: Raw) -> AbstractContextManager[object]:
    return nullcontext() if tf.is_symbolic_tensor(x) else tf.device(x.device)


def _is_bool(x: Operand) -> bool:
    return x.dtype is tf.bool if isinstance(x, tf.Tensor) else isinstance(x, bool)


def _constant(value: Scalar, dtype: Raw) -> Raw:
    return tf.convert_to_tensor(scalar(value, dtype), dtype)


def _floor_divide(x: Operand, y: Operand, dtype: Raw) -> Raw:
    """The floor of the exact quotient, as in NumPy; the native one is that of the rounded quotient, 1 // 0.1 == 10."""
    y = y if isinstance(y, tf.Tensor) else _constant(y, dtype)
    remainder = x % y
    quotient = tf.round(x / y - remainder / y)
    quotient = tf.where(tf.math.is_inf(remainder), _constant(-1, dtype), quotient)  # of a finite x and an infinite y of other sign
    return tf.where(tf.equal(y, 0), x // y, quotient)


# -- comparisons


def _compare(native: Native, python: Callable[[Any, Any], Any], x: Raw, y: Raw | Scalar) -> Raw:  # Any: as operator.lt is typed
    """``native(x, y)`` in a dtype that holds both; ``python`` is the same comparison of Python numbers."""
    if not isinstance(y, tf.Tensor):
        return _compare_scalar(native, python, x, y)
    dtype = x.dtype
    if dtype is not y.dtype:
        return _compare_mixed(native, python, x, y)
    if dtype is tf.bool and native not in (tf.equal, tf.not_equal):
        x, y = tf.cast(x, tf.uint8), tf.cast(y, tf.uint8)
    return native(x, y)


def _compare_scalar(native: Native, python: Callable[[Any, Any], Any], x: Raw, y: Scalar) -> Raw:  # Any: as in _compare
    if x.dtype.is_bool and (native not in (tf.equal, tf.not_equal) or not isinstance(y, bool)):
        x = tf.cast(x, tf.int32)
    if x.dtype.is_integer:
        if isinstance(y, complex):
            x = tf.cast(x, tf.complex128)
        elif isinstance(y, float):
            x = tf.cast(x, tf.float64)  # as in NumPy, with its rounding of integers beyond 2**53
        elif not (0 <= y < 128 or x.dtype.min <= y <= x.dtype.max):  # reading the limits is slow
            return tf.fill(sizes(x), python(0, y))
    elif x.dtype.is_floating and isinstance(y, complex):
        x = tf.cast(x, tf.complex128 if x.dtype is tf.float64 else tf.complex64)
    return native(x, scalar(y, x.dtype))


def _compare_mixed(native: Native, python: Callable[[Any, Any], Any], x: Raw, y: Raw) -> Raw:  # Any: as in _compare
    if x.dtype.is_integer and y.dtype.is_integer and tf.uint64 in (x.dtype, y.dtype):
        negative, answer = (x < 0, python(-1, 0)) if y.dtype is tf.uint64 else (y < 0, python(0, -1))
        return tf.where(negative, answer, native(tf.cast(x, tf.uint64), tf.cast(y, tf.uint64)))
    dtype = np.result_type(_numpy_dtype(x), _numpy_dtype(y))  # exact, but for integers beyond 2**53 beside a float
    return _compare(native, python, tf.cast(x, dtype), tf.cast(y, dtype))


def _numpy_dtype(x: Raw) -> type[np.generic]:
    dtype: type[np.generic] = np.float32 if x.dtype is tf.bfloat16 else x.dtype.as_numpy_dtype
    return dtype


# -- reductions and order


def _axes(axis: Axes) -> Axes | npt.NDArray[np.int32]:
    return np.zeros(0, np.int32) if axis == () else axis  # while tracing, an empty tuple is read as floats


def _first(position: Native, extreme: Native, x: Raw, axis: int | None) -> Raw:
    """Position of the first extreme value; the native ``position`` passes over NaN, the native ``extreme`` does not."""
    if axis is None:
        x, axis = tf.reshape(x, [-1]), 0
    if not x.dtype.is_floating:
        return position(x, axis)
    hit = tf.logical_or(tf.equal(x, extreme(x, axis, True)), tf.math.is_nan(x))
    return tf.argmax(tf.cast(hit, x.dtype), axis)


def _order(x: Raw) -> Raw:
    """Integers in the order of ``x``, the zeros equal, and all NaN equal and last; the native order of NaN is undefined."""
    if x.dtype.is_bool:
        return tf.cast(x, tf.uint8)
    if not x.dtype.is_floating:
        return x
    integer = _BITS[x.dtype.size]
    bits = tf.bitcast(x, integer)
    key = tf.where(bits < 0, integer.min - bits, bits)  # the bits of a negative number are its magnitude, from the minimum upwards
    return tf.where(tf.math.is_nan(x), _constant(integer.max, integer), key)


def _to_last(x: Raw, axis: int) -> Raw:
    rank = _known_rank(x)
    return x if axis == rank - 1 else tf.transpose(x, [*range(axis), *range(axis + 1, rank), axis])


def _from_last(x: Raw, axis: int) -> Raw:
    rank = _known_rank(x)
    return x if axis == rank - 1 else tf.transpose(x, [*range(axis), rank - 1, *range(axis, rank - 1)])


def _take(x: Raw, index: Raw, axis: int) -> Raw:
    """The entries of ``x`` at ``index`` along ``axis``; the other dimensions agree."""
    batch = _known_rank(x) - 1
    return _from_last(tf.gather(_to_last(x, axis), _to_last(index, axis), axis=batch, batch_dims=batch), axis)


def _broadcast_beside(x: Raw, index: Raw, axis: int) -> tuple[Raw, Raw]:
    """Both, with their dimensions other than ``axis`` broadcast against each other."""
    ours, theirs = list(x.shape), list(index.shape)
    ours[axis] = theirs[axis] = 1
    if ours == theirs and None not in ours:
        return x, index
    ours, theirs = tf.shape(x), tf.shape(index)
    one = tf.one_hot(axis, _known_rank(x), on_value=True, off_value=False)
    shape = tf.broadcast_dynamic_shape(tf.where(one, 1, ours), tf.where(one, 1, theirs))
    return tf.broadcast_to(x, tf.where(one, ours, shape)), tf.broadcast_to(index, tf.where(one, theirs, shape))


# -- shape


def _pad_each(x: Raw, paddings: tuple[tuple[int, int], ...], mode: str, value: Scalar) -> Raw:
    """`pad` one dimension at a time; the native one stops at six dimensions, five to reflect, and does not reflect empty tensors."""
    for axis, (before, after) in enumerate(paddings):
        size = x.shape[axis] or tf.shape(x)[axis]
        if not before and not after:
            continue
        if mode == "reflect":
            x = tf.gather(x, size - 1 - tf.abs(size - 1 - tf.abs(tf.range(-before, size + after))), axis=axis)
        else:
            shape = [x.shape[other] or tf.shape(x)[other] for other in range(len(paddings))]
            blocks = [tf.fill([*shape[:axis], width, *shape[axis + 1 :]], _constant(value, x.dtype)) for width in (before, after)]
            x = tf.concat([blocks[0], x, blocks[1]], axis)
    return x
