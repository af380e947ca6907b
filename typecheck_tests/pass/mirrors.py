"""The frameworks' own functions through the mirrors: their own signatures, with Tensors where they return native tensors."""

import warnings
from typing import Any, assert_type

import jax.numpy as jnp
import numpy as np
import torch

import eagertyped as ep
from eagertyped import JAX, Float16, Float32, Float64, Int8, NumPy, Tensor, Torch, UInt8
from eagertyped.modules import ModuleWrapper


def pytorch() -> None:
    assert_type(ep.torch.zeros(3), Tensor[Torch, Any])
    assert_type(ep.torch.zeros(3, dtype=torch.float64), Tensor[Torch, Float64])
    assert_type(ep.torch.zeros(2, 3, dtype=torch.int8).sum(axis=0).raw, torch.Tensor)
    assert_type(ep.torch.tensor([1.0], dtype=torch.float32).square(), Tensor[Torch, Float32])
    assert_type(ep.torch.is_tensor(None), bool)


def numpy() -> None:
    assert_type(ep.numpy.zeros(3), Tensor[NumPy, Float64])
    assert_type(ep.numpy.zeros((3, 2), np.int8), Tensor[NumPy, Int8])
    assert_type(ep.numpy.asarray([1, 2], dtype=np.uint8), Tensor[NumPy, UInt8])
    assert_type(ep.numpy.linspace(0.0, 1.0, 3).sqrt(), Tensor[NumPy, Float64])
    assert_type(ep.numpy.array([1, 2]), Tensor[NumPy, Any])
    assert_type(ep.numpy.pi, float)


def jax() -> None:
    assert_type(ep.jax.numpy, ModuleWrapper)
    assert_type(ep.jax.numpy.zeros(3), Tensor[JAX, Any])
    assert_type(ep.jax.numpy.zeros(3, dtype=jnp.float16), Tensor[JAX, Float16])
    with warnings.catch_warnings(action="ignore"):  # without its x64 mode JAX says that it gives float32
        assert_type(ep.jax.numpy.ones((2, 3), dtype=jnp.float64), Tensor[JAX, Any])
