"""The session that an op asks for: providers, levels, further op libraries."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import helper

from workbench.core.declaration.session import Session
from workbench.core.errors import UserError
from workbench.engine.run.run import open_session

AZURE = "AzureExecutionProvider"


@pytest.fixture
def model(tmp_path: Path) -> str:
    """y = (x + 0) + x: two nodes, of which optimisation leaves one."""
    real = onnx.TensorProto.FLOAT
    nodes = [helper.make_node("Identity", ["x"], ["z"]), helper.make_node("Add", ["z", "x"], ["y"])]
    ends = [helper.make_tensor_value_info(name, real, [2]) for name in "xy"]
    graph = helper.make_graph(nodes, "g", ends[:1], ends[1:])
    path = tmp_path / "model.onnx"
    onnx.save(
        helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path
    )
    return str(path)


def test_a_provider_that_is_not_there_names_those_that_are(model: str) -> None:
    with pytest.raises(UserError, match="CUDAExecutionProvider") as told:
        open_session(model, "", model, session=Session(providers=("CUDAExecutionProvider",)))
    assert told.value.problem.kind == "provider"
    assert told.value.problem.key == "session.providers"
    assert "CPUExecutionProvider" in told.value.problem.hint


@pytest.mark.skipif(
    AZURE not in onnxruntime.get_available_providers(), reason="only some builds have it"
)
def test_a_provider_that_is_there_is_asked_first(model: str) -> None:
    made = open_session(model, "", model, session=Session(providers=(AZURE,)))
    assert made.get_providers() == [AZURE, "CPUExecutionProvider"]


@pytest.mark.parametrize(("level", "left"), [("all", 1), ("none", 2)])
def test_the_level_of_optimisation_is_that_of_the_session(
    model: str, tmp_path: Path, level: str, left: int
) -> None:
    written = tmp_path / "written.onnx"
    made = open_session(model, "", model, session=Session(optimisation=level), written=str(written))  # type: ignore[arg-type]
    (y,) = made.run(None, {"x": np.ones(2, np.float32)})
    assert y.tolist() == [2, 2]
    assert len(onnx.load(written).graph.node) == left


def test_threads_of_the_call_come_before_those_of_the_session(model: str) -> None:
    session = Session(threads=3)
    for threads, expected in ((0, 3), (1, 1)):
        made = open_session(model, "", model, threads=threads, session=session)
        assert made.get_session_options().intra_op_num_threads == expected


def test_a_further_library_that_is_not_there_is_named(model: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such op library") as told:
        open_session(
            *(model, "", model), session=Session(libraries=("libno.so",)), folder=str(tmp_path)
        )
    assert told.value.problem.file.endswith("libno.so")
