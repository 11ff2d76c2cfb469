"""Sample models and exporters: what a graph cannot hold, which opset, which exporter, which result."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp, Verify
from tests.engine.building import with_kernel
from tests.pains.told import line_of, mend, offered, told
from workbench.core.jobs import ExportResult
from workbench.core.pipeline.op_state import OpState
from workbench.core.storage import op_file

EXPORTERS = {"torchscript": 17, "torch.export": 18}

SCALED = """
import torch
class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, by):
        return by * x
"""
PLAIN = SCALED.replace(", by", "").replace("by *", "2 *")
MODEL = """
import torch

class Scaled(torch.nn.Module):
    def __init__(self, op):
        super().__init__()
        self.op = op

    def forward(self, x):
        return self.op(x, x.sum())

def model(op):
    return Scaled(op)
"""


def toml_with(exporter: str, source: bool = False, opset: int = 0) -> str:
    """Twice in Python; with a model of its own it takes the factor as an argument."""
    toml = with_kernel('style = "python"\nsource = "op.py"\nfunction = "Twice"')
    toml = toml.replace("[[mapping", '[ort]\nimplementation = "export-only"\n\n[[mapping', 1)
    head, _, rest = toml.partition("[reference]")[0].partition("[[model.inputs]]")
    model = f'[model]\nexporter = "{exporter}"\nopset = {opset or EXPORTERS[exporter]}\n'
    if source:
        head = head.replace(
            "[[outputs]]", '[[args]]\nname = "by"\ntype = "float"\n\n[[outputs]]', 1
        )
        head = head.replace(
            'outputs = ["y"]',
            'outputs = ["y"]\nattributes = [{ name = "by", type = "float", arg = "by" }]',
        )
        model += 'source = "model.py"\n'
    return f"{head}{model}\n[[model.inputs]]{rest}"


@pytest.fixture
def run(make_op: MakeOp, verify: Verify):
    """``run(toml, model=…)``: the op's folder and its state after the export."""

    def call(toml: str, kernel: str = PLAIN, model: str = "") -> tuple[Path, OpState]:
        folder = make_op(toml, kernel=None)
        (folder / "op.py").write_text(kernel)
        if model:
            (folder / "model.py").write_text(model)
        return folder, verify(folder, "graph")

    return call


def exported(state: OpState) -> onnx.ModelProto:
    assert state.report("graph").status == "exported", state.report("graph")
    result = state.current_result("export")
    assert isinstance(result, ExportResult)
    return onnx.load(result.model)


@pytest.mark.parametrize("exporter", EXPORTERS)
def test_pytorch_50512_a_tensor_where_a_constant_is_needed(run, exporter: str) -> None:
    folder, state = run(toml_with(exporter, True), SCALED, MODEL)
    problem = told(state)
    assert problem.message == "the model gives a tensor for 'by', which is declared as float"
    assert "self.op(x, x.sum())" in line_of(folder, problem)
    assert "declare the argument as a tensor" in problem.hint


def test_pytorch_50512_a_number_that_is_computed_is_a_constant_in_the_file(run) -> None:
    """The TorchScript exporter writes it down with a warning, and the other one refuses it."""
    model = MODEL.replace("x.sum()", "x.sum().item()")
    folder, state = run(toml_with("torchscript", True), SCALED, model)
    (warning,) = [p for p in state.all_problems() if "Python number" in p.message]
    assert "x.sum().item()" in line_of(folder, warning)
    assert "with other inputs it stays" in warning.hint
    folder, state = run(toml_with("torch.export", True), SCALED, model)
    problem = told(state)
    assert "'by' must be a constant, but the model computes it" in problem.message
    assert "x.sum().item()" in line_of(folder, problem)


@pytest.mark.parametrize(
    ("model", "line", "words"),
    [
        (MODEL.replace("Scaled(op)\n", "Scaled(opp)\n"), "Scaled(opp)", "'opp' is not defined"),
        (MODEL.replace("self.op(x", "self.opp(x"), "self.opp(x", "the model failed in PyTorch"),
    ],
    ids=["making it", "running it"],
)
def test_a_mistake_in_the_sample_model(run, model: str, line: str, words: str) -> None:
    folder, state = run(toml_with("torchscript", True), SCALED, model)
    problem = told(state)
    assert problem.kind == "model"
    assert words in problem.message
    assert line in line_of(folder, problem)


BRANCH = MODEL.replace("self.op(x, x.sum())", "self.op(x) if x.sum() > 0 else x")
UNKNOWN = MODEL.replace("self.op(x, x.sum())", "self.op(torch.linalg.eigvals(x @ x.t()).real)")


@pytest.mark.parametrize("exporter", EXPORTERS)
def test_pytorch_93370_a_model_that_decides_by_a_value(
    make_op: MakeOp, verify: Verify, exporter: str
) -> None:
    """One exporter takes the branch of the example, the other one refuses it; each at the line."""
    model = f'source = "model.py"\nexporter = "{exporter}"\nopset = {EXPORTERS[exporter]}'
    folder = make_op(TWICE_TOML.replace("[[model", f"[model]\n{model}\n\n[[model", 1))
    (folder / "model.py").write_text(BRANCH)
    state = verify(folder, "graph")
    if exporter == "torchscript":
        (problem,) = [p for p in state.all_problems() if "Python boolean" in p.message]
        assert "is a constant in the exported file" in problem.hint
    else:
        problem = told(state)
        assert "by a value that it computes" in problem.message
        assert "torch.where" in problem.hint
    assert "if x.sum() > 0" in line_of(folder, problem)


@pytest.mark.parametrize("exporter", EXPORTERS)
def test_pytorch_162697_an_operator_that_an_exporter_does_not_know(run, exporter: str) -> None:
    """Both exporters say it alike."""
    toml = toml_with(exporter).replace("[model]", '[model]\nsource = "model.py"')
    folder, state = run(toml, model=UNKNOWN)
    problem = told(state)
    assert "the exporter has no ONNX for torch's linalg_eig" in problem.message
    assert "op-workbench new --torch aten::linalg_eig" in problem.hint
    assert "torch.linalg.eigvals" in line_of(folder, problem)


@pytest.mark.parametrize("opset", [9, 12, 17, 20])
def test_pytorch_85636_one_opset_serves_registration_and_export(run, opset: int) -> None:
    model = exported(run(toml_with("torchscript", opset=opset))[1])
    assert [o.version for o in model.opset_import if o.domain == ""] == [opset]
    assert [f"{n.domain}::{n.op_type}" for n in model.graph.node] == ["test.custom::Twice"]


@pytest.mark.parametrize("exporter", EXPORTERS)
def test_pytorch_106388_an_autograd_function_is_one_node_in_both_exporters(
    run, exporter: str
) -> None:
    """And pytorch 81693: its shape is known, and nothing warns that shape inference is missing."""
    _, state = run(toml_with(exporter))
    model = exported(state)
    assert [f"{n.domain}::{n.op_type}" for n in model.graph.node] == ["test.custom::Twice"]
    (output,) = model.graph.output
    assert len(output.type.tensor_type.shape.dim) == 2
    assert not [p for p in state.all_problems() if "shape inference" in p.message.lower()]


def test_pytorch_141545_a_fake_kernel_is_not_missed(make_op: MakeOp, verify: Verify) -> None:
    """The user's own registration has none; torch.export needs one."""
    toml = with_kernel('style = "libtorch"\nregistration = "own"').replace(
        "[[mapping", '[ort]\nimplementation = "export-only"\n\n[[mapping', 1
    )
    toml = toml.replace("[[model", '[model]\nexporter = "torch.export"\nopset = 18\n\n[[model', 1)
    kernel = (
        "#include <torch/library.h>\n"
        "at::Tensor twice(const at::Tensor& x) { return 2 * x; }\n"
        'TORCH_LIBRARY(wb_pains, m) { m.def("twice(Tensor x) -> Tensor"); }\n'
        'TORCH_LIBRARY_IMPL(wb_pains, CPU, m) { m.impl("twice", &twice); }\n'
    )
    state = verify(make_op(toml.replace("wb_test::", "wb_pains::"), kernel), "graph")
    assert [n.op_type for n in exported(state).graph.node] == ["Twice"]


@pytest.mark.parametrize(
    ("name", "title"),
    [("Twice", "Make it a node of your own, custom::Twice"),
     ("ai.onnx::Twice", "Make it a node of your own, custom::Twice")],
)  # fmt: skip
def test_onnxruntime_12074_no_op_of_ones_own_in_the_default_domain(
    make_op: MakeOp, verify: Verify, name: str, title: str
) -> None:
    folder = make_op(TWICE_TOML.replace("test.custom::Twice", name))
    problem = told(verify(folder))
    assert problem.key == "mapping.nodes[0].op"
    assert "default ONNX domain" in problem.message
    mend(folder, problem, title)
    assert op_file.load(folder).mapping.nodes[0].op == "custom::Twice"
    assert verify(folder).report().status == "agrees"


WRONG = {
    # what stands in op.toml, what is written there, the key, words of the problem, the fix
    "an argument's name": (
        'inputs = ["x"]', 'inputs = ["xx"]', "mapping.nodes[0].inputs[0]", "'xx' is not known", "Change to x",
    ),
    "an element type": (
        'dtype = "x"', 'dtype = "flaot32"', "outputs[0].dtype", "'flaot32'", "Change to float32",
    ),
    "the shape rule": (
        '"x.shape"', '"x.shapes"', "outputs[0].shape", "x.shapes", "Change to x.shape",
    ),
    "the opset": (
        "[[model", "[model]\nopset = 5\n\n[[model", "model.opset", "not 5", "Change to 9",
    ),
    "a later operator": (
        "test.custom::Twice", "Gelu", "mapping.nodes[0].op", "since opset 20", "Raise the opset to 20",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_in_the_declaration(make_op: MakeOp, verify: Verify, name: str) -> None:
    old, new, key, words, title = WRONG[name]
    folder = make_op(TWICE_TOML.replace(old, new, 1))
    problem = told(verify(folder))
    assert problem.key == key
    assert words in problem.message
    assert problem.hint
    assert title in offered(folder, problem)
    mend(folder, problem, title)
    left = verify(folder, "build").problems
    assert problem.message not in [p.message for p in left]


def test_what_a_reference_does_not_know(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(TWICE_TOML.replace('"2 * x"', '"2 * X"'), TWICE_KERNEL)
    problem = told(verify(folder))
    assert problem.key == "reference.python"
    assert "'X' is not defined" in problem.message
    assert problem.hint == "It knows: torch, x."


def test_a_reference_in_a_file_has_its_line(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(TWICE_TOML.replace('python = "2 * x"', 'source = "reference.py"'))
    (folder / "reference.py").write_text("def twice(x):\n    return 2 * z\n")
    problem = told(verify(folder))
    assert "'z' is not defined" in problem.message
    assert line_of(folder, problem) == "    return 2 * z"
