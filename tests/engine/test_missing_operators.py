"""ONNX models: the nodes that ONNX Runtime cannot run, and files that are no model."""

from __future__ import annotations

import os
from pathlib import Path

import onnx
import pytest
from onnx import TensorProto as T
from onnx import helper as h

from tests import onnx_models
from tests.engine.conftest import RawHost, stages_of, the_problem
from workbench.core import jobs
from workbench.core.jobs.model_nodes import MissingOperator, ModelValue
from workbench.engine.onnx.onnx_file import read_model
from workbench.engine.onnx.onnx_model import list_missing
from workbench.importers.drafts.from_onnx import draft_from_onnx


def listed(path: Path) -> jobs.ModelNodesResult:
    return list_missing(read_model(path), path)


def missing(path: Path) -> dict[str, MissingOperator]:
    return {m.full: m for m in listed(path).missing}


def test_nodes_of_a_domain_of_one_s_own(tmp_path: Path) -> None:
    found = listed(onnx_models.scale_shift(tmp_path / "net.onnx"))
    (operator,) = found.missing
    assert (found.total, found.opset, operator.full) == (5, 17, "my.ops::ScaleShift")
    assert operator.count == 2
    assert "my.ops" in operator.reason
    first = operator.nodes[0]
    assert first.name == "/s1/ScaleShift"
    assert first.inputs == (ModelValue("/act/Relu_output_0", "float32", ("N", 3)),)
    assert [(a.name, a.type, a.value) for a in first.attributes] == [
        ("alpha", "float", 0.5), ("beta", "int", 2),
    ]  # fmt: skip


def test_constants_left_out_inputs_and_tensor_attributes(tmp_path: Path) -> None:
    (operator,) = listed(onnx_models.neighbours(tmp_path / "net.onnx")).missing
    (node,) = operator.nodes
    assert node.inputs[1].name == ""
    assert node.inputs[2] == ModelValue("k", "int64", (1,), True, (3,))
    assert {a.name: (a.value, a.shape) for a in node.attributes if a.name == "table"} == {
        "table": ((1.0, 2.0), (2,))
    }
    assert node.outputs[0].shape == (1, 8, "K")
    assert node.outputs[1].shape is None


def test_a_node_inside_a_branch_says_where(tmp_path: Path) -> None:
    (operator,) = listed(onnx_models.in_branch(tmp_path / "net.onnx")).missing
    assert operator.nodes[0].where == "then_branch of If 'pick'"
    assert operator.nodes[0].inputs[0].shape == ("N", 2)


def test_a_model_that_runs_has_none(tmp_path: Path) -> None:
    assert listed(onnx_models.runs_everywhere(tmp_path / "net.onnx")).missing == ()


def test_standard_operators_without_a_kernel(tmp_path: Path) -> None:
    path = onnx_models.save(
        tmp_path / "net.onnx",
        [
            h.make_node("Acos", ["x"], ["a"]),  # no kernel for float64
            h.make_node("Gelu", ["x"], ["g"]),  # opset 20
            h.make_node("Nope", ["x"], ["n"]),
            h.make_node("Irfft", ["a"], ["i"], domain="com.microsoft"),  # CUDA only
            h.make_node("Gelu", ["g"], ["o"], domain="com.microsoft"),
            h.make_node("Add", ["o", "x"], ["y"]),
            h.make_node("Constant", [], ["c"], value_float=1.0),
        ],
        [onnx_models.value("x", T.DOUBLE, [2])],
        [onnx_models.value("y", T.DOUBLE, [2])],
        domains=("com.microsoft",),
    )
    found = missing(path)
    assert sorted(found) == ["Acos", "Gelu", "Nope", "com.microsoft::Irfft"]
    assert "float64" in found["Acos"].reason
    assert "since opset 20" in found["Gelu"].reason
    assert "no operator" in found["Nope"].reason


def test_every_operator_that_is_reported_to_run_is_taken_by_the_runtime(tmp_path: Path) -> None:
    """Function operators have no kernel and run all the same."""
    path = onnx_models.save(
        tmp_path / "net.onnx",
        [h.make_node("Mish", ["x"], ["m"]), h.make_node("HardSwish", ["m"], ["y"])],
        [onnx_models.value("x", T.FLOAT, [2])],
        [onnx_models.value("y", T.FLOAT, [2])],
        opset=18,
        domains=(),
    )
    assert missing(path) == {}
    import onnxruntime

    onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])


def test_functions_that_travel_in_the_model_run_and_are_looked_into(tmp_path: Path) -> None:
    body = [h.make_node("Lost", ["a"], ["b"], domain="other.ops")]
    imports = [h.make_opsetid("", 17), h.make_opsetid("other.ops", 1)]
    function = h.make_function(onnx_models.DOMAIN, "Local", ["a"], ["b"], body, imports)
    path = onnx_models.save(
        tmp_path / "net.onnx",
        [h.make_node("Local", ["x"], ["y"], domain=onnx_models.DOMAIN)],
        [onnx_models.value("x", T.FLOAT, [2])],
        [onnx_models.value("y", T.FLOAT, [2])],
        domains=(onnx_models.DOMAIN, "other.ops"),
        functions=[function],
    )
    (operator,) = listed(path).missing
    assert (operator.full, operator.nodes[0].where) == ("other.ops::Lost", "function Local")


def test_external_data_are_named_and_not_read(tmp_path: Path) -> None:
    path = onnx_models.scale_shift(tmp_path / "net.onnx")
    model = onnx.load(path)
    onnx.save(model, path, save_as_external_data=True, location="w.bin", size_threshold=0)
    (tmp_path / "w.bin").unlink()
    found = listed(path)
    assert found.external == ("w.bin",)
    assert found.missing[0].full == "my.ops::ScaleShift"


def hostile_files(folder: Path) -> dict[str, Path]:
    whole = onnx_models.scale_shift(folder / "whole.onnx").read_bytes()
    files = {
        "truncated": whole[: len(whole) // 2],
        "random": os.urandom(4000),
        "text": b"no model at all\n" * 100,
        "empty": b"",
        "names": whole.replace(b"ScaleShift", b"\xff\xfealeShift"),
    }
    made = {name: folder / f"{name}.onnx" for name in files}
    for name, path in made.items():
        path.write_bytes(files[name])
    sparse = folder / "huge.onnx"
    with sparse.open("wb") as file:
        file.truncate(2 << 30)
    escape = onnx.load(folder / "whole.onnx")
    tensor = escape.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = onnx.TensorProto.EXTERNAL
    entry = tensor.external_data.add()
    entry.key, entry.value = "location", "../../../etc/passwd"
    onnx.save(escape, folder / "escape.onnx")
    (folder / "lnk.bin").symlink_to("/etc/passwd")
    entry.value = "lnk.bin"
    onnx.save(escape, folder / "link.onnx")
    return {
        **made, "huge": sparse, "gone": folder / "gone.onnx", "folder": folder,
        "escape": folder / "escape.onnx", "link": folder / "link.onnx",
    }  # fmt: skip


WORDS = {
    "truncated": "no ONNX model",
    "random": "no ONNX model",
    "text": "no ONNX model",
    "empty": "no nodes",
    "names": "not UTF-8",
    "huge": "2 GiB",
    "gone": "does not exist",
    "folder": "a folder",
    "escape": "outside its folder",
    "link": "through the link 'lnk.bin'",
}


@pytest.mark.parametrize("name", list(WORDS))
def test_a_bad_file_is_a_clear_message(ort_host: RawHost, tmp_path: Path, name: str) -> None:
    path = hostile_files(tmp_path)[name]
    problem = the_problem(ort_host.run(jobs.ModelNodesJob(ort_host.next_id(), str(path))))
    assert WORDS[name] in problem.message
    assert problem.file == str(path)
    assert "onnx.ModelProto" not in problem.message, "words of protobuf"


def test_subgraphs_nested_too_deep_for_protobuf(ort_host: RawHost, tmp_path: Path) -> None:
    def field(number: int, content: bytes) -> bytes:
        size, left = bytearray(), len(content)
        while left > 127:
            size.append(left & 127 | 128)
            left >>= 7
        return bytes([number << 3 | 2, *size, left]) + content

    graph = h.make_graph([h.make_node("Identity", ["x"], ["y"])], "g", [], []).SerializeToString()
    for _ in range(200):
        graph = field(1, field(5, field(6, graph)))  # graph.node.attribute.g
    path = tmp_path / "deep.onnx"
    path.write_bytes(field(7, graph))
    problem = the_problem(ort_host.run(jobs.ModelNodesJob(ort_host.next_id(), str(path))))
    assert problem.message.endswith(
        "no ONNX model that can be read: its graphs are nested too deeply"
    )
    assert problem.hint


def test_a_model_is_listed_by_the_host(ort_host: RawHost, tmp_path: Path) -> None:
    path = onnx_models.scale_shift(tmp_path / "net.onnx")
    events = ort_host.run(jobs.ModelNodesJob(ort_host.next_id(), str(path)))
    result = stages_of(events)["nodes"].result
    assert isinstance(result, jobs.ModelNodesResult)
    assert result == listed(path)


def test_attributes_of_inf_and_nan_are_kept_on_their_way_into_a_draft(tmp_path: Path) -> None:
    numbers = {"low": float("-inf"), "gap": float("nan"), "fine": 0.5, "all": [1.0, float("inf")]}
    nodes = [
        h.make_node("Odd", ["x"], ["a"], domain=onnx_models.DOMAIN, **numbers),
        h.make_node("Odd", ["a"], ["y", "z"], domain=onnx_models.DOMAIN, **numbers),
    ]
    ends = [onnx_models.value(name, T.FLOAT, [2]) for name in "xy"]
    path = onnx_models.save(tmp_path / "odd.onnx", nodes, ends[:1], ends[1:])
    result = listed(path)
    ended = jobs.StageEnded(1, "nodes", "ok", 0.0, result=result)
    arrived = jobs.decode_event(jobs.encode(ended))
    assert isinstance(arrived, jobs.StageEnded)
    assert repr(arrived.result) == repr(result)
    (operator,) = result.missing
    draft = draft_from_onnx(result, operator, 0, path)
    assert [a.name for a in draft.op.args] == ["x", *sorted(numbers)]
    assert draft.op.example("low").value == float("-inf")
    assert draft.op.example("all").value == (1.0, float("inf"))
    messages = [g.message for g in draft.gaps]
    assert "other nodes give 2 outputs, this one 1" in messages
