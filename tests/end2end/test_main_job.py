"""The main job, as a person does it: from the gallery to 'agrees', through every mishap."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.large import large
from workbench.cli.start import gallery_project
from workbench.core.compile.ort_headers import find_ort_headers
from workbench.core.jobs import STAGES

OP = "my_add_custom"


@large  # for make test it is run without a network, in test_nothing_leaves
def test_from_the_gallery_to_agrees_and_through_broken_kernels(user, record_property) -> None:
    user.makes_a_project_from_the_gallery(OP)
    assert user.document.name == OP
    assert not user.window.isWindowModified()
    sound = user.document.texts[user.document.source]

    user.presses_run_all()
    assert user.status.kind == "ok", user.status
    assert user.banner() == user.status.title
    assert user.lights() == dict.fromkeys(STAGES, "ok")
    assert "MyAdd" in user.asks_netron_for_its_nodes()

    # Nothing has changed, so nothing is run again.
    before = dict(user.session.engine.state(user.document.folder).ended)
    user.presses_run_with_nothing_to_do()
    assert user.session.engine.state(user.document.folder).ended == before

    # A compile error: named with its line, and the window says which stage failed.
    line = sound[: sound.index("if (y.numel() == 0) return;")].count("\n") + 1
    user.writes_the_kernel(
        sound.replace("if (y.numel() == 0) return;", "if (y.numle() == 0) return;")
    )
    assert user.window.isWindowModified()
    user.presses_run_all()
    assert user.status.kind == "failed"
    problem = user.waits_for_a_problem("numle")
    assert problem.severity == "error"
    assert problem.line == line
    assert problem.file == str(user.document.source)
    assert user.lights()["build"] == "failed"

    # A wrong result: both values are shown where they differ.
    user.writes_the_kernel(sound.replace("T(2) *", "T(3) *"))
    user.presses_run_all()
    assert user.status.kind == "differs"
    table = user.differing_elements()
    expected, actual = (float(table.item(0, column).text()) for column in (1, 2))
    assert expected != actual

    # Fixed: agrees again.
    user.writes_the_kernel(sound)
    user.presses_run_all()
    assert user.status.kind == "ok"

    gaps = {"largest_gap_ms": max(user.gaps), "gap_ms_per_run": user.gaps}
    record_property("event_loop", gaps)
    print(f"\nlargest gap of the event loop in each run, ms: {user.gaps}")
    if report := os.environ.get("OP_WORKBENCH_HEARTBEAT_REPORT"):
        Path(report).write_text(json.dumps(gaps) + "\n", encoding="utf-8")
    # The promise is 50 ms; a machine busy with other work must not fail the test.
    assert max(user.gaps) < 1000, "the window stood still"


CRASHES = {
    "*(volatile int*)0 = 1;": "segmentation fault",
    "std::exit(0);": "exit status 0",
}
MORE_CRASHES = {
    "__builtin_trap();": "instruction",
    "std::abort();": "aborted",
    'wb::fail("no such mode: ", 7);': "no such mode: 7",
    'throw std::runtime_error("out of cheese");': "out of cheese",
}


@pytest.mark.parametrize("crashes", [CRASHES, pytest.param(MORE_CRASHES, marks=large)])
def test_kernels_that_crash_leave_the_window_alive(user, crashes) -> None:
    user.makes_a_project_from_the_gallery(OP)
    sound = user.document.texts[user.document.source]
    for body, words in crashes.items():
        crash = sound.replace("if (y.numel() == 0) return;", body)
        user.writes_the_kernel("#include <cstdlib>\n#include <stdexcept>\n" + crash)
        user.presses_run_all()
        assert user.status.kind == "failed", body
        user.waits_for_a_problem(words)

    user.writes_the_kernel(sound)
    user.presses_run_all()
    assert user.status.kind == "ok"


def test_stop_ends_a_kernel_that_loops_for_ever(user) -> None:
    user.makes_a_project_from_the_gallery(OP)
    sound = user.document.texts[user.document.source]
    user.writes_the_kernel(
        sound.replace("if (y.numel() == 0) return;", "for (volatile bool on = true; on;) {}")
    )
    user.starts_a_run(until="running the kernel in PyTorch")
    user.presses_stop()
    assert user.status.kind != "ok"

    user.writes_the_kernel(sound)
    user.presses_run_all()
    assert user.status.kind == "ok"


@large
def test_the_whole_gallery_in_one_project(user, session) -> None:
    """Every way to bring an op across, from the window; `op-workbench start` is held in tests/cli."""
    session.open(gallery_project())
    user.qtbot.waitUntil(lambda: len(session.project.documents) > 15)
    user.presses_run_all()
    for folder in session.project.documents:
        state = session.engine.state(folder)
        report = state.report()
        if state.op.ort.implementation == "own" and find_ort_headers() is None:
            assert "header" in report.error.message
            continue
        assert report.error is None, folder.name
        assert report.status == ("export-only" if state.export_only else "agrees"), folder.name
