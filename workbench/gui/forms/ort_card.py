"""The card in which the side of ONNX Runtime is declared."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from workbench.core import edits
from workbench.core.op import Op, Ort
from workbench.core.ort_sides import SIDES
from workbench.core.ort_versions import NEWEST_ORT, OLDEST_ORT
from workbench.gui.forms.binder import Binder
from workbench.gui.forms.field_grid import FieldGrid
from workbench.gui.forms.fields import ChoiceField, Field, TextField
from workbench.gui.look.problem_line import ProblemLine
from workbench.gui.look.text import format_names, parse_int, parse_names
from workbench.gui.look.widgets import Card, muted

__all__ = ["OrtCard"]

_OLDEST = tuple(f"1.{minor}" for minor in range(OLDEST_ORT, NEWEST_ORT + 1))


class OrtCard(Card):
    """How the custom node may be run, each way with a word on what it means."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__("ONNX Runtime", "How the custom node is run", parent)
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
        structs = TextField(parse_names, format_names, separator=",")
        grid.add(2, 0, "ort.source", TextField(str.strip), prepare=_prepare_own)
        grid.add(2, 2, "ort.structs", structs, prepare=_prepare_own)
        grid.add(3, 0, "ort.oldest", ChoiceField(_OLDEST), prepare=_prepare_oldest)
        since = TextField(parse_int, str)
        grid.add(3, 2, "ort.since_version", since, prepare=_prepare_since)
        self.body.addLayout(grid)
        line = ProblemLine(self)
        self.body.addWidget(line)
        binder.add_line("ort", line)

    def sync(self, op: Op) -> None:
        """Say what the implementation means."""
        self._explained.setText(op.ort.side.words.text)


def _set_implementation(op: Op, key: str, implementation: str) -> Op:
    return edits.set_implementation(op, implementation)


def _prepare_implementation(field: Field, op: Op, key: str) -> None:
    if isinstance(field, ChoiceField):
        reasons = {n: edits.implementation_problem(op.kernel, op.mapping, n) for n in SIDES}
        field.set_unavailable(reasons)


def _prepare_own(field: Field, op: Op, key: str) -> None:
    ort = op.ort
    filled = ort.source if key == "ort.source" else ort.structs
    field.set_applies(ort.side.has_source or bool(filled))


def _prepare_oldest(field: Field, op: Op, key: str) -> None:
    no_library = not op.ort.side.makes_library and op.ort.oldest == Ort().oldest
    field.set_unusable("No op library is made." if no_library else "")


def _prepare_since(field: Field, op: Op, key: str) -> None:
    unused = not op.ort.side.takes_custom and op.ort.since_version == Ort().since_version
    field.set_unusable("There is no custom node." if unused else "")
