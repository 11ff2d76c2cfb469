"""Undo and Redo of the window: what a step is called and what it shows."""

import msgspec
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QUndoStack

from workbench.gui.project.model import ProjectModel


def test_undo_shows_the_op_and_the_page_that_it_changes(drive, document, session):
    drive.page("signature")
    drive.type("args[0].doc", "left")
    session.window.workspace.show_op(next(iter(session.project.documents)))
    drive.page("run")
    drive.trigger("undo")
    assert session.window.workspace.current_op() == document.folder
    assert session.window.workspace.current_page() == "signature"
    assert "Undo" in drive.window.actions_["undo"].text()
    drive.trigger("redo")
    assert document.op.args[0].doc == "left"


def test_undo_steps_have_names(drive, document):
    drive.page("signature")
    drive.type("args[0].doc", "left")
    stack: QUndoStack = drive.session.project.undo
    assert stack.undoText() == "Change description of a"
    drive.click("args.add")
    assert stack.undoText() == "Add argument"


def test_undo_in_a_field_is_the_windows_undo(drive, document, qtbot):
    drive.page("signature")
    drive.type("doc", "new text")
    field = drive.find("doc")
    drive.window.activateWindow()
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.text() == document.op.doc == "y = 2·a + b, with a kernel of its own in both worlds"


def test_a_stack_that_is_deleted_with_its_steps_tells_nobody(two_ops):
    project, told = ProjectModel(), []
    project.open(two_ops)
    document = project.documents[two_ops / "ops" / "my_add_custom"]
    project.edit(document, "Edit", lambda op: msgspec.structs.replace(op, doc="other"))
    project.undo.undoTextChanged.connect(told.append)
    project.undo.indexChanged.connect(told.append)
    shiboken6.delete(project)
    assert told == []
