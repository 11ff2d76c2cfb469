"""Saving and closing: what is asked, and where a folder cannot be written."""

import pytest


def test_typing_in_the_editor_is_saved_and_undone_by_the_editor(drive, document, qtbot):
    drive.page("kernel")
    editor = drive.find("plainEditor")
    qtbot.keyClicks(editor, "// hello ")
    assert document.dirty
    assert drive.session.project.undo.count() == 0
    drive.trigger("save")
    assert document.source.read_text().startswith("// hello ")


@pytest.mark.parametrize(
    ("answer", "closes", "saved"),
    [("save", True, True), ("discard", True, False), ("cancel", False, False)],
)
def test_closing_asks_for_unsaved_edits(drive, document, answers, answer, closes, saved):
    drive.page("signature")
    drive.type("doc", "other")
    answers["ask_save"] = answer
    drive.session.window.closed.disconnect()
    assert drive.window.close() is closes
    assert ('doc = "other"' in document.file.read_text()) is saved
    drive.session.window.closed.connect(drive.session._on_closed)


def test_closing_without_edits_asks_nothing(drive, answers):
    drive.session.window.closed.disconnect()
    assert drive.window.close()
    assert answers["asked"] == []
    drive.session.window.closed.connect(drive.session._on_closed)


def test_unfinished_texts_hold_the_window_open(drive, document, answers):
    drive.page("model")
    drive.type("model.inputs[0].shape", "2,x")
    answers["ask_save"] = "save"
    answers["ask_unfinished"] = False
    assert not drive.window.close()
    assert drive.find("model.inputs[0].shape").text() == "2,x"
    answers["ask_save"] = "discard"
    drive.session.window.closed.disconnect()
    assert drive.window.close()
    drive.session.window.closed.connect(drive.session._on_closed)


def test_a_folder_that_cannot_be_written_offers_save_as(
    drive, document, answers, monkeypatch, tmp_path
):
    drive.page("signature")
    drive.type("doc", "precious")

    def refuse(**_where):
        monkeypatch.undo()  # the next place can be written
        raise PermissionError(30, "Read-only file system")

    answers["save_failed"] = "save-as"
    answers["choose_new_folder"] = tmp_path / "copy"
    real = drive.session.window.commands
    with monkeypatch.context() as patch:
        calls = []

        def once(**where):
            if not calls:
                calls.append(where)
                raise PermissionError(30, "Read-only file system")
            return original(**where)

        import tempfile

        original = tempfile.mkstemp
        patch.setattr("workbench.core.files.files.tempfile.mkstemp", once)
        assert real.try_save()
    assert drive.session.project.folder == tmp_path / "copy"
    assert 'doc = "precious"' in document.file.read_text()
    assert not drive.window.isWindowModified()


def test_save_as_moves_the_window_to_the_copy(drive, document, answers, tmp_path):
    drive.page("signature")
    drive.type("doc", "copied")
    answers["choose_new_folder"] = tmp_path / "copy"
    drive.trigger("saveAs")
    assert drive.window.windowTitle().startswith("copy")
    assert drive.session.project.folder == tmp_path / "copy"
    assert drive.session.settings.recent()[0] == tmp_path / "copy"
    drive.run_all()
    assert drive.window.workspace.ops.lights(document.folder) == ["ok"] * 5


def test_saving_is_confirmed_beside_the_lamp(drive, document, qtbot, tmp_path, answers):
    status = drive.window.status
    drive.page("signature")
    drive.type("doc", "other")
    drive.trigger("save")
    assert status.message() == "Saved my_add_custom."
    status._show()  # as every change of an op does
    lamp, line = status.result, drive.find("statusMessage")
    assert lamp.isVisible()
    assert not lamp.geometry().intersects(line.geometry())
    assert line.width() > 200
    answers["choose_new_folder"] = tmp_path / "copy"
    drive.trigger("saveAs")
    assert status.message() == f"Saved as {tmp_path / 'copy'}. You go on there."
    assert drive.window.windowTitle() == "copy[*] – Op Workbench"
    answers["choose_archive"] = tmp_path / "copy.opwb.zip"
    drive.trigger("exportArchive")
    assert status.message().startswith(f"The project is in {tmp_path / 'copy.opwb.zip'}: ")
