"""Whole ops: adding, deleting, renaming, copying and pasting, each with undo."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, Qt, QUrl

from tests.files import contents
from tests.gui.ops.op_list import CTRL, names, press
from workbench.core.errors import UserError
from workbench.core.storage import op_file, project
from workbench.gui.project import trash
from workbench.importers.drafts.draft import Draft


def foo_draft() -> Draft:
    """The gallery's op foo."""
    folder = project.gallery_folder() / "foo"
    return Draft(op_file.load(folder), base=folder)


def test_a_deleted_op_comes_back_with_every_byte_and_its_unsaved_edits(drive, document, session):
    (document.folder / "weights.bin").write_bytes(bytes(range(256)))
    drive.page("signature")
    drive.type("doc", "unsaved words")
    document.set_text(document.source, "// unsaved source\n")
    before, edited = contents(document.folder), document.now
    press(drive, Qt.Key.Key_Delete)
    assert session.project.undo.undoText() == "Delete op my_add_custom"
    assert not document.folder.exists()
    assert names(session) == ["dual_residual"]
    assert session.window.workspace.current_op().name == "dual_residual"
    assert session.engine.state(document.folder) is None
    drive.trigger("undo")
    assert contents(document.folder) == before
    assert session.project.documents[document.folder] is document
    assert (document.now, document.texts[document.source]) == (edited, "// unsaved source\n")
    assert document.dirty
    assert session.window.workspace.current_op() == document.folder
    assert session.engine.state(document.folder) is not None


def test_steps_from_before_a_deletion_are_undone_after_it(drive, document, session):
    first = document.now
    drive.page("signature")
    drive.type("args[0].doc", "left")
    session.project.delete_ops([document])
    drive.trigger("undo")
    drive.trigger("undo")
    assert document.now == first
    assert not document.dirty
    for _ in range(2):
        drive.trigger("redo")
    assert names(session) == ["dual_residual"]


def test_what_was_deleted_is_kept_in_the_trash_with_its_unsaved_edits(drive, document, session):
    drive.page("signature")
    drive.type("doc", "precious")
    session.project.delete_ops([document])
    (entry,) = trash.trash_dir().iterdir()
    assert (entry / "my_add_custom" / "op.toml").is_file()
    assert 'doc = "precious"' in (entry / "with-unsaved-edits" / "op.toml").read_text()
    drive.trigger("undo")
    assert list(trash.trash_dir().iterdir()) == []


def test_only_old_trash_is_removed(tmp_path):
    import os

    for name in ("old", "new"):
        (trash.trash_dir() / name / "op").mkdir(parents=True)
    os.utime(trash.trash_dir() / "old", (0, 0))
    assert [p.name for p in trash.old_entries()] == ["old"]
    trash.remove_entry(trash.old_entries()[0])
    assert [p.name for p in trash.trash_dir().iterdir()] == ["new"]


def test_an_op_that_cannot_come_back_stays_in_the_trash_and_the_step_remains(
    drive, document, session, answers
):
    session.project.delete_ops([document])
    document.folder.mkdir()
    answers["show_error"] = None
    drive.trigger("undo")
    assert answers["asked"] == ["show_error"]
    assert session.project.undo.canUndo()
    document.folder.rmdir()
    drive.trigger("undo")
    assert names(session) == ["dual_residual", "my_add_custom"]


def test_a_folder_that_cannot_be_moved_is_not_deleted(document, session, monkeypatch):
    before = contents(document.folder)

    def refuse(*_arguments, **_more):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(trash, "_move", refuse)
    with pytest.raises(UserError, match="Permission denied"):
        session.project.delete_ops(list(session.project.documents.values()))
    assert contents(document.folder) == before
    assert names(session) == ["dual_residual", "my_add_custom"]
    assert not session.project.undo.canUndo()


def test_a_trash_on_another_file_system_gets_a_copy(document, monkeypatch):
    before = contents(document.folder)
    rename = Path.rename

    def across(self, target):
        moves = self.parent != Path(target).parent
        if moves and not self.name.endswith(".part"):
            raise OSError(18, "Invalid cross-device link")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", across)
    trashed = trash.discard(document.folder)
    assert not document.folder.exists()
    trash.restore(trashed, document.folder)
    assert contents(document.folder) == before


def test_adding_from_the_gallery_is_undone_and_redone(session, project_folder):
    added = session.project.add_draft(foo_draft(), "sum_of_two")
    before = contents(added)
    assert session.project.undo.undoText() == "Add op sum_of_two"
    session.project.step(back=True)
    assert not added.exists()
    assert "sum_of_two" not in names(session)
    session.project.step(back=False)
    assert contents(added) == before
    assert session.window.workspace.current_op() == added


def test_f2_renames_the_folder_and_the_op(drive, document, session, qtbot):
    old = document.folder
    press(drive, Qt.Key.Key_F2)
    editor = drive.find("renameOp")
    assert editor.text() == "my_add_custom"
    qtbot.keyClicks(editor, "sum_twice")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "sum_twice" in names(session))
    assert document.folder == old.with_name("sum_twice")
    assert document.op.name == "sum_twice"
    assert document.source.is_file()
    assert session.window.workspace.current_op() == document.folder
    assert session.project.undo.undoText() == "Rename op my_add_custom to sum_twice"
    drive.trigger("undo")
    assert document.folder == old
    assert document.op.name == "my_add_custom"
    assert not document.dirty


@pytest.mark.parametrize("name", ["dual_residual", "no name", "../out", "class", ""])
def test_a_name_that_is_taken_or_none_is_refused(session, document, answers, name):
    answers["show_error"] = None
    session.window.commands.ops.rename(document.folder, name)
    assert answers["asked"] == ["show_error"]
    assert names(session) == ["dual_residual", "my_add_custom"]


def test_several_ops_are_deleted_in_one_step(drive, session):
    press(drive, Qt.Key.Key_A, CTRL)
    press(drive, Qt.Key.Key_Delete)
    assert names(session) == []
    assert session.project.undo.undoText() == "Delete 2 ops"
    drive.trigger("undo")
    assert names(session) == ["dual_residual", "my_add_custom"]


def test_undo_to_the_start_after_everything_gives_the_identical_project(drive, document, session):
    folder = session.project.folder
    before = contents(folder)
    drive.page("signature")
    drive.type("doc", "other")
    commands = session.window.commands.ops
    commands.duplicate()
    commands.rename(session.window.workspace.current_op(), "twin")
    session.window.workspace.show_op(document.folder)
    commands.cut()
    commands.paste()
    session.project.add_draft(foo_draft(), "foo")
    while session.project.undo.canUndo():
        drive.trigger("undo")
    assert contents(folder) == before
    assert not session.project.dirty
    assert op_file.load(document.folder) == document.op


def test_an_op_opened_alone_has_no_list_commands(make_session, project_folder, tmp_path):

    alone = tmp_path / "alone"
    shutil.copytree(project_folder / "ops" / "my_add_custom", alone)
    session = make_session(alone)
    session.window.workspace.ops.view.setFocus()  # not in a text, whose own they would be
    enabled = {
        n: session.window.actions_[n].isEnabled() for n in ("copyOps", "deleteOps", "pasteOps")
    }
    assert enabled == {"copyOps": True, "deleteOps": False, "pasteOps": False}


def test_op_folders_dropped_on_the_list_are_added_and_other_files_are_left_to_the_window(
    session, document, qtbot
):
    def drag(*paths):
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        return mime

    model = session.window.workspace.ops.view.model()
    nowhere = (Qt.DropAction.CopyAction, -1, -1, model.index(-1, -1))
    assert not model.canDropMimeData(drag(document.source), *nowhere)
    foo = drag(project.gallery_folder() / "foo")
    assert model.canDropMimeData(foo, *nowhere)
    model.dropMimeData(foo, *nowhere)
    qtbot.waitUntil(lambda: "foo" in names(session))
    assert session.project.undo.undoText() == "Add op foo"


def test_a_project_that_is_gone_does_not_come_back_in_pieces(
    session, document, project_folder, answers
):
    answers["show_error"] = None
    session.project.edit(document, "words", lambda op: replace(op, doc="kept"))
    session.project.delete_ops([session.project.documents[project_folder / "ops/dual_residual"]])
    shutil.rmtree(project_folder)
    session.window.commands.ops.duplicate()
    session.window.commands.undo()  # the op in the trash cannot come back to it either
    assert answers["asked"] == ["show_error", "show_error"]
    assert not project_folder.exists()
    # Even a folder that something else has made there is no hindrance.
    (project_folder / "ops").mkdir(parents=True)
    target = project_folder.with_name("elsewhere")
    session.project.save_as(target)
    assert 'doc = "kept"' in (target / "ops/my_add_custom/op.toml").read_text()
    assert project.open_project(target).op_folders == (target / "ops/my_add_custom",)


def test_headers_of_a_root_are_taken_in_with_their_licence(
    drive, document, session, tmp_path, monkeypatch
):
    library = tmp_path / "lib"
    (library / "include" / "far").mkdir(parents=True)
    (library / "include" / "far" / "away.h").write_text("#pragma once\n")
    (library / "LICENSE").write_text("Do what you want.\n")
    with (session.project.folder / "project.toml").open("a") as file:
        file.write(f'\n[roots]\nfar = "{library / "include"}"\n')
    text = document.texts[document.source]
    document.set_text(document.source, f"#include <far/away.h>\n{text}")
    kernel = replace(document.op.kernel, include=("@far",))
    session.project.edit(document, "include", lambda op: replace(op, kernel=kernel))
    drive.trigger("save")
    asked = []

    def answer(_parent, name, lines):
        asked.append((name, lines))
        return True

    monkeypatch.setattr("workbench.gui.dialogs.ask_take_headers", answer)
    drive.trigger("headers")
    assert asked == [
        (document.name, [f"from {library / 'include'}: far/away.h (licence {library / 'LICENSE'})"])
    ]
    assert document.op.kernel.include == ("third_party",)
    assert (document.folder / "third_party" / "far" / "away.h").read_text() == "#pragma once\n"
    assert (document.folder / "third_party" / "LICENSE").read_text() == "Do what you want.\n"
    drive.trigger("undo")
    assert document.op.kernel.include == ("@far",)


def test_where_no_root_is_named_there_is_nothing_to_take(drive, session, monkeypatch):
    told = []
    monkeypatch.setattr(
        "workbench.gui.dialogs.show_error", lambda _parent, _title, error: told.append(str(error))
    )
    drive.trigger("headers")
    assert "the kernel has nothing in a root" in told[0]
