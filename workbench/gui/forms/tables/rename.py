"""Typing the name of an entry of a mapping: what is no name, or taken, is kept as unfinished."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from workbench.core.declaration.names import name_problem
from workbench.core.declaration.op import Op
from workbench.core.storage.journal import UnfinishedText
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.fields.fields import TextField

__all__ = ["rename_entry", "unfinished_name"]

Names = Callable[[Op], Collection[str]]


def _key(prefix: str, name: str) -> str:
    return f"{prefix}.{name}#name"


def unfinished_name(binder: Binder, prefix: str, name: str) -> UnfinishedText | None:
    """What was typed as the name of an entry, and cannot be one."""
    document = binder.document
    return document.unfinished.get(_key(prefix, name)) if document is not None else None


def rename_entry(
    binder: Binder,
    field: TextField,
    new: str,
    *,
    prefix: str,
    noun: str,
    names: Names,
    first: Callable[[Op], str],
    change: Callable[[Op, str, str], Op],
) -> None:
    """Rename an entry as one undo step, however many keys are typed.

    Args:
        binder: the page's binder.
        field: where the name is typed.
        new: the name so far.
        prefix: the mapping's key path: ``types``, ``variants``.
        noun: what an entry is.
        names: the names that are taken.
        first: the entry's name before the typing began.
        change: gives the op with the old name changed into the new one.
    """
    document, project = binder.document, binder.project
    if document is None or document.op is None:
        return
    merge = f"{prefix}#{id(field)}.{field.session}"
    base = project.base_op(document, merge)
    old = first(base)
    if old not in names(base):
        return
    text, key = f"Rename {noun} {old}", _key(prefix, old)
    reason = "" if new == old else name_problem(new)
    if not reason and new != old and new in names(base):
        reason = "the name is taken already"
    if reason:
        # Back to the name before the typing, so that the unfinished text is that entry's.
        project.set_unfinished(document, key, UnfinishedText(new, reason), text, merge, back=True)
    else:
        renamed = partial(_renamed, change=change, old=old, new=new)
        project.edit(document, text, renamed, key=key, merge=merge)


def _renamed(op: Op, change: Callable[[Op, str, str], Op], old: str, new: str) -> Op:
    return change(op, old, new)
