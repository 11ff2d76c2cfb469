"""``op-workbench fix``: what the window's buttons offer, listed and taken."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.ops.test_fitted_rules import KERNEL, TOML
from workbench.core.storage import op_file


def made(folder: Path, body: str, toml: str = TOML) -> Path:
    op = folder / "made"
    op.mkdir()
    (op / "op.toml").write_text(toml.replace("DTYPE", "float32"))
    (op / "made.py").write_text(KERNEL.format(body=body))
    return op


def test_a_rule_that_fits_what_the_kernel_gives_is_taken(run: Run, tmp_path: Path) -> None:
    op = made(tmp_path, "return torch.zeros(len(a), k, dtype=torch.int32)")
    assert f"    See what fits:  op-workbench fix {op}\n" in run("verify", op, "--trust").stdout
    listed = run("fix", op)
    assert listed.returncode == 1, listed.stderr
    assert f"Take one:  op-workbench fix {op} --take 1\n" in listed.stdout
    assert "1  Change to int32, [a.shape[0], k]" in listed.stdout
    before = (op / "op.toml").read_text()
    taken = run("fix", op, "--take", "1")
    assert taken.returncode == 0, taken.stderr
    (output,) = op_file.load(op).outputs
    assert (output.dtype, output.shape) == ("int32", "[a.shape[0], k]")
    assert (op / "op.toml").read_text() != before
    done = run("fix", op, "--json")
    assert (done.returncode, json.loads(done.stdout)["fixes"]) == (0, [])


def test_problems_of_the_declaration_have_theirs_and_nothing_is_run(
    run: Run, tmp_path: Path
) -> None:
    op = made(
        tmp_path, "import os; os.abort()", TOML.replace('shape = "a.shape"', 'shape = "aa.shape"')
    )
    found = json.loads(run("fix", op, "--json").stdout)
    assert found["problems"][0]["key"] == "outputs[0].shape"
    assert found["fixes"][0]["title"] == "Change to a.shape"
    assert run("fix", op, "--take", "1").returncode == 0
    assert op_file.load(op).outputs[0].shape == "a.shape"


def test_what_fails_comes_before_what_is_only_a_warning(run: Run, tmp_path: Path) -> None:
    unused = TOML.replace('"a", "b"]', '"a"]')
    op = made(tmp_path, "return torch.zeros(len(a), k, dtype=torch.int32)", unused)
    found = json.loads(run("fix", op, "--json", "--trust").stdout)
    severities = [p.get("severity", "error") for p in found["problems"]]
    assert severities == sorted(severities)  # an error, then warnings
    assert len(set(severities)) == 2
    assert "severity" not in found["fixes"][0]["problem"]  # an error


def test_a_number_that_no_fix_has(run: Run, tmp_path: Path) -> None:
    op = made(tmp_path, "return a + 0")
    done = run("fix", op, "--take", "3", "--trust")
    assert done.returncode == 1
    assert "there is no fix 3" in done.stderr


def test_a_warning_of_the_declaration_is_fixed_without_trust_and_nothing_is_run(
    run: Run, tmp_path: Path
) -> None:
    """An argument that the mapping does not use is a warning, whose fix is the declaration's alone."""
    op = made(tmp_path, "import os; os.abort()", TOML.replace('"a", "b"]', '"a"]'))
    listed = json.loads(run("fix", op, "--json").stdout)
    assert {p["severity"] for p in listed["problems"]} == {"warning"}
    assert listed["fixes"][0]["problem"]["key"] == "mapping.nodes"
    taken = run("fix", op, "--take", "1")
    assert taken.returncode == 0, taken.stderr
    assert op_file.load(op).mapping.nodes[0].inputs == ("a", "b"), taken.stderr
    rest = run("fix", op)
    assert "not made here" in rest.stderr, "there is nothing left but what a run would say"
