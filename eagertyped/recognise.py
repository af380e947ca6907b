"""Which leaf wraps which native tensor: by instance, without importing a framework that is not there already."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from . import _errors

if TYPE_CHECKING:
    from .types import AnyLeaf

__all__ = ["LEAVES", "accepted", "find_leaf", "leaf_of", "not_accepted", "register"]

LEAVES: Final[dict[type, tuple[type[AnyLeaf], Callable[[Any], Any]]]] = {}  # Any: native tensors in, raw ones out
"""Exact types that were recognised before, with the leaf and its kernel `accept`. Tracers are not among them: what they stand for depends
on the instance."""
_REGISTERED: Final[list[tuple[type, type[AnyLeaf]]]] = []


def register(raw_type: type, leaf: type[AnyLeaf]) -> None:
    """Let `astensor` wrap instances of a third party's raw tensor type.

    Parameters
    ----------
    raw_type
        The native tensor class, subclasses included.
    leaf
        A subclass of `Tensor` whose ``_ops`` is an instance of an `Operations` subclass.

    Raises
    ------
    TypeError
        If ``raw_type`` is no class, ``leaf`` is no subclass of `Tensor`, or its operations are incomplete.
    """
    from ._ops.contract import Operations
    from ._tensor.tensor import Tensor

    if not isinstance(raw_type, type):
        raise TypeError(f"register: raw_type must be a class, got {raw_type!r}. Cure: pass the native tensor class.")
    if not isinstance(getattr(leaf, "_ops", None), Operations):
        raise TypeError(f"register: {leaf!r} has no kernels. Cure: set _ops to an instance of a subclass of ep.backends.Operations.")
    if not (isinstance(leaf, type) and issubclass(leaf, Tensor)):
        raise TypeError(f"register: leaf must be a subclass of Tensor, got {leaf!r}. Cure: class MyTensor(ep.Tensor[MyBackend, D]).")
    _REGISTERED.insert(0, (raw_type, leaf))
    LEAVES.clear()


def find_leaf(x: object) -> type[AnyLeaf] | None:
    """The leaf class for a native tensor, or None. Values are not looked at: the leaf's kernel `accept` may still refuse ``x``."""
    kind = type(x)
    known = LEAVES.get(kind)
    if known is not None:
        return known[0]
    for raw_type, registered in _REGISTERED:
        if isinstance(x, raw_type):
            return _remember(kind, registered)
    from ._ops import load  # here, since the leaves' classes need this module

    if isinstance(x, (np.ndarray, np.generic)):  # a tuple: torch.compile does not trace a union of NumPy's classes
        return _remember(kind, load.load_numpy())
    # PyTorch before JAX: while PyTorch compiles it refuses isinstance(x, jax.Array)
    if _is_instance(x, "torch", "Tensor"):
        return _remember(kind, load.load_torch())
    if _is_instance(x, "tensorflow", "Tensor") or _is_instance(x, "tensorflow", "Variable"):
        return _remember(kind, load.load_tensorflow())
    if _is_instance(x, "jax", "Array"):
        leaf = load.load_jax()
        return leaf if _is_instance(x, "jax.core", "Tracer") else _remember(kind, leaf)
    return None


def _is_instance(x: object, module: str, name: str) -> bool:
    loaded = sys.modules.get(module)
    kind = getattr(loaded, name, None) if loaded is not None else None  # None too while the module is half imported
    return isinstance(kind, type) and isinstance(x, kind)


def _remember(kind: type, leaf: type[AnyLeaf]) -> type[AnyLeaf]:
    LEAVES[kind] = leaf, leaf._ops.accept
    return leaf


_CURES: Final = (
    ("Ragged", "convert it with t.to_tensor()"),
    ("SparseTensor", "convert it with tf.sparse.to_dense(t)"),
    ("IndexedSlices", "convert it with tf.convert_to_tensor(t)"),
    ("Keras", "use a tf.Tensor; a Keras symbolic tensor has no values, so call eagertyped inside a layer or a function"),
    ("DataFrame", "pass frame.to_numpy()"),
    ("Series", "pass series.to_numpy()"),
    ("csr", "pass matrix.toarray()"),
    ("csc", "pass matrix.toarray()"),
    ("coo", "pass matrix.toarray()"),
)


def leaf_of(x: object, op: str) -> type[AnyLeaf]:
    """As `find_leaf`, but what is no native tensor is a TypeError (and ValueError) that names it and the cure."""
    leaf = find_leaf(x)
    if leaf is None:
        raise _errors.NotATensorError(f"{op}: cannot wrap {_what(x)}. Cure: {_cure(x)}.")
    return leaf


def accepted(leaf: type[AnyLeaf], x: object, op: str) -> Any:  # Any: a raw tensor of the leaf's framework
    """The raw tensor to wrap for a native one; what cannot be wrapped is refused as in `leaf_of`."""
    try:
        return leaf._ops.accept(x)
    except TypeError as refusal:
        raise not_accepted(refusal, op) from None


def not_accepted(refusal: TypeError, op: str) -> _errors.NotATensorError:
    """What to raise for the refusal of a kernel `accept`."""
    return _errors.NotATensorError(f"{op}: {refusal}")


def _what(x: object) -> str:
    if isinstance(x, bool | int | float | complex | str):
        return f"the Python {type(x).__name__} {x!r}"
    if isinstance(x, list | tuple | dict | set) or x is None:
        return f"a Python {type(x).__name__}" if x is not None else "None"
    kind = type(x)
    return f"an object of type {kind.__module__}.{kind.__qualname__}"


def _cure(x: object) -> str:
    name = type(x).__name__
    for part, cure in _CURES:
        if part in name:
            return cure
    if isinstance(x, bool | int | float | complex | list | tuple):
        return "make a native tensor first, for example np.asarray(x), torch.tensor(x), tf.constant(x) or jnp.asarray(x)"
    return "pass a torch.Tensor, tf.Tensor, jax.Array, numpy.ndarray or an eagertyped Tensor"
