"""A model's graph: one toolbar, the drawing, and beside it lists whose rows choose a node in it.

The ONNX Runtime host reads the model, in a child: whatever the file is, the window goes on, and its
weights never come here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QWidget,
)

from workbench import paths
from workbench.core.errors import Problem, sentence
from workbench.core.files.leftovers import scratch_folder
from workbench.core.jobs import GraphNode, GraphViewJob, GraphViewResult
from workbench.gui.graph.graph_bar import GraphBar
from workbench.gui.graph.part_bar import PartBar
from workbench.gui.graph.rows import NodeRows, Row
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.restyle import restyle
from workbench.gui.look.theme import is_dark
from workbench.gui.look.widgets import (
    EmptyState,
    muted,
    search_field,
)
from workbench.gui.services import Services
from workbench.gui.settings import Settings

if TYPE_CHECKING:
    from workbench.gui.web.netron_view import Mark, NetronView

__all__ = ["GraphPane"]

_SPLIT, _SIDE = "graph/split", "graph/side"
_SIDE_WIDTH = 300


class GraphPane(QWidget):
    """Shows one model file.

    Args:
        services: the engine, the theme and the web views' context.
        parent: the Qt parent.

    Attributes:
        side: the tabs beside the drawing; the nodes are the first.
        details: room below the lists for what is known of the chosen node.
        bar: the toolbar.
    """

    chosen = Signal(str)
    """A node was chosen, in the drawing or in a list: its key; empty for none."""
    read = Signal(object)
    """A model was read: its ``GraphViewResult``."""
    failed = Signal(object)
    """It could not be read: the ``Problem``."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._settings = Settings()
        self.view: NetronView | None = None
        self._model: Path | None = None
        self._title = self._subject = ""
        self._whole = self._old = False
        self._around = ""
        self._drawn: set[str] = set()
        self._found: GraphViewResult | None = None
        self._keys: dict[str, GraphNode] = {}
        self._marks: dict[str, Mark] = {}
        self._key = ""
        self.served: frozenset[str] = frozenset()
        """The operators that an op library serves: their nodes are not lacking."""
        self._kept = contextlib.ExitStack()
        self._work: Path | None = None
        self.home = Path.home()
        """The folder that pictures are saved to, unless the user says another."""
        self._request = HostRequest(services.engine, GraphViewJob.host, self)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self._on_failed)
        self.destroyed.connect(self._kept.close)
        self._make()
        services.web_allowed.connect(self._draw)
        services.theme.changed.connect(self._on_theme)
        services.engine.closing.connect(self._kept.close)

    # -- layout

    def _make(self) -> None:
        self.bar = GraphBar(self)
        self.bar.side_wanted.connect(self._on_side)
        self.notice = muted("", self, "graphNotice")
        self.notice.setContentsMargins(16, 0, 16, 6)
        self.notice.hide()
        self.part = PartBar(self)
        self.part.changed.connect(self._on_part)
        self.part.hide()
        line = QFrame(self)
        line.setProperty("line", True)
        self._stack = QStackedWidget(self)
        self.empty = EmptyState("graphEmpty", self)
        self._stack.addWidget(self.empty)
        self.search = search_field("graphFind", "Find nodes", "Find nodes", self)
        self.rows = NodeRows("graphNodes", "Nodes", 1, self)
        self.rows.chosen.connect(self.choose)
        self.search.textChanged.connect(self.rows.set_filter)
        nodes = QWidget(self)
        find = hbox(self.search, margins=(8, 8, 8, 4))
        vbox(find, (self.rows, 1), on=nodes, margins=0, spacing=0)
        self.side = QTabWidget(self)
        self.side.setObjectName("graphSideTabs")
        self.side.setDocumentMode(True)
        self.side.setUsesScrollButtons(False)  # all of them are to be seen
        self.side.addTab(nodes, "Nodes")
        self.details = QWidget(self)
        edge = QFrame(self)
        edge.setProperty("line", True)
        beside = QWidget(self)
        vbox((self.side, 1), edge, self.details, on=beside, margins=0, spacing=0)
        self._beside = beside
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._split.addWidget(self._stack)
        self._split.addWidget(beside)
        self._split.setStretchFactor(0, 1)
        self._split.setCollapsible(0, False)
        self._split.setCollapsible(1, False)
        self._split.setSizes([700, _SIDE_WIDTH])
        saved: QByteArray = self._settings.bytes(_SPLIT)
        if not saved.isEmpty():
            self._split.restoreState(saved)
        self._split.splitterMoved.connect(self._on_split)
        self._show_side(self._settings.text(_SIDE, "shown") == "shown")
        vbox(
            self.bar, self.notice, self.part, line, (self._split, 1), on=self, margins=0, spacing=0
        )

    # -- what is shown

    def add_tab(self, widget: QWidget, title: str, tip: str) -> None:
        """Put a further list beside the drawing."""
        self.side.setTabToolTip(self.side.addTab(widget, title), plain_tip(tip))

    @property
    def found(self) -> GraphViewResult | None:
        """What the model holds; None while it is read, and where there is none."""
        return self._found

    def lacking(self) -> dict[str, str]:
        """Per node that nothing runs, why: its key → a sentence."""
        found = self._found.missing if self._found is not None else {}
        return {k: why for k, why in found.items() if self._op_of(k) not in self.served}

    def _op_of(self, key: str) -> str:
        node = self._keys.get(key)
        return node.op if node is not None else ""

    def node(self, key: str) -> GraphNode | None:
        """A node of the model that is shown."""
        return self._keys.get(key)

    def key(self) -> str:
        """Of the chosen node; empty for none."""
        return self._key

    def show_model(self, model: Path, title: str, subject: str) -> None:
        """Read a model and draw it.

        Args:
            model: its file.
            title: what it is called for people.
            subject: what it is of. Another file of the same subject keeps zoom, place and choice.
        """
        if subject != self._subject:
            self._whole, self._around, self._key = False, "", ""
            self._marks = {}
            self.part.reset()
        self._model, self._title = model, title
        self._old, self._subject = self._subject == subject and self._found is not None, subject
        self.bar.title.set_whole(title)
        self.bar.title.setToolTip(plain_tip(f"{title}\n{model}"))
        self._ask()

    def clear(self, title: str, text: str) -> None:
        """Show no model, but say why."""
        self._request.cancel()
        self._model = self._found = None
        self._subject = ""
        self._keys = {}
        self.rows.set_rows([])
        self.bar.counts.setText("")
        self.bar.title.set_whole("")
        self.part.hide()
        self.say("")
        if self.view is not None:
            self.view.clear()
        self.bar.enable(False)
        self.empty.say(title, text)
        self._stack.setCurrentWidget(self.empty)
        self._beside.hide()

    def say(self, text: str, severity: str = "") -> None:
        """A line below the toolbar, none where empty; ``severity`` as a ``Problem`` has it."""
        self.notice.setText(text)
        restyle(self.notice, "severity", severity)
        self.notice.setVisible(bool(text))

    def set_marks(self, marks: Mapping[str, Mark]) -> None:
        """Mark nodes beside those that ONNX Runtime lacks: of a difference, or an error as colour."""
        self._marks = dict(marks)
        self._mark()

    def choose(self, key: str) -> None:
        """Choose a node, here and in the drawing; draw its neighbourhood where it is not drawn."""
        self._key = key
        self.rows.show_key(key)
        found = self._found
        if found is not None and found.around and key in self._keys and not self._is_drawn(key):
            self._around = key
            self._ask()
        if self.view is not None:
            self.view.select(key)
        self.chosen.emit(key)

    def reload(self) -> None:
        """Read the model again."""
        if self._model is not None:
            self._ask()

    def _is_drawn(self, key: str) -> bool:
        return key in self._drawn

    # -- reading

    def _ask(self) -> None:
        assert self._model is not None
        try:
            if self._work is None:
                scratch = paths.cache_dir() / "scratch"
                scratch.mkdir(parents=True, exist_ok=True)
                self._work = self._kept.enter_context(scratch_folder(scratch))
        except OSError as error:
            self._on_failed(Problem("disk", f"the cache cannot be written: {error.strerror}"))
            return
        self._request.ask(
            GraphViewJob(
                0, str(self._model), str(self._work), self._around, self.part.hops(), self._whole
            )
        )

    def _on_answer(self, found: GraphViewResult) -> None:
        old, self._found = self._found, found
        if old is not None and old.view != found.view:
            with contextlib.suppress(OSError):
                Path(old.view).unlink()
        self._keys = {node.key: node for node in found.nodes}
        self._drawn = _drawn_of(found)
        lacking = self.lacking()
        self.rows.set_rows([_row(node, lacking.get(node.key, "")) for node in found.nodes])
        many = "node" if found.total == 1 else "nodes"
        lacks = f", {len(lacking):,} without a kernel" if lacking else ""
        self.bar.counts.setText(f"{found.total:,} {many}{lacks}")
        self.bar.counts.setToolTip(plain_tip(f"opset {found.opset}, {_size(found.bytes)}"))
        self.say(" ".join(found.notes), "error" if found.refused else "warning")
        if self._key not in self._keys:
            self._key = found.around
        self.rows.show_key(self._key)
        self.bar.enable(True)
        self._show_side(self.bar.side_shown)
        self._draw()
        self.read.emit(found)
        self.chosen.emit(self._key)

    def _show_part(self, drawn: int, drawing: bool = False) -> None:
        found = self._found
        if found is not None:
            middle = self._keys.get(found.around)
            title = middle.title if middle is not None else ""
            self.part.show_part(title, drawn, len(found.nodes), self._whole, drawing)

    def _on_drawn(self) -> None:
        if self._found is not None:
            self._drawn = _drawn_of(self._found)
            self._show_part(self._found.drawn)

    def _on_not_drawn(self, _reason: str) -> None:
        self._drawn = set()
        self._show_part(0)

    def _on_failed(self, problem: Problem) -> None:
        title = self._title
        self.clear(
            "This model cannot be shown", " ".join((sentence(problem.message), problem.hint))
        )
        self.bar.title.set_whole(title)
        self.failed.emit(problem)

    # -- drawing

    def _draw(self) -> None:
        found = self._found
        if found is None:
            return
        view = self._netron()
        self._show_part(found.drawn if view is not None else 0, drawing=view is not None)
        if view is None:
            self.empty.say(*_NO_WEB)
            self._stack.setCurrentWidget(self.empty)
            return
        view.picture_home = self.home
        self._mark()
        view.select(self._key)
        view.show_model(found.view, self._title, keep=self._old)
        self._old = True
        self._stack.setCurrentWidget(view)

    def _mark(self) -> None:
        if self.view is not None and self._found is not None:
            missing: dict[str, Mark] = {key: {"kind": "error"} for key in self.lacking()}
            self.view.mark(missing | self._marks)

    def _netron(self) -> NetronView | None:
        services = self._services
        if self.view is None and services.use_web and services.web_is_allowed:
            from workbench.gui.web.netron_view import NetronView

            self.view = NetronView(services.web(), self)
            self.view.setObjectName("netron")
            self.view.set_dark(is_dark())
            self.view.chosen.connect(self._on_clicked)
            self.view.loaded.connect(self._on_drawn)
            self.view.failed.connect(self._on_not_drawn)
            self.bar.set_view(self.view)
            self._stack.addWidget(self.view)
        return self.view

    def _on_clicked(self, key: str) -> None:
        self._key = key
        self.rows.show_key(key)
        self.chosen.emit(key)

    # -- what is asked of the toolbar

    def _on_part(self, whole: bool) -> None:
        self._whole = whole
        self._around = self._key or self._around
        self._old = False
        self._ask()

    def _on_side(self, shown: bool) -> None:
        self._settings.set_text(_SIDE, "shown" if shown else "hidden")
        self._show_side(shown)

    def _show_side(self, shown: bool) -> None:
        self.bar.show_side(shown)
        self._beside.setVisible(shown and self._found is not None)  # of nothing there is no list

    def _on_split(self, _position: int, _index: int) -> None:
        self._settings.set_bytes(_SPLIT, self._split.saveState())

    def _on_theme(self, dark: bool) -> None:
        if self.view is not None:
            self.view.set_dark(dark)


def _drawn_of(found: GraphViewResult) -> set[str]:
    """The keys of the nodes that the picture has."""
    return set(found.shown) if found.around else {node.key for node in found.nodes}


def _row(node: GraphNode, missing: str) -> Row:
    name = node.name or node.key
    if missing:
        return Row(node.key, node.op, name, "✕", "error", f"{node.title}\n{sentence(missing)}")
    return Row(node.key, node.op, name, tip=node.title)


def _size(count: int) -> str:
    if count < 1 << 20:
        return f"{max(count / 1024, 0.1):.1f} KiB"
    return f"{count / (1 << 20):,.1f} MiB"


_NO_WEB = (
    "The graph cannot be drawn here",
    "Qt WebEngine is not available. The list of nodes says what the model holds.",
)
