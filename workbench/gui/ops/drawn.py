"""What the list draws of each op."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from workbench.gui.document.op_document import OpDocument
from workbench.gui.hosts.engine import Engine
from workbench.gui.ops.status import lights, status_of

__all__ = ["Drawn", "DrawnOps", "title"]


def title(document: OpDocument) -> str:
    """The op's name, and its folder's where that is another: a folder that was copied by hand."""
    name, folder = document.name, document.folder.name
    return name if name == folder else f"{name} ({folder})"


class Drawn(NamedTuple):
    """A row of the list.

    Attributes:
        name: with a star for unsaved edits.
        role: the colour of the name.
        torch: the torch name, or that there is none.
        word: how the op stands.
        lights: of the stages, in their order.
    """

    name: str
    role: str
    torch: str
    word: str
    lights: tuple[str, ...]


class DrawnOps:
    """The rows, each worked out once: all that are in view are painted at every step in the list.

    Args:
        engine: knows how the ops stand.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._rows: dict[Path, Drawn] = {}

    def of(self, document: OpDocument) -> Drawn:
        """The row of an op."""
        row = self._rows.get(document.folder)
        if row is None:
            row = self._rows[document.folder] = Drawn(
                title(document) + ("*" if document.dirty else ""),
                "error" if document.shown_problems else "text",
                document.op.torch if document.op is not None else "cannot be read",
                status_of(document, self._engine).word,
                tuple(lights(document, self._engine).values()),
            )
        return row

    def forget(self, folder: Path) -> None:
        """An op is another one, or stands otherwise."""
        self._rows.pop(folder, None)

    def clear(self) -> None:
        """The project has other ops."""
        self._rows.clear()
