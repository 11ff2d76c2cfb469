"""A project saved as another: copied whole, or refused and nothing changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.core.storage.projects import LED_OUT, half_way, refused, tree
from workbench.core.storage.project import left_out, open_project, save_project_as


def test_save_as_takes_nothing_that_leads_out_of_the_project(
    linked: Path, mine: Path, tmp_path: Path
) -> None:
    copy = save_project_as(mine, tmp_path / "copy").folder
    assert "key" not in {data.decode("utf-8", "replace") for data in tree(copy).values()}
    assert left_out(mine) == [f"ops/foo/{name}" for name in LED_OUT]


@pytest.mark.parametrize("whole", [False, True], ids=["an op", "all ops"])
def test_save_as_takes_ops_along_whose_folder_is_a_link(
    mine: Path, tmp_path: Path, whole: bool
) -> None:
    folder = mine / "ops" if whole else mine / "ops" / "foo"
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    foo = (mine / "ops" / "foo").resolve()
    (foo / "notes.txt").symlink_to(tmp_path / "mine" / "project.toml")
    copy = save_project_as(mine, tmp_path / "copy")
    assert [op.name for op in copy.op_folders] == ["bar", "foo"]
    assert not copy.op_folders[1].is_symlink()
    assert left_out(mine) == ["ops/foo/notes.txt"]


def test_save_as_copies_everything_and_opens_the_copy(mine: Path, tmp_path: Path) -> None:
    (mine / "notes").mkdir()
    (mine / "notes" / "todo.md").write_text("x", encoding="utf-8")
    before = tree(mine)
    copy = save_project_as(mine, tmp_path / "deep" / "copy")
    assert copy.folder == tmp_path / "deep" / "copy"
    assert tree(copy.folder) == tree(mine) == before


def test_save_as_may_fill_an_empty_folder(mine: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert tree(save_project_as(mine, tmp_path / "empty").folder) == tree(mine)


def test_save_as_refuses_a_folder_with_content(mine: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("mine", encoding="utf-8")
    before = tree(tmp_path)
    assert "not empty" in refused(save_project_as, mine, tmp_path / "full").message
    assert "not empty" in refused(save_project_as, mine, mine).message
    assert tree(tmp_path) == before


def test_save_as_refuses_a_file(mine: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    before = tree(tmp_path)
    assert refused(save_project_as, mine, tmp_path / "file").kind == "project"
    assert refused(save_project_as, mine, tmp_path / "file" / "below").kind == "project"
    assert tree(tmp_path) == before


def test_save_as_refuses_a_folder_inside_the_project(mine: Path) -> None:
    before = tree(mine)
    assert "inside the project" in refused(save_project_as, mine, mine / "ops" / "copy").message
    assert tree(mine) == before


def test_save_as_of_a_project_that_vanished_changes_nothing(tmp_path: Path) -> None:
    refused(save_project_as, tmp_path / "gone", tmp_path / "copy")
    assert tree(tmp_path) == {}


@pytest.mark.parametrize("there", [False, True])
def test_save_as_that_fails_half_way_leaves_what_was(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    if there:
        (tmp_path / "copy").mkdir()
    before = tree(tmp_path)
    monkeypatch.setattr(shutil, "copyfile", half_way)
    assert "No space left" in refused(save_project_as, mine, tmp_path / "copy").message
    assert tree(tmp_path) == before


def test_save_as_through_a_link_does_not_copy_into_itself(mine: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(mine)
    before = tree(mine)
    assert "inside the project" in refused(save_project_as, mine, tmp_path / "link" / "x").message
    assert tree(mine) == before


def test_a_copy_takes_its_folders_name_unless_the_project_had_another(
    mine: Path, tmp_path: Path
) -> None:
    assert save_project_as(mine, tmp_path / "one").file.name == "Mine"
    text = (mine / "project.toml").read_text(encoding="utf-8")
    text = text.replace('name = "Mine"', 'name = "mine"  # as its folder')
    (mine / "project.toml").write_text(text, encoding="utf-8")
    copy = save_project_as(mine, tmp_path / "two")
    assert copy.file.name == "two"
    assert "# as its folder" in (copy.folder / "project.toml").read_text(encoding="utf-8")
    assert open_project(mine).file.name == "mine"
