"""A command on ops that were not made here: asked on a terminal, refused without one."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, on_terminal, with_sources
from workbench.core.storage import project, trust

ASK = """
import sys
from pathlib import Path
from workbench.cli import consent, terminal
from workbench.core.errors import UserError
try:
    with terminal.plain_output():
        consent.op_folders([Path(sys.argv[1])], False)
    print("RUNS")
except UserError as error:
    print("REFUSED", error)
"""


@pytest.fixture(autouse=True)
def _own_store(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("OP_WORKBENCH_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def foreign(tmp_path) -> Path:
    """An op that came from elsewhere."""
    return Path(shutil.copytree(project.gallery_folder() / "my_add_custom", tmp_path / "sent"))


def asked(answer: str, *arguments: str | Path) -> str:
    """What a terminal shows when someone answers the question so."""
    program = [sys.executable, "-c", ASK, *map(str, arguments)]
    return on_terminal(program, answer.encode()).decode("utf-8", "replace")


@pytest.mark.parametrize("answer", ["\n", "n\n", "no\n", "what\n", "\x04"])
def test_anything_but_yes_on_a_terminal_is_no(foreign, answer) -> None:
    shown = asked(answer, foreign)
    assert "kernel.cpp" in shown
    assert "[y/N]" in shown
    assert "REFUSED" in shown
    assert not trust.is_trusted(foreign)


def test_yes_on_a_terminal_is_remembered(foreign) -> None:
    assert "RUNS" in asked("y\n", foreign)
    assert trust.is_trusted(foreign)
    shown = asked("", foreign)
    assert "[y/N]" not in shown
    assert "RUNS" in shown


def test_no_control_character_reaches_the_terminal(foreign) -> None:
    path = foreign / "op.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("2 * a + b", "2 * a + b \\u001b[2J"), encoding="utf-8")
    shown = asked("n\n", foreign)
    assert "\x1b[2J" not in shown
    assert "2 * a + b" in shown


def leaves_a_trace(op: Path) -> Path:
    """The op shows that its Python ran."""
    trace = op.parent / "it-ran"
    path = op / "op.toml"
    text = path.read_text(encoding="utf-8").replace('python = "2 * a + b"', 'source = "ref.py"')
    path.write_text(text, encoding="utf-8")
    code = f"open({str(trace)!r}, 'w')\ndef my_add_custom(a, b):\n    return 2 * a + b\n"
    (op / "ref.py").write_text(code, encoding="utf-8")
    return trace


def test_without_a_terminal_it_is_refused_and_trust_is_named(run, foreign) -> None:
    trace = leaves_a_trace(foreign)
    done = run("verify", foreign)
    assert done.returncode == 1
    assert "my_add_custom" in done.stderr
    assert str(foreign) in done.stderr
    assert "--trust" in done.stderr
    assert done.stdout == ""
    assert not trace.exists()
    assert not trust.is_trusted(foreign)
    assert run("verify", "--trust", foreign).returncode == 0
    assert trace.exists()


def _all_of(terminal: int) -> bytes:
    """What a terminal was told, when all have closed its other end; it comes in pieces."""
    told = b""
    while True:
        try:
            piece = os.read(terminal, 1 << 16)
        except OSError:  # the other end is closed
            return told
        told += piece


@pytest.mark.parametrize("open_ends", [(), (0,), (0, 1), (2,), (0, 2)])
def test_who_cannot_see_the_question_is_not_asked(foreign, open_ends) -> None:
    """The case of ``op-workbench verify got.zip 2>&1 | tee log``, and of closed descriptors."""
    main, other = pty.openpty()
    streams = {0: subprocess.DEVNULL, 1: subprocess.PIPE, 2: subprocess.PIPE}
    streams |= dict.fromkeys(open_ends, other)
    if answerable := {0, 2} <= set(open_ends):
        os.write(main, b"n\n")
    done = subprocess.run(
        [sys.executable, "-m", "workbench", "build", foreign], cwd=ROOT, check=False,
        stdin=streams[0], stdout=streams[1], stderr=streams[2], timeout=60,
    )  # fmt: skip
    os.close(other)
    output = _all_of(main) if 2 in open_ends else done.stderr
    os.close(main)
    assert done.returncode == 1
    assert b"--trust" in output
    assert (b"[y/N]" in output) == answerable
    assert not trust.is_trusted(foreign)


def test_a_closed_input_is_no_answer(foreign) -> None:
    code = "import os, sys; os.close(0); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    done = subprocess.run(
        [sys.executable, "-c", code, "-m", "workbench", "build", foreign], cwd=ROOT,
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "--trust" in done.stderr


def test_an_archive_that_was_sent_is_unpacked_and_not_run(run, foreign, tmp_path) -> None:
    home = project.create_project(tmp_path / "home").folder
    op = project.copy_op(foreign, home, "sent")
    trace = leaves_a_trace(op)
    assert run("archive", home, tmp_path / "got.zip").returncode == 0
    here = tmp_path / "here"
    here.mkdir()
    done = subprocess.run(
        f"{sys.executable} -m workbench verify {tmp_path / 'got.zip'} 2>&1 | cat; exit ${{PIPESTATUS[0]}}",
        shell=True, executable="/bin/bash", cwd=here, capture_output=True, text=True, timeout=60,
        env=with_sources(), stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "--trust" in done.stdout
    assert (here / "got" / "ops" / "sent" / "ref.py").is_file()
    assert not trace.exists()


def test_trust_on_the_command_line_is_remembered(run, foreign) -> None:
    (foreign / "kernel.cpp").write_text("#error no\n", encoding="utf-8")
    assert "not made here" not in run("build", "--trust", foreign).stderr
    assert trust.is_trusted(foreign)
    assert "not made here" not in run("build", foreign).stderr


def test_the_gallery_is_not_asked_about(capsys) -> None:
    from workbench.cli import consent

    consent.op_folders([project.gallery_folder() / "asinh"], trusting=False)
    assert capsys.readouterr().err == ""


def test_an_op_that_cannot_be_read_is_not_asked_about(tmp_path, capsys) -> None:
    from workbench.cli import consent

    (tmp_path / "op.toml").write_text("schema = ", encoding="utf-8")
    assert consent.consented([tmp_path], trusting=False) == [tmp_path]
    assert capsys.readouterr().err == ""
