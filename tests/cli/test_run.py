"""``op-workbench run``: ops, or any model with a library and arrays."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from tests.cli.conftest import Run
from tests.conftest import MakeOp, Verify
from tests.engine.raw_library import SILENT, op_library_source, raw_library
from workbench.core.jobs import ExportResult


class Exported:
    def __init__(self, report: ExportResult, library: str, torch_library: str) -> None:
        main = report.cases[0]
        self.model, self.inputs, self.reference = main.model, main.inputs, main.reference
        self.library, self.torch_library = library, torch_library


@pytest.fixture
def exported(make_op: MakeOp, verify: Verify) -> Exported:
    state = verify(make_op())
    ended = state.result("export")
    assert ended is not None
    assert isinstance(ended.result, ExportResult)
    report = state.report()
    return Exported(ended.result, str(report.ort_library), str(report.torch_library))


def test_an_op(make_op: MakeOp, run: Run) -> None:
    done = run("run", make_op())
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].split() == [
        "op",
        "build",
        "export",
        "graph",
        "run",
        "result",
    ]


def test_a_model_with_its_library(exported: Exported, run: Run) -> None:
    done = run(
        "run", exported.model, "--library", exported.library, "--inputs", exported.inputs,
        "--reference", exported.reference,
    )  # fmt: skip
    assert done.returncode == 0
    assert "ran in" in done.stdout
    assert "agrees" in done.stdout


def test_a_package_that_has_the_library(
    exported: Exported, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "wb_package_of_run"
    package.mkdir()
    (package / "__init__.py").touch()
    shutil.copy(exported.library, package / "ops.so")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    done = run("run", exported.model, "--library", package.name, "--inputs", exported.inputs)
    assert done.returncode == 0, done.stdout
    done = run("run", exported.model, "--library", "wb_no_package", "--inputs", exported.inputs)
    assert done.returncode == 1
    assert "the package wb_no_package is not installed" in done.stderr


def test_a_reference_that_differs(exported: Exported, run: Run, tmp_path: Path) -> None:
    values = dict(np.load(exported.reference))
    values["y"][1, 2] += 1
    np.savez(tmp_path / "other.npz", **values)
    done = run(
        "run", exported.model, "--library", exported.library, "--inputs", exported.inputs,
        "--reference", tmp_path / "other.npz",
    )  # fmt: skip
    assert done.returncode == 1
    assert "DIFFERS" in done.stdout
    assert "[1, 2]" in done.stdout
    assert "1 of 6" in done.stdout


@pytest.mark.parametrize(
    "what", ["no library", "torch library", "no inputs file", "no model", "cut model"]
)
def test_what_is_wrong_is_told(exported: Exported, run: Run, tmp_path: Path, what: str) -> None:
    model, library, inputs = exported.model, ["--library", exported.library], exported.inputs
    match what:
        case "no library":
            library, word = [], "no op library is attached"
        case "torch library":
            library, word = ["--library", exported.torch_library], "torch"
        case "no inputs file":
            inputs, word = str(tmp_path / "none.npz"), "none.npz"
        case "no model":
            model, word = str(tmp_path / "none.onnx"), "none.onnx"
        case _:
            (tmp_path / "cut.onnx").write_bytes(Path(model).read_bytes()[:50])
            model, word = str(tmp_path / "cut.onnx"), "cut.onnx"
    done = run("run", model, *library, "--inputs", inputs)
    assert done.returncode == 1
    assert word in done.stdout + done.stderr


def test_a_library_of_another_processor_or_that_crashes_as_it_registers(
    exported: Exported, run: Run, tmp_path: Path
) -> None:
    """Of neither it is the kernel, or the inputs, that one has to look at."""
    data = bytearray(Path(exported.library).read_bytes())
    data[18:20] = (183).to_bytes(2, "little")  # e_machine: EM_AARCH64
    other = tmp_path / "arm.so"
    other.write_bytes(data)
    done = run("run", exported.model, "--library", other, "--inputs", exported.inputs)
    assert done.returncode == 1
    assert "this library is for another processor (AARCH64)" in done.stdout + done.stderr
    crash = raw_library(tmp_path, SILENT.replace("return nullptr", "return *(void**)8"))
    done = run("run", exported.model, "--library", crash, "--inputs", exported.inputs)
    assert done.returncode == 1
    said = done.stdout + done.stderr
    assert "(segmentation fault) while asking the library for its ops" in said
    assert "with no session and no model" in said
    assert "example inputs" not in said


def test_a_library_that_registers_its_ops_but_once_runs(run: Run, tmp_path: Path) -> None:
    """One whose op objects are added to a static domain, say."""
    once = "static bool again = false; if (again) __builtin_trap(); again = true;"
    source = op_library_source('made("raw.ops", "Twice", {{1, 0}}, {{1, 0}}),')
    source = source.replace("api = base->GetApi(17);", f"api = base->GetApi(17); {once}")
    x, y = (helper.make_tensor_value_info(n, TensorProto.FLOAT, [3]) for n in "xy")
    node = helper.make_node("Twice", ["x"], ["y"], domain="raw.ops")
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("raw.ops", 1)]
    graph = helper.make_graph([node], "g", [x], [y])
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    onnx.save(model, tmp_path / "model.onnx")
    np.savez(tmp_path / "x.npz", x=np.ones(3, np.float32))
    library = raw_library(tmp_path, source)
    done = run("run", tmp_path / "model.onnx", "--library", library, "--inputs", tmp_path / "x.npz")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("array", "says", "hint"),
    [
        (np.zeros((2, 4), np.float32), "float32[2, 4]", "a size that is a name, or ?, may be any"),
        (np.zeros((2, 3, 1), np.float32), "float32[2, 3, 1]", "Give an array of that shape"),
        (np.zeros((2, 3)), "float64[2, 3]", 'numpy.asarray(x, dtype="float32")'),
        (np.full((2, 3), "a"), "string[2, 3]", "Give it float32"),
    ],
)
def test_an_input_that_the_model_does_not_take(
    run: Run, tmp_path: Path, array: np.ndarray, says: str, hint: str
) -> None:
    graph = helper.make_graph(
        [helper.make_node("Neg", ["x"], ["y"])],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 3])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 3])],
    )
    opset = [helper.make_opsetid("", 17)]
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=9), tmp_path / "m.onnx")
    np.savez(tmp_path / "in.npz", x=array)
    done = run("run", tmp_path / "m.onnx", "--inputs", tmp_path / "in.npz")
    assert done.returncode == 1
    assert f"the model's input 'x' is float32[n, 3], and {says} is given" in done.stdout
    assert "in.npz" in done.stdout
    assert hint in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["m.onnx"],
        ["m.onnx", "n.onnx", "--inputs", "x.npz"],
        ["op", "--inputs", "x.npz"],
        ["m.onnx", "op", "--inputs", "x.npz"],
    ],
)
def test_wrong_usage(run: Run, arguments: list[str]) -> None:
    done = run("run", *arguments)
    assert done.returncode in (1, 2)
    assert "--inputs" in done.stderr


def test_json_of_a_models_run(exported: Exported, run: Run, tmp_path: Path) -> None:
    """What is offered is done: --json is an option of run."""
    target = tmp_path / "run.json"
    done = run(
        "run", exported.model, "--library", exported.library, "--inputs", exported.inputs, "--json", target,
    )  # fmt: skip
    assert done.returncode == 2 or target.is_file(), "the option was taken and nothing written"


def test_a_model_with_strings_runs_and_is_compared(run: Run, tmp_path: Path) -> None:
    """An op of ONNX Runtime's may take and give them; an op of PyTorch's never."""
    node = helper.make_node("StringConcat", ["x", "x"], ["y"])
    values = [helper.make_tensor_value_info(name, TensorProto.STRING, [None]) for name in "xy"]
    graph = helper.make_graph([node], "g", values[:1], values[1:])
    imports = [helper.make_opsetid("", 20)]
    onnx.save(helper.make_model(graph, opset_imports=imports, ir_version=9), tmp_path / "m.onnx")
    np.savez(tmp_path / "in.npz", x=np.array(["one", "three"]))
    np.savez(tmp_path / "same.npz", y=np.array(["oneone", "threethree"]))
    np.savez(tmp_path / "other.npz", y=np.array(["oneone", "three, too long"]))
    words = ("run", tmp_path / "m.onnx", "--inputs", tmp_path / "in.npz", "--reference")
    done = run(*words, tmp_path / "same.npz")
    assert done.returncode == 0, done.stderr
    assert "y string[2], ONNX Runtime and same.npz: agrees" in done.stdout
    done = run(*words, tmp_path / "other.npz")
    assert done.returncode == 1
    assert "DIFFERS" in done.stdout
    assert "1 of 2 differ" in done.stdout
    assert "[1]: other.npz three, too long, ONNX Runtime threethree" in done.stdout
