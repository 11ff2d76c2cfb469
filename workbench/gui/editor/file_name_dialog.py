"""Asks for a file's name, and says while it is typed what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath

from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from workbench.core.errors import Problem
from workbench.gui.look.dialog import Dialog
from workbench.gui.look.layouts import Space, vbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.problem_line import ProblemLine
from workbench.gui.look.widgets import muted

__all__ = ["FileNameDialog", "ask_file_name"]


class FileNameDialog(Dialog):
    """One line; OK only for a name that can be.

    Args:
        parent: the window.
        title: what it is asked for.
        start: what stands there first; the part before the ending is selected.
        problem: says why a name cannot be.
    """

    def __init__(
        self, parent: QWidget | None, title: str, start: str, problem: Callable[[str], str]
    ) -> None:
        super().__init__("fileNameDialog", title, parent)
        self._problem = problem
        self._start = start
        label = PlainLabel("&Name of the file, in the op's folder", self)
        self._field = QLineEdit(start, self)
        self._field.setObjectName("fileName")
        self._field.setAccessibleName("Name of the file")
        self._field.setSelection(0, len(start) - len(PurePosixPath(start).suffix))
        self._field.textChanged.connect(self._check)
        label.setBuddy(self._field)
        self._line = ProblemLine(self)
        hint = muted(
            "It may begin with a folder: csrc/more.cpp. It is written when you save.", self
        )
        self._ok = self.add_button("fileName.ok", "&OK", self.Role.AcceptRole, default=True)
        self.add_button("fileName.cancel", "&Cancel", self.Role.RejectRole)
        vbox(
            label,
            self._field,
            self._line,
            hint,
            Space(8),
            self.buttons,
            on=self,
            margins=(20, 20, 20, 16),
            spacing=8,
        )
        self.setMinimumWidth(440)
        self._check()

    def name(self) -> str:
        """What stands there."""
        return self._field.text()

    def _check(self) -> None:
        name = self.name()
        why = self._problem(name) if name != self._start else ""
        self._line.show_problems([Problem("input", why)] if why else [])
        same = name == self._start and self._problem(name)
        self._ok.setEnabled(not why and bool(name) and not same)


def ask_file_name(
    parent: QWidget, title: str, start: str, problem: Callable[[str], str]
) -> str | None:
    """A name for a file of the op; None for none. The arguments are the dialog's."""
    dialog = FileNameDialog(parent, title, start, problem)
    done = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return dialog.name() if done else None
