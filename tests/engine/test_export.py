"""Loading the torch library, the reference run, both exporters, and what they must not let through."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import onnx
import onnxruntime
import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, UNVERIFIED_TOML, MakeOp, Verify, error_of
from tests.engine.conftest import RawHost, stages_of, the_problem
from workbench.core import jobs
from workbench.core.jobs import ExportResult, GraphResult
from workbench.core.pipeline.op_state import OpState
from workbench.core.storage import op_file
from workbench.engine.build import build
from workbench.engine.store import Store

LOOP = "for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];"
DYNAMO = 'opset = 18\nexporter = "torch.export"'


def with_model(toml: str, lines: str) -> str:
    return toml.replace("[[model.inputs]]", f"[model]\n{lines}\n\n[[model.inputs]]", 1)


def exported(state: OpState) -> ExportResult:
    ended = state.result("export")
    assert ended is not None
    assert isinstance(ended.result, ExportResult), ended.problems
    return ended.result


@pytest.fixture
def export_with(torch_host: RawHost) -> Callable[..., list[jobs.Event]]:
    """Exports an op with a library built from another declaration than the one exported."""

    def run(folder: Path, library_of: Path | None = None) -> list[jobs.Event]:
        op = op_file.load(folder)
        source = library_of or folder
        built, _ = build.build(source, op_file.load(source), Store(), build.Reporter())
        job = jobs.ExportJob(torch_host.next_id(), str(folder), op, built.torch_library)
        return torch_host.run(job)

    return run


@pytest.mark.parametrize("exporter", ["torchscript", "torch.export"])
def test_what_an_export_leaves(make_op: MakeOp, verify: Verify, exporter: str) -> None:
    toml = with_model(TWICE_TOML, f'opset = 18\nexporter = "{exporter}"')
    state = verify(make_op(toml))
    assert state.report().status == "agrees"
    result = exported(state)
    graph = onnx.load(result.model).graph
    assert [i.name for i in graph.input] == ["x"]
    assert [o.name for o in graph.output] == ["y"]
    inputs, outputs = np.load(result.cases[0].inputs), np.load(result.cases[0].reference)
    assert inputs.files == ["x"]
    assert np.array_equal(outputs["y"], 2 * inputs["x"])
    assert outputs["y"].dtype == np.float32
    ended = state.result("graph")
    assert ended is not None
    assert ended.result == GraphResult(("test.custom::Twice",))


@pytest.mark.parametrize("exporter", ["torchscript", "torch.export"])
def test_dynamic_axes(make_op: MakeOp, verify: Verify, exporter: str) -> None:
    toml = with_model(TWICE_TOML, f'opset = 18\nexporter = "{exporter}"')
    state = verify(make_op(toml))
    report = state.report()
    sizes = onnx.load(exported(state).model).graph.output[0].type.tensor_type.shape.dim
    assert sizes[0].dim_param == "n", "as it is declared"
    assert sizes[1].dim_value == 3
    options = onnxruntime.SessionOptions()
    options.register_custom_ops_library(report.ort_library)
    session = onnxruntime.InferenceSession(report.model, options)
    for n in (1, 2, 7, 0):
        x = np.arange(n * 3, dtype=np.float32).reshape(n, 3)
        assert np.array_equal(session.run(None, {"x": x})[0], 2 * x)


def test_a_negative_dynamic_axis(make_op: MakeOp, verify: Verify) -> None:
    state = verify(make_op(TWICE_TOML.replace('{ 0 = "n" }', '{ "-1" = "n" }')))
    assert state.report().status == "agrees"
    sizes = onnx.load(exported(state).model).graph.output[0].type.tensor_type.shape.dim
    assert (sizes[0].dim_value, sizes[1].dim_param) == (2, "n")


@pytest.mark.parametrize("opset", [9, 20])
def test_opsets_of_the_torchscript_exporter(make_op: MakeOp, verify: Verify, opset: int) -> None:
    state = verify(make_op(with_model(TWICE_TOML, f"opset = {opset}")))
    assert state.report().status == "agrees"
    imports = {i.domain: i.version for i in onnx.load(exported(state).model).opset_import}
    assert imports == {"": opset, "test.custom": 1}


@pytest.mark.parametrize("opset", [18, 23])
def test_opsets_of_the_torch_export_exporter(make_op: MakeOp, verify: Verify, opset: int) -> None:
    toml = with_model(TWICE_TOML, f'opset = {opset}\nexporter = "torch.export"')
    state = verify(make_op(f'{toml}\n[ort]\noldest = "1.24"\n'))
    assert state.report().status == "agrees"
    imports = {i.domain: i.version for i in onnx.load(exported(state).model).opset_import}
    assert imports[""] == opset


@pytest.mark.parametrize("exporter", ["torchscript", "torch.export"])
def test_a_later_version_of_the_domain(make_op: MakeOp, verify: Verify, exporter: str) -> None:
    toml = with_model(TWICE_TOML, f'opset = 18\nexporter = "{exporter}"')
    toml = toml.replace("[model]", "[ort]\nsince_version = 3\n\n[model]", 1)
    state = verify(make_op(toml))
    assert state.report().status == "agrees"
    imports = {i.domain: i.version for i in onnx.load(exported(state).model).opset_import}
    assert imports["test.custom"] == 3


def test_the_same_op_gives_the_same_model(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op()
    first = exported(verify(folder))
    state = verify(folder)
    state.ended.clear()
    assert exported(verify(folder)).model == first.model


def test_no_warnings_of_the_exporter(make_op: MakeOp, verify: Verify) -> None:
    """'The shape inference of test.custom::Twice type is missing' is the best known of them."""
    state = verify(make_op(), "graph")
    for stage in ("export", "graph"):
        ended = state.result(stage)
        assert ended is not None
        assert ended.problems == ()


# -- what a kernel does wrong


def test_a_kernels_error_reaches_the_user(make_op: MakeOp, verify: Verify) -> None:
    text = TWICE_KERNEL.replace(
        LOOP, 'wb::check(x.size(0) == 7, "x must have 7 rows, not ", x.size(0));'
    )
    error = error_of(verify(make_op(kernel=text)))
    assert error.kind == "kernel"
    assert "x must have 7 rows, not 2" in error.message
    assert "Exception raised from" not in error.message


def test_an_input_that_the_kernel_changes(make_op: MakeOp, verify: Verify) -> None:
    text = TWICE_KERNEL.replace(LOOP, LOOP + " const_cast<float*>(x.data())[0] = 99;")
    error = error_of(verify(make_op(kernel=text)))
    assert error.kind == "kernel"
    assert "changed its input 'x'" in error.message
    assert "or into x.clone()" in error.hint


def test_a_nan_written_into_an_input_is_a_change(make_op: MakeOp, verify: Verify) -> None:
    text = TWICE_KERNEL.replace(
        LOOP, LOOP + " const_cast<float*>(x.data())[0] = 0.0f / (x[1] * 0);"
    )
    toml = TWICE_TOML.replace("seed = 1", 'generator = "zeros"')
    error = error_of(verify(make_op(toml, text)))
    assert "changed its input" in error.message


def test_a_shape_rule_that_the_examples_do_not_fit(make_op: MakeOp, verify: Verify) -> None:
    toml = TWICE_TOML.replace("x.shape", "[x.shape[5]]")
    error = error_of(verify(make_op(toml)))
    assert "index 5 is outside a shape of 2 dimensions" in error.message


def test_a_negative_size(make_op: MakeOp, verify: Verify) -> None:
    error = error_of(verify(make_op(TWICE_TOML.replace("x.shape", "[x.shape[0] - 5]"))))
    assert error.kind == "shape"
    assert "it gives axis 0 the size -3" in error.message


# -- names


def test_a_library_that_registers_another_name(make_op: MakeOp, export_with) -> None:
    other = make_op(TWICE_TOML.replace("wb_test::twice", "wb_other::twice"))
    problem = the_problem(export_with(make_op(), library_of=other))
    assert problem.kind == "load"
    assert "wb_test::twice" in problem.message
    assert "is not registered" in problem.message


def test_a_library_that_is_not_there(make_op: MakeOp, torch_host: RawHost, tmp_path: Path) -> None:
    folder = make_op()
    job = jobs.ExportJob(
        torch_host.next_id(), str(folder), op_file.load(folder), str(tmp_path / "none.so")
    )
    problem = the_problem(torch_host.run(job))
    assert problem.kind == "load"
    assert "none.so" in str(problem)


def test_an_op_name_that_torch_has_already(make_op: MakeOp, verify: Verify) -> None:
    toml = TWICE_TOML.replace("wb_test::twice", "static_runtime::signed_log1p")
    text = TWICE_KERNEL.replace("void twice", "void signed_log1p")
    error = error_of(verify(make_op(toml, text)))
    assert error.kind == "load", error
    assert "signed_log1p" in error.message
    assert error.hint


NAMES = """input out args self_ tensor module shape x_ op value onnx_ name kernel api slots data T values translate
result dtype index n h key item inputs outputs node graph kwargs params shapes""".split()


def many_names() -> tuple[str, str]:
    """An op with an argument of each name, tensors and numbers by turns; y = 2x still."""
    args, inputs, attributes = "", [], []
    parameters = []
    for i, name in enumerate(NAMES):
        kind = ("tensor", "int", "float")[i % 3]
        args += f'[[args]]\nname = "{name}"\ntype = "{kind}"\n\n'
        value = {"tensor": "shape = [1]", "int": "value = 3", "float": "value = 0.5"}[kind]
        inputs.append(f'[[model.inputs]]\narg = "{name}"\n{value}\n')
        if kind != "tensor":
            attributes.append(f'{{ name = "{name}", type = "{kind}", arg = "{name}" }}')
        cpp = {"tensor": "wb::Tensor<const float>", "int": "int64_t", "float": "double"}[kind]
        parameters.append(f"{cpp} {name}")
    tensors = ", ".join(f'"{n}"' for n in ["x", *NAMES[::3]])
    toml = TWICE_TOML.replace("[[outputs]]", f"{args}[[outputs]]", 1)
    toml = toml.replace(
        'inputs = ["x"]', f"inputs = [{tensors}]\nattributes = [{', '.join(attributes)}]"
    )
    text = TWICE_KERNEL.replace(
        "wb::Tensor<float> y", f"{', '.join(parameters)}, wb::Tensor<float> y"
    )
    return toml + "\n" + "\n".join(inputs), text


def test_names_of_arguments_are_free(make_op: MakeOp, verify: Verify) -> None:
    """Whatever passes the declaration's check must not break in generated code."""
    toml, text = many_names()
    folder = make_op(with_model(toml, "opset = 18"), text)
    state = verify(folder)
    assert state.problems == ()
    assert state.report().error is None
    (folder / "op.toml").write_text(with_model(toml, DYNAMO))
    assert verify(folder).report().error is None


@pytest.mark.parametrize("name", ["file", "allow_pickle"])
def test_a_name_that_a_writer_of_arrays_takes_itself(
    make_op: MakeOp, verify: Verify, name: str
) -> None:
    toml = UNVERIFIED_TOML.replace('name = "x"', f'name = "{name}"').replace('"x"', f'"{name}"')
    state = verify(make_op(toml.replace("x.shape", f"{name}.shape")))
    assert state.problems or state.report().error is None


@pytest.mark.parametrize("name", ["result", "file"])
def test_a_name_of_an_output_is_free_or_refused(make_op: MakeOp, verify: Verify, name: str) -> None:
    state = verify(make_op(TWICE_TOML.replace('"y"', f'"{name}"')))
    assert state.problems or state.report().error is None


@pytest.mark.parametrize("domain", ["my.own-domain", "a"])
def test_domains(make_op: MakeOp, verify: Verify, domain: str) -> None:
    state = verify(make_op(TWICE_TOML.replace("test.custom", domain)))
    assert state.report().status == "agrees"


# -- the declared reference


def reference(text: str) -> str:
    return UNVERIFIED_TOML + f"\n[reference]\n{text}\n"


def test_a_reference_that_agrees(make_op: MakeOp, verify: Verify) -> None:
    assert verify(make_op(reference('python = "x + x"'))).report().status == "agrees"


def test_a_wrong_kernel_differs_from_its_reference(make_op: MakeOp, verify: Verify) -> None:
    state = verify(make_op(reference('python = "3 * x"')))
    assert state.report().status == "differs"
    assert state.report().max_abs_diff
    ended = state.result("compare")
    assert ended is not None
    assert isinstance(ended.result, jobs.CompareResult)
    by = {o.actual_by: o for o in ended.result.outputs}
    assert by["ONNX Runtime"].agrees
    assert not by["PyTorch"].agrees
    assert by["PyTorch"].expected_by == "reference"


def test_a_reference_in_a_file(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(reference('source = "ref.py"\nfunction = "twice_"'))
    (folder / "ref.py").write_text("import torch\n\ndef twice_(x):\n    return torch.add(x, x)\n")
    assert verify(folder).report().status == "agrees"
    (folder / "ref.py").write_text("def twice_(x):\n    return x * 5\n")
    assert verify(folder).report().status == "differs", "a changed reference is stale"


@pytest.mark.parametrize(
    ("text", "word"),
    [('python = "x.nothing"', "nothing"),
     ('python = "unknown_name"', "unknown_name"), ('python = "(x, x)"', "1 tensor"),
     ('python = "3"', "tensor"), ('python = "None"', "tensor"), ('python = "1 / 0"', "zero")],
)  # fmt: skip
def test_a_reference_that_fails(make_op: MakeOp, verify: Verify, text: str, word: str) -> None:
    error = error_of(verify(make_op(reference(text))))
    assert error.kind == "reference"
    assert word in error.message


def test_a_reference_that_is_not_there_is_told_before_the_build(
    make_op: MakeOp, verify: Verify
) -> None:
    report = verify(make_op(reference('source = "none.py"'))).report()
    assert report.error is not None
    assert report.error.message == "the file none.py (reference) does not exist"
    assert report.stages["build"].status == "not run"


@pytest.mark.parametrize(
    "code",
    ["exit(0)", "raise KeyboardInterrupt", "raise BaseException('x')", "import os; os.abort()"],
)
def test_a_reference_that_ends_the_process(make_op: MakeOp, verify: Verify, code: str) -> None:
    folder = make_op(reference('source = "ref.py"'))
    (folder / "ref.py").write_text(f"def twice(x):\n    {code}\n")
    error = error_of(verify(folder))
    assert error.kind in ("reference", "crash", "failed")
    assert error.message


def test_a_reference_may_not_change_the_inputs(make_op: MakeOp, verify: Verify) -> None:
    state = verify(make_op(reference('python = "x.mul_(2)"')))
    assert state.report().status == "agrees"
    inputs, outputs = (
        np.load(f) for f in (exported(state).cases[0].inputs, exported(state).cases[0].reference)
    )
    assert np.array_equal(outputs["y"], 2 * inputs["x"])


def test_other_dtypes_of_a_reference_are_told(make_op: MakeOp, verify: Verify) -> None:
    state = verify(make_op(reference('python = "(2 * x).double()"')))
    assert state.report().status in ("differs", "failed")


# -- limits


def test_a_kernel_that_hangs_in_the_export(make_op: MakeOp, torch_host: RawHost) -> None:
    text = TWICE_KERNEL.replace(LOOP, "for (volatile bool on = true; on;) {}")
    folder = make_op(kernel=text)
    op = op_file.load(folder)
    built, _ = build.build(folder, op, Store(), build.Reporter())
    limits = jobs.Limits(seconds=0.5)
    job = jobs.ExportJob(torch_host.next_id(), str(folder), op, built.torch_library, limits=limits)
    events = torch_host.run(job)
    assert the_problem(events).kind == "timeout"
    assert list(stages_of(events)) == ["export"]


def test_changed_example_inputs_export_again_without_a_build(
    make_op: MakeOp, verify: Verify
) -> None:
    folder = make_op()
    first = exported(verify(folder))
    op = op_file.load(folder)
    example = msgspec.structs.replace(op.model.inputs[0], seed=77)
    model = msgspec.structs.replace(op.model, inputs=(example,))
    op_file.save(folder, msgspec.structs.replace(op, model=model))
    second = exported(verify(folder))
    assert second.cases[0].inputs != first.cases[0].inputs
