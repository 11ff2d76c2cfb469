"""The card in which the side of ONNX Runtime is declared."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from workbench.core import edits
from workbench.core.keys import known
from workbench.core.op import Op
from workbench.core.ort_sides import SIDES
from workbench.core.ort_versions import NEWEST_ORT, OLDEST_ORT
from workbench.gui.forms.binder import Binder
from workbench.gui.forms.field_grid import FieldGrid
from workbench.gui.forms.fields import ChoiceField, Field, TextField
from workbench.gui.look.text import format_names, parse_int, parse_names
from workbench.gui.look.widgets import Card, muted

__all__ = ["OrtCard"]

_OLDEST = tuple(f"1.{minor}" for minor in range(OLDEST_ORT, NEWEST_ORT + 1))


class OrtCard(Card):
    """How the custom node may be run, each way with a word on what it means."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__(known("ort").title, known("ort").heading, parent)
        self._explained = muted("", self)
        grid = FieldGrid(binder, self)
        choices = [(n, f"{s.words.title}: {s.words.short}") for n, s in SIDES.items()]
        grid.add(
            0,
            0,
            "ort.implementation",
            ChoiceField(choices),
            span=3,
            apply=_set_implementation,
            prepare=_prepare_implementation,
        )
        grid.addWidget(self._explained, 1, 1, 1, 3)
        structs = TextField(parse_names, format_names)
        grid.add(2, 0, "ort.source", TextField(str.strip), hides=True)
        grid.add(2, 2, "ort.structs", structs, hides=True)
        grid.add(3, 0, "ort.module", TextField(str.strip), hides=True)
        grid.add(3, 2, "ort.function", TextField(str.strip), hides=True)
        grid.add(4, 0, "ort.oldest", ChoiceField(_OLDEST))
        grid.add(4, 2, "ort.since_version", TextField(parse_int, str))
        self.body.addLayout(grid)
        binder.line_in(self, "ort")

    def sync(self, op: Op) -> None:
        """Say what the implementation means."""
        self._explained.setText(op.ort.side.words.text)


def _set_implementation(op: Op, key: str, implementation: str) -> Op:
    return edits.set_implementation(op, implementation)


def _prepare_implementation(field: Field, op: Op, key: str) -> None:
    if isinstance(field, ChoiceField):
        reasons = {n: edits.implementation_problem(op.kernel, op.mapping, n) for n in SIDES}
        field.set_unavailable(reasons)
