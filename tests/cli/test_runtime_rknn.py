"""``verify --runtime rknn``: the vendor's simulator, fetched from the network for ``make test-all``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.added_runtimes import with_runtimes
from tests.cli.conftest import Run
from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from tests.large import large
from workbench import paths

WRONG = TWICE_TOML.replace('"2 * x"', '"3 * x"').partition("[reference]")[2]
ONLY = '\n[ort]\nimplementation = "export-only"\n'
LABEL = "rknn (simulator, within float16)"


@pytest.fixture(scope="module")
def data(request: pytest.FixtureRequest) -> Path:
    """A data folder in which the runtime has been added, kept between runs."""
    return with_runtimes(request.config, "op-workbench-rknn", "rknn")


def test_wheels_that_cannot_be_had_are_told_with_command_and_reason(
    run: Run, tmp_path: Path
) -> None:
    env: dict[str, str | None] = {"OP_WORKBENCH_DATA": str(tmp_path), "PIP_NO_INDEX": "1"}
    done = run("runtime", "add", "rknn", env={**env, "PIP_FIND_LINKS": None})
    assert done.returncode == 1
    assert "Its licence is the vendor's" in done.stdout
    assert "rknn-toolkit2==2.5.0" in done.stderr
    assert "No matching distribution found for rknn-toolkit2==2.5.0" in done.stderr
    assert not list(tmp_path.glob("runtimes/*")), "nothing half-made is left"


@large
def test_an_op_that_is_only_exported_agrees_in_the_simulator(
    run: Run, data: Path, tmp_path: Path
) -> None:
    op = paths.ops_lib() / "ops" / "dual_residual"
    mine: dict[str, str | None] = {"OP_WORKBENCH_DATA": str(data)}
    done = run(
        "verify", op, "--runtime", "rknn", "--json", tmp_path / "told", env=mine, timeout=600
    )
    assert done.returncode == 0, done.stderr
    assert "exported, parity not checked" in done.stdout, "ONNX Runtime has compared nothing"
    assert f"agrees · {LABEL}  max abs " in done.stdout
    (told,) = json.loads((tmp_path / "told").read_text())["ops"]
    assert told["status"] == "export-only"
    (there,) = told["runtimes"]
    assert [o["name"] for o in there["outputs"]] == ["x_residual", "y_residual"]
    assert all(o["independent"] and 0 < o["max_abs_diff"] < 2e-3 for o in there["outputs"])


@large
def test_what_differs_and_what_proves_nothing(
    make_op: MakeOp, run: Run, data: Path, tmp_path: Path
) -> None:
    """The simulator gets an attribute that the kernel in torch does not, and a kernel alone."""
    mine: dict[str, str | None] = {"OP_WORKBENCH_DATA": str(data)}
    text = (paths.ops_lib() / "ops" / "dual_residual" / "op.toml").read_text()
    alpha = '{ name = "alpha", type = "float", arg = "alpha" }'
    assert alpha in text
    wrong = make_op(text.replace(alpha, '{ name = "alpha", type = "float", value = 0.25 }'), None)
    source = paths.ops_lib() / "ops" / "dual_residual" / "dual_residual.cpp"
    (wrong / source.name).write_text(source.read_text())
    alone_ = make_op(TWICE_TOML.partition("[reference]")[0] + ONLY, TWICE_KERNEL)
    done = run("verify", wrong, alone_, "--runtime", "rknn", env=mine, timeout=600)
    assert done.returncode == 1
    assert f"DIFFERS · {LABEL}" in done.stdout or f"FAILED · {LABEL}" in done.stdout
    assert f"runs alike, not verified · {LABEL}" in done.stdout
    assert "the simulator calls the same kernel" in done.stdout


@large
def test_cases_that_it_cannot_run_are_counted_and_others_agree(
    make_op: MakeOp, run: Run, data: Path
) -> None:
    more = """
    [[model.cases]]
    name = "empty"
    inputs = [{ arg = "x", shape = [0, 3] }]
    """
    mine: dict[str, str | None] = {"OP_WORKBENCH_DATA": str(data)}
    empty = TWICE_TOML.replace("shape = [2, 3]", "shape = [0, 3]", 1).replace(
        '"twice"', '"none"', 1
    )
    op, none = make_op(TWICE_TOML + more), make_op(empty + '\n[kernel]\nfunction = "twice"\n')
    done = run("verify", op, none, "--runtime", "rknn", "--allow-unverified", env=mine, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"agrees · {LABEL}" in done.stdout
    assert "1 case not run: 'x' has no elements, which RKNN does not take" in done.stdout


@large
def test_a_delivery_is_run_in_the_simulator_before_it_counts(
    run: Run, data: Path, tmp_path: Path
) -> None:
    op, to = paths.ops_lib() / "ops" / "dual_residual", tmp_path / "to"
    mine: dict[str, str | None] = {"OP_WORKBENCH_DATA": str(data)}
    done = run("deliver", op, "--form", "rknn", "--to", to, env=mine, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "run.py: agrees within float16: 2 of 2 outputs; RKNN-Toolkit2's simulator" in done.stdout
    readme = (to / "README.md").read_text()
    assert "agrees within float16: 2 of 2 outputs" in readme
    assert "Not verified" not in readme
    assert "| `test_data_set_0` | main | PyTorch |" in readme, "not by what computes it there"
