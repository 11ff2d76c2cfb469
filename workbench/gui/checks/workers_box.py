"""Where the cells of a check are run: in the hosts, or over workers of this machine or of a cluster."""

from __future__ import annotations

import os

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from workbench.core.cluster import Workers, lacking
from workbench.core.errors import sentence
from workbench.gui.look.combo_box import ComboBox
from workbench.gui.look.layouts import hbox
from workbench.gui.look.widgets import muted
from workbench.gui.settings import Settings

__all__ = ["WorkersBox"]

_NONE, _HERE, _CLUSTER = "", "here", "cluster"
_WORDS = {
    _NONE: "Without workers",
    _HERE: "Workers on this machine",
    _CLUSTER: "Workers of a dask cluster",
}
_CHOICE, _NUMBER, _ADDRESS = "check/where", "check/workers", "check/cluster"
_LEAST = 4
"""Numbers to choose from, however few cores there are."""


class WorkersBox(QWidget):
    """A box with the ways, and what each has to know; remembered for the next start.

    Attributes:
        lacking: a line on what is missing for the way that is chosen, for the place below.
    """

    chosen = Signal(object)
    """The ``Workers``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = Settings()
        self.box = ComboBox(self)
        self.box.setObjectName("checkWhere")
        self.box.setAccessibleName("Where the cells are run")
        self.box.setToolTip(
            "Divide the cells among processes on this machine (--workers), or among the workers of a "
            "dask scheduler, which get the op's files (--cluster). What looks closer stays in the "
            "hosts here. The report is the same."
        )
        for name, words in _WORDS.items():
            self.box.addItem(words, name)
        self.number = ComboBox(self)
        self.number.setObjectName("checkWorkers")
        self.number.setAccessibleName("How many workers")
        self.number.setToolTip("Each has hosts of its own: more than there are cores only wait")
        for number in range(1, max(_LEAST, os.cpu_count() or 1) + 1):
            self.number.addItem(str(number), number)
        self.address = QLineEdit(self)
        self.address.setObjectName("checkCluster")
        self.address.setAccessibleName("Address of the scheduler")
        self.address.setPlaceholderText("tcp://HOST:8786")
        self.address.setToolTip(
            "As dask scheduler says it. Each worker needs this version of Op Workbench, torch and "
            "ONNX Runtime"
        )
        self.address.setMinimumWidth(190)
        self.lacking = muted("", self, "checkLacking")
        self._recall()
        hbox(self.box, self.number, self.address, on=self, margins=0, spacing=12)
        self.box.activated.connect(self._on_changed)
        self.number.activated.connect(self._on_changed)
        self.address.textEdited.connect(self._on_changed)
        self._show()

    def workers(self) -> Workers:
        """What is chosen."""
        match self.box.currentData():
            case "here":
                return Workers(self.number.currentData())
            case "cluster":
                return Workers(address=self.address.text().strip())
            case _:
                return Workers()

    def _recall(self) -> None:
        number = self.number.findText(self._settings.text(_NUMBER, str(os.cpu_count() or 1)))
        self.number.setCurrentIndex(max(0, number))
        self.address.setText(self._settings.text(_ADDRESS))
        self.box.setCurrentIndex(max(0, self.box.findData(self._settings.text(_CHOICE))))

    def _show(self) -> None:
        where = self.box.currentData()
        self.number.setVisible(where == _HERE)
        self.address.setVisible(where == _CLUSTER)
        problem = lacking() if where != _NONE else None
        self.lacking.setText(sentence(problem.words) if problem is not None else "")

    def _on_changed(self) -> None:
        self._settings.set_text(_CHOICE, self.box.currentData())
        self._settings.set_text(_NUMBER, self.number.currentText())
        self._settings.set_text(_ADDRESS, self.address.text().strip())
        self._show()
        self.chosen.emit(self.workers())
