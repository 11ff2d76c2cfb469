"""What is found of each node of a graph when it is asked for, as a list and as colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.core.errors import Problem
from workbench.core.pipeline.op_state import OpState
from workbench.gui.graph.rows import NodeRows, Row
from workbench.gui.look.layouts import vbox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.restyle import restyle
from workbench.gui.look.widgets import muted

if TYPE_CHECKING:
    from workbench.gui.web.netron_view import Mark

__all__ = ["NodeFinding", "mixed"]


class NodeFinding(QWidget):
    """A button that asks, the verdict, and a row per node or value.

    Attributes:
        about: what it is for, where nothing is found yet.
        action: the button's text.
        names: of the button, the verdict and the rows.
        title: of the rows, for those who do not see them.
    """

    about: ClassVar[str]
    action: ClassVar[str]
    names: ClassVar[tuple[str, str, str]]
    title: ClassVar[str]

    chosen = Signal(str)
    """A row was chosen: the key of its node."""
    found = Signal()
    """There is something to colour, or no more."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state: OpState | None = None
        self._key, self._case = "", ""
        button, verdict, rows = self.names
        self.start = QPushButton(self.action, self)
        self.start.setObjectName(button)
        self.start.clicked.connect(self._on_start)
        self._verdict = muted(self.about, self, verdict)
        self.rows = NodeRows(rows, self.title, 2, self)
        self.rows.chosen.connect(self.chosen)
        top = vbox(self.start, self._verdict, margins=(12, 8, 8, 6), spacing=6)
        vbox(top, (self.rows, 1), on=self, margins=0, spacing=0)

    def show_op(self, state: OpState | None, key: str, case: str = "") -> None:
        """Offer it, or say why not; what was found of other content is dropped.

        Args:
            state: the op's.
            key: of its last export.
            case: whose model is drawn, where it is one of its own; empty for the main inputs'.
        """
        self._state = state
        if (key, case) != (self._key, self._case):
            self._key, self._case = key, case
            self._clear(self.about)
        why = self._why_not()
        self.start.setEnabled(not why)
        self.start.setToolTip(plain_tip(why))

    def marks(self) -> dict[str, Mark]:
        """The colour of each node; none where nothing is found."""
        raise NotImplementedError

    def _why_not(self) -> str:
        """Why it cannot be asked for now; empty if it can."""
        raise NotImplementedError

    def _on_start(self) -> None:
        raise NotImplementedError

    def _forget(self) -> None:
        """What was found is of other content."""
        raise NotImplementedError

    def _clear(self, text: str, severity: str = "") -> None:
        restyle(self._verdict, "severity", severity)
        self._forget()
        self._show(text, ())

    def _show(self, text: str, rows: Sequence[Row]) -> None:
        self._verdict.setText(text)
        self.rows.set_rows(list(rows))
        self.found.emit()

    def _on_failed(self, problem: Problem) -> None:
        self._clear(problem.words, problem.severity)


def mixed(low: Sequence[int], high: Sequence[int], part: float) -> str:
    """A colour between two, as ``#rrggbb``.

    Args:
        low, high: red, green and blue, 0 to 255.
        part: 0 for the first, 1 for the second.
    """
    found = [round(a + (b - a) * part) for a, b in zip(low, high, strict=True)]
    return f"#{found[0]:02x}{found[1]:02x}{found[2]:02x}"
