"""The Graph page: the op's models as Netron draws them, what made each node, and what changed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.pipeline.node_origin import mapping_nodes
from workbench.gui.graph.comparison import Comparison
from workbench.gui.graph.divergence import Divergence
from workbench.gui.graph.graph_pane import GraphPane
from workbench.gui.graph.made_by import MadeBy
from workbench.gui.graph.node_times import NodeTimes
from workbench.gui.graph.sources import (
    EXPORTED,
    SAMPLE,
    Source,
    SourceMaker,
    exported_id,
    sources_of,
)
from workbench.gui.look.combo_box import ComboBox
from workbench.gui.look.layouts import vbox
from workbench.gui.ops.status import light
from workbench.gui.ops.take_away import TakeAway
from workbench.gui.pages.base import Page
from workbench.gui.services import Services

__all__ = ["GraphPage"]


class GraphPage(Page):
    """A pane with the model that is chosen; beside it what differs, and what made the chosen node."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self._sources: list[Source] = []
        self._shown: tuple[str, str, Path] | None = None
        self._origins: dict[str, int] = {}
        self._chosen: dict[Path, int] = {}
        self._wanted = ""
        self.pane = GraphPane(services, self)
        self._what = ComboBox(self)
        self._what.setObjectName("graphWhat")
        self._what.setAccessibleName("Which model is shown")
        self._what.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToContents)
        self._what.activated.connect(self._on_what)
        self._take_away = TakeAway(services, self)
        self.pane.bar.row.insertWidget(0, self._what)
        self.pane.bar.title.hide()  # the box says it
        self.pane.bar.row.insertStretch(1, 1)
        self.pane.bar.menu.addSeparator()
        for button in self._take_away.buttons:
            button.hide()
        for button in (self._take_away.save, self._take_away.show):
            self.pane.bar.menu.addAction(button.text()).triggered.connect(button.click)
        self.comparison = Comparison(services, self)
        self.pane.add_tab(self.comparison, "Changes", "Before and after: which nodes differ")
        self.comparison.wanted.connect(self._compare)
        self.comparison.chosen.connect(self.pane.choose)
        self.comparison.other_wanted.connect(self._on_swap)
        self.comparison.compared.connect(self._mark)
        self.divergence = Divergence(services, self)
        self.pane.add_tab(self.divergence, "Values", "First divergence: where the values part")
        self.divergence.chosen.connect(self.pane.choose)
        self.divergence.found.connect(self._mark)
        self.times = NodeTimes(services, self)
        self.pane.add_tab(self.times, "Times", "How long each node takes")
        self.times.chosen.connect(self.pane.choose)
        self.times.found.connect(self._mark)
        self.pane.side.currentChanged.connect(self._mark)
        self.made_by = MadeBy(self)
        self.made_by.linked.connect(self._on_link)
        self.made_by.hide()
        vbox(self.made_by, on=self.pane.details, margins=0)
        vbox(self.pane, on=self, margins=0)
        self._maker = SourceMaker(services, self)
        self._maker.made.connect(self._on_made)
        self._maker.failed.connect(self._on_not_made)
        self.pane.chosen.connect(self._on_chosen)
        self.pane.read.connect(self._on_read)
        # Several stages may end within one turn of the loop.
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.mark_stale)
        services.engine.state_changed.connect(self._on_state)
        services.web_allowed.connect(self.mark_stale)
        services.node_chosen.connect(self._on_node_chosen)

    @property
    def view(self) -> object:
        """Netron's widget; None before it was needed."""
        return self.pane.view

    # -- what is shown

    def look_for(self, what: str) -> bool:
        if what == "find":
            self.pane.search.setFocus()
        return what == "find"

    def refresh(self) -> None:
        document = self.document
        if document is None:
            return
        folder = document.folder
        state = self.services.engine.state(folder)
        op = document.op
        self._sources = sources_of(
            folder, op, state, self.services.engine.last_results.export_before
        )
        self._fill()
        self._take_away.show_op(document)
        custom = op.resolved().mapping.custom_nodes if op is not None else ()
        self.pane.served = frozenset(node.op for node in custom)
        self.pane.home = (self.services.project.folder or folder).resolve()
        source = self._source()
        case = source.case if source is not None else ""
        self.divergence.show_op(state, self._key(), case)
        self.times.show_op(state, self._key(), case)
        self.comparison.set_sources(self._sources, source.id if source is not None else "")
        self.pane.say(self._words(state.result("graph") if state is not None else None))
        if source is None:
            self._shown = None
            export = state.result("export") if state is not None else None
            failed = export is not None and export.status == "failed"
            self.pane.clear(*(_FAILED if failed else _NO_GRAPH))
            return
        self._show(source)

    def _fill(self) -> None:
        now = self._what.currentData()
        self._what.clear()
        for source in self._sources:
            self._what.addItem(source.title, source.id)
        self._what.setCurrentIndex(max(self._what.findData(now), 0) if self._sources else -1)
        self._what.setVisible(len(self._sources) > 0)
        self._what.setEnabled(len(self._sources) > 1)

    def _source(self) -> Source | None:
        return self._by_id(str(self._what.currentData() or ""))

    def _by_id(self, name: str) -> Source | None:
        return next((s for s in self._sources if s.id == name), None)

    def _key(self) -> str:
        """Of the content that the op's models were made of."""
        folder = self.document.folder if self.document is not None else Path()
        state = self.services.engine.state(folder)
        export = state.result("export") if state is not None else None
        if state is None or export is None:
            return str(folder)
        # The job's number tells a new export at the same path from the one that is drawn.
        return f"{folder} {state.ended['export'][0]} {export.id}"

    def _show(self, source: Source) -> None:
        assert self.document is not None
        folder = self.document.folder
        model = self._maker.model(folder, source, self._key())
        if model is None:
            if self._maker.busy:
                self._shown = None
                self.pane.clear(f"{source.title} …", "The model is made.")
            return
        shown = (source.id, "" if source.id == SAMPLE else self._key(), model)
        if shown != self._shown:
            self._shown = shown
            title = f"{self.document.name}: {source.title}"
            self.pane.show_model(model, title, f"{folder} {source.id}")
        self._compare(self.comparison.with_id())

    def _words(self, graph: jobs.StageEnded | None) -> str:
        if graph is None or self.document is None:
            return ""
        old = light(self.document, self.services.engine, "graph") == "stale"
        return "Out of date: the declaration or the kernel has changed since." if old else ""

    def _on_state(self, folder: Path) -> None:
        if self.document is not None and folder == self.document.folder:
            self._later.start()

    def _on_what(self) -> None:
        self._shown = None
        self.refresh()

    def show_source(self, name: str) -> None:
        """Show another model of the op, by its source's id."""
        self._what.setCurrentIndex(max(self._what.findData(name), 0))
        self._on_what()

    def show_node(self, key: str, case: str = "") -> None:
        """Choose a node of the exported model, once that is read.

        Args:
            key: the node's.
            case: whose model it is, which may be one of its own; empty for the main inputs'.
        """
        self._wanted = key
        folder = self.document.folder if self.document is not None else Path()
        state = self.services.engine.state(folder)
        export = state.result("export") if state is not None else None
        result = export.result if export is not None else None
        exported = result if isinstance(result, jobs.ExportResult) else None
        self.show_source(exported_id(exported, case) if exported is not None else EXPORTED)

    def _on_made(self, name: str, _model: Path) -> None:
        source = self._source()
        if source is not None and source.id == name:
            self._show(source)
        elif name == self.comparison.with_id():
            self._compare(name)

    def _on_not_made(self, name: str, problem: Problem) -> None:
        source = self._source()
        if source is not None and source.id == name:
            self.pane.clear(f"{source.title}: not possible", problem.words)
        else:
            self.comparison.say_problem(problem)

    # -- before and after

    def _compare(self, name: str) -> None:
        other, drawn = self._by_id(name), self._source()
        if other is None or drawn is None or self.document is None or self._shown is None:
            return
        model = self._maker.model(self.document.folder, other, self._key())
        if model is None:
            self.comparison.say("The other model is made …")
        else:
            self.comparison.compare(self._shown[2], model, drawn.rank >= other.rank)

    def _on_swap(self, name: str) -> None:
        drawn = self._source()
        self.show_source(name)
        if drawn is not None:
            self.comparison.choose_with(drawn.id)

    def _mark(self) -> None:
        """Each of the tabs has colours of its own; the list of nodes has none."""
        shown = self.pane.side.currentWidget()
        tabs = (self.comparison, self.divergence, self.times)
        tab = next((tab for tab in tabs if tab is shown), None)
        self.pane.set_marks(tab.marks() if tab is not None else {})

    # -- nodes and forms

    def _op(self) -> Op | None:
        """The declaration that the model which is shown was exported of."""
        source = self._source()
        if source is not None and isinstance(source.of, Op):
            return source.of
        op = self.document.op if self.document is not None else None
        return op.resolved() if op is not None else None

    def _on_read(self, found: jobs.GraphViewResult) -> None:
        op = self._op()
        self._origins = mapping_nodes(op, found.nodes) if op is not None else {}
        self._show_chosen()
        wanted, self._wanted = self._wanted, ""
        if self.pane.node(wanted) is not None:
            self.pane.choose(wanted)

    def _on_chosen(self, key: str) -> None:
        self._tell_chosen(key)
        node, op = self.pane.node(key), self._op()
        if node is None or op is None or self.document is None:
            self.made_by.show_node(None, "")
            return
        missing = self.pane.lacking().get(key, "")
        index = self._origins.get(key)
        self.made_by.show_made(node, op, self.document.folder, index, missing)

    def _tell_chosen(self, key: str) -> None:
        """Tell the mapping which of its nodes made the chosen one."""
        if self.document is None:
            return
        folder, index = self.document.folder, self._origins.get(key)
        if index is None:
            # A choice that this model cannot show waits for one that can.
            if self._chosen.get(folder) in self._origins.values():
                del self._chosen[folder]
        elif self._chosen.get(folder) != index:
            self._chosen[folder] = index
            self.services.node_chosen.emit(folder, index)

    def _on_node_chosen(self, folder: Path, index: int) -> None:
        """A node of the mapping was chosen in its form."""
        # Kept before it is shown: what comes back as the pane's choice is not told again.
        self._chosen[folder] = index
        if self.document is not None and folder == self.document.folder:
            self._show_chosen()

    def _show_chosen(self) -> None:
        """Choose the node that the chosen node of the mapping made."""
        if self.document is None:
            return
        index = self._chosen.get(self.document.folder)
        if index is None or self._origins.get(self.pane.key()) == index:
            return
        key = next((k for k, i in self._origins.items() if i == index), "")
        if key:
            self.pane.choose(key)

    def _on_link(self, problem: Problem) -> None:
        if self.document is not None:
            self.services.problem_requested.emit(self.document.folder, problem)


_NO_GRAPH = (
    "No graph yet",
    "Run all (F5) builds the kernel and exports the model; its graph appears here.",
)
_FAILED = ("The export failed", "The problems below say why. Fix them and press F5.")
