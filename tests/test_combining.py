"""Functions of several tensors that may stand in any place: joining them."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from eagertyped._rules import result
from tests.backends import MAKERS, TestBackend
from tests.compare import assert_equal, assert_refuses, dtype_on

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
