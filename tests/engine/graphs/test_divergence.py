"""Where the values of a graph begin to differ."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from onnx import TensorProto as T
from onnx import helper as h

from tests import onnx_models
from workbench.core.jobs import ComparedValue, DivergenceJob, DivergenceResult, ExportedCase, RunJob
from workbench.core.jobs.graphs import GraphNode
from workbench.engine.graphs import divergence as engine
from workbench.engine.onnx.onnx_file import read_model
from workbench.engine.values.arrays import save_arrays

X, Y = onnx_models.value("x", T.FLOAT, [4]), onnx_models.value("y", T.FLOAT, [4])
GIVEN = np.array([0.5, 1.0, 1.5, 2.0], np.float32)
ROOT, TWICE = np.sqrt(GIVEN), 2 * np.sqrt(GIVEN)


@pytest.fixture
def path(tmp_path) -> Path:
    """``y = exp(2 * sqrt(x))``."""
    nodes = [
        h.make_node("Sqrt", ["x"], ["root"], "first"),
        h.make_node("Mul", ["root", "two"], ["twice"], "second"),
        h.make_node("Exp", ["twice"], ["y"], "third"),
    ]
    constants = {"two": np.array(2, np.float32)}
    return onnx_models.save(tmp_path / "model.onnx", nodes, [X], [Y], constants=constants)


def found(path: Path, y: np.ndarray, **between: np.ndarray) -> DivergenceResult:
    """What comes of it where PyTorch gives ``y``, and these values between the nodes."""
    files = [path.with_name(name) for name in ("inputs.npz", "reference.npz")]
    save_arrays(files[0], {"x": GIVEN})
    save_arrays(files[1], {"y": y})
    if between:
        save_arrays(path.with_suffix(f".{engine.BETWEEN}"), between)
    job = DivergenceJob(1, ExportedCase("", str(path), *map(str, files)))
    model = read_model(path)
    return engine.divergence(model, engine._values(model, job), engine._known(job.case), job)


def statuses(result: DivergenceResult) -> list[tuple[str, str]]:
    return [(v.status, v.by) for v in result.values]


def test_alike_is_held_against_somebody_else_at_each_node(path) -> None:
    result = found(path, np.exp(TWICE))
    assert statuses(result) == [
        ("agrees", engine.ONNX),
        ("agrees", engine.ONNX),
        ("agrees", "PyTorch"),
    ]
    assert (result.first, result.verdict) == (
        "",
        "no value differs on the main inputs: 3 of 3 agree",
    )


def test_the_first_node_is_named_where_pytorch_is_known_around_it(path) -> None:
    wrong = 3 * ROOT  # PyTorch multiplies by another number
    result = found(path, np.exp(wrong), root=ROOT, twice=wrong)
    assert (result.first, result.sure) == ("twice", True)
    assert result.verdict == (
        "it begins in Mul 'second': its inputs agree with PyTorch's, its output does not"
    )
    assert [v.status for v in result.values] == ["agrees", "differs", "differs"]


def test_unasked_nothing_is_computed_beyond_its_time(path) -> None:
    files = [path.with_name(name) for name in ("inputs.npz", "reference.npz")]
    save_arrays(files[0], {"x": GIVEN})
    save_arrays(files[1], {"y": np.exp(3 * ROOT)})
    case = ExportedCase("large", str(path), *map(str, files))
    job = DivergenceJob(1, case)
    model = read_model(path)
    values, known = engine._values(model, job), engine._known(case)
    late = engine.divergence(model, values, known, job, until=0.0)
    assert [v.note for v in late.values] == ["it takes too long", "it takes too long", ""]
    assert late.beginning == (
        "it shows first in Exp 'third'; what goes into it is known of ONNX Runtime only, so look at what the "
        "mapping says"
    )
    small = engine.divergence(model, values, known, job, most=GIVEN.size - 1)
    assert statuses(small) == statuses(late)
    run = RunJob(1, "", "", (case,))
    found = engine.beginning(run, case)
    assert found is not None
    assert (found.first, found.case) == ("y", "large")
    save_arrays(files[1], {"y": np.exp(TWICE)})
    assert engine.beginning(run, case) is None, "nothing differs"
    path.unlink()
    assert engine.beginning(run, case) is None, "nor can it be told"


def test_no_more_is_said_than_what_is_known(path) -> None:
    result = found(path, np.exp(3 * ROOT))
    assert (result.first, result.sure) == ("y", False)
    assert "shows first in Exp 'third'" in result.verdict
    assert "look at what the mapping says" in result.verdict


def test_a_node_that_computes_something_else_than_onnx_says_is_named(path) -> None:
    model = read_model(path)
    values = {"x": GIVEN, "two": np.float32(2), "root": ROOT, "twice": TWICE + 1, "y": GIVEN}
    values["y"] = np.exp(values["twice"])
    job = DivergenceJob(1, ExportedCase("", str(path), "", ""))
    result = engine.divergence(model, values, {}, job)
    assert result.first == "twice"
    assert "something else than ONNX's reference implementation on the same inputs" in (
        result.verdict
    )


def test_the_same_kernel_proves_nothing_and_what_nobody_computes_is_not_compared(tmp_path) -> None:
    nodes = [
        h.make_node("Mine", ["x"], ["a"], "mine", domain="my.ops"),
        h.make_node("Mine", ["a"], ["y"], "again", domain="my.ops"),
    ]
    path = onnx_models.save(tmp_path / "model.onnx", nodes, [X], [Y])
    values = {"x": GIVEN, "a": GIVEN, "y": GIVEN}
    case = ExportedCase("", str(path), "", "")
    job = DivergenceJob(1, case, "", ("my.ops::Mine",), "both run the same kernel")
    result = engine.divergence(read_model(path), values, {"y": ("PyTorch", GIVEN)}, job)
    assert statuses(result) == [("not compared", ""), ("unverified", "PyTorch")]
    assert result.verdict == (
        "no value differs on the main inputs: 0 of 2 agree, 1 alike by the same kernel; 1 could not be compared"
    )


def test_who_knows_only_the_outputs_is_told_who_knows_the_values_between():
    """The values that torch.export tells lead to the node itself."""
    inner = ComparedValue(
        GraphNode("a", "Resize"), "a", "agrees", "ONNX's reference implementation"
    )
    last = ComparedValue(GraphNode("y", "Conv"), "y", "differs", "PyTorch")
    verdict = DivergenceResult((inner, last), "y").verdict
    assert verdict.startswith("it shows first in Conv")
    assert "torch.export" in verdict
    known = ComparedValue(GraphNode("b", "Relu"), "b", "agrees", "PyTorch")
    assert "torch.export" not in DivergenceResult((known, inner, last), "y").verdict
