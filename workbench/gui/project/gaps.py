"""What the source of a new op did not say, until the user has looked at it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import QObject

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.op_toml.key_path import get_at
from workbench.gui.document.op_document import OpDocument
from workbench.importers.drafts.draft import Gap

if TYPE_CHECKING:
    from workbench.gui.project.model import ProjectModel

__all__ = ["Gaps"]

_GONE = object()
_HINT = "Change it, or say that it is right as it is."


class _Open(msgspec.Struct, frozen=True):
    gap: Gap
    assumed: object
    """Another value there closes the gap; undo opens it again."""


class Gaps(QObject):
    """The open gaps of the ops, in the window's memory only.

    Args:
        project: whose ops they are; it tells that an op's problems have changed.
    """

    def __init__(self, project: ProjectModel) -> None:
        super().__init__(project)
        self._project = project
        self._open: dict[OpDocument, tuple[_Open, ...]] = {}
        project.reset.connect(self._on_reset)

    def open(self, document: OpDocument, gaps: Iterable[Gap]) -> None:
        """Remember what a new op's source did not say."""
        if document.op is not None:
            self._set(document, tuple(_Open(g, _value(document.op, g.key)) for g in gaps))

    def settle(self, document: OpDocument, key: str) -> None:
        """The user finds what was assumed right as it is."""
        before = self._open.get(document, ())
        self._set(document, tuple(o for o in before if o.gap.key != key))

    def of_op(self, document: OpDocument) -> list[Gap]:
        """What is still open, in order."""
        op, known = document.op, self._open.get(document, ())
        return [o.gap for o in known if op is not None and _value(op, o.gap.key) == o.assumed]

    def problems(self, document: OpDocument) -> list[Problem]:
        """The same as entries of the problem list."""
        return [
            Problem("gap", gap.message, _HINT, key=gap.key, severity="warning")
            for gap in self.of_op(document)
        ]

    def _set(self, document: OpDocument, gaps: tuple[_Open, ...]) -> None:
        if gaps != self._open.get(document, ()):
            self._open[document] = gaps
            self._project.op_changed.emit(document.folder)

    def _on_reset(self) -> None:
        self._open.clear()


def _value(op: Op, key: str) -> Any:
    try:
        return get_at(op, key)
    except (LookupError, AttributeError, TypeError):
        return _GONE
