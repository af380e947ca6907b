"""Distances between persistence diagrams, with gradients: what gudhi computes through EagerPy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.clients.frameworks import Array, Framework, Native

DIAGRAMS: dict[str, tuple[list[list[float]], list[list[float]]]] = {
    "matched": ([[0.0, 3.0], [5.0, 9.5]], [[0.4, 3.3], [5.2, 8.8]]),
    "more on the left": ([[0.0, 3.0], [5.0, 9.5], [20.0, 20.6]], [[0.4, 3.3], [5.2, 8.8]]),
    "more on the right": ([[0.0, 3.0]], [[0.4, 3.3], [12.0, 13.0], [30.0, 30.7]]),
    "all to the diagonal": ([[0.0, 0.5], [3.0, 3.4]], [[10.0, 10.7]]),
    "infinite points": ([[0.0, 3.0], [1.0, np.inf], [-np.inf, 2.0]], [[0.4, 3.3], [5.2, np.inf]]),
}
"""Two persistence diagrams each, whose best matching stays the same when a point moves a little. Infinite points do not count."""
EMPTY = ([[0.0, 3.0], [5.0, 9.5]], np.empty((0, 2)).tolist())
METRICS = ((1.0, np.inf), (2.0, 2.0), (1.0, 1.0), (2.0, np.inf), (3.0, 4.0))
"""Orders of the distance, each with the norm of the plane below it."""


@dataclass(frozen=True)
class Case:
    """One distance."""

    name: str
    left: Array
    right: Array
    order: float
    internal_p: float


SAME = Case("the same diagram twice", np.array([[5.0, 10.0]]), np.array([[5.0, 10.0]]), 2.0, 2.0)
"""At distance 0, where the norm has no derivative; 0 is one of its subgradients."""


def cases() -> list[Case]:
    """Each pair of diagrams with each metric."""
    pairs = {**DIAGRAMS, "nothing on the right": EMPTY}
    return [
        Case(f"{name}, order {order:g}, norm {p:g}", np.array(left), np.array(right).reshape(-1, 2), order, p)
        for name, (left, right) in pairs.items()
        for order, p in METRICS
    ]


def on_a_framework(case: Case, framework: Framework, gradients: bool) -> dict[str, Array]:
    """The distance, with or without its gradients by both diagrams."""
    from gudhi.wasserstein import wasserstein_distance

    def distance(x: Native, y: Native) -> Native:
        return wasserstein_distance(x, y, order=case.order, internal_p=case.internal_p, enable_autodiff=True, keep_essential_parts=False)

    x, y = (framework.native(a.astype(framework.floating)) for a in (case.left, case.right))
    if not gradients:
        return {"distance": np.asarray(distance(x, y))}
    names = ("distance", "gradient by the left", "gradient by the right")
    return {name: np.asarray(value) for name, value in zip(names, framework.value_and_gradients(distance, x, y), strict=True)}


def reference(case: Case, step: float = 1e-5) -> dict[str, Array]:
    """The same from gudhi's way without EagerPy: NumPy in float64, gradients by central differences."""
    from gudhi.wasserstein import wasserstein_distance

    def distance(x: Array, y: Array) -> Any:  # Any: gudhi declares no types
        return wasserstein_distance(x, y, order=case.order, internal_p=case.internal_p, keep_essential_parts=False)

    def gradient(which: int) -> Array:
        result = np.zeros_like((case.left, case.right)[which])
        for place in np.ndindex(result.shape):
            moved = []
            for sign in (1, -1):
                diagrams = [case.left.copy(), case.right.copy()]
                diagrams[which][place] += sign * step
                moved.append(distance(*diagrams))
            result[place] = (moved[0] - moved[1]) / (2 * step)
        return result

    return {
        "distance": np.array(distance(case.left, case.right)),
        "gradient by the left": gradient(0),
        "gradient by the right": gradient(1),
    }
