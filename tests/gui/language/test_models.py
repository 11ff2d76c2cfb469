"""A model of somebody else's, and two runs side by side, in a Chinese window."""

from __future__ import annotations

from PySide6.QtWidgets import QTabBar, QTabWidget, QWidget

from tests.gui.language.shown import english_in
from workbench.core.jobs.model_nodes import ModelValue
from workbench.core.storage.history import Run
from workbench.core.storage.run_words import side_by_side
from workbench.gui.language.translation import tr
from workbench.gui.new_op.onnx_page import _values_text


def test_a_tab_is_chinese_wherever_it_is_put(chinese, session, qtbot):
    for tabs in (QTabWidget(session.window), QTabBar(session.window)):
        tabs.insertTab(0, *([QWidget()] if isinstance(tabs, QTabWidget) else []), "Lacking")
        assert tabs.tabText(0) == tr("Lacking") != "Lacking"


def test_how_many_operators_are_lacking_is_told_in_chinese(chinese, session):
    for many in ("one operator", "3 operators"):
        said = tr(f"ONNX Runtime has no kernel for {many}:")
        assert not english_in(said)
        assert "operator" not in said


def test_each_input_of_unknown_shape_is_told_for_itself(chinese, session):
    said = _values_text([ModelValue("a", "float32", None), ModelValue("b", "int64", None)])
    assert said.split(", ") == [f"形状未知的 {dtype}" for dtype in ("float32", "int64")]


def test_what_two_runs_are_compared_by_is_chinese(chinese, session):
    seconds = dict.fromkeys(("build", "export", "graph", "run", "compare"), 1.0)
    run = Run(1, "op", 0.0, "abc", "torch 2", "agrees", seconds, 1.0, 0.0, 0.0, "")
    for name, *_values in side_by_side(run, run):
        assert tr(name) != name
        assert not any(letter.isascii() and letter.isalpha() for letter in tr(name)), tr(name)
