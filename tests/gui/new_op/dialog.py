"""The New-op dialog in the hands of a test: its widgets by name."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from workbench.gui.new_op.dialog import NewOpDialog

SCHEMA = "scale(Tensor x, float by=2.0) -> Tensor"


def child(dialog, kind, name):
    found = dialog.findChild(kind, name)
    assert found is not None, f"no widget {name}"
    return found


def reason(dialog) -> str:
    line = next(w for w in dialog.findChildren(QLabel, "problemLine") if w.parent() is dialog)
    return line.text()


def create(dialog) -> QPushButton:
    return child(dialog, QPushButton, "createOp")


def retype(qtbot, field, text):
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text) if text else qtbot.keyClick(field, Qt.Key.Key_Delete)


def in_dialog(session, act, action="new"):
    """Do something in the modal dialog that an action opens next."""
    failures = []

    def go():
        dialog = QApplication.activeModalWidget()
        try:
            assert isinstance(dialog, NewOpDialog)
            act(dialog)
        except BaseException as error:
            failures.append(error)
        finally:
            if dialog is not None and dialog.isVisible():
                dialog.reject()

    QTimer.singleShot(0, session.window, go)
    session.window.actions_[action].trigger()
    if failures:
        raise failures[0]
