"""An ONNX model as an op's sample: run whole where it can be, else node by node."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import numpy as np
import onnx
import pytest
from onnx import TensorProto as T
from onnx import helper as h

from tests import onnx_models
from tests.conftest import Verify
from workbench.core import jobs
from workbench.core.storage import op_file
from workbench.core.storage.project import create_project
from workbench.engine.onnx.onnx_file import read_model
from workbench.engine.onnx.onnx_model import list_missing
from workbench.importers.drafts.draft import write_draft
from workbench.importers.drafts.from_onnx import draft_from_onnx

BODY = "for (int64_t i = 0; i < y.numel(); ++i) y[i] = static_cast<float>(x[i] * alpha + beta);"


def make(
    tmp_path: Path,
    path: Path,
    operator: str = "my.ops::ScaleShift",
    body: str = BODY,
    reference: str = "x * alpha + beta",
) -> Path:
    """The op of an operator's first node, with a kernel that works, and a reference."""
    found = list_missing(read_model(path), path)
    chosen = next(m for m in found.missing if m.full == operator)
    made = draft_from_onnx(found, chosen, 0, path)
    project = tmp_path / "project"
    create_project(project)
    folder = write_draft(made, project, made.op.name)
    kernel = folder / "kernel.cpp"
    head = kernel.read_text().partition("{")[0]
    kernel.write_text(f"{head}{{\n  {body}\n}}\n")
    with (folder / "op.toml").open("a") as file:
        file.write(f'\n[reference]\npython = "{reference}"\n')
    return folder


def parities(state) -> dict[str, list[jobs.OutputParity]]:
    result = state.result("compare").result
    assert isinstance(result, jobs.CompareResult)
    cases: dict[str, list[jobs.OutputParity]] = {}
    for output in result.outputs:
        cases.setdefault(output.case, []).append(output)
    return cases


def warnings(state) -> str:
    return " ".join(p.message for p in state.result("export").problems)


def test_the_whole_model_runs_and_each_node_agrees(tmp_path: Path, verify: Verify) -> None:
    folder = make(tmp_path, onnx_models.scale_shift(tmp_path / "net.onnx"))
    state = verify(folder)
    assert state.report().status == "agrees", state.report().error
    cases = parities(state)
    assert list(cases)[:3] == ["", "s1_ScaleShift", "s2_ScaleShift"]
    by_net = [p for p in cases["s2_ScaleShift"] if p.expected_by.startswith("net.onnx")]
    assert by_net
    assert by_net[0].actual_by == "PyTorch"
    assert by_net[0].agrees
    assert not by_net[0].independent, "the net ran the very same kernel"
    # On the activations of the net, not on the examples: Relu gives no negative ones.
    assert by_net[0].shape == (2, 4)
    assert warnings(state) == ""


def test_the_values_are_those_inside_the_net(tmp_path: Path, verify: Verify) -> None:
    """A kernel that gives other numbers where its input is never negative would be told apart."""
    body = BODY + " for (int64_t i = 0; i < y.numel(); ++i) if (x[i] < 0) y[i] = -99;"
    folder = make(tmp_path, onnx_models.scale_shift(tmp_path / "net.onnx"), body=body)
    state = verify(folder)
    export = state.result("export").result
    assert isinstance(export, jobs.ExportResult)
    main, *captured = export.cases
    inputs = {c.name: np.load(c.inputs) for c in captured}
    assert (inputs["s1_ScaleShift"]["x"] >= 0).all()
    assert (np.load(main.inputs)["x"] < 0).any()


def test_another_operator_that_is_missing_is_named_and_the_nodes_run_alone(
    tmp_path: Path, verify: Verify
) -> None:
    last = h.make_node("Weird", ["s2"], ["output"], domain="other.ops")
    folder = make(tmp_path, onnx_models.scale_shift(tmp_path / "net.onnx", last=last))
    state = verify(folder)
    assert state.report().status == "agrees", state.report().error
    assert "other.ops::Weird" in warnings(state)
    assert list(parities(state))[:3] == ["", "s1_ScaleShift", "s2_ScaleShift"]


def test_a_net_that_fails_elsewhere_is_reported_and_the_nodes_run_alone(
    tmp_path: Path, verify: Verify
) -> None:
    """The sizes that we choose need not suit the net: here 7 rows are needed."""
    shape = h.make_node("Constant", [], ["shape"], value_ints=[7, 4])
    path = onnx_models.save(
        tmp_path / "net.onnx",
        [
            h.make_node("ScaleShift", ["v"], ["s"], "s1", domain="my.ops", alpha=2.0, beta=1),
            shape,
            h.make_node("Reshape", ["s", "shape"], ["output"], "fixed"),
        ],
        [onnx_models.value("v", T.FLOAT, ["N", 4])],
        [onnx_models.value("output", T.FLOAT, [7, 4])],
        known=[onnx_models.value("s", T.FLOAT, ["N", 4])],
    )
    body = BODY.replace("x[i]", "v[i]").replace("y", "s")
    folder = make(tmp_path, path, body=body, reference="v * alpha + beta")
    state = verify(folder)
    assert state.report().status == "agrees", state.report().error
    assert "Reshape" in warnings(state)
    assert list(parities(state))[:2] == ["", "s1"]


def test_external_data_come_along(tmp_path: Path, verify: Verify) -> None:
    path = onnx_models.scale_shift(tmp_path / "net.onnx")
    onnx.save(onnx.load(path), path, save_as_external_data=True, location="w.bin", size_threshold=0)
    folder = make(tmp_path, path)
    assert (folder / "model" / "w.bin").is_file()
    path.unlink()
    (tmp_path / "w.bin").unlink()
    state = verify(folder)
    assert state.report().status == "agrees", state.report().error
    assert warnings(state) == ""


def test_a_kernel_that_fails_inside_the_net_fails_the_run(tmp_path: Path, verify: Verify) -> None:
    body = 'if (alpha < 0) wb::fail("alpha is negative"); ' + BODY
    folder = make(tmp_path, onnx_models.scale_shift(tmp_path / "net.onnx"), body=body)
    report = verify(folder).report()
    assert report.status == "failed"
    assert report.error is not None
    assert "alpha is negative" in report.error.message
    assert report.stages["run"].status == "failed"


def test_a_crash_inside_the_net_is_explained(tmp_path: Path, verify: Verify) -> None:
    body = "if (alpha < 0) *reinterpret_cast<volatile int*>(8) = 1; " + BODY
    folder = make(tmp_path, onnx_models.scale_shift(tmp_path / "net.onnx"), body=body)
    report = verify(folder).report()
    assert report.error is not None
    assert report.error.kind in ("crash", "sanitizer")
    assert "net.onnx" in f"{report.error.message} {report.error.hint}"


def test_a_standard_operator_without_a_kernel_is_put_into_the_op_s_domain(
    tmp_path: Path, verify: Verify
) -> None:
    path = onnx_models.save(
        tmp_path / "net.onnx",
        [h.make_node("Acos", ["v"], ["y"], "acos")],
        [onnx_models.value("v", T.DOUBLE, ["N"])],
        [onnx_models.value("y", T.DOUBLE, ["N"])],
        domains=(),
    )
    body = "for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * input[i];"
    state = verify(make(tmp_path, path, "Acos", body, "2 * input"))
    assert state.report().status == "agrees", state.report().error
    assert "acos" in parities(state)


def test_a_node_in_a_branch_is_reported_not_to_be_compared(tmp_path: Path, verify: Verify) -> None:
    body = "for (int64_t i = 0; i < t.numel(); ++i) t[i] = x[i];"
    state = verify(
        make(tmp_path, onnx_models.in_branch(tmp_path / "net.onnx"), "my.ops::Twist", body, "x")
    )
    assert state.report().status == "agrees", state.report().error
    assert "subgraph" in warnings(state)


def test_the_model_is_run_again_only_when_something_changed(tmp_path: Path, verify: Verify) -> None:
    folder = make(tmp_path, onnx_models.scale_shift(tmp_path / "net.onnx"))
    state = verify(folder)
    before = state.captured
    assert verify(folder).captured == before
    onnx_models.scale_shift(folder / "net.onnx", alpha=3.0)
    os.utime(folder / "net.onnx", ns=(1, 1))
    assert verify(folder).captured != before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"node": "Sigmoid"}, "Sigmoid"),
        ({"node": "no such"}, "no node 'no such'"),
        ({"onnx": "gone.onnx"}, "does not exist"),
    ],
)
def test_a_wrong_declaration_is_reported(
    tmp_path: Path, verify: Verify, change: dict[str, str], words: str
) -> None:

    folder = make(tmp_path, onnx_models.scale_shift(tmp_path / "net.onnx"))
    op = op_file.load(folder)
    op_file.save(
        folder, msgspec.structs.replace(op, model=msgspec.structs.replace(op.model, **change))
    )
    report = verify(folder).report()
    assert report.error is not None
    assert words in report.error.message
