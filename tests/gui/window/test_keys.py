"""Where the keys of the window lead, whatever has the focus."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from workbench.gui.pages import PAGES

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def active(drive, qtbot):
    """The window in front, and the hands on its keys."""
    drive.window.activateWindow()
    qtbot.waitUntil(drive.window.isActiveWindow)
    return drive


def press(drive, key, modifiers=NONE) -> None:
    QTest.keyClick(drive.window.windowHandle(), key, modifiers)


def front(drive):
    return drive.window.workspace.page(drive.window.workspace.current_page())


@pytest.mark.parametrize("number", range(1, 5))
@pytest.mark.parametrize("start", ["opList", "opFilter", None])
def test_the_key_of_a_page_brings_the_caret_to_its_first_field(active, number, start):
    if start is not None:
        active.find(start).setFocus()
    press(active, Qt.Key.Key_0 + number, CONTROL)
    assert active.window.workspace.current_page() == PAGES[number - 1].id
    now = QApplication.focusWidget()
    assert front(active).isAncestorOf(now)
    if number == 1:
        assert now.objectName() == "plainEditor"


def test_f6_goes_round_the_parts_and_out_of_the_editor(active):
    workspace = active.window.workspace
    workspace.panels.set_by_hand(True)
    press(active, Qt.Key.Key_1, CONTROL)
    parts = [workspace.panels, workspace.ops, front(active)]
    for part in parts:
        press(active, Qt.Key.Key_F6)
        assert part.isAncestorOf(QApplication.focusWidget())
    assert QApplication.focusWidget().objectName() == "plainEditor"  # where it was left
    for part in (workspace.ops, workspace.panels):
        press(active, Qt.Key.Key_F6, SHIFT)
        assert part.isAncestorOf(QApplication.focusWidget())


def test_ctrl_w_closes_the_file_in_front_and_never_the_project(active, document):
    page = active.page("kernel")
    page.bar.generated.emit("python")
    extra = page.current_path()
    press(active, Qt.Key.Key_W, CONTROL)
    assert page.current_path() == document.source
    assert extra not in [e.path for e in page.bar.shown()]
    press(active, Qt.Key.Key_W, CONTROL)
    assert active.session.project.folder is not None
    assert "Ctrl+Shift+W" in active.window.status.message()
    press(active, Qt.Key.Key_W, CONTROL | SHIFT)
    assert active.session.project.folder is None


def test_esc_stops_a_run_only_where_no_text_has_the_caret_and_says_so(active, document, qtbot):
    engine = active.session.engine
    document.set_text(document.source, f"// host: hang\n{document.texts[document.source]}")
    page = active.page("signature")
    with qtbot.waitSignal(engine.stage_started, timeout=60_000):
        active.trigger("runOp")
    active.find("doc").setFocus()
    press(active, Qt.Key.Key_Escape)
    active.page("kernel")
    active.find("plainEditor").setFocus()
    press(active, Qt.Key.Key_Escape)
    assert engine.running_stage(document.folder) == "build"
    assert page.document is document
    page = active.page("run")
    active.find("opList").setFocus()
    with qtbot.waitSignal(engine.idle_changed, timeout=60_000, check_params_cb=bool):
        press(active, Qt.Key.Key_Escape)
    assert active.window.status.message() == "Stopped. F5 runs it again."
    words = (page.banner.title, page.banner.text)
    qtbot.waitUntil(lambda: [w.text() for w in words] == ["Stopped", "F5 runs it again."])


def texts(drive) -> dict[str, str]:
    names = ("cutOps", "copyOps", "pasteOps", "deleteOps")
    return {n: drive.window.actions_[n].text().replace("&", "") for n in names}


def test_the_edit_menu_is_about_the_text_that_has_the_caret(active, qapp):
    ops = {"cutOps": "Cut op", "copyOps": "Copy op", "pasteOps": "Paste op"}
    ops["deleteOps"] = "Delete op"
    active.find("opList").setFocus()
    assert texts(active) == ops
    active.page("signature")
    field = active.find("doc")
    field.setText("some words")
    field.setFocus()
    assert list(texts(active).values()) == ["Cut", "Copy", "Paste", "Delete"]
    count = len(active.session.project.documents)
    field.selectAll()
    active.trigger("cutOps")
    assert (field.text(), qapp.clipboard().text()) == ("", "some words")
    active.trigger("pasteOps")
    assert field.text() == "some words"
    field.selectAll()
    active.trigger("deleteOps")
    assert field.text() == ""
    assert len(active.session.project.documents) == count
    active.find("opList").setFocus()
    assert texts(active) == ops


def test_a_menu_over_a_text_is_still_about_the_text(active):
    active.page("signature")
    active.find("doc").setFocus()
    active.window.menuBar().setFocus(Qt.FocusReason.MenuBarFocusReason)
    assert texts(active)["cutOps"] == "Cut"
    assert isinstance(active.window.menuBar().actions()[0].menu(), QMenu)


def test_undo_is_the_editors_while_it_has_the_caret(active, document):
    undo, redo = (active.window.actions_[n] for n in ("undo", "redo"))
    assert not undo.isEnabled()
    active.page("kernel")
    editor = active.find("plainEditor")
    editor.setFocus()
    before = document.texts[document.source]
    QTest.keyClicks(editor, "x")
    assert undo.isEnabled()
    assert undo.text().replace("&", "") == "Undo in the editor"
    active.trigger("undo")
    assert document.texts[document.source] == before
    assert redo.isEnabled()
    active.trigger("redo")
    assert document.texts[document.source] == f"x{before}"
    active.find("opList").setFocus()
    assert not undo.isEnabled()  # the project has nothing to undo


def test_the_tool_tip_of_undo_names_the_step(active):
    active.page("signature")
    active.type("doc", "words")
    active.find("opList").setFocus()
    step = active.session.project.undo.undoText()
    assert step
    assert active.window.actions_["undo"].toolTip() == f"Undo: {step} (Ctrl+Z)"
    active.trigger("undo")
    assert active.window.actions_["redo"].toolTip() == f"Redo: {step} (Ctrl+Shift+Z)"


@pytest.mark.parametrize("severity", ["error", "warning"])
def test_a_field_with_a_problem_shows_its_ring_too(active, severity):
    from workbench.gui.look.restyle import restyle

    active.page("signature")
    field = active.find("doc")
    restyle(field, "problem", severity)
    active.find("opList").setFocus()
    width = field.width()

    def edge() -> list[str]:
        image = field.grab().toImage()
        return [image.pixelColor(width // 2, y).name() for y in (0, 1)]

    without = edge()
    field.setFocus()
    with_ring = edge()
    assert with_ring != without
    accent = active.window.palette().color(QPalette.ColorRole.Accent).name()
    assert with_ring == [accent, accent]


def test_the_panels_and_the_tab_of_no_problems(active):
    panels = active.window.workspace.panels
    assert panels.accessibleName()
    assert panels.tabText(0) == "Problems"
    from workbench.gui.look.icons import icon

    assert panels.tabIcon(0).cacheKey() == icon("check").cacheKey()
