"""A part of a card that is folded away until it is asked for."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QWidget

from workbench.gui.look.layouts import vbox

__all__ = ["Fold"]


class Fold(QWidget):
    """A button with an arrow, and what it shows.

    Args:
        name: the button's object name.
        title: what is in there.
        parent: the Qt parent.

    Attributes:
        body: the layout of what is folded.
    """

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._touched = False
        self.button = QToolButton(self)
        self.button.setObjectName(name)
        self.button.setText(title)
        self.button.setCheckable(True)
        self.button.setProperty("fold", True)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.toggled.connect(self._on_toggled)
        self.button.clicked.connect(self._on_clicked)
        self._content = QWidget(self)
        self.body = vbox(on=self._content, margins=(0, 4, 0, 0), spacing=8)
        vbox(
            (self.button, 0, Qt.AlignmentFlag.AlignLeft),
            self._content,
            on=self,
            margins=0,
            spacing=0,
        )
        self._on_toggled(False)

    @property
    def content(self) -> QWidget:
        """The parent of what is folded."""
        return self._content

    def set_title(self, title: str) -> None:
        """What is in there."""
        self.button.setText(title)

    def offer(self, open_: bool) -> None:
        """Unfold what has a content, and fold what has none, until the user says else."""
        if not self._touched:
            self.button.setChecked(open_)

    def forget(self) -> None:
        """Another op: what the user chose was for the last one."""
        self._touched = False

    def _on_clicked(self) -> None:
        self._touched = True

    def _on_toggled(self, shown: bool) -> None:
        self.button.setArrowType(Qt.ArrowType.DownArrow if shown else Qt.ArrowType.RightArrow)
        self._content.setVisible(shown)
