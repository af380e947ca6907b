"""New tensors: values, dtype and device of the tensor that they are made from."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from eagertyped._rules import result
from tests.backends import TestBackend
from tests.compare import assert_equal, assert_refuses, dtype_on

ROOT = Path(__file__).resolve().parent.parent
DTYPES = ("float32", "float64", "float16", "int32", "uint8", "bool", "complex64")


@pytest.mark.parametrize("shape", [3, (2, 3), (), (0,), [2, 1], (np.int32(2),)])
@pytest.mark.parametrize("dtype", DTYPES)
def test_constants(backend: TestBackend, dtype: str, shape: Any) -> None:  # Any: every form of a shape
    t = backend.tensor([1, 0], dtype)
    name = dtype_on(backend, dtype)
    assert_equal(backend, t.zeros(shape), np.zeros(shape, dtype), dtype=name)
    assert_equal(backend, ep.ones(t, shape), np.ones(shape, dtype), dtype=name)
    assert_equal(backend, t.full(shape, True), np.ones(shape, dtype), dtype=name)


@pytest.mark.parametrize("dtype", DTYPES)
def test_likes(backend: TestBackend, dtype: str) -> None:
    t = backend.tensor([[1, 0, 1]], dtype)
    name = dtype_on(backend, dtype)
    for got, value in ((t.zeros_like(), 0), (ep.zeros_like(t), 0), (t.ones_like(), 1), (ep.ones_like(t), 1), (t.full_like(True), 1)):
        assert_equal(backend, got, np.full((1, 3), value, dtype), dtype=name)


@pytest.mark.parametrize("dtype, value", [("float32", 2), ("float32", 2.5), ("int32", 7), ("complex64", 1j), ("float16", float("inf"))])
def test_full(backend: TestBackend, dtype: str, value: complex) -> None:
    t = backend.tensor([1], dtype)
    for got in (t.full((2, 2), value), ep.full(t, (2, 2), value), t.full((2, 2), backend.tensor(value, dtype))):
        assert_equal(backend, got, np.full((2, 2), value, dtype), dtype=dtype)
    assert_equal(backend, ep.full_like(t, value), np.full(1, value, dtype), dtype=dtype)


@pytest.mark.parametrize("dtype, value", [("int32", 1.5), ("bool", 2), ("float32", 1j)])
def test_a_value_is_never_truncated(backend: TestBackend, dtype: str, value: complex) -> None:
    t = backend.tensor([1], dtype)
    assert_refuses(backend, TypeError, "full", lambda: t.full(2, value), "truncated")
    assert_refuses(backend, TypeError, "full_like", lambda: t.full_like(value), "truncated")


@pytest.mark.parametrize("value", [300, -1])
def test_a_value_that_the_dtype_cannot_hold(backend: TestBackend, value: int) -> None:
    assert_refuses(backend, ValueError, "full", lambda: backend.tensor([1], "uint8").full(2, value))


def test_bad_shapes_and_values(backend: TestBackend) -> None:
    t = backend.tensor([1.0], "float32")
    assert_refuses(backend, ValueError, "zeros", lambda: t.zeros((2, -1)), "(2, -1)")
    assert_refuses(backend, ValueError, "uniform", lambda: t.uniform(-1), "-1")
    assert_refuses(backend, TypeError, "ones", lambda: t.ones(1.5), "float 1.5")  # type: ignore[arg-type]  # wrong on purpose
    assert_refuses(backend, ValueError, "full", lambda: t.full(2, t), "0-d")


@pytest.mark.parametrize("arguments", [(5,), (2, 5), (0, 10, 3), (5, 0, -2), (5, 2), (0,), (-3, 3, 2)])
def test_arange(backend: TestBackend, arguments: tuple[int, ...]) -> None:
    t = backend.tensor([1.0], "float32")
    (dtype,) = result("arange", backend.name, "float32").dtypes
    assert_equal(backend, t.arange(*arguments), np.arange(*arguments), dtype=dtype)
    assert_equal(backend, ep.arange(t, *arguments), np.arange(*arguments), dtype=dtype)


def test_arange_refuses(backend: TestBackend) -> None:
    t = backend.tensor([1.0], "float32")
    assert_refuses(backend, TypeError, "arange", lambda: t.arange(0, 1, 0.5), "0.5")  # type: ignore[arg-type]  # wrong on purpose
    assert_refuses(backend, ValueError, "arange", lambda: t.arange(0, 5, 0), "step")


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("shape", [3000, (30, 100)])
def test_uniform_and_normal(backend: TestBackend, dtype: str, shape: Any) -> None:  # Any: every form of a shape
    t = backend.tensor([1], dtype)
    drawn = t.uniform(shape, 2.0, 4.0)
    values = drawn.numpy().astype(np.float64)
    assert (drawn.shape, backend.dtype(drawn)) == (values.shape, dtype)
    assert values.size == 3000
    assert values.min() >= 2
    assert values.max() < 4 or dtype == "float16"
    assert abs(values.mean() - 3) < 0.1  # the deviation of the mean is 0.011
    drawn = ep.normal(t, shape, mean=1.0, stddev=2.0)
    values = drawn.numpy().astype(np.float64)
    assert backend.dtype(drawn) == dtype
    assert abs(values.mean() - 1) < 0.3  # 0.037
    assert abs(values.std() - 2) < 0.3
    assert not np.array_equal(t.normal(9).numpy(), t.normal(9).numpy())
    assert ep.uniform(t, 3).shape == (3,)


def test_random_numbers_are_floating(backend: TestBackend) -> None:
    t = backend.tensor([1], "int32")
    assert_refuses(backend, TypeError, "uniform", lambda: t.uniform(3), "int32")
    assert_refuses(backend, TypeError, "normal", lambda: t.normal(3), "int32")


@pytest.mark.parametrize("dtype", [*DTYPES, "int64", "int8"])
@pytest.mark.parametrize("shape", [(2, 3), (), (0, 2)])
def test_from_numpy(backend: TestBackend, dtype: str, shape: tuple[int, ...]) -> None:
    array = np.ones(shape, dtype)
    t = backend.tensor([1.0], "float32")
    assert_equal(backend, t.from_numpy(array), array, dtype=dtype_on(backend, dtype))
    assert_equal(backend, ep.from_numpy(t, array), array, dtype=dtype_on(backend, dtype))


def test_from_numpy_takes_any_strides_and_shares_nothing(backend: TestBackend) -> None:
    t = backend.tensor([1.0], "float32")
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    expected = array[:, ::-1].T.copy()
    got = t.from_numpy(array[:, ::-1].T)
    array[:] = -1
    assert_equal(backend, got, expected)
    swapped = np.arange(3, dtype=np.float32).astype(">f4")
    assert_equal(backend, t.from_numpy(swapped), np.arange(3, dtype=np.float32))
    frozen = np.ones(2, np.float32)
    frozen.flags.writeable = False
    assert_equal(backend, t.from_numpy(frozen), frozen)


@pytest.mark.parametrize("array", [np.array(["a"]), np.array([None]), np.array(["2020"], "datetime64[D]")])
def test_from_numpy_wants_numbers(backend: TestBackend, array: Any) -> None:  # Any: no numbers
    t = backend.tensor([1.0], "float32")
    assert_refuses(backend, TypeError, "from_numpy", lambda: t.from_numpy(array), "no numbers")


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
def test_jax_without_x64_refuses_what_does_not_fit() -> None:
    t = ep.jax.numpy.zeros(1)
    assert t.from_numpy(np.array([2**31 - 1])).item() == 2**31 - 1
    with pytest.raises(ValueError, match=r"from_numpy on JAX: .*Cure:.*jax_enable_x64"):
        t.from_numpy(np.array([2**40]))


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_everything_stays_on_the_device() -> None:
    import torch

    t = ep.astensor(torch.ones((2, 3), device="meta"))
    labels = t.arange(2)
    made = [
        t.zeros(2), t.ones(2), t.full(2, 1.5), t.zeros_like(), t.ones_like(), t.full_like(2), t.uniform(2), t.normal(2), labels,
        t.from_numpy(np.ones(2)), t.onehot_like(labels), t + 1, 2 - t, t.clip(0, 1), t.minimum(0), t.maximum(0.5), (t > 0).where(t, 0),
        (t > 0).where(1.0, 0.0), t.pad(((1, 1), (0, 0)), "reflect"), t[[0, 1]], t[::-1], t.index_update(0, 1), t.flip(), t.sign(), t == 300,
        t.norms.l2(), t.crossentropy(labels), ep.stack([t, t]), t.tile((2, 1)), t.topk(1)[0], t.astype(ep.int32) < 2**40,
    ]  # fmt: skip
    assert {made_one.raw.device.type for made_one in made} == {"meta"}


DEVICES = {
    "jax": """
import jax, jax.numpy as jnp, numpy as np, eagertyped as ep
device = jax.devices()[1]
t = ep.astensor(jax.device_put(jnp.ones((2, 3)), device))
labels = t.arange(2)
made = [t.zeros(2), t.ones(2), t.full(2, 1.5), t.uniform(2), t.normal(2), labels, t.from_numpy(np.ones(2)), t.onehot_like(labels), t + 1,
        t.clip(0, 1), (t > 0).where(t, 0), t[[0, 1]], t.pad(((1, 1), (0, 0)))]
print(all(m.raw.devices() == {device} for m in made))
""",
    "tensorflow": """
import tensorflow as tf
tf.config.set_logical_device_configuration(tf.config.list_physical_devices("CPU")[0], [tf.config.LogicalDeviceConfiguration()] * 2)
import numpy as np, eagertyped as ep
with tf.device("CPU:1"):
    t = ep.astensor(tf.ones((2, 3)) + 1)
made = [t.zeros(2), t.ones(2), t.full(2, 1.5), t.uniform(2), t.normal(2), t.arange(2), t.from_numpy(np.ones(2))]
print(all(m.raw.device.endswith("CPU:1") for m in made))
""",
}


@pytest.mark.parametrize("name", [pytest.param(n, marks=[getattr(pytest.mark, n), pytest.mark.xdist_group(n)]) for n in DEVICES])
def test_a_second_device(name: str) -> None:
    environment = os.environ | {"XLA_FLAGS": "--xla_force_host_platform_device_count=2", "PYTHONPATH": str(ROOT)}
    run = subprocess.run([sys.executable, "-c", DEVICES[name]], capture_output=True, text=True, cwd=ROOT, env=environment)
    assert run.stdout.split() == ["True"], run.stderr
