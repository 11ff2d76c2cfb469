"""What of a model is drawn: no weights, what ONNX Runtime lacks, of a large graph a part."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper

from tests import onnx_models
from workbench.core.errors import UserError
from workbench.core.jobs import MOST_DRAWN, GraphViewResult
from workbench.engine.graphs.view import graph_view
from workbench.engine.onnx.onnx_file import read_model
from workbench.engine.onnx.weightless import weightless

X, Y = onnx_models.value("x", T.FLOAT, ["n", 64]), onnx_models.value("y", T.FLOAT, None)


def view(path: Path, work: Path, **how: object) -> GraphViewResult:
    work.mkdir(exist_ok=True)
    return graph_view(read_model(path, weights=False), path, work, **how)  # type: ignore[arg-type]


def with_weights(path: Path) -> Path:
    nodes = [
        h.make_node("MatMul", ["x", "w"], ["a"], "mm"),
        h.make_node("Reshape", ["a", "sizes"], ["y"], "turn"),
    ]
    constants = {
        "w": np.arange(64 * 64, dtype=np.float32).reshape(64, 64),
        "sizes": np.array([-1, 32], np.int64),
    }
    return onnx_models.save(path, nodes, [X], [Y], constants=constants)


def test_weights_are_not_sent_and_small_constants_are(tmp_path) -> None:
    path = with_weights(tmp_path / "net.onnx")
    found = view(path, tmp_path / "work")
    drawn = onnx.load(found.view)
    assert Path(found.view).stat().st_size < 1000 < path.stat().st_size
    w, sizes = drawn.graph.initializer
    assert (list(w.dims), w.raw_data) == ([64, 64], b"")
    assert numpy_helper.to_array(sizes).tolist() == [-1, 32]
    assert [n.op for n in found.nodes] == ["MatMul", "Reshape"]
    assert (found.total, found.drawn, found.missing, found.notes) == (2, 2, {}, ())


def test_weights_are_stepped_over_wherever_a_file_has_them(tmp_path) -> None:
    path = with_weights(tmp_path / "net.onnx")
    slim = onnx.ModelProto()
    slim.ParseFromString(weightless(path))
    whole = onnx.load(path)
    whole.graph.initializer[0].ClearField("raw_data")
    assert slim == whole
    listed = onnx.load(path)  # the same weights, not as raw bytes
    tensor = listed.graph.initializer[0]
    tensor.float_data.extend(range(64 * 64))
    tensor.ClearField("raw_data")
    path.write_bytes(listed.SerializeToString())
    slim.ParseFromString(weightless(path))
    assert slim == whole


@pytest.mark.parametrize("cut", [1, 7, 100, 5000])
def test_what_is_cut_is_no_model(tmp_path, cut) -> None:
    path = with_weights(tmp_path / "net.onnx")
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(UserError, match="no ONNX model"):
        read_model(path, weights=False)


def test_nodes_that_onnx_runtime_lacks_are_named_those_inside_others_too(tmp_path) -> None:
    inner = h.make_node("Mine", ["x"], ["i"], "inner", domain="my.ops")
    branches = {
        "then_branch": h.make_graph([inner], "t", [], [onnx_models.value("i", T.FLOAT, None)]),
        "else_branch": h.make_graph(
            [h.make_node("Relu", ["x"], ["j"])], "e", [], [onnx_models.value("j", T.FLOAT, None)]
        ),
    }
    nodes = [
        h.make_node("If", ["pick"], ["a"], "branch", **branches),
        h.make_node("Odd", ["a"], ["b"], "odd", domain="my.ops"),
        h.make_node("Relu", ["b"], ["y"], "relu"),
    ]
    inputs = [X, onnx_models.value("pick", T.BOOL, [])]
    path = onnx_models.save(tmp_path / "net.onnx", nodes, inputs, [Y])
    found = view(path, tmp_path / "work")
    assert list(found.missing) == ["a", "b"]
    assert found.missing["a"].startswith("inside it, my.ops::Mine: the domain 'my.ops'")
    assert found.total == 5


def long_model(path: Path, count: int) -> Path:
    names = ["x", *(f"v{i}" for i in range(1, count)), "y"]
    nodes = [
        h.make_node("Add", [a, "w"], [b], f"add{i}")
        for i, (a, b) in enumerate(itertools.pairwise(names))
    ]
    constants = {"w": np.ones(64, np.float32), "unused": np.ones(2000, np.float32)}
    return onnx_models.save(path, nodes, [X], [Y], constants=constants)


def test_of_a_large_graph_a_neighbourhood_is_drawn(tmp_path) -> None:
    path = long_model(tmp_path / "net.onnx", MOST_DRAWN + 1)
    found = view(path, tmp_path / "work", around="v1000", hops=2)
    assert found.around == "v1000"
    assert set(found.shown) == {"v998", "v999", "v1000", "v1001", "v1002"}
    assert (found.total, len(found.nodes), found.drawn) == (MOST_DRAWN + 1, MOST_DRAWN + 1, 5)
    drawn = onnx.load(found.view)
    onnx.checker.check_model(drawn)
    assert [i.name for i in drawn.graph.input] == ["v997"]
    assert [o.name for o in drawn.graph.output] == ["v1002"]
    assert [t.name for t in drawn.graph.initializer] == ["w"]
    whole = view(path, tmp_path / "work", whole=True)
    assert (whole.around, whole.drawn) == ("", MOST_DRAWN + 1)
    at_first = view(path, tmp_path / "work", around="no such node")
    assert at_first.around == "v1"


@pytest.mark.parametrize(
    ("location", "words"),
    [("gone.data", "are missing: put that file beside"), ("../x", "would be read from '../x'")],
)
def test_weights_elsewhere_are_told_and_the_graph_is_drawn(tmp_path, location, words) -> None:
    path = with_weights(tmp_path / "net.onnx")
    model = onnx.load(path)
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = T.EXTERNAL
    tensor.external_data.add(key="location", value=location)
    path.write_bytes(model.SerializeToString())
    found = view(path, tmp_path / "work")
    (note,) = found.notes
    assert words in note
    assert not onnx.load(found.view, load_external_data=False).graph.initializer[0].external_data


def test_a_model_that_is_no_valid_graph_is_shown_and_said_to_be_none(tmp_path) -> None:
    nodes = [h.make_node("Add", ["x", "gone"], ["y"], "sum")]
    found = view(onnx_models.save(tmp_path / "net.onnx", nodes, [X], [Y]), tmp_path / "work")
    assert [n.key for n in found.nodes] == ["y"]
    assert found.refused
    (note,) = found.notes
    assert note.startswith("This is no valid graph: the node Add 'sum' reads 'gone', which is no ")
