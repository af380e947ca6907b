"""What every tensor has: the raw tensor, its shape and dtype, conversions out, and the ways an operation reaches its kernel."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from .. import _errors
from ..backends import Backend, HasRaw, NumPy
from ..dtypes import DType, HasNumPy, HasPython, NativeDType
from ..recognise import accepted, find_leaf, leaf_of
from ._typing import B, B_co, D, D_co, P, R, S, Scalar

if TYPE_CHECKING:
    from .._ops.contract import Axes, Operations
    from .tensor import Tensor

_object_new = object.__new__
SCALARS = (bool, int, float, complex)  # a tuple: isinstance would build a union at each call
KINDS = {bool: 0, int: 1, float: 2, complex: 3}
"""Kinds of the plain Python scalars, as `Operations.kind` counts them."""


class _Raw:
    """Static type of `Core.raw`: NumPy keeps the dtype, every other backend is solved through `HasRaw`."""

    @overload
    def __get__(self, tensor: Core[NumPy, HasNumPy[S]], owner: object = None) -> npt.NDArray[S]: ...
    @overload
    def __get__(self, tensor: Core[HasRaw[R], DType], owner: object = None) -> R: ...
    @overload
    def __get__(self, tensor: Core[Backend, DType], owner: object = None) -> Any: ...  # Any: the backend is not known
    def __get__(self, tensor: object, owner: object = None) -> Any:  # Any: the overloads say what comes out
        raise NotImplementedError


class Core(Generic[B_co, D_co]):
    """One native tensor in a slot. Operations live in the families; leaves (`PyTorchTensor` and so on) name the kernels."""

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # tensors compare elementwise, so they are unhashable as NumPy's are
    __array_ufunc__ = None  # NumPy arrays on the left must not swallow a tensor: they defer to our reflected operators

    _ops: ClassVar[Operations[Any]]  # Any: each leaf names its own

    if TYPE_CHECKING:
        raw: ClassVar[_Raw] = _Raw()
        """The native tensor."""
    else:
        __slots__ = ("raw",)  # pyright would not look for a descriptor behind a name in __slots__

    def __init__(self, raw: Any) -> None:  # Any: checked below

        op = type(self).__name__
        leaf = leaf_of(raw, op)
        if not issubclass(type(self), leaf):
            raise TypeError(
                f"{type(self).__name__} cannot wrap a {leaf._ops.title} tensor. Cure: use ep.astensor(x), or {leaf.__name__}(x)."
            )
        self.raw = accepted(leaf, raw, op)  # type: ignore[misc]  # a slot at run time

    # -- reaching a kernel -----------------------------------------------------------------------------------------

    def _new(self, raw: Any) -> Tensor[B_co, Any]:  # Any: each method declares the dtype
        """Wrap a kernel's result."""
        new = _object_new(self.__class__)
        new.raw = raw  # type: ignore[misc]  # a slot at run time
        return new  # type: ignore[return-value]  # every Core is a Tensor at run time

    def _unary(self, op: str, kernel: Callable[[Any], Any]) -> Tensor[B_co, Any]:  # Any: each method declares the dtype
        try:
            return self._new(kernel(self.raw))
        except Exception as error:
            raise _errors.refused(error, op, self)

    def _binary(
        self, op: str, kernel: Callable[[Any, Any], Any], y: Any, other: object
    ) -> Tensor[B_co, Any]:  # Any: each method declares the dtype
        """``kernel(raw, y)``, where `y` is what the user's `other` became."""
        try:
            return self._new(kernel(self.raw, y))
        except Exception as error:
            raise _errors.refused(error, op, self, other)

    def _reflected(
        self, op: str, kernel: Callable[[Any, Any], Any], other: object
    ) -> Tensor[B_co, Any]:  # Any: each method declares the dtype
        x = self._operand(op, other)
        try:
            return self._new(kernel(x, self.raw))
        except Exception as error:
            raise _errors.refused(error, op, other, self)

    def _call(self, op: str, kernel: Callable[..., Any], *args: Any) -> Tensor[B_co, Any]:  # Any: each method declares the dtype
        """The general way: ``kernel(raw, *args)`` with arguments that are ready."""
        try:
            return self._new(kernel(self.raw, *args))
        except Exception as error:
            raise _errors.refused(error, op, self)

    def _reduce(
        self, op: str, kernel: Callable[[Any, Any, bool], Any], axis: int | tuple[int, ...] | None, keepdims: bool
    ) -> Tensor[B_co, Any]:  # Any: each method declares the dtype
        axes: Axes = axis
        if axis is not None and (type(axis) is not int or not 0 <= axis < self._ops.ndim(self.raw)):
            axes = self._axes(op, axis)
        try:
            return self._new(kernel(self.raw, axes, keepdims))
        except Exception as error:
            raise _errors.refused(error, op, self)

    # -- arguments -------------------------------------------------------------------------------------------------

    def _operand(self, op: str, other: object) -> Any:  # Any: a raw tensor or a Python scalar
        """What a kernel gets for the other operand: a plain Python scalar, or a raw tensor of this backend."""
        kind = type(other)
        if kind is float or kind is int or kind is complex:
            return other
        if kind is bool:  # True beside numbers is 1 to NumPy; PyTorch and TensorFlow refuse it in places
            return int(other) if self._ops.kind(self.raw) else other  # type: ignore[call-overload]  # a bool, as was just seen
        if isinstance(other, Core):
            return self._raw_of(op, other)
        if isinstance(other, np.generic) and other.dtype.kind in "biufcV":
            return self._operand(op, _python_scalar(other.item()))  # one meaning on all backends: that of the Python scalar of its kind
        if isinstance(other, SCALARS):
            return self._operand(op, _python_scalar(other))  # a subclass, an IntEnum say

        leaf = find_leaf(other)
        if leaf is None:
            raise _errors.type_error(
                op, self._ops, f"cannot combine {_errors.describe(self)} with {_errors.describe(other)}", "use a Tensor or a Python scalar"
            )
        return self._raw_of(op, leaf(other))

    def _raw_of(self, op: str, other: Core[Backend, DType]) -> Any:  # Any: a raw tensor of this backend
        if other._ops is not self._ops:
            raise _errors.foreign(op, self._ops, f"{_errors.describe(self)} with {_errors.describe(other)}")
        return other.raw

    def _same_kind(self, op: str, value: object) -> Any:  # Any: a raw tensor or a Python scalar
        """An operand that must not change the dtype: a scalar of a higher kind than the tensor's is refused, never truncated."""
        kind = KINDS.get(type(value))
        if kind is None:
            value = self._operand(op, value)
            kind = KINDS.get(type(value))
            if kind is None:
                return value
        own = self._ops.kind(self.raw)
        if kind > own:
            what = f"{_errors.describe(value)} does not fit {_errors.describe(self)}; it would be truncated"
            raise _errors.type_error(op, self._ops, what, _errors.CAST)
        return value if kind or not own else int(value)  # type: ignore[call-overload]  # True beside numbers, as in `_operand`

    def _flag(self, value: Scalar) -> Scalar:
        """0 and 1, the defaults of some arguments, as bools where the tensor is bool."""
        return bool(value) if value in (0, 1) and not self._ops.kind(self.raw) else value

    def _require_bool(self, op: str) -> None:
        if self._ops.kind(self.raw):
            raise _errors.value_error(
                op, self._ops, f"needs a bool tensor, got {_errors.describe(self)}", "t.bool() makes one (zero is False)"
            )

    def _axis(self, op: str, axis: SupportsIndex, extra: int = 0) -> int:
        """One axis as ``0 <= axis < ndim + extra``."""
        ndim = self._ops.ndim(self.raw) + extra
        try:
            index = operator.index(axis)
        except TypeError:
            raise _errors.type_error(op, self._ops, f"an axis is an integer, got {_errors.describe(axis)}", "pass an int") from None
        if not -ndim <= index < ndim:
            raise _errors.axis_error(op, self._ops, index, ndim)
        return index + ndim if index < 0 else index

    def _axes(self, op: str, axis: object) -> tuple[int, ...]:
        """One axis or several as a tuple of distinct ones."""
        if not isinstance(axis, tuple | list):
            return (self._axis(op, axis),)  # type: ignore[arg-type]  # checked there
        axes = tuple(self._axis(op, a) for a in axis)
        if len(set(axes)) != len(axes):
            raise _errors.value_error(op, self._ops, f"axis {tuple(axis)} names an axis twice", "name each axis once")
        return axes

    def _shape_argument(self, op: str, shape: object) -> tuple[int, ...]:
        """A shape given as an int or a sequence of ints; scalar tensors (sizes unknown while tracing) pass through."""
        sizes = shape if isinstance(shape, tuple | list | range) else (shape,)
        return tuple(self._size(op, n) for n in sizes)

    def _size(self, op: str, n: object) -> int:
        if isinstance(n, Core):
            n = n.raw  # a scalar tensor stands for a size that is unknown while tracing
        if type(n) is int:
            return n
        if isinstance(n, np.integer | int) and not isinstance(n, bool):
            return int(n)

        leaf = find_leaf(n)
        if (leaf is not None and not leaf._ops.ndim(n)) or type(n).__name__ == "SymInt":
            return n  # type: ignore[return-value]  # stands for an int while tracing
        raise _errors.type_error(op, self._ops, f"a shape is made of integers, got {_errors.describe(n)}", "pass an int or a tuple of ints")

    # -- attributes ------------------------------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of the axes, a tuple of ints (under ``tf.function`` an unknown size is a scalar tensor)."""
        return self._ops.shape(self.raw)

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return self._ops.ndim(self.raw)

    @property
    def dtype(self) -> NativeDType[D_co]:
        """The native dtype object, ``torch.float32``; `astype` takes it."""
        dtype: NativeDType[D_co] = self.raw.dtype
        return dtype

    # -- conversions out -------------------------------------------------------------------------------------------

    def numpy(self: Core[Backend, HasNumPy[S]]) -> npt.NDArray[S]:
        """The values as a read-only ndarray on the CPU, detached from gradients.

        Returns
        -------
        numpy.ndarray
            Same shape; the NumPy dtype of the same name (bfloat16 through ml_dtypes). It may share memory with the tensor.

        Raises
        ------
        TypeError
            If the values are not there (PyTorch's meta device, a tensor being traced), or NumPy has no such dtype.
        """
        try:
            array: npt.NDArray[S] = self._ops.numpy(self.raw)
        except Exception as error:
            raise _errors.refused(error, "numpy", self)
        if array.flags.writeable:
            array = array.view()
            array.flags.writeable = False
        return array

    def item(self: Core[Backend, HasPython[P]]) -> P:
        """The only element as a Python scalar: bool, int, float or complex.

        Raises
        ------
        ValueError
            If the tensor has not exactly one element.
        """
        size = 1
        for n in self.shape:
            size *= n
        if size != 1:
            raise _errors.value_error("item", self._ops, f"needs one element, got {_errors.describe(self)}", "index one element first")
        try:
            return self._ops.item(self.raw)  # type: ignore[return-value]  # the kernel's scalar is of the dtype's kind
        except Exception as error:
            raise _errors.refused(error, "item", self)

    if not TYPE_CHECKING:  # NumPy's stubs would take ``ndarray + Tensor`` for an ndarray

        def __array__(
            self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
        ) -> npt.NDArray[Any]:  # Any: the dtype is the caller's
            array = self.numpy()
            if dtype is not None and array.dtype != np.dtype(dtype):
                if copy is False:
                    raise ValueError(
                        f"__array__ on {self._ops.title}: a cast to {np.dtype(dtype)} needs a copy. Cure: leave copy=False out."
                    )
                return array.astype(dtype)
            return array.copy() if copy else array

        def __tf_tensor__(self, dtype: object = None, name: str | None = None) -> object:
            # asked by TensorFlow where a Tensor stands beside its own: without this it would call __array__, for any backend
            what = f"cannot combine {_errors.describe(self)} with TensorFlow's: they belong to different backends"
            raise _errors.type_error("__tf_tensor__", self._ops, what, "convert one of them, for example with tf.constant(t.numpy())")

    def __bool__(self) -> bool:
        try:
            shape = self._ops.shape(self.raw)
            if all(isinstance(n, int) for n in shape) and math.prod(shape) != 1:  # of sizes unknown while tracing the framework decides
                what = f"the truth value is that of one element, got {_errors.describe(self)}"
                raise _errors.value_error("bool", self._ops, what, "use t.any() or t.all() of a bool tensor, or t.item() of one element")
            return self._ops.truth(self.raw)
        except Exception as error:
            raise _errors.refused(error, "bool", self)

    def __len__(self) -> int:
        if not self.ndim:
            raise _errors.type_error("len", self._ops, "a 0-d tensor has no length", "use t.item() for its value")
        n = self.shape[0]
        if not isinstance(n, int):
            raise _errors.type_error("len", self._ops, "the size of axis 0 is unknown while tracing", "use t.shape[0]")
        return n

    def __float__(self) -> float:
        return float(self._scalar("float"))

    def __int__(self) -> int:
        return int(self._scalar("int"))

    def __complex__(self) -> complex:
        return complex(self._scalar("complex"))

    def __index__(self) -> int:
        value = self._scalar("index")
        if type(value) is not int:
            raise _errors.type_error(
                "index", self._ops, f"only an integer tensor is an index, got {_errors.describe(self)}", "cast it to integers"
            )
        return value

    def _scalar(self, op: str) -> Any:  # Any: some Python scalar; float() and int() refuse complex ones themselves
        if self.ndim:
            raise _errors.type_error(
                op, self._ops, f"only a 0-d tensor converts to a Python scalar, got {_errors.describe(self)}", "use t.item()"
            )
        return self.item()

    # -- text ------------------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        prefix = f"{type(self).__name__}("
        return prefix + repr(self.raw).replace("\n", "\n" + " " * len(prefix)) + ")"

    def __format__(self, spec: str) -> str:
        return format(self.raw, spec)

    # -- copies: generic classes with slots need to say how ---------------------------------------------------------

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:  # Any: the leaf and its raw tensor
        return _rebuild, (type(self), self.raw)


def _rebuild(leaf: type[Core[B, D]], raw: Any) -> Core[B, D]:  # Any: a raw tensor
    """Unpickle: the tensor was checked when it was wrapped, but its kernels may not be loaded yet."""
    find_leaf(raw)
    new = _object_new(leaf)
    new.raw = raw  # type: ignore[misc]  # a slot at run time
    return new


def _python_scalar(value: object) -> Scalar:
    """The plain Python scalar for an instance of a subclass: an IntEnum's int, say."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value)
    return complex(value)  # type: ignore[call-overload, no-any-return]  # the caller passes scalars only


def same_size(m: object, n: object) -> bool:
    """Whether two sizes can be equal; one that is unknown while tracing can."""
    return not (isinstance(m, int) and isinstance(n, int)) or m == n
