"""The fields of an example that comes from a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from workbench.core import edits
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.examples.headers import entries, usual_entry
from workbench.core.files.file_kinds import ARCHIVE, IMAGE, file_kind
from workbench.core.files.files import is_inside
from workbench.core.op_toml.keys import choices, known
from workbench.gui.forms.examples.example_rows import Folder, replace_row, row_of
from workbench.gui.forms.fields.fields import ChoiceField, Field
from workbench.gui.forms.fields.file_field import FileField
from workbench.gui.forms.tables.record_table import Column

__all__ = ["EntryField", "file_columns"]


def _prepare_file(field: Field, op: Op, key: str) -> None:
    example, _ = row_of(op, key)
    if not example.file:
        field.set_applies(False)  # the field of the values takes one


class EntryField(ChoiceField):
    """Chosen where it is one of a few names; typed where it may be several of them."""

    def set_typed(self, typed: bool, placeholder: str = "") -> None:
        """Whether it is typed, and what an empty text means then."""
        if typed != self.box.isEditable():
            self.box.setEditable(typed)
            if (line := self.box.lineEdit()) is not None:
                line.editingFinished.connect(self._on_typed)
        if (line := self.box.lineEdit()) is not None:
            line.setPlaceholderText(placeholder)

    def show_value(self, value: str, unfinished: str | None = None) -> None:
        line = self.box.lineEdit()
        if line is None:
            super().show_value(value, unfinished)
            return
        self._value = value
        if line.text() != value:
            line.setText(value)

    def _on_typed(self) -> None:
        line = self.box.lineEdit()
        if line is not None and line.text().strip() != self._value:
            self.edited.emit(self, line.text().strip())


def _prepare_entry(field: Field, op: Op, key: str, folder: Folder) -> None:
    example, _ = row_of(op, key)
    kind, root = file_kind(example.file), folder()
    if not isinstance(field, EntryField) or kind is None or not kind.entry or root is None:
        return
    names, usual = _names(root, example.file)
    if kind is ARCHIVE:
        field.set_typed(False)
        field.set_choices([("", names[0])] if len(names) == 1 else names)
    else:
        field.set_choices(names)
        field.set_typed(True, usual or f"all {kind.entry}")
        field.show_value(example.entry)


def _names(root: Path, file: str) -> tuple[list[str], str]:
    """What may be named, and what is taken where nothing is."""
    if not is_inside(file):
        return [], ""
    try:
        return list(entries(root / file)), usual_entry(root / file)
    except UserError:
        return [], ""  # reported as a problem of the file's field


def _set_file(op: Op, key: str, file: str) -> Op:
    """Typed; an empty path means no file."""
    example, _ = row_of(op, key)
    if not file:
        return replace_row(op, key, edits.set_generator(op, example, "normal"))
    kind = file_kind(file)
    entry = example.entry if kind is not None and kind.entry else ""
    return replace_row(op, key, replace(example, file=file, entry=entry))


def _has_file(op: Op) -> bool:
    return any(e.file for e in op.model.inputs)


def _has_entry(op: Op) -> bool:
    kinds = [file_kind(e.file) for e in op.model.inputs]
    return any(k is not None and k.entry for k in kinds) or any(e.entry for e in op.model.inputs)


def _has_image(op: Op) -> bool:
    return any(file_kind(e.file) is IMAGE for e in op.model.inputs)


def file_columns(folder: Folder, ask: Callable[[Field], None]) -> tuple[Column, ...]:
    """The file, which part of it, and how an image of it lies in the tensor.

    Args:
        folder: the op's.
        ask: asks for a file, for the row of a field.
    """

    def file() -> FileField:
        field = FileField()
        field.wanted.connect(ask)
        return field

    return (
        Column(
            *("file", file, 96, 6),
            apply=_set_file,
            prepare=_prepare_file,
            shown=_has_file,
            below=True,
        ),
        Column(
            "entry",
            EntryField,
            72,
            prepare=partial(_prepare_entry, folder=folder),
            shown=_has_entry,
            below=True,
        ),
        Column(
            "axes",
            partial(ChoiceField, choices(known("model.inputs[].axes"))),
            76,
            shown=_has_image,
            below=True,
        ),
    )
