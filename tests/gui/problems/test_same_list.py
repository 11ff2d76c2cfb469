"""The window lists what the command line says: one function finds the problems of both."""

import json
from collections import Counter
from pathlib import Path

import msgspec

from tests.problems.broken import OPS, write_ops
from workbench.cli import main
from workbench.core.errors import Problem
from workbench.core.storage import project


def test_window_and_command_line_list_the_same(make_session, qtbot, make_op, tmp_path, capsys):
    folder = tmp_path / "broken"
    project.create_project(folder)
    write_ops(make_op, folder / "ops")
    make_op(folder=folder / "ops" / "one")
    make_op(folder=folder / "ops" / "two")  # the torch name of the first
    session = make_session(folder)
    feed = session.window.workspace.feed

    def in_window() -> Counter:
        return Counter(_key(e.folder.name, e.problem) for e in feed.entries() if e.folder)

    assert main(["check-declaration", str(folder), "--json"]) == 1
    ops = json.loads(capsys.readouterr().out)["ops"]
    assert len(ops) == len(OPS) + 2
    printed = Counter(
        _key(folder.name, msgspec.convert(p, Problem))
        for op in ops
        for p in op["problems"]
        for folder in [Path(op["folder"])]
    )
    assert {p[1] for p in printed} >= {
        "declaration",
        "file",
        "head",
        "shape",
        "unwritten",
        "duplicate",
    }
    qtbot.waitUntil(lambda: in_window() == printed, timeout=60_000)


def _key(op: str, problem: Problem) -> tuple:
    """A problem as it is compared; the window begins a sentence with a capital."""
    message = problem.message[:1].lower() + problem.message[1:]
    return (op, problem.kind, message, problem.hint, problem.file, problem.key, problem.line,
            problem.column, problem.severity)  # fmt: skip
