"""Random arguments, right and wrong, for every operation that moves elements: each backend gives NumPy's shape, values and dtype, or the
same exception with our text. Shapes are 0-d, empty and of size 1 too, memory is transposed, reversed, expanded and read-only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as hnp

import eagertyped as ep
from eagertyped._rules import result
from eagertyped._rules.dtypes import DTYPES
from tests.backends import Array, TestBackend
from tests.compare import assert_moved, dtype_on
from tests.index_keys import FORMS, given_as, keys
from tests.properties import examples

LAYOUTS = ("plain", "transposed", "reversed", "read-only", "expanded")
NO_SIZES: tuple[Any, ...] = (1.5, "2", None, (2, None), [[1]], object())
"""Any: wrong on purpose."""


class Pair(NamedTuple):
    """One call in both libraries."""

    ours: Callable[[ep.Tensor], Any]  # Any: a Tensor or several
    numpy: Callable[[Array], Any]  # Any: as above


Made = Callable[[st.DrawFn, TestBackend, Array], Pair]


class Refused(NamedTuple):
    """What NumPy's side says where it has no result."""

    error: type[Exception]


def refuse(error: type[Exception]) -> Callable[[Array], Any]:  # Any: nothing comes back
    def raises(_: Array) -> Any:  # Any: as above
        raise error

    return raises


# -- arrays ----------------------------------------------------------------------------------------------------------------


def numpy_dtype(name: str) -> np.dtype[Any]:  # Any: every dtype
    return np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)


@st.composite
def arrays(draw: st.DrawFn, backend: TestBackend, min_dims: int = 0, max_dims: int = 3) -> Array:
    dtype = numpy_dtype(dtype_on(backend, draw(st.sampled_from(DTYPES))))
    shape = draw(hnp.array_shapes(min_dims=min_dims, max_dims=max_dims, min_side=0, max_side=3))
    pool: list[Any] = [0, 1, 1]  # Any: numbers of every kind
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        pool += [7, int(info.min), int(info.max)]
    elif dtype.kind in "fV":
        pool += [2.5, -0.0, math.inf, -math.inf] + [math.nan] * (dtype.kind == "f")  # a cast to bfloat16 may give NaN other bits
    elif dtype.kind == "c":
        pool += [1j, -0.0, complex(math.inf, 2)]
    values = draw(st.lists(st.sampled_from(pool), min_size=math.prod(shape), max_size=math.prod(shape)))
    return np.array(values, dtype).reshape(shape)


def tensor(backend: TestBackend, array: Array, layout: str = "plain") -> ep.Tensor:
    """A Tensor with these values in such memory, where the framework has it."""
    if backend.name == "numpy":
        return ep.astensor(_numpy_layout(array, layout))
    if array.dtype.kind == "V":
        t = backend.tensor(array.astype(np.float32)).astype(ep.bfloat16)
    else:
        t = backend.tensor(array)
    if backend.name == "torch" and array.ndim:
        raw: Any = t.raw  # Any: a native tensor
        if layout == "transposed":
            raw = raw.permute(*range(array.ndim)[::-1]).contiguous().permute(*range(array.ndim)[::-1])
        elif layout == "reversed":
            raw = raw.repeat_interleave(2, 0)[::2]
        elif layout == "expanded":
            raw = raw[:1].expand(array.shape)
        return ep.astensor(raw)
    return t


def _numpy_layout(array: Array, layout: str) -> Array:
    array = array.copy()
    if layout == "transposed":
        return array.T.copy().T
    if layout == "reversed" and array.ndim:
        return array[::-1].copy()[::-1]
    if layout == "expanded" and array.ndim:
        return np.broadcast_to(array[:1], array.shape)
    if layout == "read-only":
        array.flags.writeable = False
    return array


# -- the operations --------------------------------------------------------------------------------------------------------


def axis_of(draw: st.DrawFn, ndim: int) -> int:
    """Mostly right."""
    return draw(st.integers(-ndim - 1, ndim)) if draw(st.integers(0, 4)) == 0 or not ndim else draw(st.integers(-ndim, ndim - 1))


def axes_of(draw: st.DrawFn, ndim: int) -> Any:  # Any: an axis, several or none
    kind = draw(st.sampled_from(["None", "one", "tuple", "empty", "NumPy"]))
    if kind == "None":
        return None
    if kind == "tuple":
        return tuple(axis_of(draw, ndim) for _ in range(draw(st.integers(1, 2))))
    return () if kind == "empty" else axis_of(draw, ndim) if kind == "one" else np.int64(axis_of(draw, ndim))


def reshape(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:
    if draw(st.integers(0, 6)) == 0:
        wrong = draw(st.sampled_from(NO_SIZES))
        return Pair(lambda t: t.reshape(wrong), refuse(TypeError))
    shape = draw(st.one_of(st.permutations(array.shape), st.lists(st.integers(-2, 4), max_size=3), st.just([array.size]), st.just([-1])))
    if draw(st.booleans()) and shape:
        shape = [*shape[:-1], -1]
    return Pair(
        lambda t: t.reshape(tuple(shape)), lambda a: a.reshape(tuple(shape)) if min(shape, default=0) >= -1 else refuse(ValueError)(a)
    )


def flatten(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:
    start, end = axis_of(draw, array.ndim), axis_of(draw, array.ndim)

    def expected(a: Array) -> Array:
        if not a.ndim:
            return a.reshape(1)
        first, last = range(a.ndim)[start], range(a.ndim)[end]
        if last < first:
            raise ValueError
        return a.reshape(*a.shape[:first], math.prod(a.shape[first : last + 1]), *a.shape[last + 1 :])

    return Pair(lambda t: t.flatten(start, end), expected)


def transpose(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:
    n = array.ndim
    if draw(st.integers(0, 6)) == 0:
        wrong: Any = draw(st.sampled_from([0, 1.5, object()]))  # Any: wrong on purpose
        return Pair(lambda t: t.transpose(wrong), refuse(TypeError))
    permuted = st.permutations(range(n)).map(lambda axes: [a - n if i % 2 else a for i, a in enumerate(axes)])
    axes = draw(st.one_of(st.none(), permuted, permuted, st.lists(st.integers(-n - 1, n), max_size=3)))
    return Pair(lambda t: t.transpose(axes), lambda a: np.transpose(a, axes))


def squeeze(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:
    axis = axes_of(draw, array.ndim)
    in_bounds = axis is None or all(-array.ndim <= a < array.ndim for a in np.atleast_1d(axis))  # NumPy forgives an axis of a 0-d array
    return Pair(lambda t: t.squeeze(axis), (lambda a: np.squeeze(a, axis)) if in_bounds else refuse(ValueError))


def expand_dims(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:
    axis = axis_of(draw, array.ndim + 1)
    return Pair(lambda t: t.expand_dims(axis), lambda a: np.expand_dims(a, axis))


def flip(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:
    axis = axes_of(draw, array.ndim)
    return Pair(lambda t: t.flip(axis), lambda a: np.flip(a, axis))


def tile(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:
    if draw(st.integers(0, 6)) == 0:
        wrong: Any = draw(st.sampled_from([2, 1.5, None, ("a",), (1.5,)]))  # Any: wrong on purpose
        return Pair(lambda t: t.tile(wrong), refuse(TypeError))
    counts: list[Any] = [draw(st.sampled_from([0, 1, 2, 3, np.int64(2)])) for _ in range(array.ndim)]  # Any: integers of NumPy too
    if draw(st.integers(0, 4)) == 0:
        counts = draw(st.sampled_from([[*counts, 1], [-1] * max(array.ndim, 1)]))
    fits = len(counts) == array.ndim and min(counts, default=0) >= 0
    return Pair(lambda t: t.tile(counts), (lambda a: np.tile(a, counts)) if fits else refuse(ValueError))


def pad(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:  # E08
    mode: Any = draw(st.sampled_from(["constant", "constant", "reflect", "reflect", "edge"]))  # Any: one is wrong on purpose
    if draw(st.integers(0, 6)) == 0:
        wrong: Any = draw(st.sampled_from([2, [(1.5, 1)], [(1,)], ["ab"], None]))  # Any: wrong on purpose
        return Pair(lambda t: t.pad(wrong), refuse(TypeError))
    sizes: list[Any] = [0, 0, 1, 2, np.int64(1), np.uint8(2), 5, -1] if draw(st.booleans()) else [0, 1, 1, 2]  # Any: integers of NumPy too
    width = st.sampled_from(sizes)
    widths = [(draw(width), draw(width)) for _ in range(array.ndim)]
    if draw(st.integers(0, 6)) == 0:
        widths = [*widths, (0, 0)]
    value = draw(st.sampled_from([0, 1, True] if array.dtype.kind != "b" else [0, 1, True, False]))
    fits = len(widths) == array.ndim and mode != "edge" and all(n >= 0 for pair in widths for n in pair)
    if mode == "reflect":
        fits = fits and all(max(pair) < n or max(pair) == 0 for n, pair in zip(array.shape, widths, strict=False))
    plain = [(int(a), int(b)) for a, b in widths]

    def expected(a: Array) -> Any:  # Any: as NumPy's stubs have it
        if not fits:
            raise ValueError
        if not a.ndim:
            return a
        return np.pad(a, plain, constant_values=np.array(value, a.dtype)[()]) if mode == "constant" else np.pad(a, plain, mode="reflect")

    return Pair(lambda t: t.pad(widths, mode, value), expected)


def meshgrid(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:  # E07
    others = [draw(arrays(backend, max_dims=1)) for _ in range(draw(st.integers(0, 2)))]
    indexing: Any = draw(st.sampled_from(["xy", "ij", "ji"]))  # Any: wrong on purpose
    fits = array.ndim < 2 and indexing != "ji"

    def ours(t: ep.Tensor) -> Any:  # Any: Tensors
        return t.meshgrid(*[tensor(backend, a) for a in others], indexing=indexing)

    return Pair(ours, (lambda a: tuple(np.meshgrid(a, *others, indexing=indexing))) if fits else refuse(ValueError))


def onehot_like(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:
    n = array.shape[0] if array.ndim else 1
    k = array.shape[1] if array.ndim > 1 else 1
    dtype = draw(st.sampled_from(["int32", "int64", "uint8", "float32"]))
    length = n if draw(st.integers(0, 4)) else n + 1
    picked = [draw(st.integers(0, max(k - 1, 0))) for _ in range(length)]
    fits = array.ndim == 2 and length == n

    def expected(a: Array) -> Array:
        if dtype == "float32":
            raise TypeError
        if not fits:
            raise ValueError
        if n and not k:
            if backend.name == "jax":  # which cannot look at values, and leaves such a row 0
                return np.zeros((n, k), a.dtype)
            raise IndexError
        rows = np.zeros((n, k), a.dtype)
        rows[np.arange(n), picked] = 1
        return rows

    return Pair(lambda t: t.onehot_like(tensor(backend, np.array(picked, dtype))), expected)


def take_along_axis(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:
    axis = axis_of(draw, array.ndim)
    dtype = draw(st.sampled_from(["int32", "int64", "int8", "uint8", "bool"]))
    shape = [draw(st.sampled_from([n, n, 1])) for n in array.shape]
    size = array.shape[axis] if -array.ndim <= axis < array.ndim else 1
    if shape and -array.ndim <= axis < array.ndim:
        shape[axis] = draw(st.integers(0, 3)) if size else 0
    if draw(st.integers(0, 6)) == 0:
        shape = [*shape, 1]
    low = 0 if dtype in ("uint8", "bool") else -size
    index = draw(hnp.arrays(dtype, tuple(shape), elements=st.booleans() if dtype == "bool" else st.integers(low, max(size - 1, low))))

    def expected(a: Array) -> Array:
        if dtype == "bool" and -a.ndim <= axis < a.ndim:
            raise TypeError
        np.expand_dims(a, 0).sum(axis=axis if axis < 0 else axis + 1) if not -a.ndim <= axis < a.ndim else None
        if not -a.ndim <= axis < a.ndim or index.ndim != a.ndim:
            raise ValueError
        return np.take_along_axis(a, index.astype(np.int64), axis)

    return Pair(lambda t: t.take_along_axis(tensor(backend, index), axis), expected)


def getitem(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:  # E06
    key = draw(keys(array.shape))
    form = draw(st.sampled_from(FORMS))
    return Pair(lambda t: t[given_as(backend, key, form)], lambda a: a[key])


def bad_index(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:
    n = array.shape[0] if array.ndim else 0
    many = (0,) * array.ndim + (slice(None),)
    outside = [n, -n - 1, [n], [0, -n - 1], np.array([n]), range(n, n + 1), np.int64(n), np.array(n)] if array.ndim else [0, [0]]
    wrong = [(TypeError, key) for key in (1.5, "a", {0}, np.array([0.5]), [0.5], np.array(["a"]))]
    mask = np.ones(n + 1, bool)
    error, key = draw(st.sampled_from([*((IndexError, key) for key in (*outside, many, (..., ...), mask)), *wrong]))
    if backend.name == "jax" and isinstance(key, tuple) and key == (..., ...):
        return Pair(lambda t: t[0:0], lambda a: a[0:0]) if array.ndim else Pair(lambda t: t[...], lambda a: a)
    update = draw(st.booleans())
    return Pair(lambda t: t.index_update(key, True) if update else t[key], refuse(error))


def full(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:
    op = draw(st.sampled_from(["zeros", "ones", "full", "zeros_like", "ones_like", "full_like"]))
    if op.endswith("_like"):
        arguments: tuple[Any, ...] = (1,) if op == "full_like" else ()  # Any: numbers
        fill = 0 if op == "zeros_like" else 1
        return Pair(lambda t: getattr(t, op)(*_flags(arguments, array)), lambda a: np.full(a.shape, fill, a.dtype))
    if draw(st.integers(0, 6)) == 0:
        wrong = draw(st.sampled_from(NO_SIZES))
        return Pair(lambda t: getattr(t, op)(wrong, *((True,) if op == "full" else ())), refuse(TypeError))
    shape = draw(st.one_of(st.integers(-1, 4), st.lists(st.integers(0, 3), max_size=3), st.just([2, -1]), st.just(range(3))))
    sizes = [shape] if isinstance(shape, int) else list(shape)
    fill = 0 if op == "zeros" else 1

    def ours(t: ep.Tensor) -> Any:  # Any: a Tensor
        return getattr(t, op)(shape, *(_flags((1,), array) if op == "full" else ()))

    return Pair(ours, (lambda a: np.full(sizes, fill, a.dtype)) if min(sizes, default=0) >= 0 else refuse(ValueError))


def _flags(values: Sequence[Any], array: Array) -> tuple[Any, ...]:  # Any: numbers
    return tuple(bool(v) if array.dtype.kind == "b" else v for v in values)


def index_update(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:  # C16
    key = draw(keys(array.shape))
    kind = draw(st.sampled_from(["scalar", "same", "too many", "complex"]))
    value: Any = 1j if kind == "complex" else True  # Any: a scalar or an array

    def many(place: Array) -> Array:
        return np.ones(3 if 3 in np.shape(place)[-1:] else (2, 5, 7), array.dtype)

    def expected(a: Array) -> Array:
        if kind == "complex" and a.dtype.kind != "c":
            raise TypeError
        copy = a.copy()
        place = copy[key]
        if kind == "too many":
            np.broadcast_to(many(place), np.shape(place))  # of bfloat16 NumPy's own error is another one
            copy[key] = many(place)
        else:
            copy[key] = np.array(value).astype(a.dtype)
        return copy

    def ours(t: ep.Tensor) -> Any:  # Any: a Tensor
        if kind == "too many":
            try:
                place = array[key]
            except IndexError:  # the operation must raise too
                return t.index_update(key, True)
            return t.index_update(key, tensor(backend, many(place)))
        return t.index_update(key, value)

    return Pair(ours, expected)


def concatenate(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:
    axis = axis_of(draw, array.ndim)
    count = draw(st.integers(1, 3))
    stray = draw(st.integers(0, 5)) == 0

    def parts(a: Array) -> list[Array]:
        return [a] * count + ([np.ones((4,) * (a.ndim + 1), a.dtype)] if stray else [])

    def ours(t: ep.Tensor) -> Any:  # Any: a Tensor
        return ep.concatenate([t, *(tensor(backend, a) for a in parts(array)[1:])], axis)

    return Pair(ours, lambda a: np.concatenate(parts(a), axis))


def stack(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:
    axis = axis_of(draw, array.ndim + 1)
    stray = draw(st.integers(0, 5)) == 0
    other = np.ones((*array.shape, 2), array.dtype) if stray else array
    return Pair(lambda t: ep.stack([t, tensor(backend, other)], axis), lambda a: np.stack([a, other], axis))


def where(draw: st.DrawFn, backend: TestBackend, array: Array) -> Pair:  # C17
    shape = tuple(draw(st.sampled_from([n, 1])) for n in array.shape)
    condition = draw(hnp.arrays(np.bool_, shape))
    if draw(st.integers(0, 5)) == 0:
        stray = np.ones((*(n + 2 for n in array.shape), 7), bool)
        return Pair(lambda t: ep.where(tensor(backend, stray), t, t), (lambda a: np.where(stray, a, a)))
    swapped = draw(st.booleans())
    true = np.array(True).astype(array.dtype)

    def ours(t: ep.Tensor) -> Any:  # Any: a Tensor
        c = tensor(backend, condition)
        return ep.where(c, True, t) if swapped else ep.where(c, t, True)

    return Pair(ours, lambda a: np.where(condition, true, a) if swapped else np.where(condition, a, true))


OPERATIONS: dict[str, Made] = {
    f.__name__: f
    for f in (
        reshape,
        flatten,
        transpose,
        squeeze,
        expand_dims,
        flip,
        tile,
        pad,
        meshgrid,
        onehot_like,
        take_along_axis,
        getitem,
        bad_index,
        full,
        index_update,
        concatenate,
        stack,
        where,
    )
}


def check(backend: TestBackend, name: str, pair: Pair, array: Array, layout: str) -> None:
    """The same result, or the same exception with our text; the tensor itself stays as it was."""
    t = tensor(backend, array, layout)
    expected: Any  # Any: an array, several, or a class of exceptions
    try:
        expected = pair.numpy(array)
    except (TypeError, ValueError, IndexError) as error:
        is_axis = isinstance(error, np.exceptions.AxisError)
        kind = ValueError if is_axis or isinstance(error, ValueError) else TypeError if isinstance(error, TypeError) else IndexError
        expected = Refused(kind)
    dtype = backend.dtype(t)
    no_kernel = name in REFUSABLE and result(name, backend.name, dtype).refused
    if isinstance(expected, Refused) or no_kernel:
        due = (TypeError, expected.error) if no_kernel and isinstance(expected, Refused) else TypeError if no_kernel else expected.error
        with pytest.raises(due, match="Cure:"):
            pair.ours(t)
        return
    got = pair.ours(t)
    several = isinstance(expected, tuple)
    for one, other in zip(got if several else (got,), expected if several else (expected,), strict=True):
        assert_moved(backend, one, other, dtype=np.asarray(other).dtype.name)
    if backend.name == "numpy":
        assert t.raw.tobytes() == np.ascontiguousarray(array).tobytes()


REFUSABLE = ("tile", "take_along_axis", "onehot_like")


@examples(50)
@given(data=st.data())
@pytest.mark.parametrize("name", OPERATIONS)
def test_every_backend_does_what_numpy_does(backend: TestBackend, name: str, data: st.DataObject) -> None:
    array = data.draw(arrays(backend, max_dims=1 if name == "meshgrid" and data.draw(st.booleans()) else 3))
    layout = data.draw(st.sampled_from(LAYOUTS if backend.name in ("numpy", "torch") else LAYOUTS[:1]))
    if layout == "expanded" and array.ndim:
        array = np.broadcast_to(array[:1], array.shape).copy()

    @st.composite
    def pairs(draw: st.DrawFn) -> Pair:
        return OPERATIONS[name](draw, backend, array)

    check(backend, name, data.draw(pairs()), array, layout)
