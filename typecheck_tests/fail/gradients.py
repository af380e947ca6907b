"""Gradients that the checker refuses, with the plugin or without, and that raise when they run."""

import eagertyped as ep
from eagertyped import JAX, Complex64, Float32, Int32, Tensor, TensorFlow, Torch


def of_integers(i: Tensor[Torch, Int32]) -> None:
    ep.grad(lambda x: x.float32().sum(), i)  # E: type-var


def of_integers_by_the_method(i: Tensor[JAX, Int32]) -> None:
    i.value_and_grad(lambda x: x.float32().sum())  # E: misc


def of_one_integer_of_two(f: Tensor[TensorFlow, Float32], i: Tensor[TensorFlow, Int32]) -> None:
    ep.value_and_grad(lambda p: p[0].sum(), (f, i))  # E: type-var


def of_complex_numbers(c: Tensor[Torch, Complex64]) -> None:
    ep.grad(lambda x: x.abs().sum(), c)  # E: type-var


def of_an_integer_loss(f: Tensor[Torch, Float32]) -> None:
    ep.grad(lambda x: x.argmax(), f)  # E: type-var


def jacobian_of_integers(i: Tensor[JAX, Int32]) -> None:
    ep.jacobian(lambda x: x.float32(), i)  # E: type-var
