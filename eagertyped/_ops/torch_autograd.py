"""Gradients on PyTorch: functional, so that nothing of the caller's graph or flags changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from .nesting import Level, inside

__all__ = ["jacobian", "value_and_grad"]


_LEVEL = Level()


def value_and_grad(
    f: Callable[..., tuple[torch.Tensor, list[Any]]], xs: Sequence[torch.Tensor], /
) -> tuple[torch.Tensor, list[Any], Sequence[torch.Tensor]]:  # Any: as declared
    """Loss, aux and gradients at ``xs``; see the contract."""
    nested = _LEVEL.depth > 0
    if _transformed():
        return _transformed_value_and_grad(f, xs, nested)
    if torch.is_grad_enabled() and not torch.is_inference_mode_enabled():  # the modes below cost half as much as a small gradient
        return _eager_value_and_grad(f, xs, nested)
    with torch.inference_mode(False), torch.enable_grad():
        return _eager_value_and_grad(f, xs, nested)


def _eager_value_and_grad(
    f: Callable[..., tuple[torch.Tensor, list[Any]]], xs: Sequence[torch.Tensor], nested: bool
) -> tuple[torch.Tensor, list[Any], Sequence[torch.Tensor]]:  # Any: as declared
    arguments = [_argument(x, nested) for x in xs]
    loss, aux = inside(_LEVEL, f, *arguments)
    found: Sequence[torch.Tensor | None] = [None] * len(xs)
    if loss.requires_grad:
        found = torch.autograd.grad(loss, arguments, create_graph=nested, allow_unused=True)
    gradients = [torch.zeros_like(x) if g is None else _dense(g) for g, x in zip(found, xs, strict=True)]
    if nested:
        return loss, aux, gradients
    return _result(loss), _detached(aux), [_result(gradient) for gradient in gradients]


def _dense(gradient: torch.Tensor) -> torch.Tensor:
    return gradient if gradient.layout is torch.strided else gradient.to_dense()  # sparse: of an embedding


def jacobian(f: Callable[[torch.Tensor], torch.Tensor], x: torch.Tensor, /) -> torch.Tensor:
    """Derivatives of ``f(x)``; see the contract."""
    nested = _LEVEL.depth > 0
    if _transformed():
        derivatives: torch.Tensor = torch.func.jacrev(lambda argument: inside(_LEVEL, f, argument))(x)
        return derivatives if nested or not torch.compiler.is_compiling() else derivatives.detach()
    with torch.inference_mode(False), torch.enable_grad():
        argument = _argument(x, nested)
        y = inside(_LEVEL, f, argument)
        found = None
        if y.requires_grad and y.numel():
            directions = torch.eye(y.numel(), dtype=y.dtype, device=y.device).reshape(-1, *y.shape)
            (found,) = torch.autograd.grad(y, argument, directions, create_graph=nested, allow_unused=True, is_grads_batched=True)
        shape = (*y.shape, *x.shape)
        result = x.new_zeros(shape) if found is None else found.to_dense().reshape(shape)
        return result if nested else _result(result)


def _argument(x: torch.Tensor, nested: bool) -> torch.Tensor:
    """A node of its own: f may reach ``x`` by another way too, which is no argument."""
    if nested and x.requires_grad and not x.is_inference():
        return x.view_as(x)
    return (x.detach().clone() if x.is_inference() else x.detach()).requires_grad_()


def _result(x: torch.Tensor) -> torch.Tensor:
    return torch.zeros_like(x) if x._is_zerotensor() else x.detach()  # zeros that have no memory yet cannot be written, nor read by NumPy


def _detached(aux: list[Any]) -> list[Any]:  # Any: whatever the user's function returned
    return [x.detach() if isinstance(x, torch.Tensor) else x for x in aux]


# -- inside PyTorch's own transformations --------------------------------------------------------------------------------


def _transformed() -> bool:
    """Whether `torch.compile`, which does not trace `torch.autograd.grad`, or `torch.func`, whose levels it does not see, is at work."""
    return torch.compiler.is_compiling() or torch._C._functorch.peek_interpreter_stack() is not None


def _transformed_value_and_grad(
    f: Callable[..., tuple[torch.Tensor, list[Any]]], xs: Sequence[torch.Tensor], nested: bool
) -> tuple[torch.Tensor, list[Any], Sequence[torch.Tensor]]:  # Any: as declared
    kept: list[list[Any]] = []  # Any: what is no tensor takes its own way out

    def loss_and_tensors(*arguments: torch.Tensor) -> tuple[torch.Tensor, list[torch.Tensor]]:
        loss, aux = inside(_LEVEL, f, *arguments)
        kept.append(aux)
        return loss, [leaf for leaf in aux if isinstance(leaf, torch.Tensor)]

    gradients, (loss, tensors) = torch.func.grad_and_value(loss_and_tensors, argnums=tuple(range(len(xs))), has_aux=True)(*xs)
    left = iter(tensors)
    aux = [next(left) if isinstance(leaf, torch.Tensor) else leaf for leaf in kept[0]]
    if nested or not torch.compiler.is_compiling():
        return loss, aux, gradients
    return loss.detach(), _detached(aux), [gradient.detach() for gradient in gradients]
