"""OpenVINO: what it refuses of an op and of a case, before anything is built, and what it is told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from tests.conftest import TWICE_TOML, MakeOp
from workbench.core.jobs import ExportedCase, OutputParity, RuntimeResult, SkippedCase
from workbench.core.pipeline.op_state import OpState
from workbench.core.runtimes import RUNTIMES, report_line, report_of
from workbench.core.storage import op_file
from workbench.engine.runtimes.runners import RUNNERS
from workbench.engine.runtimes.runners.openvino import case_for_host
from workbench.engine.values.arrays import save_arrays

RUNTIME, RUNNER = RUNTIMES["openvino"], RUNNERS["openvino"]
STANDARD = TWICE_TOML.replace('"test.custom::Twice"\ninputs = ["x"]', '"Add"\ninputs = ["x", "x"]')


@pytest.mark.parametrize(
    ("toml", "told", "hint"),
    [
        (TWICE_TOML, "", ""),
        (STANDARD + '\n[ort]\nimplementation = "none"\n', "", ""),
        (
            TWICE_TOML + '\n[ort]\nimplementation = "export-only"\n',
            "nothing runs its model",
            "Choose another [ort] implementation.",
        ),
        (
            TWICE_TOML
            + '\n[kernel]\nstyle = "libtorch"\n\n[ort]\nimplementation = "bridge"\n',
            "a libtorch kernel needs PyTorch, which OpenVINO runs without",
            "portable style",
        ),
        (
            TWICE_TOML + '\n[ort]\nimplementation = "own"\nsource = "ort.cpp"\n',
            "calls ONNX Runtime, and OpenVINO has another interface",
            '[ort] implementation = "portable"',
        ),
        (
            TWICE_TOML.replace('name = "x"\n', 'name = "x"\ndtype = "float64"\n', 1),
            "'x' is float64: OpenVINO computes float64 as float32",
            "Let it be float32, too",
        ),
        (
            TWICE_TOML.replace('name = "x"\n', 'name = "x"\ndtype = ["float32", "float64"]\n', 1),
            "",
            "",
        ),
    ],
)  # fmt: skip
def test_an_op_that_it_cannot_run_is_refused_by_name(
    make_op: MakeOp, toml: str, told: str, hint: str
) -> None:
    what, next_step = RUNTIME.refusal(op_file.load(make_op(toml)).resolved())
    assert told in what
    assert hint in next_step
    assert bool(what) == bool(told)


def case(folder: Path, model: onnx.ModelProto | None = None, **arrays: np.ndarray) -> ExportedCase:
    file = folder / "arrays.npz"
    save_arrays(file, arrays)
    onnx.save(model or helper.make_model(helper.make_graph([], "g", [], [])), folder / "m.onnx")
    return ExportedCase("", str(folder / "m.onnx"), str(file), str(file))


def test_a_case_whose_values_it_would_round_is_left_out(tmp_path: Path) -> None:
    for array, told in (
        (np.ones(2, np.float32), ""),
        (np.array([2**31 - 1, -(2**31)], np.int64), ""),
        (np.zeros(0, np.int64), ""),
        (np.array([1, 2**31], np.int64), "computes int64 as int32"),
        (np.array([-(2**40)], np.int64), "computes int64 as int32"),
        (np.ones(2), "computes float64 as float32"),
    ):
        assert told in RUNNER.skips(case(tmp_path, x=array))
        assert bool(RUNNER.skips(case(tmp_path, x=array))) == bool(told)


def test_what_is_left_out_is_said_in_the_report(make_op: MakeOp) -> None:
    folder = make_op()
    state = OpState(folder, op_file.load(folder))
    left = (SkippedCase("one", "too long"), SkippedCase("two", "too long"))
    none = report_of(RUNTIME, state, RuntimeResult((), "1.0", 0.0, 0.0, left))
    assert none.status == "not run"
    assert none.problems[0].message == "it can run none of the op's cases: too long"
    ran = OutputParity("y", "PyTorch", "openvino", "float32", (2,), True, 2, 0, 0.0, 0.0, 0.0, 0.0)
    some = report_of(RUNTIME, state, RuntimeResult((ran,), "1.0", 0.0, 0.0, left))
    assert some.skipped == left
    assert report_line(some).endswith("; 2 cases not run: too long")


def function(domain: str, name: str) -> onnx.FunctionProto:
    body = [helper.make_node("Add", ["a", "a"], ["b"])]
    return helper.make_function(domain, name, ["a"], ["b"], body, [helper.make_opsetid("", 17)])


@pytest.mark.parametrize(
    ("ops", "left"), [({("mine", "Mine")}, ["Mine", "Add"]), (set(), ["Add", "Add"])]
)
def test_functions_are_put_in_where_they_are_called_and_the_librarys_ops_stay(
    ops: set[tuple[str, str]], left: list[str], tmp_path: Path
) -> None:
    nodes = [
        helper.make_node("Mine", ["x"], ["y"], domain="mine"),
        helper.make_node("Theirs", ["y"], ["z"], domain="theirs"),
    ]
    x, z = (helper.make_tensor_value_info(n, TensorProto.FLOAT, [2]) for n in ("x", "z"))
    model = helper.make_model(
        helper.make_graph(nodes, "g", [x], [z]),
        opset_imports=[
            helper.make_opsetid(d, v) for d, v in (("", 17), ("mine", 1), ("theirs", 1))
        ],
        functions=[function("mine", "Mine"), function("theirs", "Theirs")],
    )
    told = case_for_host(case(tmp_path, model, x=np.ones(2, np.float32)), ops, tmp_path)
    assert told["ops"] == sorted(ops)
    assert [node.op_type for node in onnx.load(told["model"]).graph.node] == left
