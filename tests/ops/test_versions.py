"""The saved file has the opset that is declared, and an IR version that the oldest runtime reads."""

from __future__ import annotations

import json
from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper

from tests.cli.conftest import Run, run
from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp, Verify
from tests.large import large
from workbench.core.errors import UserError
from workbench.core.exporters import EXPORTERS
from workbench.core.pipeline.op_state import OpState
from workbench.core.standard.ort_versions import first_to_read, newest_ir
from workbench.core.storage import op_file
from workbench.engine.export.opset import opset_of, with_readable_ir

__all__ = ["run"]

ENDS = {17, 18}
"""Where torch.export begins to write opsets itself."""
ALL = [
    pytest.param(
        e, o, marks=() if o in ENDS or o in (exporter.opsets[0], exporter.opsets[-1]) else large
    )
    for e, exporter in EXPORTERS.items()
    for o in exporter.opsets
]


def model_of(state: OpState) -> onnx.ModelProto:
    path = state.report().model
    assert path is not None, state.report().error
    model = onnx.load(Path(path))
    onnx.checker.check_model(model, full_check=True)
    return model


def with_model(opset: int, exporter: str, oldest: str) -> str:
    tables = f'\n[ort]\noldest = "{oldest}"\n\n[model]\nopset = {opset}\nexporter = "{exporter}"\n'
    return TWICE_TOML.replace("\n[[model.inputs]]", f"{tables}\n[[model.inputs]]", 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One kernel for all: only the declaration changes, so nothing is compiled again."""
    made = tmp_path_factory.mktemp("versions")
    (made / "kernel.cpp").write_text(TWICE_KERNEL)
    return made


@pytest.mark.parametrize(("exporter", "opset"), ALL)
def test_every_opset_of_every_exporter(
    folder: Path, verify: Verify, exporter: str, opset: int
) -> None:
    oldest = first_to_read(opset)
    (folder / "op.toml").write_text(with_model(opset, exporter, oldest))
    state = verify(folder)
    report = state.report()
    assert report.status == "agrees", report.error
    model = model_of(state)
    assert opset_of(model) == opset
    assert model.ir_version <= newest_ir(oldest)
    converted = exporter == "torch.export" and opset < 18
    assert converted == any("was converted to" in p.message for p in report.problems)


STANDARD = """
[[mapping.nodes]]
op = "Relu"
inputs = ["x"]
outputs = ["r"]

[[mapping.nodes]]
op = "Add"
inputs = ["r", "r"]
outputs = ["y"]

[ort]
implementation = "none"

[model]
opset = %d
exporter = "torch.export"

[[model.inputs]]
arg = "x"
shape = [2, 3]

[reference]
python = "2 * x"
"""
LIKE = TWICE_TOML.partition("[[mapping.nodes]]")[0]


@pytest.mark.parametrize("opset", [9, 13, 17])
def test_standard_nodes_that_did_not_change(make_op: MakeOp, verify: Verify, opset: int) -> None:
    """onnx's own converter has no way from Relu 14 to Relu 13, which differ in types alone."""
    state = verify(make_op(LIKE + STANDARD % opset), "graph")
    assert state.report("graph").error is None, state.report("graph").error
    assert opset_of(model_of(state)) == opset


def test_a_node_that_cannot_be_converted_is_refused(make_op: MakeOp, verify: Verify) -> None:
    """Softmax of opset 12 is another function: it must not be stamped with another number."""
    text = STANDARD.replace('"Add"', '"Softmax"').replace('["r", "r"]', '["r"]')
    error = verify(make_op(LIKE + text % 12), "graph").report("graph").error
    assert error is not None
    assert "wrote opset 18, and Softmax cannot be converted to opset 12" in error.message
    assert "Set model.opset to 18" in error.hint


def test_the_exporter_asked_for_writes_the_declared_opset(
    make_op: MakeOp, verify: Verify, run: Run
) -> None:
    folder = make_op(with_model(13, "torchscript", "1.17"))
    done = run("verify", folder, "--exporter", "torch.export", "--json", "-")
    assert done.returncode == 0, done.stdout
    (found,) = json.loads(done.stdout)["ops"]
    model = onnx.load(found["model"])
    assert [o.version for o in model.opset_import if not o.domain] == [13]
    assert "wrote opset 18: the model was converted to 13" in done.stderr


@pytest.mark.parametrize("exporter", ["torchscript", "torch.export"])
def test_the_oldest_runtime_decides_which_ir_version_is_written(
    make_op: MakeOp, verify: Verify, exporter: str
) -> None:
    """ONNX Runtime 1.17 refuses a file of an IR version above 9, whatever is in it."""
    folder = make_op(with_model(18, exporter, "1.17"))
    assert model_of(verify(folder)).ir_version <= 9


def test_what_an_older_runtime_cannot_read_is_refused(tmp_path: Path) -> None:
    values = [helper.make_tensor_value_info(n, TensorProto.INT4, [2]) for n in ("x", "y")]
    node = helper.make_node("Identity", ["x"], ["y"])
    graph = helper.make_graph([node], "g", values[:1], values[1:])
    imports = [helper.make_opsetid("", 17)]
    op = op_file.loads(with_model(17, "torchscript", "1.17"))
    model = helper.make_model(graph, opset_imports=imports, ir_version=11)
    with pytest.raises(UserError, match="int4, which need IR version 10, and ONNX Runtime"):
        with_readable_ir(model, op)
    later = op_file.loads(with_model(17, "torchscript", "1.18"))
    with_readable_ir(model, later)
    assert model.ir_version == 10
