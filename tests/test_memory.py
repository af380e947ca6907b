"""What a Tensor keeps alive: its native tensor, once, and nothing after it is gone."""

from __future__ import annotations

import gc
import sys
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from tests.backends import TestBackend
from tests.conftest import backend_params

Native = Any  # Any: a tensor of any framework
WRAPS = 1_000_000


@pytest.fixture
def without_collector() -> Iterator[None]:
    """What lives in a cycle stays, so that the tests see it."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def values(n: int = 6) -> Any:  # Any: an array of floats
    return np.linspace(0.5, 1.5, n, dtype=np.float32)


@pytest.mark.usefixtures("without_collector")
def test_wrapping_holds_one_reference(backend: TestBackend) -> None:
    native = backend.native(values())
    ep.astensor(native)  # what is remembered about a class is remembered now
    before = sys.getrefcount(native)
    t = ep.astensor(native)
    assert sys.getrefcount(native) == before + 1
    del t
    assert sys.getrefcount(native) == before


@pytest.mark.usefixtures("without_collector")
def test_the_native_tensor_goes_with_the_wrapper(backend: TestBackend) -> None:
    t = ep.astensor(backend.native(values()))
    gone = weakref.ref(t.raw)
    u = (t + 1).clip(0.0, 2.0).reshape((2, 3)).transpose()[1:].sum(axis=0).maximum(0.5)
    assert u.shape == (2,)
    assert gone() is t.raw
    del t, u
    assert gone() is None


REFUSED: dict[str, Callable[[Any, Any], object]] = {  # Any: the calls are wrong on purpose
    "shapes": lambda t, other: t + other,
    "axis": lambda t, other: t.sum(axis=3),
    "scalar": lambda t, other: t.maximum(1j),
    "reshape": lambda t, other: t.reshape((4, 4)),
    "index": lambda t, other: t[0, 0],
}


@pytest.mark.parametrize("refused", REFUSED)
def test_an_exception_that_was_handled_keeps_nothing_alive(backend: TestBackend, refused: str) -> None:
    t, other = ep.astensor(backend.native(values())), ep.astensor(backend.native(values(5)))
    gone = weakref.ref(t.raw)
    try:
        REFUSED[refused](t, other)
    except (TypeError, ValueError, IndexError):
        pass
    else:
        pytest.fail("it was not refused")
    del t, other
    gc.collect()  # frameworks' own tracebacks may be in a cycle
    assert gone() is None


def test_a_million_wraps_leave_nothing(backend: TestBackend) -> None:
    native, astensor = backend.native(values()), ep.astensor
    for _ in range(1000):
        astensor(native)
    gc.collect()
    references = sys.getrefcount(native)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(WRAPS):
            astensor(native)
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert after - before < 10_000
    assert sys.getrefcount(native) == references


def live(backend: TestBackend) -> int:
    """Native tensors that are alive."""
    gc.collect()
    if backend.name == "jax":
        import jax

        return len(jax.live_arrays())  # type: ignore[no-untyped-call]  # JAX's
    kind = type(backend.native(values()))
    return sum(1 for x in gc.get_objects() if type(x) is kind)


@pytest.mark.parametrize("backend", backend_params(("torch", "jax")), indirect=True)
def test_gradients_leave_no_buffers(backend: TestBackend) -> None:
    t = ep.astensor(backend.native(values()))

    def loss(x: Any) -> Any:  # Any: a Tensor
        return (x * x + 1).sqrt().sum()

    ep.value_and_grad(loss, t)  # what is compiled and cached once
    before = live(backend)
    for _ in range(20):
        ep.value_and_grad(loss, t)
        (t * 2).sum(axis=0)
    assert live(backend) == before
