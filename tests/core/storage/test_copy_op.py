"""Copying an op into a project: whole under its new name, or refused and nothing changed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.core.storage.projects import FOO, LED_OUT, half_way, refused, tree
from workbench.core.errors import UserError
from workbench.core.storage import op_file
from workbench.core.storage.project import (
    copy_op,
    create_project,
    find_op_folders,
    left_out,
    open_project,
)


def test_copy_is_the_op_under_its_new_name(mine: Path) -> None:
    folder = copy_op(FOO, mine, "baz")
    assert folder == mine / "ops" / "baz"
    assert op_file.load(folder).name == "baz"
    was, now = tree(FOO), tree(folder)
    assert now.pop("op.toml") == was.pop("op.toml").replace(b'name = "foo"', b'name = "baz"')
    assert now == was


def test_copy_leaves_build_products_behind(mine: Path) -> None:
    foo = mine / "ops" / "foo"
    (foo / "__pycache__").mkdir()
    (foo / "kernel.o").write_bytes(b"")
    (foo / "data.txt").write_text("kept", encoding="utf-8")
    (foo / "module.so").write_bytes(b"of another compiler")
    names = {p.name for p in copy_op(foo, mine, "baz").iterdir()}
    assert names == {"op.toml", "kernel.cpp", "kernel.cu", "data.txt", "module.so"}


def test_copy_refuses_a_name_that_is_taken(mine: Path) -> None:
    before = tree(mine)
    problem = refused(copy_op, FOO, mine, "bar")
    assert "has an op 'bar' already" in problem.message
    assert problem.hint == "Choose another name."
    assert tree(mine) == before


@pytest.mark.parametrize("name", ["", "..", "../evil", "a/b", "class", "1st", "a b"])
def test_copy_refuses_a_name_that_is_none(mine: Path, name: str) -> None:
    before = tree(mine.parent)
    assert refused(copy_op, FOO, mine, name).hint == "Choose another name."
    assert tree(mine.parent) == before


def test_copy_of_a_source_that_vanished_changes_nothing(mine: Path) -> None:
    before = tree(mine)
    assert "does not exist" in refused(copy_op, mine / "ops" / "gone", mine, "baz").message
    assert tree(mine) == before


def test_copy_into_a_project_that_vanished_is_refused(tmp_path: Path) -> None:
    refused(copy_op, FOO, tmp_path / "gone", "foo")
    assert tree(tmp_path) == {}


def test_copy_that_fails_half_way_leaves_nothing(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree(mine)
    monkeypatch.setattr(shutil, "copyfile", half_way)
    problem = refused(copy_op, FOO, mine, "baz")
    assert "No space left on device" in problem.message
    assert problem.hint
    assert tree(mine) == before


def test_copy_whose_declaration_cannot_be_written_leaves_nothing(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree(mine)

    def failing(*args: object) -> None:
        raise UserError("file", "the file cannot be written: No space left on device")

    monkeypatch.setattr(op_file, "write_text", failing)
    refused(copy_op, FOO, mine, "baz")
    assert tree(mine) == before


def test_copy_takes_nothing_that_leads_out_of_the_op(linked: Path, mine: Path) -> None:
    copy = copy_op(linked, mine, "baz")
    taken = {"kernel.cpp", "kernel.cu", "include", "include/empty", "op.toml", "own.txt"}
    assert set(tree(copy)) == taken
    assert (copy / "own.txt").read_bytes() == (linked / "op.toml").read_bytes()
    assert not any(path.is_symlink() for path in copy.rglob("*"))
    assert left_out(linked) == LED_OUT


def test_copy_of_a_file_that_cannot_be_read_names_it(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(source: Path, target: Path) -> None:
        raise PermissionError(13, "Permission denied", str(source))

    monkeypatch.setattr(shutil, "copyfile", refuse)
    problem = refused(copy_op, mine / "ops" / "foo", mine, "baz")
    assert str(mine / "ops" / "foo") in problem.message
    assert "Permission denied" in problem.message


@pytest.mark.parametrize("function", [create_project, find_op_folders])
def test_folder_whose_name_is_no_text_is_refused_before_anything_is_made(
    tmp_path: Path, function: Callable[..., Any]
) -> None:
    assert "locale" in refused(function, tmp_path / "caf\udce9").message
    assert tree(tmp_path) == {}


@pytest.mark.parametrize("function", [open_project, create_project, find_op_folders])
@pytest.mark.parametrize("name", ["loop", "a" * 300, "a" * 200 + "/b" * 2500, "nul\0"])
def test_path_that_no_file_can_have_is_refused_in_words(
    tmp_path: Path, function: Callable[..., Any], name: str
) -> None:
    (tmp_path / "loop").symlink_to("loop")
    problem = refused(function, tmp_path / name)
    assert problem.hint
    assert [p.name for p in tmp_path.iterdir()] == ["loop"]
