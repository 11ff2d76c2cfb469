"""A model of more nodes than are drawn unasked: a part is drawn, and said to be once it is."""

from __future__ import annotations

import itertools

import onnx
from onnx import TensorProto, helper
from PySide6.QtWidgets import QLabel, QPushButton

NODES = 2100


def test_what_is_drawn_is_said_to_be_once_it_is(session, qtbot, tmp_path) -> None:
    names = [f"v{i}" for i in range(NODES + 1)]
    nodes = [helper.make_node("Neg", [a], [b]) for a, b in itertools.pairwise(names)]
    ends = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [2]) for n in (names[0], names[-1])]
    graph = helper.make_graph(nodes, "chain", ends[:1], ends[1:])
    opset = [helper.make_opsetid("", 17)]
    path = tmp_path / "chain.onnx"
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=9), path)

    session.window.commands.open_path(path)
    qtbot.waitUntil(lambda: session.window.model_page is not None)
    pane = session.window.model_page.pane
    words = pane.findChild(QLabel, "graphPartWords")
    seen: set[str] = set()

    def said(text: str) -> bool:
        seen.add(words.text())
        return words.text().startswith(text)

    qtbot.waitUntil(lambda: said("4 of 2,100 nodes are drawn, around "), timeout=60_000)
    assert any("4 of 2,100 nodes are being drawn, around " in text for text in seen)
    pane.findChild(QPushButton, "graphWhole").click()
    qtbot.waitUntil(lambda: said("2,100 of 2,100 nodes are drawn"), timeout=120_000)
    assert "2,100 of 2,100 nodes are being drawn" in seen
