"""A line for a value, with a list of values where some are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from workbench.gui.forms.fields.fields import TextField
from workbench.gui.look.icons import icon

__all__ = ["ValueField"]


class ValueField(TextField):
    """Anything can be typed; known values are chosen by a click on the arrow, or by Down."""

    def __init__(
        self,
        parse: Callable[[str], Any] = str,
        format: Callable[[Any], str] = str,
        placeholder: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parse, format, placeholder, parent=parent)
        self._known: tuple[str, ...] = ()
        self._menu = QMenu(self.line)
        self._menu.triggered.connect(self._on_chosen)
        self._arrow = QAction(icon("chevron", "muted"), "Values", self.line)
        self._arrow.setToolTip("The values that are known (Down)")
        self._arrow.triggered.connect(self._show)

    def set_known(self, values: Sequence[str]) -> None:
        """Set the values to choose from; with none, it is a plain line."""
        if tuple(values) == self._known:
            return
        self._known = tuple(values)
        self._menu.clear()
        for value in values:
            self._menu.addAction(value).setData(value)
        if values:
            self.line.addAction(self._arrow, QLineEdit.ActionPosition.TrailingPosition)
        else:
            self.line.removeAction(self._arrow)

    def known(self) -> tuple[str, ...]:
        """The values to choose from."""
        return self._known

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down opens the list."""
        pressed = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        if pressed and self._known and event.key() == Qt.Key.Key_Down:  # type: ignore[attr-defined]
            self._show()
            return True
        return super().eventFilter(watched, event)

    def _show(self) -> None:
        self._menu.setMinimumWidth(self.line.width())
        shown = next((a for a in self._menu.actions() if a.data() == self.line.text()), None)
        self._menu.popup(self.line.mapToGlobal(QPoint(0, self.line.height())))
        if shown is not None:
            self._menu.setActiveAction(shown)

    def _on_chosen(self, action: QAction) -> None:
        self.line.setText(action.data())
        self.line.textEdited.emit(action.data())
