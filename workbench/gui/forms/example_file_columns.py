"""The fields of an example that comes from a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from workbench.core import edits
from workbench.core.errors import UserError
from workbench.core.examples.array_file import entries
from workbench.core.files import is_inside
from workbench.core.op import Op
from workbench.gui.forms.example_rows import Folder, replace_row, row_of
from workbench.gui.forms.fields import ChoiceField, Field
from workbench.gui.forms.file_field import FileField
from workbench.gui.forms.record_table import Column

__all__ = ["file_columns"]


def _prepare_file(field: Field, op: Op, key: str) -> None:
    example, _ = row_of(op, key)
    if not example.file:
        field.set_applies(False)  # the field of the values takes one


def _prepare_entry(field: Field, op: Op, key: str, folder: Folder) -> None:
    example, _ = row_of(op, key)
    root = folder()
    if isinstance(field, ChoiceField) and example.file.endswith(".npz") and root is not None:
        try:
            names = entries(root / example.file) if is_inside(example.file) else ()
        except UserError:
            names = ()
        only = [("", names[0])] if len(names) == 1 else []
        field.set_choices(only or list(names))


def _set_file(op: Op, key: str, file: str) -> Op:
    """Typed; an empty path means no file."""
    example, _ = row_of(op, key)
    if not file:
        return replace_row(op, key, edits.set_generator(op, example, "normal"))
    entry = example.entry if file.endswith(".npz") else ""
    return replace_row(op, key, replace(example, file=file, entry=entry))


def _has_file(op: Op) -> bool:
    return any(e.file for e in op.model.inputs)


def _has_entry(op: Op) -> bool:
    return any(e.file.endswith(".npz") or e.entry for e in op.model.inputs)


def file_columns(folder: Folder, ask: Callable[[Field], None]) -> tuple[Column, Column]:
    """The file, and which of its arrays.

    Args:
        folder: the op's.
        ask: asks for a file, for the row of a field.
    """

    def file() -> FileField:
        field = FileField()
        field.wanted.connect(ask)
        return field

    return (
        Column("file", file, 96, 3, apply=_set_file, prepare=_prepare_file, shown=_has_file),
        Column(
            "entry",
            ChoiceField,
            72,
            prepare=partial(_prepare_entry, folder=folder),
            shown=_has_entry,
        ),
    )
