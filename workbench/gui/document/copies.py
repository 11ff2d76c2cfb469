"""An op, as it is edited, in another folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.core.errors import UserError
from workbench.core.files.files import write_text
from workbench.core.storage import op_file
from workbench.core.storage.contained_files import is_contained

if TYPE_CHECKING:
    from workbench.gui.document.op_document import OpDocument

__all__ = ["led_out", "op_texts", "write_whole"]


def led_out(document: OpDocument) -> set[Path]:
    """Sources that a link brings in from outside of the op's folder; no copy takes them along."""
    root = document.folder.resolve()
    return {p for p in document.texts if p.exists() and not is_contained(p, root)}


def op_texts(document: OpDocument) -> dict[Path, str]:
    """The texts that belong to the op: what the user has written into one, whatever it was."""
    foreign = led_out(document) - set(document.dirty_texts())
    return {path: text for path, text in document.texts.items() if path not in foreign}


def write_whole(document: OpDocument, folder: Path) -> None:
    """Write an op, as edited, into another folder (made where missing).

    Raises:
        UserError: nothing is lost, the edits stay in the document.
    """
    texts = op_texts(document)
    targets = {path: folder / path.relative_to(document.folder) for path in texts}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for target in targets.values():
            target.parent.mkdir(parents=True, exist_ok=True)
        for path in document.removed:
            (folder / path.relative_to(document.folder)).unlink(missing_ok=True)
    except OSError as error:
        message = f"the folder cannot be made: {error.strerror}"
        raise UserError("file", message, "Choose another folder.", file=folder) from None
    for path, text in texts.items():
        write_text(targets[path], text)
    if document.now is not None or document.file not in document.texts:
        write_text(folder / op_file.FILE_NAME, document.toml())
