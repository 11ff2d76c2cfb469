"""What another program has written meanwhile, taken into an op's document file by file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.storage import op_file
from workbench.gui.document.disk import Disk, text_or_none
from workbench.gui.document.snapshot import Snapshot, read_snapshot

if TYPE_CHECKING:
    from workbench.gui.document.op_document import OpDocument

__all__ = ["load_declaration", "reload_declaration", "reload_text"]


def load_declaration(folder: Path) -> tuple[Op | None, tuple[Problem, ...]]:
    """The declaration if it can be read at all, or why not; it is not checked."""
    try:
        return op_file.load(folder, validate=False), ()
    except UserError as error:
        return None, error.problems


def reload_declaration(document: OpDocument, disk: Disk) -> bool:
    """Look at ``op.toml``; whether another program's text was taken in, or is in conflict."""
    file = document.file
    text, known = text_or_none(file), disk.texts.get(file)
    if text == known or (text is None and file.exists()):
        return False
    dirty, back = document.is_dirty(file), disk.is_back(file, text)
    disk.texts[file] = text
    if text is None:
        if document.now is not None:
            document.saved = None  # so that the next save writes it again
        if document.folder.is_dir():
            document.notes.append(f"Another program has deleted {file}; saving restores it.")
    elif text == document.toml():
        document.saved = document.now
    elif back and document.now is not None:
        document.saved = _read(text, document)
    elif dirty:
        document.conflicts[file] = disk.theirs[file] = text
    elif document.now is None:
        document.texts[file] = text
        document.fix(text)
        document.saved = document.now
        document.text_changed.emit(str(file))
    else:
        document.now = document.saved = read_snapshot(text, document.now)
    return text is not None


def _read(text: str, document: OpDocument) -> Snapshot:
    try:
        return read_snapshot(text)
    except UserError:
        return read_snapshot(text, document.now)


def reload_text(document: OpDocument, disk: Disk, path: Path) -> bool:
    """Look at a source; whether anything is new."""
    text, known = text_or_none(path), disk.texts.get(path)
    if text == known or (text is None and path.exists()):
        return False
    back = disk.is_back(path, text)
    clean = path not in document.texts or document.texts[path] == known
    document.removed.pop(path, None)  # another program has made it anew
    disk.texts[path] = text
    if text is None:
        if document.folder.is_dir():
            document.notes.append(f"Another program has deleted {path}.")
            if clean and path in document.texts:
                # Gone on purpose; who wants the text back still finds it.
                document.lost[path] = document.texts.pop(path)
                document.text_changed.emit(str(path))
    elif not clean and text != document.texts[path]:
        if not back:
            document.conflicts[path] = disk.theirs[path] = text
    elif document.texts.get(path) != text:
        document.texts[path] = text
        document.text_changed.emit(str(path))
    return True
