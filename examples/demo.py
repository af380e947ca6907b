"""The example of the README, on NumPy and on every framework that is installed: one function, the tensors of each framework.

python examples/demo.py
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any, TypeVar

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")  # TensorFlow writes its start-up notices to stderr
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")  # and one more about this

import numpy as np

import eagertyped as ep
from eagertyped import Backend, Float32, Tensor

B = TypeVar("B", bound=Backend)


def spread(x: Tensor[B, Float32]) -> Tensor[B, Float32]:
    """Mean squared distance of the rows from their mean."""
    return (x - x.mean(axis=0)).square().sum(axis=-1).mean()


POINTS = np.array([[0.0, 0.0], [2.0, 4.0]], dtype=np.float32)
# how each framework makes a tensor
FRAMEWORKS = {
    "NumPy": ("numpy", "array"),
    "PyTorch": ("torch", "tensor"),
    "TensorFlow": ("tensorflow", "constant"),
    "JAX": ("jax.numpy", "array"),
}


def show(native: Any) -> None:  # Any: a tensor of whichever framework
    """Run the example on a native tensor."""
    x: Tensor[Backend, Float32] = ep.astensor(native)
    print("  spread  ", repr(spread(x).raw))
    try:
        _, gradient = ep.value_and_grad(spread, x)
        print("  gradient", repr(gradient.raw).replace("\n", "\n" + 11 * " "))
    except NotImplementedError as error:
        print("  gradient", error)
    try:
        x.mean(axis=2)
    except ValueError as error:
        print("  mistake ", error)


def main() -> None:
    for title, (module, function) in FRAMEWORKS.items():
        print(f"{title}:")
        try:
            native = getattr(import_module(module), function)(POINTS)
        except ModuleNotFoundError as error:
            print(f"  left out: {error}")
        except Exception as error:  # a broken installation raises whatever it likes
            print(f"  left out, it does not work here: {type(error).__name__}: {error}")
        else:
            show(native)


if __name__ == "__main__":
    main()
