"""The roofs of the machine."""

import os

import pytest

from workbench.engine.store import Store
from workbench.engine.timing.roofs import measured_roofs


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one core has one roof")
def test_two_cores_compute_twice_as_much() -> None:
    # New threads begin on one core: each try had about one chance in two to see the roof of one.
    for _ in range(4):
        one, two = measured_roofs([1, 2], Store())
        assert 1.5 < two.flops / one.flops < 2.5
