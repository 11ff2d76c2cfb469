"""The Run page: does ONNX Runtime give what PyTorch gives, and where not."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.jobs import (
    DebugJob,
    Element,
    ExportResult,
    OutputParity,
    debug_place,
    debug_runtimes,
)
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.parity import RUNTIME, UNVERIFIED, light_of, rows_of
from workbench.core.storage.history import when
from workbench.gui.document.op_document import OpDocument
from workbench.gui.elements.card import ElementsCard
from workbench.gui.elements.parity_table import MOST_AT_ONCE, ParityTable, foremost
from workbench.gui.forms.cards.session_card import SessionCard
from workbench.gui.forms.cards.tolerance_card import ToleranceCard
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.widgets import Card, CopyLine
from workbench.gui.ops.applier import Applier
from workbench.gui.ops.arguments_card import ArgumentsCard
from workbench.gui.ops.banner import Banner
from workbench.gui.ops.case_keeper import CaseKeeper
from workbench.gui.ops.cases_card import CasesCard
from workbench.gui.ops.deliverer import Deliverer
from workbench.gui.ops.history_card import HistoryCard
from workbench.gui.ops.inputs_card import InputsCard
from workbench.gui.ops.runtimes_card import RuntimesCard
from workbench.gui.ops.sizes_card import SizesCard
from workbench.gui.ops.status import lights, status_of
from workbench.gui.ops.take_away import TakeAway
from workbench.gui.pages.base import FormPage
from workbench.gui.pages.debugger_card import DebuggerCard
from workbench.gui.problems.op_notes import placed
from workbench.gui.services import Services
from workbench.gui.timing.card import TimeCard

__all__ = ["RunPage"]

_FILES = {
    "model": "Model",
    "torch_library": "PyTorch library",
    "ort_library": "ONNX Runtime library",
}
_DEBUG = (
    "Stop at the statement of the kernel that wrote the element: the worst one, or the one that is chosen "
    "below (gdb)"
)
_MIDDLE = Qt.TextElideMode.ElideMiddle
_BESIDE = 16
"""Pixels between the debugger and the edge of what is seen."""
_ALIKE = "=: alike, which proves nothing"
_AGED = "before the last changes"
_NO_KERNEL = "There is no C++ kernel of the op's own to debug"


class RunPage(FormPage):
    """A banner with the op's status, the comparisons, and one of them element by element."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self._filled: tuple[OutputParity, ...] | None = None
        self._aged = False
        self._whole = False
        self.banner = Banner(self)
        self.banner.line.location_chosen.connect(self._on_location)
        self.banner.step_chosen.connect(self.take_step)
        self.banner.report_chosen.connect(self._on_report)
        self._keeper = CaseKeeper(services, self)
        self.banner.add_button(self._keeper.button)
        self._begins = QPushButton("Show in graph", self)
        self._begins.setObjectName("showInGraph")
        self._begins.setToolTip("Show the node in which it begins on the Graph page")
        self._begins.clicked.connect(self._on_begins)
        self.banner.add_button(self._begins)
        self.sections.addWidget(self.banner)
        self.debugger = DebuggerCard(self)
        self.debugger.location_chosen.connect(self._on_location)
        self.debugger.printed.connect(services.engine.log)
        self.debugger.grown.connect(self._on_grown)
        services.engine.closing.connect(self.debugger.close_session)
        self.sections.addWidget(self.debugger)  # its code is wide, and what is below has many rows
        self.add_columns(self._made_left(), self._made_right())
        self.sections.addStretch(1)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.mark_stale)
        services.engine.state_changed.connect(self._on_state)
        services.project.dirty_changed.connect(self._later.start)
        services.theme.changed.connect(self._on_theme)

    def _made_left(self) -> list[QWidget]:
        """What was compared, and where it differs."""
        services = self.services
        self._parity = ParityTable(self)
        self._parity.chosen.connect(self._on_output)
        self.outputs = self._parity.view
        self._outputs_card = Card("Outputs", "")
        self._outputs_card.body.addWidget(self.outputs)
        self._all_button = QPushButton("", self._outputs_card)
        self._all_button.setObjectName("outputsAll")
        self._all_button.clicked.connect(self._on_all)
        self._outputs_card.header.addWidget(self._all_button)
        self.elements = ElementsCard(services, self)
        self.elements.debug_requested.connect(self._on_debug)
        self.elements.menu_requested.connect(self._on_menu)
        self.tolerance = ToleranceCard(self.binder)
        self.sizes = SizesCard(services, self)
        self.arguments = ArgumentsCard(services, self)
        self.cases = CasesCard(services, self)
        shown = [self._outputs_card, self.elements, self.tolerance]
        return [*shown, self.sizes, self.arguments, self.cases]

    def _made_right(self) -> list[QWidget]:
        """How long it takes, with what, how it was before, and where it goes."""
        services = self.services
        self.time = TimeCard(services, self)
        self.inputs = InputsCard(services, self)
        self.time.shown.connect(self._fold_inputs)
        self.history = HistoryCard(services, self)
        self.session = SessionCard(self.binder)
        self._applier, self._deliverer = Applier(services, self), Deliverer(services, self)
        self._use_card = Card("Use it", "")
        self._use_card.subtitle.set_whole("In your model, or delivered")
        for offer in (self._applier, self._deliverer):
            self._use_card.header.addWidget(offer.button)
        self._elsewhere = RuntimesCard(services, self)
        self._elsewhere.changed.connect(self.mark_stale)
        self._files_card = Card("Files", "")
        self._files = {
            name: CopyLine(name, f"file.{key}", self._files_card, 150, _MIDDLE)
            for key, name in _FILES.items()
        }
        self._files_card.body.setSpacing(2)
        for line in self._files.values():
            self._files_card.body.addWidget(line)
        self._take_away = TakeAway(services, self)
        for button in self._take_away.buttons:
            self._files_card.header.addWidget(button)
        self._case_files: list[CopyLine] = []
        use = [self._use_card, self._elsewhere, self._files_card]
        return [self.time, self.inputs, self.history, self.session, *use]

    def set_document(self, document: OpDocument | None) -> None:
        if document is not self.document:
            self.debugger.close_session()
            self._whole = False
        super().set_document(document)

    def refresh(self) -> None:
        document = self.document
        if document is None:
            return
        if document.op is not None:
            self.session.setEnabled(not document.broken)
            self.tolerance.setEnabled(not document.broken)
            self.tolerance.sync(document.op)
            self.binder.refresh()
        engine = self.services.engine
        shown = status_of(document, engine)
        problems = tuple(placed(document, p) for p in shown.problems)
        shown = msgspec.structs.replace(shown, problems=problems)
        state = engine.state(document.folder)
        self._show_steps(document, state if shown.kind == "differs" else None)
        self.banner.show_status(shown, self._milliseconds())
        outputs = self._compared(state)
        aged = lights(document, engine)["compare"] == "stale"
        if outputs == self._filled and aged != self._aged:
            self._aged = aged
            self._show_rows()
        elif outputs != self._filled:
            self._filled, self._aged = outputs, aged
            self._outputs_card.setVisible(bool(outputs))
            self.elements.show_outputs(state, outputs)
            self._show_debug()
            self._show_rows()
        self._take_away.show_op(document)
        for offer in (self._applier, self._deliverer):
            offer.show_op(document)
        report = state.report() if state is not None else None
        for key, name in _FILES.items():
            path = getattr(report, key) if report is not None else None
            self._files[name].set_text(path or "")
            self._files[name].setVisible(bool(path))
        export = state.result("export") if state is not None else None
        self._show_case_files(export.result if export is not None else None)
        made = any(line.text() for line in self._files.values())
        self.history.show_op(document if made or self.history.is_broken else None)
        self._show_inputs()
        self.sizes.show_op(document)
        self.arguments.show_op(document if made else None)
        self.cases.show_op(document if made else None)
        for card in (self.time, self._use_card, self._elsewhere, self._files_card):
            card.setVisible(made)
        if made:
            self.time.show_op(document)
            self._elsewhere.show_op(document)
        self._fold_inputs()

    def _compared(self, state: OpState | None) -> tuple[OutputParity, ...]:
        """All that was compared: here, in further runtimes, and on other machines."""
        compare = state.result("compare") if state is not None else None
        result = compare.result if compare is not None else None
        outputs = result.outputs if isinstance(result, jobs.CompareResult) else ()
        return (*outputs, *(self._elsewhere.compared(state) if state is not None else ()))

    def _show_inputs(self) -> None:
        """Those of the comparison that is shown element by element."""
        compared = self.elements.compared if self._filled else None
        self.inputs.show_op(self.document, compared.case if compared is not None else "")

    # -- from results that differ

    def _show_steps(self, document: OpDocument, differs: OpState | None) -> None:
        """What one does next with results that differ stands beside the words that say where."""
        button, header = self.elements.debug_button, self.elements.header
        if differs is not None:
            self.banner.add_button(button)
        elif header.indexOf(button) < 0:
            header.addWidget(button)
        self._keeper.show_op(document, differs)
        self._begins.setVisible(_beginning(differs) is not None)

    def _on_begins(self) -> None:
        document = self.document
        if document is not None and (
            found := _beginning(self.services.engine.state(document.folder))
        ):
            self.services.graph_node_requested.emit(document.folder, found.first, found.case)

    # -- the debugger

    def _op(self) -> Op | None:
        """The op as it was run."""
        document = self.document
        state = self.services.engine.state(document.folder) if document is not None else None
        return state.op if state is not None else None

    def _show_debug(self) -> None:
        op = self._op()
        can = op is not None and bool(debug_runtimes(op))
        self.elements.debug_button.setEnabled(can)
        self.elements.debug_button.setToolTip(plain_tip(_DEBUG if can else _NO_KERNEL))

    def _on_debug(self, compared: OutputParity, index: tuple[int, ...]) -> None:
        self._debug(compared, index, self._usual_runtime(compared))

    def _usual_runtime(self, compared: OutputParity) -> str:
        """Where the actual value came from, if the debugger can stop there."""
        op = self._op()
        possible = debug_runtimes(op) if op is not None else ()
        wanted = "ort" if compared.actual_by == RUNTIME else "torch"
        return wanted if wanted in possible else "torch"

    def _on_menu(self, at: QPoint) -> None:
        op, compared, index = self._op(), self.elements.compared, self.elements.index
        if op is None or compared is None or index is None:
            return
        menu = QMenu(self)
        menu.setObjectName("elementMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for runtime in debug_runtimes(op):
            action = menu.addAction(f"Debug this element in {debug_place(op, runtime)}")
            action.triggered.connect(partial(self._debug, compared, index, runtime))
        if menu.isEmpty():
            menu.addAction(_NO_KERNEL).setEnabled(False)
        menu.popup(at)

    def _debug(self, compared: OutputParity, index: tuple[int, ...], runtime: str) -> None:
        document, op = self.document, self._op()
        if document is None or op is None:
            return
        state = self.services.engine.state(document.folder)
        export = state.result("export") if state is not None else None
        cases = export.result.cases if export and isinstance(export.result, ExportResult) else ()
        case = next((c for c in cases if c.name == compared.case), None)
        element = Element(compared.name, index)
        self.debugger.debug(DebugJob(1, str(document.folder), op, runtime, element, case))
        QTimer.singleShot(0, self, self._show_debugger)

    def _on_grown(self) -> None:
        QTimer.singleShot(0, self, self._show_debugger)

    def _show_debugger(self) -> None:
        room = self.area.viewport().height() - 2 * _BESIDE
        if self.debugger.height() > room:
            self.area.verticalScrollBar().setValue(self.debugger.y() - _BESIDE)
        else:
            self.area.ensureWidgetVisible(self.debugger, 0, _BESIDE)

    def _on_location(self, problem: Problem) -> None:
        if self.document is not None:
            self.services.problem_requested.emit(self.document.folder, problem)

    def _on_report(self) -> None:
        if self.document is not None:
            self.services.report_requested.emit(self.document.folder)

    def _show_case_files(self, export: jobs.Result | None) -> None:
        """The models of cases that the main one does not serve."""
        files: dict[str, jobs.ExportedCase] = {}
        if isinstance(export, jobs.ExportResult):
            for case in export.cases:
                if case.model != export.model:
                    files.setdefault(case.model, case)
        while len(self._case_files) > len(files):
            line = self._case_files.pop()
            self._files_card.body.removeWidget(line)
            line.deleteLater()
        while len(self._case_files) < len(files):
            name = f"file.case{len(self._case_files)}"
            line = CopyLine("", name, self._files_card, 150, _MIDDLE)
            self._case_files.append(line)
            self._files_card.body.addWidget(line)
        for line, case in zip(self._case_files, files.values(), strict=True):
            line.set_label(f"Model of the case {case.name}")
            line.set_text(case.model)
        lines = [*self._files.values(), *self._case_files]
        widest = max(line.label_hint() for line in lines)
        for line in lines:
            line.set_label_width(max(150, widest))

    def _milliseconds(self) -> str:
        document = self.document
        state = self.services.engine.state(document.folder) if document is not None else None
        run = state.result("run") if state is not None else None
        if run is None or not isinstance(run.result, jobs.RunResult):
            return ""
        text = f"{run.result.milliseconds:.3g} ms per run"
        if state is not None and state.restored:
            text += f"\nrun on {when(state.restored)}"
        return text

    def _show_rows(self) -> None:
        """The comparisons, with the one that is shown element by element in front."""
        chosen, every = self.elements.compared, rows_of(self._filled or ())
        shown = every if self._whole else foremost(every, chosen)
        self._all_button.setText("Fewer rows" if self._whole else f"All {len(every)} rows")
        self._all_button.setVisible(len(every) > MOST_AT_ONCE)
        cases = len({row[0].case for row in every})
        told = [f"{cases} sets of inputs"] if cases > 1 else []
        if self._aged:
            told.append(_AGED)
        if any(light_of(one, row) == UNVERIFIED for row in every for one in row):
            told.append(_ALIKE)
        self._outputs_card.subtitle.set_whole(" · ".join(told))
        self._parity.fill(tuple(one for row in shown for one in row), chosen, self._aged)

    def _on_all(self) -> None:
        self._whole = not self._whole
        self._show_rows()

    def _on_output(self, compared: OutputParity) -> None:
        self.elements.choose(compared)
        self._parity.choose(compared)
        self._show_inputs()

    def _fold_inputs(self) -> None:
        self.inputs.make_room(0 if self.time.isHidden() else self.time.points)

    def _on_state(self, folder: Path) -> None:
        if self.document is not None and folder == self.document.folder:
            self._later.start()

    def _on_theme(self, _dark: bool) -> None:
        self.debugger.restyle()
        self.elements.restyle()
        self.sizes.restyle()
        self.arguments.restyle()
        self.cases.restyle()
        self.history.restyle()
        self.time.restyle()
        self._filled = None  # icons and colours are the theme's
        self.mark_stale()


def _beginning(state: OpState | None) -> jobs.DivergenceResult | None:
    """In which node results begin to differ; None where that is not known."""
    compare = state.result("compare") if state is not None else None
    result = compare.result if compare is not None else None
    found = result.begins if isinstance(result, jobs.CompareResult) else None
    return found if found is not None and found.first else None
