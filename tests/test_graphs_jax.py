"""What JAX traces of a wrapped function is what it traces of the native one: the wrapper leaves nothing behind.

The native function is what a careful user writes for the operation's documented meaning. Jaxprs are compared as text, which names
primitives, their parameters, dtypes and wiring.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from tests import rule_cases
from tests.backends import Array
from tests.graphs import CASES, ELEMENTWISE, OF_BOOL, Native, arity, dtype, wrapped
from tests.programs import untyped

pytestmark = [pytest.mark.jax, pytest.mark.xdist_group("jax")]

_REDUCTIONS = "sum prod mean min max argmin argmax cumsum"
_MOVES = "flip transpose squeeze zeros_like ones_like"


def natives() -> dict[str, Native]:
    """Operation -> the native function, of one array of shape (1,) or of two."""
    jax = untyped("jax")
    jnp = jax.numpy

    same = {name: getattr(jnp, name) for name in [*ELEMENTWISE, *OF_BOOL, *_REDUCTIONS.split(), *_MOVES.split()]}
    return same | {
        "negative": operator.neg,
        "T": lambda x: x.T,
        "flatten": lambda x: x.reshape(-1),
        "sort": lambda x: jnp.sort(x.reshape(-1)),
        "argsort": lambda x: jnp.argsort(x.reshape(-1)),
        "softmax": lambda x: jax.nn.softmax(x.reshape(-1)),
        "log_softmax": lambda x: jax.nn.log_softmax(x.reshape(-1)),
        "expand_dims": lambda x: jnp.expand_dims(x, 0),
        "tile": lambda x: jnp.tile(x.reshape(-1), (2,)),
        "pad": lambda x: jnp.pad(x.reshape(-1), ((1, 1),), constant_values=np.float32(0)),
        "cumsum": lambda x: jnp.cumsum(x.reshape(-1), axis=0),
        "reshape": lambda x: x.reshape((1, 1)),
        "inv": lambda x: jnp.linalg.inv(x.reshape((1, 1))),
        "slogdet": lambda x: jnp.linalg.slogdet(x.reshape((1, 1)))[0],
        "slogdet.logabsdet": lambda x: jnp.linalg.slogdet(x.reshape((1, 1)))[1],
        "meshgrid": lambda x: jnp.meshgrid(x.reshape(-1), x.reshape(-1))[0],
        "zeros": lambda x: jnp.zeros(2, x.dtype),
        "ones": lambda x: jnp.ones(2, x.dtype),
        "arange": lambda x: jnp.arange(0, 2, 1),
        "take_along_axis": lambda x: jnp.take_along_axis(x.reshape(-1), jnp.arange(0, 1, 1), 0),
        "getitem": lambda x: x.reshape(-1)[0:1],
        "stop_gradient": jax.lax.stop_gradient,
        **rule_cases.ARITHMETIC,
        **rule_cases.COMPARISONS,
        "minimum": jnp.minimum,
        "maximum": jnp.maximum,
        "matmul": lambda x, y: x.reshape(-1) @ y.reshape(-1),
        "stack": lambda x, y: jnp.stack([x, y]),
        "concatenate": lambda x, y: jnp.concatenate([x.reshape(-1), y.reshape(-1)]),
        "where": lambda x, y: jnp.where(x == x, x, y),
    }


MORE_THAN_NATIVE = {
    **dict.fromkeys(("norms.l1", "norms.l2", "norms.linf", "norms.lp"), "a zero gradient at zero"),
    "norms.l0": "a count in integers, which float16 could not hold",
    "kl_div_with_logits": "no NaN where a category is absent",
    **dict.fromkeys(("topk", "topk.indices"), "NaN counts as the greatest, and -0.0 equals 0.0"),
    "crossentropy": "the gather is compiled together with the log-softmax",
    "onehot_like": "indices out of bounds are not wrapped",
    **dict.fromkeys(("uniform", "normal", "integers"), "draws need a generator while JAX traces"),
    **dict.fromkeys(("jacobian", "value_and_grad"), "a transformation"),
    **dict.fromkeys(("float32", "float64", "bool"), "casts warn where JAX narrows"),
}
"""Operations that do more than one native function, and what for."""
NAMES = sorted({*CASES} - {*MORE_THAN_NATIVE})


def jaxpr(f: Native, *arrays: Array) -> str:
    return str(untyped("jax").make_jaxpr(f)(*arrays))


@pytest.mark.parametrize("name", NAMES)
def test_the_jaxpr_is_the_native_one(name: str) -> None:
    arrays = [np.ones(1, dtype(name))] * arity(name)
    assert jaxpr(wrapped(CASES[name]), *arrays) == jaxpr(natives()[name], *arrays)


@pytest.mark.parametrize(
    ("name", "ours", "native"),
    [
        ("scalars", lambda t: (2 * t + 0.5) / 3 - 1, lambda x: (2 * x + 0.5) / 3 - 1),
        ("comparison", lambda t: t > 0, lambda x: x > 0),
        ("sum along an axis", lambda t: t.sum(axis=-1), lambda x: x.sum(axis=-1)),
        ("kept dimensions", lambda t: t.mean(axis=0, keepdims=True), lambda x: x.mean(axis=0, keepdims=True)),
        ("a chain", lambda t: (t - t.mean(axis=0)).square().sum(axis=-1).sqrt(), None),
        ("clip", lambda t: t.clip(0.0, 1.0), None),
        ("reshape", lambda t: t.reshape((3, 1)), lambda x: x.reshape((3, 1))),
        ("matrix product", lambda t: t @ t.T, lambda x: x @ x.T),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_chains(name: str, ours: Native, native: Native | None) -> None:
    jnp = untyped("jax").numpy
    natives = {
        "a chain": lambda x: jnp.sqrt(jnp.sum(jnp.square(x - jnp.mean(x, axis=0)), axis=-1)),
        "clip": lambda x: jnp.clip(x, 0.0, 1.0),
    }
    array = np.ones((1, 3), np.float32)
    assert jaxpr(wrapped(ours), array) == jaxpr(native or natives[name], array)


def test_gradients_and_maps_are_the_native_ones() -> None:
    jax = untyped("jax")
    jnp = jax.numpy
    array = np.ones((1, 3), np.float32)

    def ours(x: Any) -> Any:
        return ep.astensor(x).square().sum().sqrt().raw

    def native(x: Any) -> Any:
        return jnp.sqrt(jnp.sum(jnp.square(x)))

    for transform in (jax.grad, jax.vmap, jax.jit, jax.hessian, jax.checkpoint):
        assert jaxpr(transform(ours), array).replace("ours", "native") == jaxpr(transform(native), array)


def test_tensors_pass_the_boundary_as_their_arrays() -> None:
    """Arguments and results that are Tensors are leaves of a pytree: the jaxpr has the arrays."""
    jax = untyped("jax")
    t = ep.astensor(jax.numpy.ones((1, 3)))
    assert str(jax.make_jaxpr(lambda t: t.exp())(t)) == str(jax.make_jaxpr(jax.numpy.exp)(t.raw))


def test_tracing_grows_with_the_program_only() -> None:
    def chain(length: int) -> int:
        def f(x: Any) -> Any:
            t = ep.astensor(x)
            for _ in range(length):
                t = t + 1.0
            return t.raw

        return jaxpr(f, np.ones(3, np.float32)).count("add")

    assert chain(2000) == 2 * chain(1000) == 2000
