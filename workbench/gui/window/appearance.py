"""Light, dark, or as the system has it: the menu of the window's looks."""

from __future__ import annotations

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from workbench.gui.look.theme import MODES, Theme
from workbench.gui.settings import Settings

__all__ = ["AppearanceMenu"]


class AppearanceMenu(QMenu):
    """One choice of ``MODES``; it is remembered."""

    def __init__(self, theme: Theme, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__("&Appearance", parent)
        self._theme = theme
        self._settings = settings
        group = QActionGroup(self)
        for mode in MODES:
            action = self.addAction(
                "&Follow the system" if mode == "system" else f"&{mode.title()}"
            )
            action.setCheckable(True)
            action.setChecked(mode == theme.mode)
            action.setData(mode)
            group.addAction(action)
        group.triggered.connect(self._on_mode)

    def _on_mode(self, action: QAction) -> None:
        self._theme.set_mode(action.data())
        self._settings.set_text("appearance", action.data())
