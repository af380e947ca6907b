"""Random numbers that a seed makes reproducible: generators of one's own, beside the frameworks' global state.

``ep.random.generator(t, seed)`` takes backend, dtype and device of a tensor. Without a generator, ``t.uniform`` and ``t.normal`` use the
framework's own global state (``torch.manual_seed``, ``tf.random.set_seed``, ``np.random.seed``; JAX has none, its keys are drawn from
NumPy's).

In compiled functions:

- ``jax.jit`` takes generators as arguments and results. One from outside refuses to draw inside, where the numbers would become constants;
  its ``fold_in`` works there, with a traced number, and so does a generator that is made there from a traced seed.
- ``tf.function`` may use a generator from outside, which draws fresh numbers at each call, or make one from a traced seed.
- ``torch.compile`` leaves a draw to Python (a graph break), since PyTorch traces no generators; ``fullgraph=True`` is refused by PyTorch.
"""

from __future__ import annotations

from ._errors import refused
from ._tensor._typing import B, D
from ._tensor.random import Generator, seed_of
from ._tensor.tensor import Tensor
from .dtypes import Integer
from .recognise import leaf_of

__all__ = ["Generator", "generator"]


def generator(t: Tensor[B, D], seed: int | Tensor[B, Integer]) -> Generator[B, D]:
    """A random generator in the dtype and on the device of a tensor.

    Parameters
    ----------
    t
        A tensor of any shape, whose values do not matter.
    seed
        An int from 0 to ``2**32 - 1``, or a 0-d integer tensor of the same backend, which JAX and TensorFlow may be tracing.

    Returns
    -------
    Generator
        The same seed gives the same numbers on one framework and device.

    Raises
    ------
    TypeError
        If `t` is no tensor, or `seed` is none of these.
    ValueError
        If `seed` is out of bounds.
    """
    tensor = t if isinstance(t, Tensor) else leaf_of(t, "generator")(t)
    number = seed_of(tensor, "generator", seed, 0, 2**32)
    try:
        return Generator._of(type(tensor), tensor._ops.dtype(tensor.raw), tensor._ops.generator(tensor.raw, number))
    except Exception as error:
        raise refused(error, "generator", tensor)
