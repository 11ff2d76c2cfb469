"""What waits in a host's children takes no processor from what works."""

import json
import os
import subprocess
import sys

import pytest

SCRIPT = """
import json, os, sys, time
from workbench.engine.host import warm
with warm.patient_threads():
    import torch
torch.set_num_threads(2)
x = torch.zeros(400, 400)
def loops():
    for _ in range(40):
        torch.sin(x)
        time.sleep(0.004)
loops()
start = time.process_time()
loops()
seen = time.process_time() - start
json.dump([seen, os.environ.get("OMP_WAIT_POLICY")], sys.stdout)
"""


def loops(**environment: str) -> tuple[float, str | None]:
    """Seconds of processor time of 40 short parallel loops with pauses, and the variable after them."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_"))}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=kept | environment, capture_output=True, check=True
    )
    seconds, policy = json.loads(done.stdout)
    return seconds, policy


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one core has no second thread")
def test_threads_of_torch_sleep_between_parallel_loops() -> None:
    sleeping, left = loops()
    assert left is None, "what is started from a host runs as everywhere"
    spinning, asked = loops(OMP_WAIT_POLICY="ACTIVE")
    assert asked == "ACTIVE", "what the user asks for stays"
    assert sleeping < spinning / 3
