"""Containers of tensors: what a gradient is taken with respect to, and what a loss gives beside its value.

Tuples, named tuples, lists, dicts and dataclasses, nested in any way. Everything else is a leaf: a tensor, or an object that is left alone.
"""

from __future__ import annotations

import dataclasses
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias

from typing_extensions import TypeVar

from ..backends import Backend
from ..dtypes import HasGradient

if TYPE_CHECKING:
    from .core import Core

__all__ = ["Differentiable", "X", "is_container", "leaves", "map_leaves"]


class Record(Protocol):
    """An instance of a dataclass. What its fields hold is seen at run time only."""

    __dataclass_fields__: ClassVar[dict[str, Any]]  # Any: as the standard library has it


class Structured(Protocol):
    """An instance of a TypedDict, which is no mapping of tensors to a checker. What its items hold is seen at run time only."""

    __total__: ClassVar[bool]


Differentiable: TypeAlias = (
    "Core[Backend, HasGradient] | Sequence[Differentiable] | Mapping[Any, Differentiable] | Record | Structured | None"
)
"""What has a gradient: a tensor that may be floating, or a container of them; None is a tensor that is not there. Any: keys of dicts."""
X = TypeVar("X", bound=Differentiable)

_DICTS = (dict, OrderedDict, defaultdict)


def leaves(tree: object) -> list[tuple[str, Any]]:  # Any: a leaf may be anything
    """Path and value of each leaf. A path is what a program would write behind the container's name: ``[1]['w'].bias``."""
    return _leaves(tree, "")


def map_leaves(f: Callable[[Any], Any], tree: Any) -> Any:  # Any: the tree's type comes back, with other leaves
    """The container with ``f(leaf)`` for each leaf, in the order of `leaves`; the container itself where no leaf changed.

    A dataclass is made anew from its fields, without its ``__init__`` (whose checks and conversions are not made for gradients), and
    without what it may have cached.
    """
    kind: Any = type(tree)  # Any: a class with what its kind of container has
    parts = _parts(kind, tree)
    if parts is None:
        return f(tree)
    new = [map_leaves(f, part) for _, part in parts]
    if all(a is b for a, (_, b) in zip(new, parts, strict=True)):
        return tree
    if kind is tuple or kind is list:
        return kind(new)
    if kind in _DICTS:
        copy = tree.copy()  # a defaultdict keeps its factory
        copy.update(zip(tree, new, strict=True))
        return copy
    if issubclass(kind, tuple):
        return kind._make(new)
    record = object.__new__(kind)
    for name, value in zip(_fields(tree), new, strict=True):
        object.__setattr__(record, name, value)  # it may be frozen
    return record


def is_container(x: object) -> bool:
    """Whether its parts are looked at."""
    return _parts(type(x), x) is not None


def _leaves(tree: Any, path: str) -> list[tuple[str, Any]]:  # Any: as in leaves
    parts = _parts(type(tree), tree)
    if parts is None:
        return [(path, tree)]
    return [leaf for place, part in parts for leaf in _leaves(part, path + place)]


def _parts(kind: type, tree: Any) -> list[tuple[str, Any]] | None:  # Any: as in leaves
    if kind is tuple or kind is list:
        return [(f"[{i}]", part) for i, part in enumerate(tree)]
    if kind in _DICTS:
        return [(f"[{key!r}]", part) for key, part in tree.items()]
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return [(f".{name}", part) for name, part in zip(kind._fields, tree, strict=True)]
    if dataclasses.is_dataclass(kind):
        return [(f".{name}", getattr(tree, name)) for name in _fields(tree)]
    return None


def _fields(record: Any) -> list[str]:  # Any: an instance of a dataclass
    return [field.name for field in dataclasses.fields(record) if hasattr(record, field.name)]
