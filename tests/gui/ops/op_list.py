"""The list of ops in the hands of a test."""

from PySide6.QtCore import Qt


def names(session) -> list[str]:
    return [folder.name for folder in session.project.documents]


def press(drive, key, modifier=Qt.KeyboardModifier.NoModifier):
    view = drive.window.workspace.ops.view
    drive.window.activateWindow()
    view.setFocus()
    drive.qtbot.keyClick(view, key, modifier)


CTRL = Qt.KeyboardModifier.ControlModifier
