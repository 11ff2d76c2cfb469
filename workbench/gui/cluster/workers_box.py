"""Where something is done: in the hosts, or over workers of this machine or of a cluster."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from workbench.core.cluster import Workers, lacking
from workbench.core.errors import sentence
from workbench.gui.look.combo_box import ComboBox
from workbench.gui.look.layouts import hbox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.widgets import muted
from workbench.gui.settings import Settings

__all__ = ["CHECKS", "SWEEPS", "Ways", "WorkersBox"]

_NONE, _HERE, _CLUSTER = "", "here", "cluster"
_NUMBER, _ADDRESS = "check/workers", "check/cluster"
_LEAST = 4
"""Numbers to choose from, however few cores there are."""


class Ways(NamedTuple):
    """What can be chosen from.

    Attributes:
        name: begins the names of the widgets, and that of the setting.
        words: of each way.
        about: what is chosen.
        tip: what each way means.
    """

    name: str
    words: Mapping[str, str]
    about: str
    tip: str


CHECKS = Ways(
    "check",
    {
        _NONE: "Without workers",
        _HERE: "Workers on this machine",
        _CLUSTER: "Workers of a dask cluster",
    },
    "Where the cells are run",
    "Divide the cells among processes on this machine (--workers), or among the workers of a "
    "dask scheduler, which get the op's files (--cluster). What looks closer stays in the "
    "hosts here. The report is the same.",
)
SWEEPS = Ways(
    "time",
    {_NONE: "On this machine", _CLUSTER: "Machines of a dask cluster"},
    "Where the sizes are measured",
    "Have the machines of a dask scheduler measure, one size with one number of threads at a time "
    "on each; its workers get the op's files (--cluster). Each time names its machine.",
)


class WorkersBox(QWidget):
    """A box with the ways, and what each has to know; remembered for the next start.

    Args:
        ways: to choose from.
        parent: the Qt parent.

    Attributes:
        lacking: a line on what is missing for the way that is chosen, for the place below.
    """

    chosen = Signal(object)
    """The ``Workers``."""

    def __init__(self, ways: Ways, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = Settings()
        self._choice = f"{ways.name}/where"
        self.box = ComboBox(self)
        self.box.setObjectName(f"{ways.name}Where")
        self.box.setAccessibleName(ways.about)
        self.box.setToolTip(plain_tip(ways.tip))
        for name, words in ways.words.items():
            self.box.addItem(words, name)
        self.number = ComboBox(self)
        self.number.setObjectName(f"{ways.name}Workers")
        self.number.setAccessibleName("How many workers")
        self.number.setToolTip("Each has hosts of its own: more than there are cores only wait")
        for number in range(1, max(_LEAST, os.cpu_count() or 1) + 1):
            self.number.addItem(str(number), number)
        self.address = QLineEdit(self)
        self.address.setObjectName(f"{ways.name}Cluster")
        self.address.setAccessibleName("Address of the scheduler")
        self.address.setPlaceholderText("tcp://HOST:8786")
        self.address.setToolTip(
            "As dask scheduler says it. Each worker needs this version of Op Workbench, torch and "
            "ONNX Runtime"
        )
        self.address.setMinimumWidth(190)
        self.lacking = muted("", self, f"{ways.name}Lacking")
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

    def showEvent(self, event: QShowEvent) -> None:
        self.address.setText(self._settings.text(_ADDRESS))  # another box may have changed it
        super().showEvent(event)

    def _recall(self) -> None:
        number = self.number.findText(self._settings.text(_NUMBER, str(os.cpu_count() or 1)))
        self.number.setCurrentIndex(max(0, number))
        self.address.setText(self._settings.text(_ADDRESS))
        self.box.setCurrentIndex(max(0, self.box.findData(self._settings.text(self._choice))))

    def _show(self) -> None:
        where = self.box.currentData()
        self.number.setVisible(where == _HERE)
        self.address.setVisible(where == _CLUSTER)
        problem = lacking() if where != _NONE else None
        self.lacking.setText(sentence(problem.words) if problem is not None else "")

    def _on_changed(self) -> None:
        self._settings.set_text(self._choice, self.box.currentData())
        self._settings.set_text(_NUMBER, self.number.currentText())
        self._settings.set_text(_ADDRESS, self.address.text().strip())
        self._show()
        self.chosen.emit(self.workers())
