"""Roots, exponentials, logarithms, trigonometric and hyperbolic functions.

The dtype of the result is one rule for all of them: floating and complex dtypes are kept; integers and bool give a float of the
framework's choice (PyTorch and JAX: their default float, NumPy: one that holds the values), and TensorFlow refuses them with a TypeError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from ..dtypes import DType, Floating
from ._typing import B_co, D_co, Exact, Inexact
from .core import Core

if TYPE_CHECKING:
    from .tensor import Tensor


class Transcendental(Core[B_co, D_co]):
    """Functions of one number, applied to each element."""

    __slots__ = ()

    @overload
    def sqrt(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def sqrt(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def sqrt(self) -> Tensor[B_co, DType]: ...
    def sqrt(self) -> Tensor[B_co, DType]:
        """Square root, elementwise; NaN for negative numbers.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("sqrt", self._ops.sqrt)

    @overload
    def exp(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def exp(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def exp(self) -> Tensor[B_co, DType]: ...
    def exp(self) -> Tensor[B_co, DType]:
        """e to the power of each element, elementwise.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("exp", self._ops.exp)

    @overload
    def log(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def log(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def log(self) -> Tensor[B_co, DType]: ...
    def log(self) -> Tensor[B_co, DType]:
        """Natural logarithm, elementwise; -inf at 0, NaN below.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("log", self._ops.log)

    @overload
    def log2(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def log2(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def log2(self) -> Tensor[B_co, DType]: ...
    def log2(self) -> Tensor[B_co, DType]:
        """Logarithm to base 2, elementwise; -inf at 0, NaN below.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("log2", self._ops.log2)

    @overload
    def log10(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def log10(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def log10(self) -> Tensor[B_co, DType]: ...
    def log10(self) -> Tensor[B_co, DType]:
        """Logarithm to base 10, elementwise; -inf at 0, NaN below.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("log10", self._ops.log10)

    @overload
    def log1p(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def log1p(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def log1p(self) -> Tensor[B_co, DType]: ...
    def log1p(self) -> Tensor[B_co, DType]:
        """log(1 + x), accurate near 0, elementwise; -inf at -1, NaN below.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("log1p", self._ops.log1p)

    @overload
    def sin(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def sin(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def sin(self) -> Tensor[B_co, DType]: ...
    def sin(self) -> Tensor[B_co, DType]:
        """Sine of radians, elementwise.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("sin", self._ops.sin)

    @overload
    def cos(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def cos(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def cos(self) -> Tensor[B_co, DType]: ...
    def cos(self) -> Tensor[B_co, DType]:
        """Cosine of radians, elementwise.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("cos", self._ops.cos)

    @overload
    def tan(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def tan(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def tan(self) -> Tensor[B_co, DType]: ...
    def tan(self) -> Tensor[B_co, DType]:
        """Tangent of radians, elementwise.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("tan", self._ops.tan)

    @overload
    def sinh(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def sinh(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def sinh(self) -> Tensor[B_co, DType]: ...
    def sinh(self) -> Tensor[B_co, DType]:
        """Hyperbolic sine, elementwise.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("sinh", self._ops.sinh)

    @overload
    def cosh(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def cosh(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def cosh(self) -> Tensor[B_co, DType]: ...
    def cosh(self) -> Tensor[B_co, DType]:
        """Hyperbolic cosine, elementwise.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("cosh", self._ops.cosh)

    @overload
    def tanh(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def tanh(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def tanh(self) -> Tensor[B_co, DType]: ...
    def tanh(self) -> Tensor[B_co, DType]:
        """Hyperbolic tangent, elementwise.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("tanh", self._ops.tanh)

    @overload
    def arcsin(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def arcsin(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def arcsin(self) -> Tensor[B_co, DType]: ...
    def arcsin(self) -> Tensor[B_co, DType]:
        """Inverse sine in radians, from -pi/2 to pi/2, elementwise; NaN outside [-1, 1].

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("arcsin", self._ops.arcsin)

    @overload
    def arccos(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def arccos(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def arccos(self) -> Tensor[B_co, DType]: ...
    def arccos(self) -> Tensor[B_co, DType]:
        """Inverse cosine in radians, from 0 to pi, elementwise; NaN outside [-1, 1].

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("arccos", self._ops.arccos)

    @overload
    def arctan(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def arctan(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def arctan(self) -> Tensor[B_co, DType]: ...
    def arctan(self) -> Tensor[B_co, DType]:
        """Inverse tangent in radians, from -pi/2 to pi/2, elementwise.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("arctan", self._ops.arctan)

    @overload
    def arcsinh(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def arcsinh(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def arcsinh(self) -> Tensor[B_co, DType]: ...
    def arcsinh(self) -> Tensor[B_co, DType]:
        """Inverse hyperbolic sine, elementwise.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("arcsinh", self._ops.arcsinh)

    @overload
    def arccosh(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def arccosh(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def arccosh(self) -> Tensor[B_co, DType]: ...
    def arccosh(self) -> Tensor[B_co, DType]:
        """Inverse hyperbolic cosine, elementwise; NaN below 1.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("arccosh", self._ops.arccosh)

    @overload
    def arctanh(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def arctanh(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def arctanh(self) -> Tensor[B_co, DType]: ...
    def arctanh(self) -> Tensor[B_co, DType]:
        """Inverse hyperbolic tangent, elementwise; infinite at -1 and 1, NaN outside.

        Returns
        -------
        Tensor
            Same shape; dtype as for every function of this family.

        Raises
        ------
        TypeError
            For dtypes that the framework refuses.
        """
        return self._unary("arctanh", self._ops.arctanh)
