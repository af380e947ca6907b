"""Each function is wrong on the line marked ``# E: code``: the plugin says so, and it raises when it runs."""

import eagertyped as ep
from eagertyped import JAX, Bool, Float32, Int32, NumPy, Tensor, TensorFlow, Torch, UInt8


def mixed_dtypes(i: Tensor[TensorFlow, Int32], f: Tensor[TensorFlow, Float32]) -> None:
    i + f  # E: eagertyped-dtype


def int_and_float_scalar(i: Tensor[TensorFlow, Int32]) -> None:
    i * 1.5  # E: eagertyped-dtype


def reflected(i: Tensor[TensorFlow, Int32]) -> None:
    1.5 * i  # E: eagertyped-dtype


def nested(i: Tensor[TensorFlow, Int32], f: Tensor[TensorFlow, Float32]) -> None:
    ((i + f) * 2).sum()  # E: eagertyped-dtype


def as_an_argument(i: Tensor[TensorFlow, Int32], f: Tensor[TensorFlow, Float32]) -> None:
    print(2 * (i + f))  # E: eagertyped-dtype


def root_of_integers(i: Tensor[TensorFlow, Int32]) -> None:
    i.sqrt()  # E: eagertyped-dtype


def as_a_function(i: Tensor[TensorFlow, Int32]) -> None:
    ep.exp(i)  # E: eagertyped-dtype


def minus_of_bool(b: Tensor[Torch, Bool]) -> None:
    -b  # E: eagertyped-dtype


def difference_of_bools(b: Tensor[NumPy, Bool]) -> None:
    b - b  # E: eagertyped-dtype


def mean_of_integers(i: Tensor[JAX, Int32]) -> None:
    i.mean()  # E: eagertyped-dtype


def all_of_integers(u: Tensor[NumPy, UInt8]) -> None:
    u.all()  # E: eagertyped-dtype


def truncated(i: Tensor[Torch, Int32]) -> None:
    i.minimum(1.5)  # E: eagertyped-dtype


def truncated_fill(i: Tensor[Torch, Int32]) -> None:
    i.full(2, 1.5)  # E: eagertyped-dtype


def inverse_of_integers(i: Tensor[Torch, Int32]) -> None:
    i.inv()  # E: eagertyped-dtype


def in_place(i: Tensor[TensorFlow, Int32], f: Tensor[TensorFlow, Float32]) -> None:
    i += f  # E: eagertyped-dtype


def joined(i: Tensor[TensorFlow, Int32], f: Tensor[TensorFlow, Float32]) -> None:
    ep.stack([i, f])  # E: eagertyped-dtype
