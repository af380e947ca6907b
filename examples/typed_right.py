"""What mypy and pyright know without a plugin. mypy checks every `assert_type` in here, and so does pyright.

mypy prints:
    Success: no issues found in 1 source file

The program also runs, on NumPy: `python examples/typed_right.py`.
"""

from typing import TypeVar, assert_type

import numpy as np
import numpy.typing as npt

import eagertyped as ep
from eagertyped import JAX, Backend, Bool, DType, Float32, Float64, Floating, Int64, NumPy, SignedInteger, Tensor, Torch

B = TypeVar("B", bound=Backend)


# One function for every backend: what goes in is what comes out.
def spread(x: Tensor[B, Float32]) -> Tensor[B, Float32]:
    """Mean squared distance of the rows from their mean."""
    return (x - x.mean(axis=0)).square().sum(axis=-1).mean()


def values(x: Tensor[NumPy, Float32]) -> None:
    """The dtype decides what comes out as NumPy and as Python; the backend decides what `.raw` is."""
    assert_type(x.raw, npt.NDArray[np.float32])
    assert_type(x.numpy(), npt.NDArray[np.float32])
    assert_type(spread(x).item(), float)
    assert_type(x.argmax().item(), int)
    assert_type((x > 0).all().item(), bool)


def chains(x: Tensor[NumPy, Float32]) -> None:
    """An operation that keeps the dtype on every backend keeps it here; a Python scalar does not change it."""
    assert_type(x.square().sum(axis=-1).sqrt(), Tensor[NumPy, Float32])
    assert_type(2 * x + 0.5, Tensor[NumPy, Float32])
    assert_type(x > 0, Tensor[NumPy, Bool])
    assert_type(ep.where(x > 0, x, 0.0), Tensor[NumPy, Float32])
    assert_type(x.argsort(), Tensor[NumPy, SignedInteger])
    assert_type(x.astype(ep.int64), Tensor[NumPy, Int64])
    assert_type(x.astype(ep.int64) / 2, Tensor[NumPy, Floating])


def mixed(x: Tensor[NumPy, Float32], y: Tensor[NumPy, Float64]) -> Tensor[NumPy, Float32]:
    """Two dtypes give some dtype: each framework has its own rules. A cast says which one you want."""
    assert_type(x + y, Tensor[NumPy, DType])
    return (x + y).float32()


def narrowed(x: Tensor[Torch, Float32] | Tensor[JAX, Float32] | Tensor[NumPy, Float64]) -> str:
    """`is_tensor` tells backends and dtypes apart, at run time and for the checker."""
    if ep.is_tensor(x, Torch):
        assert_type(x, Tensor[Torch, Float32])
        return "PyTorch"
    if ep.is_tensor(x, JAX):
        assert_type(x, Tensor[JAX, Float32])
        return "JAX"
    assert_type(x, Tensor[NumPy, Float64])
    return "NumPy"


def main() -> None:
    x = ep.astensor(np.array([[0.0, 0.0], [2.0, 4.0]], dtype=np.float32))
    assert_type(x, Tensor[NumPy, Float32])
    values(x)
    chains(x)
    print(spread(x).item(), mixed(x, x.float64()).dtype, narrowed(x.float64()))


if __name__ == "__main__":
    main()
