"""Gradients as functions: the function to differentiate comes first, as in EagerPy and JAX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, overload

from ._tensor._typing import B, D
from ._tensor.tensor import Tensor
from .convert import astensor
from .dtypes import DType

__all__ = ["value_and_grad", "value_and_grad_fn", "value_aux_and_grad"]

P = ParamSpec("P")
A = TypeVar("A")
V = TypeVar("V", bound=DType)


def value_and_grad(
    f: Callable[Concatenate[Tensor[B, D], P], Tensor[B, V]], t: Tensor[B, D], *args: P.args, **kwargs: P.kwargs
) -> tuple[Tensor[B, V], Tensor[B, D]]:
    """Value of a scalar function at `t`, and its gradient.

    Parameters
    ----------
    f
        Takes a Tensor first and returns a 0-d floating Tensor of the same backend.
    t
        A floating tensor of any shape.
    *args, **kwargs
        Passed on to `f`; no gradient is taken with respect to them.

    Returns
    -------
    value : Tensor
        What `f` returned, detached.
    grad : Tensor
        Shape and dtype of `t`; zeros where `f` does not depend on it.

    Raises
    ------
    TypeError
        If `t` is not floating.
    ValueError
        If `f` does not return a 0-d floating Tensor of this backend.
    NotImplementedError
        On NumPy, which has no gradients.
    """
    return astensor(t).value_and_grad(f, *args, **kwargs)


def value_aux_and_grad(
    f: Callable[Concatenate[Tensor[B, D], P], tuple[Tensor[B, V], A]], t: Tensor[B, D], *args: P.args, **kwargs: P.kwargs
) -> tuple[Tensor[B, V], A, Tensor[B, D]]:
    """As `value_and_grad` for a function that returns ``(loss, aux)``.

    Parameters
    ----------
    f
        Takes a Tensor first and returns a 0-d floating Tensor and anything else.
    t
        A floating tensor of any shape.
    *args, **kwargs
        Passed on to `f`.

    Returns
    -------
    value : Tensor
        The loss, detached.
    aux : object
        The second result; Tensors in it (also inside tuples, lists and dicts) are detached.
    grad : Tensor
        Shape and dtype of `t`.

    Raises
    ------
    TypeError
        If `t` is not floating.
    ValueError
        If `f` does not return a pair, or its loss is not a 0-d floating Tensor of this backend.
    NotImplementedError
        On NumPy, which has no gradients.
    """
    return astensor(t).value_aux_and_grad(f, *args, **kwargs)


@overload
def value_and_grad_fn(
    t: Tensor[B, D], f: Callable[Concatenate[Tensor[B, D], P], Tensor[B, V]], has_aux: Literal[False] = False
) -> Callable[Concatenate[Tensor[B, D], P], tuple[Tensor[B, V], Tensor[B, D]]]: ...
@overload
def value_and_grad_fn(
    t: Tensor[B, D], f: Callable[Concatenate[Tensor[B, D], P], tuple[Tensor[B, V], A]], has_aux: Literal[True]
) -> Callable[Concatenate[Tensor[B, D], P], tuple[Tensor[B, V], A, Tensor[B, D]]]: ...
def value_and_grad_fn(t: Tensor[B, D], f: Callable[..., Any], has_aux: bool = False) -> Callable[..., Any]:  # Any: the overloads say what
    """A function that gives the value and the gradient of `f` at its first argument.

    Parameters
    ----------
    t
        Any tensor of the backend.
    f
        As for `value_and_grad`, or with `has_aux` as for `value_aux_and_grad`.
    has_aux
        Whether `f` returns ``(loss, aux)``.

    Returns
    -------
    callable
        Takes ``(x, *args, **kwargs)``; returns ``(value, grad)``, or ``(value, aux, grad)`` with `has_aux`; shapes and dtypes as there.

    Raises
    ------
    NotImplementedError
        On NumPy, which has no gradients.
    """
    return astensor(t).value_and_grad_fn(f, has_aux)  # type: ignore[call-overload, no-any-return]  # has_aux is a plain bool here
