"""Names for the generated texts that the Kernel page opens beside the sources."""

from __future__ import annotations

from pathlib import Path

from workbench.gui.document.op_document import OpDocument
from workbench.gui.editor.previews import PREVIEWS

__all__ = ["language", "view_file", "view_name", "view_path"]

_LANGUAGES = {".toml": "toml", ".py": "python"}


def view_path(document: OpDocument, name: str) -> Path:
    return Path("/generated") / document.folder.name / name / view_file(name)


def view_file(name: str) -> str:
    return f"{name}.{'py' if PREVIEWS[name][1] == 'python' else 'cpp'}"


def view_name(path: Path) -> str | None:
    """The generated text that a path stands for; None for a file."""
    return path.parts[-2] if path.parts[:2] == ("/", "generated") and len(path.parts) == 5 else None


def language(path: Path) -> str:
    return _LANGUAGES.get(path.suffix, "cpp")
