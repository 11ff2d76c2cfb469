"""The rows of a table in a narrow window: two lines each, and nothing scrolls sideways."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QComboBox, QLineEdit, QScrollArea, QWidget

from tests.gui.conftest import Driver
from workbench.core.storage import trust
from workbench.core.storage.project import copy_op, gallery_folder
from workbench.gui.forms.examples.example_columns import example_columns
from workbench.gui.forms.tables.row_grid import Place, in_one_line, in_two_lines


@pytest.fixture
def knn(project_folder, make_session, qtbot):
    """The op whose examples have most columns, and whose shape rules are long."""
    folder = project_folder / "ops" / "knn_query"
    copy_op(gallery_folder() / "knn_query", project_folder, "knn_query")
    trust.trust([folder])
    session = make_session(project_folder)
    session.window.workspace.show_op(folder)
    session.window.resize(1024, 700)
    session.window.show()
    return Driver(session, qtbot)


def top(widget, of) -> int:
    return widget.mapTo(of, QPoint()).y()


def sideways(widget) -> int:
    """By how much the part of the page that a table is in scrolls sideways."""
    parent = widget.parentWidget()
    while not isinstance(parent, QScrollArea):
        parent = parent.parentWidget()
    return parent.horizontalScrollBar().maximum()


@pytest.mark.parametrize("case", [-1, 0])
def test_examples_do_not_scroll_sideways_in_a_narrow_window(knn, qtbot, case):
    page = knn.page("model")
    page.examples.show_case(case)
    table = page.examples.table
    qtbot.waitUntil(lambda: table.isVisible() and sideways(table) == 0)
    assert page.area.horizontalScrollBar().maximum() == 0
    shape, dynamic = (knn.find(f"model.inputs[1].{key}") for key in ("shape", "dynamic"))
    assert top(dynamic, table) >= top(shape, table) + shape.height()
    number, arg = (knn.find(f"model.inputs[0].{key}") for key in ("value", "arg"))
    assert top(number, table) == top(arg, table)  # a number needs no second line
    seed = knn.find("model.inputs[1].seed")
    assert top(seed, table) == top(dynamic, table)


@pytest.mark.parametrize("width", [1024, 1440])
def test_fields_of_one_line_have_a_gap_between_them(knn, qtbot, width, tmp_path):
    """With a file among the examples, whose further columns no longer fit into one line."""
    knn.window.resize(width, 900)
    page = knn.page("model")
    cloud = tmp_path / "cloud.xyz"
    cloud.write_text("0 0 0\n1 0 0\n0 1 0\n")
    page.examples.take_file(cloud, 1)
    table = page.examples.table

    def gaps() -> list[int]:
        fields = [f.widget for row in table._rows for f in row.fields if f.widget.isVisible()]
        edges = [QRect(w.mapTo(table, QPoint()), w.size()) for w in fields]
        return [
            right.left() - left.right()
            for left in edges
            for right in edges
            if left.top() < right.bottom() and right.top() < left.bottom()
            if left.left() < right.left()
        ]

    qtbot.waitUntil(lambda: sideways(table) == 0 and min(gaps()) >= 8, timeout=3000)
    assert len(gaps()) > 20


def test_a_wider_window_has_one_line_again_and_keeps_what_is_typed(knn, qtbot):
    page = knn.page("model")
    table = page.examples.table
    field = knn.find("model.inputs[1].dynamic")
    shape = knn.find("model.inputs[1].shape")
    qtbot.waitUntil(lambda: top(field, table) > top(shape, table))
    knn.window.activateWindow()
    field.setFocus()
    qtbot.keyClicks(field, "0=")
    for size, beside in (((1440, 900), True), ((1024, 700), False)):
        knn.window.resize(*size)
        qtbot.waitUntil(lambda b=beside: (top(field, table) == top(shape, table)) is b)
        assert field.hasFocus()
        assert field.text() == "0="
        assert sideways(table) == 0


def test_a_long_shape_rule_is_seen_whole(knn, qtbot):
    page = knn.page("signature")
    for size in ((1024, 700), (1440, 900)):
        knn.window.resize(*size)
        line = knn.find("outputs[0].shape")
        text = page.document.op.outputs[0].shape
        wide = line.fontMetrics().horizontalAdvance(str(text))
        qtbot.waitUntil(lambda w=wide: knn.find("outputs[0].shape").width() > w + 40)
        assert page.area.horizontalScrollBar().maximum() == 0


def test_nothing_moves_while_a_rule_is_typed(drive, document, qtbot):
    drive.window.resize(1440, 900)
    page = drive.page("signature")
    drive.window.activateWindow()
    rule, name = (drive.find(f"outputs[0].{key}") for key in ("shape", "name"))
    qtbot.waitUntil(lambda: top(rule, page.outputs) == top(name, page.outputs))
    drive.type("outputs[0].shape", "[" + " + ".join(["a.shape[0]"] * 20) + "]")
    assert len(document.op.outputs[0].shape) > 200
    assert top(rule, page.outputs) == top(name, page.outputs)


def test_fields_below_stand_under_those_above(qtbot):
    columns = example_columns(lambda: -1, lambda _: None, lambda: None, lambda _: None)
    keys = [column.key for column in columns]
    shown = [key not in ("override", "layout", "file", "entry", "axes") for key in keys]
    shown[2] = False  # of a model file
    places = dict(zip(keys, in_two_lines(columns, shown), strict=True))
    one = dict(zip(keys, in_one_line(columns), strict=True))
    assert [k for k, p in places.items() if p.line] == [
        *("dtype", "seed", "none", "same_as", "dynamic"),
    ]
    assert places["dtype"].at == one["shape"].at
    assert places["seed"].at == one["generator"].at
    assert places["value"] == Place(
        0, one["low"].at, one["value"].at - one["low"].at + 1, titled=False
    )


def test_long_names_are_whole_in_a_narrow_window(project_folder, make_session, qtbot):
    folder = project_folder / "ops" / "deform_conv2d"
    copy_op(gallery_folder() / "deform_conv2d", project_folder, "deform_conv2d")
    trust.trust([folder])
    session = make_session(project_folder)
    session.window.workspace.show_op(folder)
    session.window.resize(1024, 700)
    session.window.show()
    page = Driver(session, qtbot).page("signature")

    def is_whole() -> bool:
        shown = [w for w in page.findChildren(QWidget, "args[12].name") if w.isVisible()]
        if not shown or shown[0].parentWidget().width() > page.area.viewport().width():
            return False  # rows come later, and are laid out after that
        shown[0].parentWidget().layout().activate()
        return shown[0].width() >= shown[0].fontMetrics().horizontalAdvance("offset_groups") + 16

    qtbot.waitUntil(is_whole, timeout=5000)
    assert page.area.horizontalScrollBar().maximum() == 0

    def are_whole() -> bool:
        boxes = [model.findChild(QComboBox, f"model.inputs[{i}].arg") for i in range(14)]
        shape = model.findChild(QLineEdit, "model.inputs[2].shape")
        if shape is None or not all(box is not None and box.isVisible() for box in boxes):
            return False
        return shape.width() >= _advance(shape, "2, 36, 5, 12") + _BESIDE_TEXT and all(
            box.width() >= _advance(box, box.currentText()) + _BESIDE_TEXT + _ARROW for box in boxes
        )

    model = Driver(session, qtbot).page("model")
    for case in (-1, 0):  # a case has a further column
        model.examples.show_case(case)
        qtbot.waitUntil(are_whole, timeout=5000)
        assert model.examples.table.minimumSizeHint().width() <= model.examples.width()


_BESIDE_TEXT, _ARROW = 16, 20
"""Pixels of a field beside its text, and those of its arrow."""


def _advance(widget: QWidget, text: str) -> int:
    return widget.fontMetrics().horizontalAdvance(text)
