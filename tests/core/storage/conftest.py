"""Projects of one's own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.core.storage.projects import FOO
from workbench.core.storage.project import copy_op, create_project


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A project with two ops."""
    folder = create_project(tmp_path / "mine", "Mine").folder
    copy_op(FOO, folder, "foo")
    copy_op(FOO, folder, "bar")
    return folder


@pytest.fixture
def linked(mine: Path, tmp_path: Path) -> Path:
    """An op with every kind of thing that is no file of its own."""
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key.py").write_text("key", encoding="utf-8")
    op = mine / "ops" / "foo"
    (op / "notes.py").symlink_to(secret / "key.py")
    (op / "all").symlink_to(secret)
    (op / "loop").symlink_to("loop")
    (op / "root").symlink_to("/")
    (op / "gone").symlink_to(tmp_path / "nowhere")
    (op / "own.txt").symlink_to("op.toml")
    (op / "include" / "empty").mkdir(parents=True)
    os.mkfifo(op / "pipe")
    return op
