"""Where the project of an archive goes: one question, answered with Enter."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from workbench.core.files.files import is_free
from workbench.core.storage.archive import stem
from workbench.gui import dialogs
from workbench.gui.look.dialog import Dialog
from workbench.gui.look.layouts import vbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.restyle import restyle
from workbench.gui.look.theme import code_font
from workbench.gui.look.widgets import ElidedLabel, muted, scaled

__all__ = ["UnpackDialog", "ask_unpack"]


class UnpackDialog(Dialog):
    """The folder is proposed; another can be chosen.

    Args:
        parent: the window.
        source: the archive; it was looked at.
        target: the folder that is proposed.

    Attributes:
        target: the folder, once it is accepted.
    """

    def __init__(self, parent: QWidget | None, source: Path, target: Path) -> None:
        super().__init__("unpackDialog", "Open an archive", parent)
        self.target = target
        self._source = source
        title = scaled(PlainLabel(f"Open {source.name}", self), 1.15, bold=True)
        title.setWordWrap(True)
        words = muted(
            "Its project is unpacked to this folder. The archive stays as it is, and nothing of it "
            "is run.",
            self,
        )
        self._shown_target = ElidedLabel("", self)
        self._shown_target.setObjectName("unpack.target")
        self._shown_target.setFont(code_font())
        self._note = muted("", self)
        self._note.setObjectName("problemLine")
        role = self.Role
        self._open = self.add_button("unpack.open", "&Open", role.AcceptRole, default=True)
        other = self.add_button("unpack.choose", "&Choose another folder …", role.ActionRole)
        other.clicked.connect(self._choose)
        self.add_button("unpack.cancel", "C&ancel", role.RejectRole)
        vbox(
            title,
            words,
            self._shown_target,
            self._note,
            self.buttons,
            on=self,
            margins=(20, 18, 20, 16),
            spacing=10,
        )
        self.setMinimumWidth(560)
        self._show()
        self._open.setFocus()

    def _show(self) -> None:
        self._shown_target.set_whole(str(self.target))
        name = stem(self._source)
        free = is_free(self.target)
        note = "" if free else "This folder holds something already. Choose a new one."
        if free and self.target.name != name and (self.target.parent / name).exists():
            note = f"There is a folder {name} already; this becomes another copy beside it."
        self._note.setText(note)
        self._note.setVisible(bool(note))
        restyle(self._note, "severity", "hint" if free else "error")
        self._open.setEnabled(free)

    def _choose(self) -> None:
        title = f"Unpack {self._source.name} to"
        chosen = dialogs.choose_new_folder(self, title, self.target)
        if chosen is not None:
            self.target = chosen
            self._show()


def ask_unpack(parent: QWidget, source: Path, target: Path) -> Path | None:
    """Where the project of an archive goes: ``target``, or another folder; None for nowhere."""
    dialog = UnpackDialog(parent, source, target)
    accepted = dialog.exec() == UnpackDialog.DialogCode.Accepted
    dialog.deleteLater()
    return dialog.target if accepted else None
