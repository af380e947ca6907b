"""Functions of several tensors that may stand in any place: joining them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as hnp

import eagertyped as ep
from eagertyped._rules import result
from tests import moves
from tests.backends import MAKERS, TestBackend
from tests.compare import assert_equal, assert_refuses, dtype_on
from tests.index_keys import arange
from tests.properties import examples

SETTINGS = examples(40)
MATRIX = np.arange(6, dtype=np.float32).reshape(2, 3)


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("container", [list, tuple, iter])
def test_concatenate(backend: TestBackend, axis: int, container: Any) -> None:  # Any: a callable for each kind of iterable
    tensors = [backend.tensor(MATRIX), backend.tensor(MATRIX * 2)]
    assert_equal(backend, ep.concatenate(container(tensors), axis=axis), np.concatenate([MATRIX, MATRIX * 2], axis=axis), dtype="float32")


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -3])
def test_stack(backend: TestBackend, axis: int) -> None:
    tensors = [backend.tensor(MATRIX), backend.tensor(MATRIX * 2)]
    assert_equal(backend, ep.stack(tensors, axis=axis), np.stack([MATRIX, MATRIX * 2], axis=axis), dtype="float32")


def test_of_one_and_of_0d(backend: TestBackend) -> None:
    assert_equal(backend, ep.stack([backend.tensor(1.0, "float32")]), np.ones(1, np.float32))
    assert_equal(backend, ep.concatenate([backend.tensor(MATRIX)]), MATRIX)
    assert_equal(backend, ep.concatenate([backend.tensor(MATRIX), backend.tensor(MATRIX[:0])]), MATRIX)


@pytest.mark.parametrize("x, y", list(itertools.permutations(["float32", "float16", "int32", "bool"], 2)))
@pytest.mark.parametrize("op", ["stack", "concatenate"])
def test_mixed_dtypes(backend: TestBackend, op: str, x: str, y: str) -> None:
    tensors = [backend.tensor([1, 0], x), backend.tensor([0, 1], y)]
    rule = result(op, backend.name, dtype_on(backend, x), dtype_on(backend, y), ranks=(1, 1))
    if rule.refused:
        assert_refuses(backend, TypeError, op, lambda: getattr(ep, op)(tensors), x, y)
    else:
        (dtype,) = rule.dtypes
        expected = getattr(np, op)([np.array([1, 0], x), np.array([0, 1], y)]).astype(dtype)
        assert_equal(backend, getattr(ep, op)(tensors), expected, dtype=dtype)


@pytest.mark.parametrize("op", ["stack", "concatenate"])
def test_refusals(backend: TestBackend, op: str) -> None:
    join = getattr(ep, op)
    t = backend.tensor(MATRIX)
    with pytest.raises(ValueError, match=rf"{op}: needs at least one tensor, got none\. Cure:"):
        join([])
    with pytest.raises(TypeError, match=rf"{op}: cannot wrap the Python float 1\.0\. Cure:"):
        join([t, 1.0])
    assert_refuses(backend, ValueError, op, lambda: join([t], axis=4), "axis 4")
    assert_refuses(backend, ValueError, op, lambda: join([t, t[:, :2]], axis=0), "(2, 3)", "(2, 2)")
    assert_refuses(backend, ValueError, op, lambda: join([t, t[0]], axis=0))
    other = MAKERS["jax" if backend.name == "numpy" else "numpy"]()
    assert_refuses(backend, TypeError, op, lambda: join([t, other.tensor(MATRIX)]), other.title)


# -- every dtype, and values that a computation would change -----------------------------------------------------------


@pytest.mark.parametrize("dtype", moves.DTYPES)
@moves.over(moves.JOINING)
def test_every_dtype(backend: TestBackend, move: moves.Move, dtype: str) -> None:
    moves.check_move(backend, move, dtype)


@moves.over(moves.JOINING)
def test_special_values(backend: TestBackend, move: moves.Move) -> None:
    moves.check_special(backend, move)


# -- shapes, containers and refusals -----------------------------------------------------------------------------------


@SETTINGS
@given(data=st.data())
def test_any_shapes(backend: TestBackend, data: st.DataObject) -> None:
    shape = data.draw(hnp.array_shapes(min_dims=1, max_dims=4, min_side=0, max_side=3))
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    sizes = data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=4))
    arrays = []
    for number, size in enumerate(sizes):
        part = list(shape)
        part[axis] = size
        arrays.append(arange(tuple(part)) + 100 * number)
    assert_equal(backend, ep.concatenate([backend.tensor(a) for a in arrays], axis), np.concatenate(arrays, axis), dtype="float32")
    place = data.draw(st.integers(-len(shape) - 1, len(shape)))
    same = [arange(shape) + 100 * number for number in range(len(sizes))]
    assert_equal(backend, ep.stack([backend.tensor(a) for a in same], place), np.stack(same, place), dtype="float32")


def test_joining_and_taking_apart_again(backend: TestBackend) -> None:
    t = backend.tensor(MATRIX)
    assert_equal(backend, ep.stack(t), MATRIX)  # a tensor is an iterable of its rows
    assert_equal(backend, ep.concatenate(t), MATRIX.reshape(-1))
    assert_equal(backend, ep.stack(list(t.T), axis=1), MATRIX)


def test_native_tensors_among_tensors(backend: TestBackend) -> None:
    native = backend.native(MATRIX)
    for first, second in ((backend.tensor(MATRIX), native), (native, backend.tensor(MATRIX)), (native, native)):
        assert_equal(backend, ep.stack([first, second]), np.stack([MATRIX, MATRIX]))
        assert_equal(backend, ep.concatenate([first, second]), np.concatenate([MATRIX, MATRIX]))


def test_many_tensors(backend: TestBackend) -> None:
    tensors = [backend.tensor(MATRIX + n) for n in range(100)]
    assert_equal(backend, ep.stack(tensors, 1), np.stack([MATRIX + n for n in range(100)], 1))
    assert_equal(backend, ep.concatenate(tensors, -1), np.concatenate([MATRIX + n for n in range(100)], -1))


def test_the_result_is_new(backend: TestBackend) -> None:
    t = backend.tensor(MATRIX)
    for got in (ep.stack([t]), ep.concatenate([t])):
        assert got is not t
        if backend.name == "numpy":
            assert not np.shares_memory(got.raw, t.raw)
            got.raw[...] = -1
    assert_equal(backend, t, MATRIX)


@pytest.mark.parametrize("op", ["stack", "concatenate"])
@pytest.mark.parametrize(
    "shapes",
    [[(2, 3), (3, 2)], [(2, 3), (2, 3, 1)], [(3,), ()], [(0,), (2, 2)], [(2, 2), (0,)], [(1, 3), (2, 4)], [(2, 3), (2, 3), (2, 4)]],
    ids=str,
)
def test_shapes_that_do_not_fit(backend: TestBackend, op: str, shapes: list[tuple[int, ...]]) -> None:
    tensors = [backend.tensor(np.zeros(shape, np.float32)) for shape in shapes]
    assert_refuses(backend, ValueError, op, lambda: getattr(ep, op)(tensors), *(f"shape {shape}" for shape in shapes))


@pytest.mark.parametrize("op, lowest, highest", [("concatenate", -2, 1), ("stack", -3, 2)])
def test_axes_out_of_bounds(backend: TestBackend, op: str, lowest: int, highest: int) -> None:
    t, join = backend.tensor(MATRIX), getattr(ep, op)
    for axis in (lowest - 1, highest + 1):
        assert_refuses(backend, ValueError, op, lambda axis=axis: join([t, t], axis=axis), f"axis {axis}", f"from {lowest} to {highest}")
    wrong: list[Any] = [None, 0.0, "0", (0,)]  # Any: wrong on purpose
    for given_axis in wrong:
        assert_refuses(backend, TypeError, op, lambda axis=given_axis: join([t, t], axis=axis), "integer")
    assert_equal(backend, join([t, t], axis=np.int64(lowest)), getattr(np, op)([MATRIX, MATRIX], axis=lowest))


def test_a_0d_tensor_has_no_axis_to_concatenate_along(backend: TestBackend) -> None:
    t = backend.tensor(1.0, "float32")
    assert_refuses(backend, ValueError, "concatenate", lambda: ep.concatenate([t, t]), "axis 0", "0 dimensions")


@pytest.mark.parametrize("op", ["stack", "concatenate", "meshgrid"])
@pytest.mark.parametrize("foreign", [1.0, 1, True, "1", None, [1.0]], ids=str)
def test_what_is_no_tensor(backend: TestBackend, op: str, foreign: object) -> None:
    t = backend.tensor([1.0], "float32")
    for tensors in ([t, foreign], [foreign, t]):
        with pytest.raises(TypeError, match=rf"{op}.*Cure:"):
            getattr(ep, op)(*([tensors] if op != "meshgrid" else tensors))


@pytest.mark.parametrize("op", ["stack", "concatenate", "meshgrid"])
def test_two_backends(backend: TestBackend, op: str) -> None:
    other = MAKERS["torch" if backend.name == "numpy" else "numpy"]()
    ours, theirs = backend.tensor([1.0], "float32"), other.tensor([1.0], "float32")
    for first, second, named in ((ours, theirs, backend), (theirs, ours, other)):
        call = (lambda a=first, b=second: ep.meshgrid(a, b)) if op == "meshgrid" else (lambda a=first, b=second: getattr(ep, op)([a, b]))
        assert_refuses(named, TypeError, op, call, backend.title, other.title, "different backends")


# -- gradients ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "use, gradient",
    [
        (lambda x, w: (ep.stack([x, x * 2, w]) * w).sum(), [3, 6, 9]),
        (lambda x, w: (ep.concatenate([x, w, x]) * ep.concatenate([w, w, w + 1])).sum(), [3, 5, 7]),
        (lambda x, w: (ep.meshgrid(x, w)[0] * w).sum(), [3, 6, 9]),
        (lambda x, w: (ep.meshgrid(x, w)[1] * x).sum(), [6, 6, 6]),
        (lambda x, w: ep.matmul(ep.stack([x, w]), w).sum(), [1, 2, 3]),
    ],
)
def test_gradients(gradient_backend: TestBackend, use: Callable[..., ep.Tensor], gradient: list[float]) -> None:
    x, weights = gradient_backend.tensor([3, 1, 2], "float32"), gradient_backend.tensor([1, 2, 3], "float32")
    _, grad = ep.value_and_grad(use, x, weights)
    assert_equal(gradient_backend, grad, gradient, dtype="float32")
