"""A page of the New op dialog: what an op is made from; it ends in a draft."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from workbench.gui.services import Services
from workbench.importers.drafts.draft import Draft

__all__ = ["NewOpPage"]


class NewOpPage(QWidget):
    """The base of the pages: it asks, and gives a draft.

    A page decides nothing about where the op goes: its name in the project, the torch name and the
    project it goes to are asked for by the dialog below it. The first widget that takes the
    keyboard is the first one in the tab order (set a focus proxy for another one). Enter creates
    the op from anywhere, except in a field whose property ``handlesEnter`` is true.

    Attributes:
        id: the page's name in code.
        title: its name in the list of pages.
        tip: one line of what it is for, below the title.
        icon: the name of its icon.
    """

    changed = Signal()
    """The choice, or whether it can be used, has changed."""
    activated = Signal()
    """A choice was double-clicked or taken with Enter: go on."""

    id: ClassVar[str] = ""
    title: ClassVar[str] = ""
    tip: ClassVar[str] = ""
    icon: ClassVar[str] = "new"

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.services = services
        self._draft: Draft | None = None
        self._problem = ""

    def draft(self) -> Draft | None:
        """The op as chosen; None while nothing usable is chosen."""
        return self._draft

    def problem(self) -> str:
        """Why there is no draft, and what to do about it, in words; empty where there is one."""
        return self._problem if self._draft is None else ""

    def _on_activated(self) -> None:
        if self._draft is not None:
            self.activated.emit()

    def is_wrong(self) -> bool:
        """Whether the problem is a mistake, and not only that nothing is chosen yet."""
        return False

    def suggested_name(self) -> str:
        """A name for the op; empty for none."""
        draft = self.draft()
        return draft.op.name if draft is not None else ""

    def shown(self) -> None:
        """The page has come to the front: start what it needs."""

    def takes_focus(self) -> bool:
        """Take the keyboard, where the page begins with a field to type in; whether it did."""
        return False

    def take_files(self, paths: list[Path]) -> bool:
        """Files were dropped: use them.

        Args:
            paths: files or folders, which may be anything.

        Returns:
            Whether this page can use any of them; nothing changes where it cannot.
        """
        usable = self.usable(paths)
        if usable:
            self.load(usable)
        return bool(usable)

    def usable(self, paths: list[Path]) -> list[Path]:
        """Those of the files that ``take_files`` uses."""
        return []

    def want(self, node: str) -> None:
        """Choose this node of the model that is read, where the page knows such."""

    def load(self, paths: list[Path]) -> None:
        """Read usable files."""
        raise NotImplementedError
