"""What NumPy and JAX share: kernels that need more than one native function, written once over ``_xp``."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, ClassVar, Literal, Protocol

import numpy as np
import numpy.typing as npt
from typing_extensions import TypeVar

from .contract import Operations, Scalar

__all__ = ["KINDS", "PLAIN", "PYTHON_SCALARS", "NumPyLikeOperations", "below", "check_array", "check_range", "without_leading_ones"]

PYTHON_SCALARS = (bool, int, float, complex)
"""In the order of their kinds."""

KINDS = {"b": 0, "i": 1, "u": 1, "f": 2, "V": 2, "c": 3}
"""``dtype.kind`` (V: bfloat16) as `Operations.kind` has it."""

PLAIN = frozenset("?bBhHiIlLqQefdFD")
"""``dtype.char`` of the dtypes that every release of NumPy and the Array API know; the long doubles are not among them."""


class _Array(Protocol):  # Any below: the dtype, and with it every element type, is known at run time only
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def ndim(self) -> int: ...
    @property
    def dtype(self) -> Any: ...
    def item(self) -> Any: ...
    def __getitem__(self, key: Any, /) -> Any: ...


R = TypeVar("R", bound=_Array)


class NumPyLikeOperations(Operations[R]):
    _xp: ClassVar[Any]  # Any: a module, numpy or jax.numpy

    # -- the tensor itself -----------------------------------------------------------------------------------------

    def shape(self, x: R, /) -> tuple[int, ...]:
        return x.shape

    def ndim(self, x: R, /) -> int:
        return x.ndim

    def dtype(self, x: R, /) -> str:
        return _name(x.dtype)

    def kind(self, x: R, /) -> int:
        return KINDS[x.dtype.kind]

    def item(self, x: R, /) -> Scalar:
        value: Scalar = x.item()
        return value

    def truth(self, x: R, /) -> bool:
        return bool(x)

    # -- elementwise -----------------------------------------------------------------------------------------------

    def _operand(self, x: R, y: R | Scalar, /) -> Any:  # Any: a raw tensor or a NumPy scalar
        """A scalar ``y`` in the dtype of ``x``: an integer that does not fit is an OverflowError, where most functions would wrap."""
        return x.dtype.type(y) if isinstance(y, PYTHON_SCALARS) else y

    def minimum(self, x: R, y: R | Scalar, /) -> R:
        result: R = self._xp.minimum(x, self._operand(x, y))
        return result

    def maximum(self, x: R, y: R | Scalar, /) -> R:
        result: R = self._xp.maximum(x, self._operand(x, y))
        return result

    def clip(self, x: R, low: Scalar | None, high: Scalar | None, /) -> R:
        result: R = self._xp.clip(x, None if low is None else self._operand(x, low), None if high is None else self._operand(x, high))
        return result

    def where(self, condition: R, x: R | Scalar, y: R | Scalar, /) -> R:
        if not isinstance(x, PYTHON_SCALARS):
            y = y if type(x) is type(y) else self._operand(x, y)
        elif not isinstance(y, PYTHON_SCALARS):
            x = self._operand(y, x)
        else:
            default = self._xp.result_type(max(type(x), type(y), key=PYTHON_SCALARS.index)).type
            x, y = default(x), default(y)
        result: R = self._xp.where(condition, x, y)
        return result

    # -- shape -----------------------------------------------------------------------------------------------------

    def pad(self, x: R, paddings: tuple[tuple[int, int], ...], mode: Literal["constant", "reflect"], value: Scalar, /) -> R:
        if not paddings:  # 0-d: both frameworks refuse an empty list
            return x
        result: R
        if mode == "constant":
            result = self._xp.pad(x, paddings, mode=mode, constant_values=self._operand(x, value))
        else:
            result = self._xp.pad(x, paddings, mode=mode)
        return result

    def meshgrid(self, xs: Sequence[R], indexing: Literal["xy", "ij"], /) -> Sequence[R]:
        # JAX refuses 0-d tensors
        return tuple(self._xp.meshgrid(*[x if x.ndim else x[None] for x in xs], indexing=indexing))

    # -- indexing --------------------------------------------------------------------------------------------------

    def onehot(self, x: R, indices: R, value: Scalar, /) -> R:
        return self.index_update(self.zeros(x, x.shape), (self._xp.arange(x.shape[0]), indices), value)

    # -- linear algebra --------------------------------------------------------------------------------------------

    def slogdet(self, x: R, /) -> tuple[R, R]:
        sign, logabsdet = self._xp.linalg.slogdet(x)
        return sign, logabsdet

    def crossentropy(self, logits: R, labels: R, /) -> R:
        picked = self.take_along_axis(self.log_softmax(logits, 1), labels[:, None], 1)
        return self.negative(picked[:, 0])


def below(xp: Any, drawn: R, low: float, high: float) -> R:  # Any: a module, numpy or jax.numpy
    """Uniform numbers where rounding may have reached ``high``, which is excluded: float16 and bfloat16 reach it often."""
    top = drawn.dtype.type(high)
    result: R = xp.where(drawn == top, np.nextafter(top, drawn.dtype.type(low)), drawn)
    return result


def without_leading_ones(values: Any) -> Any:  # Any: a raw tensor or a scalar
    """Values to assign, without what makes no difference to broadcasting but may be more axes than there are places for."""
    while getattr(values, "ndim", 0) and values.shape[0] == 1:
        values = values.reshape(values.shape[1:])
    return values


@functools.cache
def _name(dtype: Any) -> str:  # Any: np.dtype or one of JAX's extended dtypes
    """``dtype.name``, which is slow Python in NumPy."""
    return str(dtype.name)


def check_array(array: npt.NDArray[Any], /) -> None:  # Any: the dtype is what is being checked
    """Raise TypeError, with the cure, for an ndarray that is not a plain array of numbers."""
    if type(array) is not np.ndarray:
        if isinstance(array, np.ma.MaskedArray):
            raise TypeError("cannot wrap a NumPy masked array: its mask would be lost. Cure: array.filled(value).")
        if isinstance(array, np.matrix):
            raise TypeError("cannot wrap an np.matrix: its * is a matrix product. Cure: np.asarray(matrix).")
    dtype = array.dtype
    if dtype.char not in PLAIN and dtype.name != "bfloat16":
        raise TypeError(f"cannot wrap a NumPy array of dtype {dtype}. Cure: {_cure(dtype)}.")


def check_range(values: range, dtype: npt.DTypeLike, cure: str, /) -> None:
    """Raise ValueError, with the cure, for integers that the dtype cannot hold."""
    info = np.iinfo(np.dtype(dtype))
    if values and not (info.min <= min(values[0], values[-1]) and max(values[0], values[-1]) <= info.max):
        raise ValueError(f"{values} has integers that do not fit {info.dtype}. Cure: {cure}.")


def _cure(dtype: np.dtype[Any]) -> str:  # Any: any dtype at all
    if dtype.names is not None:
        return "take one field of a structured array at a time, array['name']"
    if dtype.char in "mM":
        return "turn dates and durations into numbers, array.astype(np.int64)"
    if dtype.char == "G":
        return "array.astype(np.complex128)"
    if dtype.char == "g":
        return "array.astype(np.float64)"
    if dtype.isbuiltin == 2:  # registered by another package, as ml_dtypes does
        return "array.astype(np.float32)"
    return "numbers or bools, for example array.astype(np.float64)"
