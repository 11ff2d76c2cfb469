"""ONNX Runtime's profile: which node of the exported model takes how long."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import helper

from workbench.core.declaration.session import Session
from workbench.core.jobs import ExportedCase, ProfileJob
from workbench.engine.graphs.node_times import node_times
from workbench.engine.values.arrays import save_arrays


@pytest.fixture
def case(tmp_path: Path) -> ExportedCase:
    """A large product of matrices, a small sum, and a node that does nothing."""
    real = onnx.TensorProto.FLOAT
    nodes = [
        helper.make_node("MatMul", ["x", "x"], ["product"], name="same"),
        helper.make_node("Identity", ["product"], ["again"], name="same"),
        helper.make_node("ReduceMax", ["again"], ["y"], keepdims=0),
    ]
    inputs = [helper.make_tensor_value_info("x", real, [160, 160])]
    outputs = [helper.make_tensor_value_info("y", real, [])]
    graph = helper.make_graph(nodes, "g", inputs, outputs)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(made, tmp_path / "model.onnx")
    save_arrays(tmp_path / "inputs.npz", {"x": np.ones((160, 160), np.float32)})
    return ExportedCase("", str(tmp_path / "model.onnx"), str(tmp_path / "inputs.npz"), "")


def test_nodes_are_known_by_their_outputs_and_the_longest_is_first(
    case: ExportedCase, tmp_path: Path
) -> None:
    found = node_times(ProfileJob(1, str(tmp_path), case), tmp_path)
    assert [one.node.key for one in found.nodes] == ["product", "y"]
    first = found.nodes[0]
    assert (first.node.op, first.node.name, first.calls) == ("MatMul", "same", 1)
    assert first.provider == "CPUExecutionProvider"
    assert 0.5 < found.share(first) <= 1
    assert sum(found.share(one) for one in found.nodes) == pytest.approx(1)
    assert [node.key for node in found.gone] == ["again"]
    assert not any(tmp_path.glob("profile*.onnx"))


def test_without_optimisation_every_node_runs(case: ExportedCase, tmp_path: Path) -> None:
    plain = Session(optimisation="none", threads=1)
    found = node_times(ProfileJob(1, str(tmp_path), case, session=plain), tmp_path)
    assert {one.node.key for one in found.nodes} == {"product", "again", "y"}
    assert not found.gone
