"""Projects: made, opened and copied whole, or a clear error and nothing changed."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.core.declarations import ADD
from workbench.core.errors import Problem, UserError
from workbench.core.storage import op_file
from workbench.core.storage.project import (
    copy_op,
    create_project,
    find_op_folders,
    gallery_folder,
    left_out,
    open_project,
    save_project_as,
)
from workbench.problems import find_problems

FOO = gallery_folder() / "foo"


def refused(function: Callable[..., Any], *args: Any) -> Problem:
    with pytest.raises(UserError) as caught:
        function(*args)
    return caught.value.problem


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(p.relative_to(folder)): p.read_bytes() if p.is_file() else b"<folder>"
        for p in sorted(folder.rglob("*"))
    }


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A project with two ops."""
    folder = create_project(tmp_path / "mine", "Mine").folder
    copy_op(FOO, folder, "foo")
    copy_op(FOO, folder, "bar")
    return folder


# -- create, open


def test_new_project_can_be_opened(tmp_path: Path) -> None:
    made = create_project(tmp_path / "a" / "b", "Name with ä")
    again = open_project(tmp_path / "a" / "b")
    assert again == made
    assert again.file.name == "Name with ä"
    assert again.op_folders == ()


def test_new_project_is_named_after_its_folder(tmp_path: Path) -> None:
    assert create_project(tmp_path / "ops-of-mine").file.name == "ops-of-mine"


def test_new_project_may_fill_an_empty_folder(tmp_path: Path) -> None:
    assert create_project(tmp_path).folder == tmp_path.resolve()


def test_new_project_refuses_a_folder_with_content(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    problem = refused(create_project, tmp_path)
    assert "not empty" in problem.message
    assert problem.hint
    assert problem.file == str(tmp_path)
    assert tree(tmp_path) == {"file": b"mine"}


def test_new_project_refuses_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    assert refused(create_project, tmp_path / "file").kind == "project"
    assert refused(create_project, tmp_path / "file" / "below").kind == "project"
    assert tree(tmp_path) == {"file": b"mine"}


def test_ops_are_found_sorted_and_nothing_else(mine: Path) -> None:
    (mine / "ops" / "no_op").mkdir()
    (mine / "ops" / "stray.txt").write_text("", encoding="utf-8")
    assert [p.name for p in open_project(mine).op_folders] == ["bar", "foo"]


def test_open_names_a_folder_that_vanished(tmp_path: Path) -> None:
    problem = refused(open_project, tmp_path / "gone")
    assert "does not exist" in problem.message
    assert problem.hint
    assert problem.file == str(tmp_path / "gone")


def test_open_refuses_a_folder_that_is_no_project(tmp_path: Path) -> None:
    problem = refused(open_project, tmp_path)
    assert "project.toml" in problem.message
    assert problem.hint


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("schema = 2\nname = 'x'\nnew = 1\n", "newer Op Workbench: schema 2", "Update"),
        ("schema = 1\nname = 'x'\nnmae = 1\n", "unknown key 'nmae'", "'name'"),
        ("schema = 1\n", "'name' is missing", "Add name"),
        ("name = 'x'\n", "'schema' is missing", "Add schema"),
        ("schema = true\nname = 'x'\n", "", ""),
        ("schema = 'one'\nname = 'x'\n", "", ""),
        ("schema = 0\nname = 'x'\n", "", ""),
        ("schema = 1\nname = 3\n", "expected 'str', got 'int'", ""),
        ("schema = [", "not valid TOML", ""),
        ("\0", "binary", ""),
    ],
)
def test_open_refuses_a_wrong_project_file(mine: Path, text: str, message: str, hint: str) -> None:
    (mine / "project.toml").write_text(text, encoding="utf-8")
    problem = refused(open_project, mine)
    assert message in problem.message
    assert hint in problem.hint
    assert problem.file == str(mine / "project.toml")


def test_opening_runs_nothing(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trap = "raise SystemExit('executed')\n"
    for name in ("conftest.py", "__init__.py", "sitecustomize.py", "setup.py", "model.py"):
        (mine / name).write_text(trap, encoding="utf-8")
        (mine / "ops" / "foo" / name).write_text(trap, encoding="utf-8")
    monkeypatch.chdir(mine)
    events: list[str] = []
    recording = True

    def audit(event: str, args: tuple[object, ...]) -> None:
        watched = ("exec", "import", "os.system", "os.exec", "subprocess.Popen", "os.posix_spawn")
        if recording and event in watched and str(mine) in str(args):
            events.append(event)

    sys.addaudithook(audit)
    try:
        for folder in open_project(mine).op_folders:
            find_problems(folder)
    finally:
        recording = False
    assert events == []


def test_broken_op_does_not_stop_the_project(mine: Path) -> None:
    (mine / "ops" / "foo" / "op.toml").write_text("schema = [", encoding="utf-8")
    assert [p.name for p in open_project(mine).op_folders] == ["bar", "foo"]
    found = find_problems(mine / "ops" / "foo")
    assert found.op is None
    assert found.problems[0].kind == "toml"


def test_op_with_problems_can_still_be_shown(mine: Path) -> None:
    path = mine / "ops" / "foo" / "op.toml"
    path.write_text(ADD.replace("opset = 17", "opset = 99"), encoding="utf-8")
    found = find_problems(path.parent)
    assert found.op is not None
    assert found.op.model.opset == 99
    assert [p.key for p in found.errors] == ["model.opset"]
    assert found.errors[0].file == str(path)


# -- what a path on the command line names


def test_paths_of_an_op_and_of_a_project(mine: Path) -> None:
    foo = mine / "ops" / "foo"
    assert find_op_folders(foo) == [foo]
    assert find_op_folders(foo / "op.toml") == [foo]
    assert find_op_folders(mine) == [mine / "ops" / "bar", foo]
    assert find_op_folders(mine / "project.toml") == find_op_folders(mine)


@pytest.mark.parametrize("name", ["gone", "gone/op.toml", ".", "ops"])
def test_path_that_is_neither_says_what_each_has(tmp_path: Path, name: str) -> None:
    (tmp_path / "ops").mkdir()
    problem = refused(find_op_folders, tmp_path / name)
    assert "op.toml" in problem.hint
    assert "project.toml" in problem.hint


def test_project_without_ops_says_how_to_add_one(tmp_path: Path) -> None:
    create_project(tmp_path)
    assert "op-workbench new" in refused(find_op_folders, tmp_path).hint


# -- copying an op


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
    names = {p.name for p in copy_op(foo, mine, "baz").iterdir()}
    assert names == {"op.toml", "kernel.cpp", "data.txt"}


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


def half_way(source: Path, target: Path, **_: object) -> None:
    """A disk that fills up in the middle of a copy."""
    Path(target).write_text("half", encoding="utf-8")
    raise OSError(28, "No space left on device")


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


LED_OUT = ["all", "gone", "loop", "notes.py", "pipe", "root"]


def test_copy_takes_nothing_that_leads_out_of_the_op(linked: Path, mine: Path) -> None:
    copy = copy_op(linked, mine, "baz")
    taken = {"kernel.cpp", "include", "include/empty", "op.toml", "own.txt"}
    assert set(tree(copy)) == taken
    assert (copy / "own.txt").read_bytes() == (linked / "op.toml").read_bytes()
    assert not any(path.is_symlink() for path in copy.rglob("*"))
    assert left_out(linked) == LED_OUT


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


# -- save as


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


def test_ops_are_in_the_order_in_which_people_count(tmp_path: Path) -> None:
    folder = create_project(tmp_path / "many").folder
    for name in ("op_10", "op_2", "Op_1", "a", "op_100"):
        copy_op(FOO, folder, name)
    names = [f.name for f in open_project(folder).op_folders]
    assert names == ["a", "Op_1", "op_2", "op_10", "op_100"]
