"""Random generators on JAX: keys, which every draw splits."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, Self

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .contract import Draws
from .numpy_like import below

__all__ = ["JAXDraws"]

_LOCK = threading.Lock()
"""Between reading a key and putting the next one in its place."""

_OUTSIDE = (
    "a generator from outside of what JAX traces (jit, scan) would give the same numbers each time that the program runs. Cure: take the "
    "generator as an argument of the traced function, give that one generator.split() at each call; or use generator.fold_in(i) with a "
    "traced i; or make the generator inside, from a traced seed."
)


class JAXDraws(Draws[jax.Array]):
    """Two keys: the one that the next draw splits, and the one from which `fold_in` starts."""

    def __init__(self, key: jax.Array, origin: jax.Array) -> None:
        self.key, self.origin = key, origin

    @classmethod
    def of_key(cls, key: jax.Array) -> Self:
        """A new generator."""
        own, origin = jax.random.split(key)
        return cls(own, origin)

    def _next(self) -> jax.Array:
        with _LOCK:
            drawn: jax.Array
            key, drawn = jax.random.split(self.key)
            if isinstance(key, jax.core.Tracer) and not _same_trace(key, self.key):
                raise ValueError(_OUTSIDE)
            self.key = key
        return drawn

    def uniform(self, dtype: str, shape: tuple[int, ...], low: float, high: float, /) -> jax.Array:
        drawn: jax.Array = below(jnp, jax.random.uniform(self._next(), shape, jnp.dtype(dtype), low, high), low, high)
        return drawn

    def normal(self, dtype: str, shape: tuple[int, ...], mean: float, stddev: float, /) -> jax.Array:
        return jax.random.normal(self._next(), shape, jnp.dtype(dtype)) * stddev + mean

    def default_integer(self) -> str:
        return jnp.result_type(int).name

    def integers(self, dtype: str, shape: tuple[int, ...], low: int, high: int, /) -> jax.Array:
        own = jax.dtypes.canonicalize_dtype(dtype)
        limits, bits = np.iinfo(own), 8 * own.itemsize
        if limits.min <= low and high <= min(limits.max, 2**31 - 1):
            return jax.random.randint(self._next(), shape, low, high, own)
        # JAX takes no bound beyond its default integers: the distance from low, which wraps into place
        unsigned = jnp.dtype(f"uint{bits}")
        if high - low == 2**bits:
            distance = jax.random.bits(self._next(), shape, unsigned)
        else:
            distance = jax.random.randint(self._next(), shape, np.zeros((), unsigned), np.array(high - low, unsigned), unsigned)
        return lax.bitcast_convert_type(distance + np.array(low % 2**bits, unsigned), own)

    def permutation(self, x: jax.Array | int, /) -> jax.Array:
        return jax.random.permutation(self._next(), x)

    def split(self, count: int, /) -> Sequence[Self]:
        return [self.of_key(key) for key in jax.random.split(self._next(), count)]

    def fold_in(self, data: int | jax.Array, /) -> Self:
        return self.of_key(jax.random.fold_in(self.origin, data if isinstance(data, jax.Array) else data % 2**32))


def _same_trace(key: Any, before: Any) -> bool:  # Any: a tracer has no public way to say which trace made it
    """Whether both belong to one program being traced: a loop's body is another one than the function around it."""
    return isinstance(before, jax.core.Tracer) and getattr(key, "_trace", None) is getattr(before, "_trace", None)
