"""How people pass tensors through functions: partial, reduce, decorators, overloads, generators, async, defaults, star arguments."""

import asyncio
import functools
import operator
from collections.abc import Callable, Iterator
from typing import ParamSpec, TypeVar, assert_type, overload

import eagertyped as ep
from eagertyped import JAX, Backend, Float32, Floating, Int32, Int64, NumPy, Tensor, TensorFlow, Torch

B = TypeVar("B", bound=Backend)
F = TypeVar("F", bound=Floating)
P = ParamSpec("P")
R = TypeVar("R")


def _logged(f: Callable[P, R]) -> Callable[P, R]:
    @functools.wraps(f)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        return f(*args, **kwargs)

    return wrapper


def _scaled(factor: float) -> Callable[[Callable[[Tensor[B, F]], Tensor[B, F]]], Callable[[Tensor[B, F]], Tensor[B, F]]]:
    def decorate(f: Callable[[Tensor[B, F]], Tensor[B, F]]) -> Callable[[Tensor[B, F]], Tensor[B, F]]:
        return lambda x: f(x) * factor

    return decorate


@_logged
def _halve(x: Tensor[B, F], *, by: float = 2.0) -> Tensor[B, F]:
    return x / by


@overload
def _loss(x: Tensor[B, F], labels: None = None) -> Tensor[B, F]: ...
@overload
def _loss(x: Tensor[B, F], labels: Tensor[B, Int64]) -> tuple[Tensor[B, F], Tensor[B, F]]: ...
def _loss(x: Tensor[B, F], labels: Tensor[B, Int64] | None = None) -> Tensor[B, F] | tuple[Tensor[B, F], Tensor[B, F]]:
    return x.square().sum() if labels is None else (x.sum(), x.mean())


def decorated(x: Tensor[Torch, Float32]) -> None:
    assert_type(_halve(x, by=4.0).sum(), Tensor[Torch, Float32])


def partials(x: Tensor[NumPy, Float32]) -> None:
    by_three = functools.partial(_halve, by=3.0)
    assert_type(by_three(x).sqrt(), Tensor[NumPy, Float32])


def folded(x: Tensor[TensorFlow, Float32], y: Tensor[TensorFlow, Float32]) -> None:
    assert_type(functools.reduce(operator.add, [x, x, x]), Tensor[TensorFlow, Float32])
    assert_type(functools.reduce(ep.maximum, [x, x]), Tensor[TensorFlow, Float32])
    assert_type(list(map(ep.exp, [x, y])), list[Tensor[TensorFlow, Float32]])
    squares = map(lambda t: t.square() + 1, [x, y])  # noqa: C417
    assert_type(list(squares), list[Tensor[TensorFlow, Float32]])


def overloads(x: Tensor[JAX, Float32]) -> None:
    assert_type(_loss(x), Tensor[JAX, Float32])
    assert_type(_loss(x, None).item(), float)


def generic_overloads(x: Tensor[B, Float32]) -> None:
    assert_type(_loss(x) * 2, Tensor[B, Float32])


def _rows(x: Tensor[B, F]) -> Iterator[Tensor[B, F]]:
    for row in x:
        yield row - row.mean()


def comprehensions(x: Tensor[Torch, Float32], i: Tensor[Torch, Int32]) -> None:
    rows = x.reshape((2, -1))
    assert_type([row.sum() for row in _rows(rows)], list[Tensor[Torch, Float32]])
    assert_type([t.sum() for t in (i, i)], list[Tensor[Torch, Int64]])
    assert_type({name: t * 2.0 for name, t in {"a": x}.items()}, dict[str, Tensor[Torch, Float32]])
    assert_type(ep.stack([t.square() for t in (x, x)]), Tensor[Torch, Float32])
    assert_type(max(t.sum().item() for t in (x, x)), float)


async def _later(x: Tensor[B, F]) -> Tensor[B, F]:
    await asyncio.sleep(0)
    return x.exp()


def awaited(x: Tensor[NumPy, Float32]) -> None:
    assert_type(asyncio.run(_later(x)).log(), Tensor[NumPy, Float32])


def _defaults(x: Tensor[B, F], scale: float = 1.0, weight: Tensor[B, F] | None = None) -> Tensor[B, F]:
    return (x if weight is None else x * weight) * scale


def defaults(x: Tensor[JAX, Float32]) -> None:
    assert_type(_defaults(x, weight=x), Tensor[JAX, Float32])


def _total(*xs: Tensor[B, F], **named: Tensor[B, F]) -> Tensor[B, F]:
    return ep.stack([x.sum() for x in (*xs, *named.values())]).sum()


def star_arguments(x: Tensor[Torch, Float32]) -> None:
    assert_type(_total(*[x, x], other=x), Tensor[Torch, Float32])


def conditions(x: Tensor[NumPy, Float32], i: Tensor[NumPy, Int32], flag: bool) -> None:
    assert_type((x if flag else x * 2).sum(), Tensor[NumPy, Float32])
    assert_type((i if flag else i.astype(ep.int64)).sum(), Tensor[NumPy, Int64])
    if (total := x.sum()) is not None:
        assert_type(total + 1, Tensor[NumPy, Float32])


def scaled(x: Tensor[Torch, Float32]) -> None:
    def square(t: Tensor[Torch, Float32]) -> Tensor[Torch, Float32]:
        return t.square()

    twice = _scaled(2.0)
    assert_type(square(x), Tensor[Torch, Float32])
    assert callable(twice)
