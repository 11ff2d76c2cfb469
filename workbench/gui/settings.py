"""What the window remembers between two starts."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, QTimer

from workbench import paths

__all__ = ["Settings"]

_RECENT = 12
_PROJECTS = 50
_WRITE_MS = 300


class Settings:
    """An INI file in the user's configuration folder."""

    def __init__(self) -> None:
        file = paths.config_dir() / "window.ini"
        self._store = QSettings(str(file), QSettings.Format.IniFormat)
        # Qt writes the whole file after each change; an op is shown without waiting for that.
        self._ops: dict[str, str] | None = None
        self._write_ops = QTimer(self._store, singleShot=True, interval=_WRITE_MS)
        self._write_ops.timeout.connect(self.write_last_ops)

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

    def last_op(self, project: Path) -> str:
        """The op that was shown last in a project: its folder's name; empty where unknown."""
        return self._last_ops().get(str(project), "")

    def set_last_op(self, project: Path, name: str) -> None:
        """Remember which op is shown in a project; written soon."""
        ops = {k: v for k, v in self._last_ops().items() if k != str(project)}
        self._ops = dict(list({str(project): name, **ops}.items())[:_PROJECTS])
        self._write_ops.start()

    def write_last_ops(self) -> None:
        """Write now which ops are shown."""
        self._write_ops.stop()
        if self._ops is not None:
            self.set_text("ops", json.dumps(self._ops))
            self._ops = None

    def _last_ops(self) -> dict[str, str]:
        if self._ops is not None:
            return self._ops
        try:
            known = json.loads(self.text("ops", "{}"))
        except ValueError:
            return {}
        return {str(k): str(v) for k, v in known.items()} if isinstance(known, dict) else {}

    def used_commands(self) -> list[str]:
        """What was chosen in the command palette, the latest first."""
        return self.text("palette").split("\n") if self.text("palette") else []

    def add_used_command(self, name: str, most: int) -> None:
        """Put a command of the palette first."""
        names = [name, *(n for n in self.used_commands() if n != name)][:most]
        self.set_text("palette", "\n".join(names))

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
