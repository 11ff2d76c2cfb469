"""New op from an ONNX model: the real ONNX Runtime host reads it."""

from __future__ import annotations

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from tests import onnx_models
from workbench.gui.hosts.engine import Engine, host_commands
from workbench.gui.look.theme import Theme
from workbench.gui.new_op.onnx_way import OnnxWay
from workbench.gui.project.model import ProjectModel
from workbench.gui.services import Services


@pytest.fixture
def engine(qapp, qtbot):
    engine = Engine(host_commands())
    yield engine
    with qtbot.waitSignal(engine.closed, timeout=20_000):
        engine.shutdown()


@pytest.fixture
def way(qapp, qtbot, engine):
    project = ProjectModel()
    way = OnnxWay(Services(project, engine, Theme(qapp)))
    qtbot.addWidget(way)
    way.resize(900, 560)
    way.show()
    return way


def load(qtbot, way, path):
    way.load(path)
    qtbot.waitUntil(lambda: not way._request.busy, timeout=60_000)


def said(way) -> str:
    texts = [w.text() for w in way.findChildren(QLabel) if w.isVisible()]
    return "\n".join(texts)


def test_without_a_model_it_says_what_to_do(way) -> None:
    assert way.draft() is None
    assert "Choose an ONNX model" in way.problem()
    assert "drop one here" in said(way)


def test_the_chosen_node_fills_the_declaration(way, qtbot, tmp_path) -> None:
    load(qtbot, way, onnx_models.scale_shift(tmp_path / "net.onnx"))
    draft = way.draft()
    assert draft is not None
    assert way.problem() == ""
    assert way.suggested_name() == "scale_shift"
    assert draft.op.model.inputs[1].value == 0.5
    assert draft.copies == {"net.onnx": tmp_path / "net.onnx"}
    assert way.details.table.rowCount() == 3
    assert "becomes its sample" in said(way)
    # The second node, by the keyboard: its values become the examples.
    way.nodes.setFocus()
    qtbot.keyClick(way.nodes, Qt.Key.Key_Down)
    with qtbot.waitSignal(way.changed):
        qtbot.keyClick(way.nodes, Qt.Key.Key_Down)
    draft = way.draft()
    assert draft is not None
    assert draft.op.model.inputs[1].value == -1.5


def test_enter_goes_on(way, qtbot, tmp_path) -> None:
    load(qtbot, way, onnx_models.scale_shift(tmp_path / "net.onnx"))
    with qtbot.waitSignal(way.activated):
        qtbot.keyClick(way.nodes, Qt.Key.Key_Return)


def test_gaps_are_shown(way, qtbot, tmp_path) -> None:
    load(qtbot, way, onnx_models.neighbours(tmp_path / "net.onnx"))
    assert "does not say the shape of 'distance'" in said(way).replace("&#x27;", "'")


def test_a_model_that_runs_is_good_news(way, qtbot, tmp_path) -> None:
    load(qtbot, way, onnx_models.runs_everywhere(tmp_path / "net.onnx"))
    assert way.draft() is None
    assert "ONNX Runtime runs all of it" in said(way)
    assert way.problem()


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "no nodes"), (os.urandom(3000), "no ONNX model"), (None, "does not exist")],
    ids=["empty", "random", "gone"],
)
def test_a_bad_file_is_said_and_the_next_one_works(way, qtbot, tmp_path, content, words) -> None:
    bad = tmp_path / "bad.onnx"
    if content is not None:
        bad.write_bytes(content)
    load(qtbot, way, bad)
    assert words in said(way)
    assert way.draft() is None
    load(qtbot, way, onnx_models.scale_shift(tmp_path / "net.onnx"))
    assert way.draft() is not None


def test_a_dropped_model_is_taken_and_nothing_else(way, qtbot, tmp_path) -> None:
    path = onnx_models.scale_shift(tmp_path / "Net.ONNX")
    assert not way.take_files([tmp_path / "kernel.cpp"])
    assert way.take_files([tmp_path / "readme.txt", path])
    qtbot.waitUntil(lambda: way.draft() is not None, timeout=60_000)


def test_the_button_asks_for_a_file(way, qtbot, tmp_path, answers) -> None:
    answers["choose_onnx_model"] = None
    qtbot.mouseClick(way._open, Qt.MouseButton.LeftButton)
    assert answers["asked"] == ["choose_onnx_model"]
    answers["choose_onnx_model"] = onnx_models.scale_shift(tmp_path / "net.onnx")
    qtbot.keyClick(way._open, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: way.draft() is not None, timeout=60_000)


def test_a_second_model_takes_the_place_of_one_that_is_being_read(way, qtbot, tmp_path) -> None:
    way.load(onnx_models.scale_shift(tmp_path / "first.onnx"))
    way.load(onnx_models.neighbours(tmp_path / "second.onnx"))
    qtbot.waitUntil(lambda: way.draft() is not None, timeout=60_000)
    assert way.draft().op.name == "neighbours"
    assert way.nodes.topLevelItemCount() == 1


def test_a_host_that_dies_is_said_and_started_again(way, qtbot, tmp_path, engine) -> None:
    path = onnx_models.scale_shift(tmp_path / "net.onnx")
    load(qtbot, way, path)
    way.load(path)
    engine.hosts["ort"].kill()
    qtbot.waitUntil(lambda: not way._request.busy, timeout=60_000)
    assert "cannot be read" in said(way)
    assert way.draft() is None
    load(qtbot, way, path)
    assert way.draft() is not None
