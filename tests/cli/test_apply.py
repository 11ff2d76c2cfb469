"""``op-workbench apply``: an op in a model of the user's own, run before and after."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from tests.cli.conftest import Run
from tests.conftest import STANDARD_VARIANT, TWICE_KERNEL, TWICE_TOML, MakeOp

TOML = TWICE_TOML + STANDARD_VARIANT


def net(path: Path, factor: float = 2, custom: bool = False) -> Path:
    """x → Exp → twice → Neg, on float[n, 3]."""
    twice = (
        helper.make_node("Twice", ["e"], ["t"], domain="test.custom")
        if custom
        else helper.make_node("Mul", ["e", "two"], ["t"])
    )
    nodes = [helper.make_node("Exp", ["x"], ["e"]), twice, helper.make_node("Neg", ["t"], ["out"])]
    graph = helper.make_graph(
        nodes,
        "net",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 3])],
        [helper.make_tensor_value_info("out", TensorProto.FLOAT, ["n", 3])],
        [] if custom else [numpy_helper.from_array(np.float32(factor), "two")],
    )
    opsets = [helper.make_opsetid("", 17), *([helper.make_opsetid("test.custom", 1)] * custom)]
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=9), path)
    return path


def test_the_changed_model_is_compared_written_and_delivered(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    model, made, folder = net(tmp_path / "net.onnx"), tmp_path / "new.onnx", tmp_path / "to send"
    report = tmp_path / "report.json"
    done = run(
        "apply", make_op(TOML), "--model", model, "--to", made, "--size", "n=5",
        "--deliver", folder, "--json", report,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "before and after: agrees" in done.stdout
    assert "put in 1 place of standard nodes; its kernel ran 1 time" in done.stdout
    found = json.loads(report.read_text())["result"]
    assert (found["status"], found["replaced"], found["standing"], found["ran"]) == (
        "agrees", 1, 0, 1,
    )  # fmt: skip
    (output,) = found["compared"]
    assert output["shape"] == [5, 3]
    assert output["independent"]
    assert found["before"] > 0
    assert found["after"] > 0
    nodes = onnx.load(made).graph.node
    assert [n.op_type for n in nodes] == ["Exp", "Twice", "Neg"]
    alone = subprocess.run(
        [sys.executable, "-I", "run.py"], capture_output=True, text=True, cwd=folder, check=False
    )
    assert alone.returncode == 0, alone.stdout + alone.stderr
    assert "agrees: 1 of 1 outputs" in alone.stdout
    assert (
        "The model is `net.onnx` with the op: put in 1 place of standard nodes"
        in (folder / "README.md").read_text()
    )


def test_a_kernel_that_gives_something_else_writes_nothing(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    made = tmp_path / "new.onnx"
    wrong = make_op(TOML, TWICE_KERNEL.replace("2 * x[i]", "2.001f * x[i]"))
    done = run("apply", wrong, "--model", net(tmp_path / "net.onnx"), "--to", made)
    assert done.returncode == 1
    assert "before and after: DIFFERS" in done.stdout
    assert "6 of 6 differ" in done.stdout
    assert not made.exists()


def test_where_the_node_stands_already_the_library_is_attached(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    model = net(tmp_path / "net.onnx", custom=True)
    done = run("apply", make_op(), "--model", model)
    assert done.returncode == 1
    assert "not verified: the model does not run without the op" in done.stdout
    assert "there already 1 time; its kernel ran 1 time" in done.stdout
    assert run("apply", make_op(), "--model", model, "--allow-unverified").returncode == 0


@pytest.mark.parametrize(
    ("toml", "factor", "words"),
    [
        (
            TOML,
            3.0,
            "the nodes that look like 'standard' of 'twice' are no call of it: 'two' is 3.0",
        ),
        (TWICE_TOML, 2.0, "'twice' has no variant of standard nodes"),
        (
            TOML.replace('"Mul"', '"Div"'),
            2.0,
            "has neither test.custom::Twice nor the standard nodes",
        ),
    ],
)
def test_a_model_without_a_place_for_it(
    make_op: MakeOp, run: Run, tmp_path: Path, toml: str, factor: float, words: str
) -> None:
    done = run("apply", make_op(toml), "--model", net(tmp_path / "net.onnx", factor))
    assert done.returncode == 1
    assert words in done.stderr


def test_data_beside_the_model_stay_beside_it_and_are_never_written_over(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    model, op = onnx.load(net(tmp_path / "plain.onnx")), make_op(TOML)
    model.graph.initializer.append(numpy_helper.from_array(np.ones((3, 999), np.float32), "w"))
    model.graph.node.append(helper.make_node("MatMul", ["out", "w"], ["wide"]))
    wide = helper.make_tensor_value_info("wide", TensorProto.FLOAT, ["n", 999])
    model.graph.output.append(wide)
    file, data = tmp_path / "net.onnx", tmp_path / "new.onnx.data"
    onnx.save(model, file, save_as_external_data=True, location=data.name, size_threshold=99)
    before = file.read_bytes(), data.read_bytes()
    for taken in (file, tmp_path / "new.onnx"):
        done = run("apply", op, "--model", file, "--to", taken)
        assert done.returncode == 1
        assert "would be written over the model itself" in done.stderr
    assert (file.read_bytes(), data.read_bytes()) == before
    made = tmp_path / "other" / "new.onnx"
    done = run("apply", op, "--model", file, "--to", made)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {path.name for path in made.parent.iterdir()} == {"new.onnx", "new.onnx.data"}
    given = {i.name: i for i in onnx.load(made).graph.initializer}
    assert numpy_helper.to_array(given["w"]).shape == (3, 999)
    data.write_bytes(before[1][:100])
    done = run("apply", op, "--model", file)
    assert done.returncode == 1
    assert "its data cannot be read" in done.stderr


def test_bad_input_is_told(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    op, model = make_op(TOML), net(tmp_path / "net.onnx")
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(model.read_bytes()[:60])
    np.savez(tmp_path / "other.npz", z=np.zeros(3))
    for more, words in (
        (["--model", broken], "this is no ONNX model"),
        (["--model", tmp_path / "none.onnx"], "the model does not exist"),
        (["--model", model, "--size", "m=3"], "no input of the model has an axis 'm'"),
        (["--model", model, "--size", "three"], "the size 'three' is not AXIS=N"),
        (["--model", model, "--inputs", tmp_path / "other.npz"], "input 'x' is not given"),
        (["--model", model, "--pattern", "none"], "'twice' has no variant 'none'"),
        (["--model", model, "--to", "/proc/none/new.onnx"], "the model cannot be written"),
    ):
        done = run("apply", op, *more)
        assert done.returncode in (1, 2), more
        assert words in done.stderr, (more, done.stderr)


NET = """
import torch

class Net(torch.nn.Module):
    def forward(self, image):
        return torch.exp(image) * 2.0 + 1

def model():
    return Net(), (torch.zeros(4, 3) + 0.5,)

def attention():
    # Such layers have a shortcut that no exporter knows.
    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    return torch.nn.Sequential(layer, Net()), torch.ones(1, 3, 8)

def without():
    return Net()

def wrong():
    raise ValueError("no weights")
"""


def test_a_module_in_a_python_file(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    file, made = tmp_path / "net.py", tmp_path / "new.onnx"
    file.write_text(NET)
    # The main mapping's other writing: both are looked for.
    other = STANDARD_VARIANT.replace("standard", "other").replace('["two", "x"]', '["x", "x"]')
    op = make_op(TOML + other.replace('"Mul"', '"Add"'))
    done = run("apply", op, "--model", file, "--to", made, "--exporter", "torch.export")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "before and after: agrees" in done.stdout
    assert [i.name for i in onnx.load(made).graph.input] == ["image"]
    assert "Twice" in [n.op_type for n in onnx.load(made).graph.node]
    done = run("apply", op, "--model", file, "--function", "without")
    assert "'without' gave no input tensors" in done.stderr
    done = run("apply", op, "--model", file, "--function", "wrong")
    assert "the model file failed: ValueError: no weights" in done.stderr
    assert "net.py:20" in done.stderr
    done = run("apply", op, "--model", file, "--function", "attention")
    assert done.returncode == 0, done.stdout + done.stderr


def another(make_op: MakeOp, run: Run, tmp_path: Path) -> tuple[Path, str]:
    """A model with a custom node of another op beside, and the library of that one."""
    other = make_op(TWICE_TOML.replace('"twice"', '"thrice"').replace("::twice", "::thrice")
                    .replace("::Twice", "::Thrice").replace("2 * x", "3 * x"),
                    TWICE_KERNEL.replace("twice", "thrice").replace("2 * x[i]", "3 * x[i]"))  # fmt: skip
    done = run("build", other, "--json", tmp_path / "built.json")
    assert done.returncode == 0, done.stdout + done.stderr
    library = json.loads((tmp_path / "built.json").read_text())["ops"][0]["ort_library"]
    model = onnx.load(net(tmp_path / "net.onnx"))
    model.graph.node[2].CopyFrom(helper.make_node("Thrice", ["t"], ["out"], domain="test.custom"))
    model.opset_import.append(helper.make_opsetid("test.custom", 1))
    onnx.save(model, tmp_path / "net.onnx")
    return tmp_path / "net.onnx", library


def test_a_model_with_a_custom_node_of_another_library(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    _, library = another(make_op, run, tmp_path)
    op, given = make_op(TOML), ("--model", tmp_path / "net.onnx")
    alone = run("apply", op, *given)
    assert alone.returncode == 1
    assert "Thrice" in alone.stderr
    done = run("apply", op, *given, "--library", library)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "before and after: agrees" in done.stdout
    for words, told in (
        (("--library", tmp_path / "none.so"), "the op library does not exist"),
        (("--library", tmp_path / "net.onnx"), "net.onnx"),
        (("--library", library, "--deliver", tmp_path / "to"), "and no further one"),
    ):
        done = run("apply", op, *given, *words)
        assert done.returncode == 1
        assert told in done.stderr
