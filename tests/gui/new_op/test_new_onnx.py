"""New op from an ONNX model: the real ONNX Runtime host reads it."""

from __future__ import annotations

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from tests import onnx_models
from workbench.gui.look.theme import Theme
from workbench.gui.new_op.onnx_page import OnnxPage
from workbench.gui.project.model import ProjectModel
from workbench.gui.services import Services
from workbench.importers.drafts import onnx_sample


@pytest.fixture
def page(qapp, qtbot, engine):
    project = ProjectModel()
    page = OnnxPage(Services(project, engine, Theme(qapp)))
    qtbot.addWidget(page)
    page.resize(900, 560)
    page.show()
    return page


def load(qtbot, page, path):
    page.load([path])
    qtbot.waitUntil(lambda: not page._request.busy, timeout=60_000)


def visible_text(page) -> str:
    texts = [w.text() for w in page.findChildren(QLabel) if w.isVisible()]
    return "\n".join(texts)


def test_without_a_model_it_says_what_to_do(page) -> None:
    assert page.draft() is None
    assert "Choose an ONNX model" in page.problem()
    assert "drop one here" in visible_text(page)


def test_the_chosen_node_fills_the_declaration(page, qtbot, tmp_path) -> None:
    load(qtbot, page, onnx_models.scale_shift(tmp_path / "net.onnx"))
    draft = page.draft()
    assert draft is not None
    assert page.problem() == ""
    assert page.suggested_name() == "scale_shift"
    assert draft.op.model.inputs[1].value == 0.5
    assert draft.copies == {"net.onnx": tmp_path / "net.onnx"}
    assert page.details.table.rowCount() == 3
    assert "becomes its sample" in visible_text(page)
    # The second node, by the keyboard: its values become the examples.
    page.items.setFocus()
    qtbot.keyClick(page.items, Qt.Key.Key_Down)
    with qtbot.waitSignal(page.changed):
        qtbot.keyClick(page.items, Qt.Key.Key_Down)
    draft = page.draft()
    assert draft is not None
    assert draft.op.model.inputs[1].value == -1.5


def test_a_model_too_large_to_be_copied_is_not_said_to_be(
    page, qtbot, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(onnx_sample, "MAX_COPIED_BYTES", 10)
    load(qtbot, page, onnx_models.scale_shift(tmp_path / "net.onnx"))
    assert not page.draft().copies
    assert "is not copied" in visible_text(page)
    assert "becomes its sample" not in visible_text(page)


def test_enter_goes_on(page, qtbot, tmp_path) -> None:
    load(qtbot, page, onnx_models.scale_shift(tmp_path / "net.onnx"))
    with qtbot.waitSignal(page.activated):
        qtbot.keyClick(page.items, Qt.Key.Key_Return)


def test_gaps_are_shown(page, qtbot, tmp_path) -> None:
    load(qtbot, page, onnx_models.neighbours(tmp_path / "net.onnx"))
    assert "does not say the shape of 'distance'" in visible_text(page).replace("&#x27;", "'")


def test_a_model_that_runs_is_good_news(page, qtbot, tmp_path) -> None:
    load(qtbot, page, onnx_models.runs_everywhere(tmp_path / "net.onnx"))
    assert page.draft() is None
    assert "ONNX Runtime runs all of it" in visible_text(page)
    assert page.problem()


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "no nodes"), (os.urandom(3000), "no ONNX model"), (None, "does not exist")],
    ids=["empty", "random", "gone"],
)
def test_a_bad_file_is_reported_and_the_next_one_works(
    page, qtbot, tmp_path, content, words
) -> None:
    bad = tmp_path / "bad.onnx"
    if content is not None:
        bad.write_bytes(content)
    load(qtbot, page, bad)
    assert words in visible_text(page)
    assert page.draft() is None
    load(qtbot, page, onnx_models.scale_shift(tmp_path / "net.onnx"))
    assert page.draft() is not None


def test_a_dropped_model_is_taken_and_nothing_else(page, qtbot, tmp_path) -> None:
    path = onnx_models.scale_shift(tmp_path / "Net.ONNX")
    assert not page.take_files([tmp_path / "kernel.cpp"])
    assert page.take_files([tmp_path / "readme.txt", path])
    qtbot.waitUntil(lambda: page.draft() is not None, timeout=60_000)


def test_the_button_asks_for_a_file(page, qtbot, tmp_path, answers) -> None:
    answers["choose_onnx_model"] = None
    qtbot.mouseClick(page._open, Qt.MouseButton.LeftButton)
    assert answers["asked"] == ["choose_onnx_model"]
    answers["choose_onnx_model"] = onnx_models.scale_shift(tmp_path / "net.onnx")
    qtbot.keyClick(page._open, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: page.draft() is not None, timeout=60_000)


def test_a_second_model_takes_the_place_of_one_that_is_being_read(page, qtbot, tmp_path) -> None:
    page.load([onnx_models.scale_shift(tmp_path / "first.onnx")])
    page.load([onnx_models.neighbours(tmp_path / "second.onnx")])
    qtbot.waitUntil(lambda: page.draft() is not None, timeout=60_000)
    assert page.draft().op.name == "neighbours"
    assert page.items.topLevelItemCount() == 1


def test_a_host_that_dies_is_reported_and_started_again(page, qtbot, tmp_path, engine) -> None:
    path = onnx_models.scale_shift(tmp_path / "net.onnx")
    load(qtbot, page, path)
    page.load([path])
    engine.hosts["ort"].kill()
    qtbot.waitUntil(lambda: not page._request.busy, timeout=60_000)
    assert "cannot be read" in visible_text(page)
    assert page.draft() is None
    load(qtbot, page, path)
    assert page.draft() is not None


def test_a_standard_operator_is_drafted_from_the_test_cases_of_onnx(
    page, qtbot, monkeypatch, tmp_path
):
    asked = []

    def choose(_parent, opset, _current, _suggestion, standard=False):
        asked.append((opset >= 22, standard))
        return "ThresholdedRelu"

    monkeypatch.setattr("workbench.gui.mapping.operator_browser.choose_operator", choose)
    qtbot.mouseClick(page.findChild(QPushButton, "onnxStandard"), Qt.MouseButton.LeftButton)
    assert asked == [(True, True)]
    qtbot.waitUntil(lambda: page.draft() is not None, timeout=60_000)
    assert page.problem() == ""
    assert page.suggested_name() == "thresholded_relu"
    assert page.draft().copies == {}
    assert "becomes its sample" not in visible_text(page)
    # Then a model after all.
    load(qtbot, page, onnx_models.scale_shift(tmp_path / "net.onnx"))
    assert page.suggested_name() == "scale_shift"


@pytest.mark.parametrize(
    ("operator", "words"),
    [
        ("SequenceInsert", "SequenceInsert takes or gives sequences or optionals. Such values"),
        (
            "SequenceAt",
            "SequenceAt takes or gives sequences or optionals. Such values are none of an op's",
        ),
    ],
)
def test_an_operator_that_no_op_can_express_says_why(page, qtbot, operator, words):
    page.load_operator(operator)
    qtbot.waitUntil(lambda: not page._request.busy, timeout=60_000)
    assert page.draft() is None
    assert "This operator cannot be taken" in visible_text(page)
    assert words in visible_text(page)
