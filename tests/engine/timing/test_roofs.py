"""The roofs of the machine."""

import os

import pytest

from workbench.engine.store import Store
from workbench.engine.timing.roofs import measured_roofs


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one core has one roof")
def test_two_cores_compute_twice_as_much() -> None:
    # New threads begin on one core: every other try saw the roof of one. A busy machine may spoil one.
    tries = [measured_roofs([1, 2], Store()) for _ in range(6)]
    ratios = sorted(two.flops / one.flops for one, two in tries)
    assert 1.5 < ratios[1] <= ratios[-1] < 2.5
