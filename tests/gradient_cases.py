"""Every operation that has a gradient, with a point where it is smooth; and what a loss may give beside its value. For test_autodiff.py."""

from __future__ import annotations

import operator
from collections import OrderedDict, namedtuple
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import eagertyped as ep
from tests import api
from tests.backends import TestBackend

Array = npt.NDArray[np.float64]
Function = Callable[[Any], Any]  # Any: Tensors of float64 throughout, which the declared types of some operations do not say
vg = ep.value_and_grad

POSITIVE = np.array([[0.3, 1.7, 0.9], [2.2, 0.6, 1.1]])
REAL = np.array([[0.3, -1.7, 0.9], [-2.2, 0.6, 1.15]])
INSIDE = REAL / 3  # of (-1, 1)
ABOVE = POSITIVE + 1
SQUARE = np.array([[2.0, 0.3, -0.4], [0.1, 1.5, 0.2], [-0.6, 0.7, 1.9]])
LABELS, REPEATED = np.array([2, 0]), np.array([[1, 0, 0], [1, 1, 0]])
_UNARY = "abs sign square round ceil floor"


class Case(NamedTuple):
    """An operation with the point where its gradient is taken."""

    f: Function
    x: Array = REAL
    twice: bool = True
    """Whether its second derivative is compared too: not at kinks, which the differences would step over."""


def like(x: Any, array: npt.NDArray[Any]) -> Any:  # Any: as in Function
    return x.from_numpy(array)


DOMAINS: dict[str, Array] = {
    **dict.fromkeys(["sqrt", "log", "log2", "log10"], POSITIVE),
    **dict.fromkeys(["arcsin", "arccos", "arctanh"], INSIDE),
    "arccosh": ABOVE,
    "log1p": POSITIVE - 0.5,
}
UNARY = [*api.METHODS["transcendental"], *_UNARY.split()]
CASES: dict[str, Case] = {
    # elementwise
    **{name: Case(operator.methodcaller(name), DOMAINS.get(name, REAL)) for name in UNARY},
    "negative": Case(lambda x: -x),
    "positive": Case(lambda x: +x),
    "add": Case(lambda x: x + x.T.T),
    "add scalar": Case(lambda x: 1.5 + x + 2),
    "subtract": Case(lambda x: x - x.square()),
    "subtract from scalar": Case(lambda x: 1.5 - x),
    "multiply": Case(lambda x: x * x.exp()),
    "multiply broadcast": Case(lambda x: x * x[0] * x[:, :1]),
    "divide": Case(lambda x: x / (x.square() + 1)),
    "divide scalar": Case(lambda x: 1.5 / x / 2),
    "floor_divide": Case(lambda x: x // 0.7),
    "remainder": Case(lambda x: x % 0.7),
    "remainder of divisor": Case(lambda x: like(x, np.full((2, 3), 5.0)) % x),
    "pow": Case(lambda x: x**3),
    "pow fraction": Case(lambda x: x.pow(1.5), POSITIVE),
    "pow negative": Case(lambda x: x**-2),
    "pow 0": Case(lambda x: x**0 + x**1),
    "pow tensor": Case(lambda x: x ** x.flip(0), POSITIVE),
    "pow of scalar": Case(lambda x: 2.5**x),
    "clip": Case(lambda x: x.clip(-1, 0.8)),
    "clip one side": Case(lambda x: x.clip(None, 0.8) + x.clip(0.1)),
    "clip at tensors": Case(lambda x: x.clip(x.flip(1) - 1, 0.8)),
    "clip tensors": Case(lambda x: x.clip(x * 0.5 - 1, x.square())),
    "floor_divide tensor": Case(lambda x: x // (x.square() + 1)),
    "remainder tensor": Case(lambda x: x % (x.square() + 1)),
    "pow integers": Case(lambda x: x ** like(x, np.array([2.0, 3.0, 1.0]))),
    "pow of a base below": Case(lambda x: like(x, np.full(3, 0.5)) ** x),
    "minimum": Case(lambda x: x.minimum(x.flip(1).square())),
    "minimum scalar": Case(lambda x: ep.minimum(0.5, x)),
    "maximum": Case(lambda x: ep.maximum(x, x.flip(1).square())),
    "maximum scalar": Case(lambda x: x.maximum(0)),
    "where": Case(lambda x: (x > 0).where(x.square(), x.exp())),
    "where scalar": Case(lambda x: ep.where(x > 0, x, 1.5) + ep.where(x > 0, 0, x)),
    "where broadcast": Case(lambda x: ep.where(x[0] > 0, x[:, :1], x.square())),
    "where guards": Case(lambda x: (x > 0).where((x > 0).where(x, 1).log(), 0)),
    "astype complex": Case(lambda x: (x.astype(ep.complex128) * x.astype(ep.complex128)).abs()),
    "astype float64": Case(lambda x: x.astype(ep.float64).float64()),
    # reductions and order
    "sum": Case(lambda x: x.square().sum()),
    "sum axis": Case(lambda x: x.square().sum(axis=0)),
    "sum axes": Case(lambda x: x.square().sum(axis=(0, -1), keepdims=True)),
    "sum nothing": Case(lambda x: x.square().sum(axis=())),
    "prod": Case(lambda x: x.prod()),
    "prod axis": Case(lambda x: x.prod(axis=1)),
    "prod axes": Case(lambda x: x.reshape((1, 2, 3)).prod(axis=(0, 2))),
    "prod with a zero": Case(lambda x: x.prod(axis=-1), np.array([[0.0, 2.0, 3.0], [1.0, 2.0, 3.0]])),
    "prod with two zeros": Case(lambda x: x.prod(axis=1), np.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]])),
    "prod of all with a zero": Case(lambda x: x.prod(), np.array([[1.5, 2.0, 0.0], [1.0, 0.5, 3.0]])),
    "prod axes with zeros": Case(lambda x: x.prod(axis=(0, 1)), np.array([[[1.5], [0.0]], [[2.0], [3.0]]])),
    "mean": Case(lambda x: x.square().mean(axis=1)),
    "mean all": Case(lambda x: x.square().mean()),
    "min": Case(lambda x: x.min()),
    "min axis": Case(lambda x: x.min(axis=0, keepdims=True)),
    "max": Case(lambda x: x.max(axis=(0, 1))),
    "max axis": Case(lambda x: x.max(axis=-1)),
    "max axes": Case(lambda x: x.reshape((1, 2, 3)).max(axis=(0, 2), keepdims=True)),
    "min nothing": Case(lambda x: x.square().min(axis=())),
    "cumsum": Case(lambda x: x.square().cumsum()),
    "cumsum axis": Case(lambda x: x.square().cumsum(axis=0)),
    "sort": Case(lambda x: x.square().sort()),
    "sort axis": Case(lambda x: x.square().sort(axis=0)),
    "sort 3-d": Case(lambda x: x.reshape((1, 3, 2)).sort(axis=1)),
    "topk all": Case(lambda x: x.topk(3)[0].square()),
    "topk unsorted": Case(lambda x: x.topk(3, sorted=False)[0].sum(axis=1)),
    "topk": Case(lambda x: x.square().topk(2)[0]),
    # shape
    "reshape": Case(lambda x: x.square().reshape((3, -1))),
    "flatten": Case(lambda x: x.square().flatten()),
    "transpose": Case(lambda x: x.square().reshape((1, 2, 3)).transpose((2, 0, 1))),
    "T": Case(lambda x: x.square().T),
    "squeeze": Case(lambda x: x.square().expand_dims(1).squeeze()),
    "expand_dims": Case(lambda x: x.square().expand_dims(-1)),
    "tile": Case(lambda x: x.square().tile((2, 3))),
    "flip": Case(lambda x: x.square().flip(axis=1)),
    "pad": Case(lambda x: x.square().pad(((1, 0), (2, 1)), value=1.5)),
    "pad reflect": Case(lambda x: x.square().pad(((1, 0), (2, 1)), "reflect")),
    "pad reflect 1-d": Case(lambda x: x[0].pad(((2, 1),), "reflect")),
    "pad reflect 3-d": Case(lambda x: x.square().reshape((1, 2, 3)).pad(((0, 0), (1, 1), (2, 0)), "reflect")),
    "pad 1-d": Case(lambda x: x[0].square().pad(((0, 2),))),
    "flip all": Case(lambda x: x.square().flip()),
    "meshgrid ij": Case(lambda x: ep.stack(ep.meshgrid(x[0].square(), x[1], indexing="ij"))),
    "meshgrid": Case(lambda x: ep.stack(ep.meshgrid(x[0].square(), x[1]))),
    "concatenate": Case(lambda x: ep.concatenate([x.square(), x], axis=1)),
    "stack 0-d": Case(lambda x: ep.stack([x[0, 0], x[1, 1].square()])),
    "stack": Case(lambda x: ep.stack([x.square(), x], axis=-1)),
    # indexing
    "getitem": Case(lambda x: x.square()[1]),
    "getitem slice": Case(lambda x: x.square()[:, ::-2]),
    "getitem newaxis": Case(lambda x: x.square()[..., None, 1]),
    "getitem list": Case(lambda x: x.square()[[1, 1, 0]]),
    "getitem tensor": Case(lambda x: x.square()[like(x, REPEATED)]),
    "getitem pair": Case(lambda x: x.square()[like(x, np.array([0, 1])), [2, 2]]),
    "getitem mask": Case(lambda x: x.square()[x > 0]),
    "getitem mask of rows": Case(lambda x: x.square()[x[:, 0] > 0]),
    "getitem range": Case(lambda x: x.square()[range(1, -1, -1), 1:]),
    "getitem element": Case(lambda x: x.square()[1, -1]),
    "iteration": Case(lambda x: sum((row.square() for row in x), start=x[0])),
    "take_along_axis": Case(lambda x: x.square().take_along_axis(like(x, REPEATED), 1)),
    "take_along_axis negative": Case(lambda x: x.square().take_along_axis(like(x, REPEATED - 2), 0)),
    "index_update element": Case(lambda x: x.square().index_update(ep.index[1, 2], x[0, 0].exp())),
    "index_update broadcast": Case(lambda x: x.square().index_update(ep.index[:, 1:], x[0, :1].exp())),
    "index_update step": Case(lambda x: x.square().index_update(ep.index[:, ::-2], x[:, 1:].exp())),
    "index_update mask values": Case(lambda x: x.square().index_update(x > 0, x[0, 0].exp())),
    "index_update": Case(lambda x: x.square().index_update(ep.index[0, 1:], 1.5)),
    "index_update values": Case(lambda x: x.index_update(ep.index[:, 0], x[:, 1].square())),
    "index_update tensor": Case(lambda x: x.square().index_update(like(x, np.array([1])), x[:1].exp())),
    "index_update twice": Case(lambda x: x.square().index_update(ep.index[:, [0, 2, 0]], x.exp())),
    "index_update negative step and list": Case(lambda x: x.index_update(ep.index[::-1, [2, 2]], x[:, :2].exp())),
    "index_update mask": Case(lambda x: x.square().index_update(x > 0, 0.0)),
    "onehot_like": Case(lambda x: x.onehot_like(like(x, LABELS), value=2) * x.square()),
    # creation: constants, but for the value of full
    "zeros ones zeros_like ones_like": Case(lambda x: (x.zeros(3) + x.ones(3) + x.zeros_like() + x.ones_like()) * x.square()),
    "full": Case(lambda x: x.full((2, 3), 1.5) * x.square()),
    "full of a tensor": Case(lambda x: x.full((2, 3), x.square().sum()) * x),
    "full_like": Case(lambda x: x.full_like(2) * x.square()),
    "from_numpy": Case(lambda x: x.from_numpy(REAL) * x.square()),
    # linear algebra
    "matmul": Case(lambda x: x @ x.T),
    "matmul vector": Case(lambda x: x.matmul(x[0])),
    "matmul vectors": Case(lambda x: x[0] @ x[1]),
    "matmul vector matrix": Case(lambda x: x[:, 0] @ x),
    "matmul vector batch": Case(lambda x: x[:, 0] @ ep.stack([x, x.square()])),
    "matmul batch vector": Case(lambda x: ep.stack([x, x.square()]) @ x[0]),
    "matmul broadcast": Case(lambda x: x.reshape((2, 1, 3)) @ x.square().reshape((1, 2, 3, 1))),
    "matmul batched": Case(lambda x: x.reshape((1, 2, 3)) @ ep.stack([x.T, x.T.square()])),
    "inv": Case(lambda x: x.inv(), SQUARE),
    "slogdet": Case(lambda x: x.slogdet()[1], SQUARE),
    "slogdet batched": Case(lambda x: ep.stack([x, x * 2]).slogdet()[1], SQUARE),
    "softmax": Case(lambda x: x.softmax()),
    "softmax axis": Case(lambda x: x.softmax(axis=0)),
    "log_softmax": Case(lambda x: x.log_softmax()),
    "crossentropy": Case(lambda x: x.crossentropy(like(x, LABELS))),
    "log_softmax axis": Case(lambda x: x.log_softmax(axis=0)),
    "kl_div_with_logits axis": Case(lambda x: ep.kl_div_with_logits(x, x[:1].square(), axis=1, keepdims=True)),
    "kl_div_with_logits": Case(lambda x: ep.kl_div_with_logits(x, x.flip(1).square())),
    # norms
    "l1": Case(lambda x: x.norms.l1(axis=0)),
    "l2": Case(lambda x: x.norms.l2()),
    "l2 axis": Case(lambda x: x.norms.l2(axis=-1, keepdims=True)),
    "linf": Case(lambda x: x.norms.linf(axis=1)),
    "lp": Case(lambda x: x.norms.lp(3, axis=0)),
    "lp fraction": Case(lambda x: x.norms.lp(1.5)),
    "lp below 1": Case(lambda x: x.norms.lp(0.5, axis=1)),
    "lp of others": Case(lambda x: x.norms.lp(1) + x.norms.lp(2) + x.norms.lp(ep.inf)),
    # gradients of gradients
    "value_and_grad": Case(lambda x: vg(lambda y: (y**3 * x.exp()).sum(), x)[1]),
    "value_aux_and_grad": Case(lambda x: ep.value_aux_and_grad(lambda y: ((y**3).sum(), y * 2), x)[2], twice=False),
    "grad": Case(lambda x: ep.grad(lambda y: (y**3 * x.exp()).sum(), x)),
    "jacobian": Case(lambda x: ep.jacobian(lambda y: y[0].exp() * x[1], x)),
    "hessian": Case(lambda x: ep.hessian(lambda y: (y**3 * x.exp()).sum(), x), twice=False),
    "value_and_grad_fn": Case(lambda x: ep.value_and_grad_fn(x, lambda y: (y**3).sum())(x.square())[1], twice=False),
}
_WITHOUT = "isnan isinf logical_not logical_and logical_or all any argmin argmax argsort arange uniform normal bool float32 numpy item l0"
_WITHOUT += " stop_gradient"
WITHOUT_GRADIENT = set(_WITHOUT.split())
"""Their results are not floating, are drawn, or leave float64."""

Pair = namedtuple("Pair", "left right")


@dataclass(frozen=True)
class Record:
    """A dataclass with a tensor and something else."""

    y: Any  # Any: Tensors of each backend in turn
    name: str


SETTINGS = [Record(None, "no tensor"), {"rate": 0.1}]


class Opaque:
    """Something that no framework knows."""


OPAQUE = Opaque()
AUX: list[tuple[str, Function, Callable[[Any], object]]] = [
    ("tensor", lambda y: y, lambda a: a.numpy().tolist() == [2.0, 4.0]),
    ("tuple", lambda y: (y, y + 1), lambda a: type(a) is tuple and [b.numpy().tolist() for b in a] == [[2.0, 4.0], [3.0, 5.0]]),
    ("list", lambda y: [y, 1], lambda a: type(a) is list and a[0].numpy().tolist() == [2.0, 4.0] and a[1] == 1),
    ("dict", lambda y: {"y": y, "a": 1}, lambda a: list(a) == ["y", "a"] and a["y"].numpy().tolist() == [2.0, 4.0]),
    ("keys of two types", lambda y: {"y": y, 1: 2}, lambda a: a[1] == 2 and a["y"].numpy().tolist() == [2.0, 4.0]),
    ("namedtuple", lambda y: Pair(y, None), lambda a: type(a) is Pair and a.left.numpy().tolist() == [2.0, 4.0] and a.right is None),
    ("dataclass", lambda y: Record(y, "text"), lambda a: type(a) is Record and a.y.numpy().tolist() == [2.0, 4.0] and a.name == "text"),
    ("settings", lambda y: SETTINGS, lambda a: a is SETTINGS),
    ("ordered", lambda y: OrderedDict(z=y, a=1), lambda a: type(a) is OrderedDict and list(a) == ["z", "a"]),
    ("nested", lambda y: {"a": [(y, {"b": y})]}, lambda a: a["a"][0][1]["b"].numpy().tolist() == [2.0, 4.0]),
    ("None", lambda y: None, lambda a: a is None),
    ("float", lambda y: 1.5, lambda a: type(a) is float and a == 1.5),
    ("text", lambda y: "text", lambda a: a == "text"),
    ("empty", lambda y: ((), [], {}), lambda a: a == ((), [], {})),
    ("opaque", lambda y: OPAQUE, lambda a: a is OPAQUE),
    ("opaque in a tuple", lambda y: (OPAQUE, y), lambda a: a[0] is OPAQUE),
    ("function", lambda y: len, lambda a: a is len),
    ("array", lambda y: np.ones(2), lambda a: type(a) is np.ndarray and a.tolist() == [1.0, 1.0]),
    ("integers", lambda y: (y > 3, y.argmax()), lambda a: a[0].numpy().tolist() == [False, True] and a[1].item() == 1),
    ("another backend", lambda y: ep.astensor(np.ones(2)), lambda a: type(a) is ep.NumPyTensor),
]


def double(backend: TestBackend) -> AbstractContextManager[object]:
    """A context in which float64 is kept."""
    if backend.name != "jax":
        return nullcontext()
    import jax

    enabled: AbstractContextManager[object] = jax.enable_x64(True)
    return enabled


def differences(f: Callable[[Array], Array], x: Array, h: float = 1e-6) -> Array:
    """Central differences of a scalar function."""
    grad = np.zeros_like(x)
    for index in np.ndindex(*x.shape):
        step = np.zeros_like(x)
        step[index] = h
        grad[index] = (f(x + step) - f(x - step)) / (2 * h)
    return grad
