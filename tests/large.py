"""How much the tests do: the quick profile of ``make test``, or the large one of ``make test-all``."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

__all__ = ["examples", "large", "load_profile"]

_IS_LARGE = os.environ.get("TEST_PROFILE") == "large"
_QUICK = 50
_MORE = 10

large = pytest.mark.skipif(not _IS_LARGE, reason="for make test-all")
"""What takes minutes, and is held in a smaller form by another test."""


def examples(quick: int) -> settings:
    """How many random examples a test tries; the large profile tries ten times as many."""
    return settings(max_examples=quick * _MORE if _IS_LARGE else quick)


def load_profile() -> None:
    """No deadline, and no complaint about a slow machine: it may be busy with other work."""
    checks = (HealthCheck.too_slow, HealthCheck.data_too_large)
    settings.register_profile(
        "ours",
        deadline=None,
        max_examples=_QUICK * (_MORE if _IS_LARGE else 1),
        suppress_health_check=checks,
    )
    settings.load_profile("ours")
