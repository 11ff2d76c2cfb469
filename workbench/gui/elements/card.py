"""The card of one comparison: where it differs, by how much, and which elements are worst."""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path

import msgspec
from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from workbench import paths
from workbench.core.errors import Problem, UserError
from workbench.core.files.leftovers import scratch_folder
from workbench.core.jobs import OutputParity, PictureJob, PictureResult
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.picturing import SAVED_AS, first_look, is_kept, picture_job, said
from workbench.gui import dialogs
from workbench.gui.elements.flat_index import ravel, unravel
from workbench.gui.elements.histogram import Histogram
from workbench.gui.elements.legend import Legend
from workbench.gui.elements.linked_views import LinkedViews
from workbench.gui.elements.planes import Planes, enlarged, point_text
from workbench.gui.elements.slice_row import SliceRow
from workbench.gui.elements.worst_table import WorstTable
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.combo_box import ComboBox
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.tab_order import let_go_of_focus
from workbench.gui.look.widgets import Card, ElidedLabel, muted
from workbench.gui.services import Services

__all__ = ["ElementsCard"]

_TITLE = "Save the elements"
_ONE, _OTHER = "expected_shown", "actual_shown"
_SHOWN = (("heat",), (_ONE,), (_OTHER,), (_ONE, _OTHER))
"""The planes of each choice."""
_SAVED = {
    ".npz": "Both sides and the &errors (.npz) …",
    ".csv": "The &elements, the worst first (.csv) …",
    ".png": "The &picture (.png) …",
}
assert tuple(_SAVED) == SAVED_AS


class ElementsCard(Card):
    """Asks the engine for what it shows, when it is shown.

    Args:
        services: the engine, and the status bar.
        parent: the page.
    """

    debug_requested = Signal(object, object)
    """A comparison, and the index of one of its elements."""
    menu_requested = Signal(object)
    """Where on the screen the chosen element's menu is wanted."""

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__("Elements", "", parent)
        self._services = services
        self._state: OpState | None = None
        self._outputs: tuple[OutputParity, ...] = ()
        self._compared: OutputParity | None = None
        self._wanted: tuple[str, str, str] | None = None
        self._result: PictureResult | None = None
        self._planes: Planes | None = None
        self._asked: object = None
        self._saving = ""
        self._scratch = contextlib.ExitStack()
        self._keep: Path | None = None
        services.engine.closing.connect(self._scratch.close)
        self._request = HostRequest(services.engine, PictureJob.host, self)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self._on_failed)
        self._request.begun.connect(self._say_waiting)
        self._make_header()
        self._make_body()

    def _make_header(self) -> None:
        self.plane = ComboBox(self)
        self.plane.setObjectName("elementsPlane")
        self.plane.setAccessibleName("What the picture shows")
        self.plane.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToContents)
        self.plane.activated.connect(self._paint)
        menu = QMenu(self)
        self.saves = {}
        for suffix, text in _SAVED.items():
            self.saves[suffix] = menu.addAction(text)
            self.saves[suffix].triggered.connect(partial(self._on_save, suffix))
        self.save_button = QPushButton("Sa&ve", self)
        self.save_button.setObjectName("elementsSave")
        self.save_button.setMenu(menu)
        self.debug_button = QPushButton("&Debug this element", self)
        self.debug_button.setObjectName("debugElement")
        self.debug_button.clicked.connect(self._on_debug)
        for widget in (self.plane, self.save_button, self.debug_button):
            self.header.addWidget(widget)
        # Who, what and how much, and what is no number: lines of their own.
        self.header.removeWidget(self.subtitle)
        self.subtitle.setWordWrap(True)
        self.header.insertStretch(1)
        self.body.addWidget(self.subtitle)

    def _make_body(self) -> None:
        self.linked = LinkedViews(self)
        self.linked.pointed.connect(self._on_pointed)
        self.linked.chosen.connect(self._on_point)
        self.view = self.linked.views[0]
        self.histogram = Histogram(self)
        self.point_line = ElidedLabel("", self)
        self.point_line.setObjectName("elementsPoint")
        self.point_line.setProperty("role", "muted")
        self.slices = SliceRow(self)
        self.slices.chosen.connect(self._ask)
        self._legend = Legend(self)
        self.waits = muted("", self, "elementsWait")
        self.waits.hide()
        self._pictures = QWidget(self)
        left = vbox(self.slices, self.linked, self._legend, spacing=6)
        self._unit = muted("", self)
        right = vbox(self._unit, self.histogram, Stretch(1), spacing=6)
        beside = hbox((left, 3), (right, 2), margins=0, spacing=24)
        vbox(beside, self.point_line, on=self._pictures, spacing=6)
        self.worst = WorstTable()
        self.table = self.worst.view
        self.table.customContextMenuRequested.connect(self._on_menu)
        self.table.currentCellChanged.connect(self._on_row)
        self.body.addWidget(self.waits)
        self.body.addWidget(self._pictures)
        self.body.addWidget(self.table)

    # -- what is shown

    def show_outputs(self, state: OpState | None, outputs: tuple[OutputParity, ...]) -> None:
        """Show the comparisons of a run of an op: the one that was chosen, or the one that says most."""
        self._state, self._outputs = state, outputs
        self._scratch.close()
        self._keep = None
        self._result, self._planes, self._asked = None, None, None
        chosen = next((o for o in outputs if _key(o) == self._wanted), None)
        if chosen is None or (chosen.agrees and not all(o.agrees for o in outputs)):
            chosen = first_look(outputs)
        self._set_visible(chosen is not None and bool(chosen.elements or chosen.note))
        if chosen is not None:
            self._show(chosen)

    def _set_visible(self, visible: bool) -> None:
        if not visible:
            let_go_of_focus(self)
        self.setVisible(visible)

    def choose(self, compared: OutputParity) -> None:
        """Show another comparison of the same run."""
        self._wanted = _key(compared)
        if compared is not self._compared:
            self._set_visible(bool(compared.elements or compared.note))
            self._result, self._planes, self._asked = None, None, None
            self._show(compared)

    @property
    def compared(self) -> OutputParity | None:
        """The comparison that is shown."""
        return self._compared

    @property
    def index(self) -> tuple[int, ...] | None:
        """The element that is chosen: in the table, else in the picture."""
        if self.worst.index is not None or self.view.point is None:
            return self.worst.index
        return self._index_at(*self.view.point)

    def _index_at(self, row: int, column: int) -> tuple[int, ...] | None:
        """Of the output, what stands there in the picture."""
        if self._planes is None or self._compared is None:
            return None
        return unravel(int(self._planes.value("flat", row, column)), self._compared.shape)

    def restyle(self) -> None:
        """The theme is another one."""
        self._paint()
        self._fill_worst()

    def _show(self, compared: OutputParity) -> None:
        self._compared = compared
        shown = self.plane.currentIndex()
        self.plane.clear()
        sides = (f"By {compared.expected_by}", f"By {compared.actual_by}")
        self.plane.addItems(["Error", *sides, "Side by side"])
        self.plane.setCurrentIndex(max(shown, 0))
        let_go_of_focus(self._pictures)
        self._pictures.hide()
        self._say()
        self._fill_worst()
        self.plane.setVisible(is_kept(compared))
        self.save_button.setEnabled(bool(compared.elements) and is_kept(compared))
        if self.isVisible():
            self._ask()

    def _say(self) -> None:
        compared, result = self._compared, self._result
        if compared is None:
            return
        what = f"{compared.actual_by} with {compared.expected_by} · {said(result, compared)}"
        name = " · ".join(filter(None, (compared.case, compared.name)))
        self.subtitle.set_whole(what, f"{name} · ")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask()

    # -- the engine's answer

    def _ask(self, at: tuple[int, ...] | None = None, save: str = "") -> None:
        """Ask for the elements, unless they are there."""
        compared, state, wanted = self._compared, self._state, (self._compared, at)
        if compared is None or state is None or (wanted == self._asked and not save):
            return
        try:
            job = picture_job(state, compared, self._folder(), at)
        except OSError as error:
            reason = f"the cache cannot be written: {error.strerror or error}"
            self._on_failed(Problem("disk", reason))
            return
        except UserError as error:
            self._on_failed(error.problem)
            return
        if job is None:
            return  # it is being run again, and then shown again
        self._asked, self._saving = wanted, save
        self._request.ask(msgspec.structs.replace(job, save=save))
        self._say_waiting()

    def _say_waiting(self) -> None:
        """Why there is no picture yet: nothing is computed beside a measurement."""
        busy, other = self._request.busy and self._result is None, self._request.waits_for
        waits = (
            f"The picture waits until this has ended: {other}."
            if other
            else "Looking at the elements …"
        )
        self.waits.setText(waits if busy else "")
        self.waits.setVisible(busy)

    def _folder(self) -> Path:
        if self._keep is None:
            scratch = paths.cache_dir() / "scratch"
            scratch.mkdir(parents=True, exist_ok=True)
            self._keep = self._scratch.enter_context(scratch_folder(scratch))
        return self._keep

    def _on_answer(self, result: PictureResult) -> None:
        fresh = self._result is None
        self._result = result
        self._say_waiting()
        if result.saved:
            self._services.said.emit(f"Saved: {result.saved}.")
        try:
            self._planes = Planes(result.picture) if result.picture is not None else None
        except UserError as error:
            self._on_failed(error.problem)
            return
        self._say()
        self.slices.show_picture(self._planes.picture if self._planes is not None else None)
        self.histogram.show_bins(result.bins, result.unit)
        self._unit.setText(f"Errors in {result.unit}" if result.unit else "Errors")
        self._pictures.setVisible(self._planes is not None)
        if fresh:
            self._fill_worst()
        self._paint(fresh=True)
        self._on_pointed(-1, -1)

    def _on_failed(self, problem: Problem) -> None:
        self._asked = None
        self._say_waiting()
        if self._saving:
            dialogs.show_error(self, _TITLE, UserError.of([problem]))
        else:
            reason = f"The elements cannot be shown: {problem.message}"
            self.subtitle.set_whole(f"{reason}. {problem.hint}" if problem.hint else reason)
            self.save_button.setEnabled(False)
        self._saving = ""

    # -- the picture

    def _paint(self, _index: int = 0, fresh: bool = False) -> None:
        if self._planes is None:
            return
        shown = _SHOWN[self.plane.currentIndex()]
        plane = shown[0]
        point = self._planes.picture.worst if fresh else self.view.point
        words = [self.plane.itemText(_SHOWN.index((name,))) for name in shown]
        images = [self._planes.image(name) for name in shown]
        self.linked.show_images(list(zip(words, images, strict=True)), point, fresh)
        picture = self._planes.picture
        if plane == "heat":
            self._legend.show_errors()
        else:
            self._legend.show_range(picture.low, picture.high, picture.channels)

    def _on_pointed(self, row: int, column: int) -> None:
        """Say what is under the pointer; else what is chosen."""
        if self._planes is None or self._compared is None:
            return
        if row < 0:
            if self.view.point is None:
                return
            row, column = self.view.point
        planes, compared = self._planes, self._compared
        index = unravel(int(planes.value("flat", row, column)), compared.shape)
        one, other = (planes.value(side, row, column) for side in ("expected", "actual"))
        used = planes.value("used", row, column)
        sides = (one, compared.expected_by), (other, compared.actual_by)
        text = point_text(list(index), *sides, used)
        down, right = planes.picture.block
        if down * right > 1:
            text += f" (the worst of {down} × {right})"
        self.point_line.set_whole(text)

    def _on_point(self, row: int, column: int) -> None:
        """An element of the picture is chosen."""
        if self._planes is None or self._compared is None:
            return
        self._on_pointed(row, column)
        index = unravel(int(self._planes.value("flat", row, column)), self._compared.shape)
        one, other = (self._planes.value(side, row, column) for side in ("expected", "actual"))
        self.worst.choose(index, one, other)

    # -- the table

    def _fill_worst(self) -> None:
        if self._compared is not None:
            self.worst.fill(self._compared, self._result)

    def _on_row(self, row: int, _column: int, _row: int, _before: int) -> None:
        """Mark the element in the picture, if it is in it."""
        planes = self._planes
        if planes is None or self._compared is None or not 0 <= row < len(self.worst.indices):
            return
        flat = ravel(self.worst.indices[row], self._compared.shape)
        self.linked.mark(planes.point_of(flat))
        self._on_pointed(-1, -1)

    def _on_menu(self, at: QPoint) -> None:
        if self.table.itemAt(at) is not None:
            self.menu_requested.emit(self.table.viewport().mapToGlobal(at))

    def _on_debug(self) -> None:
        if self._compared is not None and self.index is not None:
            self.debug_requested.emit(self._compared, self.index)

    # -- saving

    def _on_save(self, suffix: str) -> None:
        state, compared = self._state, self._compared
        if state is None or compared is None:
            return
        home = (self._services.project.folder or state.folder).parent
        case = f"-{compared.case}" if compared.case else ""
        start = home / f"{state.name}{case}-{compared.name}{suffix}"
        target = dialogs.choose_elements_file(self, start)
        if target is None:
            return
        if suffix != ".png":
            self._ask(self._at(), str(target))
        elif self._planes is not None:
            if enlarged(self.linked.image()).save(str(target)):
                self._services.said.emit(f"Saved: {target}.")
            else:
                error = UserError("disk", "it cannot be written", "Choose another.", file=target)
                dialogs.show_error(self, _TITLE, error)

    def _at(self) -> tuple[int, ...] | None:
        return self._planes.picture.at if self._planes is not None else None


def _key(compared: OutputParity) -> tuple[str, str, str]:
    return compared.case, compared.name, compared.actual_by
