"""The operator browser: what it finds, shows and gives back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialog

from tests.seconds import fastest
from workbench.core.standard.operator_docs import operator_doc
from workbench.gui.mapping.operator_browser import OperatorBrowser, choose_operator


@pytest.fixture
def browser(qtbot):
    def make(opset=17, current="", suggestion="custom::Foo", standard=False) -> OperatorBrowser:
        dialog = OperatorBrowser(opset, current, suggestion, standard=standard)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


def names(dialog) -> list[str]:
    view = dialog.list
    return [view.topLevelItem(i).text(0) for i in range(view.topLevelItemCount())]


def test_all_operators_of_the_opset_are_there_and_no_later_or_deprecated_one(browser):
    found = names(browser(17))
    assert {"Add", "Resize", "LayerNormalization"} <= set(found)
    assert not {"Upsample", "Scatter", "Gelu", "Mish"} & set(found)
    assert {"Gelu", "Mish"} <= set(names(browser(20)))
    assert len(found) > 150
    assert found[-1] == "custom::Foo"


def test_names_are_found_before_documentation(browser, qtbot):
    dialog = browser()
    qtbot.keyClicks(dialog.search, "resize")
    assert names(dialog)[0] == "Resize"
    dialog.search.clear()
    qtbot.keyClicks(dialog.search, "interpolation")
    assert names(dialog)[0] in ("Resize", "GridSample")
    dialog.search.clear()
    qtbot.keyClicks(dialog.search, "xqzz")
    assert names(dialog) == ["custom::Foo"]


def test_an_operator_of_a_newer_opset_is_named_but_cannot_be_used(browser, qtbot):
    dialog = browser(17)
    qtbot.keyClicks(dialog.search, "deformconv")
    assert names(dialog) == ["DeformConv", "custom::Foo"]
    assert not dialog.use.isEnabled()
    assert "came with opset 19, and you export to 17" in dialog.page.toPlainText()
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert dialog.choice() == ""


def test_a_page_has_inputs_attributes_defaults_and_versions(browser):
    dialog = browser(17, "Resize")
    text = dialog.page.toPlainText()
    for words in (
        "of opset 13 (you export to 17)",
        "Changed in opset 18, 19",
        "coordinate_transformation_mode",
        "half_pixel",
        "optional",
        "ONNX Runtime has a CPU kernel",
        "Apache License 2.0",
    ):
        assert words in text


def test_typing_walking_and_enter_choose(browser, qtbot):
    dialog = browser()
    qtbot.keyClicks(dialog.search, "conv")
    first = dialog.choice()
    qtbot.keyClick(dialog.search, Qt.Key.Key_Down)
    assert dialog.choice() == names(dialog)[1] != first
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert dialog.result() == QDialog.DialogCode.Accepted


@pytest.mark.parametrize(
    ("typed", "key", "chosen"),
    [
        ("gridsam", Qt.Key.Key_Return, "GridSample"),
        ("gridsam", Qt.Key.Key_Escape, ""),
        ("mine::Op", Qt.Key.Key_Return, "mine::Op"),
        ("ai.onnx::Op", Qt.Key.Key_Return, None),  # Enter does nothing; Escape leaves
    ],
)
def test_the_question_gives_the_operator(qtbot, typed, key, chosen):
    left = []

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        qtbot.keyClicks(dialog.search, typed)
        qtbot.keyClick(dialog.search, key)
        left.append(dialog.isVisible())
        if dialog.isVisible():
            qtbot.keyClick(dialog.search, Qt.Key.Key_Escape)

    QTimer.singleShot(0, answer)
    assert choose_operator(None, 17, "Add", "custom::MyOp") == (chosen or "")
    assert left == [chosen is None]


def test_groups_and_kernels_filter(browser):
    dialog = browser()
    dialog.groups.setCurrentIndex(dialog.groups.findData("rnn"))
    dialog.groups.activated.emit(0)
    assert names(dialog) == ["GRU", "LSTM", "RNN", "custom::Foo"]
    dialog.groups.setCurrentIndex(0)
    dialog.groups.activated.emit(0)
    every = len(names(dialog))
    dialog.runs.click()
    assert 100 < len(names(dialog)) < every


def test_a_domain_of_ones_own_is_checked(browser, qtbot):
    dialog = browser()
    qtbot.keyClicks(dialog.search, "rknn_cst::cstDualResidual")
    assert dialog.choice() == "rknn_cst::cstDualResidual"
    assert "domain" in dialog.page.toPlainText()
    for wrong in ("ai.onnx::Foo", "com.microsoft::Gelu", "a b::c", "custom::"):
        dialog.search.setText(wrong)
        assert dialog.choice() == "", wrong
        assert not dialog.use.isEnabled()
        assert dialog.use.toolTip()


def test_what_holds_a_graph_is_read_but_not_used(browser):
    dialog = browser(17, "Loop")
    assert dialog.list.currentItem().text(0) == "Loop"
    assert not dialog.use.isEnabled()
    assert "mapping in Python" in dialog.page.toPlainText()


def test_every_page_of_every_opset_is_shown_and_nothing_is_fetched(browser):
    for opset in (9, 23):
        dialog = browser(opset)
        for name, doc in dialog._docs.items():
            dialog.page.show_operator(name, doc, opset)
            assert name in dialog.page.toPlainText()
            assert "<br" not in dialog.page.toPlainText()


@pytest.mark.parametrize("width", [960, 1101])
def test_only_code_is_ever_wider_than_the_page(browser, qtbot, width):
    dialog = browser(18, "Abs")
    dialog.resize(width, 620)
    with qtbot.waitExposed(dialog):
        dialog.show()
    for name in ("Abs", "Add", "ArgMax", "GRU"):
        dialog.page.show_operator(name, dialog._docs[name], 18)
        assert dialog.page.horizontalScrollBar().maximum() == 0, name


def test_documentation_is_read_well_within_a_frame():
    from workbench.core.standard import operator_docs

    def read() -> None:
        operator_docs.operator_docs.cache_clear()
        operator_docs.operator_docs()

    assert fastest(read) < 0.05
    assert operator_doc("Add", 14) is not None


def test_only_the_standards_own_may_be_chosen_where_that_is_asked_for(browser, qtbot):
    dialog = browser(22, standard=True)
    assert not [name for name in names(dialog) if "::" in name]
    qtbot.keyClicks(dialog.search, "custom::Foo")
    assert names(dialog) == []
    assert not dialog.use.isEnabled()
    assert dialog.page.isHidden()
    dialog.search.clear()
    assert dialog.use.isEnabled()
    assert dialog.choice() == names(dialog)[0]
