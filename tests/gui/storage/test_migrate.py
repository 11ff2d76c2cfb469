"""A project of an older version in the window: opened as it is, kept beside on the first save."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tomlkit import TOMLDocument

from workbench.core.storage import op_file


def _to_2(document: TOMLDocument) -> None:
    document["doc"] = document.pop("comment")


@pytest.fixture
def old(project_folder, monkeypatch):
    """The file of an op as version 1 had it, in a program of version 2."""
    path = project_folder / "ops" / "my_add_custom" / "op.toml"
    text = path.read_text(encoding="utf-8").replace("doc = ", "comment = ")
    if "comment" not in text:
        text = text.replace("torch = ", 'comment = "old"\ntorch = ', 1)
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(op_file, "SCHEMA_VERSION", 2)
    monkeypatch.setitem(op_file.MIGRATIONS, 1, _to_2)
    return path


def test_opening_changes_nothing_and_the_first_save_keeps_the_old_form(
    old, make_session, project_folder
) -> None:
    before = old.read_text(encoding="utf-8")
    session = make_session(project_folder)
    document = session.project.documents[old.parent]
    assert not document.dirty
    session.window.actions_["save"].trigger()
    assert old.read_text(encoding="utf-8") == before
    assert not list(old.parent.glob("*.bak"))
    session.project.edit(document, "edit", lambda op: replace(op, doc="edited"))
    session.window.actions_["save"].trigger()
    assert "schema = 2" in old.read_text(encoding="utf-8")
    assert old.with_name("op.toml.v1.bak").read_text(encoding="utf-8") == before
    assert "op.toml.v1.bak" in session.window.workspace.log.text()
    session.window.commands.undo()
    session.window.actions_["save"].trigger()
    assert not document.dirty


def test_where_the_old_form_cannot_be_kept_nothing_is_saved_or_lost(
    old, make_session, project_folder, answers
) -> None:
    session = make_session(project_folder)
    document = session.project.documents[old.parent]
    before = old.read_text(encoding="utf-8")
    old.with_name("op.toml.v1.bak").symlink_to("op.toml.v1.bak")
    session.project.edit(document, "edit", lambda op: replace(op, doc="edited"))
    answers["save_failed"] = "keep"
    session.window.actions_["save"].trigger()
    assert old.read_text(encoding="utf-8") == before
    assert document.dirty
