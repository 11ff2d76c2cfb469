"""Hands on the window: keys and clicks that go the way of real ones, and widgets found by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QScrollArea,
    QToolButton,
    QWidget,
)

__all__ = ["Hands"]

_CONTROL = Qt.KeyboardModifier.ControlModifier


_SOON_MS = 1000


class Hands:
    """Keyboard and mouse of someone at the window.

    Keys go to the window that is active, and from there to whatever has the focus or to an open
    list, as the operating system's do.

    ``actions`` counts what someone does: a click, a key or chord, a text that is typed or pasted, a
    choice from a list.
    """

    def __init__(self, window: QWidget, qtbot: Any) -> None:
        self.window = window
        self.qtbot = qtbot
        self.actions = 0

    # -- finding

    def finds(self, name: str, kind: type = QWidget) -> Any:
        """A widget that can be seen, of the dialog in front or else of the window.

        Rows of a long list come a moment after the others, which is before anybody looks for them.
        """
        found: list[Any] = []

        def is_seen() -> None:
            within = QApplication.activeModalWidget() or self.window
            found[:] = [w for w in within.findChildren(kind, name) if w.isVisible()]
            assert found, f"no {kind.__name__} {name} to be seen"

        self.qtbot.waitUntil(is_seen, timeout=_SOON_MS)
        return found[0]

    def sees(self, name: str) -> bool:
        """Whether a widget can be seen."""
        within = QApplication.activeModalWidget() or self.window
        return any(w.isVisible() for w in within.findChildren(QWidget, name))

    # -- the mouse

    def clicks(self, name: str) -> None:
        """Scroll there, and press what has this name."""
        self._clicks_on(self.finds(name))

    def _clicks_on(self, widget: QWidget, position: QPoint | None = None) -> None:
        self.actions += 1
        self._scrolls_to(widget)
        assert widget.isEnabled(), f"{widget.objectName()} is greyed out: {widget.toolTip()}"
        if position is None and isinstance(widget, QCheckBox):
            position = QPoint(8, widget.height() // 2)
        if position is None:
            self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
        else:
            self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=position)

    def _scrolls_to(self, widget: QWidget) -> None:
        area: QWidget | None = widget
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if isinstance(area, QScrollArea):
            area.ensureWidgetVisible(widget, 40, 40)

    # -- the keyboard

    def presses(self, keys: str) -> None:
        """A key or a chord: ``Down``, ``Ctrl+3``."""
        self.actions += 1
        chord = QKeySequence(keys)[0]
        self._to_focus(chord.key(), chord.keyboardModifiers())

    def keys(self, text: str) -> None:
        """Type where the focus is."""
        self.actions += 1
        for letter in text:
            self._to_focus(letter)

    def _to_focus(
        self,
        key: Qt.Key | str,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        popup = QApplication.activePopupWidget()
        window = popup or QApplication.activeModalWidget() or self.window
        QTest.keyClick(window.windowHandle(), key, modifiers)

    def types(self, name: str, text: str) -> None:
        """Replace what stands in a field, key by key."""
        field = self.finds(name)
        self._focuses(field)
        self._to_focus(Qt.Key.Key_A, _CONTROL)
        self._to_focus(Qt.Key.Key_Delete)
        self.keys(text)
        if isinstance(QApplication.activePopupWidget(), QWidget):
            self._to_focus(Qt.Key.Key_Escape)  # no completion is wanted
        if isinstance(field, QLineEdit):
            assert field.text() == text, f"{name} shows {field.text()!r}, not {text!r}"

    def _focuses(self, field: QWidget) -> None:
        window = QApplication.activeModalWidget() or self.window
        window.activateWindow()
        self._clicks_on(field)
        self.qtbot.waitUntil(field.hasFocus)

    def chooses(self, name: str, value: object) -> None:
        """Open a list with a click, walk to an entry with the arrow keys, and take it."""
        box = self.finds(name, QComboBox)
        row = box.findData(value)
        assert row >= 0, f"{name} does not offer {value}"
        assert box.model().item(row).isEnabled(), box.itemData(row, Qt.ItemDataRole.ToolTipRole)
        self._clicks_on(box)
        self.qtbot.waitUntil(box.view().isVisible)
        self.actions += 1
        step = Qt.Key.Key_Down if row > box.currentIndex() else Qt.Key.Key_Up
        while box.view().currentIndex().row() != row:
            self._to_focus(step)
        self._to_focus(Qt.Key.Key_Return)
        self.qtbot.waitUntil(lambda: not box.view().isVisible())

    def ticks(self, name: str, on: bool = True) -> None:
        """Set a check box."""
        box = self.finds(name, QCheckBox)
        if box.isChecked() != on:
            self._clicks_on(box)
        assert box.isChecked() == on

    def picks(self, name: str, text: str) -> None:
        """Open a button's menu, and press the entry that begins so."""
        button = self.finds(name, QToolButton)
        self._scrolls_to(button)
        assert button.isEnabled(), button.toolTip()

        def choose(menu: QWidget) -> None:
            assert isinstance(menu, QMenu)
            self.actions += 1
            action = next(a for a in menu.actions() if a.text().startswith(text))
            position = menu.actionGeometry(action).center()
            self.qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=position)

        self._meanwhile(QApplication.activePopupWidget, choose, lambda: self._clicks_on(button))

    # -- dialogs

    def in_dialog(
        self, name: str, fill: Callable[[QDialog], None], begin: Callable[[], None]
    ) -> None:
        """Do what brings a dialog up, and fill it while it waits.

        Args:
            name: the dialog's object name; empty for any.
            fill: what is done in it; it must end the dialog.
            begin: what brings it up.
        """

        def within(dialog: QWidget) -> None:
            assert not name or dialog.objectName() == name
            fill(dialog)
            assert not dialog.isVisible(), "the dialog is still there"

        self._meanwhile(QApplication.activeModalWidget, within, begin)

    def _meanwhile(
        self,
        front: Callable[[], QWidget | None],
        act: Callable[[QWidget], None],
        begin: Callable[[], None],
    ) -> None:
        """Do what blocks until it is answered, and answer as soon as it stands there."""
        failed: list[BaseException] = []
        watch = QTimer(self.window, interval=10)

        def answer() -> None:
            widget = front()
            if widget is None or not widget.isVisible():
                return
            watch.stop()
            try:
                act(widget)
            except BaseException as error:
                failed.append(error)
                widget.close()

        watch.timeout.connect(answer)
        watch.start()
        begin()
        if failed:
            raise failed[0]
        assert not watch.isActive(), "nothing came up"

    def presses_button(self, button: QAbstractButton) -> None:
        """Press a button that must be usable."""
        self._clicks_on(button)
