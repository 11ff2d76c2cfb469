"""What is found in an exported graph before anybody deploys it."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper

from tests.conftest import TWICE_TOML
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.storage import op_file
from workbench.engine.onnx.graph import check_graph

OP = op_file.loads(TWICE_TOML)
FLOAT = TensorProto.FLOAT


def saved(
    path: Path,
    *nodes: onnx.NodeProto,
    output: onnx.ValueInfoProto | None = None,
    domains: tuple[str, ...] = ("test.custom",),
) -> Path:
    graph = helper.make_graph(
        list(nodes), "g", [helper.make_tensor_value_info("x", FLOAT, [2])],
        [output or helper.make_tensor_value_info("y", FLOAT, [2])],
    )  # fmt: skip
    imports = [helper.make_opsetid("", 17), *(helper.make_opsetid(d, 1) for d in domains)]
    onnx.save(helper.make_model(graph, opset_imports=imports), path / "model.onnx")
    return path / "model.onnx"


TWICE = helper.make_node("Twice", ["x"], ["y"], domain="test.custom")


def test_a_sound_graph(tmp_path: Path) -> None:
    assert check_graph(saved(tmp_path, TWICE), OP) == (["test.custom::Twice"], [])


def test_a_lost_op_is_named_with_what_is_there_instead(tmp_path: Path) -> None:
    nodes, problems = check_graph(saved(tmp_path, helper.make_node("Identity", ["x"], ["y"])), OP)
    assert nodes == ["Identity"]
    (problem,) = problems
    assert problem.severity == "error"
    assert "test.custom::Twice" in problem.message
    assert "Identity" in problem.message
    assert problem.hint


def test_an_op_in_the_wrong_domain_is_lost(tmp_path: Path) -> None:
    node = helper.make_node("Twice", ["x"], ["y"], domain="other")
    _, (problem,) = check_graph(saved(tmp_path, node, domains=("other",)), OP)
    assert "test.custom::Twice" in problem.message


def test_an_op_in_the_default_domain_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        check_graph(saved(tmp_path, helper.make_node("Twice", ["x"], ["y"])), OP)
    assert caught.value.problem.kind == "graph"
    assert "domain of its own" in caught.value.problem.hint


def test_a_domain_that_is_not_imported_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        check_graph(saved(tmp_path, TWICE, domains=()), OP)
    assert caught.value.problem.kind == "graph"


def test_an_output_without_shape_is_told(tmp_path: Path) -> None:
    bare = helper.make_tensor_value_info("y", FLOAT, None)
    try:
        _, problems = check_graph(saved(tmp_path, TWICE, output=bare), OP)
    except UserError as error:
        problems = list(error.problems)
    assert "shape" in problems[0].message


def test_an_output_without_type_is_an_error(tmp_path: Path) -> None:
    bare = onnx.ValueInfoProto(name="y")
    try:
        _, problems = check_graph(saved(tmp_path, TWICE, output=bare), OP)
    except UserError as error:
        problems = list(error.problems)
    assert problems[0].severity == "error"
    assert "y" in problems[0].message


def test_a_node_promised_twice_must_be_there_twice(tmp_path: Path) -> None:
    node = OP.mapping.nodes[0]
    second = type(node)(node.op, ("h",), ("y",))
    mapping = type(OP.mapping)((), (type(node)(node.op, ("x",), ("h",)), second))
    op = Op(**{**{f: getattr(OP, f) for f in OP.__struct_fields__}, "mapping": mapping})
    _, problems = check_graph(saved(tmp_path, TWICE), op)
    assert len(problems) == 1


@pytest.mark.parametrize(
    "data", [b"", b"rubbish", b"\x08" * 10_000], ids=["empty", "text", "bytes"]
)
def test_a_file_that_is_no_model(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(data)
    with pytest.raises(UserError) as caught:
        check_graph(path, OP)
    assert caught.value.problem.kind == "graph"
    assert caught.value.problem.file == str(path)


def test_a_truncated_model(tmp_path: Path) -> None:
    path = saved(tmp_path, TWICE)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(UserError):
        check_graph(path, OP)


def test_a_missing_model(tmp_path: Path) -> None:
    with pytest.raises(UserError):
        check_graph(tmp_path / "none.onnx", OP)


@pytest.mark.parametrize("where", ["graph", "branch", "function"])
def test_an_operator_that_is_newer_than_the_written_opset_is_named(
    tmp_path: Path, where: str
) -> None:
    like = helper.make_node("CastLike", ["x", "x"], ["y"])
    node, functions = like, []
    if where == "function":
        opset = [helper.make_opsetid("", 14)]
        functions = [helper.make_function("test.custom", "Twice", ["x"], ["y"], [like], opset)]
        node = TWICE
    elif where == "branch":
        output = helper.make_tensor_value_info("y", FLOAT, [2])
        inner = helper.make_graph([like], "inner", [], [output])
        node = helper.make_node("If", ["c"], ["y"], then_branch=inner, else_branch=inner)
    path = saved(tmp_path, node)
    model = onnx.load(path)
    model.opset_import[0].version = 14
    model.functions.extend(functions)
    onnx.save(model, path)
    with pytest.raises(UserError) as caught:
        check_graph(path, OP)
    (problem,) = caught.value.problems
    whose = "the function Twice" if where == "function" else "the model"
    assert problem.message == f"'CastLike' exists since opset 15, {whose} has opset 14"
    assert "model.opset = 15 or later" in problem.hint
