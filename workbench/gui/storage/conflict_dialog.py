"""A file with unsaved edits was changed by another program: which version to go on with."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import (
    QWidget,
)

from workbench.gui.look.dialog import Dialog
from workbench.gui.look.difference import DifferenceView, difference
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.widgets import muted, scaled

__all__ = ["ConflictDialog", "ask_conflict"]


class ConflictDialog(Dialog):
    """Keep mine, or take theirs; the difference is shown on request.

    Attributes:
        answer: ``mine`` or ``theirs``; ``mine`` where the dialog was closed.
    """

    def __init__(self, parent: QWidget | None, path: Path, mine: str, theirs: str) -> None:
        super().__init__("conflictDialog", "Changed by another program", parent)
        self.answer = "mine"
        self._mine, self._theirs = mine, theirs
        sign = PlainLabel(self)
        sign.setPixmap(icon("warning", "warning").pixmap(28, 28))
        title = scaled(
            PlainLabel(f"Another program has changed {path.name}", self), 1.15, bold=True
        )
        text = muted(
            f"You have unsaved edits of the same file. Keep yours, and the other version is written "
            f"to {path.name}.theirs when you save. Take the other one, and yours is written to "
            f"{path.name}.mine at once.",
            self,
        )
        where = muted(str(path.parent), self)
        self._diff = DifferenceView("What the other version changes in yours", self)
        self._diff.setObjectName("conflict.difference")
        self._diff.hide()
        role = self.Role
        self._show = self.add_button("conflict.show", "&Show the difference", role.ActionRole)
        self._show.clicked.connect(self._show_difference)
        take = self.add_button("conflict.theirs", "&Take the other version", role.DestructiveRole)
        take.clicked.connect(self._on_theirs)
        keep = self.add_button("conflict.mine", "&Keep mine", role.AcceptRole, default=True)
        words = vbox(title, text, where, spacing=8)
        head = hbox(sign, spacing=16)
        head.setAlignment(sign, sign.alignment().AlignTop)
        head.addLayout(words, 1)
        vbox(head, (self._diff, 1), self.buttons, on=self, margins=(20, 20, 20, 16), spacing=16)
        self.setMinimumWidth(560)
        keep.setFocus()

    def _show_difference(self) -> None:
        self._show.setEnabled(False)
        lines = difference(self._mine, self._theirs)
        self._diff.show_lines(lines or ["Only line ends differ."])
        self._diff.show()
        self.resize(max(self.width(), 760), 560)
        self._diff.setFocus()

    def _on_theirs(self) -> None:
        self.answer = "theirs"
        self.accept()


def ask_conflict(parent: QWidget, path: Path, mine: str, theirs: str) -> str:
    """Another program has changed a file with unsaved edits: ``mine`` or ``theirs``."""
    dialog = ConflictDialog(parent, path, mine, theirs)
    dialog.exec()
    dialog.deleteLater()
    return dialog.answer
