"""First divergence: the values between the nodes, held against another source, as a list and as colour."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from workbench.core.declaration.op import Op
from workbench.core.jobs import (
    BuildResult,
    ComparedValue,
    DivergenceJob,
    DivergenceResult,
    ExportJob,
    ExportResult,
    Result,
)
from workbench.core.pipeline.parity import shared_kernel
from workbench.gui.graph.node_finding import NodeFinding, mixed
from workbench.gui.graph.rows import Row
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.services import Services

if TYPE_CHECKING:
    from workbench.gui.web.netron_view import Mark

__all__ = ["Divergence"]

_LOOKS = {
    "agrees": ("✓", "ok"),
    "differs": ("≠", "error"),
    "unverified": ("=", "unverified"),
    "not compared": ("–", "muted"),
}
_LEAST, _MOST = -7.0, -1.0
"""log10 of the relative differences between which the colour changes."""
_COLORS = ((35, 131, 74), (176, 106, 20), (200, 50, 60))
"""Of no difference, of one in the middle, and of the largest; white words are read on each."""


class Divergence(NodeFinding):
    """A button that compares, the verdict, and a row per value.

    Args:
        services: the engine.
        parent: the Qt parent.
    """

    about = (
        "At which node do the values part? ONNX Runtime's are held against PyTorch's where these are known "
        "(torch.export tells those between the nodes), else against ONNX's reference implementation."
    )
    action = "Compare the &values"
    names = ("graphDiverge", "graphDivergence", "graphValues")
    title = "Values between the nodes"

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: DivergenceResult | None = None
        self._torch = HostRequest(services.engine, ExportJob.host, self)
        self._torch.answered.connect(self._on_exported)
        self._torch.failed.connect(self._on_failed)
        self._ort = HostRequest(services.engine, DivergenceJob.host, self)
        self._ort.answered.connect(self._on_answer)
        self._ort.failed.connect(self._on_failed)

    def _why_not(self) -> str:
        state = self._state
        if state is None or state.op is None or self._exported() is None:
            return "It is not exported as it is now: run it first (F5)."
        return "" if state.op.is_compared else "Nothing here runs its model."

    def _exported(self) -> ExportResult | None:
        found = self._state.current_result("export") if self._state is not None else None
        return found if isinstance(found, ExportResult) else None

    def _forget(self) -> None:
        self._found = None

    def _on_start(self) -> None:
        state, exported = self._state, self._exported()
        if state is None or state.op is None or exported is None:
            return
        self._clear("Running the model with all its values …")
        if state.op.model.exported_by.dynamo:
            library = self._build().torch_library
            self._torch.ask(ExportJob(0, str(state.folder), state.op, library, between=True))
        else:
            self._compare(state.op, exported)

    def _build(self) -> BuildResult:
        found = self._state.current_result("build") if self._state is not None else None
        return found if isinstance(found, BuildResult) else BuildResult("")

    def _on_exported(self, _result: Result) -> None:
        exported = next(r for r in self._torch.results if isinstance(r, ExportResult))
        if self._state is not None and self._state.op is not None:
            self._compare(self._state.op, exported)

    def _compare(self, op: Op, exported: ExportResult) -> None:
        custom = tuple(node.op for node in op.mapping.custom_nodes)
        library = self._build().ort_library
        self._ort.ask(
            DivergenceJob(
                0, exported.case(self._case), library, custom, shared_kernel(op), op.tolerances
            )
        )

    def _on_answer(self, found: DivergenceResult) -> None:
        self._found = found
        verdict = f"{found.verdict[:1].upper()}{found.verdict[1:]}."
        self._show(verdict, [_row(value) for value in found.values])
        if found.first:
            self.rows.show_key(found.first)
            self.chosen.emit(found.first)

    def marks(self) -> dict[str, Mark]:
        """The colour of each node: from green, alike, to red; none where nothing was compared."""
        worst: dict[str, float] = {}
        for value in self._found.values if self._found is not None else ():
            if value.status in ("agrees", "differs"):
                error = value.max_rel_diff if value.max_rel_diff is not None else math.inf
                error = error if value.status == "differs" else min(error, 10**_LEAST)
                worst[value.node.key] = max(worst.get(value.node.key, 0.0), error)
        return {key: {"kind": "heat", "color": _color(error)} for key, error in worst.items()}


def _row(value: ComparedValue) -> Row:
    sign, role = _LOOKS[value.status]
    words = value.note or value.status
    if value.status in ("agrees", "differs"):
        worst = "not finite" if value.max_abs_diff is None else f"{value.max_abs_diff:.3g}"
        words = f"max abs {worst}, by {value.by}"
        if value.differing:
            words = f"{value.differing:,} of {value.elements:,} differ, {words}"
    title = f"{value.node.op} → {value.name}"
    return Row(
        value.node.key, title, words, sign, role, f"{value.node.title}\n{words}\n{value.note}"
    )


def _color(error: float) -> str:
    """Of a relative difference."""
    power = math.log10(error) if error > 0 else _LEAST
    at = 2 * (min(max(power, _LEAST), _MOST) - _LEAST) / (_MOST - _LEAST)
    low, high = (_COLORS[0], _COLORS[1]) if at <= 1 else (_COLORS[1], _COLORS[2])
    part = at if at <= 1 else at - 1
    return mixed(low, high, part)
