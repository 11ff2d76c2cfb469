"""The pages of the manual that the start view leads to."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from workbench.core.manual import INDEX, Place
from workbench.gui.language.translation import tr
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.widgets import ElidedLabel

__all__ = ["PLACES", "StartManual"]

PLACES = (
    (
        Place("tutorial.md"),
        "Your first op in 10 minutes",
        "From nothing to an op that agrees",
    ),
    (
        Place(INDEX, "Bring an op across"),
        "Bring an op across",
        "From C++, CUDA, Python, torch or an ONNX model",
    ),
    (
        Place("verdicts.md"),
        "What a verdict means",
        "Agrees, runs alike, differs; tolerances",
    ),
    (
        Place("window.md"),
        "The window",
        "What each page shows",
    ),
)
"""With title and words: the manual is in English, and these are in the window's language."""
_INSET = 2


class StartManual(QListWidget):
    """They, a row each.

    Args:
        parent: the start view.
    """

    chosen = Signal(object)
    """Open the manual there: the ``Place``."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("startManual")
        self.setAccessibleName("The manual")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._chosen: Place | None = None
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._open)
        self.itemActivated.connect(self._on_item)
        self.itemClicked.connect(self._on_item)
        for place, title, words in PLACES:
            row = _Row(title, words)
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.UserRole, place)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{tr(title)}: {tr(words)}")
            item.setSizeHint(QSize(0, row.height_hint()))
            self.addItem(item)
            self.setItemWidget(item, row)
        rows = sum(self.item(i).sizeHint().height() for i in range(self.count()))
        self.setMaximumHeight(rows + 2 * self.frameWidth() + _INSET)

    def _on_item(self, item: QListWidgetItem) -> None:
        # Not within the key: what has the focus then would take the same Enter.
        self._chosen = item.data(Qt.ItemDataRole.UserRole)
        self._later.start()

    def _open(self) -> None:
        if self._chosen is not None:
            self.chosen.emit(self._chosen)


class _Row(QWidget):
    def __init__(self, title: str, words: str) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        name = PlainLabel(title, self)
        name.setProperty("role", "title")
        about = ElidedLabel(words, self)
        about.setProperty("role", "muted")
        texts = vbox(name, about, spacing=2)
        hbox((texts, 1), on=self, margins=(10, 6, 12, 6))

    def height_hint(self) -> int:
        """As a recent project's: they stand beside each other."""
        return 2 * self.fontMetrics().lineSpacing() + 20
