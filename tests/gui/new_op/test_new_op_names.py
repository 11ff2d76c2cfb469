"""The names and the destination of a new op: suggested, checked as they are typed, refused in words."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit, QPushButton, QRadioButton

from tests.gui.new_op.dialog import child, create, in_dialog, reason, retype
from workbench.gui.new_op.gallery_list import gallery_ops


def test_names_are_suggested_and_checked_as_they_are_typed(open_dialog, qtbot):
    dialog = open_dialog("gallery")
    dialog.page().choose("foo")
    name = child(dialog, QLineEdit, "newOpName")
    assert name.text() == "foo"
    for wrong, word in (("2x", "identifier"), ("class", "keyword"), ("", "name")):
        retype(qtbot, name, wrong)
        assert word in reason(dialog)
        assert not create(dialog).isEnabled()
    retype(qtbot, name, "my_add_custom")
    assert "already" in reason(dialog)
    retype(qtbot, name, "other")
    assert reason(dialog) == ""
    dialog.page().choose("knn_query")
    assert name.text() == "other", "what was typed stands"


def test_a_name_that_is_taken_gets_a_number(open_dialog):
    dialog = open_dialog("gallery")
    dialog.page().choose("my_add_custom")
    assert child(dialog, QLineEdit, "newOpName").text() == "my_add_custom_2"
    torch = child(dialog, QLineEdit, "newOpTorch")
    assert torch.text() == "workbench::my_add_2"
    assert "'my_add_custom' already, so this one is called my_add_custom_2" in reason(dialog)
    assert create(dialog).isEnabled()
    child(dialog, QRadioButton, "newProject").setChecked(True)
    assert (torch.text(), reason(dialog)) == ("workbench::my_add", "")
    assert child(dialog, QLineEdit, "newOpName").text() == "my_add_custom"


def test_the_torch_name_is_checked_by_the_declarations_own_rules(open_dialog, qtbot):
    dialog = open_dialog("gallery")
    dialog.page().choose("my_add_custom")
    torch = child(dialog, QLineEdit, "newOpTorch")
    for wrong, word in (
        ("foo", "namespace::name"),
        ("aten::foo", "torch itself"),
        ("a::b c", "b c"),
    ):
        retype(qtbot, torch, wrong)
        assert word in reason(dialog)
        assert not create(dialog).isEnabled()
    retype(qtbot, torch, "mine::foo")
    assert create(dialog).isEnabled()


@pytest.mark.parametrize("name", ["asinh", "dual_residual"])
def test_a_torch_name_that_something_else_registers_is_not_editable(open_dialog, name):
    dialog = open_dialog("gallery")
    dialog.page().choose(name)
    torch = child(dialog, QLineEdit, "newOpTorch")
    assert torch.isReadOnly()
    assert torch.text() == {op.name: op.torch for _, op in gallery_ops()}[name]
    dialog.page().choose("foo")
    assert not torch.isReadOnly()


def test_a_new_project_needs_an_empty_folder(open_dialog, qtbot, tmp_path, answers):
    dialog = open_dialog("gallery")
    child(dialog, QRadioButton, "newProject").click()
    folder = child(dialog, QLineEdit, "newProjectFolder")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thing").write_text("x")
    for wrong, word in (
        (str(tmp_path / "full"), "not empty"),
        ("", "which folder"),
        ("here", "whole path"),
        (str(tmp_path / "full" / "thing" / "below"), "a file"),
    ):
        retype(qtbot, folder, wrong)
        assert not create(dialog).isEnabled(), wrong
        assert word in reason(dialog)
    answers["choose_new_folder"] = tmp_path / "fresh"
    child(dialog, QPushButton, "newProjectBrowse").click()
    assert folder.text() == str(tmp_path / "fresh")
    assert create(dialog).text().replace("&", "") == "Create project"
    assert create(dialog).isEnabled()


def test_without_a_project_the_op_goes_to_a_new_one(make_session, open_dialog):
    session = make_session()
    dialog = open_dialog("gallery", session)
    assert not child(dialog, QRadioButton, "addHere").isEnabled()
    assert child(dialog, QRadioButton, "newProject").isChecked()
    assert create(dialog).isEnabled()


def test_new_project_of_the_file_menu_has_a_new_project_chosen_though_one_is_open(session):
    def act(dialog):
        assert child(dialog, QRadioButton, "newProject").isChecked()
        assert child(dialog, QRadioButton, "addHere").isEnabled()
        assert create(dialog).text().replace("&", "") == "Create project"

    in_dialog(session, act, "newProject")
    in_dialog(session, lambda d: _is_here(d), "new")
    file = session.window.menuBar().actions()[0].menu()
    assert [a.text().replace("&", "") for a in file.actions()][:2] == ["New op …", "New project …"]
    titles = [entry.title for entry in session.window.palette_entries()]
    assert "New project" in titles


def _is_here(dialog):
    assert child(dialog, QRadioButton, "addHere").isChecked()


def test_a_torch_name_that_another_op_registers_is_reported_before_it_is_made(open_dialog, qtbot):
    dialog = open_dialog("gallery")
    dialog.page().choose("foo")
    retype(qtbot, child(dialog, QLineEdit, "newOpTorch"), "workbench::my_add")
    assert "'my_add_custom' registers workbench::my_add" in reason(dialog)
    assert create(dialog).isEnabled()


def test_no_suggestion_comes_into_a_folder_that_is_about_to_be_typed(open_dialog, qtbot):
    dialog = open_dialog("gallery")
    child(dialog, QRadioButton, "newProject").click()
    folder = child(dialog, QLineEdit, "newProjectFolder")
    retype(qtbot, folder, "")
    folder.setFocus()
    qtbot.waitUntil(folder.hasFocus)
    dialog.page().choose("foo")
    assert folder.text() == ""
    child(dialog, QLineEdit, "newOpName").setFocus()
    dialog.page().choose("asinh")
    assert folder.text().endswith("asinh")


def test_a_suggestion_waits_while_one_is_about_to_type_over_the_one_before(open_dialog, qtbot):
    dialog = open_dialog("gallery")
    child(dialog, QRadioButton, "newProject").click()
    dialog.page().choose("foo")
    folder = child(dialog, QLineEdit, "newProjectFolder")
    folder.setFocus()
    qtbot.waitUntil(folder.hasFocus)
    folder.selectAll()
    dialog.page().choose("asinh")  # as where an answer comes late
    qtbot.keyClicks(folder, "/x")
    assert folder.text() == "/x"
    name = child(dialog, QLineEdit, "newOpName")
    name.setFocus()
    name.selectAll()
    qtbot.waitUntil(name.hasFocus)
    dialog.page().choose("foo")
    assert name.text() == "asinh"
    folder.setFocus()
    qtbot.waitUntil(lambda: name.text() == "foo")
