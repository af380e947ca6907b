"""The kernels of JAX. They never take nor return a weakly typed array, whose dtype the next operation would forget."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import lax

from ..dtypes import MARKERS
from . import jax_autograd
from .contract import Axes, Scalar
from .jax_indexing import as_jax_key, as_mask, index_error, selects_nothing, unflagged
from .jax_random import JAXDraws
from .numpy_like import KINDS, PYTHON_SCALARS, NumPyLikeOperations, below, check_array, check_range, without_leading_ones

__all__ = ["JAXOperations"]

_PLAIN = frozenset(type(jnp.dtype(name)) for name in MARKERS)
"""Classes of the dtypes of numbers; JAX's extended ones are of others."""
_SCALARS = frozenset(PYTHON_SCALARS)


# Attributes are read from ``x.aval``, where the array has them from: its own are properties in Python. Any: JAX's stubs do not know it.


def _strong(x: Any) -> jax.Array:  # Any: an array, as above
    """``x`` without JAX's weak type: of ``jnp.asarray(1.0)``, an integer tensor and a Python float, or a uint64 and an int64 tensor."""
    strong: jax.Array = lax.convert_element_type(x, x.dtype) if x.aval.weak_type else x
    return strong


Kernel: TypeAlias = "staticmethod[..., jax.Array]"
"""A kernel that is one native function."""


def _native(function: Callable[..., Any]) -> Kernel:  # Any: jitted functions and ufuncs alike
    """A kernel that is JAX's own function, at no cost."""
    return staticmethod(function)


def _combining(native: Callable[..., Any]) -> Kernel:  # Any: as above
    def kernel(x: Any, y: Any, /) -> jax.Array:  # Any: tensors, one scalar
        result = native(x, y)
        strong: jax.Array = _strong(result) if result.aval.weak_type else result
        return strong

    return staticmethod(kernel)


def _reduction(native: Callable[..., Any]) -> staticmethod[[jax.Array, Axes, bool], jax.Array]:  # Any: as above
    def kernel(x: jax.Array, axis: Axes, keepdims: bool, /) -> jax.Array:
        result: jax.Array = native(x, axis=axis, keepdims=keepdims)
        return result  # reductions drop the weak type

    return staticmethod(kernel)


def _extremum(native: Callable[..., Any]) -> staticmethod[[jax.Array, Axes, bool], jax.Array]:  # Any: as above
    def kernel(x: jax.Array, axis: Axes, keepdims: bool, /) -> jax.Array:
        result: jax.Array = native(x, axis=axis, keepdims=keepdims)
        if x.dtype.kind == "c":  # of complex numbers JAX overlooks NaN
            return jnp.where(jnp.isnan(x).any(axis, keepdims=keepdims), jnp.nan, result)
        return result

    return staticmethod(kernel)


def _comparison(native: Callable[[Any, Any], Any]) -> staticmethod[[Any, Any], jax.Array]:  # Any: as above
    def kernel(x: Any, y: Any, /) -> jax.Array:  # Any: an array, and an array or a scalar
        if type(y) in _SCALARS:
            return _strong(native(x, _comparable(x, y) if type(y) is int else y))
        if x.aval.dtype != y.aval.dtype and _wraps(x, y):
            # a negative number is below every unsigned one; the others compare as unsigned
            if x.dtype.kind == "u":
                return jnp.where(y < 0, native(1, 0), native(x, y.astype(x.dtype)))
            return jnp.where(x < 0, native(0, 1), native(x.astype(y.dtype), y))
        result: jax.Array = native(x, y)
        return result

    return staticmethod(kernel)


def _comparable(x: jax.Array, y: int) -> Any:  # Any: a Python or NumPy scalar
    """``y`` such that JAX neither wraps nor refuses it: an integer that does not fit the dtype of ``x`` compares as an infinity does."""
    kind = x.dtype.kind
    if kind in "fV":  # V: bfloat16
        return float(y)
    if kind in "iu":
        info = np.iinfo(x.dtype)
        if not info.min <= y <= info.max:
            return np.inf if y > 0 else -np.inf
        if y > 127:  # without x64 JAX takes no Python integer beyond int32, even beside uint32
            return x.dtype.type(y)
    return y


def _wraps(x: jax.Array, y: jax.Array) -> bool:
    """Whether JAX promotes an unsigned and a signed dtype to one that cannot hold the unsigned one: uint32 without x64, uint64."""
    if {x.dtype.kind, y.dtype.kind} != {"i", "u"}:
        return False
    unsigned = x.dtype if x.dtype.kind == "u" else y.dtype
    return bool(jnp.promote_types(x.dtype, y.dtype).itemsize <= unsigned.itemsize)


def _softmax(native: Callable[[jax.Array, int], jax.Array], x: jax.Array, axis: int) -> jax.Array:
    if x.dtype == np.float16:  # whose sum of exponentials would overflow beyond 65504 of them
        return native(x.astype(np.float32), axis).astype(np.float16)
    if x.dtype.kind in "iu":  # whose differences would wrap
        x = x / 1
    return native(x, axis)


def _crossentropy_of(logits: jax.Array, labels: jax.Array, /) -> jax.Array:
    picked = jnp.take_along_axis(_softmax(jax.nn.log_softmax, logits, 1), labels[:, None], 1)
    return jnp.where(labels < 0, jnp.nan, -picked[:, 0])  # as labels that are too large; JAX would count them from the end


_crossentropy: Callable[[jax.Array, jax.Array], jax.Array] = jax.jit(_crossentropy_of)


class JAXOperations(NumPyLikeOperations[jax.Array]):
    name = "jax"
    title = "JAX"
    _xp: ClassVar[Any] = jnp  # Any: as declared

    # -- the tensor itself -----------------------------------------------------------------------------------------

    def accept(self, x: Any, /) -> jax.Array:  # Any: as declared
        if type(x.aval.dtype) not in _PLAIN and not isinstance(x.dtype, np.dtype):  # one of JAX's extended dtypes
            raise TypeError(
                f"cannot wrap a JAX array of dtype {x.dtype}: it holds no numbers. Cure: jax.random.key_data(key) of a PRNG key."
            )
        return _strong(x)

    def shape(self, x: Any, /) -> tuple[int, ...]:  # Any: an array
        shape: tuple[int, ...] = x.aval.shape
        return shape

    def ndim(self, x: Any, /) -> int:  # Any: an array
        return len(x.aval.shape)

    def kind(self, x: Any, /) -> int:  # Any: an array
        return KINDS[x.aval.dtype.kind]

    def astype(self, x: jax.Array, dtype: str, /) -> jax.Array:
        return x.astype(dtype)

    def numpy(self, x: jax.Array, /) -> npt.NDArray[Any]:  # Any: as declared
        # under an eager gradient, what is below the tracer is a value
        return np.asarray(lax.stop_gradient(x) if isinstance(x, jax.core.Tracer) else x)

    # -- elementwise, one operand ----------------------------------------------------------------------------------

    abs = _native(jnp.abs)
    negative = _native(jnp.negative)
    sign = _native(jnp.sign)
    sqrt = _native(jnp.sqrt)
    square = _native(jnp.square)
    exp = _native(jnp.exp)
    log = _native(jnp.log)
    log2 = _native(jnp.log2)
    log10 = _native(jnp.log10)
    log1p = _native(jnp.log1p)
    sin = _native(jnp.sin)
    cos = _native(jnp.cos)
    tan = _native(jnp.tan)
    sinh = _native(jnp.sinh)
    cosh = _native(jnp.cosh)
    tanh = _native(jnp.tanh)
    arcsin = _native(jnp.arcsin)
    arccos = _native(jnp.arccos)
    arctan = _native(jnp.arctan)
    arcsinh = _native(jnp.arcsinh)
    arccosh = _native(jnp.arccosh)
    arctanh = _native(jnp.arctanh)
    round = _native(jnp.round)
    ceil = _native(jnp.ceil)
    floor = _native(jnp.floor)
    isnan = _native(jnp.isnan)
    isinf = _native(jnp.isinf)
    logical_not = _native(jnp.logical_not)

    # -- elementwise, two operands ---------------------------------------------------------------------------------

    add = _combining(operator.add)
    subtract = _combining(operator.sub)
    multiply = _combining(operator.mul)
    divide = _combining(operator.truediv)
    floor_divide = _combining(operator.floordiv)
    remainder = _combining(operator.mod)
    equal = _comparison(operator.eq)
    not_equal = _comparison(operator.ne)
    less = _comparison(operator.lt)
    less_equal = _comparison(operator.le)
    greater = _comparison(operator.gt)
    greater_equal = _comparison(operator.ge)
    logical_and = _native(jnp.logical_and)
    logical_or = _native(jnp.logical_or)

    def pow(self, x: jax.Array | Scalar, y: jax.Array | Scalar, /) -> jax.Array:
        if isinstance(x, jax.Array) and isinstance(y, jax.Array) and x.dtype != y.dtype:
            # else a 0-d integer exponent would not promote, and only eagerly
            x = x.astype(jnp.result_type(x, y))
        elif not isinstance(x, jax.Array) and isinstance(y, jax.Array):
            x = jnp.asarray(x, dtype=jnp.result_type(x, y))  # for the same reason
        elif isinstance(x, jax.Array) and type(y) is int and x.dtype == jnp.bool_:
            x = x.astype(jnp.result_type(x, y))  # as // and % do: JAX's integer power would stop at int32
        elif isinstance(x, jax.Array) and type(y) is float and y == 0 and jnp.issubdtype(x.dtype, jnp.inexact):
            y = 0  # the gradient of the power 0.0 is NaN at 0
        result: jax.Array = operator.pow(x, y)
        return _strong(result)

    def _operand(self, x: jax.Array, y: jax.Array | Scalar, /) -> Any:  # Any: as declared
        # JAX itself gives a float or a complex number the dtype of a tensor of such a kind
        return y if type(y) is float or type(y) is complex else super()._operand(x, y)

    def minimum(self, x: jax.Array, y: jax.Array | Scalar, /) -> jax.Array:
        return _strong(jnp.minimum(x, y if type(y) is float else self._operand(x, y)))

    def maximum(self, x: jax.Array, y: jax.Array | Scalar, /) -> jax.Array:
        return _strong(jnp.maximum(x, y if type(y) is float else self._operand(x, y)))

    def clip(self, x: jax.Array, low: Scalar | None, high: Scalar | None, /) -> jax.Array:
        if type(low) is float and type(high) is float:
            return jnp.clip(x, low, high)
        return super().clip(x, low, high)

    def where(self, condition: jax.Array, x: jax.Array | Scalar, y: jax.Array | Scalar, /) -> jax.Array:
        if type(x) not in _SCALARS and type(y) not in _SCALARS:
            return _strong(jnp.where(condition, x, y))
        return super().where(condition, x, y)

    # -- reductions and order --------------------------------------------------------------------------------------

    # Without x64 the accumulators of sum and prod are int32 and uint32, JAX's widest
    sum = _reduction(jnp.sum)
    prod = _reduction(jnp.prod)
    mean = _reduction(jnp.mean)
    min = _extremum(jnp.min)
    max = _extremum(jnp.max)
    all = _reduction(jnp.all)
    any = _reduction(jnp.any)
    argmin = staticmethod(jnp.argmin)
    argmax = staticmethod(jnp.argmax)
    cumsum = staticmethod(jnp.cumsum)
    sort = _native(jnp.sort)
    argsort = staticmethod(jnp.argsort)

    def topk(self, x: jax.Array, k: int, sorted: bool, /) -> tuple[jax.Array, jax.Array]:
        values, indices = _topk(x, k)
        return values, indices

    # -- shape -----------------------------------------------------------------------------------------------------

    reshape = _native(jnp.reshape)
    transpose = _native(jnp.transpose)
    squeeze = _native(jnp.squeeze)
    expand_dims = _native(jnp.expand_dims)
    tile = _native(jnp.tile)
    flip = _native(jnp.flip)
    concatenate = _combining(jnp.concatenate)
    stack = _combining(jnp.stack)

    # -- indexing --------------------------------------------------------------------------------------------------

    def getitem(self, x: jax.Array, key: Any, /) -> jax.Array:  # Any: as declared
        if type(key) is slice and key.step is None:
            return x[key]
        x, key = unflagged(x, as_jax_key(x, key))
        try:
            return x[key]
        except ValueError as error:
            raise index_error(error)

    def index_update(self, x: jax.Array, key: Any, values: jax.Array | Scalar, /) -> jax.Array:  # Any: as declared
        key = as_jax_key(x, key)
        values = without_leading_ones(self._operand(x, values))
        mask = as_mask(x, key)
        if mask is not None and np.ndim(values) == 0:  # a scatter by mask would not trace
            return jnp.where(mask, values, x)
        expanded, key = unflagged(x, key)
        try:
            if np.ndim(values) and selects_nothing(expanded, key):  # there JAX does not look whether values fit
                jnp.broadcast_to(values, expanded[key].shape)
            updated = expanded.at[key].set(values)
        except ValueError as error:
            raise index_error(error)
        return updated if expanded is x else updated.reshape(x.shape)

    take_along_axis = _native(jnp.take_along_axis)

    def onehot(self, x: jax.Array, indices: jax.Array, value: Scalar, /) -> jax.Array:
        result: jax.Array = _onehot(x, indices, self._operand(x, value))
        return result

    # -- creation --------------------------------------------------------------------------------------------------

    def full(self, x: jax.Array, shape: tuple[int, ...], value: jax.Array | Scalar, /) -> jax.Array:
        return jnp.full(shape, self._operand(x, value), x.dtype, device=_elsewhere(x))

    def zeros(self, x: jax.Array, shape: tuple[int, ...], /) -> jax.Array:
        return jnp.zeros(shape, x.dtype, device=_elsewhere(x))

    def ones(self, x: jax.Array, shape: tuple[int, ...], /) -> jax.Array:
        return jnp.ones(shape, x.dtype, device=_elsewhere(x))

    def arange(self, x: jax.Array, start: int, stop: int, step: int, /) -> jax.Array:
        dtype = jnp.result_type(int)
        check_range(range(start, stop, step), dtype, "jax.config.update('jax_enable_x64', True)")
        return jnp.arange(start, stop, step, dtype, device=_elsewhere(x))

    def uniform(self, x: jax.Array, shape: tuple[int, ...], low: float, high: float, /) -> jax.Array:
        return below(jnp, jax.random.uniform(_fresh_key(x, "uniform"), shape, x.dtype, low, high), low, high)

    def normal(self, x: jax.Array, shape: tuple[int, ...], mean: float, stddev: float, /) -> jax.Array:
        return jax.random.normal(_fresh_key(x, "normal"), shape, x.dtype) * stddev + mean

    def generator(self, x: jax.Array, seed: int | jax.Array, /) -> JAXDraws:
        key = jax.random.key(seed if isinstance(seed, jax.Array) else np.uint32(seed))
        device = _elsewhere(x)
        return JAXDraws.of_key(key if device is None else jax.device_put(key, device))

    def from_numpy(self, x: jax.Array, array: npt.NDArray[np.generic], /) -> jax.Array:
        check_array(array)
        own = _canonical(array)
        if own is array:  # not copy=True: JAX may read the array later on, when its owner has changed it
            own = np.array(array)
        return jnp.asarray(own, device=_elsewhere(x))

    # -- linear algebra --------------------------------------------------------------------------------------------

    matmul = _combining(jnp.matmul)
    inv = _native(jnp.linalg.inv)

    def softmax(self, x: jax.Array, axis: int, /) -> jax.Array:
        return _softmax(jax.nn.softmax, x, axis)

    def log_softmax(self, x: jax.Array, axis: int, /) -> jax.Array:
        return _softmax(jax.nn.log_softmax, x, axis)

    crossentropy = staticmethod(_crossentropy)

    # -- gradients -------------------------------------------------------------------------------------------------

    def value_and_grad(
        self, f: Callable[..., tuple[jax.Array, list[Any]]], xs: Sequence[jax.Array], /
    ) -> tuple[jax.Array, list[Any], Sequence[jax.Array]]:  # Any: as declared
        loss, aux, gradients = jax_autograd.value_and_grad(f, xs)
        return _strong(loss), aux, [_strong(gradient) for gradient in gradients]

    def jacobian(self, f: Callable[[jax.Array], jax.Array], x: jax.Array, /) -> jax.Array:
        return _strong(jax_autograd.jacobian(f, x))

    def stop_gradient(self, x: jax.Array, /) -> jax.Array:
        return _strong(lax.stop_gradient(x))


def _topk_of(x: jax.Array, k: int) -> tuple[jax.Array, jax.Array]:
    if not jnp.issubdtype(x.dtype, jnp.floating):
        values, indices = lax.top_k(x, k)
        return values, indices
    # XLA puts a NaN whose sign bit is set last, and 0.0 before -0.0
    key = jnp.where(x == 0, 0, jnp.where(jnp.isnan(x), jnp.nan, x))
    _, indices = lax.top_k(lax.stop_gradient(key), k)
    return jnp.take_along_axis(x, indices, -1), indices


_topk = jax.jit(_topk_of, static_argnums=1)


def _onehot_of(x: jax.Array, indices: jax.Array, value: npt.ArrayLike) -> jax.Array:
    return jnp.zeros(x.shape, x.dtype).at[jnp.arange(x.shape[0]), indices].set(value)


_onehot = jax.jit(_onehot_of, keep_unused=True)  # unused is x, which gives the device


def _elsewhere(x: jax.Array) -> jax.Device | None:
    """The device of ``x`` where it is known, single, and not where new arrays go anyway."""
    if isinstance(x, jax.core.Tracer):
        return None
    devices = x.devices()
    if len(devices) != 1:
        return None
    (device,) = devices
    default = jax.config.jax_default_device  # type: ignore[attr-defined]  # made at run time: None, a device or a platform's name
    if default is None or isinstance(default, str):
        default = jax.local_devices(backend=default)[0]
    return None if device == default else device


def _fresh_key(x: jax.Array, op: str) -> jax.Array:
    """A new key from NumPy's global random state, so that np.random.seed makes the draws reproducible and no key is hidden here."""
    if isinstance(lax.stop_gradient(x), jax.core.Tracer):  # an eager gradient's tracer has a value, and is welcome
        raise ValueError(_BAKED.format(op=op))
    data = np.random.randint(0, 2**32, 2, np.uint32)
    key: jax.Array = jax.random.wrap_key_data(jnp.array(data, device=_elsewhere(x)), impl="threefry2x32")
    if isinstance(key, jax.core.Tracer):  # x is a constant of the function being traced
        raise ValueError(_BAKED.format(op=op))
    return key


_BAKED = (
    "{op} while JAX traces (jit, vmap, scan) would draw once and bake the numbers into the program. "
    "Cure: draw outside and pass the numbers in, or pass a key in and use jax.random on native arrays."
)


def _canonical(array: npt.NDArray[Any]) -> npt.NDArray[Any]:  # Any: the dtype is known at run time only
    """``array`` in the dtype that JAX has for its own (without x64 64 bits become 32); a value that does not fit is a ValueError."""
    dtype = jax.dtypes.canonicalize_dtype(array.dtype.newbyteorder("="))
    if dtype == array.dtype:
        return array
    refusal = f"values of dtype {array.dtype} do not fit {dtype}. Cure: jax.config.update('jax_enable_x64', True) gives JAX 64 bits."
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        if array.size and not (info.min <= array.min() and array.max() <= info.max):
            raise ValueError(refusal)
    try:
        with np.errstate(over="raise"):
            return array.astype(dtype)
    except FloatingPointError:
        raise ValueError(refusal) from None
