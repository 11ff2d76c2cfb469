"""A project as one file, in the window."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QLabel, QProgressDialog, QPushButton

from workbench.core.storage import archive, project, trust
from workbench.gui.storage.archive_commands import _folder_for
from workbench.gui.storage.step_dialog import run_steps
from workbench.gui.storage.unpack_dialog import UnpackDialog


def export(session, answers, target: Path) -> dict[str, bytes]:
    answers["choose_archive"] = target
    session.window.actions_["exportArchive"].trigger()
    with zipfile.ZipFile(target) as file:
        return {name: file.read(name) for name in file.namelist()}


def test_the_archive_holds_what_the_window_shows_and_saves_nothing(
    session, document, answers, tmp_path
) -> None:
    session.project.edit(document, "edit", lambda op: replace(op, doc="edited"))
    document.set_text(document.source, "// typed\n")
    found = export(session, answers, tmp_path / "x.zip")
    assert found["ops/my_add_custom/kernel.cpp"] == b"// typed\n"
    assert b'doc = "edited"' in found["ops/my_add_custom/op.toml"]
    assert "ops/dual_residual/op.toml" in found
    assert document.dirty
    assert b"// typed" not in document.source.read_bytes()
    assert "unsaved edits" in session.window.workspace.log.text()


def test_an_op_on_its_own_becomes_a_project_of_one(make_session, answers, tmp_path) -> None:
    session = make_session(project.gallery_folder() / "my_add_custom")
    export(session, answers, tmp_path / "x.zip")
    out = archive.unpack(tmp_path / "x.zip", tmp_path / "out")
    assert [f.name for f in project.open_project(out).op_folders] == ["my_add_custom"]


def test_a_project_that_disappeared_can_still_be_sent(
    session, answers, project_folder, tmp_path
) -> None:
    project_folder.rename(tmp_path / "moved")
    found = export(session, answers, tmp_path / "x.zip")
    assert {"project.toml", "ops/my_add_custom/kernel.cpp"} <= set(found)


def test_a_folder_that_cannot_be_written_is_told(session, answers, tmp_path) -> None:
    answers["choose_archive"] = tmp_path / "none" / "x.zip"
    answers["show_error"] = None
    session.window.actions_["exportArchive"].trigger()
    assert answers["asked"] == ["choose_archive", "show_error"]


@pytest.mark.parametrize("way", ["open", "drop", "start"])
def test_an_archive_is_opened_directly_and_not_trusted(
    make_session, answers, project_folder, tmp_path, way, qtbot
) -> None:
    archive.pack(archive.collect(project_folder)[0], tmp_path / "sent.opwb.zip")
    answers["ask_unpack"] = tmp_path / "unpacked"
    answers["choose_project"] = tmp_path / "sent.opwb.zip"
    session = make_session(tmp_path / "sent.opwb.zip" if way == "start" else None)
    if way == "open":
        session.window.actions_["open"].trigger()
    elif way == "drop":
        session.window.commands.take_dropped([tmp_path / "sent.opwb.zip"])
    qtbot.waitUntil(lambda: session.project.folder == tmp_path / "unpacked")
    assert len(session.project.documents) == 2
    assert len(trust.untrusted(session.project.documents)) == 2
    assert session.engine.idle
    assert session.window.status.message() == f"Unpacked to {tmp_path / 'unpacked'}."


@pytest.mark.parametrize("harm", ["truncated", "bomb", "newer"])
def test_what_cannot_be_opened_is_refused_before_a_folder_is_asked_for(
    session, answers, project_folder, tmp_path, harm
) -> None:
    files = archive.collect(project_folder)[0]
    sent = tmp_path / "sent.zip"
    if harm == "newer":
        files = {**files, project.PROJECT_FILE: b'schema = 99\nname = "x"\n'}
    archive.pack(files, sent)
    if harm == "truncated":
        sent.write_bytes(sent.read_bytes()[:-40])
    if harm == "bomb":
        with zipfile.ZipFile(sent, "a", zipfile.ZIP_DEFLATED) as file:
            file.writestr("ops/zeros.bin", bytes(60_000_000))
    answers["show_error"] = None
    before = sorted(tmp_path.rglob("*"))
    assert not session.window.commands.open_path(sent)
    assert answers["asked"] == ["show_error"]
    assert sorted(tmp_path.rglob("*")) == before


def test_the_question_proposes_a_free_folder_beside_the_archive(
    session, answers, project_folder, tmp_path, qtbot
) -> None:
    sent = tmp_path / "sent.opwb.zip"
    archive.pack(archive.collect(project_folder)[0], sent)
    (tmp_path / "sent").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("x")
    dialog = UnpackDialog(session.window, sent, _folder_for(sent))
    dialog.show()
    assert dialog.target == tmp_path / "sent-2"
    note, label = (dialog.findChild(QLabel, n) for n in ("problemLine", "unpack.target"))
    assert "There is a folder sent already" in note.text()
    answers["choose_new_folder"] = tmp_path / "full"
    dialog.findChild(QPushButton, "unpack.choose").click()
    assert label.whole() == str(tmp_path / "full")
    assert not dialog.findChild(QPushButton, "unpack.open").isEnabled()
    answers["choose_new_folder"] = tmp_path / "mine"
    dialog.findChild(QPushButton, "unpack.choose").click()
    qtbot.keyClick(dialog.findChild(QPushButton, "unpack.open"), Qt.Key.Key_Return)
    assert dialog.result() == UnpackDialog.DialogCode.Accepted
    assert dialog.target == tmp_path / "mine"
    dialog.deleteLater()


def test_versions_of_a_conflict_are_not_sent(session, document, answers, tmp_path) -> None:
    for whose in ("mine", "theirs"):
        document.file.with_name(f"op.toml.{whose}").write_text("x")
    found = export(session, answers, tmp_path / "x.zip")
    assert not [name for name in found if name.endswith((".mine", ".theirs"))]


def test_a_hostile_archive_is_told_and_what_is_open_stays(session, answers, tmp_path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as file:
        file.writestr("../evil", "x")
    answers["ask_unpack"] = tmp_path / "unpacked"
    answers["show_error"] = None
    before = session.project.folder
    assert not session.window.commands.open_path(tmp_path / "x.zip")
    assert answers["asked"] == ["show_error"]  # before anybody is asked where it should go
    assert session.project.folder == before
    assert not (tmp_path / "unpacked").exists()
    assert not (tmp_path / "evil").exists()


def test_long_work_shows_its_progress_and_can_be_stopped(session, tmp_path, qtbot) -> None:
    closed = []

    def endless():
        try:
            while True:
                yield 1, 2
        finally:
            closed.append(True)

    def stop() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QProgressDialog)
        assert dialog.value() == 50
        dialog.findChild(QPushButton).click()

    QTimer.singleShot(50, stop)
    assert not run_steps(session.window, "Working …", endless())
    assert closed == [True]
