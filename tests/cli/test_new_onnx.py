"""``op-workbench new --onnx`` and ``search``: from the command line what the wizard does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from onnx import helper as h

from tests import onnx_models
from tests.cli.conftest import Run
from workbench.core.storage import op_file


def test_the_only_operator_is_taken_and_verifies(run: Run, tmp_path: Path) -> None:
    model = onnx_models.scale_shift(tmp_path / "net.onnx")
    done = run("new", tmp_path / "p", "--onnx", model)
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "p" / "ops" / "scale_shift"
    assert (folder / "net.onnx").read_bytes() == model.read_bytes()
    kernel = folder / "kernel.cpp"
    body = "for (int64_t i = 0; i < y.numel(); ++i) y[i] = static_cast<float>(x[i] * alpha + beta);"
    kernel.write_text(f"{kernel.read_text().partition('{')[0]}{{ {body} }}\n")
    verified = run("verify", folder)
    assert verified.returncode == 1, "the net ran the very same kernel"
    assert "runs alike, not verified" in verified.stdout
    with (folder / "op.toml").open("a") as file:
        file.write('\n[reference]\npython = "x * alpha + beta"\n')
    verified = run("verify", folder)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert "5 cases" in verified.stdout


def test_a_fresh_op_says_that_its_kernel_is_not_written(run: Run, tmp_path: Path) -> None:
    model = onnx_models.scale_shift(tmp_path / "net.onnx")
    assert run("new", tmp_path / "p", "--onnx", model, "--name", "mine").returncode == 0
    done = run("verify", tmp_path / "p")
    assert done.returncode == 1
    assert "not written yet" in done.stdout


def test_several_operators_are_listed_and_one_is_named(run: Run, tmp_path: Path) -> None:
    last = h.make_node("Weird", ["s2"], ["output"], "odd", domain="other.ops")
    model = onnx_models.scale_shift(tmp_path / "net.onnx", last=last)
    listed = run("new", tmp_path / "p", "--onnx", model)
    assert listed.returncode == 0
    assert "my.ops::ScaleShift: 2 nodes" in listed.stdout
    assert "other.ops::Weird: 1 node" in listed.stdout
    assert not (tmp_path / "p").exists()
    for node, value in (("other.ops::Weird", None), ("/s2/ScaleShift", -1.5)):
        done = run("new", tmp_path / "p", "--onnx", model, "--node", node)
        assert done.returncode == 0, done.stderr
        name = "weird" if value is None else "scale_shift"
        op = op_file.load(tmp_path / "p" / "ops" / name)
        if value is not None:
            assert op.model.inputs[1].value == value


def test_gaps_are_printed(run: Run, tmp_path: Path) -> None:
    done = run("new", tmp_path / "p", "--onnx", onnx_models.neighbours(tmp_path / "net.onnx"))
    assert "Look at outputs[1].shape" in done.stdout


def test_the_list_as_json(run: Run, tmp_path: Path) -> None:
    model = onnx_models.in_branch(tmp_path / "net.onnx")
    done = run("new", tmp_path / "p", "--onnx", model, "--json")
    found = json.loads(done.stdout)
    assert found["missing"][0]["nodes"][0]["where"] == "then_branch of If 'pick'"
    assert not (tmp_path / "p").exists()


def test_a_model_that_runs_makes_nothing(run: Run, tmp_path: Path) -> None:
    model = onnx_models.runs_everywhere(tmp_path / "net.onnx")
    done = run("new", tmp_path / "p", "--onnx", model)
    assert done.returncode == 0
    assert "each of the 1 nodes" in done.stdout
    assert not (tmp_path / "p").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--onnx", "gone.onnx"], "does not exist"),
        (["--onnx", "README.md"], "no ONNX model"),
        (["--torch", "aten::abs", "--node", "x"], "--node and --json go with --onnx"),
    ],
)
def test_refusals(run: Run, tmp_path: Path, arguments: list[str], words: str) -> None:
    done = run("new", tmp_path / "p", *arguments)
    assert done.returncode == 1
    assert words in done.stderr
    assert not (tmp_path / "p").exists()


def test_an_unknown_node_names_those_there_are(run: Run, tmp_path: Path) -> None:
    model = onnx_models.scale_shift(tmp_path / "net.onnx")
    done = run("new", tmp_path / "p", "--onnx", model, "--node", "Sigmoid")
    assert done.returncode == 1
    assert "There are: my.ops::ScaleShift" in done.stderr


# -- search


def test_search_finds_by_words_and_the_second_time_without_torch(run: Run, tmp_path: Path) -> None:
    env = {"OP_WORKBENCH_CACHE": str(tmp_path / "cache")}
    first = run("search", "sampler", "grid", "--most", "1", env=env)
    assert first.returncode == 0, first.stderr
    assert first.stdout.startswith("aten::grid_sampler(Tensor input")
    assert "--most N shows more" in first.stdout
    # What is on disk is enough: a host could not even be started now.
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "torch.py").write_text("raise SystemExit(3)")
    again = run("search", "GridSampler", "--json", env={**env, "PYTHONPATH": str(broken)})
    assert json.loads(again.stdout)["ops"][0]["name"] == "aten::grid_sampler"


def test_search_without_a_match(run: Run) -> None:
    done = run("search", "nosuchop")
    assert done.returncode == 1
    assert "No op of torch matches" in done.stdout


def test_search_in_a_package_that_cannot_be_imported(run: Run) -> None:
    done = run("search", "x", "--package", "no_such_package")
    assert done.returncode == 1
    assert "no_such_package" in done.stderr


@pytest.mark.parametrize("command", [(), ("verify",)])
def test_a_model_in_the_place_of_a_project_says_what_can_be_done_with_it(
    run: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    model = onnx_models.scale_shift(tmp_path / "my net.onnx")
    done = run(
        *command, model, env={"DISPLAY": None, "WAYLAND_DISPLAY": None, "QT_QPA_PLATFORM": None}
    )
    assert done.returncode == 1
    assert "this is an ONNX model, not a project or an op" in done.stderr
    assert f"op-workbench new DIR --onnx '{model}'" in done.stderr
    assert "does not exist" not in done.stderr
    for name, words in (("k.cpp", "--cpp"), ("notes.txt", "an op's folder")):
        (tmp_path / name).write_text("x")
        assert words in run("verify", tmp_path / name).stderr
