"""A command on ops that were not made here: asked on a terminal, told without one."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT
from workbench.core.storage import project, trust

ASK = """
import sys
from pathlib import Path
from workbench.cli import consent
from workbench.core.errors import UserError
try:
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


def on_terminal(answer: str, *arguments: str | Path) -> str:
    """What a terminal shows when someone answers so."""
    main, other = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", ASK, *map(str, arguments)],
        stdin=other, stdout=other, stderr=other, cwd=ROOT,
    ) as process:  # fmt: skip
        os.close(other)
        os.write(main, answer.encode())
        shown = b""
        while True:
            try:
                piece = os.read(main, 4096)
            except OSError:  # the other side is closed
                break
            if not piece:
                break
            shown += piece
        process.wait()
    os.close(main)
    return shown.decode("utf-8", "replace")


@pytest.mark.parametrize("answer", ["\n", "n\n", "no\n", "what\n", "\x04"])
def test_anything_but_yes_on_a_terminal_is_no(foreign, answer) -> None:
    shown = on_terminal(answer, foreign)
    assert "kernel.cpp" in shown
    assert "[y/N]" in shown
    assert "REFUSED" in shown
    assert not trust.is_trusted(foreign)


def test_yes_on_a_terminal_is_remembered(foreign) -> None:
    assert "RUNS" in on_terminal("y\n", foreign)
    assert trust.is_trusted(foreign)
    shown = on_terminal("", foreign)
    assert "[y/N]" not in shown
    assert "RUNS" in shown


def test_no_control_character_reaches_the_terminal(foreign) -> None:
    path = foreign / "op.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("2 * a + b", "2 * a + b \\u001b[2J"), encoding="utf-8")
    shown = on_terminal("n\n", foreign)
    assert "\x1b[2J" not in shown
    assert "2 * a + b" in shown


def test_without_a_terminal_it_goes_on_with_one_line_and_remembers_nothing(run, foreign) -> None:
    (foreign / "kernel.cpp").write_text("#error no\n", encoding="utf-8")
    done = run("build", foreign)
    assert done.stderr.count("not made here: my_add_custom") == 1
    assert "kernel.cpp:1" in done.stdout
    assert not trust.is_trusted(foreign)


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
