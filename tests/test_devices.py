"""New tensors and results stay on the device of the tensor that they come from."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import eagertyped as ep
from tests.programs import output

DERIVED: dict[str, Callable[[ep.Tensor], ep.Tensor]] = {
    "zeros": lambda t: t.zeros(2),
    "ones": lambda t: t.ones(2),
    "full": lambda t: t.full(2, 1.5),
    "full of a tensor": lambda t: t.full(2, t[0, 0]),
    "zeros_like": lambda t: t.zeros_like(),
    "ones_like": lambda t: t.ones_like(),
    "full_like": lambda t: t.full_like(2),
    "uniform": lambda t: t.uniform(2),
    "normal": lambda t: t.normal(2),
    "arange": lambda t: t.arange(2),
    "empty arange": lambda t: t.arange(2, 0),
    "from_numpy": lambda t: t.from_numpy(np.ones(2)),
    "from_numpy of numbers": lambda t: t.from_numpy([1, 2]),
    "onehot_like": lambda t: t.onehot_like(t.arange(2)),
    "add": lambda t: t + 1,
    "reflected": lambda t: 2 - t,
    "pow": lambda t: 2**t,
    "equal": lambda t: t == 300,
    "less of a large integer": lambda t: t.astype(ep.int32) < 2**40,
    "clip": lambda t: t.clip(0, 1),
    "minimum": lambda t: t.minimum(0),
    "maximum": lambda t: ep.maximum(0.5, t),
    "where": lambda t: (t > 0).where(t, 0),
    "where of two scalars": lambda t: (t > 0).where(1.0, 0.0),
    "sign": lambda t: t.sign(),
    "round": lambda t: t.round(),
    "argmax": lambda t: t.argmax(),
    "mean": lambda t: t.mean(),
    "topk": lambda t: t.topk(1)[1],
    "argsort": lambda t: t.argsort(),
    "l2": lambda t: t.norms.l2(),
    "pad": lambda t: t.pad(((1, 1), (0, 2)), value=3),
    "pad reflect": lambda t: t.pad(((1, 1), (0, 2)), "reflect"),
    "tile": lambda t: t.tile((2, 1)),
    "flip": lambda t: t.flip(),
    "meshgrid": lambda t: t[0].meshgrid(t[1])[1],
    "concatenate": lambda t: ep.concatenate([t, t]),
    "stack": lambda t: ep.stack([t, t]),
    "integer": lambda t: t[0],
    "list": lambda t: t[[0, 1]],
    "array": lambda t: t[np.array([0, 1]), np.array([2, 0])],
    "list and integer": lambda t: t[[0, 1], 2],
    "range": lambda t: t[range(2)],
    "negative step": lambda t: t[::-1],
    "index_update": lambda t: t.index_update(0, 1),
    "index_update reversed": lambda t: t.index_update(slice(None, None, -1), 1),
    "index_update of a list": lambda t: t.index_update([0, 1], 1.5),
    "index_update of a tensor": lambda t: t.index_update(t.arange(2), t),
    "take_along_axis": lambda t: t.take_along_axis(t.arange(2).reshape((2, 1)), 1),
    "softmax": lambda t: t.softmax(),
    "crossentropy": lambda t: t.crossentropy(t.arange(2)),
    "inv": lambda t: t[:, :2].inv(),
    "slogdet": lambda t: t[:, :2].slogdet()[1],
}
"""What makes new tensors from one of shape (2, 3), and what needs tensors beside it."""
CREATED = list(DERIVED)[: list(DERIVED).index("onehot_like") + 1]


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
@pytest.mark.parametrize("name", DERIVED)
def test_results_stay_on_pytorchs_device(name: str) -> None:
    """The meta device has no values: what goes through the CPU cannot come back, and what waits for a value fails."""
    import torch

    assert DERIVED[name](ep.astensor(torch.ones((2, 3), device="meta"))).raw.device.type == "meta"
    here = ep.astensor(torch.tensor([[1.0, 2.0, 3.0], [3.0, 1.0, 2.0]]))
    with torch.device("meta"):  # as torch.set_default_device, for new tensors without a device of their own
        there = DERIVED[name](here).raw
    assert there.device.type == "cpu"
    if name not in ("uniform", "normal"):
        assert torch.equal(there, DERIVED[name](here).raw)


DEVICES = {
    "jax": """
import jax
from tests.test_devices import DERIVED
import eagertyped as ep
other = jax.devices()[1]
t = ep.astensor(jax.device_put(jax.numpy.array([[1.0, 2.0, 3.0], [3.0, 1.0, 2.0]]), other))
print([name for name, use in DERIVED.items() if use(t).raw.devices() != {other}])
with jax.default_device(other):
    t = ep.astensor(jax.device_put(t.raw, jax.devices()[0]))
    print([name for name, use in DERIVED.items() if use(t).raw.devices() != {jax.devices()[0]}])
""",
    # what TensorFlow computes eagerly is placed where TensorFlow places it: on the default device
    "tensorflow": """
import tensorflow as tf
tf.config.set_logical_device_configuration(tf.config.list_physical_devices("CPU")[0], [tf.config.LogicalDeviceConfiguration()] * 2)
from tests.test_devices import CREATED, DERIVED
import eagertyped as ep
for there, default in (("CPU:1", "CPU:0"), ("CPU:0", "CPU:1")):
    with tf.device(there):
        t = ep.astensor(tf.constant([[1.0, 2.0, 3.0], [3.0, 1.0, 2.0]]) + 0)
    with tf.device(default):
        print([name for name in CREATED if not DERIVED[name](t).raw.device.endswith(there)])
""",
}


@pytest.mark.parametrize("name", [pytest.param(n, marks=[getattr(pytest.mark, n), pytest.mark.xdist_group(n)]) for n in DEVICES])
def test_a_second_device(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XLA_FLAGS", "--xla_force_host_platform_device_count=2")
    assert output(DEVICES[name]).split("\n") == ["[]", "[]"]
