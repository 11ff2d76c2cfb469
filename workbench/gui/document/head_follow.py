"""The kernel's head follows the declaration: its author edits one of them, not both.

An edit of the signature changes the head that the kernel's function must have. Where the source
had the head that the declaration wanted until then, it gets the new one; its body stays. Going
back restores what the user had written, to the byte.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.core.declaration.op import Op
from workbench.problems.head import Wanted, wanted_head

if TYPE_CHECKING:
    from workbench.gui.document.op_document import OpDocument

__all__ = ["HeadFollower"]

_REMEMBERED = 256


class HeadFollower:
    """Keeps one op's source in step; remembers the heads that it has replaced."""

    def __init__(self) -> None:
        self._last: Wanted | None = None
        # What stood in the source for a wanted head, the latest last.
        self._texts: dict[Wanted, str] = {}

    def follow(self, document: OpDocument, before: Op | None, after: Op | None) -> None:
        """The declaration has changed from one state to another: rewrite the source's head."""
        if before is None or after is None or _concerned(before) == _concerned(after):
            return
        now = wanted_head(after)
        last = self._last or wanted_head(before)
        if now is None:
            self._last = last  # while one types, the declaration may be wrong for a moment
            return
        self._last = now
        if last is None or last == now or (last.style, last.source) != (now.style, now.source):
            return
        path = document.folder / Path(now.source)
        text = document.texts.get(path)
        if text is None:
            return
        if (changed := self._changed(text, last, now)) is not None and changed != text:
            document.set_text(path, changed)

    def _changed(self, text: str, last: Wanted, now: Wanted) -> str | None:
        """The text with the new head; None where its head was not the one that was wanted."""
        span = _span(text, last, fitting=True)
        if span is None:
            return None
        start, end = span
        written = text[start:end]
        untouched = self._texts.get(last) == written
        self._remember(last, written)
        if untouched and now in self._texts:
            return text[:start] + self._texts[now] + text[end:]
        changed = _merged(text, last, now)
        span = _span(changed, now) if changed is not None else None
        if changed is not None and span is not None:
            self._remember(now, changed[slice(*span)])
        return changed

    def _remember(self, wanted: Wanted, text: str) -> None:
        self._texts.pop(wanted, None)
        self._texts[wanted] = text
        if len(self._texts) > _REMEMBERED:
            del self._texts[next(iter(self._texts))]


def _concerned(op: Op) -> tuple[object, ...]:
    """What of a declaration the head depends on, or whether it can be written."""
    return op.name, op.args, op.outputs, op.types, op.kernel, op.torch, op.model.exporter


def _span(text: str, wanted: Wanted, fitting: bool = False) -> tuple[int, int] | None:
    """Where the head is in a text, in characters; None where it is not there for sure.

    Args:
        text: the source.
        wanted: the head.
        fitting: None, too, where it is not the wanted one.
    """
    # Imported late: nothing is parsed until a signature is edited.
    if wanted.is_python:
        from workbench.importers.cpp.heads.python_head import find_forward

        found = find_forward(text, wanted.function)
        if found is None or found.problem or (fitting and len(found.names) != len(wanted.args)):
            return None
        return found.start, found.end
    from workbench.importers.cpp.heads.head import find_head, fits_head

    head = find_head(text, wanted.function)
    if head is None or head.problem or (fitting and not fits_head(head.text, wanted.head)):
        return None
    return head.start, head.end


def _merged(text: str, last: Wanted, now: Wanted) -> str | None:
    if now.is_python:
        from workbench.importers.cpp.heads.python_head import with_arguments

        if now.function != last.function:
            return None  # a class has other mentions
        merged = with_arguments(text, now.function, list(now.args), list(last.args))
    else:
        from workbench.importers.cpp.heads.head import with_head

        merged = with_head(text, last.function, now.head, last.head)
    return None if merged.problem else merged.text
