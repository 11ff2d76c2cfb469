"""A folder in the system's file manager."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

__all__ = ["show_folder"]


def show_folder(folder: Path) -> None:
    """Open a folder in the file manager; the nearest that exists."""
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
