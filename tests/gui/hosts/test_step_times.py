"""What a step took before is known the next time, and how long it has been running."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Signal

from workbench.core.jobs import Progress, StageEnded
from workbench.gui.hosts import step_times
from workbench.gui.hosts.step_times import StepTimes

OP = Path("/op")


class Told(QObject):
    started = Signal(object, str)
    progress = Signal(object, object)
    ended = Signal(object, object)


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(step_times.time, "monotonic", lambda: now[0])
    return now


def run(told, clock, seconds, status="ok"):
    told.started.emit(OP, "build")
    told.progress.emit(OP, Progress(1, "build", 0, 1, "Precompiling headers"))
    clock[0] += seconds
    told.ended.emit(OP, StageEnded(1, "build", status, seconds))


def begun(told, clock, seconds):
    times = StepTimes(told.started, told.progress, told.ended)
    told.started.emit(OP, "build")
    told.progress.emit(OP, Progress(2, "build", 0, 1, "Precompiling headers"))
    clock[0] += seconds
    return times.words(OP)


def test_the_time_of_such_a_step_is_told_also_by_the_next_window(qapp, clock):
    told = Told()
    first = StepTimes(told.started, told.progress, told.ended)
    run(told, clock, 48)
    assert first.words(OP) == ""
    assert begun(Told(), clock, 1) == "", "a short step needs no words"
    assert begun(Told(), clock, 12) == "12 s of about 48 s"


def test_the_first_of_a_machine_is_told_by_what_it_usually_takes(qapp, clock):
    told = Told()
    times = StepTimes(told.started, told.progress, told.ended)
    told.started.emit(OP, "build")
    told.progress.emit(OP, Progress(1, "build", 0, 1, "Precompiling headers", usual=10.0))
    clock[0] += 8
    assert times.words(OP) == "8 s of about 10 s"
    clock[0] += 23
    assert times.words(OP) == "31 s, usually about 10 s", "other work may have slowed it"
    told.ended.emit(OP, StageEnded(1, "build", "ok", 31))
    assert begun(Told(), clock, 12) == "12 s of about 31 s", "what this machine took is nearer"


def test_what_failed_and_a_damaged_file_say_nothing(qapp, clock, tmp_path):
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "step_seconds.json").write_text("[1")
    told = Told()
    times = StepTimes(told.started, told.progress, told.ended)
    run(told, clock, 48, "failed")
    assert times.words(OP) == ""
    assert begun(Told(), clock, 12) == "12 s"
