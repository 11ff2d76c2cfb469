"""``op-workbench bench sweep``: who is timed, in turns, and what is told of the others."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.conftest import STANDARD_VARIANT, TWICE_KERNEL, TWICE_TOML, MakeOp
from tests.large import large

COST = """
[cost]
bytes = "nbytes(x) + nbytes(y)"
"""
SMALL_ONLY = TWICE_KERNEL.replace(
    "  for", '  if (y.numel() > 3000) throw wb::Error("too large");\n  for'
)


OTHER_VARIANT = """
[variants.other]

[[variants.other.mapping.nodes]]
op = "other::Twice"
inputs = ["x"]
outputs = ["y"]
"""
"""The same op by a node, and in a library, of another name."""
NAMES = ["torch", "onnxruntime", "onnxruntime-other", "onnxruntime-standard"]


def test_each_is_timed_with_each_size_and_what_was_measured_stays_where_the_next_fails(
    run: Run, make_op: MakeOp, tmp_path: Path
) -> None:
    folder = make_op(TWICE_TOML + COST + STANDARD_VARIANT + OTHER_VARIANT, SMALL_ONLY)
    file = tmp_path / "times.json"
    done = run(
        *("bench", "sweep", folder, "--sizes", "4,400,4e3", "--threads", "1"),
        *("--seconds", "0.02", "--json", file, "--only", ",".join(NAMES)),
    )
    assert done.returncode == 1
    assert "too large" in done.stdout
    told = json.loads(file.read_text())
    assert told["verdict"] == "agrees"
    assert "too large" in told["problem"]
    assert [p["name"] for p in told["points"]] == ["n = 4", "n = 400"]
    for point, size in zip(told["points"], (4, 400), strict=True):
        assert point["shapes"] == {"x": [size, 3]}
        assert point["elements"] == 6 * size
        assert point["bytes"] == 24 * size
        assert "flops" not in point or point["flops"] is None
        assert [t["name"] for t in point["timed"]] == NAMES, point["missing"]
        for one in point["timed"]:
            assert 0 < one["fastest"] <= one["median"] <= one["p95"]
            assert one["calls"] >= 10
        (roof,) = point["roofs"]
        assert roof["bandwidth"] > 1e8
        assert 1e8 < roof["flops"] < 1e13
    assert "n = 400: x [400, 3]; 2,400 elements" in done.stdout
    assert "ONNX Runtime, other (variant) " in done.stdout
    assert "Bytes/s" in done.stdout
    assert "FLOP/s" not in done.stdout.partition("the machine")[0]
    for missing in told["missing"]:
        assert f"not measured: {missing['title']}: {missing['why']}" in done.stdout


@large
def test_the_compiled_model_is_timed_apart_from_its_compilation(
    run: Run, make_op: MakeOp, tmp_path: Path
) -> None:
    done = run(
        *("bench", "op", make_op(), "--only", "torch.compile", "--seconds", "0.05"),
        *("--threads", "1,2", "--json", tmp_path / "times.json"),
    )
    assert done.returncode == 0, done.stderr
    (point,) = json.loads((tmp_path / "times.json").read_text())["points"]
    assert [(t["name"], t["threads"]) for t in point["timed"]] == [
        ("torch.compile", 1),
        ("torch.compile", 2),
    ]
    assert all(t["first"] > 20 * t["median"] for t in point["timed"])


def test_what_cannot_be_asked_for_is_said_before_anything_runs(run: Run, make_op: MakeOp) -> None:
    done = run("bench", "op", make_op(), "--threads", "0")
    assert done.returncode == 2
    done = run("bench", "op", make_op(), "--only", "gpu")
    assert "there is no 'gpu' to be timed" in done.stderr
    done = run("bench", "op", make_op(), "--seconds", "1000")
    assert done.returncode == 1
    assert "at most 60" in done.stderr


def test_of_an_op_that_fails_nothing_is_timed(run: Run, make_op: MakeOp) -> None:
    folder = make_op(
        kernel=TWICE_KERNEL.replace("  for", '  throw wb::Error("no such luck");\n  for')
    )
    for command in ("op", "nodes"):
        done = run("bench", command, folder)
        assert done.returncode == 1
        assert "no such luck" in done.stdout
        assert "failed, so there is nothing to time" in done.stderr


def test_the_nodes_of_an_op_that_could_be_compared_are_timed(
    run: Run, make_op: MakeOp, tmp_path: Path
) -> None:
    file = tmp_path / "nodes.json"
    done = run("bench", "nodes", make_op(), "--json", file)
    assert done.returncode == 0, done.stderr
    assert " in nodes, the mean of " in done.stdout
    assert json.loads(file.read_text())["nodes"]
