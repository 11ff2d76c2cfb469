"""The card in which the kernel is declared: its style, its files, and how they are compiled."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from workbench.core import edits
from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.op_toml.keys import known
from workbench.core.styles import registrations, values
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.cards.field_grid import FieldGrid
from workbench.gui.forms.fields.fields import ChoiceField, Field, TextField
from workbench.gui.forms.fields.lines_field import LinesField
from workbench.gui.look.fold import Fold
from workbench.gui.look.widgets import Card, muted

__all__ = ["KernelCard"]

_MORE = ("sources", "include", "compile_flags", "link_flags", "cuda_architectures")


class KernelCard(Card):
    """What applies to the style is shown; what is rarely needed is folded."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__(known("kernel").title, known("kernel").heading, parent)
        self._explained = muted("", self)
        grid = FieldGrid(binder, self)
        styles = [(s.style, f"{s.words.title}: {s.words.short}") for s in values()]
        grid.add(0, 0, "kernel.style", ChoiceField(styles), apply=_set_style)
        grid.addWidget(self._explained, 1, 1, 1, 3)
        registered = [
            (s.registration, f"{s.registered.title} ({s.registered.short})")
            for s in registrations()
        ]
        grid.add(
            0,
            2,
            "kernel.registration",
            ChoiceField(registered),
            apply=_set_registration,
            prepare=_prepare_registration,
        )
        grid.add(2, 0, "kernel.source", TextField(str.strip), prepare=_prepare_source, hides=True)
        grid.add(2, 2, "kernel.function", TextField(str.strip), prepare=_prepare_function)
        grid.add(3, 0, "kernel.cuda", TextField(str.strip), hides=True)
        grid.add(4, 0, "kernel.package", TextField(str.strip), hides=True)
        self.body.addLayout(grid)
        binder.line_in(self, "kernel")
        self._more = Fold("kernel.more", "More files and flags", self)
        more = FieldGrid(binder, self._more.content)
        for i, name in enumerate(_MORE):
            more.add(i // 2, 2 * (i % 2), f"kernel.{name}", LinesField())
        self._more.body.addLayout(more)
        self.body.addWidget(self._more)

    def sync(self, op: Op) -> None:
        """Say what the style means, and unfold what has a content."""
        self._explained.setText(op.kernel.kind.words.text)
        filled = [name for name in _MORE if getattr(op.kernel, name)]
        self._more.setVisible(op.compiles or bool(filled))
        self._more.offer(bool(filled))

    def forget(self) -> None:
        """Another op."""
        self._more.forget()


def _set_style(op: Op, key: str, style: str) -> Op:
    return edits.set_style(op, style)


def _set_registration(op: Op, key: str, registration: str) -> Op:
    return edits.set_registration(op, registration)


def _prepare_registration(field: Field, op: Op, key: str) -> None:
    chosen = next(s for s in registrations() if s.registration == op.kernel.registration)
    field.set_tip(chosen.registered.text)


def _prepare_source(field: Field, op: Op, key: str) -> None:
    field.set_tip(op.kernel.kind.file_tip)
    field.set_placeholder(op.kernel.kind.file)


def _prepare_function(field: Field, op: Op, key: str) -> None:
    kind = op.kernel.kind
    field.set_applies(bool(kind.file or op.kernel.function))
    field.set_tip(kind.function_tip)
    if field.caption is not None:
        field.caption.setText(kind.function_label)
    field.set_placeholder(signature.kernel_function(op))
