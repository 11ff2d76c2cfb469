"""Before and after: the nodes by which the graph that is drawn differs from another, to be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from workbench.core.errors import Problem
from workbench.core.jobs import GraphDiffJob, GraphDiffResult, NodeDifference
from workbench.gui.graph.rows import NodeRows, Row
from workbench.gui.graph.sources import BEFORE, Source
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.combo_box import ComboBox
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.restyle import restyle
from workbench.gui.look.widgets import flat_button, muted
from workbench.gui.services import Services

if TYPE_CHECKING:
    from workbench.gui.web.netron_view import Mark

__all__ = ["Comparison"]

_SIGNS = {"added": ("+", "ok"), "removed": ("−", "error"), "changed": ("~", "warning")}
_KINDS = {"added": "ok", "removed": "error", "changed": "warning"}


class Comparison(QWidget):
    """Chooses what the graph is compared with, and lists what came of it.

    Args:
        services: the engine.
        parent: the Qt parent.
    """

    wanted = Signal(str)
    """Compare with this source: its id; empty for none."""
    chosen = Signal(str)
    """A row was chosen whose node is drawn: its key."""
    other_wanted = Signal(str)
    """Draw the other graph: the id of its source."""
    compared = Signal()
    """There is something to mark, or no more."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sources: list[Source] = []
        self._found: GraphDiffResult | None = None
        self._chosen: str | None = None
        self._drawn_is_after = True
        self._asked: tuple[Path, Path] | None = None
        self._with = ComboBox(self)
        self._with.setObjectName("graphCompare")
        self._with.setSizeAdjustPolicy(
            ComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._with.setMinimumContentsLength(10)
        self._with.setAccessibleName("Compare with")
        self._with.activated.connect(self._on_with)
        self._swap = flat_button(icon("swap"), "Draw the other graph", self)
        self._swap.setObjectName("graphSwap")
        self._swap.clicked.connect(self._on_swap)
        self._verdict = muted("", self, "graphVerdict")
        self.rows = NodeRows("graphDifferences", "Nodes that differ", 2, self)
        self.rows.chosen.connect(self._on_row)
        self._request = HostRequest(services.engine, GraphDiffJob.host, self)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self.say_problem)
        head = hbox((self._with, 1), self._swap, spacing=8)
        top = vbox(head, self._verdict, margins=(12, 8, 8, 6), spacing=6)
        vbox(top, (self.rows, 1), on=self, margins=0, spacing=0)
        self.set_sources([], "")

    def set_sources(self, sources: Sequence[Source], drawn: str) -> None:
        """Offer the models that there are.

        Args:
            sources: of the op.
            drawn: the id of the one that is drawn.
        """
        self._sources = [s for s in sources if s.id != drawn]
        self._with.clear()
        self._with.addItem("Compare with …", "")
        for source in self._sources:
            self._with.addItem(source.title, source.id)
        # Until somebody chooses, it is what the last export changed.
        wanted = BEFORE if self._chosen is None else self._chosen
        self._with.setCurrentIndex(max(self._with.findData(wanted), 0))
        self._swap.setEnabled(bool(self.with_id()))
        if not self.with_id():
            self._clear(_ABOUT if self._sources else _NOTHING)

    def with_id(self) -> str:
        """What it is compared with: a source's id, empty for nothing."""
        return str(self._with.currentData() or "")

    def source(self) -> Source | None:
        """The same."""
        return next((s for s in self._sources if s.id == self.with_id()), None)

    def choose_with(self, name: str) -> None:
        """Compare with another source, by its id."""
        self._with.setCurrentIndex(max(self._with.findData(name), 0))
        self._on_with()

    def say(self, text: str) -> None:
        """Say what is being done, or what went wrong, in the place of a result."""
        self._clear(text)

    def say_problem(self, problem: Problem) -> None:
        """The same of a problem."""
        self._clear(problem.words, problem.severity)

    def compare(self, drawn: Path, other: Path, drawn_is_after: bool) -> None:
        """Compare the model that is drawn with another."""
        asked = (other, drawn) if drawn_is_after else (drawn, other)
        if asked == self._asked and (self._found is not None or self._request.busy):
            return
        self._clear("Comparing …")
        self._asked, self._drawn_is_after = asked, drawn_is_after
        self._request.ask(GraphDiffJob(0, str(asked[0]), str(asked[1])))

    def marks(self) -> dict[str, Mark]:
        """How the nodes of the drawing are marked."""
        if self._found is None:
            return {}
        return {
            key: {"kind": _KINDS[d.kind]}
            for d in self._found.differences
            if (key := self._key(d)) and not d.node.where
        }

    def _clear(self, text: str, severity: str = "") -> None:
        restyle(self._verdict, "severity", severity)
        self._request.cancel()
        self._found, self._asked = None, None
        self._verdict.setText(text)
        self.rows.set_rows([])
        self.compared.emit()

    def _key(self, difference: NodeDifference) -> str:
        """Of the node in the graph that is drawn; empty where that lacks it."""
        node = difference.after if self._drawn_is_after else difference.before
        return node.key if node is not None else ""

    def _on_answer(self, found: GraphDiffResult) -> None:
        self._found = found
        notes = "".join(f" {note[:1].upper()}{note[1:]}." for note in found.notes)
        restyle(self._verdict, "severity", "error" if found.refused else "")
        self._verdict.setText(f"{found.verdict[:1].upper()}{found.verdict[1:]}.{notes}")
        rows = [Row("", line, "the model", "~", "warning", line) for line in found.model]
        rows += [self._row(d) for d in found.differences]
        if found.left_out:
            rows.append(Row("", f"… and {found.left_out:,} more"))
        self.rows.set_rows(rows)
        self.compared.emit()

    def _row(self, difference: NodeDifference) -> Row:
        sign, role = _SIGNS[difference.kind]
        detail = "; ".join(difference.changes) or difference.kind
        key = self._key(difference)
        if not key:
            detail = f"{difference.kind}; in the other graph"
        tip = "\n".join([difference.node.title, *difference.changes])
        return Row(key, difference.node.title, detail, sign, role, tip)

    def _on_row(self, key: str) -> None:
        if key:
            self.chosen.emit(key)

    def _on_with(self) -> None:
        self._chosen = self.with_id()
        self._swap.setEnabled(bool(self.with_id()))
        if not self.with_id():
            self._clear(_ABOUT)
        self.wanted.emit(self.with_id())

    def _on_swap(self) -> None:
        self.other_wanted.emit(self.with_id())


_ABOUT = "Which nodes were added, removed or changed. Names do not count."
_NOTHING = "There is nothing to compare with before the op was exported."
