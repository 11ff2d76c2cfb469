"""Files that other programs change while the window stays open: noticed, asked about, never lost."""

import shutil

import pytest


@pytest.fixture
def page(drive, document):
    drive.window.outside.show_op(document.folder)
    return drive.page("kernel")


def replace_file(path, text: str) -> None:
    """As editors do: a new file takes the name of the old one."""
    new = path.with_name(f"{path.name}.new~")
    new.write_text(text)
    new.replace(path)


@pytest.mark.parametrize("how", ["in place", "replaced"])
def test_a_source_is_taken_in_without_a_click(page, document, qtbot, how):
    write = document.source.write_text if how == "in place" else None
    for text in ("// theirs\n", "// theirs, again\n", "// and a third time\n"):
        if write is not None:
            write(text)
        else:
            replace_file(document.source, text)
        qtbot.waitUntil(lambda: document.texts[document.source] == text)  # noqa: B023
        qtbot.waitUntil(lambda: page.editor.text(str(document.source)) == text)  # noqa: B023
    assert not document.dirty


def test_the_forms_follow_op_toml_and_undo_goes_back(page, drive, document, qtbot):
    before = document.file.read_text()
    drive.page("signature")
    replace_file(document.file, before.replace('doc = "', 'doc = "new '))
    qtbot.waitUntil(lambda: document.op.doc.startswith("new "))
    assert drive.find("doc").text().startswith("new ")
    assert not document.dirty
    assert drive.session.project.undo.undoText() == "Change by another program"
    drive.trigger("undo")
    assert document.toml() == before
    assert document.dirty


def test_a_broken_op_toml_from_outside_keeps_the_forms(page, drive, document, qtbot):
    op = document.op
    document.file.write_text("schema = \n")
    qtbot.waitUntil(lambda: bool(document.broken))
    assert document.op == op
    assert not document.dirty
    drive.page("signature")
    assert drive.find("brokenBanner").isVisible()


def test_mine_is_kept_and_theirs_is_written_beside(page, drive, document, answers, qtbot):
    answers["ask_conflict"] = "mine"
    document.set_text(document.source, "// mine\n")
    document.source.write_text("// theirs\n")
    qtbot.waitUntil(lambda: answers["asked"] == ["ask_conflict"])
    qtbot.waitUntil(lambda: not document.conflicts)
    assert document.texts[document.source] == "// mine\n"
    drive.trigger("save")
    assert document.source.read_text() == "// mine\n"
    assert document.source.with_name("kernel.cpp.theirs").read_text() == "// theirs\n"
    assert answers["asked"] == ["ask_conflict"]


@pytest.mark.parametrize("name", ["kernel.cpp", "op.toml"])
def test_theirs_is_taken_and_mine_is_written_beside(page, drive, document, answers, qtbot, name):
    answers["ask_conflict"] = "theirs"
    path = document.folder / name
    theirs = "# theirs\n" + path.read_text()
    if path == document.file:
        drive.page("signature")
        drive.type("doc", "mine")
    else:
        document.set_text(path, "// mine\n")
    mine = document.text(path)
    path.write_text(theirs)
    qtbot.waitUntil(lambda: document.text(path) == theirs)
    assert path.with_name(f"{name}.mine").read_text() == mine
    assert not document.dirty
    if path == document.file:
        drive.trigger("undo")
        assert document.toml() == mine
        assert document.dirty


def test_a_deleted_source_can_be_made_again_with_its_text(page, drive, document, qtbot):
    text = document.source.read_text()
    document.source.unlink()
    qtbot.waitUntil(lambda: document.source not in document.texts)
    assert any(p.key == "kernel.source" for p in document.problems)
    drive.click("createSource")
    assert document.texts[document.source] == text
    drive.trigger("save")
    assert document.source.read_text() == text


def test_a_deleted_source_with_edits_keeps_them(page, drive, document, qtbot):
    document.set_text(document.source, "// precious\n")
    document.source.unlink()
    qtbot.waitUntil(lambda: document.disk_text(document.source) is None)
    assert document.texts[document.source] == "// precious\n"
    drive.trigger("save")
    assert document.source.read_text() == "// precious\n"


def test_a_deleted_op_toml_is_written_again_by_a_save(page, drive, document, qtbot):
    text = document.file.read_text()
    document.file.unlink()
    qtbot.waitUntil(lambda: document.dirty)
    assert document.op is not None
    drive.trigger("save")
    assert document.file.read_text() == text


def test_an_op_folder_that_vanishes_and_comes_back_loses_nothing(
    page, drive, document, tmp_path, qtbot
):
    texts = dict(document.texts)
    document.set_text(document.source, "// edited\n")
    away = tmp_path / "away"
    shutil.move(document.folder, away)
    qtbot.waitUntil(lambda: any("folder is gone" in p.message for p in document.problems))
    assert set(document.texts) == set(texts)
    assert document.dirty
    shutil.move(away, document.folder)
    qtbot.waitUntil(lambda: not any("gone" in p.message for p in document.problems))
    assert document.dirty_texts() == [document.source]


def test_a_project_that_is_moved_away_is_reported_and_comes_back(
    page, drive, document, project_folder, tmp_path, qtbot
):
    document.set_text(document.source, "// edited\n")
    away = tmp_path / "away"
    shutil.move(project_folder, away)
    qtbot.waitUntil(lambda: any("folder is gone" in p.message for p in document.problems))
    assert document.texts[document.source] == "// edited\n"
    assert not project_folder.exists()
    shutil.move(away, project_folder)
    qtbot.waitUntil(lambda: not any("gone" in p.message for p in document.problems))
    assert document.dirty_texts() == [document.source]


def test_new_files_appear(page, drive, document, qtbot):
    new = document.folder / "deep" / "er.h"
    new.parent.mkdir()
    new.write_text("// new\n")
    (document.folder / "top.h").write_text("// new, too\n")
    qtbot.waitUntil(lambda: document.texts.get(new) == "// new\n")
    assert document.folder / "top.h" in document.texts


def test_what_we_write_ourselves_is_no_change(page, drive, document, qtbot, answers):
    for i in range(3):
        document.set_text(document.source, f"// {i}\n")
        drive.trigger("save")
        document.set_text(document.source, f"// {i} and more\n")
        drive.window.outside.look()
    assert document.texts[document.source] == "// 2 and more\n"
    assert answers["asked"] == []


def test_only_the_op_that_is_shown_is_watched(page, drive, document, project_folder, qtbot):
    other = project_folder / "ops" / "dual_residual"
    watched = drive.window.outside.watched
    qtbot.waitUntil(lambda: document.folder in watched())
    assert document.file in watched()
    assert other not in watched()
    drive.window.workspace.show_op(other)
    qtbot.waitUntil(lambda: other in watched())
    assert document.folder not in watched()


def test_the_dialog_shows_the_difference(qtbot, tmp_path):
    from PySide6.QtWidgets import QPushButton

    from workbench.gui.storage.conflict_dialog import ConflictDialog

    dialog = ConflictDialog(None, tmp_path / "kernel.cpp", "a\nmine\n", "a\ntheirs\n")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.findChild(QPushButton, "conflict.show").click()
    assert "-mine\n+theirs" in dialog._diff.toPlainText()
    dialog.findChild(QPushButton, "conflict.theirs").click()
    assert dialog.answer == "theirs"


def test_a_name_that_no_file_can_have_is_no_crash(drive, document, qtbot):
    text = document.file.read_text().replace('"kernel.cpp"', f'"{"a" * 5000}.cpp"')
    document.file.write_text(text)
    drive.window.outside.show_op(document.folder)
    drive.window.outside.look()
    assert len(document.op.kernel.source) == 5004
    drive.page("kernel")


# -- ops that come and go


def listed(drive) -> list[str]:
    """The names in the list of ops."""
    model = drive.window.workspace.ops.view.model()
    rows = (model.index(row, 0).data() for row in range(model.rowCount()))
    return [text.rpartition(" ")[0] for text in rows]


def copied_slowly(qtbot, watched, source, target) -> None:
    """As another program copies: the folder first, the declaration last, and not in one piece."""
    target.mkdir()
    # The folder itself is watched before its declaration is there.
    qtbot.waitUntil(lambda: target in watched())
    for path in source.iterdir():
        if path.is_file() and path.name != "op.toml":
            shutil.copy(path, target / path.name)
    text = (source / "op.toml").read_text()
    (target / "op.toml").write_text(text[: len(text) // 2])


def test_an_op_that_is_copied_into_the_project_appears(
    page, drive, document, project_folder, tmp_path, qtbot, answers
):
    shutil.copytree(document.folder, tmp_path / "incoming")
    (project_folder / "ops" / "incoming").mkdir()
    shutil.copytree(tmp_path / "incoming", project_folder / "ops" / "incoming", dirs_exist_ok=True)
    qtbot.waitUntil(lambda: "incoming" in [f.name for f in drive.session.project.documents])
    assert drive.window.workspace.current_op() == document.folder  # one stays where one is
    assert listed(drive) == ["dual_residual", "my_add_custom (incoming)", "my_add_custom"]
    assert not drive.session.project.dirty
    assert not drive.session.project.undo.canUndo()
    assert "added to the project: incoming" in drive.window.workspace.log.text()
    assert answers["asked"] == []


def test_an_op_whose_copy_takes_its_time_is_whole_in_the_end(
    page, drive, document, project_folder, qtbot
):
    new = project_folder / "ops" / "incoming"
    copied_slowly(qtbot, drive.window.outside.watched, document.folder, new)
    qtbot.waitUntil(lambda: new in drive.session.project.documents)
    came = drive.session.project.documents[new]
    shutil.copy(document.folder / "op.toml", new / "op.toml")
    qtbot.waitUntil(lambda: came.toml() == document.toml() and not came.broken)
    assert not came.dirty
    assert drive.window.workspace.current_op() == document.folder


def test_an_op_that_came_from_outside_is_asked_about_before_it_runs(
    page, drive, document, project_folder, qtbot, answers
):
    new = project_folder / "ops" / "incoming"
    shutil.copytree(document.folder, new)
    qtbot.waitUntil(lambda: new in drive.session.project.documents)
    answers["ask_trust"] = False
    drive.window.commands.run_again(new)
    qtbot.waitUntil(lambda: answers["asked"] == ["ask_trust"])
    assert drive.session.engine.idle


def test_an_op_appears_in_a_project_without_any(make_session, tmp_path, qtbot):
    from workbench.core.storage import project

    folder = tmp_path / "empty"
    project.create_project(folder)
    session = make_session(folder)
    gallery = project.gallery_folder()
    shutil.copytree(gallery / "my_add_custom", folder / "ops" / "my_add_custom")
    qtbot.waitUntil(lambda: bool(session.project.documents))
    assert session.window.workspace.current_op() == folder / "ops" / "my_add_custom"


def test_another_op_that_vanishes_is_marked_and_can_be_taken_off(
    page, drive, document, project_folder, tmp_path, qtbot
):
    other = drive.session.project.documents[project_folder / "ops" / "dual_residual"]
    text = other.toml()
    shutil.rmtree(other.folder)
    qtbot.waitUntil(lambda: any("folder is gone" in p.message for p in other.problems))
    assert drive.window.workspace.current_op() == document.folder
    drive.window.workspace.show_op(other.folder)
    drive.window.workspace.ops.view.setFocus()
    drive.trigger("deleteOps")
    assert [d.name for d in drive.session.project.documents.values()] == ["my_add_custom"]
    drive.trigger("undo")
    assert other.file.read_text() == text
    assert (other.folder / "dual_residual.cpp").is_file()
    qtbot.waitUntil(lambda: not other.problems)


def test_an_op_that_another_program_renames_is_found_under_its_new_name(
    page, drive, document, project_folder, qtbot
):
    old, new = project_folder / "ops" / "dual_residual", project_folder / "ops" / "residual_2"
    old.rename(new)
    qtbot.waitUntil(lambda: new in drive.session.project.documents)
    gone = drive.session.project.documents[old]
    qtbot.waitUntil(lambda: any("folder is gone" in p.message for p in gone.problems))
