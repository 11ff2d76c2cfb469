"""Has Qt's own setters show the window's language.

Whatever the window says goes through one of these methods, so they are the one edge where its texts
are translated: none can be forgotten at its call, what is compared, stored and sent keeps its English,
and a window in English has Qt as it is. What a user types or names (``QLineEdit.setText``, code, files)
is not among them. Texts that are painted, or come from a model, ask ``tr`` themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6 import QtGui, QtWidgets

from workbench.gui.language.translation import tr

__all__ = ["show_as_written", "show_translated"]

_METHODS: dict[type, str] = {
    QtGui.QAction: "__init__ setIconText setText setToolTip setStatusTip",
    QtWidgets.QAbstractButton: "setText",
    QtWidgets.QCheckBox: "__init__",
    QtWidgets.QComboBox: "addItem addItems insertItem setItemText setPlaceholderText",
    QtWidgets.QDialogButtonBox: "addButton",
    QtWidgets.QFormLayout: "addRow",
    QtWidgets.QGroupBox: "__init__ setTitle",
    QtWidgets.QLabel: "__init__ setText",
    QtWidgets.QLineEdit: "setPlaceholderText",
    QtWidgets.QListWidget: "addItem addItems",
    QtWidgets.QListWidgetItem: "__init__ setText setToolTip",
    QtWidgets.QMenu: "__init__ addAction addMenu addSection setTitle",
    QtWidgets.QMenuBar: "addMenu",
    QtWidgets.QMessageBox: "addButton setInformativeText setText",
    QtWidgets.QPlainTextEdit: "setPlaceholderText",
    QtWidgets.QProgressBar: "setFormat",
    QtWidgets.QProgressDialog: "__init__ setCancelButtonText setLabelText",
    QtWidgets.QPushButton: "__init__",
    QtWidgets.QRadioButton: "__init__",
    QtWidgets.QSpinBox: "setPrefix setSuffix",
    QtWidgets.QTabBar: "addTab insertTab setTabText setTabToolTip",
    QtWidgets.QTabWidget: "addTab insertTab setTabText setTabToolTip",
    QtWidgets.QTableWidget: "setHorizontalHeaderLabels setVerticalHeaderLabels",
    QtWidgets.QTableWidgetItem: "__init__ setText setToolTip",
    QtWidgets.QToolBar: "__init__",
    QtWidgets.QTreeWidget: "setHeaderLabels",
    QtWidgets.QTreeWidgetItem: "__init__ setText setToolTip",
    QtWidgets.QWidget: "setAccessibleDescription setAccessibleName setStatusTip setToolTip setWindowTitle",
}  # fmt: skip
"""Methods whose texts are shown, by the class of Qt that has them."""

_QUESTIONS = (
    "getExistingDirectory",
    "getOpenFileName",
    "getOpenFileNames",
    "getSaveFileName",
)
"""Of QFileDialog: the title and the kinds of files; between them is a path."""
_WITH_DATA = ("addItem", "insertItem")
_TITLE, _KINDS, _TIP = 1, 3, 1
_NAMED = frozenset({"text", "title", "toolTip", "windowTitle", "placeholderText", "accessibleName"})


def _said(value: Any, kept: str = "") -> Any:
    """A text in the window's language, around a name that is kept as it is."""
    if isinstance(value, str) and kept and kept in value:
        before, _, behind = value.partition(kept)
        return tr(before) + kept + tr(behind)
    if isinstance(value, str):
        return tr(value)
    if isinstance(value, (list, tuple)) and all(isinstance(v, str) for v in value):
        return [tr(v) for v in value]
    return value


def _shown(method: Callable[..., Any], what: str) -> Callable[..., Any]:
    of_label = what == "setText"

    def show(self: Any, *given: Any, **named: Any) -> Any:
        if of_label and isinstance(self, QtWidgets.QLabel) and self.property("role") == "code":
            return method(self, *given, **named)  # nobody's words
        kept = getattr(self, "kept_name", "")
        for name in _NAMED & named.keys():
            named[name] = _said(named[name], kept)
        return method(self, *(_said(value, kept) for value in given), **named)

    def show_item(self: Any, *given: Any, **named: Any) -> Any:
        # What comes behind the text is data, which the program looks for.
        at = next((i for i, value in enumerate(given) if isinstance(value, str)), -1)
        return method(self, *(tr(v) if i == at else v for i, v in enumerate(given)), **named)

    if what in _WITH_DATA:
        return show_item
    return show


def _asked(question: Callable[..., Any], places: tuple[int, ...]) -> Any:
    def ask(*given: Any, **named: Any) -> Any:
        return question(*(tr(v) if i in places else v for i, v in enumerate(given)), **named)

    return staticmethod(ask)


_before: list[tuple[type, str, Any]] = []


def show_translated() -> None:
    """Have them translate from now on."""
    if _before:
        return
    for owner, names in _METHODS.items():
        for name in names.split():
            _before.append((owner, name, getattr(owner, name)))
            setattr(owner, name, _shown(getattr(owner, name), name))
    statics = [(QtWidgets.QFileDialog, name, (_TITLE, _KINDS)) for name in _QUESTIONS]
    for owner, name, places in [*statics, (QtWidgets.QToolTip, "showText", (_TIP,))]:
        asked = getattr(owner, name)
        _before.append((owner, name, asked))
        setattr(owner, name, _asked(asked, places))


def show_as_written() -> None:
    """Have Qt as it was: for tests, which make several windows in one process."""
    while _before:
        owner, name, method = _before.pop()
        setattr(owner, name, method)
