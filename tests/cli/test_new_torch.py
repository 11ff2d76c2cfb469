"""``op-workbench new --torch``: a declaration from the schema of an op that torch has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.large import large
from workbench.core.storage import op_file


def test_an_op_with_a_standard_operator(run: Run, tmp_path: Path) -> None:
    done = run("new", tmp_path / "p", "--torch", "aten::asinh")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "p" / "ops" / "asinh"
    op = op_file.load(folder)
    assert (op.kernel.style, op.ort.implementation) == ("installed", "none")
    assert [a.name for a in op.args] == ["self_arg"]  # self has a meaning in generated code
    assert run("verify", folder).returncode == 0


def test_an_op_through_the_bridge(run: Run, tmp_path: Path) -> None:
    done = run("new", tmp_path / "p", "--torch", "aten::roll", "--name", "rolled")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "p" / "ops" / "rolled"
    op = op_file.load(folder)
    assert [(a.name, a.type) for a in op.args[1:]] == [("shifts", "int[]"), ("dims", "int[]")]
    assert op.ort.implementation == "bridge"
    assert "agrees" in run("verify", folder).stdout


def test_an_op_of_which_nothing_was_recorded_has_its_inputs_tried(run: Run, tmp_path: Path) -> None:
    done = run("new", tmp_path / "p", "--torch", "aten::select_copy.int")
    assert done.returncode == 0, done.stderr
    op = op_file.load(tmp_path / "p" / "ops" / "select_copy")
    assert op.outputs[0].shape == "self_arg.shape[:dim] + self_arg.shape[dim + 1:]"
    assert op.example("dim") is not None


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("split.Tensor", "self_arg.shape[:dim % len(self_arg.shape)]+[unknown]"),
        ("unbind.int", "self_arg.shape[:dim % len(self_arg.shape)]+self_arg"),
    ],
)
def test_an_op_that_gives_a_list(run: Run, tmp_path: Path, name: str, shape: str) -> None:
    """One output of as many tensors as the kernel gives; the axis is the number that is one."""
    done = run("new", tmp_path / "p", "--torch", f"aten::{name}")
    assert done.returncode == 0, done.stderr
    (output,) = op_file.load(tmp_path / "p" / "ops" / name.partition(".")[0]).outputs
    assert (output.type, output.count, output.dtype) == ("tensor[]", "unknown", "self_arg")
    assert output.shape.startswith(shape)


@pytest.mark.parametrize(
    ("name", "operator"),
    [
        ("aten::topk", "TopK"),
        pytest.param("aten::grid_sampler", "GridSample", marks=large),
        ("aten::nonzero", ""),  # sizes that depend on the elements
    ],
)
def test_a_draft_agrees_without_an_edit(run: Run, tmp_path: Path, name: str, operator: str) -> None:
    """With the operator that ONNX has for it as a variant beside the bridge."""
    assert run("new", tmp_path / "p", "--torch", name).returncode == 0
    (folder,) = (tmp_path / "p" / "ops").iterdir()
    op = op_file.load(folder)
    for variant in ("", *op.variants):
        done = run("verify", folder, "--variant", variant) if variant else run("verify", folder)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "agrees" in done.stdout
    assert op.ort.implementation == "bridge"
    nodes = {n.op for v in op.variants for n in op.resolved(v).mapping.nodes}
    assert not operator or operator in nodes


def test_what_was_guessed_is_reported(run: Run, tmp_path: Path) -> None:
    done = run("new", tmp_path / "p", "--torch", "aten::nonzero")
    assert "Look at outputs[0].shape" in done.stdout
    assert "depend on the elements" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--torch", "aten::no_such_op"], "torch has no op 'aten::no_such_op'"),
        (["--torch", "aten::add.No"], "There are: aten::add.Scalar"),
        (["--torch", "aten::relu_"], "changes an argument"),
        (["--torch", "aten::size"], "returns"),
        (["--torch", "aten::fft_rfft"], "complex64"),
        (["--torch", "aten::asinh", "--package", "no_such_package"], "no_such_package"),
        (["--from", "foo", "--package", "x"], "--package goes with --torch"),
    ],
)
def test_refusals(run: Run, tmp_path: Path, arguments: list[str], words: str) -> None:
    done = run("new", tmp_path / "p", *arguments)
    assert done.returncode == 1
    assert words in done.stderr
    assert not (tmp_path / "p").exists()
