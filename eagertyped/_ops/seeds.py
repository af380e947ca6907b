"""How NumPy and PyTorch derive generators from generators: both are seeded with integers."""

from __future__ import annotations

import numpy as np

__all__ = ["folded"]

_FOLDED = 2**32 - 1
"""Keeps what is folded in apart from what `SeedSequence.spawn` counts."""


def folded(sequence: np.random.SeedSequence, data: int) -> np.random.SeedSequence:
    """The seed sequence for a number, of either sign."""
    sign, magnitude = (0, data) if data >= 0 else (1, -data)
    return np.random.SeedSequence(sequence.entropy, spawn_key=(*sequence.spawn_key, _FOLDED, sign, magnitude))
