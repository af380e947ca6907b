"""What torch.compile traces of a wrapped function is what it traces of the native one, node for node, in one graph.

The native function is what a careful user writes for the operation's documented meaning. Graphs are compared after their lowering to
PyTorch's own operators, as text: operators, arguments and wiring.
"""

from __future__ import annotations

import operator
from typing import Any

import pytest

import eagertyped as ep
from tests import graphs, rule_cases
from tests.graphs import ELEMENTWISE, OF_BOOL, Native, arity, dtype, wrapped
from tests.programs import untyped

pytestmark = [pytest.mark.torch, pytest.mark.xdist_group("torch")]


def natives() -> dict[str, Native]:
    """Operation -> the native function, of one tensor of shape (1,) or of two."""
    torch = untyped("torch")
    return {name: getattr(torch, name) for name in [*ELEMENTWISE, *OF_BOOL, "sum", "prod", "mean", "argmin", "argmax"]} | {
        "negative": operator.neg,
        "min": lambda x: torch.amin(x, (0,)),
        "max": lambda x: torch.amax(x, (0,)),
        "T": lambda x: x.permute((0,)),
        "transpose": lambda x: x.permute((0,)),
        "flatten": lambda x: x.reshape((1,)),
        "all": lambda x: torch.all(x, (0,)),
        "any": lambda x: torch.any(x, (0,)),
        "squeeze": lambda x: torch.squeeze(x, (0,)),
        "logical_and": operator.and_,
        "logical_or": operator.or_,
        "flip": lambda x: torch.flip(x, (0,)),
        "zeros_like": lambda x: x.new_zeros(x.shape),
        "ones_like": lambda x: x.new_ones(x.shape),
        "zeros": lambda x: x.new_zeros((2,)),
        "ones": lambda x: x.new_ones((2,)),
        "sort": lambda x: torch.sort(x.reshape(-1), stable=True, dim=0)[0],
        "argsort": lambda x: torch.sort(x.reshape(-1), stable=True, dim=0)[1],
        "softmax": lambda x: torch.softmax(x.reshape(-1), 0),
        "log_softmax": lambda x: torch.log_softmax(x.reshape(-1), 0),
        "float32": lambda x: x.to(torch.float32),
        "float64": lambda x: x.to(torch.float64),
        "bool": lambda x: x.to(torch.bool),
        "pad": lambda x: torch.nn.functional.pad(x.reshape(-1), (1, 1), value=0),
        "meshgrid": lambda x: torch.meshgrid(x.reshape(-1), x.reshape(-1), indexing="xy")[0],
        "topk": lambda x: torch.topk(x.reshape(-1), 1)[0],
        "topk.indices": lambda x: torch.topk(x.reshape(-1), 1)[1],
        "cumsum": lambda x: torch.cumsum(x.reshape(-1), 0),
        "reshape": lambda x: x.reshape((1, 1)),
        "expand_dims": lambda x: x.unsqueeze(0),
        "tile": lambda x: x.reshape(-1).repeat((2,)),
        "getitem": lambda x: x.reshape(-1)[0:1],
        "inv": lambda x: torch.linalg.inv(x.reshape((1, 1))),
        "slogdet": lambda x: torch.linalg.slogdet(x.reshape((1, 1)))[0],
        "slogdet.logabsdet": lambda x: torch.linalg.slogdet(x.reshape((1, 1)))[1],
        "stop_gradient": lambda x: x.detach(),
        **rule_cases.ARITHMETIC,
        **rule_cases.COMPARISONS,
        "floor_divide": lambda x, y: torch.div(x, y, rounding_mode="floor"),
        "minimum": torch.minimum,
        "maximum": torch.maximum,
        "matmul": lambda x, y: torch.matmul(x.reshape(-1), y.reshape(-1)),
        "stack": lambda x, y: torch.stack([x, y]),
        "concatenate": lambda x, y: torch.cat([x.reshape(-1), y.reshape(-1)]),
        "where": lambda x, y: torch.where(x == x, x, y),
    }


CASES = graphs.CASES | {"matmul": lambda x, y: x.reshape(-1).matmul(y.reshape(-1))}  # @ as syntax is what Dynamo cannot trace
DRAWS = {"uniform", "normal", "integers"}
"""Dynamo traces no generators, and draws from the global state are its own affair."""
MORE_THAN_NATIVE = {
    **dict.fromkeys(("norms.l0", "norms.l1", "norms.l2", "norms.linf", "norms.lp"), "a zero gradient at zero; a count"),
    "kl_div_with_logits": "no NaN where a category is absent",
    "sign": "NaN stays NaN",
    "onehot_like": "built by a scatter",
    "take_along_axis": "axes broadcast, negative indices count from the end",
    "meshgrid": "by expand, without the two transpositions of torch.meshgrid",
    "crossentropy": "labels of every integer dtype",
    "arange": "integers of every size, on the tensor's device",
    "value_and_grad": "a transformation",
    "jacobian": "a transformation",
}
"""Operations that do more than one native function, or another one, and what for."""
NAMES = sorted({*CASES} - {*MORE_THAN_NATIVE} - DRAWS)


@pytest.fixture(autouse=True)
def fresh() -> None:
    untyped("torch")._dynamo.reset()


def graph(f: Native, *tensors: Any) -> str:  # Any: native tensors
    """The one graph of a function, lowered."""
    torch = untyped("torch")
    from torch.fx.experimental.proxy_tensor import make_fx

    found: list[str] = []

    def capture(module: Any, inputs: list[Any]) -> Any:  # Any: a graph module and native tensors
        found.append(make_fx(module)(*inputs).code)
        return module.forward

    torch.compile(f, backend=capture, fullgraph=True)(*tensors)
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("name", NAMES)
def test_the_graph_is_the_native_one(name: str) -> None:
    torch = untyped("torch")
    tensors = [torch.ones(1, dtype=getattr(torch, dtype(name))) for _ in range(arity(name))]
    assert graph(wrapped(CASES[name]), *tensors) == graph(natives()[name], *tensors)


@pytest.mark.parametrize("name", sorted({*MORE_THAN_NATIVE} - {"value_and_grad", "jacobian"}))
def test_the_others_are_one_graph_too(name: str) -> None:
    tensor = untyped("torch").ones(1)
    assert "torch.ops.aten" in graph(wrapped(CASES[name]), tensor)


@pytest.mark.parametrize("name", ["scalars", "a chain", "a sum along an axis", "a product of matrices", "clip"])
def test_chains(name: str) -> None:
    torch = untyped("torch")
    ours, native = {
        "scalars": (lambda t: (2 * t + 0.5) / 3 - 1, lambda x: (2 * x + 0.5) / 3 - 1),
        "a chain": (lambda t: (t - t.mean(axis=0)).square().sum().sqrt(), lambda x: (x - x.mean(0)).square().sum().sqrt()),
        "a sum along an axis": (lambda t: t.sum(axis=1), lambda x: x.sum(1)),
        "a product of matrices": (lambda t: t.matmul(t.T), lambda x: torch.matmul(x, x.permute((1, 0)))),
        "clip": (lambda t: t.clip(0.0, 1.0), lambda x: torch.clamp(x, 0.0, 1.0)),
    }[name]
    assert graph(wrapped(ours), torch.ones(2, 3)) == graph(native, torch.ones(2, 3))


def test_tensors_pass_the_boundary() -> None:
    torch = untyped("torch")
    t = ep.astensor(torch.ones(3))
    found = torch.compile(lambda t: t.exp() + 1, backend="eager", fullgraph=True)(t)
    assert isinstance(found, ep.PyTorchTensor)
    assert torch.equal(found.raw, t.raw.exp() + 1)
