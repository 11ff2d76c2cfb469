"""The undo step: two immutable states of one op."""

from __future__ import annotations

from PySide6.QtGui import QUndoCommand

from workbench.gui.document import OpDocument, Snapshot

__all__ = ["EditOp"]

_MERGEABLE = 1


class EditOp(QUndoCommand):
    """One named edit of a declaration. Typing in one field is one step.

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
        """Whether an edit with these marks belongs to this step."""
        return bool(merge) and self.document is document and self.merge == merge

    def undo(self) -> None:
        """Go back."""
        self.document.set_now(self.before)

    def redo(self) -> None:
        """Go forward; Qt calls it when the step is pushed, too."""
        self.document.set_now(self.after)
