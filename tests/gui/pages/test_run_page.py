"""The Run page with several sets of inputs: which one agrees, and which does not."""

from PySide6.QtCore import Qt

from workbench.gui.look.lights import light_icon
from workbench.gui.ops.status import OpStatus, lights, status_of, summary


def cells(table, row):
    return [table.item(row, column).text() for column in range(table.columnCount())]


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
    differences = drive.find("differencesTable")
    assert cells(differences, 0)[-1] == "larger"
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


def test_what_only_runs_alike_is_not_green_and_leads_to_the_reference(drive, document, qtbot):
    page = drive.page("run")
    document.set_text(document.source, "// host: unverified\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Runs alike, not verified")
    assert "both runtimes run the same kernel" in page.banner.line.plain_text()
    assert lights(document, drive.session.engine)["compare"] == "unverified"
    assert status_of(document, drive.session.engine).kind == "unverified"
    image = drive.find("parityTable").item(0, 0).icon().pixmap(16).toImage()
    assert image != light_icon("ok").pixmap(16).toImage()
    assert image == light_icon("unverified").pixmap(16).toImage()
    assert page.banner.step.text() == "Add a reference"
    qtbot.mouseClick(page.banner.step, Qt.MouseButton.LeftButton)
    assert drive.window.workspace.current_page() == "model"
    qtbot.waitUntil(lambda: drive.window.focusWidget().objectName().startswith("reference"))
    document.set_text(document.source, "\n")
    drive.run_all()
    page = drive.page("run")
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    assert page.banner.step.isHidden()


def test_the_status_bar_counts_what_is_not_verified():
    shown = [OpStatus("ok", ""), OpStatus("unverified", ""), OpStatus("unverified", "")]
    assert summary(shown) == ("unverified", "1 agrees · 2 not verified")
