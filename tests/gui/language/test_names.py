"""In Chinese: names stay as they are, and what is put together of parts is said whole."""

from __future__ import annotations

from html import escape

import msgspec
import pytest
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QComboBox

from tests.gui.language.shown import english_in
from workbench.core.examples.example_shapes import SetShapes, Shape
from workbench.core.jobs import OutputParity
from workbench.core.runtimes import RUNTIMES
from workbench.core.storage import op_file
from workbench.core.storage.project import copy_op, gallery_folder
from workbench.gui.elements.planes import point_text
from workbench.gui.forms.fields.fields import ChoiceField
from workbench.gui.forms.nodes.node_card import NodeCard
from workbench.gui.forms.nodes.node_inputs import NodeInputs, _choice_text
from workbench.gui.forms.tables.shape_table import ShapeTable
from workbench.gui.graph.rows import NodeRows, Row
from workbench.gui.language.translation import tr
from workbench.gui.look.fitted_table import name_item
from workbench.gui.look.widgets import ElidedLabel
from workbench.gui.ops.runtimes_card import _downloads


def test_the_data_of_a_box_is_not_translated(chinese, session, qtbot):
    box = QComboBox(session.window)
    box.addItem("sizes", "sizes")
    box.insertItem(0, "values", "values")
    assert [box.itemData(i) for i in range(2)] == ["values", "sizes"]
    assert not {"values", "sizes"} & {box.itemText(i) for i in range(2)}


def test_the_names_of_arguments_and_outputs_are_nobody_s_words(chinese, session, qtbot):
    field = ChoiceField(["input", "offset", ("zeros", "zeros of the shape")])
    assert [field.box.itemText(i) for i in range(2)] == ["input", "offset"]
    field.show_value("output")
    assert field.box.currentText() == "output"
    assert name_item("output").text() == "output"
    assert tr("output") != "output", "as a word of the window it is one"


def test_a_name_before_a_text_is_kept(chinese, session, qtbot):
    label = ElidedLabel("", session.window)
    label.set_whole("PyTorch with the reference · 0 of 9 elements differ", "groups · output · ")
    assert label.whole() == "groups · output · PyTorch 对比参考实现 · 9 个元素中有 0 个不同"
    assert "output" in label.toolTip()
    label.set_whole("float32 [2, 3]", "input  ")
    assert label.whole() == "input float32 [2, 3]"


def test_names_among_which_some_are_words_are_kept(chinese, session):
    assert tr("given: input, weight, offset") == "给定：input, weight, offset"
    ways = tr("arguments (2), layout (5), optimisation (2), calls (2)")
    assert ways == "参数（2）、布局（5）、优化（2）、调用（2）"


def test_an_input_of_a_node_keeps_its_name(chinese, session):
    op = op_file.load(gallery_folder() / "deform_conv2d")
    field = ChoiceField([(name, _choice_text(op, name)) for name in ("input", "offset", "bias")])
    shown = [field.box.itemText(i) for i in range(3)]
    assert [text.partition("  ")[0] for text in shown] == ["input", "offset", "bias"]
    assert not any(english_in(text.partition("  ")[2]) for text in shown)


def test_the_inputs_of_a_standard_operator_keep_their_names(
    chinese, make_session, project_folder, qtbot
):
    folder = copy_op(gallery_folder() / "resize_dynamic", project_folder, "resize_dynamic")
    session = make_session(project_folder)
    session.window.workspace.show_op(folder)
    session.window.workspace.show_page("mapping")
    page = session.window.workspace.page("mapping")
    shown = [row.label.text() for row in page.findChildren(NodeInputs)[0]._rows]
    assert shown == ["X", "roi  （可选）", "scales  （可选）", "sizes  （可选）"]
    assert page.findChildren(NodeCard)[0].kind.text() == "标准 ONNX"


def test_why_a_shape_is_not_known_is_no_code(chinese, session):
    table = ShapeTable(session.window)
    op = op_file.load(gallery_folder() / "resize_dynamic")
    why = "the model is a file of its own: its inputs are not the op's arguments"
    table.show_op(op, [SetShapes("", (Shape(why=why),))])
    assert not english_in(table.cell(1, 1))
    table.show_op(op, [SetShapes("", (Shape((2, 3)),))])
    assert table.cell(1, 1) == "[2, 3]"


def test_an_element_is_told_with_both_values_and_its_part(chinese, session):
    said = point_text([0, 3], (0.5, "PyTorch"), (0.25, "ONNX Runtime"), 896.0)
    assert said == tr(said)
    assert said.startswith("[0, 3] · PyTorch 0.5 · ONNX Runtime 0.25 · ")
    assert not english_in(said)
    assert "允许值的 896 倍" in said


def test_a_text_with_entities_is_the_same_text(chinese, session):
    text = "'y' by PyTorch differs: 12 of 96 elements differ"
    assert tr(escape(text)) == escape(tr(text), quote=False)
    assert "&#x27;" not in tr(escape(text))


@pytest.mark.parametrize("note", ["", "the shape by PyTorch is [1, 2, 3, 4], and [4, 3] by it"])
@pytest.mark.parametrize("case", ["", "all_optional_arguments_and_a_batch"])
def test_the_table_of_outputs_does_not_scroll_sideways(chinese, session, qtbot, case, note):
    session.window.resize(1024, 700)
    session.window.workspace.show_page("run")
    page = session.window.workspace.page("run")
    table = page.outputs
    one = OutputParity(
        "coordinates", "PyTorch", "ONNX Runtime", "float32", (4, 125_000_000), False, 500_000_000,
        499_999_999, 0.5, 0.25, 1e-5, 1e-5, note=note,
    )  # fmt: skip
    every = (one, msgspec.structs.replace(one, case=case, expected_by="reference"))
    page._parity.fill(every, one)
    for widget in (table, table.parentWidget()):
        widget.show()
    qtbot.waitUntil(lambda: table.isVisible() and table.viewport().width() < 740)
    table.fit()
    assert table.horizontalScrollBar().maximum() == 0
    assert table.horizontalHeader().length() <= table.viewport().width()
    shown = [table.item(0, column).text() for column in range(table.columnCount())]
    assert any("499,999,999" in text for text in shown) or note


def test_a_node_and_an_op_keep_their_names(chinese, session, monkeypatch):
    assert tr("Constant") != "Constant", "as a word of the window it is one"
    drawn = []
    monkeypatch.setattr(QPainter, "drawText", lambda _painter, *what: drawn.append(what[-1]))
    rows = NodeRows("rows", "Nodes", 2)
    rows.set_rows(
        [Row("y", "Constant", "computed before, or put into others"), Row("", "Constant")]
    )
    rows.resize(400, 200)
    rows.grab()
    words = tr("computed before, or put into others")
    assert drawn[:3] == ["Constant", words, tr("Constant")]


@pytest.mark.parametrize("runtime", RUNTIMES.values(), ids=lambda runtime: runtime.name)
def test_what_a_runtime_downloads_is_told_in_chinese(chinese, session, runtime):
    said = tr(_downloads(runtime))
    assert "download" not in said
    assert "about" not in said
