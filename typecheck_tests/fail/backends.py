"""Each function mixes backends on the line marked ``# E: code``: the plugin says so, and it raises when it runs."""

import eagertyped as ep
from eagertyped import JAX, Bool, Float32, Int64, NumPy, Tensor, TensorFlow, Torch


def operator(x: Tensor[Torch, Float32], y: Tensor[JAX, Float32]) -> None:
    x + y  # E: eagertyped-backend


def in_place(x: Tensor[Torch, Float32], y: Tensor[NumPy, Float32]) -> None:
    x *= y  # E: eagertyped-backend


def comparison(x: Tensor[NumPy, Float32], y: Tensor[TensorFlow, Float32]) -> None:
    print(x < y)  # E: eagertyped-backend


def equality(x: Tensor[NumPy, Float32], y: Tensor[Torch, Float32]) -> None:
    print(x == y)  # E: eagertyped-backend


def product(x: Tensor[JAX, Float32], y: Tensor[TensorFlow, Float32]) -> None:
    x @ y  # E: eagertyped-backend


def method(x: Tensor[TensorFlow, Float32], y: Tensor[NumPy, Float32]) -> None:
    x.minimum(y)  # E: eagertyped-backend


def bound(x: Tensor[Torch, Float32], y: Tensor[NumPy, Float32]) -> None:
    x.clip(0.0, y)  # E: eagertyped-backend


def index(x: Tensor[Torch, Float32], mask: Tensor[JAX, Bool]) -> None:
    x[mask]  # E: eagertyped-backend


def values(x: Tensor[NumPy, Float32], y: Tensor[Torch, Float32]) -> None:
    x.index_update(0, y)  # E: eagertyped-backend


def positions(x: Tensor[NumPy, Float32], i: Tensor[Torch, Int64]) -> None:
    x.take_along_axis(i, 0)  # E: eagertyped-backend


def function(x: Tensor[NumPy, Float32], y: Tensor[Torch, Float32]) -> None:
    ep.maximum(x, y)  # E: eagertyped-backend


def condition(c: Tensor[NumPy, Bool], x: Tensor[Torch, Float32]) -> None:
    ep.where(c, x, 0.0)  # E: eagertyped-backend


def elements(x: Tensor[Torch, Float32], y: Tensor[TensorFlow, Float32]) -> None:
    ep.stack([x, y])  # E: eagertyped-backend


def grids(x: Tensor[Torch, Float32], y: Tensor[TensorFlow, Float32]) -> None:
    ep.meshgrid(x, y)  # E: eagertyped-backend


def once_in_a_chain(x: Tensor[Torch, Float32], y: Tensor[JAX, Float32]) -> None:
    print(2 * ((x + y) * 2).sum() + 1)  # E: eagertyped-backend
