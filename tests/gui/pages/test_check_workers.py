"""Workers on the Checks page: the choice, what it lacks, and a check over real ones."""

from __future__ import annotations

import sys

import pytest

from workbench.core.checking import CELL_LIMITS, DividedCheck
from workbench.core.cluster import CheckStart, Workers, WorkersTold, lacking
from workbench.core.errors import Problem
from workbench.gui.cluster.workers_box import CHECKS, WorkersBox
from workbench.gui.hosts.workers_process import WorkersProcess

needs_extra = pytest.mark.skipif(lacking() is not None, reason="op-workbench[cluster] is an extra")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(tmp_path / "cache"))


def test_none_is_the_usual_choice_and_another_one_is_remembered(drive):
    box = drive.page("checks").workers
    checks = drive.session.engine.checks
    assert checks.workers == Workers()
    assert not checks.workers.any
    assert box.number.isHidden()
    assert box.address.isHidden()
    drive.choose("checkWhere", "here")
    drive.choose("checkWorkers", 3)
    assert checks.workers == Workers(3)
    drive.choose("checkWhere", "cluster")
    assert box.number.isHidden()
    assert not box.address.isHidden()
    box.address.setText("tcp://elsewhere:8786")
    box.address.textEdited.emit("")
    assert checks.workers == Workers(address="tcp://elsewhere:8786")
    assert WorkersBox(CHECKS).workers() == Workers(
        address="tcp://elsewhere:8786"
    )  # at the next start
    drive.choose("checkWhere", "")
    assert not checks.workers.any


def test_what_is_not_installed_is_told_where_it_is_chosen(drive, document, qtbot, monkeypatch):
    module = sys.modules["workbench.core.cluster.workers"]
    monkeypatch.setattr(module, "_MODULES", ("is_not_installed",))
    box = drive.page("checks").workers
    assert box.lacking.text() == ""
    drive.choose("checkWhere", "here")
    words = box.lacking.text()
    assert words.startswith("Workers need dask.distributed: is_not_installed cannot")
    assert "pip install 'op-workbench[cluster]'" in words


@needs_extra
def test_an_address_that_is_none_ends_the_check_with_its_reason(drive, document, qtbot):
    page = drive.page("checks")
    box = page.workers
    drive.choose("checkWhere", "cluster")
    box.address.setText("nonsense")
    box.address.textEdited.emit("")
    drive.trigger("check")
    qtbot.waitUntil(lambda: page.banner.title.text() == "Failed", timeout=60_000)
    assert "'nonsense' is no address of a scheduler" in page.banner.line.plain_text()
    assert drive.session.engine.idle


def test_a_program_that_ends_by_itself_is_told(qtbot, tmp_path):
    command = [sys.executable, "-c", "import sys; sys.exit('no workers today')"]
    start = CheckStart(Workers(1), str(tmp_path), str(tmp_path), CELL_LIMITS)
    process = WorkersProcess(start, command=command)
    with qtbot.waitSignal(process.told, timeout=60_000) as signal:
        pass
    (told,) = signal.args
    assert isinstance(told, WorkersTold)
    assert told.problem is not None
    assert "ended by itself (status 1)" in told.problem.message
    assert "no workers today" in told.problem.hint


def test_no_part_is_made_until_there_are_workers(document, tmp_path):
    check = DividedCheck(document.folder, document.op.resolved(), tmp_path)
    assert check.next_jobs()
    assert not check.next_parts()
    assert not check.idle
    check.workers_failed(Problem("cluster", "gone"))
    assert check.report().error is not None
