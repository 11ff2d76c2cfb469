"""``op-workbench verify`` and its kin: the table, the JSON, the exit status."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import onnx
import pytest

from tests.cli.conftest import Run
from tests.conftest import TWICE_KERNEL, TWICE_TOML, UNVERIFIED_TOML, MakeOp
from workbench.core.storage import project

STAGES = {"build", "export", "graph", "run", "compare"}


def ops(text: str) -> list[dict[str, Any]]:
    found = json.loads(text)["ops"]
    for op in found:
        assert set(op) == {
            "op", "stages", "status", "max_abs_diff", "max_rel_diff", "model", "torch_library",
            "ort_library", "error", "cases", "cases_agreed", "skipped", "problems", "rounding", "runtimes",
            "verdict", "outputs", "at_sizes", "arguments", "cases_failed",
        }  # fmt: skip
        assert op["status"] in ("agrees", "unverified", "differs", "export-only", "failed")
        assert set(op["stages"]) == STAGES
        for stage in op["stages"].values():
            assert set(stage) == {"status", "seconds"}
            assert stage["seconds"] >= 0
        if op["status"] == "failed":
            assert {"kind", "message", "hint"} <= set(op["error"])
            assert op["error"]["message"]
        else:
            assert op["error"] is None
    return found


@pytest.fixture
def mixed(tmp_path: Path, make_op: MakeOp) -> Path:
    """A project of five ops: one of each outcome, and one whose declaration is wrong."""
    folder = project.create_project(tmp_path / "mixed").folder
    make_op(TWICE_TOML.replace('"twice"', '"agrees_"'), folder=folder / "ops" / "agrees_")
    wrong = TWICE_TOML.replace('"twice"', '"differs_"').replace("2 * x", "3 * x")
    make_op(wrong, folder=folder / "ops" / "differs_")
    only = TWICE_TOML.replace('"twice"', '"only_"') + '\n[ort]\nimplementation = "export-only"\n'
    make_op(only, folder=folder / "ops" / "only_")
    make_op(
        TWICE_TOML.replace('"twice"', '"fails_"'), TWICE_KERNEL.replace("2 * x[i]", "oops"),
        folder=folder / "ops" / "fails_",
    )  # fmt: skip
    make_op(TWICE_TOML.replace("shape =", "shap ="), folder=folder / "ops" / "invalid_")
    return folder


def test_a_project_with_every_outcome(mixed: Path, run: Run, tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    done = run("verify", mixed, "--json", target)
    assert done.returncode == 1
    found = {Path(o["op"]).name: o for o in ops(target.read_text())}
    assert {n: o["status"] for n, o in found.items()} == {
        "agrees_": "agrees", "differs_": "differs", "only_": "export-only", "fails_": "failed", "invalid_": "failed",
    }  # fmt: skip
    good = found["agrees_"]
    assert good["max_abs_diff"] == 0
    for key in ("model", "torch_library", "ort_library"):
        assert Path(good[key]).is_file()
    assert found["differs_"]["max_abs_diff"] > 0
    assert found["only_"]["ort_library"] is None
    assert found["only_"]["stages"]["run"]["status"] == "skipped"
    failed = found["fails_"]
    assert failed["error"]["kind"] == "compile"
    assert "oops" in failed["error"]["message"]
    assert failed["stages"]["build"]["status"] == "failed"
    assert failed["stages"]["export"]["status"] == "not run"
    assert found["invalid_"]["error"]["kind"] == "declaration"
    table = done.stdout
    assert table.splitlines()[0].split() == [
        "op",
        "build",
        "export",
        "graph",
        "run",
        "compare",
        "result",
    ]
    for op in found.values():
        assert op["verdict"] in table, "the words of the table"
    (told, *_) = (o for o in found["differs_"]["outputs"] if not o["agrees"])
    assert (told["expected_by"], told["name"], told["differing"]) == ("reference", "y", 6)
    for text in ("agrees", "DIFFERS", "FAILED", "parity not checked", "oops", "kernel.cpp:"):
        assert text in table
    assert "reference" in table, "both values are shown, and whose they are"
    rows = [line.split()[0] for line in table.splitlines() if line[:1] not in (" ", "")]
    assert len(rows) == 6, "one row for each op"


def test_json_to_standard_output_is_nothing_but_json(make_op: MakeOp, run: Run) -> None:
    folder = make_op()
    done = run("verify", "--json", "-", folder)
    assert done.returncode == 0
    (found,) = ops(done.stdout)
    assert found["status"] == "agrees"
    assert "agrees" in done.stderr


def test_a_json_file_that_cannot_be_written(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    done = run("verify", make_op(), "--json", tmp_path / "no" / "such" / "file.json")
    assert done.returncode == 1
    assert "file.json" in done.stderr


def test_build_stops_after_the_build(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    done = run("build", make_op(), "--json", tmp_path / "r.json")
    assert done.returncode == 0
    (found,) = json.loads((tmp_path / "r.json").read_text())["ops"]
    assert Path(found["torch_library"]).is_file()
    assert found["stages"]["export"]["status"] == "not run"
    assert found["error"] is None
    assert found["status"] != "failed", "it did what it was asked for"
    assert done.stdout.splitlines()[0].split() == ["op", "build", "result"]


def test_build_needs_no_onnx_runtime(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    (tmp_path / "onnxruntime.py").write_text("raise ImportError('not here')\n")
    path = f"{tmp_path}{os.pathsep}{Path.cwd()}"
    assert run("build", make_op(), env={"PYTHONPATH": path}).returncode == 0


def test_verbose_shows_what_the_kernel_prints(make_op: MakeOp, run: Run) -> None:
    kernel = "#include <cstdio>\n" + TWICE_KERNEL.replace(
        "for (", 'printf("a word of the kernel\\n");\n  for (', 1
    )
    folder = make_op(kernel=kernel)
    assert "a word of the kernel" in run("verify", "-v", folder).stdout


def test_a_kernel_that_ends_the_process_fails_and_the_next_op_is_verified(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    folder = project.create_project(tmp_path / "two").folder
    bad = TWICE_KERNEL.replace("for (", "*static_cast<volatile int*>(nullptr) = 1;\n  for (", 1)
    make_op(TWICE_TOML.replace('"twice"', '"a_bad"'), bad, folder=folder / "ops" / "a_bad")
    make_op(TWICE_TOML.replace('"twice"', '"b_good"'), folder=folder / "ops" / "b_good")
    done = run("verify", "--json", "-", folder)
    assert done.returncode == 1
    bad_one, good = ops(done.stdout)
    error = bad_one["error"]
    assert "not its own" in error["message"]
    assert "segmentation fault" in error["message"] + error["hint"]
    assert error["where"].endswith("kernel.cpp:4")
    assert good["status"] == "agrees"


# -- paths


def test_an_op_named_twice_is_done_once(make_op: MakeOp, run: Run) -> None:
    folder = make_op()
    done = run("build", folder, folder / "op.toml", f"{folder}/../{folder.name}", "--json", "-")
    assert len(json.loads(done.stdout)["ops"]) == 1


@pytest.mark.parametrize("verb", ["verify", "build", "export", "run"])
def test_a_path_that_is_not_there(run: Run, tmp_path: Path, verb: str) -> None:
    done = run(verb, tmp_path / "none")
    assert done.returncode == 1
    assert "does not exist" in done.stderr
    assert done.stdout == ""


def test_a_folder_that_is_neither(run: Run, tmp_path: Path) -> None:
    done = run("verify", tmp_path)
    assert done.returncode == 1
    assert "neither an op folder nor a project" in done.stderr
    assert "op.toml" in done.stderr


def test_a_project_without_ops(run: Run, tmp_path: Path) -> None:
    project.create_project(tmp_path / "empty")
    done = run("verify", tmp_path / "empty")
    assert done.returncode == 1
    assert "no ops" in done.stderr


def test_a_declaration_that_is_no_toml(make_op: MakeOp, run: Run) -> None:
    folder = make_op("schema = = 1\n")
    done = run("verify", folder)
    assert done.returncode == 1
    assert f"{folder / 'op.toml'}:1:" in done.stdout


def test_a_missing_compiler(make_op: MakeOp, run: Run) -> None:
    done = run("build", make_op(), env={"CXX": "/nonexistent"})
    assert done.returncode == 1
    assert "/nonexistent" in done.stdout
    assert "g++" in done.stdout


def test_a_cache_that_cannot_be_written(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("build", make_op(), env={"OP_WORKBENCH_CACHE": str(tmp_path / "file" / "cache")})
    assert done.returncode == 1
    assert "OP_WORKBENCH_CACHE" in done.stdout


CASES = (
    TWICE_TOML
    + """
[[model.cases]]
name = "more"
[[model.cases.inputs]]
arg = "x"
shape = [7, 3]
[variants.standard]
ort = { implementation = "none" }
[[variants.standard.mapping.nodes]]
op = "Add"
inputs = ["x", "x"]
outputs = ["y"]
"""
)


def test_cases_are_counted_and_the_one_that_differs_is_shown(make_op: MakeOp, run: Run) -> None:
    done = run("verify", make_op(CASES))
    assert done.returncode == 0
    assert "3 cases" in done.stdout  # the two that are declared, and another size
    wrong = TWICE_KERNEL.replace("2 * x[i]", "y.size(0) == 7 ? 3 * x[i] : 2 * x[i]")
    done = run("verify", make_op(CASES, wrong))
    assert done.returncode == 1
    assert "case more: y float32[7, 3]" in done.stdout
    assert "\n    y float32" not in done.stdout  # what agrees is not in the way


def test_another_variant_and_another_exporter(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    folder, target = make_op(CASES), tmp_path / "report.json"
    for arguments, wanted in [
        (["--exporter", "torch.export"], "test.custom::Twice"),
        (["--variant", "standard"], "Add"),
    ]:
        assert run("verify", folder, *arguments, "--json", target).returncode == 0
        (op,) = ops(target.read_text())
        (node,) = onnx.load(op["model"]).graph.node
        assert (f"{node.domain}::{node.op_type}" if node.domain else node.op_type) == wanted
        assert op["cases"] == 3
    done = run("verify", folder, "--variant", "other")
    assert done.returncode == 1
    assert "Variants: standard." in done.stderr


def test_the_system_s_compiler_is_not_needed(run: Run, make_op: MakeOp, tmp_path: Path) -> None:
    """Nothing is compiled for the first three; for the last one the program has a compiler."""
    gallery = project.gallery_folder()
    environment = {"PATH": str(tmp_path), "CXX": None}
    ops = (gallery / "my_add_py", gallery / "asinh", gallery / "selu_script", make_op(fresh=True))
    done = run("verify", *ops, env=environment)
    assert done.returncode == 0, done.stdout


def test_the_cases_of_a_standard_operator(make_op: MakeOp, run: Run) -> None:
    toml = TWICE_TOML.replace("Twice", "Neg")
    right = TWICE_KERNEL.replace("2 * x[i]", "-x[i]")
    done = run("verify", make_op(toml, right), "--onnx-cases", "Neg")
    assert done.returncode == 0
    assert "2 cases" in done.stdout
    done = run("verify", make_op(toml), "--onnx-cases", "Neg")
    assert done.returncode == 1
    assert "case neg: y" in done.stdout or "case neg_example: y" in done.stdout
    done = run("verify", make_op(toml), "--onnx-cases", "Negg")
    assert done.returncode == 1
    assert "Did you mean Neg" in done.stdout


def test_what_only_runs_alike_is_not_verified(make_op: MakeOp, run: Run) -> None:
    """A wrong kernel that both runtimes run, and nothing to tell."""
    wrong = TWICE_KERNEL.replace("2 * x[i]", "3 * x[i]")
    folder = make_op(UNVERIFIED_TOML, wrong)
    done = run("verify", folder, "--json", "-")
    assert done.returncode == 1
    (found,) = ops(done.stdout)
    assert (found["status"], found["stages"]["compare"]["status"]) == ("unverified", "unverified")
    (problem,) = found["problems"]
    assert problem["kind"] == "unverified"
    assert problem["hint"].startswith("Add a reference")
    assert "runs alike, not verified" in done.stderr
    assert "agrees" not in done.stderr
    assert "Add a reference to each (verify --draft-reference drafts one)" in done.stderr
    assert "--allow-unverified" in done.stderr
    allowed = run("verify", folder, "--allow-unverified")
    assert allowed.returncode == 0
    assert "runs alike, not verified" in allowed.stdout
    assert "both runtimes run the same kernel" in allowed.stdout


def test_nothing_compared_is_not_agreement(make_op: MakeOp, run: Run) -> None:
    """The terminal and the JSON have every caveat, in the same words."""
    empty = TWICE_TOML.replace("[2, 3]", "[0, 3]").replace('dynamic = { 0 = "n" }', "")
    done = run("verify", make_op(empty), "--json", "-")
    assert done.returncode == 1
    (found,) = ops(done.stdout)
    assert found["verdict"] == "runs alike, not verified"
    for text in (found["verdict"], *(p["message"] for p in found["problems"])):
        assert text in done.stderr
    assert [p["message"] for p in found["problems"]] == ["'y' is empty, so nothing was compared"]
    assert "Mend what is told above, or give --allow-unverified" in done.stderr
    assert "Add a reference" not in done.stderr


def test_allow_unverified_allows_nothing_else(make_op: MakeOp, run: Run) -> None:
    wrong = TWICE_KERNEL.replace("2 * x[i]", "3 * x[i]")
    assert run("verify", make_op(kernel=wrong), "--allow-unverified").returncode == 1
