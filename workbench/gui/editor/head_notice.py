"""Above the editor: the kernel's head is not what the signature asks for, and what to change."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QPushButton,
    QWidget,
)

from workbench.gui.document.op_document import OpDocument
from workbench.gui.look.dialog import Dialog
from workbench.gui.look.difference import DifferenceView, difference
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.widgets import ElidedLabel, muted, scaled
from workbench.problems.head import OtherHead, other_head

__all__ = ["HeadDialog", "HeadNotice", "accept_head", "head_beside", "offer_head"]


def head_beside(document: OpDocument, path: Path | None) -> OtherHead | None:
    """What the head is in a source that is shown, if it is the kernel's and not the wanted one."""
    op = document.op
    if op is None or path is None or path != document.source or path not in document.texts:
        return None
    return other_head(op, document.texts[path])


def offer_head(parent: QWidget, document: OpDocument, path: Path) -> bool:
    """Show how a source's head differs, and put the wanted one in where the user accepts it."""
    other = head_beside(document, path)
    if other is None or not accept_head(parent, other) or other.problem:
        return False
    document.set_text(path, other.text)
    return True


def accept_head(parent: QWidget, other: OtherHead) -> bool:
    """The kernel's head is not what the signature asks for: whether to put that in."""
    return HeadDialog(parent, other).exec() == QDialog.DialogCode.Accepted


class HeadNotice(QWidget):
    """Hidden while the head fits."""

    _NAME = "headNotice"
    accepted = Signal(str)
    """The wanted head was put in: the file's path."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(self._NAME)
        self._document: OpDocument | None = None
        self._path: Path | None = None
        self._other: OtherHead | None = None
        sign = PlainLabel(self)
        sign.setPixmap(icon("warning", "warning").pixmap(16, 16))
        self._words = ElidedLabel("", self)
        self._words.setObjectName("headNoticeText")
        self._button = QPushButton("Show the difference", self)
        self._button.setObjectName("showHeadDifference")
        self._button.setToolTip(
            "What would change in the function's head: its result, its name and its parameters. The "
            "body stays as it is."
        )
        self._button.clicked.connect(self._show)
        hbox(sign, (self._words, 1), self._button, on=self, margins=(16, 6, 10, 6), spacing=8)
        self.hide()

    def show_for(self, document: OpDocument | None, path: Path | None) -> None:
        """Show or hide it for the file in front."""
        self._document, self._path = document, path
        self._other = head_beside(document, path) if document is not None else None
        if self._other is not None:
            name = Path(self._other.name).name
            self._words.set_whole(f"The head in {name} is not what the signature asks for.")
        self.setVisible(self._other is not None)

    def _show(self) -> None:
        document, path = self._document, self._path
        if document is not None and path is not None and offer_head(self, document, path):
            self.accepted.emit(str(path))
        self.show_for(document, path)


class HeadDialog(Dialog):
    """The difference between two heads; accepted or not."""

    def __init__(self, parent: QWidget | None, other: OtherHead) -> None:
        super().__init__("headDialog", "Head of the kernel", parent)
        name = Path(other.name).name
        title = scaled(PlainLabel(f"The head in {name}, line {other.line}", self), 1.15, bold=True)
        words = "Red lines go, green lines come. The function's body stays as it is."
        if other.problem:
            words = (
                f"It cannot be put in by itself: {other.problem}. Write it in {name}; the green "
                "lines are what the signature asks for."
            )
        self._diff = DifferenceView("What would change in the head", self)
        self._diff.setObjectName("headDifference")
        lines = [line for line in difference(other.now, other.then) if not line.startswith("@@")]
        # A space after the mark: a head is short, and read as a sentence.
        self._diff.show_lines([f"{w[:1]} {w[1:]}" for w in lines] or ["Only spaces differ."])
        leave = "&Close" if other.problem else "&Leave it"
        first = self.add_button("leaveHead", leave, self.Role.RejectRole)
        if not other.problem:
            first = self.add_button("acceptHead", "&Accept", self.Role.AcceptRole, default=True)
        vbox(
            title,
            muted(words, self),
            (self._diff, 1),
            self.buttons,
            on=self,
            margins=(20, 20, 20, 16),
            spacing=10,
        )
        self.setMinimumWidth(560)
        rows = self._diff.blockCount() + 2
        self.resize(820, min(220 + rows * self._diff.fontMetrics().lineSpacing(), 640))
        first.setFocus(Qt.FocusReason.OtherFocusReason)
