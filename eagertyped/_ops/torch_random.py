"""Random generators on PyTorch. torch.compile leaves them to Python: PyTorch does not trace generators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
import torch

from .contract import Draws
from .seeds import folded

__all__ = ["TorchDraws"]


class TorchDraws(Draws[torch.Tensor]):
    """A `torch.Generator`, which has a lock of its own; none on the meta device, where nothing has a value."""

    def __init__(self, sequence: np.random.SeedSequence, device: torch.device) -> None:
        self._sequence, self._device = sequence, device
        self._generator: torch.Generator | None = None
        if device.type != "meta":
            self._generator = torch.Generator(device)
            self._generator.manual_seed(int(sequence.generate_state(1, np.uint64)[0]))

    def uniform(self, dtype: str, shape: tuple[int, ...], low: float, high: float, /) -> torch.Tensor:
        return self._empty(shape, dtype).uniform_(low, high, generator=self._generator)

    def normal(self, dtype: str, shape: tuple[int, ...], mean: float, stddev: float, /) -> torch.Tensor:
        return self._empty(shape, dtype).normal_(mean, stddev, generator=self._generator)

    def default_integer(self) -> str:
        return "int64"

    def integers(self, dtype: str, shape: tuple[int, ...], low: int, high: int, /) -> torch.Tensor:
        drawn = self._empty(shape, dtype)
        last = torch.iinfo(drawn.dtype).max
        if last > 2**63 - 1 and high > 2**63 - 1:
            raise ValueError("PyTorch draws no integers from 2**63 - 1 on. Cure: choose a lower bound for high")
        # None is the one way to draw an integer's last value
        return drawn.random_(low, None if high > last else high, generator=self._generator)

    def permutation(self, x: torch.Tensor | int, /) -> torch.Tensor:
        size = x if isinstance(x, int) else x.shape[0]
        order = torch.randperm(size, generator=self._generator, device=self._device)
        return order if isinstance(x, int) else x[order.to(x.device)]

    def split(self, count: int, /) -> Sequence[Self]:
        return [type(self)(sequence, self._device) for sequence in self._sequence.spawn(count)]

    def fold_in(self, data: int | torch.Tensor, /) -> Self:
        return type(self)(folded(self._sequence, int(data)), self._device)

    def _empty(self, shape: tuple[int, ...], dtype: str) -> torch.Tensor:
        return torch.empty(shape, dtype=getattr(torch, dtype), device=self._device)
