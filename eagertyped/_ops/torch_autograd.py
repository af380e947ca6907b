"""Gradients on PyTorch: functional, so that nothing of the caller's graph or flags changes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

import torch

__all__ = ["detach", "value_and_grad"]

A = TypeVar("A")


class _Level(threading.local):
    """How many `value_and_grad` are running in this thread: inside another one, results stay in its graph."""

    def __init__(self) -> None:  # no class attribute: torch.compile guards on the instance's, which must be there before and after
        self.depth = 0


_LEVEL = _Level()


def value_and_grad(f: Callable[[torch.Tensor], tuple[torch.Tensor, A]], x: torch.Tensor) -> tuple[torch.Tensor, A, torch.Tensor]:
    """Loss, aux and gradient at ``x``; see the contract."""
    nested = _LEVEL.depth > 0
    if torch.compiler.is_compiling():
        loss, aux, gradient = _traced(f, x)
        return (loss, aux, gradient) if nested else (loss.detach(), aux, gradient.detach())
    with torch.inference_mode(False), torch.enable_grad():
        if nested and x.requires_grad and not x.is_inference():
            argument = x.view_as(x)  # a node of its own: f may reach x by another way too, which is no argument
        else:
            argument = (x.detach().clone() if x.is_inference() else x.detach()).requires_grad_()
        _LEVEL.depth += 1
        try:
            loss, aux = f(argument)
        finally:
            _LEVEL.depth -= 1
        found = torch.autograd.grad(loss, argument, create_graph=nested, allow_unused=True)[0] if loss.requires_grad else None
        gradient = torch.zeros_like(x) if found is None else found.to_dense()  # sparse: of an embedding
        return (loss, aux, gradient) if nested else (_result(loss), aux, _result(gradient))


def _result(x: torch.Tensor) -> torch.Tensor:
    return torch.zeros_like(x) if x._is_zerotensor() else x.detach()  # zeros that have no memory yet cannot be written, nor read by NumPy


def _traced(f: Callable[[torch.Tensor], tuple[torch.Tensor, A]], x: torch.Tensor) -> tuple[torch.Tensor, A, torch.Tensor]:
    """The same for torch.compile, which does not trace `torch.autograd.grad`; aux may be of any type, so it takes its own way out."""
    kept: list[A] = []

    def loss_at(argument: torch.Tensor) -> torch.Tensor:
        _LEVEL.depth += 1
        try:
            loss, aux = f(argument)
        finally:
            _LEVEL.depth -= 1
        kept.append(aux)
        return loss

    gradient, loss = torch.func.grad_and_value(loss_at)(x)
    return loss, kept[0], gradient


def detach(x: torch.Tensor) -> torch.Tensor:
    """Cut from the graph, except inside an outer `value_and_grad`."""
    return x if _LEVEL.depth else x.detach()
