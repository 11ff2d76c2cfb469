"""Files that are dragged into the window or pasted: those of this computer."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QDropEvent

__all__ = ["accepted_files", "local_files"]


def local_files(data: QMimeData) -> list[Path]:
    """The paths of the local files among what is dragged or on the clipboard."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def accepted_files(event: QDropEvent) -> list[Path]:
    """The same of a drag or a drop, which is accepted where it has any."""
    paths = local_files(event.mimeData())
    if paths:
        event.acceptProposedAction()
    return paths
