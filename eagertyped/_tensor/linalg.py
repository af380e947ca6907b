"""Matrices, and what turns logits into probabilities and losses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from .. import _errors
from ..backends import Backend
from ..dtypes import ComplexFloating, DType, Floating
from ._typing import B_co, Closed, D_co, Exact, Inexact
from .core import SCALARS, Core, same_size

if TYPE_CHECKING:
    from .tensor import Tensor


class LinearAlgebra(Core[B_co, D_co]):
    """Matrices and losses."""

    __slots__ = ()

    @overload
    def __matmul__(self: Closed, other: Core[B_co, D_co]) -> Tensor[B_co, D_co]: ...
    @overload
    def __matmul__(self, other: Core[B_co, DType]) -> Tensor[B_co, DType]: ...
    def __matmul__(self, other: Core[B_co, DType]) -> Tensor[B_co, DType]:
        return self.matmul(other)

    def __rmatmul__(self, other: Core[B_co, DType]) -> Tensor[B_co, DType]:
        self._matrix(other)
        return self._reflected("matmul", self._ops.matmul, other)

    @overload
    def matmul(self: Closed, other: Core[B_co, D_co]) -> Tensor[B_co, D_co]: ...
    @overload
    def matmul(self, other: Core[B_co, DType]) -> Tensor[B_co, DType]: ...
    def matmul(self, other: Core[B_co, DType]) -> Tensor[B_co, DType]:
        """Matrix product: the function of ``t @ other``, by NumPy's rules.

        Parameters
        ----------
        other
            A tensor of the same backend. A 1-D operand counts as a row or a column and its axis is dropped again; axes before the last two
            are batches and broadcast.

        Returns
        -------
        Tensor
            Dtypes promote as the framework promotes.

        Raises
        ------
        ValueError
            If an operand is 0-d, or the shapes do not fit.
        TypeError
            If the framework refuses the dtypes, or `other` is no tensor of this backend.
        """
        try:
            return self._new(self._ops.matmul(self.raw, other.raw if type(other) is type(self) else self._matrix(other)))
        except Exception as error:
            raise _errors.refused(error, "matmul", self, other)

    def _matrix(self, other: object) -> Any:  # Any: a raw tensor
        if isinstance(other, SCALARS):
            what = f"needs two tensors, got {_errors.describe(other)}"
            raise _errors.type_error("matmul", self._ops, what, "multiply by a scalar with *")
        return self._operand("matmul", other)

    @overload
    def inv(self: Inexact) -> Tensor[B_co, D_co]: ...
    @overload
    def inv(self: Exact) -> Tensor[B_co, Floating]: ...
    @overload
    def inv(self) -> Tensor[B_co, DType]: ...
    def inv(self) -> Tensor[B_co, DType]:
        """Inverse of a matrix, or of each in a batch.

        Returns
        -------
        Tensor
            Same shape (..., n, n); floating and complex dtypes are kept.

        Raises
        ------
        ValueError
            If the last two sizes differ; `numpy.linalg.LinAlgError`, a ValueError, if a matrix is singular (JAX gives inf or NaN instead:
            it cannot look at values).
        TypeError
            If the framework refuses the dtype.
        """
        self._require_square("inv")
        return self._unary("inv", self._ops.inv)

    @overload
    def slogdet(self: Core[Backend, Floating]) -> tuple[Tensor[B_co, D_co], Tensor[B_co, D_co]]: ...
    @overload
    def slogdet(self: Core[Backend, ComplexFloating]) -> tuple[Tensor[B_co, D_co], Tensor[B_co, DType]]: ...
    @overload
    def slogdet(self) -> tuple[Tensor[B_co, DType], Tensor[B_co, DType]]: ...
    def slogdet(self) -> tuple[Tensor[B_co, DType], Tensor[B_co, DType]]:
        """Sign and logarithm of the absolute value of the determinant of a matrix, or of each in a batch.

        Returns
        -------
        tuple of two Tensors
            ``(sign, logabsdet)``, both of shape (...); sign is 0 and logabsdet -inf for a singular matrix.

        Raises
        ------
        ValueError
            If the last two sizes differ.
        TypeError
            If the framework refuses the dtype.
        """
        self._require_square("slogdet")
        try:
            sign, logabsdet = self._ops.slogdet(self.raw)
        except Exception as error:
            raise _errors.refused(error, "slogdet", self)
        return self._new(sign), self._new(logabsdet)

    def _require_square(self, op: str) -> None:
        shape = self._ops.shape(self.raw)
        if len(shape) < 2 or (isinstance(shape[-1], int) and isinstance(shape[-2], int) and shape[-1] != shape[-2]):
            raise _errors.value_error(op, self._ops, f"needs square matrices, got {_errors.describe(self)}", "give a shape of (..., n, n)")

    @overload
    def softmax(self: Inexact, axis: int = -1) -> Tensor[B_co, D_co]: ...
    @overload
    def softmax(self: Exact, axis: int = -1) -> Tensor[B_co, Floating]: ...
    @overload
    def softmax(self, axis: int = -1) -> Tensor[B_co, DType]: ...
    def softmax(self, axis: int = -1) -> Tensor[B_co, DType]:
        """Exponentials that sum to 1 along an axis, computed without overflow.

        Parameters
        ----------
        axis
            An axis; negative ones count from the end.

        Returns
        -------
        Tensor
            Same shape; floating dtypes are kept.

        Raises
        ------
        ValueError
            If the axis is out of bounds (a 0-d tensor has none).
        TypeError
            If the framework refuses the dtype.
        """
        return self._call("softmax", self._ops.softmax, self._axis("softmax", axis))

    @overload
    def log_softmax(self: Inexact, axis: int = -1) -> Tensor[B_co, D_co]: ...
    @overload
    def log_softmax(self: Exact, axis: int = -1) -> Tensor[B_co, Floating]: ...
    @overload
    def log_softmax(self, axis: int = -1) -> Tensor[B_co, DType]: ...
    def log_softmax(self, axis: int = -1) -> Tensor[B_co, DType]:
        """Logarithm of `softmax`, computed without overflow.

        Parameters
        ----------
        axis
            An axis; negative ones count from the end.

        Returns
        -------
        Tensor
            Same shape; floating dtypes are kept.

        Raises
        ------
        ValueError
            If the axis is out of bounds (a 0-d tensor has none).
        TypeError
            If the framework refuses the dtype.
        """
        return self._call("log_softmax", self._ops.log_softmax, self._axis("log_softmax", axis))

    def crossentropy(self, labels: Core[B_co, DType]) -> Tensor[B_co, D_co]:
        """Cross entropy of each row of logits with an integer label: ``-log_softmax(logits)[i, labels[i]]``, not reduced.

        Parameters
        ----------
        labels
            Integers of any width, shape (n,), from 0 to k - 1.

        Returns
        -------
        Tensor
            Shape (n,), the dtype of the logits, which have shape (n, k).

        Raises
        ------
        ValueError
            If the logits are not 2-D, or the labels are not 1-D of the same length.
        TypeError
            If the labels are not integers, or the logits not floating.
        IndexError
            If a label is negative or too large (NaN for that row on JAX, which cannot look at values, and on TensorFlow's GPUs).
        """
        shape = self._ops.shape(self.raw)
        raw = self._operand("crossentropy", labels)
        if isinstance(raw, SCALARS) or self._ops.kind(raw) != 1:
            raise _errors.type_error(
                "crossentropy", self._ops, f"labels are an integer tensor, got {_errors.describe(labels)}", "cast them to ep.int64"
            )
        if len(shape) != 2 or self._ops.ndim(raw) != 1 or not same_size(shape[0], self._ops.shape(raw)[0]):
            what = f"needs logits (n, k) and labels (n,), got {_errors.describe(self)} and {_errors.describe(labels)}"
            raise _errors.value_error("crossentropy", self._ops, what, _errors.SHAPES)
        if self._ops.kind(self.raw) != 2:
            raise _errors.type_error(
                "crossentropy", self._ops, f"logits are floating, got {_errors.describe(self)}", "cast them with t.float32()"
            )
        return self._call("crossentropy", self._ops.crossentropy, raw)
