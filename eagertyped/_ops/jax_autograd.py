"""Gradients on JAX: its own transformations, of functions on raw arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax

__all__ = ["jacobian", "value_and_grad"]


def value_and_grad(
    f: Callable[..., tuple[jax.Array, list[Any]]], xs: Sequence[jax.Array], /
) -> tuple[jax.Array, list[Any], Sequence[jax.Array]]:  # Any: as declared
    """Loss, aux and gradients at ``xs``; see the contract."""
    leaves: list[Any] = []  # Any: what f returns beside the loss may hold anything
    structure: Any = None  # Any: JAX's description of a pytree

    def loss_and_arrays(*xs: jax.Array) -> tuple[jax.Array, list[jax.Array]]:
        nonlocal leaves, structure
        loss, aux = f(*xs)
        leaves, structure = jax.tree.flatten(aux)  # a third party may have registered containers of its own
        return loss, [leaf for leaf in leaves if isinstance(leaf, jax.Array)]

    transformed = jax.value_and_grad(loss_and_arrays, argnums=tuple(range(len(xs))), has_aux=True)
    (loss, arrays), gradients = transformed(*xs)
    concrete = iter(arrays)  # JAX has taken the tracers out of these; it would refuse the other leaves
    aux = jax.tree.unflatten(structure, [next(concrete) if isinstance(leaf, jax.Array) else leaf for leaf in leaves])
    return loss, aux, gradients


def jacobian(f: Callable[[jax.Array], jax.Array], x: jax.Array, /) -> jax.Array:
    """Derivatives of ``f(x)``; see the contract."""
    derivatives: jax.Array = jax.jacrev(f)(x)
    return derivatives
