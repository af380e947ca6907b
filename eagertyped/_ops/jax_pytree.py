"""`JAXTensor` as a JAX pytree of one leaf, so that jit, grad, vmap and scan take and give Tensors."""

from __future__ import annotations

from typing import Any

import jax

from .._tensor.tensor import JAXTensor

__all__ = ["register"]

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
