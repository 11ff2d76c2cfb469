"""The undo steps: two immutable states of one op, ops that come and go, and a new name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QUndoCommand

from workbench.core.errors import UserError
from workbench.gui.document.op_document import OpDocument, Snapshot

if TYPE_CHECKING:
    from workbench.gui.project.op_folders import OpFolders

__all__ = ["EditOp", "FolderStep", "OpsCome", "OpsGo", "RenameFolder"]

_MERGEABLE = 1


class EditOp(QUndoCommand):
    """One named edit of a declaration. Typing in one field is one step.

    The document is the op's own as long as the project is open: an op that is deleted and
    brought back keeps it, so earlier steps stay valid.

    Args:
        document: the op.
        before: its state before.
        after: its state after.
        text: what the edit menu says.
        merge: edits with the same non-empty text merge into one step.
    """

    def __init__(
        self, document: OpDocument, before: Snapshot, after: Snapshot, text: str, merge: str = ""
    ) -> None:
        super().__init__(text)
        self.document = document
        self.before = before
        self.after = after
        self.merge = merge

    def id(self) -> int:
        """What Qt asks before it calls ``mergeWith``."""
        return _MERGEABLE if self.merge else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take a further edit of the same field into this step."""
        if not isinstance(other, EditOp) or not self.continues(other.document, other.merge):
            return False
        self.after = other.after
        self.setText(other.text())
        self.setObsolete(self.after == self.before)
        return True

    def continues(self, document: OpDocument, merge: str) -> bool:
        """Whether an edit with these marks belongs to this step; what was saved begins another."""
        same = bool(merge) and self.document is document and self.merge == merge
        return same and self.after != document.saved

    def undo(self) -> None:
        """Go back."""
        self.document.set_now(self.before)

    def redo(self) -> None:
        """Go forward; Qt calls it when the step is pushed, too."""
        self.document.set_now(self.after)


class FolderStep(QUndoCommand):
    """A step that changes folders on disk, which may fail.

    Qt's ``undo`` and ``redo`` cannot fail, so the work is done by ``perform`` before them, and
    only what has worked becomes a step, or moves the stack.

    Args:
        model: the project.
        text: what the edit menu says.
    """

    def __init__(self, model: OpFolders, text: str) -> None:
        super().__init__(text)
        self.model = model
        self._done = False

    def perform(self, back: bool) -> None:
        """Do it or take it back. Raises UserError; nothing has changed then."""
        self._apply(back)
        self._done = True

    def _apply(self, back: bool) -> None:
        raise NotImplementedError

    def shown(self, back: bool) -> OpDocument | None:
        """The op to show after it."""
        raise NotImplementedError

    def undo(self) -> None:
        """Go back."""
        self._step(True)

    def redo(self) -> None:
        """Go forward; Qt calls it when the step is pushed, too."""
        self._step(False)

    def _step(self, back: bool) -> None:
        if not self._done:
            try:
                self._apply(back)
            except UserError:
                self.setObsolete(True)  # what cannot be done is no step any more
        self._done = False


class OpsGo(FolderStep):
    """Ops go to the trash, with their unsaved edits, and come back.

    Args:
        model, text: see ``FolderStep``.
        documents: the ops.
    """

    def __init__(self, model: OpFolders, text: str, documents: list[OpDocument]) -> None:
        super().__init__(model, text)
        self.documents = documents
        self._trashed: dict[OpDocument, Path] = {}

    def _apply(self, back: bool) -> None:
        if back:
            self._come()
        else:
            self._go()

    def _go(self) -> None:
        self._trashed = self.model.discard(self.documents)

    def _come(self) -> None:
        self.model.bring_back(self._trashed)

    def shown(self, back: bool) -> OpDocument | None:
        return self.documents[0] if back else None


class OpsCome(OpsGo):
    """Ops were added; to undo that, they go to the trash."""

    def _apply(self, back: bool) -> None:
        if back:
            self._go()
        elif self._trashed:
            self._come()
        else:
            self.model.adopt(self.documents)

    def shown(self, back: bool) -> OpDocument | None:
        return None if back else self.documents[0]


class RenameFolder(FolderStep):
    """An op's folder gets another name, and with it the name that it declares.

    Args:
        model, text: see ``FolderStep``.
        document: the op.
        name: the new name.
        before, after: its declaration before and after.
    """

    def __init__(
        self,
        model: OpFolders,
        text: str,
        document: OpDocument,
        name: str,
        before: Snapshot | None,
        after: Snapshot | None,
    ) -> None:
        super().__init__(model, text)
        self.document = document
        self._names = (document.folder.name, name)
        self._states = (before, after)

    def _apply(self, back: bool) -> None:
        self.model.move_folder(self.document, self._names[0 if back else 1])
        state = self._states[0 if back else 1]
        if state is not None:
            self.document.set_now(state)

    def shown(self, back: bool) -> OpDocument | None:
        return self.document
