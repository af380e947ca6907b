"""Every operation of the rules as something to run: what its operands are, and how it is called on Tensors.

A case takes the operands (Tensors or Python scalars) and returns the result, or several. `OPERANDS` says how many tensors an operation has,
`SCALARS_FIT` where Python scalars may stand.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

import eagertyped as ep
from eagertyped._rules.ops import COMPOSED, OPS

Case = Callable[..., Any]  # Any: Tensors or tuples of them

_UNARY_METHODS = (
    "abs sign sqrt square exp log log2 log10 log1p sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh round ceil floor"
    " isnan isinf logical_not sum prod mean min max all any argmin argmax cumsum flip flatten zeros_like ones_like float32 float64 bool"
    " transpose squeeze stop_gradient"
)
_VECTOR_METHODS = "sort argsort softmax log_softmax"


def _method(name: str) -> Case:
    return lambda t: getattr(t, name)()


def _vector_method(name: str) -> Case:
    return lambda t: getattr(t.reshape(-1), name)()


def _norm(name: str, *arguments: float) -> Case:
    return lambda t: getattr(t.norms, name)(*arguments)


UNARY: Final[dict[str, Case]] = {
    **{name: _method(name) for name in _UNARY_METHODS.split()},
    **{name: _vector_method(name) for name in _VECTOR_METHODS.split()},
    "negative": operator.neg,
    "T": lambda t: t.T,
    "topk": lambda t: t.reshape(-1).topk(1)[0],
    "topk.indices": lambda t: t.reshape(-1).topk(1)[1],
    "inv": lambda t: t.reshape((1, 1)).inv(),
    "slogdet": lambda t: t.reshape((1, 1)).slogdet()[0],
    "slogdet.logabsdet": lambda t: t.reshape((1, 1)).slogdet()[1],
    "reshape": lambda t: t.reshape((1, 1)),
    "expand_dims": lambda t: t.expand_dims(0),
    "tile": lambda t: t.reshape(-1).tile((2,)),
    "getitem": lambda t: t.reshape(-1)[0:1],
    "pad": lambda t: t.reshape(-1).pad(((1, 1),)),
    "take_along_axis": lambda t: t.reshape(-1).take_along_axis(t.arange(1), 0),
    "zeros": lambda t: t.zeros(2),
    "ones": lambda t: t.ones(2),
    "arange": lambda t: t.arange(2),
    "uniform": lambda t: t.uniform(2),
    "normal": lambda t: t.normal(2),
    "integers": lambda t: ep.random.generator(t, 0).integers(0, 2, 2),
    "meshgrid": lambda t: t.reshape(-1).meshgrid(t.reshape(-1))[0],
    "crossentropy": lambda t: t.reshape((1, 1)).crossentropy(t.arange(1)),
    "onehot_like": lambda t: t.reshape((1, 1)).onehot_like(t.arange(1)),
    "kl_div_with_logits": lambda t: ep.kl_div_with_logits(t.reshape(-1), t.reshape(-1)),
    "norms.l0": _norm("l0"),
    "norms.l1": _norm("l1"),
    "norms.l2": _norm("l2"),
    "norms.linf": _norm("linf"),
    "norms.lp": _norm("lp", 3.0),
    "value_and_grad": lambda t: t.value_and_grad(lambda x: (x * x).sum())[1],
}
"""One tensor."""

ARITHMETIC: Final[dict[str, Case]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "floor_divide": operator.floordiv,
    "remainder": operator.mod,
    "pow": operator.pow,
}
COMPARISONS: Final[dict[str, Case]] = {
    "equal": operator.eq,
    "not_equal": operator.ne,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
}
"""Python's operators, the same on Tensors, native tensors and numbers."""

BINARY: Final[dict[str, Case]] = {
    **ARITHMETIC,
    **COMPARISONS,
    "minimum": ep.minimum,
    "maximum": ep.maximum,
    "logical_and": ep.logical_and,
    "logical_or": ep.logical_or,
    "where": lambda x, y: ep.where(_condition(x, y), x, y),
}
"""Two tensors, or a tensor and a Python scalar on either side."""

TENSORS_ONLY: Final[dict[str, Case]] = {
    "matmul": lambda x, y: x.reshape(-1) @ y.reshape(-1),
    "stack": lambda x, y: ep.stack([x, y]),
    "concatenate": lambda x, y: ep.concatenate([x.reshape(-1), y.reshape(-1)]),
}
"""Two tensors; of equal rank where the operation needs it."""

FILLS: Final[dict[str, Case]] = {
    "clip": lambda t, v: t.clip(v, v),
    "full": lambda t, v: t.full(2, v),
    "full_like": lambda t, v: t.full_like(v),
    "index_update": lambda t, v: t.index_update(..., v),
}
"""A tensor and a value on its right; of `index_update` also a tensor."""

CASTS: Final = ("astype", "from_numpy")


def _condition(x: object, y: object) -> ep.Tensor:
    t = x if isinstance(x, ep.Tensor) else y
    assert isinstance(t, ep.Tensor)
    return t == t


def missing() -> set[str]:
    """Operations of the rules that have no case here."""
    return {*OPS, *COMPOSED} - {*UNARY, *BINARY, *TENSORS_ONLY, *FILLS, *CASTS}
