"""Whether the values of a model come from somewhere, as ONNX Runtime wants it."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from pathlib import Path

import onnx
import onnxruntime
import pytest
from onnx import TensorProto as T
from onnx import helper as h

from tests import onnx_models
from workbench.core.errors import UserError
from workbench.engine.onnx.onnx_file import read_model
from workbench.engine.onnx.onnx_model import list_missing
from workbench.engine.onnx.wiring import wiring_fault

X, Y = onnx_models.value("x", T.FLOAT, [2]), onnx_models.value("y", T.FLOAT, [2])
PICK = onnx_models.value("pick", T.BOOL, [])


def branch(*nodes: onnx.NodeProto) -> onnx.GraphProto:
    last = nodes[-1].output[0]
    return h.make_graph(nodes, "branch", [], [onnx_models.value(last, T.FLOAT, [2])])


def chosen(name: str, inner: str) -> onnx.NodeProto:
    """An If whose one branch reads a name from around it."""
    return h.make_node(
        "If", ["pick"], ["y"], name,
        then_branch=branch(h.make_node("Relu", [inner], ["t"], "within")),
        else_branch=branch(h.make_node("Relu", ["x"], ["e"])),
    )  # fmt: skip


def fault_of(path: Path, nodes: Sequence[onnx.NodeProto]) -> str:
    """What is said of it, which is something where ONNX Runtime refuses it, and nothing else."""
    onnx_models.save(path, nodes, [X, PICK], [Y])
    said = wiring_fault(read_model(path, weights=False))
    assert bool(said) == is_refused(path), said
    return said


def is_refused(path: Path) -> bool:
    try:
        onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    except Exception:  # its errors have no class in common
        return True
    return False


def relu(given: str, gives: str, name: str = "") -> onnx.NodeProto:
    return h.make_node("Relu", [given], [gives], name)


def test_what_onnx_runtime_takes_is_no_fault(tmp_path) -> None:
    path = tmp_path / "net.onnx"
    assert not fault_of(path, [relu("x", "y")])
    assert not fault_of(path, [relu("a", "y"), relu("x", "a")]), "in any order"
    assert not fault_of(path, [chosen("if", "a"), relu("x", "a")]), "from around a branch"
    assert not fault_of(path, [h.make_node("Clip", ["x", "", ""], ["y"])]), "left out"
    assert not wiring_fault(onnx.load(onnx_models.scale_shift(path)))


@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        (
            [relu("gone", "y", "r")],
            "the node Relu 'r' reads 'gone', which is no input, no constant",
        ),
        ([relu("gone", "y")], "the node Relu 'y' reads 'gone'"),
        ([relu("x", "z")], "the output 'y' is made by no node"),
        (
            [chosen("if", "gone")],
            "the node Relu 'within' (then_branch of If 'if') reads 'gone'",
        ),
        ([relu("y", "y", "self")], "the node Relu 'self' reads 'y', which is made from its own"),
        (
            [
                h.make_node("Add", ["x", "b"], ["a"], "sum"),
                relu("a", "b"),
                relu("b", "y", "behind"),
            ],
            "the node Add 'sum' reads 'b', which is made from its own output",
        ),
        ([chosen("if", "a"), relu("y", "a")], "the node If 'if' reads 'a', which is made from"),
    ],
)
def test_what_comes_from_nowhere_or_from_itself_is_named(tmp_path, nodes, words) -> None:
    assert fault_of(tmp_path / "net.onnx", nodes).startswith(words)


def test_no_op_is_made_of_a_node_of_it(tmp_path) -> None:
    node = h.make_node("Mine", ["gone"], ["y"], "mine", domain=onnx_models.DOMAIN)
    path = onnx_models.save(tmp_path / "net.onnx", [node], [X], [Y])
    with pytest.raises(
        UserError, match=r"no valid graph: the node my\.ops::Mine 'mine' reads 'gone'"
    ):
        list_missing(read_model(path), path)


def test_a_function_is_looked_at_too(tmp_path) -> None:
    body = h.make_function(
        "f", "Part", ["a"], ["b"], [relu("c", "b", "r")], [h.make_opsetid("", 17)]
    )
    call = h.make_node("Part", ["x"], ["y"], domain="f")
    path = onnx_models.save(
        tmp_path / "net.onnx", [call], [X], [Y], domains=["f"], functions=[body]
    )
    said = wiring_fault(read_model(path))
    assert said.startswith("the node Relu 'r' (function Part) reads 'c'")


def test_a_large_graph_takes_no_time(tmp_path) -> None:
    names = ["x", *(f"v{i}" for i in range(1, 20_000)), "y"]
    nodes = [relu(a, b) for a, b in itertools.pairwise(names)]
    model = onnx.load(onnx_models.save(tmp_path / "net.onnx", nodes, [X], [Y]))
    started = time.monotonic()
    assert not wiring_fault(model)
    model.graph.node[0].input[0] = "y"
    assert "is made from its own output" in wiring_fault(model)
    assert time.monotonic() - started < 20, "a search for each node takes minutes"
