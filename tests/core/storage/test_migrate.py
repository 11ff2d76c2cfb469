"""Files of older versions are brought up to date in memory; the old file is kept on saving.

There is one version so far, so the steps here are the test's own, registered as real ones are.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from tomlkit import TOMLDocument

from tests.conftest import TWICE_TOML
from workbench import __version__
from workbench.core.errors import UserError
from workbench.core.storage import op_file, project

OLD = (
    TWICE_TOML.strip().replace('torch = "wb_test::twice"', 'op = "wb_test::twice" # ours')
    + "\n# the end\n"
)


def _to_2(document: TOMLDocument) -> None:
    document["doc"] = document.pop("comment", "")


def _to_3(document: TOMLDocument) -> None:
    """What was called ``op`` is called ``torch`` now; its comment goes with it."""
    document["torch"] = document.pop("op")


@pytest.fixture
def third(monkeypatch) -> None:
    """A program whose files are of version 3."""
    monkeypatch.setattr(op_file, "SCHEMA_VERSION", 3)
    monkeypatch.setitem(op_file.MIGRATIONS, 1, _to_2)
    monkeypatch.setitem(op_file.MIGRATIONS, 2, _to_3)


@pytest.fixture
def folder(tmp_path) -> Path:
    (tmp_path / "op.toml").write_text(OLD, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("third")
def test_an_old_file_is_read_through_all_steps_and_stays_as_it_is(folder) -> None:
    op = op_file.load(folder)
    assert (op.schema, op.torch, op.doc) == (3, "wb_test::twice", "")
    assert [p.name for p in folder.iterdir()] == ["op.toml"]
    assert (folder / "op.toml").read_text(encoding="utf-8") == OLD


@pytest.mark.usefixtures("third")
def test_the_first_edit_writes_the_new_form_and_keeps_the_old_file(folder) -> None:
    op = op_file.load(folder)
    op_file.save(folder, replace(op, doc="edited"))
    text = (folder / "op.toml").read_text(encoding="utf-8")
    assert "schema = 3" in text
    assert "# ours" in text
    assert text.endswith("# the end\n")
    assert op_file.load(folder) == replace(op, doc="edited")
    assert (folder / "op.toml.v1.bak").read_text(encoding="utf-8") == OLD
    op_file.save(folder, replace(op, doc="again"))
    assert sorted(p.name for p in folder.iterdir()) == ["op.toml", "op.toml.v1.bak"]


@pytest.mark.usefixtures("third")
def test_saving_without_an_edit_leaves_the_old_bytes(folder) -> None:
    op_file.save(folder, op_file.load(folder))
    assert (folder / "op.toml").read_text(encoding="utf-8") == OLD


@pytest.mark.usefixtures("third")
def test_an_earlier_backup_is_never_overwritten(folder) -> None:
    (folder / "op.toml.v1.bak").write_text("earlier", encoding="utf-8")
    op_file.save(folder, replace(op_file.load(folder), doc="edited"))
    assert (folder / "op.toml.v1.bak").read_text(encoding="utf-8") == "earlier"
    assert (folder / "op.toml.v1-2.bak").read_text(encoding="utf-8") == OLD


@pytest.mark.usefixtures("third")
def test_where_no_backup_can_be_made_nothing_is_written(folder) -> None:
    op = op_file.load(folder)
    (folder / "op.toml.v1.bak").symlink_to("op.toml.v1.bak")
    with pytest.raises(UserError):
        op_file.save(folder, replace(op, doc="edited"))
    assert (folder / "op.toml").read_text(encoding="utf-8") == OLD


@pytest.mark.usefixtures("third")
def test_a_step_that_does_not_fit_is_told_and_changes_nothing(folder) -> None:
    wrong = OLD.replace("op = ", "opp = ")
    (folder / "op.toml").write_text(wrong, encoding="utf-8")
    with pytest.raises(UserError, match="says schema 1, but is not of that form") as caught:
        op_file.load(folder)
    assert caught.value.problem.file == str(folder / "op.toml")
    assert (folder / "op.toml").read_text(encoding="utf-8") == wrong


def test_a_newer_op_is_refused_with_its_version_named() -> None:
    text = TWICE_TOML.replace("schema = 1", 'schema = 7\nmade_by = "0.9.2"')
    with pytest.raises(UserError, match=r"newer Op Workbench \(0\.9\.2\): schema 7.* up to 1"):
        op_file.loads(text)


@pytest.mark.parametrize("value", ["7", "[1]", '"\\u0007"', '""'])
def test_a_newer_op_with_a_strange_maker_is_refused_all_the_same(value) -> None:
    text = TWICE_TOML.replace("schema = 1", f"schema = 7\nmade_by = {value}")
    with pytest.raises(UserError, match=r"newer Op Workbench.*: schema 7"):
        op_file.loads(text)


def test_a_project_says_which_version_made_it_and_a_newer_one_is_refused(tmp_path) -> None:
    made = project.create_project(tmp_path / "p")
    assert made.file.made_by == __version__
    path = made.folder / "project.toml"
    newer = path.read_text(encoding="utf-8").replace("schema = 1", "schema = 2")
    path.write_text(newer.replace(__version__, "3.1.4"), encoding="utf-8")
    with pytest.raises(UserError, match=r"\(3\.1\.4\): schema 2"):
        project.open_project(made.folder)


def test_an_old_project_is_read_through_its_steps(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(project, "PROJECT_SCHEMA", 2)

    def to_2(document: TOMLDocument) -> None:
        document["name"] = document.pop("title")

    monkeypatch.setitem(project.MIGRATIONS, 1, to_2)
    (tmp_path / "project.toml").write_text('schema = 1\ntitle = "old"\n', encoding="utf-8")
    assert project.open_project(tmp_path).file.name == "old"
    assert 'title = "old"' in (tmp_path / "project.toml").read_text(encoding="utf-8")
