"""The Checks page: how far a check is, what it has found, and how it ends."""

import sys

import pytest
from msgspec.structs import replace

from workbench import paths
from workbench.core.cells import FULL, extent, plan
from workbench.core.declaration.sample_model import Reference
from workbench.gui.hosts.checks import CHECK


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(tmp_path / "cache"))


def say(document, word):
    document.set_text(document.source, f"// host: {word}\n// {word}\n")


def check(drive, document, qtbot):
    engine = drive.session.engine
    with qtbot.waitSignal(engine.idle_changed, timeout=60_000, check_params_cb=bool):
        drive.trigger("check")
    return engine.checks.of(document.folder)


def left_behind():
    folder = paths.cache_dir() / "scratch"
    return list(folder.iterdir()) if folder.is_dir() else []


def until_under_way(drive, document, qtbot):
    checks = drive.session.engine.checks
    qtbot.waitUntil(
        lambda: (run := checks.of(document.folder)) is not None and run.text.startswith("checking")
    )
    return checks.of(document.folder)


def test_before_the_first_check_the_page_says_what_it_does(drive):
    page = drive.page("checks")
    assert page.banner.title.text() == "Not checked yet"
    assert "sizes (41)" in drive.find("checkAbout").text()
    assert "a minute" in drive.find("checkAbout").text()
    assert page.map.isHidden()
    assert drive.find("checkStart").text() == "Check"


def test_how_many_cells_each_way_has_is_told_before(drive, document, qtbot):
    drive.page("checks")
    box = drive.find("checkHow")
    op = document.op.resolved()
    assert [box.itemText(i) for i in range(box.count())] == [
        f"Each pair of levels: {len(plan(op).cells)} cells",
        "Every combination: 20,000 cells",
    ]
    assert drive.page("checks").how.left_out.isHidden()
    drive.choose("checkHow", FULL)
    left = extent(op, FULL).left_out
    assert drive.find("checkLeftOut").text().startswith(f"{left:,} more combinations are left out")
    # Another declaration has others.
    drive.page("model")
    drive.type("model.inputs[0].shape", "4, 3")
    drive.page("checks")
    assert (
        box.itemText(0) == f"Each pair of levels: {len(plan(document.op.resolved()).cells)} cells"
    )


def test_the_choice_can_be_read_after_a_check(drive, document, qtbot):
    page = drive.page("checks")
    check(drive, document, qtbot)
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees")
    box = drive.find("checkHow")
    words = box.fontMetrics().horizontalAdvance(box.currentText())
    qtbot.waitUntil(lambda: box.width() > words)


def test_every_combination_is_checked_where_that_is_chosen(drive, document, qtbot, monkeypatch):
    monkeypatch.setattr(sys.modules["workbench.core.cells.plan"], "_MOST", 500)
    page = drive.page("checks")
    drive.choose("checkHow", FULL)
    run = check(drive, document, qtbot)
    assert run.how == FULL
    assert len(run.check.plan.cells) == 500
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees")
    assert "combinations, those in which most is unusual at once" in drive.find("checkNotes").text()
    assert drive.find("checkHow").currentData() == FULL


def test_a_check_saves_runs_and_says_the_verdict_of_the_command(drive, document, qtbot):
    drive.page("signature")
    drive.type("doc", "other")
    run = check(drive, document, qtbot)
    assert not document.dirty
    assert drive.window.workspace.current_page() == "checks"
    page = drive.page("checks")
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees")
    assert page.banner.text.text().startswith(f"{run.total} agree (")
    assert page.banner.property("kind") == "ok"
    assert page.map.map.rowCount() == 41
    assert {c.status for c in page.map.map.square(1, 1)} == {"agrees"}
    assert drive.find("checkStart").text() == "Check again"
    assert left_behind() == []
    history = drive.window.workspace.jobs.history
    assert [history.topLevelItem(0).text(i) for i in range(3)] == [document.name, "Check", "done"]


def test_what_is_wrong_is_listed_first_and_leads_to_its_line(drive, document, qtbot):
    say(document, "wrong-cells")
    check(drive, document, qtbot)
    page = drive.page("checks")
    qtbot.waitUntil(lambda: page.banner.title.text() == "Differs")
    row = drive.find("finding0")
    assert row.title.text().startswith("sizes: n = 0 (")
    assert row.title.text().endswith(" cells, in PyTorch)")
    assert row.line.plain_text() == "kernel.cpp:2 y differs in 2 of 6 Look."
    assert drive.find("checkMap").square(1, 0)[0].status == "differs"
    assert "y differs in 2 of 6" in drive.find("checkMap").item(1, 0).toolTip()
    row.line.linkActivated.emit("0:at")
    assert drive.window.workspace.current_page() == "kernel"
    assert drive.page("kernel").current_path() == document.source


def test_a_finding_is_kept_as_a_case_in_one_step_of_undo(drive, document, qtbot):
    say(document, "wrong-cells")
    check(drive, document, qtbot)
    page = drive.page("checks")
    qtbot.waitUntil(lambda: page.banner.title.text() == "Differs")
    before = document.op
    drive.click("finding0.keep")
    case = document.op.model.cases[-1]
    assert (case.name, case.doc) == ("n_0", "sizes: n = 0")
    assert all(0 in e.shape for e in case.inputs)
    qtbot.waitUntil(lambda: not drive.find("finding0.keep").isEnabled())
    assert "it is the case 'n_0' already" in drive.find("finding0.keep").toolTip()
    assert page.banner.title.text() == "Out of date: Differs"
    drive.trigger("undo")
    assert document.op == before


def test_a_cell_is_saved_as_a_script_where_one_is_possible(
    drive, document, qtbot, answers, tmp_path
):
    said = []
    drive.session.engine.checks.said.connect(said.append)
    say(document, "wrong-cells")
    check(drive, document, qtbot)
    page = drive.page("checks")
    qtbot.waitUntil(lambda: page.banner.title.text() == "Differs")
    answers["choose_new_folder"] = None
    drive.click("finding0.script")
    assert said == []
    answers["choose_new_folder"] = tmp_path / "report"
    drive.click("finding0.script")
    script = tmp_path / "report" / "my_add_custom_cell.py"
    qtbot.waitUntil(lambda: f"The script is {script}. Note: no model." in said)
    assert script.read_text() == "sizes: n = 0 torch.so ort.so"
    # A kernel that ends the process leaves a script without a model.
    say(document, "wrong-cells-crash")
    drive.session.project.save()
    drive.click("finding0.script")
    qtbot.waitUntil(lambda: said[-1].endswith("Note: it has no ONNX model: it crashed."))
    # What only this program sees is no script.
    drive.find("checkRows").setCurrentText("look")
    drive.find("checkRows").activated.emit(0)
    page.map.map.setCurrentCell(2, 0)
    assert "own way to look at a kernel" in page.map.row.script.toolTip()
    assert not page.map.row.script.isEnabled()


def test_what_a_case_cannot_say_is_not_offered_and_says_why(drive, document, qtbot):
    check(drive, document, qtbot)
    page = drive.page("checks")
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees")
    drive.find("checkColumns").setCurrentText("threads")
    drive.find("checkColumns").activated.emit(0)
    page.map.map.setCurrentCell(0, 1)
    assert page.map.row.title.text() == "threads: 1 (agrees)"
    assert not page.map.row.keep.isEnabled()
    assert "a case says which inputs, not 'threads: 1'" in page.map.row.keep.toolTip()


def test_stop_ends_it_keeps_what_is_known_and_leaves_nothing(drive, document, qtbot):
    say(document, "hanging-cells")
    drive.trigger("check")
    run = until_under_way(drive, document, qtbot)
    assert left_behind() != []
    page = drive.page("checks")
    qtbot.waitUntil(lambda: page.banner.title.text() == "Checking")
    assert f"of {run.total} cells" in page.banner.text.text()
    with qtbot.waitSignal(drive.session.engine.idle_changed, check_params_cb=bool):
        drive.click("checkStop")
    qtbot.waitUntil(lambda: page.banner.text.text().startswith("Stopped before its end."))
    assert page.banner.title.text() == "Stopped"
    assert left_behind() == []
    assert drive.window.workspace.jobs.history.topLevelItem(0).text(2) == "stopped"


def test_run_all_goes_first_and_says_so(drive, document, qtbot):
    say(document, "hanging-cells")
    drive.trigger("check")
    until_under_way(drive, document, qtbot)
    drive.run_all()
    assert drive.window.workspace.ops.lights(document.folder) == ["ok"] * 5
    assert drive.session.engine.checks.of(document.folder).stopped
    assert "what is asked for now goes first" in drive.window.status.message()
    assert left_behind() == []


def test_a_check_waits_for_what_runs(drive, document, qtbot):
    stages = []
    drive.session.engine.stage_ended.connect(lambda _, ended: stages.append(ended.stage))
    drive.session.engine.run([document.folder])
    with qtbot.waitSignal(drive.session.engine.idle_changed, timeout=60_000, check_params_cb=bool):
        drive.session.engine.check(document.folder)
        assert drive.session.engine.checks.of(document.folder).is_waiting
    assert stages == ["build", "export", "graph", "run", "compare", CHECK]


def test_a_check_that_proves_nothing_offers_a_reference(drive, document, qtbot):
    say(document, "unverified")
    drive.session.project.edit(document, "x", lambda op: replace(op, reference=Reference()))
    check(drive, document, qtbot)
    page = drive.page("checks")
    qtbot.waitUntil(lambda: page.banner.title.text() == "Runs alike, not verified")
    assert page.banner.step.text() == "Draft a reference"
    page.banner.step.click()
    qtbot.waitUntil(lambda: document.op.reference.python == "torch.add(a, b)")


def test_a_check_that_found_something_stands_beside_a_green_verdict(drive, document, qtbot):
    drive.run_all()
    chip = drive.window.workspace.header.check
    assert chip.isHidden()
    say(document, "wrong-cells")
    check(drive, document, qtbot)
    drive.run_all()
    drive.page("run")
    qtbot.waitUntil(chip.isVisible)
    assert (chip.text(), chip.property("chip")) == ("Its check differs", "differs")
    chip.click()
    assert drive.window.workspace.current_page() == "checks"
    document.set_text(document.source, "// other\n")
    qtbot.waitUntil(chip.isHidden)


def test_an_edit_makes_it_out_of_date(drive, document, qtbot):
    check(drive, document, qtbot)
    page = drive.page("checks")
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees")
    document.set_text(document.source, "// other\n")
    qtbot.waitUntil(lambda: page.banner.title.text() == "Out of date: Agrees")
    assert page.banner.property("kind") == "stale"
    assert page.banner.text.text().startswith("There are unsaved edits since this check.")


def test_a_failed_build_is_told_with_its_line(drive, document, qtbot):
    say(document, "compile-error")
    check(drive, document, qtbot)
    page = drive.page("checks")
    qtbot.waitUntil(lambda: page.banner.title.text() == "Failed")
    assert page.banner.line.plain_text() == "kernel.cpp:2 expected ';' Add it."


def test_closing_the_window_leaves_nothing(drive, document, qtbot):
    say(document, "hanging-cells")
    drive.trigger("check")
    until_under_way(drive, document, qtbot)
    engine = drive.session.engine
    with qtbot.waitSignal(engine.closed, timeout=60_000):
        engine.shutdown()
    assert left_behind() == []
    for host in engine.hosts.values():
        assert host.state == "off"
    engine._closing = False  # the fixture closes it once more
