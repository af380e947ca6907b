"""Gradients of scalar functions, and Jacobians: what all backends share, and the methods."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, TypeVar, overload

from .. import _errors
from ..backends import Backend
from ..dtypes import DType, HasGradient
from ..recognise import find_leaf, leaf_of
from ._typing import B_co, D_co
from .containers import X, is_container, leaves, map_leaves
from .core import Core

if TYPE_CHECKING:
    from .._ops.contract import Operations
    from .tensor import Tensor

__all__ = ["Autodiff", "differentiate", "differentiate_tensor", "require_gradients"]

P = ParamSpec("P")
A = TypeVar("A")
V = TypeVar("V", bound=HasGradient)


class Autodiff(Core[B_co, D_co]):
    """Values and gradients together."""

    __slots__ = ()

    def value_and_grad(
        self: Core[Backend, HasGradient],
        f: Callable[Concatenate[Tensor[B_co, D_co], P], Tensor[B_co, V]],
        *args: P.args,
        **kwargs: P.kwargs,
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
        value, _, grad = differentiate("value_and_grad", lambda x: (f(x, *args, **kwargs), None), self)
        return value, grad

    def value_aux_and_grad(
        self: Core[Backend, HasGradient],
        f: Callable[Concatenate[Tensor[B_co, D_co], P], tuple[Tensor[B_co, V], A]],
        *args: P.args,
        **kwargs: P.kwargs,
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
            The second result. Tensors in it, native ones too, are detached, also inside tuples, lists, dicts and dataclasses; all else
            comes back as it is.
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
        value, aux, grad = differentiate("value_aux_and_grad", lambda x: f(x, *args, **kwargs), self)
        return value, aux, grad

    @overload
    def value_and_grad_fn(
        self, f: Callable[Concatenate[X, P], Tensor[B_co, V]], has_aux: Literal[False] = False
    ) -> Callable[Concatenate[X, P], tuple[Tensor[B_co, V], X]]: ...
    @overload
    def value_and_grad_fn(
        self, f: Callable[Concatenate[X, P], tuple[Tensor[B_co, V], A]], has_aux: Literal[True]
    ) -> Callable[Concatenate[X, P], tuple[Tensor[B_co, V], A, X]]: ...
    def value_and_grad_fn(self, f: Callable[..., Any], has_aux: bool = False) -> Callable[..., Any]:  # Any: the overloads say what
        """A function that gives the value and the gradient of `f` at its first argument.

        Parameters
        ----------
        f
            As for `ep.value_and_grad`, or with `has_aux` as for `ep.value_aux_and_grad`.
        has_aux
            Whether `f` returns ``(loss, aux)``.

        Returns
        -------
        callable
            Takes ``(x, *args, **kwargs)``, where `x` is a tensor or a container of tensors; returns ``(value, grad)``, or
            ``(value, aux, grad)`` with `has_aux`.

        Raises
        ------
        NotImplementedError
            On NumPy, which has no gradients.
        """
        require_gradients("value_and_grad_fn", self._ops)

        def value_and_grad(x: Any, *args: Any, **kwargs: Any) -> Any:  # Any: the arguments of f
            if has_aux:
                return differentiate("value_aux_and_grad", lambda x: f(x, *args, **kwargs), x)
            value, _, grad = differentiate("value_and_grad", lambda x: (f(x, *args, **kwargs), None), x)
            return value, grad

        return value_and_grad

    def stop_gradient(self) -> Tensor[B_co, D_co]:
        """The same values, as a constant to every gradient: nothing flows back through the result.

        Returns
        -------
        Tensor
            Same shape and dtype; it may share memory with this tensor. On NumPy, which has no gradients, this tensor's own array.

        Raises
        ------
        TypeError
            If the framework refuses the dtype.

        Examples
        --------
        >>> ep.grad(lambda x: (x * x.stop_gradient()).sum(), t)  # t itself, not 2 * t
        """
        return self._unary("stop_gradient", self._ops.stop_gradient)


# -- one gradient, of any container ------------------------------------------------------------------------------------


def differentiate(op: str, f: Callable[[Any], Any], x: Any) -> Any:  # Any: a container of tensors; (value, aux, grad), where f gives a pair
    """Value, aux and gradient of ``loss, aux = f(x)``."""
    if not isinstance(x, Core) and not is_container(x):
        x = leaf_of(x, op)(x)
    tensors = [x] if isinstance(x, Core) else _tensors(op, x)
    first, ops = tensors[0], tensors[0]._ops
    require_gradients(op, ops)
    for tensor in tensors:
        if ops.kind(tensor.raw) != 2:
            raise _not_floating(op, tensor, x)
    aux: Any = None  # Any: what f returned beside the loss
    returned = False

    def on_raw(*raws: Any) -> tuple[Any, list[Any]]:  # Any: raw tensors in, a raw loss and anything out
        nonlocal aux, returned
        result = f(_with_raws(x, raws))
        if not isinstance(result, tuple) or len(result) != 2:
            raise _errors.value_error(op, ops, f"the function returned {_errors.describe(result)}", "return a pair (loss, aux)")
        loss, aux = result
        _require_loss(op, ops, loss)
        returned = True
        if aux is None:
            return loss.raw, []
        return loss.raw, [leaf.raw if isinstance(leaf, Core) and leaf._ops is ops else leaf for _, leaf in leaves(aux)]

    try:
        value, detached, grads = first._ops.value_and_grad(on_raw, [tensor.raw for tensor in tensors])
    except Exception as error:
        if not returned:  # it is f's own, or about what f returned
            raise
        raise _errors.refused(error, op, *tensors)
    if aux is not None:
        left = iter(detached)
        aux = map_leaves(lambda leaf: _in_place_of(leaf, next(left), ops), aux)
    return first._new(value), aux, _with_raws(x, grads)


def _tensors(op: str, x: object) -> list[Core[Backend, DType]]:
    """The tensors in a container; one that holds anything else, tensors of two backends, or none, is refused."""
    found = leaves(x)
    tensors = [leaf for _, leaf in found if isinstance(leaf, Core)]
    if not tensors:
        what = f"no Tensor to differentiate with respect to in {_errors.describe(x)}"
        raise TypeError(f"{op}: {what}. Cure: wrap native tensors with ep.astensor before they go into the tuple, list, dict or dataclass.")
    ops = tensors[0]._ops
    for path, leaf in found:
        if isinstance(leaf, Core):
            if leaf._ops is not ops:
                raise _errors.foreign(op, ops, f"{_errors.describe(tensors[0])} with {_errors.describe(leaf)} at {path}")
        elif leaf is not None:  # None stands for a tensor that is not there
            what = f"gradients are taken with respect to floating tensors, got {_errors.describe(leaf)} at {path}"
            cure = "wrap it with ep.astensor" if find_leaf(leaf) else "pass it to the function as a further argument"
            raise _errors.type_error(op, ops, what, cure)
    return tensors


def _not_floating(op: str, tensor: Core[Backend, DType], x: object) -> TypeError:
    path = next(path for path, leaf in leaves(x) if leaf is tensor)
    place, further = (f" at {path}", ", or pass it to the function as a further argument") if path else ("", "")
    what = f"gradients are taken with respect to floating tensors, got {_errors.describe(tensor)}{place}"
    return _errors.type_error(op, tensor._ops, what, f"cast it first, with t.float32() or t.float64(){further}")


def _with_raws(x: Any, raws: Any) -> Any:  # Any: a tensor or container, and the raw tensors to put into it
    if isinstance(x, Core):
        return x._new(raws[0])
    left = iter(raws)
    return map_leaves(lambda leaf: None if leaf is None else leaf._new(next(left)), x)


def _in_place_of(leaf: Any, new: Any, ops: Operations[Any]) -> Any:  # Any: what the user's function returned, and the same detached
    return leaf._new(new) if isinstance(leaf, Core) and leaf._ops is ops else new


# -- Jacobians -----------------------------------------------------------------------------------------------------------


def differentiate_tensor(op: str, f: Callable[[Any], Any], x: Any) -> Any:  # Any: one Tensor in, one out; the Jacobian is of x's dtype
    """The Jacobian of ``f`` at one tensor."""
    if is_container(x):
        what = f"{op}: needs one Tensor, got {_errors.describe(x)}"
        raise TypeError(f"{what}. Cure: take one at a time, for example ep.{op}(lambda a: f((a, b)), a).")
    x = x if isinstance(x, Core) else leaf_of(x, op)(x)
    ops = x._ops
    require_gradients(op, ops)
    if ops.kind(x.raw) != 2:
        raise _not_floating(op, x, x)

    returned = False

    def on_raw(raw: Any) -> Any:  # Any: raw tensors
        nonlocal returned
        result = f(x._new(raw))
        if not isinstance(result, Core) or result._ops is not ops or ops.kind(result.raw) != 2:
            what = f"the function returned {_errors.describe(result)}, not a floating {ops.title} Tensor"
            raise _errors.value_error(op, ops, what, "return one floating Tensor computed from the argument, without item() or numpy()")
        returned = True
        return result.raw

    try:
        return x._new(x._ops.jacobian(on_raw, x.raw))
    except Exception as error:
        if not returned:
            raise
        raise _errors.refused(error, op, x)


# -- what is refused -------------------------------------------------------------------------------------------------------


def require_gradients(op: str, ops: Operations[Any]) -> None:  # Any: whichever backend
    """Refuse NumPy."""
    if not ops.has_gradients:
        raise NotImplementedError(
            f"{op} on {ops.title}: {ops.title} has no gradients. Cure: pass a PyTorch, TensorFlow or JAX tensor instead."
        )


def _require_loss(op: str, ops: Operations[Any], loss: object) -> None:  # Any: as above
    if not isinstance(loss, Core) or loss._ops is not ops:
        what = f"the function returned {_errors.describe(loss)} as its loss, not a {ops.title} Tensor"
        raise _errors.value_error(op, ops, what, "return a Tensor computed from the argument, without item() or float()")
    if loss.ndim or ops.kind(loss.raw) != 2:
        what = f"the loss must be a 0-d floating Tensor, got {_errors.describe(loss)}"
        raise _errors.value_error(op, ops, what, "reduce it, for example with .sum() or .mean()")
