"""What the window remembers between two starts."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from workbench import paths

__all__ = ["Settings"]

_RECENT = 12


class Settings:
    """An INI file in the user's configuration folder."""

    def __init__(self) -> None:
        file = paths.config_dir() / "window.ini"
        self._store = QSettings(str(file), QSettings.Format.IniFormat)

    def recent(self) -> list[Path]:
        """The projects opened last, the latest first."""
        value = self._store.value("recent", [])
        texts = [value] if isinstance(value, str) else list(value or [])  # type: ignore[call-overload]
        return [Path(text) for text in texts if text]

    def add_recent(self, folder: Path) -> None:
        """Put a project first."""
        folders = [folder, *(f for f in self.recent() if f != folder)][:_RECENT]
        self._store.setValue("recent", [str(f) for f in folders])

    def remove_recent(self, folder: Path) -> None:
        """Forget a project, for instance one that is gone."""
        self._store.setValue("recent", [str(f) for f in self.recent() if f != folder])

    def clear_recent(self) -> None:
        """Forget them all."""
        self._store.setValue("recent", [])

    def bytes(self, key: str) -> QByteArray:
        """A saved layout."""
        value = self._store.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_bytes(self, key: str, value: QByteArray) -> None:
        """Save a layout."""
        self._store.setValue(key, value)

    def text(self, key: str, default: str = "") -> str:
        """A saved text."""
        return str(self._store.value(key, default))

    def set_text(self, key: str, value: str) -> None:
        """Save a text."""
        self._store.setValue(key, value)
