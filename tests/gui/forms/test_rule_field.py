"""The field of a shape rule helps: examples that fit the op, and what the rule gives."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCompleter

from workbench.core import shape_rule
from workbench.core.shape_rule.constructs import constructs

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.mark.parametrize(
    "types",
    [{"x": "tensor", "y": "tensor", "n": "int"}, {"x": "tensor"}, {"n": "int", "x": "tensor"}],
)
def test_every_example_is_a_rule_in_the_names_of_the_op(types):
    for text, meaning in constructs(types):
        rule = text if shape_is(text, types) else f"[{text}]"
        assert shape_rule.is_shape(shape_rule.parse(rule, types)), text
        assert meaning


def shape_is(text, types):
    try:
        return bool(shape_rule.is_shape(shape_rule.parse(text, types)))
    except Exception:
        return False


def test_the_reference_is_a_key_away_and_its_choice_is_the_rule(drive, document, qtbot):
    drive.page("signature")
    line = drive.find("outputs[0].shape")
    assert "a.shape[:-1]" in line.toolTip()
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_Space, CONTROL)
    menu = line.findChild(object, "ruleReference")
    assert menu.isVisible()
    chosen = next(a for a in menu.actions() if a.data() == "a.shape[:-1]")
    menu.close()
    chosen.trigger()
    assert document.op.outputs[0].shape == "a.shape[:-1]"


def test_what_is_offered_for_a_rule_can_be_read_to_its_end(drive, qtbot):
    drive.page("signature")
    line = drive.find("outputs[0].shape")
    # As narrow as the page makes it, where there is little room.
    line.setMaximumWidth(60)
    drive.type("outputs[0].shape", "broadc")
    popup = next(c for c in line.findChildren(QCompleter) if c.widget() is line).popup()
    qtbot.waitUntil(popup.isVisible)
    texts = [popup.model().index(row, 0).data() for row in range(popup.model().rowCount())]
    assert any(text.startswith("broadcast(") for text in texts)
    widest = max(map(popup.fontMetrics().horizontalAdvance, texts))
    assert popup.viewport().width() > widest
    assert popup.width() <= drive.window.width()
    qtbot.keyClick(line, Qt.Key.Key_Escape)


def test_what_the_rule_gives_is_shown_while_it_is_typed(drive, document):
    drive.page("signature")
    drive.type("outputs[0].shape", "[a.shape[0], 7]")
    assert drive.find("outputs[0].shape.result").text() == "[4, 7]"


def test_a_long_rule_is_read_from_its_beginning_when_the_field_is_left(drive, qtbot):
    drive.page("signature")
    drive.type("outputs[0].shape", "[x.shape[0] if len(x.shape) > 2 else x.shape[1], x.shape[1]]")
    line = drive.find("outputs[0].shape")
    line.setFocus()
    line.setCursorPosition(len(line.text()))
    drive.find("outputs[0].name").setFocus()
    qtbot.waitUntil(lambda: line.cursorPosition() == 0)
