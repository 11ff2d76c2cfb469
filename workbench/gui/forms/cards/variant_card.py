"""The card in which one of several mappings is chosen, and how it is written."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from workbench.core import edits
from workbench.core.declaration.op import Op, Variant
from workbench.core.mapping_kinds import MAPPING_KINDS
from workbench.core.op_toml.keys import known
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.cards.field_grid import FieldGrid
from workbench.gui.forms.fields.fields import ChoiceField, Field, TextField
from workbench.gui.forms.fields.set_bar import SetBar
from workbench.gui.forms.tables.rename import rename_entry, unfinished_name
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.widgets import Card, muted

__all__ = ["VariantCard"]

_MAIN = "Main mapping"
_TIP = "A variant is another way to map the op; one mapping at a time is in use."


class VariantCard(Card):
    """The main mapping and its variants; one is in use, and the page edits that one."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__(known("mapping").title, known("mapping").heading, parent)
        self._binder = binder
        self.bar = SetBar("variant", "In use", "variant", self)
        self.bar.chosen.connect(self.choose)
        self.bar.add.connect(self._add)
        self.bar.duplicate.connect(self._duplicate)
        self.bar.remove.connect(self._remove)
        self.bar.box.setToolTip(plain_tip(_TIP))
        self._hint = muted(_TIP, self)
        grid = FieldGrid(binder, self)
        grid.label(0, 0, "In use", self.bar, 3)
        grid.addWidget(self._hint, 1, 1, 1, 3)
        self._name = TextField(str.strip)
        grid.place(2, 0, "Name", "variant.name", self._name)
        self._name.edited.connect(self._rename)
        grid.add(
            2,
            2,
            "variant.opset",
            ChoiceField(),
            of="variants.*.opset",
            apply=_set_opset,
            prepare=_prepare_opset,
            read=partial(_read, name="opset"),
        )
        grid.add(
            3,
            0,
            "variant.doc",
            TextField(),
            of="variants.*.doc",
            span=3,
            apply=partial(_set, name="doc"),
            prepare=_prepare_doc,
            read=partial(_read, name="doc"),
        )
        grid.add(
            4,
            0,
            "mapping.kind",
            ChoiceField([(k.name, k.title) for k in MAPPING_KINDS.values() if k.title]),
            span=3,
            label="Written as",
            settles=("mapping.source",),
            undo="How the mapping is written",
            tip="Nodes are enough for most ops. Python can say everything else: loops, subgraphs, "
            "numbers of outputs that depend on the input",
            apply=_set_kind,
            read=_read_kind,
        )
        grid.add(5, 0, "mapping.fallback", TextField(str.strip), span=3)
        self.body.addLayout(grid)
        binder.line_in(self, "variant", "variants")

    def sync(self, op: Op) -> None:
        """Show the variants, and the one in use."""
        used = bool(op.variant) and op.variant in op.variants
        self.bar.show_sets([("", _MAIN), *((name, name) for name in op.variants)], op.variant)
        for i, variant in enumerate(op.variants.values(), 1):
            self.bar.box.setItemData(i, variant.doc, 3)
        self.bar.remove_button.setEnabled(bool(op.variant))
        self._hint.setVisible(not op.variants)
        self._name.set_applies(used)
        unfinished = unfinished_name(self._binder, "variants", op.variant)
        self._name.show_value(op.variant, unfinished.text if unfinished is not None else None)
        self._name.set_problem(
            "error" if unfinished is not None else "", unfinished.reason if unfinished else ""
        )

    # -- edits

    def _edit(self, text: str, change: Any) -> None:
        """Not through the lens: the variants themselves change, or which one is in use."""
        document = self._binder.document
        if document is not None:
            self._binder.project.edit(document, text, change)

    def choose(self, name: str) -> None:
        """Have another mapping in use; empty for the main one."""
        text = f"Use variant {name}" if name else "Use the main mapping"
        self._edit(text, lambda op: replace(op, variant=name))

    def _add(self) -> None:
        self._edit("Add variant", edits.add_variant)

    def _duplicate(self) -> None:
        self._edit("Copy variant", edits.duplicate_variant)

    def _remove(self) -> None:
        document = self._binder.document
        op = document.op if document is not None else None
        if op is not None and op.variant:
            name = op.variant
            self._edit(f"Remove variant {name}", lambda op: edits.remove_variant(op, name))

    def _rename(self, _field: Field, new: str) -> None:
        rename_entry(
            self._binder,
            self._name,
            new,
            prefix="variants",
            noun="variant",
            names=_names,
            first=_used,
            change=edits.rename_variant,
        )


def _names(op: Op) -> list[str]:
    return list(op.variants)


def _used(op: Op) -> str:
    return op.variant


def _chosen(op: Op) -> Variant | None:
    return op.variants.get(op.variant)


def _read(op: Op, key: str, name: str) -> Any:
    return getattr(_chosen(op) or Variant(), name)


def _set(op: Op, key: str, value: Any, name: str) -> Op:
    variant = _chosen(op)
    if variant is None:
        return op
    return replace(op, variants={**op.variants, op.variant: replace(variant, **{name: value})})


def _set_opset(op: Op, key: str, opset: Any) -> Op:
    return _set(op, key, int(opset), "opset")


def _prepare_opset(field: Field, op: Op, key: str) -> None:
    field.set_applies(_chosen(op) is not None)
    if isinstance(field, ChoiceField):
        as_model = (0, f"{op.model.opset} (the model's)")
        opsets = [(number, str(number)) for number in op.model.exported_by.opsets]
        field.set_choices([as_model, *opsets])  # type: ignore[list-item]


def _prepare_doc(field: Field, op: Op, key: str) -> None:
    field.set_applies(_chosen(op) is not None)


def _read_kind(op: Op, key: str) -> str:
    return op.mapping_kind.choice


def _set_kind(op: Op, key: str, kind: str) -> Op:
    return edits.set_mapping_kind(op, kind)
