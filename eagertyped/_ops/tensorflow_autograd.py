"""Gradients on TensorFlow: a tape of our own around the function, so that those of the caller go on recording."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import tensorflow as tf

from .contract import Axes
from .nesting import Level, inside

__all__ = ["differentiating", "jacobian", "prod", "value_and_grad"]

Raw: TypeAlias = Any  # Any: TensorFlow ships no types
_ZERO = tf.UnconnectedGradients.ZERO


_LEVEL = Level()


def differentiating() -> bool:
    """Whether this thread is in a function of which we are taking a gradient."""
    return _LEVEL.depth > 0


def value_and_grad(
    f: Callable[..., tuple[Raw, list[Any]]], xs: Sequence[Raw], /
) -> tuple[Raw, list[Any], Sequence[Raw]]:  # Any: as declared
    """Loss, aux and gradients at ``xs``; see the contract."""
    xs = [_own(x) for x in xs]
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(xs)
        loss, aux = inside(_LEVEL, f, *xs)
    gradients = tape.gradient(loss, xs, unconnected_gradients=_ZERO)
    return loss, aux, [_dense(gradient, x.shape) for gradient, x in zip(gradients, xs, strict=True)]


def jacobian(f: Callable[[Raw], Raw], x: Raw, /) -> Raw:
    """Derivatives of ``f(x)``; see the contract."""
    x = _own(x)
    with tf.GradientTape(watch_accessed_variables=False, persistent=True) as tape:
        tape.watch(x)
        y = inside(_LEVEL, f, x)

    def row(direction: Raw) -> Raw:
        return _dense(tape.gradient(y, x, output_gradients=direction, unconnected_gradients=_ZERO), x.shape)

    # not tape.jacobian: eagerly it would trace a new function in each call, and warn of it; it stops at the gradients of some kernels
    n = y.shape.num_elements()
    count = tf.size(y) if n is None else n
    directions = tf.reshape(tf.eye(count, dtype=y.dtype), tf.concat([[count], tf.shape(y)], 0))
    if tf.is_symbolic_tensor(y):
        rows = tf.map_fn(row, directions, fn_output_signature=tf.TensorSpec(x.shape, x.dtype))
    elif n:
        rows = tf.stack([row(direction) for direction in tf.unstack(directions)])
    else:
        rows = tf.zeros([0, *x.shape], x.dtype)
    return tf.ensure_shape(tf.reshape(rows, tf.concat([tf.shape(y), tf.shape(x)], 0)), y.shape.concatenate(x.shape))


def prod(x: Raw, axis: Axes, keepdims: bool) -> Raw:
    """A product by halves, right to every derivative: the second one of the native product is 0 where it should not be, beside a zero."""
    if not x.shape.is_fully_defined():  # the number of halvings is unknown while tracing
        return tf.reduce_prod(x, tf.zeros(0, tf.int32) if axis == () else axis, keepdims)
    sizes = list(x.shape)
    axes = tuple(range(len(sizes))) if axis is None else (axis,) if isinstance(axis, int) else axis
    kept = [axis for axis in range(len(sizes)) if axis not in axes]
    n = math.prod(sizes[axis] for axis in axes)
    factors = tf.reshape(tf.transpose(x, [*axes, *kept]), [n, *(sizes[axis] for axis in kept)])
    while n > 1:
        half = n // 2
        factors = tf.concat([factors[:half] * factors[half : 2 * half], factors[2 * half :]], 0)
        n -= half
    shape = [1 if axis in axes else sizes[axis] for axis in range(len(sizes))] if keepdims else [sizes[axis] for axis in kept]
    return tf.reshape(factors, shape) if n else tf.ones(shape, x.dtype)


def _own(x: Raw) -> Raw:
    """The same value, by itself: only the argument counts, not the same tensor where f closes over it."""
    if tf.is_symbolic_tensor(x):
        return tf.identity(x)
    with tf.device(x.device):
        return tf.identity(x)


def _dense(gradient: Raw, shape: Raw) -> Raw:
    """An IndexedSlices, of a gather, as a tensor; while tracing it would have forgotten what is known of its shape."""
    gradient = tf.convert_to_tensor(gradient)
    return tf.ensure_shape(gradient, shape) if gradient.shape.rank is None else gradient
