"""By what two models differ, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from onnx import helper as h

from tests import onnx_models
from tests.cli.conftest import Run
from tests.conftest import TWICE_TOML, MakeOp


@pytest.fixture
def models(tmp_path: Path) -> tuple[Path, Path]:
    last = h.make_node("Tanh", ["s2"], ["output"], "end")
    return (
        onnx_models.scale_shift(tmp_path / "a.onnx"),
        onnx_models.scale_shift(tmp_path / "b.onnx", alpha=2.0, last=last),
    )


def test_the_same_is_status_0_and_a_difference_1(run: Run, models, tmp_path) -> None:
    same = run("graph-diff", models[0], models[0])
    assert (same.returncode, same.stdout) == (0, "the graphs are the same, 5 nodes\n")
    done = run("graph-diff", *models, "--json", tmp_path / "out.json")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "5 nodes before, 5 after: 2 changed, 3 the same",
        "~ my.ops::ScaleShift '/s1/ScaleShift'",
        "    attribute alpha: 0.5 → 2",
        "~ Tanh 'end'",
        "    operator: Sigmoid → Tanh",
    ]
    report = json.loads((tmp_path / "out.json").read_text())
    assert [d["kind"] for d in report["differences"]] == ["changed", "changed"]


def test_custom_nodes_need_their_library_to_be_optimised(run: Run, models) -> None:
    done = run("graph-diff", models[0], "--optimised")
    assert done.returncode == 2
    assert "ScaleShift" in done.stderr


def test_wrong_usage_and_what_is_no_model(run: Run, models, tmp_path) -> None:
    assert "an op's folder, or a model and --optimised" in run("graph-diff", models[0]).stderr
    cut = tmp_path / "cut.onnx"
    cut.write_bytes(models[0].read_bytes()[:150])
    done = run("graph-diff", models[0], cut)
    assert done.returncode == 2
    assert "cut.onnx" in done.stderr
    assert "truncated" in done.stderr


def test_the_last_two_exports_of_an_op_are_compared_by_its_folder(
    run: Run, make_op: MakeOp, tmp_path: Path
) -> None:
    state = {"OP_WORKBENCH_STATE": str(tmp_path / "state")}
    op = make_op()
    assert run("export", op, env=state).returncode == 0
    done = run("graph-diff", op, env=state)
    assert done.returncode == 2
    assert f"of '{op.name}' no two exports are known" in done.stderr
    assert "op-workbench verify" in done.stderr
    make_op(toml=TWICE_TOML.replace("Twice", "Double"), folder=op)
    assert run("export", op, env=state).returncode == 0
    done = run("graph-diff", op, env=state)
    assert done.returncode == 1, done.stderr
    assert [line[0] for line in done.stdout.splitlines()[1:]] == ["~", " "], done.stdout
    assert run("graph-diff", op, "--optimised", env=state).returncode == 2
