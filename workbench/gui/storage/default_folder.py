"""Where a new project goes if the user says nothing else."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QStandardPaths

__all__ = ["default_folder"]


def default_folder(name: str) -> Path:
    """A folder for a new project that does not exist yet."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    base = Path(documents) if documents and Path(documents).is_dir() else Path.home()
    base = base / "op-workbench"
    names = [name, *(f"{name}-{i}" for i in range(2, 1000))]
    return next(base / n for n in names if not (base / n).exists())
