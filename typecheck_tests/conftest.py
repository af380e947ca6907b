"""The same profiles of Hypothesis as for the other tests."""

from __future__ import annotations

import tests.properties  # noqa: F401
