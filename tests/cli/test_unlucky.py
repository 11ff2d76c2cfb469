"""Paths that lead nowhere, full disks and files that never end, on the command line."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, command
from workbench.core.storage import project


@pytest.mark.parametrize("name", ["loop", "loop.zip", "x" * 300])
@pytest.mark.parametrize("words", [["verify"], ["archive"], []])
def test_a_path_that_leads_nowhere_is_reported(run, tmp_path, name: str, words: list[str]) -> None:
    for loop in ("loop", "loop.zip"):
        (tmp_path / loop).symlink_to(loop)
    more = [tmp_path / "x.zip"] if words == ["archive"] else []
    done = run(*words, tmp_path / name, *more)
    assert done.returncode == 1
    assert "leads nowhere" in done.stderr
    assert not (tmp_path / "x.zip").exists()


def test_output_to_a_full_disk_is_reported() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            command("gallery"), stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False,
            encoding="utf-8", timeout=60,
        )  # fmt: skip
    assert done.returncode == 1
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_a_copy_says_which_links_it_left(run, tmp_path) -> None:
    source = project.create_project(tmp_path / "theirs").folder
    op = project.copy_op(project.gallery_folder() / "asinh", source, "mine")
    (op / "notes.txt").symlink_to("/etc/hostname")
    done = run("new", tmp_path / "home", "--from", op)
    assert done.returncode == 0
    assert "left out, as it is a link or no file of the op: notes.txt" in done.stderr
    assert [p.name for p in (tmp_path / "home" / "ops" / "mine").iterdir()] == ["op.toml"]


def test_a_source_that_includes_a_pipe_does_not_hang(run, tmp_path) -> None:
    home = project.create_project(tmp_path / "home").folder
    op = project.copy_op(project.gallery_folder() / "my_add_custom", home, "mine")
    os.mkfifo(op / "pipe.h")
    kernel = op / "kernel.cpp"
    kernel.write_text(f'#include "pipe.h"\n{kernel.read_text()}')
    done = run("build", op)
    assert done.returncode == 1
    assert "pipe.h: an included file is no regular file" in done.stdout
