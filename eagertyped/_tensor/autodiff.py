"""Gradients of scalar functions of one tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, TypeVar, overload

from .. import _errors
from ..backends import Backend
from ..dtypes import DType
from ._typing import B_co, D_co
from .core import Core

if TYPE_CHECKING:
    from .tensor import Tensor

P = ParamSpec("P")
A = TypeVar("A")
V = TypeVar("V", bound=DType)


class Autodiff(Core[B_co, D_co]):
    """Values and gradients together."""

    __slots__ = ()

    def value_and_grad(
        self, f: Callable[Concatenate[Tensor[B_co, D_co], P], Tensor[B_co, V]], *args: P.args, **kwargs: P.kwargs
    ) -> tuple[Tensor[B_co, V], Tensor[B_co, D_co]]:
        """Value of a scalar function at this tensor, and its gradient.

        Parameters
        ----------
        f
            Takes this tensor first and returns a 0-d floating Tensor of the same backend.
        *args, **kwargs
            Passed on to `f`; no gradient is taken with respect to them.

        Returns
        -------
        value : Tensor
            What `f` returned, detached.
        grad : Tensor
            Shape and dtype of this tensor; zeros where `f` does not depend on it.

        Raises
        ------
        TypeError
            If this tensor is not floating.
        ValueError
            If `f` does not return a 0-d floating Tensor of this backend.
        NotImplementedError
            On NumPy, which has no gradients.
        """
        value, _, grad = self._differentiate("value_and_grad", lambda x: (f(x, *args, **kwargs), None))
        return value, grad

    def value_aux_and_grad(
        self, f: Callable[Concatenate[Tensor[B_co, D_co], P], tuple[Tensor[B_co, V], A]], *args: P.args, **kwargs: P.kwargs
    ) -> tuple[Tensor[B_co, V], A, Tensor[B_co, D_co]]:
        """As `value_and_grad` for a function that returns ``(loss, aux)``.

        Parameters
        ----------
        f
            Takes this tensor first and returns a 0-d floating Tensor and anything else.
        *args, **kwargs
            Passed on to `f`.

        Returns
        -------
        value : Tensor
            The loss, detached.
        aux : object
            The second result; Tensors in it (also inside tuples, lists and dicts) are detached.
        grad : Tensor
            Shape and dtype of this tensor.

        Raises
        ------
        TypeError
            If this tensor is not floating.
        ValueError
            If `f` does not return a pair, or its loss is not a 0-d floating Tensor of this backend.
        NotImplementedError
            On NumPy, which has no gradients.
        """
        value, aux, grad = self._differentiate("value_aux_and_grad", lambda x: f(x, *args, **kwargs))
        return value, aux, grad

    @overload
    def value_and_grad_fn(
        self, f: Callable[Concatenate[Tensor[B_co, D_co], P], Tensor[B_co, V]], has_aux: Literal[False] = False
    ) -> Callable[Concatenate[Tensor[B_co, D_co], P], tuple[Tensor[B_co, V], Tensor[B_co, D_co]]]: ...
    @overload
    def value_and_grad_fn(
        self, f: Callable[Concatenate[Tensor[B_co, D_co], P], tuple[Tensor[B_co, V], A]], has_aux: Literal[True]
    ) -> Callable[Concatenate[Tensor[B_co, D_co], P], tuple[Tensor[B_co, V], A, Tensor[B_co, D_co]]]: ...
    def value_and_grad_fn(self, f: Callable[..., Any], has_aux: bool = False) -> Callable[..., Any]:  # Any: the overloads say what
        """A function that gives the value and the gradient of `f` at its first argument.

        Parameters
        ----------
        f
            As for `value_and_grad`, or with `has_aux` as for `value_aux_and_grad`.
        has_aux
            Whether `f` returns ``(loss, aux)``.

        Returns
        -------
        callable
            Takes ``(x, *args, **kwargs)``; returns ``(value, grad)``, or ``(value, aux, grad)`` with `has_aux`.

        Raises
        ------
        NotImplementedError
            On NumPy, which has no gradients.
        """
        self._require_gradients("value_and_grad_fn")

        def value_and_grad(x: Tensor[Backend, DType], *args: Any, **kwargs: Any) -> Any:  # Any: the arguments of f
            return x.value_aux_and_grad(f, *args, **kwargs) if has_aux else x.value_and_grad(f, *args, **kwargs)

        return value_and_grad

    def _differentiate(self, op: str, f: Callable[[Any], Any]) -> Any:  # Any: (value, aux, grad), the methods above say of what
        self._require_gradients(op)
        if self._ops.kind(self.raw) != 2:
            what = f"gradients are taken with respect to floating tensors, got {_errors.describe(self)}"
            raise _errors.type_error(op, self._ops, what, "cast it first, with t.float32() or t.float64()")

        def on_raw(raw: Any) -> tuple[Any, Any]:  # Any: a raw tensor in, a raw loss and anything out
            result = f(self._new(raw))
            if not isinstance(result, tuple) or len(result) != 2:
                raise _errors.value_error(op, self._ops, f"the function returned {_errors.describe(result)}", "return a pair (loss, aux)")
            self._require_scalar_loss(op, result[0])
            return result[0].raw, result[1]

        value, aux, grad = self._ops.value_and_grad(on_raw, self.raw)
        return self._new(value), _detach(aux), self._new(grad)

    def _require_gradients(self, op: str) -> None:
        if not self._ops.has_gradients:
            raise NotImplementedError(
                f"{op} on {self._ops.title}: {self._ops.title} has no gradients. Cure: pass a PyTorch, TensorFlow or JAX tensor instead."
            )

    def _require_scalar_loss(self, op: str, loss: object) -> None:
        if not isinstance(loss, Core) or loss._ops is not self._ops:
            what = f"the function returned {_errors.describe(loss)} as its loss, not a {self._ops.title} Tensor"
            raise _errors.value_error(op, self._ops, what, "return a Tensor computed from the argument, without item() or float()")
        if self._ops.ndim(loss.raw) or self._ops.kind(loss.raw) != 2:
            what = f"the loss must be a 0-d floating Tensor, got {_errors.describe(loss)}"
            raise _errors.value_error(op, self._ops, what, "reduce it, for example with .sum() or .mean()")


def _detach(aux: Any) -> Any:  # Any: what the user's function returned, of the same structure
    if isinstance(aux, Core):
        return aux._new(aux._ops.detach(aux.raw))
    if isinstance(aux, tuple) and hasattr(aux, "_fields"):
        return type(aux)(*map(_detach, aux))
    if type(aux) in (tuple, list):
        return type(aux)(map(_detach, aux))
    if type(aux) is dict:
        return {key: _detach(value) for key, value in aux.items()}
    return aux
