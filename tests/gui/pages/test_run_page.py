"""The Run page with several sets of inputs: which one agrees, and which does not."""

import contextlib
import sqlite3
import zipfile

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QLabel

from tests.gui.conftest import Driver
from workbench.core.declaration.sample_model import Reference
from workbench.core.delivery import FORMS, Form
from workbench.core.jobs import ExportedCase, ExportResult
from workbench.core.storage import project, trust
from workbench.core.storage.history_file import history_file
from workbench.core.styles import Words
from workbench.gui.look.lights import light_icon
from workbench.gui.ops.status import OpStatus, lights, status_of, summary


def cells(table, row):
    return [table.item(row, column).text() for column in range(table.columnCount())]


def test_a_model_that_serves_several_cases_is_listed_once(drive, document):
    page = drive.page("run")
    cases = (("", "m"), ("flat", "flat.onnx"), ("flat, n = 3", "flat.onnx"), ("deep", "deep.onnx"))
    made = tuple(ExportedCase(name, model, "", "") for name, model in cases)
    page._show_case_files(ExportResult(made))
    shown = [line.text() for line in page._case_files]
    assert shown == ["flat.onnx", "deep.onnx"]


def test_cases_have_a_column_only_where_there_are_several(drive, document, qtbot):
    page = drive.page("run")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    outputs = drive.find("parityTable")
    last = outputs.columnCount() - 1
    assert outputs.isColumnHidden(last)
    document.set_text(document.source, "// host: cases\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Differs from PyTorch")
    assert "(case larger)" in page.banner.text.text()
    assert not outputs.isColumnHidden(last)
    assert outputs.horizontalHeader().visualIndex(last) == 0
    assert [cells(outputs, row)[last] for row in range(2)] == ["main", "larger"]
    assert page.elements.compared.case == "larger"  # the one that differs
    assert outputs.currentRow() == 1
    document.set_text(document.source, "\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    assert outputs.isColumnHidden(last)


def test_a_failed_build_says_where_and_goes_there(drive, document, qtbot):
    page = drive.page("run")
    document.set_text(document.source, "// host: compile-error\nint x\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Build failed")
    assert page.banner.line.plain_text() == "kernel.cpp:2 expected ';' Add it."
    page.banner.line.setFocus()
    qtbot.keyClick(page.banner.line, Qt.Key.Key_Tab)  # to the link, as the keyboard does
    page.banner.line.linkActivated.emit("0:at")
    assert drive.window.workspace.current_page() == "kernel"
    assert drive.page("kernel").current_path() == document.source


def test_a_run_of_a_skeleton_names_the_line_to_write(drive, document, qtbot):
    page = drive.page("run")
    head = document.texts[document.source].partition("  if (y.numel()")[0]
    text = f'// host: unwritten\n{head}  wb::fail("my_add is not written yet");\n}}\n'
    document.set_text(document.source, text)
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Run in ONNX Runtime failed")
    line = text[: text.index("is not written yet")].count("\n") + 1
    assert page.banner.line.plain_text().startswith(
        f"kernel.cpp:{line} the kernel failed in ONNX Runtime: my_add is not written yet"
    )
    page.banner.line.linkActivated.emit("0:at")
    assert drive.window.workspace.current_page() == "kernel"
    # The note that said so before the run is not said twice.
    feed = drive.window.workspace.feed
    qtbot.waitUntil(lambda: [p.kind for p in feed.of_op(document.folder)] == ["unwritten"])


def test_what_only_runs_alike_is_not_green_and_a_reference_is_a_click_away(drive, document, qtbot):
    page = drive.page("run")
    drive.session.project.edit(document, "x", lambda op: replace(op, reference=Reference()))
    document.set_text(document.source, "// host: unverified\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Runs alike, not verified")
    assert "both runtimes run the same kernel" in page.banner.line.plain_text()
    assert lights(document, drive.session.engine)["compare"] == "unverified"
    assert status_of(document, drive.session.engine).kind == "unverified"
    image = drive.find("parityTable").item(0, 2).icon().pixmap(16).toImage()
    assert image != light_icon("ok").pixmap(16).toImage()
    assert image == light_icon("unverified").pixmap(16).toImage()
    assert page.banner.step.text() == "Draft a reference"
    (problem,) = page.banner.line.problems()
    assert page.binder.fixes.offered(document, problem) == ["Draft a reference"]
    qtbot.mouseClick(page.banner.step, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: document.op.reference.python == "torch.add(a, b)")
    said = drive.window.status.message()
    assert said == (
        "The reference is torch.add(a, b); see that it is what is meant. F5 compares with it."
    )
    assert page.binder.fixes.offered(document, problem) == []  # it is done
    drive.trigger("undo")
    assert not document.op.reference.declared
    document.set_text(document.source, "\n")
    drive.run_all()
    page = drive.page("run")
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    assert page.banner.step.isHidden()


def test_where_nothing_has_the_name_a_head_is_drafted_and_opened(drive, document, qtbot):
    drive.session.project.edit(document, "x", lambda op: replace(op, reference=Reference()))
    document.set_text(document.source, "// host: unverified-nameless\n")
    drive.run_all()
    panel = drive.window.workspace.problems
    qtbot.waitUntil(lambda: any(e.problem.kind == "unverified" for e in panel.entries()))
    row = next(i for i, e in enumerate(panel.entries()) if e.problem.kind == "unverified")
    panel.view.setCurrentIndex(panel.view.model().index(row, 0))
    assert panel.fix_bar.titles() == ["Draft a reference"]
    panel.fix_chosen.emit(panel.entries()[row], "Draft a reference")
    path = document.folder / "reference.py"
    qtbot.waitUntil(lambda: document.texts.get(path) == "def my_add_custom(a, b): ...")
    reference = document.op.reference
    assert (reference.source, reference.function) == ("reference.py", "my_add_custom")
    assert drive.page("kernel").current_path() == path
    assert "write what it computes" in drive.window.status.message()


def test_the_status_bar_counts_what_is_not_verified():
    shown = [OpStatus("ok", ""), OpStatus("unverified", ""), OpStatus("unverified", "")]
    assert summary(shown) == ("unverified", "1 agrees · 2 not verified")


@pytest.fixture
def agreeing(drive, qtbot):
    page = drive.page("run")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    qtbot.waitUntil(drive.find("deliver").isEnabled)
    return page


@pytest.fixture
def dialog(drive, agreeing):
    """The Deliver dialog of an op that agrees."""
    drive.click("deliver")
    return drive.find("deliverDialog")


def words(dialog, name):
    return dialog.findChild(QLabel, name).text()


def test_what_is_only_exported_is_delivered_for_another_runtime(drive, document, qtbot):
    other = lambda op: replace(op, ort=replace(op.ort, implementation="export-only"))  # noqa: E731
    drive.session.project.edit(document, "x", other)
    drive.page("run")
    drive.run_all()
    qtbot.waitUntil(drive.find("deliver").isEnabled)
    drive.click("deliver")
    dialog = drive.find("deliverDialog")
    assert not drive.find("deliver.form.ort").isEnabled(), "nothing runs its model there"
    drive.find("deliver.form.rknn").setChecked(True)
    assert words(dialog, "deliver.problem").startswith("It is only exported")
    assert not drive.find("deliver.go").isEnabled()
    drive.find("deliver.unverified").setChecked(True)
    assert drive.find("deliver.go").isEnabled()
    drive.find("deliver.leave").click()


def test_what_only_a_gpu_could_run_says_so_at_each_form(drive, document, qtbot):
    (document.folder / "kernel.cu").write_text("#include <workbench/cuda.h>\n")
    other = lambda op: replace(op, kernel=replace(op.kernel, style="cuda", source="kernel.cu"))  # noqa: E731
    drive.session.project.edit(document, "x", other)
    drive.page("run")
    drive.run_all()
    qtbot.waitUntil(drive.find("deliver").isEnabled)
    drive.click("deliver")
    dialog = drive.find("deliverDialog")
    for form in FORMS.values():
        if not form.is_check:
            assert not drive.find(f"deliver.form.{form.name}").isEnabled()
            about = words(dialog, f"deliver.about.{form.name}")
            assert "nothing has run here that a delivery could promise" in about
    assert drive.find("deliver.form.check").isChecked()
    dialog.reject()


def test_what_agrees_is_delivered_to_a_new_folder(drive, dialog, qtbot, answers, tmp_path):
    said = []
    drive.session.services.said.connect(said.append)
    assert all(drive.find(f"deliver.form.{form}") for form in FORMS)
    home = drive.session.project.folder.parent
    assert drive.find("deliver.target").text() == str(home / "my_add_custom_ort")
    drive.find("deliver.zip").setChecked(True)
    assert drive.find("deliver.target").text() == str(home / "my_add_custom_ort.zip")
    drive.find("deliver.zip").setChecked(False)
    answers["choose_new_folder"] = tmp_path / "out"
    drive.click("deliver.choose")
    assert drive.find("deliver.target").text() == str(tmp_path / "out")
    drive.click("deliver.go")
    qtbot.waitUntil(lambda: words(dialog, "deliver.done") == "Delivered")
    assert said == [f"Delivered to {tmp_path / 'out'}. run.py: agrees: 1 of 1 outputs"]
    assert "<b>run.py</b>: agrees: 1 of 1 outputs<br>Python" in words(dialog, "deliver.checks")
    assert drive.find("deliver.show").isVisible()
    # What is there is not touched, and that is said before anything is asked of the host.
    (tmp_path / "out" / "mine").touch()
    drive.click("deliver.go")
    drive.find("deliver.target").setText(str(tmp_path / "out"))
    assert words(dialog, "deliver.problem").startswith("The folder is not empty.")
    assert not drive.find("deliver.go").isEnabled()
    drive.find("deliver.target").setText(str(tmp_path / "other"))
    assert drive.find("deliver.go").isEnabled()
    drive.find("deliver.target").setText("  ")
    assert words(dialog, "deliver.problem").startswith("There is no place for it.")
    dialog.reject()
    qtbot.waitUntil(lambda: drive.window.findChild(QDialog, "deliverDialog") is None)


def test_a_delivery_that_fails_is_told_in_the_dialog(drive, dialog, document, qtbot, tmp_path):
    (document.folder / "kernel.cpp").write_text("// host: disk-full\n")
    drive.find("deliver.target").setText(str(tmp_path / "out"))
    drive.click("deliver.go")
    qtbot.waitUntil(lambda: words(dialog, "deliver.done") == "Not delivered")
    assert words(dialog, "deliver.said") == "The delivery cannot be written."
    drive.click("deliver.go")
    assert drive.find("deliver.target").isVisible()


def test_what_is_not_verified_is_delivered_when_the_user_says_so(drive, document, qtbot, tmp_path):
    page = drive.page("run")
    document.set_text(document.source, "// host: unverified-nameless\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Runs alike, not verified")
    qtbot.waitUntil(drive.find("deliver").isEnabled)
    drive.click("deliver")
    dialog = drive.find("deliverDialog")
    drive.find("deliver.target").setText(str(tmp_path / "out"))
    assert "give --unverified" in words(dialog, "deliver.problem")
    assert not drive.find("deliver.go").isEnabled()
    drive.find("deliver.unverified").setChecked(True)
    assert drive.find("deliver.go").isEnabled()
    dialog.reject()


def test_a_form_that_cannot_be_says_why_in_its_place(drive, agreeing, qtbot, monkeypatch):
    monkeypatch.setattr(type(FORMS["ort"]), "refusal", lambda self, op: ("no kernel", "Add one."))
    drive.click("deliver")
    dialog = drive.find("deliverDialog")
    assert not drive.find("deliver.form.ort").isEnabled()
    assert words(dialog, "deliver.about.ort") == "No kernel. Add one."
    dialog.reject()


def test_a_further_form_is_offered_as_it_is(drive, agreeing, monkeypatch):
    class Later(Form):
        name, order, together = "later", 99, True
        words = Words("A later form", "later", "What it will hold.")

    monkeypatch.setitem(FORMS, "later", Later())
    drive.click("deliver")
    dialog = drive.find("deliverDialog")
    drive.find("deliver.form.later").setChecked(True)
    assert words(dialog, "deliver.about.later") == "What it will hold."
    assert drive.find("deliver.package").text() == "my_add_custom"
    assert drive.find("deliver.target").text().endswith("my_add_custom_later")
    drive.find("deliver.package").setText("no name!")
    assert "is no name for a package" in words(dialog, "deliver.problem")
    dialog.reject()


def test_a_package_takes_in_the_project_s_other_ops(project_folder, make_session, qtbot, tmp_path):
    folder = project.copy_op(project.gallery_folder() / "knn_query", project_folder, "knn_query")
    trust.trust([folder])
    session = make_session(project_folder)
    drive = Driver(session, qtbot)
    session.window.workspace.show_op(project_folder / "ops" / "my_add_custom")
    drive.page("run")
    drive.run_all()
    qtbot.waitUntil(drive.find("deliver").isEnabled)
    qtbot.waitUntil(lambda: session.engine.idle)
    drive.click("deliver")
    dialog = drive.find("deliverDialog")
    drive.find("deliver.form.wheel").setChecked(True)
    box = drive.find("deliver.together")
    assert box.text() == "With knn_query"
    assert drive.find("deliver.package").text() == "my_add_custom"
    box.setChecked(True)
    assert drive.find("deliver.package").text() == "edge_ops", "the project's name"
    drive.find("deliver.target").setText(str(tmp_path / "out"))
    job = dialog._job()
    assert [part.op.name for part in job.parts] == ["my_add_custom", "knn_query"]
    assert job.package == "edge_ops"
    drive.find("deliver.package").setText("mine")
    box.setChecked(False)
    assert drive.find("deliver.package").text() == "mine", "what was typed stays"
    drive.find("deliver.form.ort").setChecked(True)
    assert box.isHidden()
    dialog.reject()


def test_a_run_is_copied_and_its_model_saved(drive, agreeing, document, qtbot, answers, tmp_path):
    said = []
    drive.session.services.said.connect(said.append)
    actions = drive.find("takeAway.copy").menu().actions()
    assert [a.text().replace("&", "") for a in actions] == ["Copy as Python", "Copy as C++"]
    actions[1].trigger()
    text = QGuiApplication.clipboard().text()
    assert "my_add_custom" in text
    assert "#include <workbench/" not in text  # one file
    actions[0].trigger()
    qtbot.waitUntil(lambda: any("Copied as Python" in line for line in said))
    assert "torch.so ort.so" in QGuiApplication.clipboard().text()
    target = tmp_path / "saved.onnx"
    answers["choose_model_file"] = None
    drive.click("takeAway.save")
    answers["choose_model_file"] = target
    answers["show_error"] = None
    drive.click("takeAway.save")  # the fake host has made none
    assert answers["asked"].count("show_error") == 1
    assert not target.exists()


def test_what_differs_or_is_stale_is_not_delivered(drive, document, qtbot):
    page, button = drive.page("run"), drive.find("deliver")
    document.set_text(document.source, "// host: differs\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Differs from PyTorch")
    qtbot.waitUntil(lambda: "It differs" in button.toolTip())
    assert not button.isEnabled()
    document.set_text(document.source, "\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    qtbot.waitUntil(button.isEnabled)
    document.set_text(document.source, "// another kernel\n")
    qtbot.waitUntil(lambda: not button.isEnabled())
    assert "not up to date" in button.toolTip()


def test_what_went_wrong_is_reported_for_somebody_else(drive, document, qtbot, answers, tmp_path):
    page, said = drive.page("run"), []
    drive.session.services.said.connect(said.append)
    assert page.banner.report.isHidden()
    document.set_text(document.source, "// host: differs\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Differs from PyTorch")
    answers["choose_archive"] = None
    drive.click("report")
    assert said == []
    answers["choose_archive"] = out = tmp_path / "report.zip"
    drive.click("report")
    qtbot.waitUntil(lambda: f"The report is in {out}." in said)
    with zipfile.ZipFile(out) as archive:
        names = archive.namelist()
        readme = archive.read("report/README.md").decode()
    assert {"project.toml", "ops/my_add_custom/kernel.cpp", "report/README.md"} <= set(names)
    assert "## my_add_custom: DIFFERS" in readme
    assert "they are no longer in the cache" in readme  # the fake host has made none
    assert "| torch | 2.13.0 |" in readme
    # From the menu, too; of an op that has not been built.
    document.set_text(document.source, "// host: compile-error\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Build failed")
    answers["choose_archive"] = again = tmp_path / "again.zip"
    drive.trigger("report")
    qtbot.waitUntil(lambda: f"The report is in {again}." in said)


def test_a_history_of_a_newer_program_is_named_before_anything_ran(drive, document, session):
    file = history_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.closing(sqlite3.connect(file)) as newer:
        newer.execute("PRAGMA user_version = 99")
    before = file.read_bytes()
    results = session.services.engine.last_results
    results.look_again()
    assert results.of(document.folder) is None
    page = drive.page("run")
    said = drive.find("historyProblem")
    assert page.history.isVisible()
    assert "it is of a newer version of the program" in said.text()
    assert str(file) in said.text()
    assert said.wordWrap(), "all of it is read without a tip"
    drive.run_all()
    assert file.read_bytes() == before
    assert "newer version" in said.text()
