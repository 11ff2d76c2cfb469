"""Files that are dragged into the window or pasted: those of this computer."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData

__all__ = ["local_files"]


def local_files(data: QMimeData) -> list[Path]:
    """The paths of the local files among what is dragged or on the clipboard."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
