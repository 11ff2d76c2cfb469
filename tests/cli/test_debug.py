"""``op-workbench debug``: an element of an output, and the statement that wrote it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, command, on_terminal
from tests.conftest import MakeOp
from tests.engine.debug.debugging import needs_gdb


@needs_gdb
@pytest.mark.parametrize("runtime", ["torch", "ort"])
def test_the_statement_its_variables_and_its_value(
    make_op: MakeOp, run: Run, tmp_path: Path, runtime: str
) -> None:
    target = tmp_path / "found.json"
    done = run("debug", make_op(), "--element", "y[1,2]", "--runtime", runtime, "--json", target)
    assert done.returncode == 0, done.stderr
    assert ">    4    for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];" in done.stdout
    assert "i = 5" in done.stdout
    found = json.loads(target.read_text())
    assert found["stopped"]["frames"][0]["line"] == 4
    assert found["writes"]["writes"][-1]["new"] == found["writes"]["value"]


@needs_gdb
def test_json_on_standard_output_is_nothing_else(make_op: MakeOp, run: Run) -> None:
    done = run("debug", make_op(), "--element", "y[0,0]", "--json", "-")
    assert json.loads(done.stdout)["element"] == "y[0, 0]"


@needs_gdb
def test_on_a_terminal_it_asks_how_to_go_on(make_op: MakeOp) -> None:
    shown = on_terminal(command("debug", make_op(), "--element", "y[1,2]"), b"c\nx\nl\nq\n")
    text = shown.decode()
    assert text.count("kernel.cpp:4: twice") >= 3
    assert "The op has returned" in text
    assert "s step" in text


@needs_gdb
def test_an_element_that_is_not_there(make_op: MakeOp, run: Run) -> None:
    done = run("debug", make_op(), "--element", "y[7,7]")
    assert done.returncode == 1
    assert "no element [7, 7]" in done.stderr
    assert "[2, 3]" in done.stderr


def test_no_element(make_op: MakeOp, run: Run) -> None:
    done = run("debug", make_op(), "--element", "y[")
    assert done.returncode == 1
    assert "Write it as y[3,4]" in done.stderr


def test_a_case_that_is_not_there(make_op: MakeOp, run: Run) -> None:
    done = run("debug", make_op(), "--element", "y[0,0]", "--case", "other")
    assert done.returncode == 1
    assert "no case 'other'" in done.stderr


def test_without_gdb_it_says_how_to_get_it(make_op: MakeOp, run: Run) -> None:
    env: dict[str, str | None] = {"OP_WORKBENCH_GDB": "no-such-gdb"}
    done = run("debug", make_op(), "--element", "y[0,0]", env=env)
    assert done.returncode == 1
    assert "gdb is not installed" in done.stderr
    assert "apt install gdb" in done.stderr
    listed = run("doctor", env=env).stdout
    line = next(text for text in listed.splitlines() if text[5:].startswith("gdb "))
    assert line.startswith("-")
    assert "apt install gdb" in listed
