"""Gradients have the type of what they are taken with respect to, structure and all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypedDict, TypeVar, assert_type

import eagertyped as ep
from eagertyped import JAX, Backend, DType, Float16, Float32, Float64, Floating, NumPy, Tensor, Torch

B = TypeVar("B", bound=Backend)
F = TypeVar("F", bound=Floating)


@dataclass
class Layer(Generic[B]):
    w: Tensor[B, Float32]
    b: Tensor[B, Float32] | None = None


@dataclass(frozen=True)
class Model:
    layers: list[Layer[Torch]]
    scale: Tensor[Torch, Float64]


class Pair(NamedTuple):
    left: Tensor[Torch, Float32]
    right: Tensor[Torch, Float16]


class Named(TypedDict):
    x: Tensor[Torch, Float32]
    y: Tensor[Torch, Float32]


def of_layer(p: Layer[B], k: float) -> Tensor[B, Float32]:
    return (p.w * k).sum()


def of_model(p: Model) -> Tensor[Torch, Float64]:
    return p.scale.sum()


def of_pair(p: Pair) -> Tensor[Torch, Float32]:
    return p.left.sum()


def of_named(p: Named) -> Tensor[Torch, Float32]:
    return (p["x"] * p["y"]).sum()


def of_tuple(p: tuple[Tensor[Torch, Float32], Tensor[Torch, Float64]]) -> Tensor[Torch, Float32]:
    return p[0].sum()


def of_list(p: list[Tensor[JAX, Float32]]) -> Tensor[JAX, Float32]:
    return p[0].sum()


def of_dicts(p: dict[str, dict[int, Tensor[JAX, Float32]]]) -> Tensor[JAX, Float32]:
    return p["a"][0].sum()


def with_aux(p: Pair, name: str) -> tuple[Tensor[Torch, Float32], dict[str, str]]:
    return p.left.sum(), {"name": name}


Value = Tensor[Torch, Float32]


def containers(t: Tensor[Torch, Float32], d: Tensor[Torch, Float64], j: Tensor[JAX, Float32], layer: Layer[Torch], pair: Pair) -> None:
    assert_type(ep.value_and_grad(of_layer, layer, 2.0), tuple[Value, Layer[Torch]])
    assert_type(ep.grad(of_layer, layer, k=2.0), Layer[Torch])
    assert_type(ep.grad(of_model, Model([layer], d)), Model)
    assert_type(ep.value_and_grad(of_pair, pair), tuple[Value, Pair])
    assert_type(ep.grad(of_tuple, (t, d)), tuple[Tensor[Torch, Float32], Tensor[Torch, Float64]])
    assert_type(ep.grad(of_list, [j, j]), list[Tensor[JAX, Float32]])
    assert_type(ep.grad(of_dicts, {"a": {0: j}}), dict[str, dict[int, Tensor[JAX, Float32]]])
    named: Named = {"x": t, "y": t}
    assert_type(ep.value_and_grad(of_named, named), tuple[Value, Named])
    assert_type(ep.value_aux_and_grad(with_aux, pair, "n"), tuple[Value, dict[str, str], Pair])


def lambdas(t: Tensor[Torch, Float32], d: Tensor[Torch, Float64]) -> None:
    assert_type(ep.grad(lambda x: x.square().sum(), t), Tensor[Torch, Float32])
    assert_type(ep.value_and_grad(lambda x: x.square().sum(), t), tuple[Value, Tensor[Torch, Float32]])
    assert_type(ep.grad(lambda p: (p[0] * p[1]["w"]).sum(), (t, {"w": t})), tuple[Value, dict[str, Value]])
    assert_type(ep.grad(lambda p: p["a"].sum(), {"a": d}), dict[str, Tensor[Torch, Float64]])
    assert_type(ep.grad(lambda x: (ep.grad(lambda y: (y**3).sum(), x) * x).sum(), t), Tensor[Torch, Float32])


def functions(t: Tensor[NumPy, Float32], pair: Pair) -> None:
    f = ep.value_and_grad_fn(pair.left, of_pair)
    assert_type(f(pair), tuple[Value, Pair])
    g = ep.value_and_grad_fn(pair.left, with_aux, has_aux=True)
    assert_type(g(pair, name="n"), tuple[Value, dict[str, str], Pair])
    assert_type(pair.left.value_and_grad_fn(of_pair)(pair), tuple[Value, Pair])


def derivatives(t: Tensor[Torch, Float16], n: Tensor[NumPy, Float64]) -> None:
    assert_type(ep.jacobian(lambda x: x.float64() * 2, t), Tensor[Torch, Float16])
    assert_type(ep.hessian(lambda x: x.sum(), t), Tensor[Torch, Float16])
    assert_type(ep.stop_gradient(t), Tensor[Torch, Float16])
    assert_type(n.stop_gradient(), Tensor[NumPy, Float64])


def generic(x: Tensor[B, F]) -> Tensor[B, F]:
    assert_type(ep.jacobian(lambda y: y.square(), x), Tensor[B, F])
    assert_type(ep.stop_gradient(x), Tensor[B, F])
    return ep.grad(lambda y: y.square().sum(), x)


def of_any(x: Tensor[Torch, Any]) -> Tensor[Torch, Any]:
    return x


def of_unknown(x: Tensor[Torch, DType]) -> Tensor[Torch, DType]:
    return x


def of_some(x: Tensor) -> Tensor:
    return x


def unknown(a: Tensor[Torch, Any], u: Tensor[Torch, DType], b: Tensor) -> None:
    """A dtype that is not known may be floating: it is looked at when it runs."""
    assert_type(ep.grad(of_any, a), Tensor[Torch, Any])
    assert_type(ep.value_and_grad(of_unknown, u), tuple[Tensor[Torch, DType], Tensor[Torch, DType]])
    assert_type(ep.grad(of_some, b), Tensor)
    assert_type(u.value_and_grad(of_unknown), tuple[Tensor[Torch, DType], Tensor[Torch, DType]])
