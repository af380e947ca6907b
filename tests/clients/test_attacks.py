"""Foolbox's attacks: on eagertyped, on the real EagerPy, and judged by NumPy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.clients.attacks import ATTACKS, MEAN, PROGRAMS, RANDOM, STD
from tests.clients.child import Results
from tests.clients.frameworks import Array, images, labels, logits

TOLERANCE = 1e-5
"""Of pixels between 0 and 1, and of logits, in float32."""
EAGERPY_FAILS = {
    ("jax", "one by one"): "AttributeError: module 'jax.ops' has no attribute 'index_update'",
    ("tensorflow", "one by one"): "AttributeError: 'list' object has no attribute 'dtype'",
}
"""What EagerPy 0.30 raises on today's frameworks: index_update on JAX, and on TensorFlow with a list of rows."""


def success(adversarials: Array) -> Array:
    """Which of them the classifier takes for something else."""
    result: Array = logits(adversarials).argmax(-1) != labels()
    return result


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_are_right(ours: Results, name: str) -> None:
    outcome, attack = ours.outcomes[name], ATTACKS[name]
    assert outcome.error == ""
    rates = []
    for clipped, succeeded, epsilon in zip(outcome.values["clipped"], outcome.values["success"], attack.epsilons, strict=True):
        np.testing.assert_array_equal(succeeded, success(clipped))
        assert clipped.min() >= 0
        assert clipped.max() <= 1
        if epsilon is not None:
            assert attack.norm(clipped - images()).max() <= epsilon + TOLERANCE
        rates.append(succeeded.mean())
    assert rates == sorted(rates)
    assert rates[-1] >= 0.75


@pytest.mark.parametrize("name", [name for name in ATTACKS if name not in RANDOM])
def test_attacks_find_what_they_find_on_eagerpy(ours: Results, theirs: Results, name: str) -> None:
    assert_equal(ours, theirs, name)


@pytest.mark.parametrize("name", RANDOM)
def test_random_attacks_find_what_they_find_on_eagerpy(ours: Results, theirs: Results, framework: str, name: str) -> None:
    if framework != "jax":  # both draw from the framework's generator, as many numbers in the same order
        assert_equal(ours, theirs, name)
        return
    # on JAX EagerPy hides a key of its own; eagertyped draws one from NumPy's generator
    mine, real = (results.outcomes[name].values for results in (ours, theirs))
    assert abs(mine["success"].mean(axis=-1) - real["success"].mean(axis=-1)).max() <= 0.25
    sizes = [ATTACKS[name].norm(values["found"][-1] - images()).mean() for values in (mine, real)]
    assert 0.8 < sizes[0] / sizes[1] < 1.25


@pytest.mark.parametrize("name", RANDOM)
def test_random_attacks_are_reproducible(ours: Results, name: str) -> None:
    first, again = ours.outcomes[name].values, ours.outcomes[f"{name}, again"].values
    np.testing.assert_array_equal(first["found"], again["found"])


def test_tensors_in_tensors_out(ours: Results) -> None:
    """The program itself holds that what comes out is of the type that goes in."""
    wrapped = ours.outcomes["wrapped"]
    assert wrapped.error == ""
    np.testing.assert_array_equal(wrapped.values["found"], ours.outcomes["L2DeepFool"].values["found"])


def test_preprocessing_is_right(ours: Results) -> None:
    values = ours.outcomes["preprocessing"].values
    mean, std = (np.reshape(per_channel, (3, 1, 1)) for per_channel in (MEAN, STD))
    expected = logits((images() - mean) / std)
    np.testing.assert_allclose(values["logits"], expected, rtol=TOLERANCE, atol=TOLERANCE)
    np.testing.assert_allclose(values["between other bounds"], expected, rtol=TOLERANCE, atol=TOLERANCE)


def test_distances_are_right(ours: Results) -> None:
    values, difference = ours.outcomes["distances"].values, images() - np.roll(images(), 1, axis=0).round()
    flat = np.abs(difference).reshape(len(difference), -1)
    expected = {"l0": (flat != 0).sum(-1), "l1": flat.sum(-1), "l2": np.sqrt(np.square(flat).sum(-1)), "linf": flat.max(-1)}
    for name, distance in expected.items():
        np.testing.assert_allclose(values[name], distance, rtol=TOLERANCE, err_msg=name)


@pytest.mark.parametrize("name", PROGRAMS)
def test_further_programs_give_what_they_give_on_eagerpy(
    results_of: Callable[[str, str], Results], ours: Results, theirs: Results, framework: str, name: str
) -> None:
    if (framework, name) in EAGERPY_FAILS:
        assert theirs.outcomes[name].error == EAGERPY_FAILS[framework, name]
        theirs = results_of("eagerpy", "torch")  # where EagerPy can do it
    assert_equal(ours, theirs, name)


def assert_equal(ours: Results, theirs: Results, name: str) -> None:
    mine, real = ours.outcomes[name], theirs.outcomes[name]
    assert (mine.error, real.error) == ("", "")
    assert mine.values.keys() == real.values.keys()
    for part, value in mine.values.items():
        assert value.dtype == real.values[part].dtype, part
        np.testing.assert_allclose(value, real.values[part], rtol=TOLERANCE, atol=TOLERANCE, err_msg=part)
