"""Random generators on TensorFlow: seeds for its stateless functions.

Eager code counts in a variable, so that a tf.function that uses the generator draws fresh numbers at each call. While a function is traced
no variable can be made: a generator that is made there counts in Python, and serves that graph only.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Self, TypeAlias

import tensorflow as tf

from .contract import Draws

__all__ = ["TensorFlowDraws"]

Raw: TypeAlias = Any  # Any: TensorFlow ships no types, and a raw tensor is eager or symbolic

_DRAWABLE = ("int32", "int64")
_LOOP = (
    "a generator that was made while tf.function traces serves that function, not the body of a loop or branch in it, which would draw "
    "the same numbers each time. Cure: generator.fold_in(i) with the loop's counter, or make the generator outside of the function."
)


class TensorFlowDraws(Draws[Raw]):
    """A seed of two integers, from which each draw takes another."""

    def __init__(self, seed: Raw, device: str | None) -> None:
        self._device = device
        with self._on_device():
            own, self._origin = tf.unstack(tf.random.split(seed, 2))
            if tf.executing_eagerly():
                self._counter = tf.random.Generator.from_key_counter(own[0], [own[1], 0], "philox")
            else:
                self._counter, self._graph = None, own.graph
                self._seed, self._count = own, 0

    def _next(self) -> Raw:
        if self._counter is not None:
            return self._counter.make_seeds()[:, 0]
        self._count += 1
        seed = tf.random.fold_in(self._seed, self._count)
        if seed.graph is not self._graph:
            raise ValueError(_LOOP)
        return seed

    def uniform(self, dtype: str, shape: tuple[int, ...], low: float, high: float, /) -> Raw:
        with self._on_device():
            return tf.random.stateless_uniform(shape, self._next(), low, high, dtype)

    def normal(self, dtype: str, shape: tuple[int, ...], mean: float, stddev: float, /) -> Raw:
        with self._on_device():
            return tf.random.stateless_normal(shape, self._next(), mean, stddev, dtype)

    def default_integer(self) -> str:
        return "int32"

    def integers(self, dtype: str, shape: tuple[int, ...], low: int, high: int, /) -> Raw:
        with self._on_device():
            if high - low == 2**64:
                return tf.cast(tf.random.stateless_uniform(shape, self._next(), None, None, "int64"), dtype)
            if high - low >= 2**63:
                raise ValueError(f"TensorFlow draws from at most 2**63 - 1 integers, not {high - low}. Cure: bring the bounds closer")
            if dtype in _DRAWABLE and high <= tf.as_dtype(dtype).max:
                return tf.random.stateless_uniform(shape, self._next(), low, high, dtype)
            # the distance from low, which wraps into place
            distance = tf.random.stateless_uniform(shape, self._next(), 0, high - low, "int64")
            return tf.cast(distance + tf.constant((low + 2**63) % 2**64 - 2**63, "int64"), dtype)

    def permutation(self, x: Raw | int, /) -> Raw:
        with self._on_device():
            return tf.random.experimental.stateless_shuffle(tf.range(x) if isinstance(x, int) else x, self._next())

    def split(self, count: int, /) -> Sequence[Self]:
        with self._on_device():
            seeds = tf.random.split(self._next(), count)
        return [type(self)(seeds[i], self._device) for i in range(count)]

    def fold_in(self, data: int | Raw, /) -> Self:
        with self._on_device():
            data = tf.constant((data + 2**63) % 2**64 - 2**63, "int64") if isinstance(data, int) else tf.cast(data, "int64")
            return type(self)(tf.random.fold_in(self._origin, data), self._device)

    def _on_device(self) -> AbstractContextManager[object]:
        return tf.device(self._device) if self._device is not None and tf.executing_eagerly() else nullcontext()
