"""How much the tests do: the quick profile of ``make test``, or the large one of ``make test-large``."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable

import pytest
from hypothesis import HealthCheck, settings

__all__ = ["IS_LARGE", "LEFT_OUT", "examples", "large", "load_profile", "some"]

IS_LARGE = os.environ.get("TEST_PROFILE") == "large"
_QUICK = 50
_MORE = 10

LEFT_OUT = "for make test-large, which make test-all begins with"
"""Why a test is skipped that is marked ``large``; the end of a run says how many these are."""

large = pytest.mark.skipif(not IS_LARGE, reason=LEFT_OUT)
"""What takes long, and is held in a smaller form by another test: the one mark for it."""


def examples(quick: int, more: int = 0) -> settings:
    """How many random examples a test tries; the large profile tries ten times as many, or ``more``."""
    return settings(max_examples=(more or quick * _MORE) if IS_LARGE else quick)


def some(values: Iterable[object], quick: Container[object]) -> list[object]:
    """The values of a parameter; those that are not ``quick`` are for the large profile."""
    return [value if value in quick else pytest.param(value, marks=large) for value in values]


def load_profile() -> None:
    """No deadline, and no complaint about a slow machine: it may be busy with other work."""
    checks = (HealthCheck.too_slow, HealthCheck.data_too_large)
    settings.register_profile(
        "ours",
        deadline=None,
        max_examples=_QUICK * (_MORE if IS_LARGE else 1),
        suppress_health_check=checks,
    )
    settings.load_profile("ours")
