"""Signs and rounding, comparisons of two values, selection, logic and casts, element by element."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from .. import _errors
from ..backends import Backend
from ..dtypes import (
    Bool,
    Complex64,
    Complex128,
    DType,
    DTypeLike,
    Float32,
    Float64,
    Floating,
    Integer,
    NativeDType,
    Numeric,
    dtype_name,
    kind_rank,
)
from ._typing import B_co, Closed, ClosedNumeric, D, D_co, FloatingD, Inexact, NarrowD, Scalar, SignedD, WithInt64
from .core import KINDS, Core

if TYPE_CHECKING:
    from .tensor import Tensor

bool_: TypeAlias = builtins.bool  # the class below has a method of that name


class Elementwise(Core[B_co, D_co]):
    """Each element of the result depends on the elements at its own place only."""

    __slots__ = ()

    @overload
    def abs(self: Core[Backend, Floating | Integer | Bool]) -> Tensor[B_co, D_co]: ...
    @overload
    def abs(self: Core[Backend, Complex64]) -> Tensor[B_co, Float32]: ...
    @overload
    def abs(self: Core[Backend, Complex128]) -> Tensor[B_co, Float64]: ...
    @overload
    def abs(self) -> Tensor[B_co, DType]: ...
    def abs(self) -> Tensor[B_co, DType]:
        """Absolute value, elementwise; of a complex number its magnitude.

        The gradient at 0 is 0; on JAX it is 1.

        Returns
        -------
        Tensor
            Same shape and dtype; of complex numbers the real dtype of half their width.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("abs", self._ops.abs)

    def sign(self) -> Tensor[B_co, D_co]:
        """Sign of each element: -1, 0 or 1; NaN for NaN; x / abs(x) for complex numbers.

        The gradient is 0 everywhere.

        Returns
        -------
        Tensor
            Same shape and dtype.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("sign", self._ops.sign)

    @overload
    def square(self: Core[Backend, Numeric]) -> Tensor[B_co, D_co]: ...
    @overload
    def square(self) -> Tensor[B_co, DType]: ...
    def square(self) -> Tensor[B_co, DType]:
        """Square of each element.

        Returns
        -------
        Tensor
            Same shape and dtype; of bool what the framework makes of it (NumPy: int8).

        Raises
        ------
        TypeError
            TensorFlow refuses bool.
        """
        return self._unary("square", self._ops.square)

    @overload
    def round(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def round(self) -> Tensor[B_co, DType]: ...
    def round(self) -> Tensor[B_co, DType]:
        """Nearest integer of each element, halves to the even one, as in NumPy.

        Returns
        -------
        Tensor
            Same shape; floating dtypes are kept.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("round", self._ops.round)

    @overload
    def ceil(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def ceil(self) -> Tensor[B_co, DType]: ...
    def ceil(self) -> Tensor[B_co, DType]:
        """Least integer not below each element.

        The gradient is 0 everywhere.

        Returns
        -------
        Tensor
            Same shape; floating dtypes are kept.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("ceil", self._ops.ceil)

    @overload
    def floor(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def floor(self) -> Tensor[B_co, DType]: ...
    def floor(self) -> Tensor[B_co, DType]:
        """Greatest integer not above each element.

        The gradient is 0 everywhere.

        Returns
        -------
        Tensor
            Same shape; floating dtypes are kept.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("floor", self._ops.floor)

    def isnan(self) -> Tensor[B_co, Bool]:
        """Whether each element is NaN.

        Returns
        -------
        Tensor
            Same shape, bool.

        Raises
        ------
        TypeError
            TensorFlow refuses integers, bool and complex numbers.
        """
        return self._unary("isnan", self._ops.isnan)

    def isinf(self) -> Tensor[B_co, Bool]:
        """Whether each element is infinite, of either sign.

        Returns
        -------
        Tensor
            Same shape, bool.

        Raises
        ------
        TypeError
            TensorFlow refuses integers, bool and complex numbers.
        """
        return self._unary("isinf", self._ops.isinf)

    def logical_not(self) -> Tensor[B_co, Bool]:
        """Negation of each element of a bool tensor.

        Returns
        -------
        Tensor
            Same shape, bool.

        Raises
        ------
        ValueError
            If the tensor is not bool; ``t.bool()`` makes one.
        """
        self._require_bool("logical_not")
        return self._unary("logical_not", self._ops.logical_not)

    def logical_and(self, other: Core[B_co, DType] | bool_) -> Tensor[B_co, Bool]:
        """Conjunction with another bool tensor or a bool, elementwise.

        Parameters
        ----------
        other
            A bool tensor of the same backend that broadcasts, or a Python bool.

        Returns
        -------
        Tensor
            Broadcast shape, bool.

        Raises
        ------
        ValueError
            If one of them is not bool; ``t.bool()`` makes one.
        TypeError
            If they belong to different backends.
        """
        self._require_bool("logical_and")
        return self._binary("logical_and", self._ops.logical_and, self._bool_operand("logical_and", other), other)

    def logical_or(self, other: Core[B_co, DType] | bool_) -> Tensor[B_co, Bool]:
        """Disjunction with another bool tensor or a bool, elementwise.

        Parameters
        ----------
        other
            A bool tensor of the same backend that broadcasts, or a Python bool.

        Returns
        -------
        Tensor
            Broadcast shape, bool.

        Raises
        ------
        ValueError
            If one of them is not bool; ``t.bool()`` makes one.
        TypeError
            If they belong to different backends.
        """
        self._require_bool("logical_or")
        return self._binary("logical_or", self._ops.logical_or, self._bool_operand("logical_or", other), other)

    def _bool_operand(self, op: str, other: object) -> Any:  # Any: a raw tensor or a bool
        raw = other.raw if type(other) is type(self) else self._operand(op, other)
        if type(raw) is not bool and (type(raw) in KINDS or self._ops.kind(raw)):
            raise _errors.value_error(
                op, self._ops, f"needs bool on both sides, got {_errors.describe(other)}", "t.bool() makes a bool tensor"
            )
        return raw

    @overload
    def minimum(self: Closed, other: Core[B_co, D_co]) -> Tensor[B_co, D_co]: ...
    @overload
    def minimum(self, other: Core[B_co, DType]) -> Tensor[B_co, DType]: ...
    @overload
    def minimum(self, other: Scalar) -> Tensor[B_co, D_co]: ...
    def minimum(self, other: Core[B_co, DType] | Scalar) -> Tensor[B_co, DType]:
        """Lesser of each pair of elements; NaN wins.

        Where both are equal each has half of the gradient; on TensorFlow the first has all of it. Beside a Python scalar the tensor has all
        of it; on JAX half.

        Parameters
        ----------
        other
            A tensor of the same backend that broadcasts, or a Python scalar of the tensor's kind or a lower one.

        Returns
        -------
        Tensor
            Broadcast shape; a scalar never changes the dtype, tensors promote as the framework promotes.

        Raises
        ------
        TypeError
            If a scalar is of a higher kind (1.5 and int32), or the framework refuses the dtypes.
        ValueError
            If the shapes do not broadcast.
        """
        y = other.raw if type(other) is type(self) else self._same_kind("minimum", other)
        try:  # spelled out here and below, as the operators are
            return self._new(self._ops.minimum(self.raw, y))
        except Exception as error:
            raise _errors.refused(error, "minimum", self, other)

    @overload
    def maximum(self: Closed, other: Core[B_co, D_co]) -> Tensor[B_co, D_co]: ...
    @overload
    def maximum(self, other: Core[B_co, DType]) -> Tensor[B_co, DType]: ...
    @overload
    def maximum(self, other: Scalar) -> Tensor[B_co, D_co]: ...
    def maximum(self, other: Core[B_co, DType] | Scalar) -> Tensor[B_co, DType]:
        """Greater of each pair of elements; NaN wins.

        Where both are equal each has half of the gradient; on TensorFlow the first has all of it. Beside a Python scalar the tensor has all
        of it; on JAX half.

        Parameters
        ----------
        other
            A tensor of the same backend that broadcasts, or a Python scalar of the tensor's kind or a lower one.

        Returns
        -------
        Tensor
            Broadcast shape; a scalar never changes the dtype, tensors promote as the framework promotes.

        Raises
        ------
        TypeError
            If a scalar is of a higher kind (1.5 and int32), or the framework refuses the dtypes.
        ValueError
            If the shapes do not broadcast.
        """
        y = other.raw if type(other) is type(self) else self._same_kind("maximum", other)
        try:
            return self._new(self._ops.maximum(self.raw, y))
        except Exception as error:
            raise _errors.refused(error, "maximum", self, other)

    @overload
    def pow(self: ClosedNumeric, exponent: Core[B_co, D_co]) -> Tensor[B_co, D_co]: ...
    @overload
    def pow(self, exponent: Core[B_co, DType]) -> Tensor[B_co, DType]: ...
    @overload
    def pow(self: Core[Backend, Numeric], exponent: int) -> Tensor[B_co, D_co]: ...
    @overload
    def pow(self: Inexact, exponent: float) -> Tensor[B_co, D_co]: ...
    @overload
    def pow(self, exponent: Scalar) -> Tensor[B_co, DType]: ...
    def pow(self, exponent: Core[B_co, DType] | Scalar) -> Tensor[B_co, DType]:
        """Each element to the power of the exponent: the function of ``t ** exponent``.

        The gradient at 0 is infinite for an exponent below 1 other than 0. For the Python scalar 0 it is 0; where a tensor of exponents has
        a 0 it is NaN on TensorFlow and JAX.

        Parameters
        ----------
        exponent
            A tensor of the same backend that broadcasts, or a Python scalar.

        Returns
        -------
        Tensor
            Broadcast shape; the dtype of the operator.

        Raises
        ------
        TypeError
            If the framework refuses the dtypes.
        ValueError
            If the shapes do not broadcast, or an integer is raised to a negative Python integer. In a tensor of exponents only NumPy and
            TensorFlow see a negative one; PyTorch and JAX give integers without meaning.
        """
        y = exponent.raw if type(exponent) is type(self) else self._operand("pow", exponent)
        return self._binary("pow", self._ops.pow, y, exponent)

    @overload
    def clip(self, min_: Scalar | None = None, max_: Scalar | None = None) -> Tensor[B_co, D_co]: ...
    @overload
    def clip(
        self, min_: Core[B_co, DType] | Scalar | None = None, max_: Core[B_co, DType] | Scalar | None = None
    ) -> Tensor[B_co, DType]: ...
    def clip(self, min_: Core[B_co, DType] | Scalar | None = None, max_: Core[B_co, DType] | Scalar | None = None) -> Tensor[B_co, DType]:
        """Elements below `min_` become `min_`, those above `max_` become `max_`; NaN stays NaN.

        At a bound the gradient is 1; on JAX 0.5. With tensors as bounds it is that of `maximum` and `minimum`.

        Parameters
        ----------
        min_, max_
            Python scalars of the tensor's kind or a lower one, tensors that broadcast, or None for no bound.

        Returns
        -------
        Tensor
            Same shape and dtype (with tensors as bounds: broadcast and promoted as by `maximum` and `minimum`).

        Raises
        ------
        TypeError
            If a bound is of a higher kind (1.5 and int32).
        """
        low: Any = min_  # Any: a raw tensor, a scalar or None
        high: Any = max_  # Any: as above
        if type(low) is float and type(high) is float:  # the usual case: what one of them may, the other may
            self._same_kind("clip", low)
        else:
            low = None if low is None else self._same_kind("clip", low)
            high = None if high is None else self._same_kind("clip", high)
            if not (low is None or type(low) in KINDS) or not (high is None or type(high) in KINDS):
                return self._between(low, high)
            if low is None and high is None:
                return self._new(self.raw)
        try:
            return self._new(self._ops.clip(self.raw, low, high))
        except Exception:  # a dtype that the framework's maximum and minimum have and its clip lacks; or theirs is the error to show
            return self._between(low, high)

    def _between(self, low: Any, high: Any) -> Tensor[B_co, DType]:  # Any: raw tensors, scalars or None, one of which is not None
        bounded = self if low is None else self._call("clip", self._ops.maximum, low)
        return bounded if high is None else bounded._call("clip", self._ops.minimum, high)  # type: ignore[return-value]  # a Tensor

    @overload
    def where(self, x: Core[B_co, FloatingD], y: Core[B_co, FloatingD]) -> Tensor[B_co, FloatingD]: ...
    @overload
    def where(self, x: Core[B_co, SignedD], y: Core[B_co, SignedD]) -> Tensor[B_co, SignedD]: ...
    @overload
    def where(self, x: Core[B_co, DType], y: Core[B_co, DType]) -> Tensor[B_co, DType]: ...
    @overload
    def where(self, x: Core[B_co, D], y: Scalar) -> Tensor[B_co, D]: ...
    @overload
    def where(self, x: Scalar, y: Core[B_co, D]) -> Tensor[B_co, D]: ...
    @overload
    def where(self, x: Scalar, y: Scalar) -> Tensor[B_co, DType]: ...
    def where(self, x: Core[B_co, DType] | Scalar, y: Core[B_co, DType] | Scalar) -> Tensor[B_co, DType]:
        """Elements of `x` where this bool tensor is True, of `y` where it is False.

        Parameters
        ----------
        x, y
            Tensors of the same backend that broadcast, or Python scalars.

        Returns
        -------
        Tensor
            Broadcast shape. Two tensors promote as the framework promotes; a scalar takes the dtype of the tensor beside it; two scalars
            give the framework's default dtype for the higher of their kinds.

        Raises
        ------
        ValueError
            If this tensor is not bool (``t.bool()`` makes one), or the shapes do not broadcast.
        TypeError
            If a scalar is of a higher kind than the tensor beside it, or the framework refuses the dtypes.
        """
        leaf = type(self)
        if type(x) is leaf and type(y) is leaf and not self._ops.kind(self.raw):
            a, b = x.raw, y.raw
        else:
            a, b = self._choices(x, y)
        try:
            return self._new(self._ops.where(self.raw, a, b))
        except Exception as error:
            raise _errors.refused(error, "where", self, x, y)

    def _choices(self, x: object, y: object) -> tuple[Any, Any]:  # Any: raw tensors, or Python scalars
        self._require_bool("where")
        a, b = self._operand("where", x), self._operand("where", y)
        if type(b) in KINDS and type(a) not in KINDS:
            b = self._new(a)._same_kind("where", b)
        elif type(a) in KINDS and type(b) not in KINDS:
            a = self._new(b)._same_kind("where", a)
        return a, b

    @overload
    def astype(self, dtype: NativeDType[D]) -> Tensor[B_co, D]: ...
    @overload
    def astype(  # type: ignore[overload-overlap]  # the wider backends keep every dtype, the others the narrow ones
        self: WithInt64, dtype: type[D]
    ) -> Tensor[B_co, D]: ...
    @overload
    def astype(self, dtype: type[NarrowD]) -> Tensor[B_co, NarrowD]: ...
    @overload
    def astype(self, dtype: DTypeLike) -> Tensor[B_co, DType]: ...
    def astype(self, dtype: DTypeLike) -> Tensor[B_co, DType]:
        """Cast to another dtype.

        Parameters
        ----------
        dtype
            A marker or constant (``ep.Float32``, ``ep.float32``), a native dtype of any framework, or its name.

        Returns
        -------
        Tensor
            Same shape; that dtype. JAX without its x64 mode gives the 32-bit one instead of a 64-bit one, with a warning of its own.

        Raises
        ------
        TypeError
            If it is none of the 15 dtypes of `eagertyped.dtypes`, the framework does not have it, or complex numbers would lose their
        imaginary part.
        """
        try:
            name = dtype_name(dtype)
        except TypeError as error:
            raise _errors.refused(error, "astype", self)
        return self._cast("astype", name)

    def float32(self) -> Tensor[B_co, Float32]:
        """Cast to 32-bit floats.

        Returns
        -------
        Tensor
            Same shape, float32.

        Raises
        ------
        TypeError
            If the tensor is complex: the imaginary part would be lost.
        """
        return self._cast("float32", "float32")

    @overload
    def float64(self: WithInt64) -> Tensor[B_co, Float64]: ...
    @overload
    def float64(self) -> Tensor[B_co, Floating]: ...
    def float64(self) -> Tensor[B_co, Floating]:
        """Cast to 64-bit floats.

        Returns
        -------
        Tensor
            Same shape, float64; on JAX without its x64 mode float32, with a warning of its own.

        Raises
        ------
        TypeError
            If the tensor is complex: the imaginary part would be lost.
        """
        return self._cast("float64", "float64")

    def _cast(self, op: str, dtype: str) -> Tensor[B_co, Any]:  # Any: each method declares the dtype
        if self._ops.kind(self.raw) == 3 and 0 < kind_rank(dtype) < 3:
            what = f"a cast of {_errors.describe(self)} to {dtype} would lose the imaginary part"
            raise _errors.type_error(op, self._ops, what, "take t.abs(), or stay with a complex dtype")
        return self._call(op, self._ops.astype, dtype)

    def bool(self) -> Tensor[B_co, Bool]:
        """Whether each element is not zero.

        Returns
        -------
        Tensor
            Same shape, bool; NaN is True.

        Raises
        ------
        TypeError
            If the framework refuses the cast.
        """
        return self._call("bool", self._ops.astype, "bool")
