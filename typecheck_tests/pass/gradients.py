"""Gradients: their types are those of what they are taken with respect to."""

from typing import assert_type

import eagertyped as ep
from eagertyped import JAX, Float16, Float32, Float64, Tensor, TensorFlow, Torch


def containers(f: Tensor[Torch, Float32], d: Tensor[Torch, Float64], t: Tensor[TensorFlow, Float32], j: Tensor[JAX, Float32]) -> None:
    assert_type(ep.grad(lambda p: (p[0] * p[0]).sum(), (f, d)), tuple[Tensor[Torch, Float32], Tensor[Torch, Float64]])
    assert_type(ep.grad(lambda p: (p[0] + p[1]).exp().sum(), [t, t]), list[Tensor[TensorFlow, Float32]])
    assert_type(ep.grad(lambda p: p["a"].norms.l2(), {"a": j}), dict[str, Tensor[JAX, Float32]])
    assert_type(ep.value_and_grad(lambda p: (p[0].float64() * p[1]).mean(), (f, d))[0], Tensor[Torch, Float64])


def derivatives(h: Tensor[Torch, Float16], t: Tensor[TensorFlow, Float32], j: Tensor[JAX, Float32]) -> None:
    assert_type(ep.grad(lambda x: (ep.grad(lambda y: (y**3).sum(), x) * x).sum(), t), Tensor[TensorFlow, Float32])
    assert_type(ep.jacobian(lambda x: x.float64() * 2, h), Tensor[Torch, Float16])
    assert_type(ep.hessian(lambda x: (x**3).sum(), j), Tensor[JAX, Float32])
    assert_type(ep.stop_gradient(h), Tensor[Torch, Float16])
    assert_type(j.stop_gradient().sum(), Tensor[JAX, Float32])
