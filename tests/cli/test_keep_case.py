"""``--keep-case``: what was tried becomes a case of the declaration, from the command line as in the window."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import TWICE_KERNEL, MakeOp
from workbench.core.storage import op_file


@pytest.fixture(autouse=True)
def _own_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OP_WORKBENCH_STATE", str(tmp_path / "state"))


def names(op: Path) -> list[str]:
    return [case.name for case in op_file.load(op).model.cases]


def test_inputs_that_differ_and_other_sizes_become_cases(run: Run, make_op: MakeOp) -> None:
    op = make_op(kernel=TWICE_KERNEL.replace("2 * x[i]", "3 * x[i]"))
    (op / "op.toml").write_text("# mine\n" + (op / "op.toml").read_text())
    done = run("verify", op, "--keep-case")
    assert done.returncode == 1
    # The worst element is of one of the sizes that are tried beside the example's.
    told = "twice: these inputs are the case 'n_5' now, which each run tries"
    assert done.stdout.splitlines()[-1] == told
    assert names(op) == ["n_5"]
    assert (op / "op.toml").read_text().startswith("# mine\n")
    done = run("verify", op, "--keep-case", "--size", "n=7")
    assert "the case 'n_7' now" in done.stdout
    assert names(op) == ["n_5", "n_7"]
    assert op_file.load(op).model.cases[1].inputs[0].shape == (7, 3)


def test_a_cell_of_a_check_becomes_a_case(run: Run, make_op: MakeOp) -> None:
    op = make_op()
    done = run("check", op, "--keep-case", "sizes: n = 0")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "twice: these inputs are the case 'n_0' now, which each run tries\n"
    assert names(op) == ["n_0"]
    done = run("check", op, "--keep-case", "sizes: n = 0")
    assert done.returncode == 1
    assert done.stdout == "twice: no case is kept: it is the case 'n_0' already\n"
    done = run("check", op, "--keep-case", "sizes: n = 10000000")
    assert done.returncode == 1
    assert "op-workbench: " in done.stderr
    assert names(op) == ["n_0"]
