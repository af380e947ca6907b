"""Result dtypes, refusals included, of every operation on every backend. Standard library only; README.md says how to read it."""

from .evaluate import Outcome, result
from .flags import Flags
from .ops import OPS, Op

__all__ = ["OPS", "Flags", "Op", "Outcome", "result"]
