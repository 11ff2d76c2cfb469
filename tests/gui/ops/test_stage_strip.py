"""The stages in the header of an op: what they say, and where they lead."""

import pytest
from PySide6.QtCore import Qt

from workbench.core.jobs import STAGES
from workbench.gui.ops.status import stage_steps, status_of


def steps(drive):
    return drive.window.workspace.header.strip.steps


def test_the_strip_names_each_stage_and_says_what_it_took(drive, document, qtbot):
    assert [step.text() for step in steps(drive).values()] == [
        "Build", "Export", "Graph", "Run", "Compare",
    ]  # fmt: skip
    assert {step.note for step in steps(drive).values()} == {""}
    drive.run_all()
    shown = stage_steps(document, drive.session.engine)
    assert [step.light for step in shown] == ["ok"] * 5
    assert [steps(drive)[s.stage].note for s in shown] == [s.note for s in shown]
    assert "Compare with PyTorch: done" in steps(drive)["compare"].toolTip()
    document.set_text(document.source, "// another\n")
    assert {step.note for step in steps(drive).values()} == {"stale"}


def test_a_stage_leads_to_what_it_has_to_show(drive, document, qtbot):
    drive.run_all()
    workspace = drive.window.workspace
    for stage, page in (("graph", "graph"), ("run", "run"), ("compare", "run")):
        workspace.show_page("kernel")
        qtbot.mouseClick(steps(drive)[stage], Qt.MouseButton.LeftButton)
        assert workspace.current_page() == page
    for stage in ("build", "export"):
        workspace.panels.set_by_hand(False)
        qtbot.mouseClick(steps(drive)[stage], Qt.MouseButton.LeftButton)
        assert workspace.panels.isVisible()
        assert workspace.panels.currentWidget() is workspace.log


def test_a_stage_that_failed_leads_to_the_place(drive, document, qtbot):
    document.set_text(document.source, "int a;\nint b // host: compile-error\n")
    drive.run_all()
    assert steps(drive)["build"].note == "failed"
    drive.page("signature")
    qtbot.mouseClick(steps(drive)["build"], Qt.MouseButton.LeftButton)
    assert drive.window.workspace.current_page() == "kernel"


def test_the_verdict_leads_to_the_run(drive, qtbot):
    drive.page("signature")
    qtbot.mouseClick(drive.window.workspace.header.verdict, Qt.MouseButton.LeftButton)
    assert drive.window.workspace.current_page() == "run"


def test_a_running_stage_says_since_when(drive, document, qtbot):
    document.set_text(document.source, "// host: hang\n")
    with qtbot.waitSignal(
        drive.session.engine.stage_started,
        check_params_cb=lambda folder, _stage: folder == document.folder,
        timeout=60_000,
    ):
        drive.trigger("run")
    step = steps(drive)["build"]
    qtbot.waitUntil(lambda: step.note.endswith(" s"))
    drive.trigger("stop")
    qtbot.waitUntil(lambda: drive.session.engine.idle)


@pytest.mark.parametrize("width", [1024, 820])
def test_every_stage_has_room_for_its_name(drive, qtbot, width):
    drive.run_all()
    drive.window.resize(width, 700)
    strip = drive.window.workspace.header.strip
    qtbot.waitUntil(lambda: drive.window.width() == width and strip.width() < width)
    for stage in STAGES:
        step = strip.steps[stage]
        metrics = step.fontMetrics()
        room = step.width() - metrics.horizontalAdvance(step.text()) - 14
        assert room > (metrics.horizontalAdvance("0.25 s") if width == 1024 else 0)


def test_between_two_stages_the_op_is_running_still(drive, document, qtbot):
    engine, seen = drive.session.engine, []

    def look(folder):
        if folder == document.folder:
            seen.append(status_of(document, engine).title)

    engine.state_changed.connect(look)
    drive.run_all()
    engine.state_changed.disconnect(look)
    run = seen[seen.index("Running") :]
    assert run.pop() == "Agrees with PyTorch"
    assert set(run) == {"Running"}, run
