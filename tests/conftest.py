"""Fixtures: each backend in turn, with one xdist group per framework, so that no worker imports all of them."""

from __future__ import annotations

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")  # TensorFlow writes its start-up notices to stderr

import numpy as np
import pytest

import tests.properties  # noqa: F401  # registers Hypothesis's profiles
from tests.backends import GRADIENT_BACKENDS, MAKERS, TestBackend


def backend_params(names: tuple[str, ...] = tuple(MAKERS)) -> list[object]:
    """One parameter per backend, marked with its name and grouped for xdist."""
    return [pytest.param(name, marks=[getattr(pytest.mark, name), pytest.mark.xdist_group(name)], id=name) for name in names]


@pytest.fixture(params=backend_params())
def backend(request: pytest.FixtureRequest) -> TestBackend:
    """Each of the four backends."""
    return MAKERS[request.param]()


@pytest.fixture(params=backend_params(GRADIENT_BACKENDS))
def gradient_backend(request: pytest.FixtureRequest) -> TestBackend:
    """Each backend that has gradients."""
    return MAKERS[request.param]()


@pytest.fixture
def rng() -> np.random.Generator:
    """Random numbers that are the same in each run."""
    return np.random.default_rng(0)
