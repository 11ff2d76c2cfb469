"""Projects: made, found and opened, or a clear error and nothing changed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.core.declarations import ADD
from tests.core.storage.projects import FOO, refused, tree
from workbench.core.storage.project import copy_op, create_project, find_op_folders, open_project
from workbench.problems import find_problems

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


def test_ops_are_in_the_order_in_which_people_count(tmp_path: Path) -> None:
    folder = create_project(tmp_path / "many").folder
    for name in ("op_10", "op_2", "Op_1", "a", "op_100"):
        copy_op(FOO, folder, name)
    names = [f.name for f in open_project(folder).op_folders]
    assert names == ["a", "Op_1", "op_2", "op_10", "op_100"]
