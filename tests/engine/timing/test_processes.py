"""Contenders' processes: one runs at a time, and one that does not answer is told as such."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.engine.timing.processes import GoneError, Process

SERVES = """
import os, sys
from workbench.engine.timing.turns import serve
def opened(file, threads):
    if file == "no": raise ValueError("not this one\\nand more")
    if file == "compile":
        said = "g++ failed\\n\\nCommand:\\n" + "-I/far " * 200 + "\\nOutput:\\na.cpp:3:10: fatal error: Python.h"
        raise RuntimeError(said + ": No such file\\ncompilation terminated.")
    if file == "crash": return os.abort
    if file == "wild": return lambda: os.write(int(sys.argv[1]), b"hello")
    if file == "slow":
        import time
        return lambda: time.sleep(60)
    return lambda: None
serve(opened, int(sys.argv[1]))
"""


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    made = Process([sys.executable, "-c", SERVES], tmp_path)
    made.ready(60)
    yield made
    made.close()


def test_calls_are_timed_and_the_first_apart(process: Process) -> None:
    assert process.ask("open file 1", 60)["first"] >= 0
    times = process.ask("run 0.01", 60)["times"]
    assert len(times) > 1
    assert all(t >= 0 for t in times)


def test_what_cannot_be_opened_says_why_and_the_next_one_can(process: Process) -> None:
    assert process.ask("open no 1", 60) == {"told": "ValueError: not this one and more"}
    assert process.ask("run 0.01", 60) == {"failed": "nothing is open"}
    assert "first" in process.ask("open file 1", 60)


def test_of_a_compiler_s_failure_its_errors_are_told_however_long_its_command(
    process: Process,
) -> None:
    told = "RuntimeError: g++ failed a.cpp:3:10: fatal error: Python.h: No such file"
    assert process.ask("open compile 1", 60) == {"told": told}


def test_it_does_not_run_while_it_is_not_its_turn(process: Process) -> None:
    process.ask("open file 1", 60)
    state = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0]
    assert state == "T"


def test_a_crash_is_told_with_its_signal(process: Process) -> None:
    with pytest.raises(GoneError, match="SIGABRT"):
        process.ask("open crash 1", 60)


def test_an_endless_call_is_ended(process: Process) -> None:
    with pytest.raises(GoneError, match="without an answer"):
        process.ask("open slow 1", 0.5)


def test_a_kernel_that_writes_to_the_descriptor_is_told(process: Process) -> None:
    with pytest.raises(GoneError, match="not its own"):
        process.ask("open wild 1", 60)


def test_one_that_does_not_answer_is_ended_and_takes_nothing_along(tmp_path: Path) -> None:
    silent = Process(["sh", "-c", "sleep 60"], tmp_path)
    with pytest.raises(GoneError, match="without an answer"):
        silent.ready(0.2)
    ours = os.pipe()  # has the number of its descriptor now
    silent.close()
    for descriptor in ours:
        os.close(descriptor)
