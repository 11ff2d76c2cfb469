"""op.toml as text: the forms follow, comments stay, and broken text loses nothing."""

import pytest
from PySide6.QtCore import Qt

from workbench.core.storage import op_file


@pytest.fixture
def text(drive, document):
    """The Kernel page with op.toml in front."""
    page = drive.page("kernel")
    page.show_text()
    assert page.current_path() == document.file
    return page


def write(page, new: str) -> None:
    """Replace the whole text as one who pastes."""
    edit = page.editor._edit
    edit.selectAll()
    edit.insertPlainText(new)


def place_caret(page, document, text: str) -> None:
    """Put the caret behind a text."""
    cursor = page.editor._edit.textCursor()
    cursor.setPosition(document.toml().index(text) + len(text))
    page.editor._edit.setTextCursor(cursor)


def test_the_plain_editor_offers_keys_and_names_below_the_caret(text, document, qtbot):
    edit = text.editor._edit
    edit.setFocus()
    place_caret(text, document, "[kernel]")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.keyClicks(edit, "pack")
    assert edit.offered() == ["package"]
    qtbot.keyClick(edit.completer.popup(), Qt.Key.Key_Return)
    assert '[kernel]\npackage = ""\n' in document.toml()
    qtbot.keyClicks(edit, "a")
    assert 'package = "a"' in document.toml()
    assert edit.offered() == []


def test_the_plain_editor_completes_a_name_of_the_op_and_a_file(text, document, qtbot):
    edit = text.editor._edit
    edit.setFocus()
    place_caret(text, document, 'shape = "')
    qtbot.keyClicks(edit, "broa")
    assert edit.offered()[0].startswith("broadcast(")
    qtbot.keyClick(edit.completer.popup(), Qt.Key.Key_Escape)
    assert edit.offered() == []
    (document.folder / "new").mkdir()
    (document.folder / "new" / "other.cpp").touch()
    place_caret(text, document, 'source = "')
    qtbot.keyClick(edit, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert edit.offered()[0] == "new/other.cpp"
    assert "op.toml" not in edit.offered()


def test_typing_in_the_text_changes_the_declaration_and_is_one_named_step(
    text, drive, document, qtbot
):
    before = document.toml()
    position = before.index('name = "a"') + len('name = "')
    cursor = text.editor._edit.textCursor()
    cursor.setPosition(position)
    text.editor._edit.setTextCursor(cursor)
    qtbot.keyClicks(text.editor._edit, "left_")
    assert document.op.args[0].name == "left_a"
    undo = drive.session.project.undo
    assert (undo.count(), undo.undoText()) == (1, "Edit op.toml")
    drive.trigger("undo")
    assert document.toml() == before
    assert text.editor.text(str(document.file)) == before
    assert not document.dirty


def test_a_comment_alone_is_an_edit_and_is_saved_as_typed(text, drive, document):
    new = "# why this op\n" + document.toml() + "\n# the end"
    write(text, new)
    assert document.dirty
    drive.trigger("save")
    assert document.file.read_text() == new
    drive.trigger("undo")
    assert document.dirty
    drive.trigger("save")
    assert "# why this op" not in document.file.read_text()


def test_forms_keep_the_comments_that_were_typed(text, drive, document):
    write(text, "# mine\n" + document.toml())
    drive.page("signature")
    drive.type("doc", "from the form")
    assert document.toml().startswith("# mine\n")
    assert 'doc = "from the form"' in document.toml()
    drive.page("kernel")
    assert text.editor.text(str(document.file)) == document.toml()


@pytest.mark.parametrize(
    ("broken", "line"),
    [
        (lambda t: t.replace("schema = 1", "schema = "), "schema = "),
        (lambda t: t + "\nhalf_a_key = [", "half_a_key = ["),
        (lambda t: t.replace("[[args]]", "[args", 1), "[args"),
        (lambda t: "", ""),
        (lambda t: t.replace("schema = 1", "schema = 999"), "schema = 999"),
    ],
)
def test_broken_text_is_reported_with_its_line_and_the_forms_keep_the_last_good_state(
    text, drive, document, broken, line, qtbot
):
    good, op = document.toml(), document.op
    new = broken(good)
    write(text, new)
    assert document.op == op
    assert document.broken
    assert document.toml() == new
    assert new == "" or new.splitlines()[document.broken[0].line - 1] == line
    words = "The forms show the last readable state"
    qtbot.waitUntil(lambda: words in text._foot.toml.text())
    assert document.problems
    page = drive.page("signature")
    assert page.broken_banner.isVisible()
    assert not page.body.isEnabled()
    drive.click("showBrokenLine")
    assert drive.window.workspace.current_page() == "kernel"
    assert text.current_path() == document.file
    write(text, good)
    assert not document.broken
    assert not document.dirty
    drive.page("signature")
    assert not page.broken_banner.isVisible()
    assert page.body.isEnabled()


def test_an_edit_from_elsewhere_is_refused_while_the_text_is_broken(text, drive, document):
    from msgspec.structs import replace

    write(text, "schema = ")
    drive.session.project.edit(document, "Change", lambda op: replace(op, doc="x"), key="doc")
    assert document.toml() == "schema = "
    assert document.op.doc != "x"


def test_broken_text_is_saved_as_typed_and_fixed_later(text, drive, document):
    good = document.toml()
    write(text, good + "\nbroken = [")
    drive.trigger("save")
    assert document.file.read_text().endswith("broken = [")
    assert not document.dirty
    assert document.op is not None
    drive.trigger("undo")
    assert document.dirty
    drive.trigger("save")
    assert document.file.read_text() == good


def test_undo_of_a_form_edit_goes_past_text_edits_in_order(text, drive, document):
    first = document.toml()
    drive.page("signature")
    drive.type("doc", "one")
    second = document.toml()
    drive.page("kernel")
    write(text, second.replace('"one"', '"two"'))
    assert document.op.doc == "two"
    drive.trigger("undo")
    assert document.toml() == second
    while drive.session.project.undo.canUndo():
        drive.trigger("undo")
    assert document.toml() == first
    assert not document.dirty


def test_a_position_in_the_text_is_shown_from_a_form(drive, document):
    drive.session.services.text_requested.emit(document.folder, "args[1].name")
    page = drive.window.workspace.page("kernel")
    assert page.current_path() == document.file
    line, _ = page.editor.cursor_of(str(document.file))
    assert document.toml().splitlines()[line - 1] == f'name = "{document.op.args[1].name}"'


def test_a_problem_of_the_declaration_is_marked_at_its_line(text, document):
    write(text, document.toml().replace('name = "a"', 'name = "a b"', 1))
    markers = text.editor._markers[str(document.file)]["workbench"]
    assert document.problems
    assert 'name = "a b"' in document.toml().splitlines()[markers[0].line - 1]


def test_an_op_that_could_not_be_opened_gets_its_forms_when_its_text_is_fixed(
    make_session, project_folder, qtbot
):
    folder = project_folder / "ops" / "my_add_custom"
    good = (folder / op_file.FILE_NAME).read_text()
    (folder / op_file.FILE_NAME).write_text("schema = \n")
    session = make_session(project_folder)
    session.window.workspace.show_op(folder)
    page = session.window.workspace.page("kernel")
    document = session.project.documents[folder]
    write(page, good)
    assert document.op is not None
    assert document.dirty
    session.window.actions_["save"].trigger()
    assert (folder / op_file.FILE_NAME).read_text() == good
    assert not document.dirty


def test_files_are_made_renamed_and_deleted_with_undo_and_only_a_save_writes(
    drive, document, answers
):
    page = drive.page("kernel")
    answers["ask_file_name"] = "csrc/more.h"
    page.bar.new_requested.emit()
    made = document.folder / "csrc" / "more.h"
    assert page.current_path() == made
    assert not made.exists()
    page.editor._edit.insertPlainText("// text")
    drive.trigger("save")
    assert made.read_text() == "// text"

    old, new = document.source, document.folder / "renamed.cpp"
    source = old.read_text()
    answers["ask_file_name"] = "renamed.cpp"
    page.files.rename(document, old)
    assert document.op.kernel.source == "renamed.cpp"
    assert old.exists()
    assert page.current_path() == new
    drive.trigger("undo")
    assert document.source == old
    assert not document.dirty
    drive.trigger("redo")
    drive.trigger("save")
    assert not old.exists()
    assert new.read_text() == source

    answers["ask_delete_file"] = True
    page.files.delete(document, made)
    assert made not in document.texts
    drive.trigger("undo")
    assert document.texts[made] == "// text"
    drive.trigger("redo")
    drive.trigger("save")
    assert not made.exists()
    drive.trigger("undo")
    drive.trigger("save")
    assert made.read_text() == "// text"


@pytest.mark.parametrize(
    "name",
    ["", " x.cpp", "../x.cpp", "/etc/x.cpp", "op.toml", "kernel.cpp", ".hidden.cpp", "x", "a\0.h"],
)
def test_a_name_that_cannot_be_is_not_taken(drive, document, answers, name):
    page = drive.page("kernel")
    before = dict(document.texts)
    answers["ask_file_name"] = name
    page.bar.new_requested.emit()
    assert document.texts == before


def test_unsaved_files_have_a_dot_and_tabs_can_be_closed_and_walked(drive, document, qtbot):
    page = drive.page("kernel")
    tabs = drive.find("sourceTabs")
    assert tabs.tabIcon(0).isNull()
    page.editor._edit.insertPlainText("// edited\n")
    assert not tabs.tabIcon(0).isNull()
    assert tabs.accessibleTabName(0) == "kernel.cpp, unsaved"
    drive.trigger("save")
    assert tabs.tabIcon(0).isNull()
    page.editor._edit.setFocus()
    qtbot.keyClick(page.editor._edit, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert page.current_path() == document.file
    page.bar.closed.emit(document.file)
    assert [e.title for e in page.bar.shown()] == ["kernel.cpp"]
    page.bar.closed.emit(document.source)  # the last one stays
    assert [e.title for e in page.bar.shown()] == ["kernel.cpp"]
    menu = drive.find("opFiles").menu()
    menu.triggered.emit(next(a for a in menu.actions() if a.text().startswith("op.toml")))
    assert page.current_path() == document.file


def test_the_plain_editor_formats_too(drive, document, qtbot):
    page = drive.page("kernel")
    page.editor._edit.selectAll()
    page.editor._edit.insertPlainText("int  f( ){return 1 ;}\n")
    drive.trigger("formatSource")
    qtbot.waitUntil(lambda: document.texts[document.source] == "int f() { return 1; }\n")


def test_the_projects_own_style_is_taken_but_none_from_outside(project_folder, tmp_path):
    from workbench.gui.editor.formatter import OUR_STYLE, style_of

    source = project_folder / "ops" / "my_add_custom" / "kernel.cpp"
    (tmp_path / ".clang-format").write_text("BasedOnStyle: LLVM\n")
    assert style_of(source, project_folder) == OUR_STYLE
    own = project_folder / ".clang-format"
    own.write_text("BasedOnStyle: LLVM\n")
    assert style_of(source, project_folder) == f"file:{own}"
