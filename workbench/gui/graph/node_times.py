"""Where a run's time goes: ONNX Runtime's profile of the exported model, as a list and as colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.core.errors import Problem, UserError
from workbench.core.jobs import GraphNode, NodeTime, ProfileJob, ProfileResult
from workbench.core.op_state import OpState
from workbench.core.timing import duration, profile_job
from workbench.gui.graph.rows import NodeRows, Row
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.layouts import vbox
from workbench.gui.look.theme import colors
from workbench.gui.look.widgets import muted
from workbench.gui.services import Services

if TYPE_CHECKING:
    from workbench.gui.web.netron_view import Mark

__all__ = ["NodeTimes"]

_ABOUT = (
    "Which node takes how long? The exported model is run with ONNX Runtime's own profile, with the "
    "session of the Run page."
)


class NodeTimes(QWidget):
    """A button that measures, and a row per node, the longest first.

    Args:
        services: the engine.
        parent: the Qt parent.
    """

    chosen = Signal(str)
    """A row was chosen: the key of its node."""
    measured = Signal()
    """There is something to colour, or no more."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state: OpState | None = None
        self._key = ""
        self._found: ProfileResult | None = None
        self.start = QPushButton("&Time the nodes", self)
        self.start.setObjectName("graphTimes")
        self.start.clicked.connect(self._on_start)
        self._verdict = muted(_ABOUT, self, "graphTimed")
        self.rows = NodeRows("graphTimedNodes", "Nodes, the longest first", 2, self)
        self.rows.chosen.connect(self.chosen)
        self._request = HostRequest(services.engine, ProfileJob.host, self)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self._on_failed)
        top = vbox(self.start, self._verdict, margins=(12, 8, 8, 6), spacing=6)
        vbox(top, (self.rows, 1), on=self, margins=0, spacing=0)

    def show_op(self, state: OpState | None, key: str) -> None:
        """Offer it, or say why not; what was measured of other content is dropped.

        Args:
            state: the op's.
            key: of its last export.
        """
        self._state = state
        if key != self._key:
            self._key = key
            self._clear(_ABOUT)
        why = ""
        try:
            if state is None:
                why = "It has not run: run it first (F5)."
            else:
                profile_job(state)
        except UserError as error:
            why = error.problem.words
        self.start.setEnabled(not why)
        self.start.setToolTip(why)

    def _clear(self, text: str) -> None:
        self._found = None
        self._verdict.setText(text)
        self.rows.set_rows([])
        self.measured.emit()

    def _on_start(self) -> None:
        if self._state is not None:
            self._clear("Running the model with ONNX Runtime's profile …")
            self._request.ask(profile_job(self._state))

    def _on_failed(self, problem: Problem) -> None:
        self._clear(problem.words)

    def _on_answer(self, found: ProfileResult) -> None:
        self._found = found
        self._verdict.setText(f"{duration(found.total)} in nodes, the mean of {found.runs} runs.")
        gone = [_gone(node) for node in found.gone]
        self.rows.set_rows([*(_row(found, one) for one in found.nodes), *gone])
        self.measured.emit()

    def marks(self) -> dict[str, Mark]:
        """The colour of each node: the darker the longer."""
        if self._found is None:
            return {}
        longest = max((one.milliseconds for one in self._found.nodes), default=0.0)
        return {
            one.node.key: {"kind": "heat", "color": _color(one.milliseconds / longest)}
            for one in self._found.nodes
            if one.node.key and longest > 0
        }


def _row(found: ProfileResult, one: NodeTime) -> Row:
    words = f"{found.share(one):.1%}, {duration(one.milliseconds)}, {one.provider}"
    if one.calls > 1:
        words += f", {one.calls} calls"
    if not one.node.key:
        words += ", made by ONNX Runtime of others"
    return Row(one.node.key, one.node.title, words, "●", "accent", f"{one.node.title}\n{words}")


def _gone(node: GraphNode) -> Row:
    words = "computed before, or put into others"
    return Row(node.key, node.title, words, "–", "muted", f"{node.title}\n{words}")


def _color(part: float) -> str:
    """Of the longest time; white words are read on it."""
    low, high = colors(False)["node_standard"], colors(False)["error"]
    pairs = zip(_rgb(low), _rgb(high), strict=True)
    mixed = [round(a + (b - a) * part) for a, b in pairs]
    return f"#{mixed[0]:02x}{mixed[1]:02x}{mixed[2]:02x}"


def _rgb(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
