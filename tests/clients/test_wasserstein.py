"""gudhi's Wasserstein distance with gradients: on eagertyped, on the real EagerPy, and without either."""

from __future__ import annotations

import numpy as np
import pytest

from tests.clients import wasserstein
from tests.clients.child import Results
from tests.clients.frameworks import Array

CASES = {case.name: case for case in wasserstein.cases()}
GRADIENTS = ("gradient by the left", "gradient by the right")


def tolerance(values: Array) -> float:
    return 1e-7 if values.dtype == np.float64 else 1e-5


@pytest.mark.parametrize("name", CASES)
def test_distance_and_gradients_are_right(ours: Results, name: str) -> None:
    outcome = ours.outcomes[name]
    assert outcome.error == ""
    reference = wasserstein.reference(CASES[name])
    for part in ("distance", *GRADIENTS):
        value = outcome.values[part]
        np.testing.assert_allclose(value, reference[part], rtol=tolerance(value), atol=tolerance(value), err_msg=part)


@pytest.mark.parametrize("name", CASES)
def test_distance_is_that_of_eagerpy(ours: Results, theirs: Results, name: str) -> None:
    mine, real = (results.outcomes[f"{name}, without gradients"] for results in (ours, theirs))
    assert (mine.error, real.error) == ("", "")
    value = mine.values["distance"]
    assert value.dtype == real.values["distance"].dtype
    np.testing.assert_allclose(value, real.values["distance"], rtol=tolerance(value))


@pytest.mark.parametrize("name", CASES)
def test_gradients_are_those_of_eagerpy(ours: Results, theirs: Results, framework: str, name: str) -> None:
    mine, real = ours.outcomes[name], theirs.outcomes[name]
    if framework == "jax" and "nothing" not in name:
        # EagerPy's numpy() refuses every tracer; one of an eager gradient has values, which eagertyped gives
        assert real.error.startswith("TracerArrayConversionError")
        return
    assert real.error == ""
    for part in ("distance", *GRADIENTS):
        value = mine.values[part]
        assert value.dtype == real.values[part].dtype
        np.testing.assert_allclose(value, real.values[part], rtol=tolerance(value), atol=tolerance(value), err_msg=part)


def test_gradient_at_distance_zero(ours: Results, theirs: Results, framework: str) -> None:
    mine, real = (results.outcomes[wasserstein.SAME.name] for results in (ours, theirs))
    assert mine.error == ""
    for part in ("distance", *GRADIENTS):
        assert not mine.values[part].any(), part
    if framework == "jax":
        assert real.error.startswith("TracerArrayConversionError")
    else:  # EagerPy follows the infinite slope of the root at 0
        assert all(np.isnan(real.values[part]).all() for part in GRADIENTS)


def test_every_case_is_a_different_one() -> None:
    distances = [wasserstein.reference(case)["distance"].item() for case in CASES.values()]
    assert len(CASES) == len(wasserstein.METRICS) * (len(wasserstein.DIAGRAMS) + 1)
    assert all(0 < distance < np.inf for distance in distances)
    assert len(set(np.round(distances, 6))) > len(CASES) / 2
