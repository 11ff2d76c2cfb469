"""What a check finds at a line is listed and marked there, until it is about something else."""

import pytest
from msgspec.structs import replace

from tests.gui.problems.conftest import change
from workbench.core.declaration.op import Arg, Backward, Output
from workbench.core.op_toml.key_path import replace_at


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def marked(drive, document):
    """The marked lines of the kernel."""
    editor = drive.page("kernel").editor

    def lines() -> list[int]:
        marks = editor._markers.get(str(document.source), {})
        return [m.line for m in marks.get("workbench", [])]

    return lines


@pytest.fixture
def checked(drive, document, qtbot, listed):
    """A check that finds line 2 wrong where there are no elements."""
    document.set_text(document.source, "// host: wrong-cells\n// wrong-cells\n")
    with qtbot.waitSignal(drive.session.engine.idle_changed, timeout=60_000, check_params_cb=bool):
        drive.trigger("check")
    qtbot.waitUntil(lambda: bool(listed("parity")))


def test_a_finding_is_a_row_and_a_mark_at_its_line(drive, document, qtbot, checked, listed, marked):
    (entry,) = listed("parity")
    assert entry.problem.message == "Y differs in 2 of 6 (check: sizes: n = 0)"
    assert entry.location.endswith("kernel.cpp:2")
    assert marked() == [2]
    drive.page("checks")
    drive.window.workspace.reveal(entry)
    assert drive.window.workspace.current_page() == "kernel"


def test_it_goes_when_its_source_changes_and_comes_back_with_it(
    drive, document, qtbot, checked, listed, marked
):
    change(document, "// wrong-cells", "// wrong-cells;")
    qtbot.waitUntil(lambda: not listed("parity") and not marked())
    change(document, "// wrong-cells;", "// wrong-cells")
    qtbot.waitUntil(lambda: bool(listed("parity")) and marked() == [2])
    # What it is tried with is nothing that the line is about.
    drive.page("checks")
    drive.click("finding0.keep")
    qtbot.waitUntil(lambda: "Out of date" in drive.page("checks").banner.title.text())
    assert len(listed("parity")) == 1


def test_a_new_check_takes_it_away_until_it_has_ended(
    drive, document, qtbot, checked, listed, marked
):
    engine, gone = drive.session.engine, []
    engine.checks.progress.connect(
        lambda *_: gone.append(not drive.window.workspace.feed.of_runs(document.folder))
    )
    with qtbot.waitSignal(engine.idle_changed, timeout=60_000, check_params_cb=bool):
        drive.trigger("check")
        qtbot.waitUntil(lambda: not listed("parity"))
        assert marked() == []
    assert gone
    assert all(gone)
    qtbot.waitUntil(lambda: bool(listed("parity")) and marked() == [2])


def test_a_build_that_a_check_fails_at_is_listed_once(drive, document, qtbot, listed):
    document.set_text(document.source, "// host: compile-error\n// compile-error\n")
    with qtbot.waitSignal(drive.session.engine.idle_changed, timeout=60_000, check_params_cb=bool):
        drive.trigger("check")
    qtbot.waitUntil(lambda: len(listed("compile")) == 1)
    drive.run_all()
    qtbot.wait(60)
    assert len(listed("compile")) == 1


def test_a_finding_about_the_declaration_is_a_row_that_leads_to_its_field(
    drive, document, qtbot, listed
):
    document.set_text(document.source, "// host: wrong-cells-declared\n")
    with qtbot.waitSignal(drive.session.engine.idle_changed, timeout=60_000, check_params_cb=bool):
        drive.trigger("check")
    qtbot.waitUntil(lambda: bool(listed("parity")))
    (entry,) = listed("parity")
    assert "Signature" in entry.location
    drive.window.workspace.reveal(entry)
    assert drive.window.workspace.current_page() == "signature"


def test_a_check_is_out_of_date_where_what_it_alone_tries_has_changed(drive, document, qtbot):
    with qtbot.waitSignal(drive.session.engine.idle_changed, timeout=60_000, check_params_cb=bool):
        drive.trigger("check")
    title = drive.page("checks").banner.title
    qtbot.waitUntil(lambda: title.text() == "Agrees")
    edit, before = drive.session.project.edit, document.op.backward
    other = {document.op.args[0].name: "5 * grad"}
    edit(document, "x", lambda op: replace_at(op, "backward.formulas", other))
    qtbot.waitUntil(lambda: title.text() == "Out of date: Agrees")
    edit(document, "x", lambda op: replace(op, backward=before))
    qtbot.waitUntil(lambda: title.text() == "Agrees")


def test_a_check_is_out_of_date_where_the_op_that_is_its_backward_has_changed(
    drive, session, project_folder, document, qtbot
):
    other = session.project.documents[project_folder / "ops" / "dual_residual"]
    edit = session.project.edit
    outputs = tuple(Output(f"grad_{name}", "float32", "grad.shape") for name in "ab")
    edit(other, "x", lambda op: replace(op, args=(Arg("grad"),), outputs=outputs))
    session.project.save()
    edit(document, "x", lambda op: replace(op, backward=Backward(op=other.op.name)))
    drive.run_all()
    with qtbot.waitSignal(drive.session.engine.idle_changed, timeout=60_000, check_params_cb=bool):
        drive.trigger("check")
    title = drive.page("checks").banner.title
    qtbot.waitUntil(lambda: title.text() == "Agrees")
    other.set_text(other.source, other.text(other.source) + "// another kernel")
    session.project.save()
    qtbot.waitUntil(lambda: title.text() == "Out of date: Agrees")
