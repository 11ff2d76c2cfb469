"""A problem's fixes stand beside its words, and one click, key or menu does them as one step."""

import time

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu

from workbench.core.declaration.op import Arg
from workbench.gui.look.problem_line import MOST_SHOWN, ProblemLine


def lines(drive):
    return [w for w in drive.window.findChildren(ProblemLine) if w.isVisible()]


def wait_for(drive, title):
    """The line that offers a fix, once the field is left."""
    drive.leave()
    drive.qtbot.waitUntil(
        lambda: any(title in line.fixes() for line in lines(drive)), timeout=60_000
    )
    return next(line for line in lines(drive) if title in line.fixes())


def test_a_link_beside_the_problem_fixes_it_as_one_undo_step(drive, document):
    before = document.op
    drive.page("signature")
    drive.type("args[0].dtype", "floatt32")
    line = wait_for(drive, "Change to float32")
    assert ">Change&nbsp;to&nbsp;float32</a>" in line.text()
    count = drive.session.project.undo.count()
    line.choose("Change to float32")
    assert document.op.args[0].dtype == "float32"
    assert document.problems == ()
    assert not line.isVisible()
    undo = drive.session.project.undo
    assert (undo.count(), undo.undoText()) == (count + 1, "Fix: Change to float32")
    drive.trigger("undo")
    assert document.op.args[0].dtype == "floatt32"
    drive.trigger("undo")
    assert document.op == before


def test_the_links_are_reached_with_the_keyboard(drive, document, qtbot):
    drive.page("signature")
    drive.type("args[0].dtype", "floatt32")
    line = wait_for(drive, "Change to float32")
    assert "Change to float32" in line.accessibleName()
    line.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    if document.op.args[0].dtype != "float32":  # the first link is entered with Tab
        qtbot.keyClick(line, Qt.Key.Key_Tab)
        qtbot.keyClick(line, Qt.Key.Key_Return)
    assert document.op.args[0].dtype == "float32"


def menu_of(drive):
    drive.qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert menu.objectName() == "fixMenu"
    return menu


def test_ctrl_point_lists_the_fixes_of_the_field_in_focus(drive, document, qtbot):
    drive.page("signature")
    drive.type("outputs[0].shape", "aa.shape")
    field = drive.find("outputs[0].shape")
    qtbot.keyClick(field, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    menu = menu_of(drive)
    assert menu.actions()[0].text() == "Change to a.shape"
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert document.op.outputs[0].shape == "a.shape"


def test_a_field_without_a_problem_says_that_there_is_no_fix(drive, document, qtbot):
    drive.page("signature")
    field = drive.find("args[0].name")
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    menu = menu_of(drive)
    assert [(a.text(), a.isEnabled()) for a in menu.actions()] == [("No fix is known here", False)]
    menu.close()


@pytest.fixture
def listed(drive, document, qtbot):
    """The problem list with one problem of the declaration, chosen."""
    drive.page("signature")
    drive.type("args[0].dtype", "floatt32")
    panel = drive.window.workspace.problems
    qtbot.waitUntil(lambda: len(panel.entries()) == 1)
    panel.view.setCurrentIndex(panel.view.model().index(0, 0))
    return panel


def test_the_list_offers_fixes_below_and_in_its_menu(listed, drive, document):
    assert "Change to float32" in listed.fix_bar.titles()
    texts = [a.text() for a in listed.view.actions()]
    assert texts[0] == "Fix: Change to float32"
    drive.click("fix.0")
    assert document.op.args[0].dtype == "float32"
    drive.qtbot.waitUntil(lambda: not listed.fix_bar.isVisible())
    assert not any(a.text().startswith("Fix: ") for a in listed.view.actions())


def test_the_list_offers_fixes_to_the_keyboard(listed, drive, document, qtbot):
    listed.view.setFocus()
    action = listed.view.findChild(QAction, "action.fix")
    assert action.shortcut().toString() == "Ctrl+."
    action.trigger()
    menu = menu_of(drive)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert document.op.args[0].dtype == "float32"


def test_a_half_typed_text_can_be_discarded(drive, document):
    drive.page("model")
    before = document.op
    drive.type("model.inputs[0].shape", "2,x")
    line = wait_for(drive, "Discard what was typed")
    line.choose("Discard what was typed")
    assert document.unfinished == {}
    assert document.op == before
    assert document.problems == ()
    drive.trigger("undo")
    drive.trigger("undo")
    assert document.op == before


def test_a_missing_file_is_made(drive, document):
    drive.page("signature")
    drive.type("kernel.source", "fresh.cpp")
    line = wait_for(drive, "Create fresh.cpp")
    line.choose("Create fresh.cpp")
    assert document.folder / "fresh.cpp" in document.texts
    assert drive.window.workspace.current_page() == "kernel"


def test_a_problem_of_another_case_is_fixed_where_it_is(drive, document):
    drive.page("model")
    drive.choose("model.case", 0)
    drive.type("model.inputs[0].shape", "7, 3, -8")
    line = wait_for(drive, "Change to 7, 3, 8")
    drive.choose("model.case", -1)
    line = wait_for(drive, "Change to 7, 3, 8")
    line.choose("Change to 7, 3, 8")
    assert document.op.model.cases[0].inputs[0].shape == (7, 3, 8)


def test_a_problem_of_a_variant_is_fixed_in_it(rich):
    drive, document = rich
    drive.page("mapping")
    drive.choose("variant", "functions")
    key = "mapping.nodes[0].script"
    drive.type(key, "deform_script.txt")
    line = wait_for(drive, "Change to deform_script.py")
    line.choose("Change to deform_script.py")
    assert document.op.variants["functions"].mapping.nodes[0].script == "deform_script.py"
    assert document.op.mapping.nodes[0].script == ""


def test_a_fix_of_what_is_fixed_meanwhile_does_nothing(drive, document):
    drive.page("signature")
    drive.type("args[0].dtype", "floatt32")
    problem = document.problems[0]
    fixes = drive.window.workspace.page("signature").binder.fixes
    drive.type("args[0].dtype", "float64")
    before = document.op
    fixes.apply(document, problem, "Change to float32")
    assert document.op == before


def test_a_page_full_of_problems_stays_alive_while_fixes_are_looked_for(drive, document, qtbot):
    """150 arguments without an example: each fix that is tried costs a check of all of them."""
    more = tuple(Arg(f"x{i}") for i in range(150))
    page = drive.page("model")
    drive.session.project.edit(document, "many", lambda op: replace(op, args=(*op.args, *more)))
    line = next(line for line in lines(drive) if len(line.problems()) >= 150)
    qtbot.wait(500)  # 150 new rows are laid out and written, which is no search
    search = page.binder.search
    search.show()
    assert search.active
    longest, turns = 0.0, 0
    until = time.monotonic() + 60
    while search.active:
        assert time.monotonic() < until, "the search does not end"
        began = time.process_time()
        qtbot.wait(1)
        longest, turns = max(longest, time.process_time() - began), turns + 1
    assert line.fixes()
    assert turns > 5
    assert longest < 0.15  # three times what is promised


def test_a_line_with_very_many_problems_shows_the_first_and_counts_the_rest(drive, document):
    more = tuple(Arg(f"x{i}") for i in range(150))
    drive.page("model")
    drive.session.project.edit(document, "many", lambda op: replace(op, args=(*op.args, *more)))
    line = next(line for line in lines(drive) if len(line.problems()) >= 150)
    shown = line.plain_text().splitlines()
    assert len(shown) == MOST_SHOWN + 1
    assert shown[-1] == f"And {len(line.problems()) - MOST_SHOWN} more, in the list of problems."
    assert "x149" not in line.text()


def test_a_file_that_a_button_of_the_form_makes_is_made_by_no_link_too(drive, document):
    page = drive.page("model")
    drive.type("reference.source", "told.py")
    assert drive.find("reference.edit").text() == "Create told.py"
    drive.leave()
    drive.qtbot.waitUntil(lambda: any("told.py" in line.text() for line in lines(drive)))
    line = next(line for line in lines(drive) if "told.py" in line.text())
    assert "Create it, or correct the name." in line.text()
    page.binder.search.show()
    drive.qtbot.waitUntil(lambda: not page.binder.search.active)
    assert "Keep the expression" in line.fixes(), "the fixes of the other problem there"
    assert "Create told.py" not in line.fixes()
    drive.click("reference.edit")
    assert document.folder / "told.py" in document.texts
    assert drive.page("model") is page
    assert drive.find("reference.edit").text() == "Edit"
