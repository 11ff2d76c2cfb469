"""The menu of the window's languages."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from workbench.gui.language.languages import LANGUAGES, SETTING, SYSTEM, can_be_shown
from workbench.gui.look.plain import plain_tip
from workbench.gui.settings import Settings

__all__ = ["NEXT_START", "NO_FONT", "LanguageMenu"]

NEXT_START = "The language changes when Op Workbench is started again."
NO_FONT = "No font of this machine has its characters (Debian: apt install fonts-noto-cjk)."


class LanguageMenu(QMenu):
    """The system's, or one of ``LANGUAGES``; it is remembered, and holds from the next start on."""

    told = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__("&Language", parent)
        self.setObjectName("languageMenu")
        self.setToolTipsVisible(True)
        self._settings = settings
        group = QActionGroup(self)
        self._add(group, SYSTEM, "&Follow the system")
        for language in LANGUAGES:
            action = self._add(group, language.code, language.name)
            if not can_be_shown(language):
                action.setEnabled(False)
                action.setToolTip(plain_tip(NO_FONT))
                action.setText(f"{language.code}: no font has its characters")
        group.triggered.connect(self._on_language)

    def _add(self, group: QActionGroup, code: str, text: str) -> QAction:
        action: QAction = self.addAction(text)
        action.setCheckable(True)
        action.setChecked(code == self._settings.text(SETTING, SYSTEM))
        action.setData(code)
        group.addAction(action)
        return action

    def _on_language(self, action: QAction) -> None:
        if action.data() != self._settings.text(SETTING, SYSTEM):
            self._settings.set_text(SETTING, action.data())
            self.told.emit(NEXT_START)
