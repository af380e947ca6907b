"""`JAXTensor` as a JAX pytree of one leaf, and random generators as one of two keys: jit, grad, vmap and scan take and give them."""

from __future__ import annotations

from typing import Any

import jax

from .._tensor.random import Generator
from .._tensor.tensor import JAXTensor
from .jax_random import JAXDraws

__all__ = ["register", "register_generators"]

_KEY = jax.tree_util.GetAttrKey("raw")


def register(leaf: type[JAXTensor[Any]]) -> None:  # Any: every dtype
    """Register a leaf class; JAX allows it once per class."""

    def flatten_with_keys(tensor: JAXTensor[Any]) -> tuple[tuple[tuple[Any, Any], ...], None]:  # Any: keys and children, as JAX types them
        return ((_KEY, tensor.raw),), None

    def flatten(tensor: JAXTensor[Any]) -> tuple[tuple[Any, ...], None]:  # Any: a child may be a tracer
        return (tensor.raw,), None

    def unflatten(_: None, children: Any) -> JAXTensor[Any]:  # Any: JAX also puts None and plain objects there: no check
        tensor = object.__new__(leaf)
        (tensor.raw,) = children  # type: ignore[misc]  # a slot at run time
        return tensor

    jax.tree_util.register_pytree_with_keys(leaf, flatten_with_keys, unflatten, flatten)


def register_generators() -> None:
    """Register `Generator`; JAX allows it once. One of another backend is static: all of it is structure."""

    def flatten(generator: Generator[Any, Any]) -> tuple[tuple[Any, ...], Any]:  # Any: keys, or what tree.map has put there
        draws = generator._draws
        if not isinstance(draws, JAXDraws):
            return (), generator
        return (draws.key, draws.origin), (type(generator._like), generator._dtype)

    def unflatten(structure: Any, keys: Any) -> Generator[Any, Any]:  # Any: as above
        if isinstance(structure, Generator):
            return structure
        return Generator._of(structure[0], structure[1], JAXDraws(*keys))

    jax.tree_util.register_pytree_node(Generator, flatten, unflatten)
