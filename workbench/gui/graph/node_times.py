"""Where a run's time goes: ONNX Runtime's profile of the exported model, as a list and as colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from workbench.core.errors import UserError
from workbench.core.jobs import GraphNode, NodeTime, ProfileJob, ProfileResult
from workbench.core.timing import duration, profile_job
from workbench.gui.graph.node_finding import NodeFinding, mixed
from workbench.gui.graph.rows import Row
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.theme import colors
from workbench.gui.services import Services

if TYPE_CHECKING:
    from workbench.gui.web.netron_view import Mark

__all__ = ["NodeTimes"]


class NodeTimes(NodeFinding):
    """A button that measures, and a row per node, the longest first.

    Args:
        services: the engine.
        parent: the Qt parent.
    """

    about = (
        "Which node takes how long? The exported model is run with ONNX Runtime's own profile, with the "
        "session of the Run page."
    )
    action = "&Time the nodes"
    names = ("graphTimes", "graphTimed", "graphTimedNodes")
    title = "Nodes, the longest first"

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: ProfileResult | None = None
        self._request = HostRequest(services.engine, ProfileJob.host, self)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self._on_failed)

    def _why_not(self) -> str:
        if self._state is None:
            return "It has not run: run it first (F5)."
        try:
            profile_job(self._state)
        except UserError as error:
            return error.problem.words
        return ""

    def _forget(self) -> None:
        self._found = None

    def _on_start(self) -> None:
        if self._state is not None:
            self._clear("Running the model with ONNX Runtime's profile …")
            self._request.ask(profile_job(self._state, self._case))

    def _on_answer(self, found: ProfileResult) -> None:
        self._found = found
        verdict = f"{duration(found.total)} in nodes, the mean of {found.runs} runs."
        gone = [_gone(node) for node in found.gone]
        self._show(verdict, [*(_row(found, one) for one in found.nodes), *gone])

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
    return mixed(_rgb(low), _rgb(high), part)


def _rgb(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
