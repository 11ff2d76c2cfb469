"""``op-workbench check-declaration``: problems before anything is built."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp

UNWRITTEN = TWICE_KERNEL.replace("y) {", 'y) {\n  wb::fail("twice is not written yet");')


def test_a_sound_op_and_one_with_a_note_are_fine(make_op: MakeOp, run: Run) -> None:
    toml = TWICE_TOML.replace("wb_test::", "wb_other::")
    done = run("check-declaration", make_op(), make_op(toml, UNWRITTEN))
    assert done.returncode == 0
    first, second, *lines = done.stdout.splitlines()
    assert first == "twice: no problems"
    assert second == "twice: 1 note"
    assert lines[0].endswith("the kernel's body is not written yet")


def test_errors_come_first_and_tell_by_the_status(make_op: MakeOp, run: Run) -> None:
    toml = TWICE_TOML.replace("[[model.inputs]]", "[model]\nopset = 99\n\n[[model.inputs]]")
    folder = make_op(toml, UNWRITTEN)
    done = run("check-declaration", folder)
    assert done.returncode == 1
    head, error, *_ = done.stdout.splitlines()
    assert head == "twice: 1 error, 1 note"
    assert error.startswith(f"    {folder / 'op.toml'}: model.opset: ")


def test_json_has_the_problems_of_each_op(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    broken = make_op("schema = [", folder=tmp_path / "broken")
    twin = make_op(folder=tmp_path / "twin")
    done = run("check-declaration", make_op(), broken, twin, "--json")
    assert done.returncode == 1
    fine, torn, second = json.loads(done.stdout)["ops"]
    assert (fine["op"], fine["problems"]) == ("twice", [])
    assert (torn["op"], torn["folder"]) == ("broken", str(broken))
    assert [p["kind"] for p in torn["problems"]] == ["toml"]
    (problem,) = second["problems"]
    assert (problem["kind"], problem["severity"], problem["key"]) == (
        "duplicate",
        "warning",
        "torch",
    )


def test_verify_says_the_same_before_it_builds(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    toml = TWICE_TOML.replace("[[mapping", '[kernel]\nsources = ["more.cpp"]\n\n[[mapping', 1)
    folder = make_op(toml)
    stable = """#include <torch/csrc/stable/library.h>
    STABLE_TORCH_LIBRARY(wb_test, m) { m.def("twice(Tensor x) -> Tensor"); }
    """
    (folder / "more.cpp").write_text(stable)
    checked = run("check-declaration", folder, "--json")
    verified = run("verify", folder, "--json", "-")
    assert (checked.returncode, verified.returncode) == (1, 1)
    (before,), (after,) = (json.loads(done.stdout)["ops"] for done in (checked, verified))
    assert after["problems"] == before["problems"]
    assert "STABLE_TORCH_LIBRARY" in after["error"]["message"]
    assert after["stages"]["build"]["status"] == "not run"


def test_a_rule_that_the_examples_contradict_is_an_error_to_both(make_op: MakeOp, run: Run) -> None:
    folder = make_op(TWICE_TOML.replace('"x.shape"', '"[x.shape[0] - 50]"'))
    checked, verified = run("check-declaration", folder), run("verify", folder)
    assert (checked.returncode, verified.returncode) == (1, 1)
    for done in (checked, verified):
        assert (
            "outputs[0].shape: the shape rule of 'y' does not fit: it gives axis 0" in done.stdout
        )
