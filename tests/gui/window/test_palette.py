"""The command palette: what it offers, how it searches, and that keys are enough."""

import time

import pytest
from PySide6.QtCore import Qt

from workbench.gui.settings import Settings
from workbench.gui.window.fuzzy import match
from workbench.gui.window.palette import Entry, Palette


@pytest.fixture
def opened(session, qtbot):
    """The palette of the window, as its action shows it."""
    session.window.actions_["palette"].trigger()
    return session.window.findChild(Palette)


def first(query, *texts):
    found = [(match(query, text), text) for text in texts]
    return max((f for f in found if f[0] is not None), key=lambda f: f[0][0])[1]


@pytest.mark.parametrize(
    ("query", "positions"),
    [("run", (0, 1, 2)), ("ra", (0, 4)), ("RALL", (0, 4, 5, 6)), ("r all", (0, 4, 5, 6)), ("", ())],
)
def test_letters_are_found_in_order_at_words_first(query, positions):
    assert match(query, "Run all")[1] == positions


@pytest.mark.parametrize(("query", "text"), [("x", "Run"), ("nur", "Run"), ("runn", "Run")])
def test_what_does_not_hold_the_letters_in_order_is_not_found(query, text):
    assert match(query, text) is None


def test_beginnings_of_words_win_over_letters_within():
    assert first("dc", "Add comment", "Go to op deform_conv2d") == "Go to op deform_conv2d"
    assert first("save", "Save", "Save as", "Show the saved value") == "Save"


def test_a_jump_to_a_word_never_loses_a_match():
    assert match("abc", "a b-bc") is not None
    assert match("aab", "a ab a") is not None


def test_ctrl_shift_p_opens_it_and_keys_run_a_command(session, drive, qtbot):
    session.window.activateWindow()
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(session.window, Qt.Key.Key_P, modifiers)
    palette = session.window.findChild(Palette)
    assert palette.field.hasFocus()
    qtbot.keyClicks(palette.field, "page model")
    assert palette.titles()[0] == "Go to the page Model"
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert session.window.workspace.current_page() == "model"
    assert not palette.isVisible()


def test_every_op_can_be_gone_to(session, opened, qtbot):
    qtbot.keyClicks(opened.field, "dual")
    assert opened.titles() == ["Go to op dual_residual"]
    qtbot.keyClick(opened.field, Qt.Key.Key_Return)
    assert session.window.workspace.current_op().name == "dual_residual"


def test_arrows_choose_and_escape_closes(session, opened, qtbot):
    qtbot.keyClicks(opened.field, "go to op")
    second = opened.titles()[1]
    qtbot.keyClick(opened.field, Qt.Key.Key_Down)
    assert opened.view.currentIndex().data() == second
    shown = session.window.workspace.current_op()
    qtbot.keyClick(opened.field, Qt.Key.Key_Escape)
    assert not opened.isVisible()
    assert session.window.workspace.current_op() == shown


def test_only_what_can_be_done_now_is_offered(session, opened, drive):
    assert "Undo" not in opened.titles()
    assert "Stop" not in opened.titles()
    opened.close()
    drive.page("signature")
    drive.type("doc", "x")
    titles = [entry.title for entry in session.window.palette_entries()]
    assert "Undo Change description" in titles


def test_recent_projects_are_offered(session, project_folder, make_session):
    session.settings.add_recent(project_folder.with_name("other"))
    titles = [entry.title for entry in session.window.palette_entries()]
    assert "Open recent other" in titles


def test_what_was_used_last_comes_first(session, qtbot):
    for name in ("Panels below", "Keyboard shortcuts"):
        palette = Palette(session.window.palette_entries(), session.settings, session.window)
        palette.show_over(session.window)
        qtbot.keyClicks(palette.field, name)
        qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    palette = Palette(session.window.palette_entries(), session.settings, session.window)
    assert palette.titles()[:2] == ["Keyboard shortcuts", "Panels below"]


def test_nothing_found_is_reported_and_return_does_nothing(session, opened, qtbot):
    qtbot.keyClicks(opened.field, "zzzzzz")
    assert opened.titles() == []
    assert opened._none.isVisible()
    qtbot.keyClick(opened.field, Qt.Key.Key_Return)
    assert not opened.isVisible()


def test_keys_are_shown(session):
    entries = {entry.id: entry for entry in session.window.palette_entries()}
    assert entries["run"].keys == "F5"
    assert entries["page.model"].keys == "Ctrl+4"


def test_a_thousand_entries_are_searched_at_once(qtbot, session):
    entries = [Entry(str(i), f"Go to op deform_conv2d_{i:04}", list) for i in range(1000)]
    palette = Palette(entries, Settings(), session.window)
    times = []
    for text in ("d", "dc", "dc2", "deform 0999"):
        began = time.process_time()
        palette.field.setText(text)
        times.append(time.process_time() - began)
    assert palette.titles() == ["Go to op deform_conv2d_0999"]
    assert sorted(times)[1] < 0.15


def test_with_the_caret_in_a_text_the_commands_are_those_of_ops(drive, document, qtbot):
    drive.page("kernel")
    drive.find("plainEditor").setFocus()
    text = document.texts[document.source]
    drive.trigger("palette")
    palette = drive.window.findChild(Palette)
    qtbot.keyClicks(palette.field, "delete op")
    assert palette.titles()[0] == "Delete op"
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert document.folder not in drive.session.project.documents
    drive.window.workspace.ops.view.setFocus()
    drive.trigger("undo")
    assert drive.session.project.documents[document.folder].texts[document.source] == text


def test_the_languages_are_found(session, opened, qtbot):
    qtbot.keyClicks(opened.field, "lang")
    assert "Language: English" in opened.titles()
    qtbot.keyClicks(opened.field, "uage english")
    qtbot.keyClick(opened.field, Qt.Key.Key_Return)
    assert session.settings.text("language") == "en"
