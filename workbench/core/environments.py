"""What a user may add: an environment of its own in the data folder, made on request.

``op-workbench runtime add NAME`` and ``op-workbench toolkit add NAME`` make them. Nothing of one is in the
program's own environment, and one that is not there costs nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from workbench import paths
from workbench.core.styles import Words

__all__ = ["READY", "Environment", "how_to_add", "is_added"]

READY = "ready.json"
"""What says, in an environment's folder, that it is whole: it is written last."""


def how_to_add(kind: str, name: str) -> str:
    """The next step where one is missing."""
    return f"Add it: op-workbench {kind} add {name}"


def is_added(kind: str, name: str) -> bool:
    """Whether one is there, and whole."""
    return (_folder(kind, name) / READY).is_file()


def _folder(kind: str, name: str) -> Path:
    return paths.data_dir() / f"{kind}s" / name


class Environment:
    """One of them.

    Attributes:
        kind: what it is, and the command's word: ``runtime``.
        name: as the command line says it.
        order: in lists for people.
        words: for the choice.
        note: behind its name; empty for none.
        downloads: what it is made of, with sizes.
    """

    kind: ClassVar[str]
    name: ClassVar[str]
    order: ClassVar[int]
    words: ClassVar[Words]
    note: ClassVar[str] = ""
    downloads: ClassVar[tuple[str, ...]]

    @property
    def label(self) -> str:
        """``linux-aarch64 (emulated)``."""
        return f"{self.name} ({self.note})" if self.note else self.name

    @property
    def use(self) -> str:
        """What to do once it is there, for people."""
        raise NotImplementedError

    @property
    def folder(self) -> Path:
        """Where it is, or would be."""
        return _folder(self.kind, self.name)

    @property
    def is_there(self) -> bool:
        """Whether it has been made."""
        return is_added(self.kind, self.name)

    @property
    def how_to_add(self) -> str:
        """The next step where it is missing."""
        return how_to_add(self.kind, self.name)
