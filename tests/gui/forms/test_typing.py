"""What a field does while it is typed in, scrolled over, and left half typed."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QPlainTextEdit, QSpinBox

from workbench.core.storage import op_file
from workbench.gui.look.floating_note import FloatingNote
from workbench.gui.look.spin_box import SpinBox
from workbench.gui.pages import PAGES


def wheel(widget) -> bool:
    """Turn the wheel over a widget; whether it took it from the page."""
    position = QPointF(widget.rect().center())
    event = QWheelEvent(
        position,
        QPointF(widget.mapToGlobal(position.toPoint())),
        QPoint(0, -120),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


@pytest.mark.parametrize("focused", [False, True])
@pytest.mark.parametrize("page", ["signature", "mapping", "model"])
def test_the_wheel_is_the_pages_and_changes_no_choice(drive, document, page, focused):
    shown = drive.page(page)
    drive.window.show()
    for box in [b for b in shown.findChildren(QComboBox) if b.isVisible() and b.isEnabled()]:
        if focused:
            box.setFocus()
        before = box.currentIndex()
        assert not wheel(box), box.objectName()
        assert (box.currentIndex(), box.hasFocus()) == (before, focused), box.objectName()
    assert drive.session.project.undo.count() == 0


@pytest.mark.parametrize("focused", [False, True])
def test_the_wheel_is_the_pages_and_changes_no_size(drive, focused):
    drive.window.show()
    box = SpinBox(drive.window)
    box.show()
    if focused:
        box.setFocus()
    assert not wheel(box)
    assert (box.value(), box.hasFocus()) == (0, focused)
    pages = [drive.page(page.id) for page in PAGES]
    boxes = [box for page in pages for box in page.findChildren(QSpinBox)]
    assert boxes
    assert not [box.objectName() for box in boxes if not isinstance(box, SpinBox)]


def test_no_field_takes_the_focus_by_the_wheel(drive):
    drive.window.show()
    for page in ("signature", "mapping", "model", "graph", "run"):
        shown = drive.page(page)
        kinds = (QComboBox, QAbstractSpinBox, QPlainTextEdit)
        fields = [f for kind in kinds for f in shown.findChildren(kind)]
        assert fields
        wrong = [f.objectName() for f in fields if f.focusPolicy() == Qt.FocusPolicy.WheelFocus]
        assert not wrong


def test_what_is_below_stays_while_a_mistake_comes_and_goes(drive, document, qtbot):
    page = drive.page("signature")
    drive.window.show()
    line, field = page.binder.line_at("args[0]"), drive.find("args[0].name")
    below = page.outputs
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)

    def typed(text: str) -> int:
        """Where the next card is once that has been typed, and the typing has paused."""
        field.selectAll()
        qtbot.keyClicks(field, text)
        qtbot.waitUntil(lambda: not document.held.active)
        QApplication.processEvents()
        return below.mapTo(page.body, QPoint()).y()

    def notes() -> list[str]:
        found = drive.window.findChildren(FloatingNote)
        return [note.text() for note in found if note.isVisible()]

    name = document.op.args[0].name
    at_first = typed(name)
    assert typed("2x") == at_first
    assert not line.isVisible()
    (note,) = notes()
    assert "2x" in note
    assert typed("a b c d e f") == at_first
    assert "a b c d e f" in notes()[0]
    assert typed(name) == at_first
    assert not notes()
    typed("3x")
    drive.find("args[1].name").setFocus()
    qtbot.waitUntil(line.isVisible)
    assert not notes()
    qtbot.waitUntil(lambda: below.mapTo(page.body, QPoint()).y() > at_first)
    with_line = below.mapTo(page.body, QPoint()).y()
    field.setFocus()
    assert typed(name) == with_line
    # The next field of the card is clicked where it was seen: the room is given back later.
    drive.find("args[1].name").setFocus()
    qtbot.wait(500)
    assert below.mapTo(page.body, QPoint()).y() == with_line
    drive.find("outputs[0].name").setFocus()
    qtbot.waitUntil(lambda: below.mapTo(page.body, QPoint()).y() == at_first)


def test_no_column_goes_while_one_fills_the_rows(drive, document, qtbot):
    page = drive.page("model")
    drive.window.show()
    shapes = [drive.find(f"model.inputs[{row}].shape") for row in (0, 1)]
    drive.type("model.inputs[1].shape", shapes[0].text())
    twin = drive.find("model.inputs[1].same_as")
    qtbot.waitUntil(twin.isVisible)
    shapes[0].setFocus()
    at_first = shapes[1].mapTo(page.body, QPoint()).x()
    shapes[0].selectAll()
    qtbot.keyClicks(shapes[0], "7, 5")
    shapes[1].setFocus()
    QApplication.processEvents()
    assert document.op.model.inputs[0].shape == (7, 5)
    assert twin.isVisible(), "no two tensors are alike any more, but one works in the table"
    assert shapes[1].mapTo(page.body, QPoint()).x() == at_first
    drive.find("model.exporter").setFocus()
    drive.session.project.undo.undo()
    drive.session.project.undo.redo()
    qtbot.waitUntil(lambda: not twin.isVisible())


def test_what_is_wrong_while_one_types_lies_beside_the_field_and_is_mended_there(
    drive, document, qtbot
):
    page = drive.page("signature")
    drive.window.show()
    field = drive.find("args[0].name")
    name = document.op.args[0].name
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "2x")
    qtbot.waitUntil(lambda: not document.held.active)
    qtbot.waitUntil(lambda: bool(page.binder.line_at("args[0]").fixes()), timeout=60_000)
    (note,) = (n for n in drive.window.findChildren(FloatingNote) if n.isVisible())
    at = note.mapTo(drive.window, QPoint()) - field.mapTo(drive.window, QPoint())
    below, above = at.y() - field.height(), -at.y() - note.height()
    assert at.x() == 0
    assert 0 < max(below, above) < 8
    fix = page.binder.line_at("args[0]").fixes()[0]
    assert fix.replace(" ", "&nbsp;") in note.text()
    note.linkActivated.emit("0:0")
    assert field.text() != "2x"
    assert document.op.args[0].name in (name, field.text())
    assert not note.isVisible()


def test_the_field_that_is_typed_in_stays_in_view_as_the_problems_open_below(
    drive, document, qtbot
):
    page = drive.page("signature")
    drive.window.resize(1024, 700)
    drive.window.show()
    field = drive.find("outputs[0].shape")
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    page.area.verticalScrollBar().setValue(0)
    QApplication.processEvents()
    view = page.area.viewport()
    field_y = field.mapTo(view, QPoint()).y()
    page.area.verticalScrollBar().setValue(field_y - view.height() + field.height() + 4)
    before = view.height()
    field.selectAll()
    qtbot.keyClicks(field, "(a.shape[0], k")
    if QApplication.activePopupWidget() is not None:
        QApplication.activePopupWidget().hide()
    qtbot.waitUntil(lambda: view.height() < before, timeout=60_000)
    qtbot.waitUntil(lambda: bool(drive.window.findChildren(FloatingNote)))
    top = field.mapTo(view, QPoint()).y()
    assert 0 <= top <= view.height() - field.height()
    (note,) = drive.window.findChildren(FloatingNote)
    assert 0 <= note.mapTo(view, QPoint()).y() <= view.height() - note.height()


# -- half typed -----------------------------------------------------------------------------


def test_a_half_typed_value_leaves_the_one_from_before_in_force(drive, document):
    drive.page("model")
    drive.type("model.inputs[0].shape", "7, 9")
    drive.trigger("save")
    drive.window.setFocus()
    drive.type("model.inputs[0].shape", "7, zz")
    assert document.op.model.inputs[0].shape == (7, 9)
    drive.trigger("save")
    assert op_file.load(document.folder).model.inputs[0].shape == (7, 9)
    problem = next(p for p in document.problems if p.kind == "input")
    drive.window.workspace.page("model").binder.fixes.apply(
        document, problem, "Discard what was typed"
    )
    assert document.op.model.inputs[0].shape == (7, 9)
    assert drive.find("model.inputs[0].shape").text() == "7, 9"


def test_a_half_typed_value_is_one_step_with_its_typing(drive, document):
    drive.page("model")
    before = document.op.model.inputs[0].shape
    drive.type("model.inputs[0].shape", "7, zz")
    drive.trigger("undo")
    assert document.op.model.inputs[0].shape == before
    assert not document.unfinished
    drive.trigger("redo")
    assert document.op.model.inputs[0].shape == before
    assert [d.text for d in document.unfinished.values()] == ["7, zz"]
    drive.type("model.inputs[0].shape", "7, 8")
    assert document.op.model.inputs[0].shape == (7, 8)
    assert not document.unfinished


def test_what_was_saved_amid_the_typing_is_what_half_typed_text_goes_back_to(
    drive, document, qtbot
):
    drive.page("model")
    drive.type("model.inputs[0].shape", "7, 9")
    drive.trigger("save")
    qtbot.keyClicks(drive.find("model.inputs[0].shape"), "x")
    assert document.op.model.inputs[0].shape == (7, 9)


# -- completion -----------------------------------------------------------------------------


def test_words_that_begin_with_what_is_typed_are_offered_first(drive, document, qtbot):
    drive.page("signature")
    drive.type("args[0].name", "points")
    drive.window.setFocus()
    drive.type("outputs[0].dtype", "int")
    popup = QApplication.activePopupWidget()
    words = [popup.model().index(i, 0).data() for i in range(popup.model().rowCount())]
    assert words[:2] == ["int8", "int16"]
    assert set(words[-5:]) == {"points", "uint8", "uint16", "uint32", "uint64"}
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert document.op.outputs[0].dtype == "int8"


def test_a_word_that_is_known_in_two_ways_is_offered_once(drive, document):
    drive.page("signature")
    drive.type("outputs[0].shape", "[a.")
    popup = QApplication.activePopupWidget()
    words = [popup.model().index(i, 0).data() for i in range(popup.model().rowCount())]
    assert "a.shape" in words
    assert len(words) == len(set(words))


# -- what is wrong on the way ------------------------------------------------------------------


def test_half_typed_text_is_called_wrong_only_when_the_typing_pauses(drive, document, qtbot):
    drive.window.show()
    drive.page("model")
    line = drive.find("model.inputs[0].shape")
    field = drive.find("model.inputs[0].dynamic")
    field.setFocus()
    field.selectAll()
    position = line.mapTo(drive.window, line.rect().topLeft())
    below = drive.find("model.inputs[1].shape")
    row = below.y()
    qtbot.keyClicks(field, "0")
    assert document.problems
    assert (field.property("problem") or "", below.y()) == ("", row)
    assert not drive.session.window.workspace.problems.entries()
    assert line.mapTo(drive.window, line.rect().topLeft()) == position
    qtbot.keyClicks(field, "=n")
    assert document.problems == ()
    qtbot.keyClicks(field, ", 1")
    with qtbot.waitSignal(document.changed, timeout=60_000):
        assert (field.property("problem") or "") == ""
    assert field.property("problem") == "error"


def test_a_field_that_is_left_half_typed_is_called_wrong_at_once(drive, document, qtbot):
    drive.window.show()
    drive.page("model")
    field = drive.find("model.inputs[0].dynamic")
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "0")
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert field.property("problem") == "error"
    assert not document.held.active


def test_what_was_wrong_stays_so_while_it_is_fixed_and_goes_at_once(drive, document, qtbot):
    drive.window.show()
    drive.page("model")
    drive.type("model.inputs[0].dynamic", "0")
    field = drive.find("model.inputs[0].dynamic")
    assert field.property("problem") == "error"
    qtbot.keyClicks(field, "=")
    assert field.property("problem") == "error"
    qtbot.keyClicks(field, "n")
    assert field.property("problem") == ""


def test_an_argument_that_no_node_takes_is_a_warning_with_a_fix(drive, document, qtbot):
    drive.page("signature")
    drive.click("args.add")
    drive.type("args[2].name", "scale")
    drive.choose("args[2].type", "float")
    drive.page("mapping")
    drive.choose("ort.implementation", "export-only")
    for i in range(len(document.op.mapping.nodes[0].attributes)):
        drive.click(f"mapping.nodes[0].attributes[{i}].remove")
    assert document.problems == ()
    entries = drive.session.window.workspace.problems.entries
    text = "Argument 'scale' is not used by the mapping"
    qtbot.waitUntil(lambda: any(text in e.problem.message for e in entries()))
    (entry,) = (e for e in entries() if text in e.problem.message)
    assert entry.problem.severity == "warning"
    titles = drive.window.workspace.page("mapping").binder.fixes.offered(document, entry.problem)
    assert any("Add 'scale'" in t for t in titles)


def test_a_prefix_whose_completions_are_listed_is_no_mistake_yet(drive, document, qtbot):
    drive.page("signature")
    field = drive.find("outputs[0].shape")
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "bro")
    popup = QApplication.activePopupWidget()
    assert popup is not None, "completions"
    pause = document.held._pause
    with qtbot.waitSignal(pause.timeout):
        pass
    assert document.held.active
    popup.hide()
    qtbot.waitUntil(lambda: not document.held.active)
    qtbot.waitUntil(lambda: "no argument of the op" in field.toolTip())
