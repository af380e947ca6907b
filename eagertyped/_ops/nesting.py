"""Whether a gradient is being taken in this thread: inside another one, results stay in its graph."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["Level", "inside"]

T = TypeVar("T")


class Level(threading.local):
    """How many gradients a framework is taking in this thread."""

    def __init__(self) -> None:  # no class attribute: torch.compile guards on the instance's, which must be there before and after
        self.depth = 0


def inside(level: Level, f: Callable[..., T], *arguments: Any) -> T:  # Any: raw tensors
    """Call a function that is being differentiated."""
    level.depth += 1
    try:
        return f(*arguments)
    finally:
        level.depth -= 1
