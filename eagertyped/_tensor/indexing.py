"""Reading and replacing elements by index."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .. import _errors
from ..dtypes import DType
from ._typing import B_co, D_co, Index, Scalar
from .core import SCALARS, Core, same_size

if TYPE_CHECKING:
    from .tensor import Tensor


def _broadcast(m: object, n: object) -> bool:
    """Whether two sizes may broadcast; one that is unknown while tracing may."""
    return same_size(m, n) or (isinstance(m, int) and m == 1) or (isinstance(n, int) and n == 1)


_NO_INDEX = (float, complex, str, bytes, dict, set)


class Indexing(Core[B_co, D_co]):
    """``[]`` and its kin."""

    __slots__ = ()

    def __getitem__(self, key: Index) -> Tensor[B_co, D_co]:
        """Elements at an index, with NumPy's meaning on every backend.

        Parameters
        ----------
        key
            Integers, slices (negative steps too), None, Ellipsis, lists, ranges, integer or bool tensors and arrays, or a tuple of these.

        Returns
        -------
        Tensor
            NumPy's shape for that index, same dtype; it may share memory with this tensor.

        Raises
        ------
        IndexError
            If there are too many indices, or one is out of bounds (JAX clamps what it cannot see while tracing).
        TypeError
            If the key is none of these kinds, or a tensor of another backend.
        """
        if type(key) is not slice and type(key) is not int:
            key = self._key("getitem", key)
        try:
            return self._new(self._ops.getitem(self.raw, key))
        except Exception as error:
            raise _errors.refused(error, "getitem", self)

    def __iter__(self) -> Iterator[Tensor[B_co, D_co]]:
        return (self[i] for i in range(len(self)))

    def _key(self, op: str, key: object) -> Any:  # Any: an index in the kernels' form
        """The key with raw tensors in place of Tensors."""
        if type(key) is int or type(key) is slice:
            return key
        if isinstance(key, tuple):
            return tuple([self._key(op, k) for k in key])
        if isinstance(key, list):
            return [self._key(op, k) for k in key]
        if isinstance(key, Core):
            return self._raw_of(op, key)
        if isinstance(key, _NO_INDEX):
            what = f"{_errors.describe(key)} is no index"
            raise _errors.type_error(op, self._ops, what, "use integers, slices, None, ..., lists, ranges, or integer or bool tensors")
        return key

    def take_along_axis(self, index: Core[B_co, DType], axis: int) -> Tensor[B_co, D_co]:
        """Pick elements along an axis by an index tensor, as `numpy.take_along_axis`.

        Parameters
        ----------
        index
            Integer tensor of the same backend and rank; its other sizes broadcast with this tensor's. Negative indices count from the end.
        axis
            The axis along which `index` picks.

        Returns
        -------
        Tensor
            Shape of `index` (other axes broadcast), same dtype.

        Raises
        ------
        ValueError
            If the axis is out of bounds, or the ranks or shapes differ.
        TypeError
            If `index` is not an integer tensor of this backend.
        IndexError
            If an index is out of bounds (JAX cannot look at values, and fills with NaN or clamps).
        """
        place = self._axis("take_along_axis", axis)
        raw = self._integers("take_along_axis", index)
        ours, theirs = self._ops.shape(self.raw), self._ops.shape(raw)
        if len(ours) != len(theirs) or not all(_broadcast(m, n) for a, (m, n) in enumerate(zip(ours, theirs, strict=True)) if a != place):
            what = f"index and tensor need the same rank and other axes, got {_errors.describe(index)} for {_errors.describe(self)}"
            raise _errors.value_error("take_along_axis", self._ops, what, _errors.SHAPES)
        return self._call("take_along_axis", self._ops.take_along_axis, raw, place)

    def index_update(self, indices: Index, values: Core[B_co, DType] | Scalar) -> Tensor[B_co, D_co]:
        """A copy of the tensor with other values at an index. The tensor itself never changes.

        Parameters
        ----------
        indices
            As for ``[]``.
        values
            A tensor of the same backend that broadcasts to the place, or a Python scalar; of this tensor's kind or a lower one.

        Returns
        -------
        Tensor
            Same shape and dtype. Where an index names a place twice, which of its values stays is the framework's choice; that one has the
            gradient.

        Raises
        ------
        TypeError
            If `values` are of a higher kind (floats into integers): they would be truncated.
        IndexError
            If an index is out of bounds.
        ValueError
            If `values` do not broadcast.
        """
        key = self._key("index_update", indices)
        raw = self._cast_to_own("index_update", values)
        return self._call("index_update", self._ops.index_update, key, raw)

    def onehot_like(self, indices: Core[B_co, DType], *, value: Scalar = 1) -> Tensor[B_co, D_co]:
        """Zeros of the shape and dtype of this 2-D tensor, with `value` at ``[i, indices[i]]``.

        Parameters
        ----------
        indices
            Integers of shape (n,), from 0 to k - 1.
        value
            A Python scalar of the tensor's kind or a lower one.

        Returns
        -------
        Tensor
            Shape (n, k), same dtype and device.

        Raises
        ------
        ValueError
            If this tensor is not 2-D, or `indices` is not 1-D of its length.
        TypeError
            If `indices` are not integers, or `value` is of a higher kind.
        """
        raw = self._integers("onehot_like", indices)
        shape = self._ops.shape(self.raw)
        if len(shape) != 2 or self._ops.ndim(raw) != 1 or not same_size(shape[0], self._ops.shape(raw)[0]):
            what = f"needs a tensor (n, k) and indices (n,), got {_errors.describe(self)} and {_errors.describe(indices)}"
            raise _errors.value_error("onehot_like", self._ops, what, _errors.SHAPES)
        return self._call("onehot_like", self._ops.onehot, raw, self._same_kind("onehot_like", self._flag(value)))

    def _integers(self, op: str, index: object) -> Any:  # Any: a raw tensor
        raw = self._operand(op, index)
        if isinstance(raw, SCALARS) or self._ops.kind(raw) != 1:
            raise _errors.type_error(
                op, self._ops, f"needs an integer tensor as index, got {_errors.describe(index)}", "cast it to ep.int64"
            )
        return raw

    def _cast_to_own(self, op: str, values: object) -> Any:  # Any: a raw tensor of the own dtype, or a Python scalar
        raw = self._same_kind(op, values)
        if isinstance(raw, SCALARS):
            return raw
        if self._ops.kind(raw) > self._ops.kind(self.raw):
            what = f"{_errors.describe(values)} does not fit {_errors.describe(self)}; it would be truncated"
            raise _errors.type_error(op, self._ops, what, _errors.CAST)
        own = self._ops.dtype(self.raw)
        return raw if self._ops.dtype(raw) == own else self._ops.astype(raw, own)
