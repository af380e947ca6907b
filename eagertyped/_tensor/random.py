"""Random numbers from a generator of one's own, in the dtype and on the device of a tensor."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, overload

import numpy as np
from typing_extensions import TypeVar

from .. import _errors
from ..backends import Backend
from ..dtypes import (
    DType,
    DTypeLike,
    Int8,
    Int16,
    Int32,
    Integer,
    NativeDType,
    SignedInteger,
    UInt8,
    UInt16,
    UInt32,
    dtype_name,
    kind_rank,
)
from ._typing import B_co, D, D_co
from .core import SCALARS, Core

if TYPE_CHECKING:
    from .._ops.contract import Draws
    from ..backends import NumPy, TensorFlow, Torch
    from .tensor import Tensor

__all__ = ["Generator", "seed_of"]

I = TypeVar("I", bound=Integer)  # noqa: E741  # as B and D
NarrowI = TypeVar("NarrowI", bound="Int8 | Int16 | Int32 | UInt8 | UInt16 | UInt32")
"""Integer dtypes that JAX has without its x64 mode."""
_WithInt64: TypeAlias = "Generator[Torch | TensorFlow | NumPy, DType]"


class Generator(Generic[B_co, D_co]):
    """A random generator of one backend, dtype and device; `eagertyped.random.generator` makes one.

    It draws by itself: it neither reads nor moves any other generator's state, nor the framework's. Threads may share it. The same seed
    gives the same numbers on one framework and device; on two frameworks the numbers differ.

    On JAX it is a pytree, so that functions under ``jit`` and ``scan`` take it as an argument and may return it.
    """

    __slots__ = ("__weakref__", "_draws", "_dtype", "_like")

    _like: Tensor[B_co, D_co]
    """A leaf without a raw tensor: for what depends on the backend only."""
    _dtype: str
    _draws: Draws[Any]  # Any: the backend's raw tensors

    def __init__(self) -> None:
        raise TypeError("Generator() makes none. Cure: ep.random.generator(t, seed), which takes backend, dtype and device of a tensor.")

    @classmethod
    def _of(cls, leaf: type[Tensor[B_co, D_co]], dtype: str, draws: Draws[Any]) -> Generator[B_co, D_co]:  # Any: as above
        new = object.__new__(cls)
        new._like, new._dtype, new._draws = object.__new__(leaf), dtype, draws
        return new

    def uniform(self, shape: int | Sequence[int], low: float = 0.0, high: float = 1.0) -> Tensor[B_co, D_co]:
        """Numbers drawn evenly from an interval.

        Parameters
        ----------
        shape
            An int or a sequence of non-negative ints.
        low, high
            Finite bounds, ``low <= high``: `low` is included, `high` is not.

        Returns
        -------
        Tensor
            That shape; dtype and device of the generator, drawn in that dtype (NumPy draws its half precisions as float32).

        Raises
        ------
        TypeError
            If the generator's dtype is not floating, or a bound is no real number.
        ValueError
            If a size is negative, or the bounds are in the wrong order or not finite; while JAX or TensorFlow traces, if the numbers would
            be the same at each run.
        """
        self._require_floating("uniform")
        return self._draw(
            "uniform", self._draws.uniform, self._dtype, self._like._new_shape("uniform", shape), *self._like._interval(low, high)
        )

    def normal(self, shape: int | Sequence[int], mean: float = 0.0, stddev: float = 1.0) -> Tensor[B_co, D_co]:
        """Numbers drawn from a normal distribution.

        Parameters
        ----------
        shape
            An int or a sequence of non-negative ints.
        mean, stddev
            Of the distribution; `stddev` is not negative.

        Returns
        -------
        Tensor
            That shape; dtype and device of the generator, drawn in that dtype (NumPy draws its half precisions as float32).

        Raises
        ------
        TypeError
            If the generator's dtype is not floating, or `mean` or `stddev` is no real number.
        ValueError
            If a size or `stddev` is negative; while JAX or TensorFlow traces, if the numbers would be the same at each run.
        """
        self._require_floating("normal")
        return self._draw(
            "normal", self._draws.normal, self._dtype, self._like._new_shape("normal", shape), *self._like._moments(mean, stddev)
        )

    @overload
    def integers(self, low: int, high: int, shape: int | Sequence[int]) -> Tensor[B_co, SignedInteger]: ...
    @overload
    def integers(self, low: int, high: int, shape: int | Sequence[int], *, dtype: NativeDType[I]) -> Tensor[B_co, I]: ...
    @overload
    def integers(  # type: ignore[overload-overlap]  # the wider backends keep every dtype, the others the narrow ones
        self: _WithInt64, low: int, high: int, shape: int | Sequence[int], *, dtype: type[I]
    ) -> Tensor[B_co, I]: ...
    @overload
    def integers(self, low: int, high: int, shape: int | Sequence[int], *, dtype: type[NarrowI]) -> Tensor[B_co, NarrowI]: ...
    @overload
    def integers(self, low: int, high: int, shape: int | Sequence[int], *, dtype: DTypeLike) -> Tensor[B_co, Integer]: ...
    def integers(self, low: int, high: int, shape: int | Sequence[int], *, dtype: DTypeLike | None = None) -> Tensor[B_co, Integer]:
        """Integers drawn evenly from ``low``, ..., ``high - 1``.

        Parameters
        ----------
        low, high
            Ints, ``low < high``.
        shape
            An int or a sequence of non-negative ints.
        dtype
            An integer dtype; None is the framework's default (int64; TensorFlow: int32; JAX: int32 without x64).

        Returns
        -------
        Tensor
            That shape and dtype, on the device of the generator, whose own dtype does not matter.

        Raises
        ------
        TypeError
            If a bound is no integer, or `dtype` is no integer dtype.
        ValueError
            If ``low >= high``, the dtype does not hold both bounds, or a size is negative; while JAX or TensorFlow traces, if the numbers
            would be the same at each run.
        """
        ops = self._like._ops
        try:
            name = self._draws.default_integer() if dtype is None else dtype_name(dtype)
        except TypeError as error:
            raise _errors.refused(error, "integers", self._like)
        if kind_rank(name) != 1:
            raise _errors.type_error("integers", ops, f"{name} is no integer dtype", "draw with uniform, or cast the integers afterwards")
        first, end = self._integer("integers", "low", low), self._integer("integers", "high", high)
        if first >= end:
            raise _errors.value_error("integers", ops, f"needs low < high, got {first} and {end}", "high itself is not drawn")
        limits = np.iinfo(name)
        if first < limits.min or end - 1 > limits.max:
            what = f"{name} does not hold all of {first}, ..., {end - 1}"
            raise _errors.value_error("integers", ops, what, "use other bounds or another dtype")
        return self._draw("integers", self._draws.integers, name, self._like._new_shape("integers", shape), first, end)

    @overload
    def permutation(self, x: int) -> Tensor[B_co, SignedInteger]: ...
    @overload
    def permutation(self, x: Core[B_co, D]) -> Tensor[B_co, D]: ...
    def permutation(self, x: int | Core[B_co, DType]) -> Tensor[B_co, DType]:
        """A tensor with the entries of its first axis in random order, or the numbers 0, ..., ``x - 1`` in random order.

        Parameters
        ----------
        x
            A tensor of the same backend with at least one axis, or an int that is not negative.

        Returns
        -------
        Tensor
            Shape and dtype of the tensor; for an int, (x,) in the framework's default integer dtype.

        Raises
        ------
        TypeError
            If `x` is neither, or a tensor of another backend.
        ValueError
            If `x` is 0-d or negative; while JAX or TensorFlow traces, if the order would be the same at each run.
        """
        ops = self._like._ops
        if not isinstance(x, (*SCALARS, np.generic)):
            raw = self._like._operand("permutation", x)
            if not ops.ndim(raw):
                raise _errors.value_error("permutation", ops, "a 0-d tensor has no axis to put in order", "give it one with expand_dims")
            return self._draw("permutation", self._draws.permutation, raw)
        return self._draw("permutation", self._draws.permutation, self._count("permutation", "x", x))

    def split(self, count: int) -> tuple[Generator[B_co, D_co], ...]:
        """New generators, for workers, examples or calls of a compiled function.

        Parameters
        ----------
        count
            How many, not negative.

        Returns
        -------
        tuple of Generators
            Of the same backend, dtype and device. Each draws numbers of its own, and the next call gives others again.

        Raises
        ------
        TypeError
            If `count` is no integer.
        ValueError
            If it is negative; while JAX or TensorFlow traces, if the generators would be the same at each run.
        """
        number = self._count("split", "count", count)
        try:
            return tuple([self._with(draws) for draws in self._draws.split(number)])
        except Exception as error:
            raise _errors.refused(error, "split", self._like)

    def fold_in(self, data: int | Core[B_co, Integer]) -> Generator[B_co, D_co]:
        """The generator that belongs to a number: of a step, an example, a device.

        Parameters
        ----------
        data
            An int from ``-2**31`` to ``2**31 - 1``, or a 0-d integer tensor of the same backend, which JAX and TensorFlow may be tracing.

        Returns
        -------
        Generator
            Of the same backend, dtype and device; the same one for the same number, whatever this generator has drawn. This one stays.

        Raises
        ------
        TypeError
            If `data` is neither.
        ValueError
            If it is out of bounds.
        """
        number = seed_of(self._like, "fold_in", data, -(2**31), 2**31)
        try:
            return self._with(self._draws.fold_in(number))
        except Exception as error:
            raise _errors.refused(error, "fold_in", self._like)

    def __reduce__(self) -> tuple[Any, ...]:  # Any: how to make an equal one; what each framework's state allows
        return type(self)._of, (type(self._like), self._dtype, self._draws)

    def _with(self, draws: Draws[Any]) -> Generator[B_co, D_co]:  # Any: as in _draws
        return self._of(type(self._like), self._dtype, draws)

    def _draw(self, op: str, draw: Callable[..., Any], *args: Any) -> Tensor[B_co, Any]:  # Any: as in Core._call; methods declare the dtype
        try:
            return self._like._new(draw(*args))
        except Exception as error:
            raise _errors.refused(error, op, self._like)

    def _require_floating(self, op: str) -> None:
        if kind_rank(self._dtype) != 2:
            what = f"needs a generator of a floating dtype, got {self._dtype}"
            raise _errors.type_error(op, self._like._ops, what, "make it from a floating tensor: ep.random.generator(t.float32(), seed)")

    def _integer(self, op: str, name: str, value: object) -> int:
        try:
            return operator.index(value)  # type: ignore[arg-type]  # what is no integer is the TypeError below
        except TypeError:
            raise _errors.type_error(op, self._like._ops, f"{name} is an integer, got {_errors.describe(value)}", "pass an int") from None

    def _count(self, op: str, name: str, value: object) -> int:
        count = self._integer(op, name, value)
        if count < 0:
            raise _errors.value_error(op, self._like._ops, f"{name} is not negative, got {count}", "pass 0 or more")
        return count


def seed_of(like: Core[Backend, DType], op: str, value: object, low: int, end: int) -> Any:  # Any: an int or a raw tensor
    """An int within bounds, or a 0-d integer tensor of the backend, whose value may not be there yet."""
    ops = like._ops
    if isinstance(value, int | np.integer):
        number = int(value)
        if not low <= number < end:
            raise _errors.value_error(op, ops, f"needs an integer from {low} to {end - 1}, got {number}", f"take it modulo {end}")
        return number
    raw = None if isinstance(value, SCALARS) else like._operand(op, value)
    if raw is None or ops.ndim(raw) or ops.kind(raw) != 1:
        what = f"needs an int or a 0-d integer tensor, got {_errors.describe(value)}"
        raise _errors.type_error(op, ops, what, "pass an int")
    return raw
