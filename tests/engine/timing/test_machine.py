"""Which machine measured, and that nothing else is measured on it meanwhile."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.engine.store import Store
from workbench.engine.timing import machine
from workbench.engine.timing.machine import alone_here, identity, instructions, this_machine

HOLDER = """
import sys
from pathlib import Path
from workbench.engine.store import Store
from workbench.engine.timing.machine import alone_here
with alone_here(Store(Path(sys.argv[1])), lambda: None):
    print("inside", flush=True)
    sys.stdin.read()
"""


def test_a_machine_is_named_by_its_host_its_processors_model_and_its_cores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cpuinfo"
    file.write_text("processor\t: 0\nmodel name\t: A  Processor @ 2 GHz\nflags\t\t: fma avx2\n")
    monkeypatch.setattr(machine, "_PROCESSOR", file)
    here = this_machine()
    assert (here.host, here.processor) == (platform.node(), "A Processor @ 2 GHz")
    assert here.cores >= 1
    assert instructions() == "fma avx2"
    file.unlink()
    assert this_machine().processor  # an architecture at least
    assert identity() == identity() != ""


def test_who_wants_to_measure_meanwhile_waits_and_is_asked_again_and_again(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    waited = []
    with subprocess.Popen(command, stdin=-1, stdout=-1, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "inside\n"

        def wait() -> None:
            waited.append(other.poll())
            if len(waited) == 3:
                other.kill()

        with alone_here(Store(tmp_path), wait):
            assert other.wait(10) != 0
    assert len(waited) >= 3
    assert waited[0] is None
