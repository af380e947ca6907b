"""Operations that make and move tensors give the same while a framework traces: JAX's jit, and TensorFlow's functions of unknown sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from tests import moves
from tests.backends import MAKERS
from tests.compare import assert_equal
from tests.programs import untyped
from tests.test_devices import DERIVED

ARRAY = np.array([[1, 2, 3], [3, 1, 2]], np.float32)
USES: dict[str, Callable[[ep.Tensor], ep.Tensor]] = {
    **{name: move.ours for group in (moves.SHAPING, moves.INDEXING, moves.JOINING) for name, move in group.items()},
    **{name: use for name, use in DERIVED.items() if name not in ("uniform", "normal")},  # these draw anew
}


def raw_use(name: str) -> Callable[[Any], Any]:  # Any: native tensors
    return lambda x: USES[name](ep.astensor(x)).raw


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
@pytest.mark.parametrize("name", USES)
def test_under_jit(name: str) -> None:
    backend = MAKERS["jax"]()
    eager = USES[name](backend.tensor(ARRAY))
    traced: Any = untyped("jax").jit(raw_use(name))  # Any: native tensors
    assert_equal(backend, ep.astensor(traced(ARRAY)), eager.numpy(), dtype=backend.dtype(eager))


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
@pytest.mark.parametrize("name", USES)
def test_in_a_function_of_unknown_sizes(name: str) -> None:
    tf, backend = untyped("tensorflow"), MAKERS["tensorflow"]()
    eager = USES[name](backend.tensor(ARRAY))
    traced: Any = tf.function(raw_use(name), input_signature=[tf.TensorSpec([None, None])])  # Any: native tensors
    assert_equal(backend, ep.astensor(traced(tf.constant(ARRAY))), eager.numpy(), dtype=backend.dtype(eager))
