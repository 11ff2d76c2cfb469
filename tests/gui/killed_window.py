"""A real window in which someone types without a pause, to be killed by the test.

It prints, per line typed, its number and the time, so that the test can tell how old what was
kept is.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QObject, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit

from tests.gui import fake_hosts
from workbench.gui.app import Session


class Typist(QObject):
    """Types into the kernel's editor and into a field, every few milliseconds."""

    def __init__(self, session: Session, folder: Path) -> None:
        super().__init__(session)
        self.session = session
        self.count = 0
        session.window.workspace.show_op(folder)
        self.timer = QTimer(self, interval=10)
        self.timer.timeout.connect(self.type)
        self.timer.start()

    def type(self) -> None:
        workspace = self.session.window.workspace
        workspace.show_page("kernel")
        editor = workspace.page("kernel").findChild(QPlainTextEdit, "plainEditor")
        if editor is None:
            return  # the page makes it when it is shown
        self.count += 1
        QTest.keyClicks(editor, f"// line {self.count}")
        QTest.keyClick(editor, "\r")
        if self.count % 5 == 0:
            workspace.show_page("signature")
            field = workspace.page("signature").findChild(QLineEdit, "doc")
            field.setFocus()
            QTest.keyClicks(field, "x")
        print(self.count, time.monotonic(), flush=True)


def main() -> int:
    app = QApplication(sys.argv[:1])
    commands = fake_hosts.commands()
    session = Session(app, use_web=False, commands=commands)
    session.open(Path(sys.argv[1]))
    typist = Typist(session, Path(sys.argv[1]) / "ops" / sys.argv[2])
    status = app.exec()
    del typist
    return status


if __name__ == "__main__":
    sys.exit(main())
