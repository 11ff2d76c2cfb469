"""The card Time: a sweep that the machines of a cluster measure."""

from __future__ import annotations

import sys

import msgspec
import pytest

from workbench.core.cluster import SweepTold, lacking
from workbench.core.errors import Problem
from workbench.core.jobs import Machine, Roof, Timed, TimeResult
from workbench.gui.cluster.workers_box import CHECKS, WorkersBox
from workbench.gui.hosts import workers_process

needs_extra = pytest.mark.skipif(lacking() is not None, reason="op-workbench[cluster] is an extra")

PROGRAM = """
import json, sys
start, job = json.loads(sys.stdin.readline()), json.loads(sys.stdin.readline())
assert start["workers"]["address"] == "tcp://elsewhere:8786", start
assert job["type"] == "TimeJob" and not job["threads"] and len(job["points"]) == 5, job
for line in sys.argv[1:]:
    print(line, flush=True)
sys.stdin.read()
"""
NORTH, SOUTH = Machine("north", "A", 2), Machine("south", "B", 4)


def result(elements: int, machine: Machine) -> TimeResult:
    timed = tuple(
        Timed(name, f"{name}!", 1, 1.0, 9, 1.0, elements * by, elements * by)
        for name, by in (("torch", 0.01), ("onnxruntime", 0.02))
    )
    roofs = (Roof(1, 1e9, 1e9),)
    told = (elements, elements, None, timed, (), roofs, {"torch": "2"}, machine)
    return TimeResult(f"n = {elements}", {"a": (elements,)}, *told)


@pytest.fixture
def card(drive, document, qtbot, monkeypatch):
    """Of an op that has run; a sweep is chosen, of a cluster's machines."""
    card = drive.page("run").time
    document.set_text(document.source, "// host: sweep\n")
    drive.run_all()
    qtbot.waitUntil(card.button.isEnabled)
    assert card.where.isHidden()  # one call is measured here
    title = next(c.title for c in card._choices if c.axis)
    card.inputs.setCurrentIndex(card.inputs.findText(title))
    card.inputs.activated.emit(card.inputs.currentIndex())
    assert not card.where.isHidden()
    here = [card.threads.itemText(i) for i in range(card.threads.count())]
    drive.choose("timeWhere", "cluster")
    card.where.address.setText("tcp://elsewhere:8786")
    card.where.address.textEdited.emit("")
    assert card.threads.currentText() == "1 thread and the cores of the smallest machine"
    assert card.threads.currentText() not in here
    return card


def tells(monkeypatch, *told: SweepTold) -> None:
    lines = [msgspec.json.encode(one).decode() for one in told]
    command = [sys.executable, "-c", PROGRAM, *lines]
    monkeypatch.setattr(workers_process, "workers_command", lambda: command)


def test_results_are_shown_as_they_come_with_their_machines(card, qtbot, monkeypatch):
    doing = SweepTold(doing="measuring n = 4, 1 thread, on north")
    first = SweepTold(results=(result(40, SOUTH),))
    both = SweepTold(results=(result(4, NORTH), result(40, SOUTH)))
    tells(monkeypatch, doing, first, both)
    card.button.click()
    qtbot.waitUntil(lambda: len(card._found_here().results) == 2)
    assert card.button.text() == "Stop"
    assert card._line.text() == "Measuring n = 4, 1 thread, on north"
    names = [card.point.itemText(i) for i in range(card.point.count())]
    assert names == ["n = 4 · north", "n = 40 · south"]
    said = card._about.text()
    assert "Measured on south (B, 4 cores)" in said
    assert "Measured on machines that are not alike: compare what was measured on one" in said
    assert "torch!, on north: 4 " in card.plot.accessibleName()
    assert not card.plot.isHidden()
    card.button.click()
    assert card._line.text().startswith("Stopped. · Measured on ")
    assert len(card._found_here().results) == 2


def test_what_was_measured_stays_when_the_workers_are_lost(card, qtbot, monkeypatch):
    lost = Problem("cluster", "all workers are lost", "What was measured stays.")
    tells(monkeypatch, SweepTold(results=(result(4, NORTH),), problem=lost, over=True))
    card.button.click()
    qtbot.waitUntil(lambda: card.button.text() == "&Measure")
    assert card._line.text().startswith("All workers are lost. What was measured stays. · ")
    assert len(card._found_here().results) == 1


def test_a_run_here_does_not_end_what_is_measured_elsewhere(
    card, drive, document, qtbot, monkeypatch
):
    tells(monkeypatch, SweepTold(results=(result(4, NORTH),)))
    card.button.click()
    qtbot.waitUntil(lambda: bool(card._found_here().results))
    document.set_text(document.source, "// host: other\n")
    drive.run_all()
    assert card.button.text() == "Stop"
    card.button.click()


def test_the_address_is_known_on_the_checks_page_too(card):
    box = WorkersBox(CHECKS)
    assert box.address.text() == "tcp://elsewhere:8786"
    assert not box.workers().any  # where a check is run is another choice


@needs_extra
def test_an_address_that_is_none_is_told_as_by_a_check(card, qtbot):
    card.where.address.setText("nonsense")
    card.where.address.textEdited.emit("")
    card.button.click()
    qtbot.waitUntil(lambda: card.button.text() == "&Measure", timeout=60_000)
    assert card._line.text().startswith("'nonsense' is no address of a scheduler.")
