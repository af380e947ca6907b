"""What a backend implements: one kernel per operation, on raw (native) tensors.

The method layer (``eagertyped/_tensor``) owns signatures, documentation, axis normalisation, the rules that all backends
share and the error texts. A kernel therefore receives arguments that are already right in form:

- ``x``, ``y`` are raw tensors; where the annotation adds ``Scalar``, a plain ``bool``, ``int``, ``float`` or ``complex`` too
  (never a NumPy scalar), on either side but not on both unless said;
- an ``Axes`` of a reduction is ``None`` (reduce everything), one axis in ``0 <= axis < ndim``, or a tuple of distinct ones, perhaps empty
  (reduce nothing); every other axis is one such integer;
- shapes are tuples of non-negative integers (in ``reshape`` one may be -1; under ``tf.function`` an entry may be a scalar tensor).

A kernel returns raw tensors whose dtype is the framework's own, stays on the device of its input, never goes through NumPy, never
changes its input, and lets the framework's exceptions through: the method layer words them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, Literal, Self, TypeAlias

import numpy as np
import numpy.typing as npt
from typing_extensions import TypeVar

__all__ = ["Axes", "Draws", "Operations", "Scalar"]

R = TypeVar("R")
"""The raw tensor type of a backend."""

Scalar: TypeAlias = bool | int | float | complex
Axes: TypeAlias = int | tuple[int, ...] | None


class Draws(ABC, Generic[R]):
    """The state of a random generator, on one device; a draw moves it on, and two threads never draw the same.

    It is no state of the framework's, and no other generator's. Dtypes are names, as in `Operations.dtype`; shapes and bounds are checked.
    """

    @abstractmethod
    def uniform(self, dtype: str, shape: tuple[int, ...], low: float, high: float, /) -> R:
        """``dtype`` is floating. ``low`` is included, ``high`` is not, unless they are equal."""

    @abstractmethod
    def normal(self, dtype: str, shape: tuple[int, ...], mean: float, stddev: float, /) -> R: ...
    @abstractmethod
    def default_integer(self) -> str:
        """The framework's default integer dtype."""

    @abstractmethod
    def integers(self, dtype: str, shape: tuple[int, ...], low: int, high: int, /) -> R:
        """From ``low`` to ``high - 1``, which ``dtype`` holds."""

    @abstractmethod
    def permutation(self, x: R | int, /) -> R:
        """``x`` with its first axis in another order; for an int the indices of such an axis, in the default integer dtype."""

    @abstractmethod
    def split(self, count: int, /) -> Sequence[Self]:
        """New states, each with numbers of its own; the next call gives others."""

    @abstractmethod
    def fold_in(self, data: int | R, /) -> Self:
        """The state for a number, whatever was drawn before. This one does not move on."""


class Operations(ABC, Generic[R]):
    """The kernels of one backend. Stateless: one instance serves every tensor of the backend."""

    name: ClassVar[str]
    """Short lower-case name, e.g. ``"torch"``."""
    title: ClassVar[str]
    """Name in error texts, e.g. ``"PyTorch"``."""
    has_gradients: ClassVar[bool] = True

    # -- the tensor itself -----------------------------------------------------------------------------------------

    @abstractmethod
    def accept(self, x: Any, /) -> R:  # Any: an instance of the type that was registered
        """The raw tensor to wrap for what a user gave: ``x`` itself, unless the framework has variables or scalars too. Raise TypeError,
        with the cure, where it cannot be wrapped."""

    @abstractmethod
    def shape(self, x: R, /) -> tuple[int, ...]:
        """The shape; where a size is unknown while tracing, that entry is a scalar tensor."""

    @abstractmethod
    def ndim(self, x: R, /) -> int: ...

    @abstractmethod
    def dtype(self, x: R, /) -> str:
        """Name of the dtype in the Array API's spelling (``"float32"``, ``"bool"``), else the framework's own name."""

    @abstractmethod
    def kind(self, x: R, /) -> int:
        """Place of the dtype's kind in bool < integer < floating < complex, from 0 to 3; of any other dtype 3."""

    @abstractmethod
    def astype(self, x: R, dtype: str, /) -> R:
        """Cast to the dtype of that name; ``x`` itself may come back where it has it."""

    @abstractmethod
    def numpy(self, x: R, /) -> npt.NDArray[Any]:  # Any: the dtype is known at run time only
        """Values as an ndarray on the CPU, detached from any gradient graph; it may share memory with ``x``."""

    @abstractmethod
    def item(self, x: R, /) -> Scalar:
        """The only element as a plain Python scalar."""

    @abstractmethod
    def truth(self, x: R, /) -> bool:
        """``bool(x)`` as the framework has it."""

    # -- elementwise, one operand ----------------------------------------------------------------------------------

    @abstractmethod
    def abs(self, x: R, /) -> R: ...
    @abstractmethod
    def negative(self, x: R, /) -> R: ...
    @abstractmethod
    def sign(self, x: R, /) -> R: ...
    @abstractmethod
    def sqrt(self, x: R, /) -> R: ...
    @abstractmethod
    def square(self, x: R, /) -> R: ...
    @abstractmethod
    def exp(self, x: R, /) -> R: ...
    @abstractmethod
    def log(self, x: R, /) -> R: ...
    @abstractmethod
    def log2(self, x: R, /) -> R: ...
    @abstractmethod
    def log10(self, x: R, /) -> R: ...
    @abstractmethod
    def log1p(self, x: R, /) -> R: ...
    @abstractmethod
    def sin(self, x: R, /) -> R: ...
    @abstractmethod
    def cos(self, x: R, /) -> R: ...
    @abstractmethod
    def tan(self, x: R, /) -> R: ...
    @abstractmethod
    def sinh(self, x: R, /) -> R: ...
    @abstractmethod
    def cosh(self, x: R, /) -> R: ...
    @abstractmethod
    def tanh(self, x: R, /) -> R: ...
    @abstractmethod
    def arcsin(self, x: R, /) -> R: ...
    @abstractmethod
    def arccos(self, x: R, /) -> R: ...
    @abstractmethod
    def arctan(self, x: R, /) -> R: ...
    @abstractmethod
    def arcsinh(self, x: R, /) -> R: ...
    @abstractmethod
    def arccosh(self, x: R, /) -> R: ...
    @abstractmethod
    def arctanh(self, x: R, /) -> R: ...
    @abstractmethod
    def round(self, x: R, /) -> R:
        """To the nearest integer, halves to even."""

    @abstractmethod
    def ceil(self, x: R, /) -> R: ...
    @abstractmethod
    def floor(self, x: R, /) -> R: ...
    @abstractmethod
    def isnan(self, x: R, /) -> R: ...
    @abstractmethod
    def isinf(self, x: R, /) -> R: ...
    @abstractmethod
    def logical_not(self, x: R, /) -> R:
        """``x`` is bool."""

    # -- elementwise, two operands ---------------------------------------------------------------------------------

    @abstractmethod
    def add(self, x: R | Scalar, y: R | Scalar, /) -> R: ...
    @abstractmethod
    def subtract(self, x: R | Scalar, y: R | Scalar, /) -> R: ...
    @abstractmethod
    def multiply(self, x: R | Scalar, y: R | Scalar, /) -> R: ...
    @abstractmethod
    def divide(self, x: R | Scalar, y: R | Scalar, /) -> R: ...
    @abstractmethod
    def floor_divide(self, x: R | Scalar, y: R | Scalar, /) -> R: ...
    @abstractmethod
    def remainder(self, x: R | Scalar, y: R | Scalar, /) -> R:
        """The sign of the result is the divisor's."""

    @abstractmethod
    def pow(self, x: R | Scalar, y: R | Scalar, /) -> R: ...
    @abstractmethod
    def equal(self, x: R, y: R | Scalar, /) -> R:
        """Like every comparison: mixed dtypes are allowed, and the result is bool."""

    @abstractmethod
    def not_equal(self, x: R, y: R | Scalar, /) -> R: ...
    @abstractmethod
    def less(self, x: R, y: R | Scalar, /) -> R: ...
    @abstractmethod
    def less_equal(self, x: R, y: R | Scalar, /) -> R: ...
    @abstractmethod
    def greater(self, x: R, y: R | Scalar, /) -> R: ...
    @abstractmethod
    def greater_equal(self, x: R, y: R | Scalar, /) -> R: ...
    @abstractmethod
    def logical_and(self, x: R, y: R | bool, /) -> R:
        """Both are bool."""

    @abstractmethod
    def logical_or(self, x: R, y: R | bool, /) -> R: ...
    @abstractmethod
    def minimum(self, x: R, y: R | Scalar, /) -> R:
        """NaN wins. A scalar is of the kind of ``x`` or a lower one and takes its dtype."""

    @abstractmethod
    def maximum(self, x: R, y: R | Scalar, /) -> R: ...
    @abstractmethod
    def clip(self, x: R, low: Scalar | None, high: Scalar | None, /) -> R:
        """Bounds as in `minimum`; at most one of them is None. NaN stays NaN."""

    @abstractmethod
    def where(self, condition: R, x: R | Scalar, y: R | Scalar, /) -> R:
        """``condition`` is bool. One scalar takes the dtype of the tensor beside it; of two scalars the result has the framework's
        default dtype for the higher of the two kinds, never a weak one."""

    # -- reductions and order --------------------------------------------------------------------------------------

    @abstractmethod
    def sum(self, x: R, axis: Axes, keepdims: bool, /) -> R:
        """Bool and integers narrower than the framework's widest accumulate in a wider type of the same signedness, so that
        bytes never wrap; floats and complex numbers keep their dtype."""

    @abstractmethod
    def prod(self, x: R, axis: Axes, keepdims: bool, /) -> R:
        """Dtypes as in `sum`."""

    @abstractmethod
    def mean(self, x: R, axis: Axes, keepdims: bool, /) -> R:
        """``x`` is floating or complex. The mean of nothing is NaN, without a warning."""

    @abstractmethod
    def min(self, x: R, axis: Axes, keepdims: bool, /) -> R:
        """NaN wins. Not called where it would reduce nothing to something."""

    @abstractmethod
    def max(self, x: R, axis: Axes, keepdims: bool, /) -> R: ...
    @abstractmethod
    def all(self, x: R, axis: Axes, keepdims: bool, /) -> R:
        """``x`` is bool."""

    @abstractmethod
    def any(self, x: R, axis: Axes, keepdims: bool, /) -> R: ...
    @abstractmethod
    def argmin(self, x: R, axis: int | None, /) -> R:
        """Index of the first minimum, NaN counting as the least; None indexes the flattened tensor."""

    @abstractmethod
    def argmax(self, x: R, axis: int | None, /) -> R: ...
    @abstractmethod
    def cumsum(self, x: R, axis: int, /) -> R: ...
    @abstractmethod
    def sort(self, x: R, axis: int, /) -> R:
        """Ascending, NaN last."""

    @abstractmethod
    def argsort(self, x: R, axis: int, /) -> R:
        """Stable, NaN last."""

    @abstractmethod
    def topk(self, x: R, k: int, sorted: bool, /) -> tuple[R, R]:
        """The ``k`` largest along the last axis, and their indices; NaN counts as the largest."""

    # -- shape -----------------------------------------------------------------------------------------------------

    @abstractmethod
    def reshape(self, x: R, shape: tuple[int, ...], /) -> R: ...
    @abstractmethod
    def transpose(self, x: R, axes: tuple[int, ...] | None, /) -> R:
        """None reverses the axes."""

    @abstractmethod
    def squeeze(self, x: R, axes: tuple[int, ...], /) -> R:
        """Every axis named has size 1."""

    @abstractmethod
    def expand_dims(self, x: R, axis: int, /) -> R:
        """``0 <= axis <= ndim``: the place of the new axis in the result."""

    @abstractmethod
    def tile(self, x: R, multiples: tuple[int, ...], /) -> R:
        """One entry per dimension."""

    @abstractmethod
    def flip(self, x: R, axes: tuple[int, ...], /) -> R: ...
    @abstractmethod
    def pad(self, x: R, paddings: tuple[tuple[int, int], ...], mode: Literal["constant", "reflect"], value: Scalar, /) -> R:
        """Any number of dimensions; ``value`` is as in `full`; a reflected width is smaller than its dimension."""

    @abstractmethod
    def meshgrid(self, xs: Sequence[R], indexing: Literal["xy", "ij"], /) -> Sequence[R]:
        """At least one tensor, each 0- or 1-D."""

    @abstractmethod
    def concatenate(self, xs: Sequence[R], axis: int, /) -> R:
        """At least one tensor; dtypes are promoted as the framework promotes."""

    @abstractmethod
    def stack(self, xs: Sequence[R], axis: int, /) -> R: ...

    # -- indexing --------------------------------------------------------------------------------------------------

    @abstractmethod
    def getitem(self, x: R, key: Any, /) -> R:  # Any: an index expression nests ints, slices, None, Ellipsis, lists, ranges and tensors
        """``x[key]`` with NumPy's meaning, negative steps, ranges and masks included; the tensors in ``key`` are raw ones of
        this backend or ndarrays; an index out of bounds is an IndexError where the framework can see it."""

    @abstractmethod
    def index_update(self, x: R, key: Any, values: R | Scalar, /) -> R:  # Any: as in getitem
        """A copy of ``x`` with ``values`` (of the dtype of ``x``, or a scalar as in `full`) at ``key``."""

    @abstractmethod
    def take_along_axis(self, x: R, index: R, axis: int, /) -> R:
        """``index`` is integer, has the rank of ``x``, and may be negative."""

    @abstractmethod
    def onehot(self, x: R, indices: R, value: Scalar, /) -> R:
        """Zeros of the shape and dtype of ``x`` (2-D), with ``value`` at ``[i, indices[i]]``."""

    # -- creation, in the dtype and on the device of x -------------------------------------------------------------

    @abstractmethod
    def full(self, x: R, shape: tuple[int, ...], value: R | Scalar, /) -> R:
        """A scalar is of the kind of ``x`` or a lower one; a tensor is 0-d, and cast."""

    @abstractmethod
    def zeros(self, x: R, shape: tuple[int, ...], /) -> R: ...
    @abstractmethod
    def ones(self, x: R, shape: tuple[int, ...], /) -> R: ...
    @abstractmethod
    def arange(self, x: R, start: int, stop: int, step: int, /) -> R:
        """The framework's default integer dtype; the device of ``x``."""

    @abstractmethod
    def uniform(self, x: R, shape: tuple[int, ...], low: float, high: float, /) -> R:
        """``x`` is floating."""

    @abstractmethod
    def normal(self, x: R, shape: tuple[int, ...], mean: float, stddev: float, /) -> R: ...
    @abstractmethod
    def generator(self, x: R, seed: int | R, /) -> Draws[R]:
        """A random generator on the device of ``x``; ``0 <= seed < 2**32``, and a tensor is 0-d and integer."""

    @abstractmethod
    def from_numpy(self, x: R, array: npt.NDArray[np.generic], /) -> R:
        """The array's own dtype, the device of ``x``, never sharing its memory where that would be unsafe; a value that does
        not fit the framework's dtype is a ValueError."""

    # -- linear algebra --------------------------------------------------------------------------------------------

    @abstractmethod
    def matmul(self, x: R, y: R, /) -> R:
        """NumPy's rules: 1-D operands, batches and broadcasting included."""

    @abstractmethod
    def inv(self, x: R, /) -> R: ...
    @abstractmethod
    def slogdet(self, x: R, /) -> tuple[R, R]: ...
    @abstractmethod
    def softmax(self, x: R, axis: int, /) -> R: ...
    @abstractmethod
    def log_softmax(self, x: R, axis: int, /) -> R: ...
    @abstractmethod
    def crossentropy(self, logits: R, labels: R, /) -> R:
        """(n, k) floating and (n,) of any integer dtype; the unreduced (n,) loss."""

    # -- gradients -------------------------------------------------------------------------------------------------

    @abstractmethod
    def value_and_grad(
        self, f: Callable[..., tuple[R, list[Any]]], xs: Sequence[R], /
    ) -> tuple[R, list[Any], Sequence[R]]:  # Any: what the user's function returned beside its loss
        """``(loss, aux, gradients of loss at xs)`` for ``loss, aux = f(*xs)`` with a 0-d floating loss; ``xs`` are one or more.

        A gradient is dense, of the shape and dtype of its ``x``, zeros where the loss ignores it. Loss, gradients and the raw tensors in
        aux come back detached, except inside an outer ``value_and_grad`` or ``jacobian``, whose gradient goes through them. Nothing that
        the caller owns changes.
        """

    @abstractmethod
    def jacobian(self, f: Callable[[R], R], x: R, /) -> R:
        """Derivatives of the floating ``f(x)`` in the dtype of ``x``: axes of ``f(x)``, then those of ``x``. Else as `value_and_grad`."""

    @abstractmethod
    def stop_gradient(self, x: R, /) -> R:
        """``x`` as a constant to every gradient, inside an outer ``value_and_grad`` too."""
