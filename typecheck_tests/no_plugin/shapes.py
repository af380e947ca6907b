"""jaxtyping's annotations say the shape; to mypy and pyright they are the tensor."""

from typing import assert_type

import jaxtyping as jt

import eagertyped as ep
from eagertyped import JAX, Float32, Int64, Tensor, Torch


def matrix(x: jt.Float32[Tensor[Torch, Float32], "batch dim"]) -> jt.Float32[Tensor[Torch, Float32], " batch"]:
    assert_type(x, Tensor[Torch, Float32])
    return x.sum(axis=-1)


def either(x: jt.Float[Tensor[Torch, Float32] | Tensor[JAX, Float32], "..."]) -> None:
    assert_type(x, Tensor[Torch, Float32] | Tensor[JAX, Float32])


def labels(x: jt.Float32[Tensor[Torch, Float32], "n k"], y: jt.Int64[Tensor[Torch, Int64], " n"]) -> jt.Float32[Tensor[Torch, Float32], ""]:
    return ep.crossentropy(x, y).mean()
