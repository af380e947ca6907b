"""TensorFlow by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy.typing as npt
import tensorflow as tf

__all__ = ["NATIVE", "VERSION", "Slot", "astensor", "native", "native_loss", "native_value_and_grad", "stack", "value_and_grad", "where"]

Raw = Any  # TensorFlow comes without types

VERSION: Final = str(tf.__version__)

tf.config.threading.set_intra_op_parallelism_threads(1)
tf.config.threading.set_inter_op_parallelism_threads(1)

NATIVE: Final = {
    "add": "x + y",
    "add scalar": "x + 0.5",
    "mul": "x * y",
    "compare": "x < y",
    "sqrt": "tf.sqrt(x)",
    "sum()": "tf.reduce_sum(x)",
    "sum(axis=0)": "tf.reduce_sum(x, 0)",
    "square().sum().sqrt()": "tf.sqrt(tf.reduce_sum(tf.square(x)))",
    "reshape": "tf.reshape(x, (2, -1))",
    "transpose": "tf.transpose(a)",
    "getitem": "x[1:]",
    "clip": "tf.minimum(tf.maximum(x, 0.25), 0.75)",  # in tf.clip_by_value the low bound would win over the high one
    "where": "tf.where(c, x, y)",
    "maximum scalar": "tf.maximum(x, 0.5)",
    "matmul": "tf.matmul(a, b)",
    "stack": "tf.stack([x, y])",
    "astensor": "x",
    "astensor, raw": "x",
    "value_and_grad": "native_value_and_grad(native_loss, x)",
}


class Slot:
    """The floor for TensorFlow."""

    __slots__ = ("raw",)

    def __init__(self, raw: Raw) -> None:
        self.raw = raw

    def __add__(self, other: Slot | float) -> Slot:
        return Slot(self.raw + (other.raw if isinstance(other, Slot) else other))

    def __mul__(self, other: Slot | float) -> Slot:
        return Slot(self.raw * (other.raw if isinstance(other, Slot) else other))

    def __lt__(self, other: Slot | float) -> Slot:
        return Slot(self.raw < (other.raw if isinstance(other, Slot) else other))

    def __getitem__(self, key: slice) -> Slot:
        return Slot(self.raw[key])

    def sqrt(self) -> Slot:
        return Slot(tf.sqrt(self.raw))

    def square(self) -> Slot:
        return Slot(tf.square(self.raw))

    def sum(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Slot:
        return Slot(tf.reduce_sum(self.raw, axis, keepdims))

    def reshape(self, shape: int | tuple[int, ...]) -> Slot:
        return Slot(tf.reshape(self.raw, shape))

    def transpose(self, axes: tuple[int, ...] | None = None) -> Slot:
        return Slot(tf.transpose(self.raw, axes))

    def clip(self, min_: float, max_: float) -> Slot:
        return Slot(tf.minimum(tf.maximum(self.raw, min_), max_))

    def maximum(self, other: Slot | float) -> Slot:
        return Slot(tf.maximum(self.raw, other.raw if isinstance(other, Slot) else other))

    def matmul(self, other: Slot) -> Slot:
        return Slot(tf.matmul(self.raw, other.raw))


def native(array: npt.NDArray[Any]) -> Raw:  # Any: float32 or bool
    """A copy as a tensor."""
    return tf.constant(array)


def astensor(x: Slot | Raw) -> Slot:
    """Wrap a tensor."""
    if isinstance(x, Slot):
        return x
    if isinstance(x, tf.Tensor):
        return Slot(x)
    raise TypeError(f"no tensor: {x!r}")


def where(condition: Slot, x: Slot | float, y: Slot | float) -> Slot:
    """Elements of one or the other."""
    return Slot(tf.where(condition.raw, x.raw if isinstance(x, Slot) else x, y.raw if isinstance(y, Slot) else y))


def stack(ts: Sequence[Slot], axis: int = 0) -> Slot:
    """Join along a new axis."""
    return Slot(tf.stack([t.raw for t in ts], axis))


def value_and_grad(f: Callable[[Slot], Slot], t: Slot) -> tuple[Slot, Slot]:
    """Loss and gradient."""
    x = tf.identity(t.raw)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(x)
        value = f(Slot(x)).raw
    return Slot(value), Slot(tape.gradient(value, x))


def native_loss(x: Raw) -> Raw:
    """`benchmarks.cases.loss` on native tensors."""
    return tf.reduce_sum(tf.square(x))


def native_value_and_grad(f: Callable[[Raw], Raw], x: Raw) -> tuple[Raw, Raw]:
    """Loss and gradient of native tensors with respect to the argument only, not to the same tensor where f closes over it."""
    x = tf.identity(x)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(x)
        value = f(x)
    return value, tape.gradient(value, x)
