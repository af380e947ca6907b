"""How many examples a property test draws: few and always the same in `make test`, many and new ones in `make fuzz`."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

__all__ = ["examples"]

FUZZ_EXAMPLES = 500
_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.function_scoped_fixture, HealthCheck.too_slow], "print_blob": True}

settings.register_profile("ci", derandomize=True, **_COMMON)  # type: ignore[arg-type]  # mypy reads the dict's values as one type
settings.register_profile("fuzz", derandomize=False, **_COMMON)  # type: ignore[arg-type]  # as above
settings.load_profile("ci")  # before pytest loads the profile of --hypothesis-profile, if there is one


def examples(number: int, *, fuzz: int = FUZZ_EXAMPLES) -> settings:
    """Settings for a property test: that many examples, and `fuzz` of them in the profile of that name."""
    fuzzing = settings.get_current_profile_name() == "fuzz"
    return settings(max_examples=fuzz if fuzzing else number)
