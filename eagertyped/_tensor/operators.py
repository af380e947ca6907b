"""Operators. `==` and `!=` are elementwise; a Python scalar is weak: it changes the dtype only where its kind is higher.

Without the plugin a checker knows the result where it is certain on every backend: two tensors of one closed dtype keep it, an int keeps
any numeric dtype, a float any floating one. Anything else is `DType`.

Operators of two tensors are spelled out instead of going through `Core._binary`: the extra frame is a tenth of what they add.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

import numpy as np

from .. import _errors
from ..backends import Backend
from ..dtypes import Bool, Complex64, Complex128, ComplexFloating, DType, Float32, Float64, Floating, Integer, Numeric
from ..recognise import find_leaf
from ._typing import B_co, Closed, ClosedNumeric, D_co, Exact, Inexact, Scalar
from .core import Core

if TYPE_CHECKING:
    from .tensor import Tensor


class Operators(Core[B_co, D_co]):
    """Arithmetic, comparison and ``@``, with Python scalars on either side."""

    __slots__ = ()

    @overload
    def __add__(self: Closed, other: Core[B_co, D_co]) -> Tensor[B_co, D_co]: ...
    @overload
    def __add__(self, other: Core[B_co, DType]) -> Tensor[B_co, DType]: ...
    @overload
    def __add__(self: Core[Backend, Numeric], other: int) -> Tensor[B_co, D_co]: ...
    @overload
    def __add__(self: Inexact, other: float) -> Tensor[B_co, D_co]: ...
    @overload
    def __add__(self, other: Scalar) -> Tensor[B_co, DType]: ...
    def __add__(self, other: Core[B_co, DType] | Scalar) -> Tensor[B_co, DType]:
        try:
            return self._new(self._ops.add(self.raw, other.raw if type(other) is type(self) else self._operand("add", other)))
        except Exception as error:
            raise _errors.refused(error, "add", self, other)

    @overload
    def __radd__(self: Core[Backend, Numeric], other: int) -> Tensor[B_co, D_co]: ...
    @overload
    def __radd__(self: Inexact, other: float) -> Tensor[B_co, D_co]: ...
    @overload
    def __radd__(self, other: Scalar) -> Tensor[B_co, DType]: ...
    def __radd__(self, other: Scalar) -> Tensor[B_co, DType]:
        return self._reflected("add", self._ops.add, other)

    @overload
    def __sub__(self: Closed, other: Core[B_co, D_co]) -> Tensor[B_co, D_co]: ...
    @overload
    def __sub__(self, other: Core[B_co, DType]) -> Tensor[B_co, DType]: ...
    @overload
    def __sub__(self: Core[Backend, Numeric], other: int) -> Tensor[B_co, D_co]: ...
    @overload
    def __sub__(self: Inexact, other: float) -> Tensor[B_co, D_co]: ...
    @overload
    def __sub__(self, other: Scalar) -> Tensor[B_co, DType]: ...
    def __sub__(self, other: Core[B_co, DType] | Scalar) -> Tensor[B_co, DType]:
        try:
            return self._new(self._ops.subtract(self.raw, other.raw if type(other) is type(self) else self._operand("subtract", other)))
        except Exception as error:
            raise _errors.refused(error, "subtract", self, other)

    @overload
    def __rsub__(self: Core[Backend, Numeric], other: int) -> Tensor[B_co, D_co]: ...
    @overload
    def __rsub__(self: Inexact, other: float) -> Tensor[B_co, D_co]: ...
    @overload
    def __rsub__(self, other: Scalar) -> Tensor[B_co, DType]: ...
    def __rsub__(self, other: Scalar) -> Tensor[B_co, DType]:
        return self._reflected("subtract", self._ops.subtract, other)

    @overload
    def __mul__(self: Closed, other: Core[B_co, D_co]) -> Tensor[B_co, D_co]: ...
    @overload
    def __mul__(self, other: Core[B_co, DType]) -> Tensor[B_co, DType]: ...
    @overload
    def __mul__(self: Core[Backend, Numeric], other: int) -> Tensor[B_co, D_co]: ...
    @overload
    def __mul__(self: Inexact, other: float) -> Tensor[B_co, D_co]: ...
    @overload
    def __mul__(self, other: Scalar) -> Tensor[B_co, DType]: ...
    def __mul__(self, other: Core[B_co, DType] | Scalar) -> Tensor[B_co, DType]:
        try:
            return self._new(self._ops.multiply(self.raw, other.raw if type(other) is type(self) else self._operand("multiply", other)))
        except Exception as error:
            raise _errors.refused(error, "multiply", self, other)

    @overload
    def __rmul__(self: Core[Backend, Numeric], other: int) -> Tensor[B_co, D_co]: ...
    @overload
    def __rmul__(self: Inexact, other: float) -> Tensor[B_co, D_co]: ...
    @overload
    def __rmul__(self, other: Scalar) -> Tensor[B_co, DType]: ...
    def __rmul__(self, other: Scalar) -> Tensor[B_co, DType]:
        return self._reflected("multiply", self._ops.multiply, other)

    @overload
    def __floordiv__(self: ClosedNumeric, other: Core[B_co, D_co]) -> Tensor[B_co, D_co]: ...
    @overload
    def __floordiv__(self, other: Core[B_co, DType]) -> Tensor[B_co, DType]: ...
    @overload
    def __floordiv__(self: Core[Backend, Numeric], other: int) -> Tensor[B_co, D_co]: ...
    @overload
    def __floordiv__(self: Inexact, other: float) -> Tensor[B_co, D_co]: ...
    @overload
    def __floordiv__(self, other: Scalar) -> Tensor[B_co, DType]: ...
    def __floordiv__(self, other: Core[B_co, DType] | Scalar) -> Tensor[B_co, DType]:
        try:
            return self._new(
                self._ops.floor_divide(self.raw, other.raw if type(other) is type(self) else self._operand("floor_divide", other))
            )
        except Exception as error:
            raise _errors.refused(error, "floor_divide", self, other)

    @overload
    def __rfloordiv__(self: Core[Backend, Numeric], other: int) -> Tensor[B_co, D_co]: ...
    @overload
    def __rfloordiv__(self: Inexact, other: float) -> Tensor[B_co, D_co]: ...
    @overload
    def __rfloordiv__(self, other: Scalar) -> Tensor[B_co, DType]: ...
    def __rfloordiv__(self, other: Scalar) -> Tensor[B_co, DType]:
        return self._reflected("floor_divide", self._ops.floor_divide, other)

    @overload
    def __mod__(self: ClosedNumeric, other: Core[B_co, D_co]) -> Tensor[B_co, D_co]: ...
    @overload
    def __mod__(self, other: Core[B_co, DType]) -> Tensor[B_co, DType]: ...
    @overload
    def __mod__(self: Core[Backend, Numeric], other: int) -> Tensor[B_co, D_co]: ...
    @overload
    def __mod__(self: Inexact, other: float) -> Tensor[B_co, D_co]: ...
    @overload
    def __mod__(self, other: Scalar) -> Tensor[B_co, DType]: ...
    def __mod__(self, other: Core[B_co, DType] | Scalar) -> Tensor[B_co, DType]:
        try:
            return self._new(self._ops.remainder(self.raw, other.raw if type(other) is type(self) else self._operand("remainder", other)))
        except Exception as error:
            raise _errors.refused(error, "remainder", self, other)

    @overload
    def __rmod__(self: Core[Backend, Numeric], other: int) -> Tensor[B_co, D_co]: ...
    @overload
    def __rmod__(self: Inexact, other: float) -> Tensor[B_co, D_co]: ...
    @overload
    def __rmod__(self, other: Scalar) -> Tensor[B_co, DType]: ...
    def __rmod__(self, other: Scalar) -> Tensor[B_co, DType]:
        return self._reflected("remainder", self._ops.remainder, other)

    @overload
    def __pow__(self: ClosedNumeric, other: Core[B_co, D_co]) -> Tensor[B_co, D_co]: ...
    @overload
    def __pow__(self, other: Core[B_co, DType]) -> Tensor[B_co, DType]: ...
    @overload
    def __pow__(self: Core[Backend, Numeric], other: int) -> Tensor[B_co, D_co]: ...
    @overload
    def __pow__(self: Inexact, other: float) -> Tensor[B_co, D_co]: ...
    @overload
    def __pow__(self, other: Scalar) -> Tensor[B_co, DType]: ...
    def __pow__(self, other: Core[B_co, DType] | Scalar) -> Tensor[B_co, DType]:
        try:
            return self._new(self._ops.pow(self.raw, other.raw if type(other) is type(self) else self._operand("pow", other)))
        except Exception as error:
            raise _errors.refused(error, "pow", self, other)

    @overload
    def __rpow__(self: Core[Backend, Numeric], other: int) -> Tensor[B_co, D_co]: ...
    @overload
    def __rpow__(self: Inexact, other: float) -> Tensor[B_co, D_co]: ...
    @overload
    def __rpow__(self, other: Scalar) -> Tensor[B_co, DType]: ...
    def __rpow__(self, other: Scalar) -> Tensor[B_co, DType]:
        return self._reflected("pow", self._ops.pow, other)

    @overload
    def __truediv__(self: Core[Backend, Floating] | Core[Backend, ComplexFloating], other: Core[B_co, D_co]) -> Tensor[B_co, D_co]: ...
    @overload
    def __truediv__(self: Exact, other: Core[B_co, Integer | Bool]) -> Tensor[B_co, Floating]: ...
    @overload
    def __truediv__(self, other: Core[B_co, DType]) -> Tensor[B_co, DType]: ...
    @overload
    def __truediv__(self: Core[Backend, Integer | Bool], other: float) -> Tensor[B_co, Floating]: ...
    @overload
    def __truediv__(self: Inexact, other: float) -> Tensor[B_co, D_co]: ...
    @overload
    def __truediv__(self, other: Scalar) -> Tensor[B_co, DType]: ...
    def __truediv__(self, other: Core[B_co, DType] | Scalar) -> Tensor[B_co, DType]:
        try:
            return self._new(self._ops.divide(self.raw, other.raw if type(other) is type(self) else self._operand("divide", other)))
        except Exception as error:
            raise _errors.refused(error, "divide", self, other)

    @overload
    def __rtruediv__(self: Core[Backend, Integer | Bool], other: float) -> Tensor[B_co, Floating]: ...
    @overload
    def __rtruediv__(self: Inexact, other: float) -> Tensor[B_co, D_co]: ...
    @overload
    def __rtruediv__(self, other: Scalar) -> Tensor[B_co, DType]: ...
    def __rtruediv__(self, other: Scalar) -> Tensor[B_co, DType]:
        return self._reflected("divide", self._ops.divide, other)

    def __neg__(self) -> Tensor[B_co, D_co]:
        return self._unary("negative", self._ops.negative)

    def __pos__(self) -> Tensor[B_co, D_co]:
        return self._new(self.raw)

    @overload
    def __abs__(self: Core[Backend, Floating | Integer | Bool]) -> Tensor[B_co, D_co]: ...
    @overload
    def __abs__(self: Core[Backend, Complex64]) -> Tensor[B_co, Float32]: ...
    @overload
    def __abs__(self: Core[Backend, Complex128]) -> Tensor[B_co, Float64]: ...
    @overload
    def __abs__(self) -> Tensor[B_co, DType]: ...
    def __abs__(self) -> Tensor[B_co, DType]:
        return self._unary("abs", self._ops.abs)

    def __eq__(  # type: ignore[override]  # elementwise, as in every array library
        self, other: Core[B_co, DType] | Scalar
    ) -> Tensor[B_co, Bool]:
        if not self._comparable(other):
            return NotImplemented  # None, a string: Python compares identities
        try:
            return self._new(self._ops.equal(self.raw, other.raw if type(other) is type(self) else self._operand("equal", other)))
        except Exception as error:
            raise _errors.refused(error, "equal", self, other)

    def __ne__(  # type: ignore[override]  # elementwise, as in every array library
        self, other: Core[B_co, DType] | Scalar
    ) -> Tensor[B_co, Bool]:
        if not self._comparable(other):
            return NotImplemented  # None, a string: Python compares identities
        try:
            return self._new(self._ops.not_equal(self.raw, other.raw if type(other) is type(self) else self._operand("not_equal", other)))
        except Exception as error:
            raise _errors.refused(error, "not_equal", self, other)

    def _comparable(self, other: object) -> bool:
        return isinstance(other, Core | bool | int | float | complex | np.generic) or find_leaf(other) is not None

    def __lt__(self, other: Core[B_co, DType] | Scalar) -> Tensor[B_co, Bool]:
        try:
            return self._new(self._ops.less(self.raw, other.raw if type(other) is type(self) else self._operand("less", other)))
        except Exception as error:
            raise _errors.refused(error, "less", self, other)

    def __le__(self, other: Core[B_co, DType] | Scalar) -> Tensor[B_co, Bool]:
        try:
            return self._new(self._ops.less_equal(self.raw, other.raw if type(other) is type(self) else self._operand("less_equal", other)))
        except Exception as error:
            raise _errors.refused(error, "less_equal", self, other)

    def __gt__(self, other: Core[B_co, DType] | Scalar) -> Tensor[B_co, Bool]:
        try:
            return self._new(self._ops.greater(self.raw, other.raw if type(other) is type(self) else self._operand("greater", other)))
        except Exception as error:
            raise _errors.refused(error, "greater", self, other)

    def __ge__(self, other: Core[B_co, DType] | Scalar) -> Tensor[B_co, Bool]:
        try:
            return self._new(
                self._ops.greater_equal(self.raw, other.raw if type(other) is type(self) else self._operand("greater_equal", other))
            )
        except Exception as error:
            raise _errors.refused(error, "greater_equal", self, other)
