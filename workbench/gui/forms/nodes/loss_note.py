"""In a node's card: what the operator that was just chosen had no place for, and the way back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from workbench.core.declaration.op import Node
from workbench.core.edits.losses import losses
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.restyle import restyle
from workbench.gui.look.widgets import text_button
from workbench.gui.project.model import ProjectModel

__all__ = ["LossNote"]


class LossNote(QWidget):
    """Shown from the choice to the next edit: as long as one step of undo brings all of it back.

    Args:
        project: whose undo stack it is.
        name: the object name.
        parent: the Qt parent.
    """

    def __init__(self, project: ProjectModel, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._project = project
        self._node: Node | None = None
        self._sign = PlainLabel(self)
        self._words = PlainLabel(self)
        self._words.setObjectName(f"{name}.words")
        self._words.setWordWrap(True)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        button = text_button(f"{name}.undo", "Undo", icon("undo"), self)
        button.setAccessibleName("Undo the choice of the operator")
        button.setToolTip("Back to the operator before, with all that it had (Ctrl+Z)")
        button.clicked.connect(self._undo)
        hbox(
            (self._sign, 0, Qt.AlignmentFlag.AlignTop),
            (self._words, 1),
            (button, 0, Qt.AlignmentFlag.AlignTop),
            on=self,
            margins=(10, 6, 6, 6),
            spacing=8,
        )
        restyle(self, "banner", "warning")
        self.hide()
        project.undo.indexChanged.connect(self._forget)

    def show_choice(self, before: Node, after: Node) -> None:
        """The user chose the operator of a node, as one step."""
        lost = losses(before, after)
        if not lost:
            return
        self._node = after
        self._sign.setPixmap(icon("warning", "warning").pixmap(16, 16))  # in the theme's colour
        self._words.setText(f"{after.op} has no place for the {' and the '.join(lost)}. Left out.")
        self._words.setAccessibleName(self._words.text())
        self.show()

    def text(self) -> str:
        """What it says; empty while it is hidden."""
        return "" if self.isHidden() else self._words.text()

    def sync(self, node: Node) -> None:
        """The card shows a node: perhaps another op's."""
        if node != self._node:
            self._forget()

    def _forget(self) -> None:
        self._node = None
        self.hide()

    def _undo(self) -> None:
        self._project.step(back=True)
