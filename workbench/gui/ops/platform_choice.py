"""Which platforms an op library is built for, and for Linux how old a system it is to run on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLineEdit, QWidget

from workbench.core.errors import sentence
from workbench.core.platforms import OLDEST_GLIBC, PLATFORMS, Platform, glibc_of
from workbench.gui.look.layouts import Stretch, hbox
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.widgets import muted

__all__ = ["PlatformChoice"]

_COLUMNS = 2


class PlatformChoice(QWidget):
    """A box for each platform, and a field for the oldest glibc where that counts."""

    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._boxes = {name: self._box(PLATFORMS[name]) for name in PLATFORMS}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 4, 0, 0)
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(_COLUMNS, 1)
        for number, box in enumerate(self._boxes.values()):
            grid.addWidget(box, number // _COLUMNS, number % _COLUMNS)
        row = -(-len(self._boxes) // _COLUMNS)
        self._none = muted("None of them: this machine alone", self)
        grid.addWidget(self._none, row, 0, 1, _COLUMNS + 1)
        self._field = QLineEdit(self)
        self._field.setObjectName("deliver.glibc")
        self._field.setAccessibleName("The oldest glibc of Linux to build for")
        self._field.setPlaceholderText(OLDEST_GLIBC)
        self._field.setToolTip("The oldest glibc of Linux that it shall run with (--glibc)")
        self._field.setMaximumWidth(80)
        self._label = PlainLabel("Oldest &glibc of Linux", self)
        self._label.setBuddy(self._field)
        grid.addLayout(
            hbox(self._label, self._field, Stretch(), margins=0, spacing=8),
            row + 1,
            0,
            1,
            _COLUMNS + 1,
        )
        self._field.textChanged.connect(self.changed)
        self._on_toggled()

    def _box(self, platform: Platform) -> QCheckBox:
        box = QCheckBox(platform.words.title, self)
        box.setObjectName(f"deliver.platform.{platform.name}")
        box.setToolTip(plain_tip(sentence(platform.words.short)))
        box.toggled.connect(self._on_toggled)
        return box

    def _on_toggled(self) -> None:
        chosen = self.chosen()
        self._none.setVisible(not chosen)
        for widget in (self._label, self._field):
            widget.setVisible(any(platform.has_glibc for platform in chosen))
        self.changed.emit()

    def chosen(self) -> list[Platform]:
        """The platforms that it is built for; none for this machine alone."""
        return [PLATFORMS[name] for name, box in self._boxes.items() if box.isChecked()]

    def glibc(self) -> str:
        """The oldest glibc.

        Raises:
            UserError: in the words of the command line.
        """
        asked = self._field.text().strip() if self._field.isVisibleTo(self) else ""
        return glibc_of(asked or OLDEST_GLIBC)
