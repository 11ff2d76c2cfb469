"""The card of the session: with what ONNX Runtime runs the op."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from workbench.core.declaration.session import OPTIMISATIONS
from workbench.core.op_toml.keys import known
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.cards.field_grid import FieldGrid
from workbench.gui.forms.fields.fields import ChoiceField, TextField
from workbench.gui.forms.fields.lines_field import LinesField
from workbench.gui.look.text import parse_int
from workbench.gui.look.widgets import Card

__all__ = ["SessionCard"]


class SessionCard(Card):
    """Providers, threads, optimisation and further op libraries."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__(known("session").title, known("session").heading, parent)
        grid = FieldGrid(binder, self)
        grid.add(0, 0, "session.threads", TextField(parse_int, str))
        grid.add(0, 2, "session.optimisation", ChoiceField(list(OPTIMISATIONS.items())))
        # A provider's name and a path are long.
        grid.add(1, 0, "session.providers", LinesField(), span=3)
        grid.add(2, 0, "session.libraries", LinesField(), span=3)
        self.body.addLayout(grid)
        binder.line_in(self, "session")
