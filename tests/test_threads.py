"""Threads, forks and global state: a process's settings are the same before and after, and every thread computes for itself."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from eagertyped._rules.ops import COMPOSED, OPS
from tests import rule_cases
from tests.backends import TestBackend
from tests.programs import output
from tests.test_interop import VALUES, Function, chain

# -- threads ---------------------------------------------------------------------------------------------------------

IN_THREADS: dict[str, Function] = {
    "arithmetic": lambda t: (t + 1) * 2 - t / 3,
    "chain": chain,
    "reductions": lambda t: t.sum(axis=0) + t.mean(axis=0) + t.max(axis=0) + t.prod(axis=0),
    "order": lambda t: t.sort(axis=-1) + t.argsort(axis=-1).float32() + t.topk(3)[0],
    "shape": lambda t: t.reshape(-1).expand_dims(0).tile((2, 1)).T,
    "indexing": lambda t: t.index_update((0, [0, 1]), 1.5)[:, ::-1],
    "mask": lambda t: t[t > 0],
    "selection": lambda t: ep.where(t > 0, t, 0).clip(0, 1).minimum(t.abs()),
    "creation": lambda t: t.zeros((2, 3)) + t.full((2, 3), 2) + t.arange(3).float32(),
    "linear algebra": lambda t: (t @ t.T + 3 * t.from_numpy(np.eye(2, dtype=np.float32))).inv(),
    "losses": lambda t: t.crossentropy(t.argmin(axis=1)),
    "norms": lambda t: t.norms.l2(axis=1) + t.norms.lp(3, axis=1),
    "cast": lambda t: t.astype(ep.int32).astype(ep.float32),
    "conversion": lambda t: ep.astensor(ep.astensors_(t.raw, t.raw)[1](t)),
    "from_numpy": lambda t: t.from_numpy(t.numpy() * 2),
}


def in_threads(work: Callable[[int], Any], n: int = 8) -> list[Any]:
    """Results of n threads that begin at the same time."""
    barrier = threading.Barrier(n)

    def begin(i: int) -> Any:
        barrier.wait()
        return work(i)

    with ThreadPoolExecutor(n) as pool:
        return list(pool.map(begin, range(n)))


@pytest.mark.parametrize("name", IN_THREADS)
def test_operations_in_threads(name: str, backend: TestBackend) -> None:
    inputs = [VALUES + np.float32(i) / 8 for i in range(8)]
    expected = [IN_THREADS[name](backend.tensor(x)).numpy() for x in inputs]
    for found, right in zip(in_threads(lambda i: IN_THREADS[name](backend.tensor(inputs[i])).numpy()), expected, strict=True):
        np.testing.assert_allclose(found, right, rtol=1e-5)


def _outcomes(backend: TestBackend, value: int) -> dict[str, Any]:  # Any: nested lists, or the class of an exception
    """What every operation of the rules gives for one small tensor."""
    t = backend.tensor([value], "float32")
    calls: dict[str, Callable[[], Any]] = {name: partial(case, t) for name, case in rule_cases.UNARY.items()}
    calls |= {name: partial(case, t, t + 1) for name, case in {**rule_cases.BINARY, **rule_cases.TENSORS_ONLY}.items()}
    calls |= {name: partial(case, t, 2) for name, case in rule_cases.FILLS.items()}
    calls |= {"astype": lambda: t.astype(ep.int32), "from_numpy": lambda: t.from_numpy(np.full(1, value))}
    found: dict[str, Any] = {}  # Any: as above
    for name in calls.keys() - {"uniform", "normal"}:  # these draw anew
        try:
            with np.errstate(all="ignore"):
                found[name] = calls[name]().numpy().tolist()
        except (TypeError, ValueError, NotImplementedError) as error:
            found[name] = type(error)
    return found


@pytest.mark.filterwarnings("ignore:Explicitly requested dtype:UserWarning")  # JAX, of the cast to float64
def test_every_operation_in_threads(backend: TestBackend) -> None:  # C42
    """All of the rules' operations, at once in eight threads, give what one thread gets."""
    expected = [_outcomes(backend, i + 2) for i in range(8)]
    assert {*expected[0], "uniform", "normal"} == {*OPS, *COMPOSED}
    assert sum(isinstance(value, list) for value in expected[0].values()) > 60
    for _ in range(2):
        for found, right in zip(in_threads(lambda i: _outcomes(backend, i + 2)), expected, strict=True):
            assert {name: found[name] for name in right if str(found[name]) != str(right[name])} == {}


def test_gradients_in_threads(gradient_backend: TestBackend) -> None:
    inputs = [VALUES + np.float32(i) for i in range(8)]

    def hessian_product(i: int) -> Any:
        t = gradient_backend.tensor(inputs[i])
        _, grad = ep.value_and_grad(lambda t: ep.value_and_grad(lambda u: (u**3).sum(), t)[1].sum(), t)
        raw = grad.raw
        assert not getattr(raw, "requires_grad", False)
        return grad.numpy()

    for _ in range(5):
        for found, x in zip(in_threads(hessian_product), inputs, strict=True):
            np.testing.assert_allclose(found, 6 * x, rtol=1e-5)


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_grad_mode_of_other_threads_stays() -> None:
    import torch

    def work(i: int) -> bool:
        torch.set_grad_enabled(i % 2 == 0)
        ep.value_and_grad(lambda t: t.sum(), ep.astensor(torch.ones(2)))
        return torch.is_grad_enabled()

    assert in_threads(work) == [i % 2 == 0 for i in range(8)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["numpy", "torch", "tensorflow", "jax"])
def test_the_first_tensors_of_a_process_may_come_in_threads(name: str) -> None:
    """The kernels are loaded when the first tensor is seen: by eight threads at once, too."""
    program = f"""
import numpy as np
import eagertyped as ep
from tests.backends import MAKERS
from tests.test_threads import in_threads
backend = MAKERS[{name!r}]()
natives = [backend.native(np.full(3, i, np.float32)) for i in range(8)]
assert in_threads(lambda i: (ep.astensor(natives[i]) + 1).sum().item()) == [3.0 * (i + 1) for i in range(8)]
print("done")
"""
    assert output(program).splitlines()[-1] == "done"


# -- global state ----------------------------------------------------------------------------------------------------

STATES = {
    "torch": """
import torch
def state():
    return (torch.get_default_dtype(), torch.get_default_device(), torch.is_grad_enabled(), torch.is_inference_mode_enabled(),
            torch.get_num_threads(), torch.are_deterministic_algorithms_enabled(), torch.get_float32_matmul_precision(),
            torch.initial_seed(), torch.get_rng_state().tolist())
native = torch.ones(2, 3)
""",
    "tensorflow": """
import tensorflow as tf
def state():
    return (tf.keras.backend.floatx(), tf.executing_eagerly(), tf.config.functions_run_eagerly(), tf.config.get_soft_device_placement(),
            tf.config.threading.get_inter_op_parallelism_threads(), tf.config.threading.get_intra_op_parallelism_threads(),
            tf.config.optimizer.get_jit(), tf.config.experimental.tensor_float_32_execution_enabled(),
            type(tf.constant(1) + 1).__name__, (tf.constant([1]) == tf.constant([1])).numpy().tolist(),
            tf.Tensor.__add__, tf.Tensor.__getitem__, hasattr(tf.Tensor, "reshape"))
native = tf.ones((2, 3))
""",
    "jax": """
import jax
def state():
    values = {name: value for name, value in jax.config.values.items()}
    return (sorted((k, str(v)) for k, v in values.items()), jax.numpy.ones(1).dtype, jax.numpy.arange(1).dtype)
native = jax.numpy.ones((2, 3))
""",
    "numpy": """
def state():
    generator = np.random.get_state()
    return (np.geterr(), np.get_printoptions(), np.float32(1) + 1, generator[0], generator[1].tolist(), generator[2:],
            sorted(vars(np.ndarray)))
native = np.ones((2, 3), np.float32)
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", STATES)
def test_no_global_state_of_a_framework_changes(name: str) -> None:
    """Neither when the package is imported, nor when tensors are wrapped, computed with and differentiated."""
    program = f"""
import os, random, signal, sys, threading, warnings, locale, logging
import numpy as np
{STATES[name]}
def process():
    return (dict(os.environ), random.getstate(), list(warnings.filters), threading.active_count(), logging.root.level,
            list(logging.root.handlers), sys.getrecursionlimit(), signal.getsignal(signal.SIGINT), sys.excepthook, sys.displayhook,
            locale.getlocale(), list(sys.meta_path))
before = state(), process()
import eagertyped as ep
assert state() == before[0], "on import"
assert process() == before[1], "on import"
t = ep.astensor(native)
u = (t.square() + 1).softmax() @ t.T
u.numpy(), u.sum().item(), repr(u), t[0], t.index_update(0, 1.0), t.norms.l2(), t.float64() if {name!r} != "jax" else t
if {name!r} != "numpy":
    ep.value_and_grad(lambda x: x.sum(), t)
assert state() == before[0], "in use"
print("unchanged")
"""
    assert output(program).splitlines()[-1] == "unchanged"


def test_types_of_the_frameworks_are_not_patched() -> None:
    program = """
import builtins, numpy as np
before = dict(vars(builtins)), dict(vars(np)), dict(vars(np.linalg))
import eagertyped as ep
ep.astensor(np.ones(2)) + 1
for now, then in zip((vars(builtins), vars(np), vars(np.linalg)), before):
    assert all(now[name] is value for name, value in then.items())
"""
    output(program)


@pytest.mark.slow
def test_a_forked_process_computes() -> None:
    program = """
import os, numpy as np, eagertyped as ep
t = ep.astensor(np.ones(3))
pid = os.fork()
if pid == 0:
    os._exit(0 if (t + 1).sum().item() == 6.0 and ep.astensor(np.zeros(2)).sum().item() == 0.0 else 1)
assert os.waitpid(pid, 0)[1] == 0
print("done")
"""
    assert output(program) == "done"
