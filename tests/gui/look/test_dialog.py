"""What the keys do in every dialog of the program."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QMessageBox, QPushButton

from workbench.core.storage.what_runs import WhatRuns
from workbench.gui.editor.file_name_dialog import FileNameDialog
from workbench.gui.look.message import Message
from workbench.gui.mapping.operator_browser import OperatorBrowser
from workbench.gui.new_op.dialog import NewOpDialog
from workbench.gui.storage.conflict_dialog import ConflictDialog
from workbench.gui.trust.trust_dialog import TrustDialog
from workbench.gui.window.shortcuts import ShortcutsWindow

DIALOGS = {
    "new op": lambda s: NewOpDialog(s.services, s.settings, s.window, "blank"),
    "trust": lambda s: TrustDialog([WhatRuns(Path("/somewhere/ops/x"), "x")], s.window),
    "conflict": lambda s: ConflictDialog(s.window, Path("/p/op.toml"), "a\n", "b\n"),
    "operators": lambda s: OperatorBrowser(20, parent=s.window),
    "shortcuts": lambda s: ShortcutsWindow(s.window),
    "file name": lambda s: FileNameDialog(s.window, "New file", "a.cpp", lambda _: ""),
}


def shown(qtbot, session, name) -> QDialog:
    dialog = DIALOGS[name](session)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def buttons(dialog) -> list[QPushButton]:
    """Those of the row at the bottom."""
    return [b for b in dialog.findChildren(QPushButton) if b.parent().inherits("QDialogButtonBox")]


def note(pressed: list[str], button: QAbstractButton, _checked: bool = False) -> None:
    pressed.append(button.text())


@pytest.mark.parametrize("name", DIALOGS)
def test_enter_presses_the_button_that_has_the_focus_and_no_other(qtbot, session, name):
    count = len(buttons(shown(qtbot, session, name)))
    assert count
    for index in range(count):
        dialog = shown(qtbot, session, name)
        button = buttons(dialog)[index]
        if not button.isEnabled():
            continue
        pressed: list[str] = []
        for each in dialog.findChildren(QAbstractButton):
            each.clicked.disconnect() if each.receivers("2clicked(bool)") else None
            each.clicked.connect(partial(note, pressed, each))
        button.setFocus()
        QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_Return)
        assert pressed == [button.text()]


def test_enter_on_trust_and_run_trusts(qtbot, session):
    dialog = shown(qtbot, session, "trust")
    dialog.findChild(QPushButton, "trust.run").setFocus()
    QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_Return)
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_enter_on_cancel_makes_no_op(qtbot, session):
    dialog = shown(qtbot, session, "new op")
    dialog.findChild(QPushButton, "cancelNewOp").setFocus()
    QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_Return)
    assert not dialog.isVisible()
    assert dialog.result() == QDialog.DialogCode.Rejected


@pytest.mark.parametrize("name", DIALOGS)
def test_tab_walks_round_a_dialog_as_the_eye_does(qtbot, session, name):
    dialog = shown(qtbot, session, name)
    seen = [QApplication.focusWidget()]
    for _ in range(60):
        dialog.focusNextChild()
        if QApplication.focusWidget() in seen:
            break
        seen.append(QApplication.focusWidget())
    assert QApplication.focusWidget() is seen[0]
    assert {b for b in buttons(dialog) if b.isEnabled()} <= set(seen)


def test_every_button_of_a_message_has_a_key_and_the_platforms_order(qtbot):
    box = Message(None, "question", "Unsaved changes", "Save the changes to <b>x</b>?")
    qtbot.addWidget(box)
    cancel = box.add_cancel()
    box.add("discard", "&Discard", QMessageBox.ButtonRole.DestructiveRole)
    save = box.add("save", "&Save", QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(save)
    box.open()
    assert all("&" in b.text() for b in box.buttons())
    assert save.x() < cancel.x()  # as QDialogButtonBox has them here, not as they were added
    assert box.textFormat() == Qt.TextFormat.PlainText
    assert not box.iconPixmap().isNull()
    assert box.icon() == QMessageBox.Icon.NoIcon  # none of Qt's own pictures
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert box.clickedButton() is cancel
