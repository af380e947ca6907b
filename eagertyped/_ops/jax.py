"""The kernels of JAX. They never return a weakly typed array, whose dtype the next operation would forget."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import lax

from . import jax_autograd
from .contract import Axes, Scalar
from .jax_indexing import as_jax_key, as_mask, index_error, unflagged
from .numpy_like import NumPyLikeOperations, check_array, check_range, without_leading_ones

__all__ = ["JAXOperations"]


def _strong(x: jax.Array) -> jax.Array:
    """``x`` without JAX's weak type. Weak are ``int tensor + 1.5``, ``where(c, 1.0, 0.0)``, and what comes of the user's weak arrays."""
    return lax.convert_element_type(x, x.dtype) if x.weak_type else x


def _unary(native: Callable[..., Any]) -> staticmethod[[jax.Array], jax.Array]:  # Any: jitted functions and ufuncs alike
    def kernel(x: jax.Array, /) -> jax.Array:
        return _strong(native(x))

    return staticmethod(kernel)


def _binary(native: Callable[..., Any]) -> staticmethod[[Any, Any], jax.Array]:  # Any: as above; tensors, scalars, axes, shapes
    def kernel(x: Any, y: Any, /) -> jax.Array:  # Any: as above
        return _strong(native(x, y))

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


def _comparison(native: Callable[[Any, Any], Any]) -> staticmethod[[jax.Array, jax.Array | Scalar], jax.Array]:  # Any: as above
    def kernel(x: jax.Array, y: jax.Array | Scalar, /) -> jax.Array:
        if type(y) is int:
            return _strong(native(x, _comparable(x, y)))
        if isinstance(y, jax.Array) and x.dtype != y.dtype and _wraps(x, y):
            # a negative number is below every unsigned one; the others compare as unsigned
            if x.dtype.kind == "u":
                return jnp.where(y < 0, native(1, 0), native(x, y.astype(x.dtype)))
            return jnp.where(x < 0, native(0, 1), native(x.astype(y.dtype), y))
        return _strong(native(x, y))

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

    def check(self, x: jax.Array, /) -> None:
        if not isinstance(x.dtype, np.dtype):  # one of JAX's extended dtypes
            raise TypeError(
                f"cannot wrap a JAX array of dtype {x.dtype}: it holds no numbers. Cure: jax.random.key_data(key) of a PRNG key."
            )

    def astype(self, x: jax.Array, dtype: str, /) -> jax.Array:
        return x.astype(dtype)

    def numpy(self, x: jax.Array, /) -> npt.NDArray[Any]:  # Any: as declared
        # under an eager gradient, what is below the tracer is a value
        return np.asarray(lax.stop_gradient(x) if isinstance(x, jax.core.Tracer) else x)

    # -- elementwise, one operand ----------------------------------------------------------------------------------

    abs = _unary(jnp.abs)
    negative = _unary(jnp.negative)
    sign = _unary(jnp.sign)
    sqrt = _unary(jnp.sqrt)
    square = _unary(jnp.square)
    exp = _unary(jnp.exp)
    log = _unary(jnp.log)
    log2 = _unary(jnp.log2)
    log10 = _unary(jnp.log10)
    log1p = _unary(jnp.log1p)
    sin = _unary(jnp.sin)
    cos = _unary(jnp.cos)
    tan = _unary(jnp.tan)
    sinh = _unary(jnp.sinh)
    cosh = _unary(jnp.cosh)
    tanh = _unary(jnp.tanh)
    arcsin = _unary(jnp.arcsin)
    arccos = _unary(jnp.arccos)
    arctan = _unary(jnp.arctan)
    arcsinh = _unary(jnp.arcsinh)
    arccosh = _unary(jnp.arccosh)
    arctanh = _unary(jnp.arctanh)
    round = _unary(jnp.round)
    ceil = _unary(jnp.ceil)
    floor = _unary(jnp.floor)
    isnan = _unary(jnp.isnan)
    isinf = _unary(jnp.isinf)
    logical_not = _unary(jnp.logical_not)

    # -- elementwise, two operands ---------------------------------------------------------------------------------

    add = _binary(operator.add)
    subtract = _binary(operator.sub)
    multiply = _binary(operator.mul)
    divide = _binary(operator.truediv)
    floor_divide = _binary(operator.floordiv)
    remainder = _binary(operator.mod)
    equal = _comparison(operator.eq)
    not_equal = _comparison(operator.ne)
    less = _comparison(operator.lt)
    less_equal = _comparison(operator.le)
    greater = _comparison(operator.gt)
    greater_equal = _comparison(operator.ge)
    logical_and = _binary(jnp.logical_and)
    logical_or = _binary(jnp.logical_or)

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

    def minimum(self, x: jax.Array, y: jax.Array | Scalar, /) -> jax.Array:
        return _strong(super().minimum(x, y))

    def maximum(self, x: jax.Array, y: jax.Array | Scalar, /) -> jax.Array:
        return _strong(super().maximum(x, y))

    def clip(self, x: jax.Array, low: Scalar | None, high: Scalar | None, /) -> jax.Array:
        return _strong(super().clip(x, low, high))

    def where(self, condition: jax.Array, x: jax.Array | Scalar, y: jax.Array | Scalar, /) -> jax.Array:
        return _strong(super().where(condition, x, y))

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
    sort = _binary(jnp.sort)
    argsort = staticmethod(jnp.argsort)

    def topk(self, x: jax.Array, k: int, sorted: bool, /) -> tuple[jax.Array, jax.Array]:
        values, indices = _topk(x, k)
        return _strong(values), _strong(indices)

    # -- shape -----------------------------------------------------------------------------------------------------

    reshape = _binary(jnp.reshape)
    transpose = _binary(jnp.transpose)
    squeeze = _binary(jnp.squeeze)
    expand_dims = _binary(jnp.expand_dims)
    tile = _binary(jnp.tile)
    flip = _binary(jnp.flip)
    concatenate = _binary(jnp.concatenate)
    stack = _binary(jnp.stack)

    def pad(self, x: jax.Array, paddings: tuple[tuple[int, int], ...], mode: Literal["constant", "reflect"], value: Scalar, /) -> jax.Array:
        return _strong(super().pad(x, paddings, mode, value))

    def meshgrid(self, xs: Sequence[jax.Array], indexing: Literal["xy", "ij"], /) -> Sequence[jax.Array]:
        return tuple(_strong(grid) for grid in super().meshgrid(xs, indexing))

    # -- indexing --------------------------------------------------------------------------------------------------

    def getitem(self, x: jax.Array, key: Any, /) -> jax.Array:  # Any: as declared
        x, key = unflagged(x, as_jax_key(x, key))
        try:
            return _strong(x[key])
        except ValueError as error:
            raise index_error(error)

    def index_update(self, x: jax.Array, key: Any, values: jax.Array | Scalar, /) -> jax.Array:  # Any: as declared
        key = as_jax_key(x, key)
        values = without_leading_ones(self._operand(x, values))
        mask = as_mask(x, key)
        if mask is not None and np.ndim(values) == 0:  # a scatter by mask would not trace
            return _strong(jnp.where(mask, values, x))
        expanded, key = unflagged(x, key)
        try:
            updated = expanded.at[key].set(values)
        except ValueError as error:
            raise index_error(error)
        return _strong(updated if expanded is x else updated.reshape(x.shape))

    def take_along_axis(self, x: jax.Array, index: jax.Array, axis: int, /) -> jax.Array:
        return _strong(jnp.take_along_axis(x, index, axis))

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
        return self._below(jax.random.uniform(_fresh_key(x, "uniform"), shape, x.dtype, low, high), low, high)

    def normal(self, x: jax.Array, shape: tuple[int, ...], mean: float, stddev: float, /) -> jax.Array:
        return jax.random.normal(_fresh_key(x, "normal"), shape, x.dtype) * stddev + mean

    def from_numpy(self, x: jax.Array, array: npt.NDArray[np.generic], /) -> jax.Array:
        check_array(array)
        own = _canonical(array)
        if own is array:  # not copy=True: JAX may read the array later on, when its owner has changed it
            own = np.array(array)
        return jnp.asarray(own, device=_elsewhere(x))

    # -- linear algebra --------------------------------------------------------------------------------------------

    matmul = _binary(jnp.matmul)
    inv = _unary(jnp.linalg.inv)

    def slogdet(self, x: jax.Array, /) -> tuple[jax.Array, jax.Array]:
        sign, logabsdet = super().slogdet(x)
        return _strong(sign), _strong(logabsdet)

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
