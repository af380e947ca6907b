"""Gradients as functions: the function to differentiate comes first, as in EagerPy and JAX.

What is differentiated with respect to is a Tensor, or a container of Tensors: tuples, named tuples, lists, dicts and dataclasses, nested in
any way; several inputs are a tuple. The gradient is the same container, with a gradient in the place of each Tensor. None in a container
stands for a Tensor that is not there, and comes back. Anything else in it is refused, and so are integers, bools and complex numbers: for
the gradient of a complex number the frameworks have two conventions (JAX's is the conjugate of the others'), so take those with respect to
its real and its imaginary part.

Where a function has a kink, the gradient is one of the slopes; the frameworks do not all choose the same, and each operation's
documentation says what they choose.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, overload

from ._tensor._typing import B, D
from ._tensor.autodiff import differentiate, differentiate_tensor
from ._tensor.containers import X
from ._tensor.tensor import Tensor
from .convert import astensor
from .dtypes import DType, HasGradient

__all__ = ["grad", "hessian", "jacobian", "stop_gradient", "value_and_grad", "value_and_grad_fn", "value_aux_and_grad"]

P = ParamSpec("P")
A = TypeVar("A")
V = TypeVar("V", bound=HasGradient)
DG = TypeVar("DG", bound=HasGradient)


def value_and_grad(f: Callable[Concatenate[X, P], Tensor[B, V]], t: X, *args: P.args, **kwargs: P.kwargs) -> tuple[Tensor[B, V], X]:
    """Value of a scalar function at `t`, and its gradient.

    Parameters
    ----------
    f
        Takes what `t` is first, and returns a 0-d floating Tensor of the same backend.
    t
        A floating Tensor of any shape; or a tuple, list, dict or dataclass of such Tensors, nested in any way, of one backend.
    *args, **kwargs
        Passed on to `f`; no gradient is taken with respect to them.

    Returns
    -------
    value : Tensor
        What `f` returned, detached.
    grad
        As `t`: a gradient for each Tensor, of its shape and dtype; zeros where `f` does not depend on it.

    Raises
    ------
    TypeError
        If `t`, or what stands in it, is no floating Tensor (or None, inside a container), or the backends differ.
    ValueError
        If `f` does not return a 0-d floating Tensor of this backend.
    NotImplementedError
        On NumPy, which has no gradients.

    Examples
    --------
    >>> value, (dw, db) = ep.value_and_grad(lambda p: (x @ p[0] + p[1]).square().mean(), (w, b))
    """
    value, _, grad = differentiate("value_and_grad", lambda x: (f(x, *args, **kwargs), None), t)
    return value, grad


def value_aux_and_grad(
    f: Callable[Concatenate[X, P], tuple[Tensor[B, V], A]], t: X, *args: P.args, **kwargs: P.kwargs
) -> tuple[Tensor[B, V], A, X]:
    """As `value_and_grad` for a function that returns ``(loss, aux)``.

    Parameters
    ----------
    f
        Takes what `t` is first, and returns a 0-d floating Tensor and anything else.
    t
        A floating Tensor of any shape, or a container of such Tensors.
    *args, **kwargs
        Passed on to `f`.

    Returns
    -------
    value : Tensor
        The loss, detached.
    aux : object
        The second result. Tensors in it, native ones too, are detached, also inside tuples, lists, dicts and dataclasses; all else comes
        back as it is.
    grad
        As `t`: a gradient for each Tensor, of its shape and dtype.

    Raises
    ------
    TypeError
        If `t`, or what stands in it, is no floating Tensor (or None, inside a container), or the backends differ.
    ValueError
        If `f` does not return a pair, or its loss is not a 0-d floating Tensor of this backend.
    NotImplementedError
        On NumPy, which has no gradients.

    Examples
    --------
    >>> loss, logits, dx = ep.value_aux_and_grad(lambda x: ((y := model(x)).crossentropy(labels).mean(), y), images)
    """
    value, aux, grad = differentiate("value_aux_and_grad", lambda x: f(x, *args, **kwargs), t)
    return value, aux, grad


@overload
def value_and_grad_fn(
    t: Tensor[B, DType], f: Callable[Concatenate[X, P], Tensor[B, V]], has_aux: Literal[False] = False
) -> Callable[Concatenate[X, P], tuple[Tensor[B, V], X]]: ...
@overload
def value_and_grad_fn(
    t: Tensor[B, DType], f: Callable[Concatenate[X, P], tuple[Tensor[B, V], A]], has_aux: Literal[True]
) -> Callable[Concatenate[X, P], tuple[Tensor[B, V], A, X]]: ...
def value_and_grad_fn(
    t: Tensor[B, DType], f: Callable[..., Any], has_aux: bool = False
) -> Callable[..., Any]:  # Any: the overloads say what
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


def grad(f: Callable[Concatenate[X, P], Tensor[B, V]], t: X, /, *args: P.args, **kwargs: P.kwargs) -> X:
    """The gradient of a scalar function at `t`: `value_and_grad` without the value.

    Parameters
    ----------
    f
        Takes what `t` is first, and returns a 0-d floating Tensor of the same backend.
    t
        A floating Tensor of any shape, or a container of such Tensors.
    *args, **kwargs
        Passed on to `f`.

    Returns
    -------
    grad
        As `t`: a gradient for each Tensor, of its shape and dtype; zeros where `f` does not depend on it. Inside another function that is
        being differentiated it may be differentiated again.

    Raises
    ------
    TypeError
        If `t`, or what stands in it, is no floating Tensor (or None, inside a container), or the backends differ.
    ValueError
        If `f` does not return a 0-d floating Tensor of this backend.
    NotImplementedError
        On NumPy, which has no gradients.

    Examples
    --------
    >>> ep.grad(lambda x: (x**3).sum(), t)  # 3 * t**2
    >>> ep.grad(lambda x: (ep.grad(f, x) * v).sum(), t)  # the Hessian times v, without the Hessian
    """
    gradient: X = differentiate("grad", lambda x: (f(x, *args, **kwargs), None), t)[2]
    return gradient


def jacobian(
    f: Callable[Concatenate[Tensor[B, DG], P], Tensor[B, HasGradient]], t: Tensor[B, DG], /, *args: P.args, **kwargs: P.kwargs
) -> Tensor[B, DG]:
    """The partial derivatives of each element that `f` returns, with respect to each element of `t`.

    Parameters
    ----------
    f
        Takes a Tensor first, and returns a floating Tensor of any shape of the same backend.
    t
        A floating Tensor of any shape; of several, take one Jacobian each.
    *args, **kwargs
        Passed on to `f`; no derivative is taken with respect to them.

    Returns
    -------
    Tensor
        Shape of the result of `f`, then the shape of `t`; the dtype of `t`. Zeros where `f` does not depend on `t`.

    Raises
    ------
    TypeError
        If `t` is not one floating Tensor.
    ValueError
        If `f` does not return a floating Tensor of this backend.
    NotImplementedError
        On NumPy, which has no gradients.

    Examples
    --------
    >>> ep.jacobian(lambda x: x.softmax(), t).shape  # of a t of 10 classes
    (10, 10)
    """
    result: Tensor[B, DG] = differentiate_tensor("jacobian", lambda x: f(x, *args, **kwargs), t)
    return result


def hessian(
    f: Callable[Concatenate[Tensor[B, DG], P], Tensor[B, HasGradient]], t: Tensor[B, DG], /, *args: P.args, **kwargs: P.kwargs
) -> Tensor[B, DG]:
    """The second partial derivatives of a scalar function at `t`.

    Parameters
    ----------
    f
        Takes a Tensor first, and returns a 0-d floating Tensor of the same backend.
    t
        A floating Tensor of any shape.
    *args, **kwargs
        Passed on to `f`; no derivative is taken with respect to them.

    Returns
    -------
    Tensor
        Shape of `t` twice, dtype of `t`. It has the square of the elements of `t`: for products with vectors see `grad`.

    Raises
    ------
    TypeError
        If `t` is not one floating Tensor.
    ValueError
        If `f` does not return a 0-d floating Tensor of this backend.
    NotImplementedError
        On NumPy, which has no gradients.

    Examples
    --------
    >>> ep.hessian(lambda x: (x**3).sum(), t)  # of a t of n elements: an (n, n) matrix, 6 * t on its diagonal
    """

    def gradient(x: Tensor[B, DG]) -> Tensor[B, DG]:
        found: Tensor[B, DG] = differentiate("hessian", lambda x: (f(x, *args, **kwargs), None), x)[2]
        return found

    result: Tensor[B, DG] = differentiate_tensor("hessian", gradient, t)
    return result


def stop_gradient(t: Tensor[B, D]) -> Tensor[B, D]:
    """The same values, as a constant to every gradient: nothing flows back through the result.

    Parameters
    ----------
    t
        A tensor of any shape and dtype.

    Returns
    -------
    Tensor
        Same shape and dtype; it may share memory with `t`. On NumPy, which has no gradients, its own array.

    Raises
    ------
    TypeError
        If `t` is no tensor.

    Examples
    --------
    >>> ep.grad(lambda x: (x * ep.stop_gradient(x)).sum(), t)  # t itself, not 2 * t
    """
    return astensor(t).stop_gradient()
