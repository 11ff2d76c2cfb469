"""By what two graphs differ: what nodes compute counts, and not what they are called."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper

from tests import onnx_models
from workbench.core.errors import UserError
from workbench.core.jobs import GraphDiffResult
from workbench.engine.graphs.diff import graph_diff
from workbench.engine.graphs.optimised import optimised_model
from workbench.engine.onnx.onnx_file import read_model

X, Y = onnx_models.value("x", T.FLOAT, ["n", 4]), onnx_models.value("y", T.FLOAT, None)


def save(path: Path, nodes: Sequence[onnx.NodeProto], weight: float = 1.0, opset: int = 17) -> Path:
    constants = {"w": np.full(4, weight, np.float32), "big": np.full((4, 4), weight, np.float32)}
    return onnx_models.save(path, nodes, [X], [Y], constants=constants, opset=opset)


def diff(before: Path, after: Path) -> GraphDiffResult:
    return graph_diff((before, read_model(before)), (after, read_model(after)))


def told(found: GraphDiffResult) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(d.kind, d.node.title, d.changes) for d in found.differences]


def chain(*ops: str, prefix: str = "v", **attributes: object) -> list[onnx.NodeProto]:
    """``x`` → each op → ``y``."""
    names = ["x", *(f"{prefix}{i}" for i in range(len(ops) - 1)), "y"]
    return [
        h.make_node(op, [a, "w"] if op in ("Mul", "Add") else [a], [b], f"{prefix}{op}{i}")
        for i, (op, a, b) in enumerate(zip(ops, names[:-1], names[1:], strict=True))
    ]


def test_other_names_are_no_difference(tmp_path) -> None:
    ops = ("Relu", "Mul", "Relu", "Add", "Sigmoid", "Relu")
    before = save(tmp_path / "a.onnx", chain(*ops))
    after = save(tmp_path / "b.onnx", chain(*ops, prefix="other"))
    found = diff(before, after)
    assert found.is_same
    assert (found.nodes, found.same) == ((6, 6), 6)
    assert found.verdict == "the graphs are the same, 6 nodes"


def test_one_among_equals_is_found_where_it_was_put_in(tmp_path) -> None:
    before = save(tmp_path / "a.onnx", chain("Relu", "Relu", "Exp", "Relu", "Relu"))
    after = save(tmp_path / "b.onnx", chain("Relu", "Relu", "Exp", "Tanh", "Relu", "Relu"))
    assert told(diff(before, after)) == [
        ("added", "Tanh 'vTanh3'", ()),
        ("changed", "Relu 'vRelu4'", ("input 0: from Exp 'vExp2' → from Tanh 'vTanh3'",)),
    ]
    back = diff(after, before)
    assert [d.kind for d in back.differences] == ["removed", "changed"]
    assert back.verdict == "6 nodes before, 5 after: 1 removed, 1 changed, 4 the same"


def test_another_operator_in_the_same_place_is_a_change(tmp_path) -> None:
    before = save(tmp_path / "a.onnx", chain("Exp", "Relu", "Sigmoid"))
    after = save(tmp_path / "b.onnx", chain("Exp", "Tanh", "Sigmoid"))
    assert told(diff(before, after)) == [
        ("changed", "Tanh 'vTanh1'", ("operator: Relu → Tanh",)),
    ]


def test_attributes_values_and_shapes_are_told(tmp_path) -> None:
    def nodes(alpha: float, perm: list[int]) -> list[onnx.NodeProto]:
        return [
            h.make_node("LeakyRelu", ["x"], ["a"], "leaky", alpha=alpha),
            h.make_node("MatMul", ["a", "big"], ["b"], "mm"),
            h.make_node("Transpose", ["b"], ["y"], "turn", perm=perm),
        ]

    before = save(tmp_path / "a.onnx", nodes(0.1, [0, 1]))
    after = save(tmp_path / "b.onnx", nodes(0.2, [1, 0]), weight=2.0)
    assert told(diff(before, after)) == [
        ("changed", "LeakyRelu 'leaky'", ("attribute alpha: 0.1 → 0.2",)),
        ("changed", "MatMul 'mm'", ("input 1: constant float32[4, 4], with other values",)),
        ("changed", "Transpose 'turn'", ("attribute perm: [0, 1] → [1, 0]",)),
    ]


def test_a_default_counts_as_written_and_a_constant_as_one_value(tmp_path) -> None:
    """Exporters differ in both."""
    plain = [h.make_node("Elu", ["x"], ["a"], "elu"), h.make_node("Add", ["a", "w"], ["y"])]
    constant = numpy_helper.from_array(np.ones(4, np.float32))
    written = [
        h.make_node("Constant", [], ["c"], value=constant),
        h.make_node("Elu", ["x"], ["a"], "elu", alpha=1.0),
        h.make_node("Add", ["c", "a"], ["y"]),  # the order of a sum
    ]
    found = diff(save(tmp_path / "a.onnx", plain), save(tmp_path / "b.onnx", written))
    assert found.is_same, told(found)


def test_bodies_functions_inputs_and_opsets_count(tmp_path) -> None:
    def model(path: Path, inner: str, name: str, opset: int) -> Path:
        branches = {
            f"{part}_branch": h.make_graph(
                [h.make_node(op, ["x"], [f"{part}_y"], f"in_{part}")],
                part,
                [],
                [onnx_models.value(f"{part}_y", T.FLOAT, None)],
            )
            for part, op in (("then", inner), ("else", "Exp"))
        }
        body = [h.make_node(inner, ["a"], ["b"])]
        imports = [h.make_opsetid("", opset)]
        function = h.make_function("my.ops", "Mine", ["a"], ["b"], body, imports)
        nodes = [
            h.make_node("If", ["pick"], ["i"], "branch", **branches),
            h.make_node("Mine", ["i"], ["y"], "mine", domain="my.ops"),
        ]
        inputs = [X, onnx_models.value(name, T.BOOL, [])]
        nodes[0].input[0] = name
        return onnx_models.save(path, nodes, inputs, [Y], functions=[function], opset=opset)

    before = model(tmp_path / "a.onnx", "Relu", "pick", 16)
    after = model(tmp_path / "b.onnx", "Tanh", "choose", 17)
    found = diff(before, after)
    change = ("operator: Relu → Tanh",)
    assert told(found) == [
        ("changed", "Tanh 'in_then' (then_branch of If 'branch')", change),
        ("changed", "Tanh 'b' (function my.ops::Mine)", change),
    ]
    assert found.model == ("opset of ai.onnx: 16 → 17", "input 1 of the model: pick → choose")


def with_data(path: Path, values: np.ndarray, location: str = "") -> Path:
    tensor = numpy_helper.from_array(values, "w")
    if location:
        tensor.ClearField("raw_data")
        tensor.data_location = T.EXTERNAL
        tensor.external_data.add(key="location", value=location)
    graph = h.make_graph([h.make_node("Add", ["x", "w"], ["y"], "add")], "net", [X], [Y], [tensor])
    model = h.make_model(graph, opset_imports=[h.make_opsetid("", 17)], ir_version=8)
    path.write_bytes(model.SerializeToString())
    return path


def test_weights_beside_the_model_are_read_and_missing_ones_told(tmp_path) -> None:
    values = np.arange(4, dtype=np.float32)
    inside = with_data(tmp_path / "a.onnx", values)
    outside = with_data(tmp_path / "b.onnx", values, "b.data")
    (tmp_path / "b.data").write_bytes(values.tobytes())
    assert diff(inside, outside).is_same
    (tmp_path / "b.data").write_bytes((values + 1).tobytes())
    (found,) = diff(inside, outside).differences
    assert found.changes == ("input 1: constant float32[4], with other values",) or (
        "with other values" in found.changes[0] or "→ constant float32[4]" in found.changes[0]
    )
    (tmp_path / "b.data").unlink()
    found = diff(outside, outside)
    assert found.is_same
    assert found.notes == ("the weights in 'b.data' were not compared: the file is missing",)


@pytest.mark.parametrize("location", ["../secret", "/etc/hostname"])
def test_weights_outside_of_the_folder_are_not_read(tmp_path, location) -> None:
    (tmp_path / "sub").mkdir()
    model = with_data(tmp_path / "sub" / "a.onnx", np.zeros(4, np.float32), location)
    with pytest.raises(UserError, match="would be read from"):
        diff(model, model)


def test_what_onnx_runtime_makes_of_a_model(tmp_path) -> None:
    """Two transpositions that undo each other go; what stays is known again."""
    nodes = [
        h.make_node("Transpose", ["x"], ["a"], "there", perm=[1, 0]),
        h.make_node("Transpose", ["a"], ["b"], "back", perm=[1, 0]),
        h.make_node("Exp", ["b"], ["y"], "exp"),
    ]
    path = save(tmp_path / "a.onnx", nodes)
    work = tmp_path / "work"
    work.mkdir()
    made = optimised_model(path, read_model(path), "", work)
    found = diff(path, made)
    removed = {d.node.name for d in found.differences if d.kind == "removed"}
    assert removed == {"there", "back"}
    assert found.count("added") == 0
    assert [d.node.name for d in found.differences if d.kind == "changed"] == ["exp"]


def test_ten_thousand_nodes_are_compared_in_time(tmp_path) -> None:
    import time

    ops = [("Relu", "Exp", "Tanh", "Sigmoid")[i * i % 4] for i in range(10_000)]
    before = save(tmp_path / "a.onnx", chain(*ops))
    after = save(tmp_path / "b.onnx", chain(*ops[:5000], "Neg", *ops[5000:], prefix="o"))
    begin = time.monotonic()
    found = diff(before, after)
    assert time.monotonic() - begin < 30
    assert (found.count("added"), found.count("changed"), found.same) == (1, 1, 9_999)


@pytest.mark.parametrize("opset", [1 << 40, -(1 << 40)])
def test_an_opset_of_any_number_is_compared(tmp_path: Path, opset: int) -> None:
    path = save(tmp_path / "a.onnx", chain("Relu"))
    model = onnx.load(path)
    model.opset_import[0].version = opset
    onnx.save(model, path)
    assert diff(path, path).same == 1


def test_a_model_that_is_no_valid_graph_is_compared_and_said_to_be_none(tmp_path) -> None:
    before = save(tmp_path / "a.onnx", chain("Relu", "Relu"))
    after = save(tmp_path / "b.onnx", [h.make_node("Add", ["x", "gone"], ["y"], "sum")])
    found = diff(before, after)
    assert not found.is_same
    assert found.refused
    assert not diff(before, before).refused
    (note,) = found.notes
    assert note.startswith(
        "'b.onnx' is no valid graph, ONNX Runtime refuses it: the node Add 'sum'"
    )
