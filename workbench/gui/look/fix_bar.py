"""The fixes of the problem that is chosen in the list, as buttons below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import Stretch, hbox
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.widgets import text_button

__all__ = ["FIX_KEYS", "FixBar", "pop_fixes"]

FIX_KEYS = "Ctrl+."


class FixBar(QWidget):
    """Hidden while there is nothing to offer."""

    chosen = Signal(str)
    """The title of a fix."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("fixBar")
        self._label = PlainLabel("Fix:", self)
        self._label.setProperty("role", "muted")
        self._titles: list[str] = []
        self._buttons: list[QToolButton] = []
        self._layout = hbox(self._label, Stretch(), on=self, margins=(8, 2, 8, 2), spacing=4)
        self.hide()

    def show_titles(self, titles: Sequence[str]) -> None:
        """Offer these fixes."""
        if list(titles) == self.titles():
            return
        for button in self._buttons:
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons, self._titles = [], list(titles)
        for title in titles:
            button = text_button(f"fix.{len(self._buttons)}", title, icon("check"), self)
            button.setToolTip(plain_tip(f"{title} ({FIX_KEYS} lists all); one step to undo"))
            button.clicked.connect(self._on_clicked)
            self._buttons.append(button)
            self._layout.insertWidget(len(self._buttons), button)
        self.setVisible(bool(titles))

    def titles(self) -> list[str]:
        """What is offered."""
        return list(self._titles)

    def _on_clicked(self) -> None:
        button = self.sender()
        if isinstance(button, QToolButton):
            self.chosen.emit(self._titles[self._buttons.index(button)])


def pop_fixes(parent: QWidget, titles: Sequence[str], at: QPoint) -> QMenu:
    """A menu of fixes; each action's data is its title.

    Args:
        parent: the widget that asks.
        titles: of the fixes; a line says so where there are none.
        at: in the parent's coordinates.
    """
    menu = QMenu(parent)
    menu.setObjectName("fixMenu")
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for title in titles:
        action = menu.addAction(icon("check"), title)
        action.setData(title)
    if titles:
        menu.setActiveAction(menu.actions()[0])
    else:
        nothing: QAction = menu.addAction("No fix is known here")
        nothing.setEnabled(False)
    menu.popup(parent.mapToGlobal(at))
    return menu
