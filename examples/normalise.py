"""Two everyday functions, ported: native tensors in, native tensors of the same framework out.

`ep.astensor_` wraps the argument and gives `restore_type`, which unwraps the results again. Callers never see an eagertyped Tensor, unless
they passed one: then they get one back.

    python examples/normalise.py
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")  # TensorFlow writes its start-up notices to stderr
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")  # and one more about this

import numpy as np

import eagertyped as ep

T = TypeVar("T")
"""The caller's type of tensor: torch.Tensor in, torch.Tensor out."""


def l2_normalise(x: T, axis: int = -1, tiny: float = 1e-12) -> T:
    """Scale each vector along the axis to length 1; zeros stay zeros."""
    t, restore_type = ep.astensor_(x)
    return restore_type(t / t.norms.l2(axis=axis, keepdims=True).maximum(tiny))


def soft_kmeans(points: T, centres: T, sharpness: float = 1.0, steps: int = 10) -> tuple[T, T]:
    """Move the centres (k, d) into the clusters of the points (n, d); also how much each point belongs to each centre (n, k)."""
    (x, c), restore_type = ep.astensors_(points, centres)
    for _ in range(steps):
        squared_distances = (x.expand_dims(1) - c).square().sum(axis=-1)
        weights = (-sharpness * squared_distances).softmax(axis=-1)
        c = (weights / weights.sum(axis=0)).T @ x
    return restore_type(c, weights)


def native_functions() -> dict[str, Callable[[Any], Any]]:  # Any: each framework's own tensors
    """How each installed framework makes a tensor of an array."""
    found: dict[str, Callable[[Any], Any]] = {"numpy": np.asarray}  # Any: as above
    for name, function in (("torch", "tensor"), ("tensorflow", "constant"), ("jax.numpy", "asarray")):
        try:
            found[name] = getattr(import_module(name), function)
        except Exception as error:  # not installed, or broken in any way
            print(f"{name}: left out ({error})")
    return found


def main() -> None:
    rng = np.random.default_rng(0)
    corners = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]], np.float32)
    points = (corners.repeat(20, axis=0) + rng.normal(0.0, 0.3, (60, 2))).astype(np.float32)
    start = points[::20] + np.float32(0.5)
    for name, native in native_functions().items():
        x = native(points)
        unit = l2_normalise(x)
        centres, weights = soft_kmeans(x, native(start))
        print(f"{name}: {type(x).__name__} in, {type(unit).__name__} out")
        print("  lengths", np.unique(np.linalg.norm(np.asarray(unit), axis=-1).round(3)))
        print("  centres", np.asarray(centres, np.float64).round(2).tolist())
        print("  weights", np.asarray(weights, np.float64).round(2)[0].tolist(), "of the first point")
        assert type(unit) is type(centres) is type(weights) is type(x)


if __name__ == "__main__":
    main()
