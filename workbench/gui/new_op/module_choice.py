"""Which compiled module a new op calls, and which of its functions."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QWidget

from workbench.core.compile.module_functions import functions_of
from workbench.gui import dialogs
from workbench.gui.look.combo_box import ComboBox
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import Space, Stretch, vbox
from workbench.gui.look.widgets import heading, muted

__all__ = ["ModuleChoice"]


class ModuleChoice(QWidget):
    """A file, and the functions that are found in it; none is chosen where there are several."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.file = QLineEdit(self)
        self.file.setObjectName("blankModule")
        self.file.setAccessibleName("Compiled module")
        self.file.setPlaceholderText("kernels.so")
        browse = QAction(icon("folder"), "Choose a file …", self.file)
        browse.setObjectName("blankModule.browse")
        browse.triggered.connect(self._on_browse)
        self.file.addAction(browse, QLineEdit.ActionPosition.TrailingPosition)
        self.file.textChanged.connect(self._on_file)
        self.function_box = ComboBox(self)
        self.function_box.setObjectName("blankFunction")
        self.function_box.setAccessibleName("Function of the module")
        self.function_box.setPlaceholderText("Choose one")
        self.function_box.setEnabled(False)
        self.function_box.currentIndexChanged.connect(self.changed)
        vbox(
            heading("Module", self),
            self.file,
            muted("It is copied into the op's folder, and lies beside the op library later.", self),
            Space(12),
            heading("Function", self),
            self.function_box,
            Stretch(),
            on=self,
            margins=0,
            spacing=8,
        )

    def path(self) -> Path | None:
        """The file; None while none is named."""
        text = self.file.text().strip()
        return Path(text).expanduser() if text else None

    def function(self) -> str:
        """The chosen one; empty for none."""
        return self.function_box.currentText()

    def _on_file(self) -> None:
        path = self.path()
        self.function_box.blockSignals(True)
        self.function_box.clear()
        self.function_box.addItems(functions_of(path) if path is not None else ())
        self.function_box.setEnabled(self.function_box.count() > 0)
        self.function_box.setCurrentIndex(-1 if self.function_box.count() > 1 else 0)
        self.function_box.blockSignals(False)
        self.changed.emit()

    def _on_browse(self) -> None:
        path = self.path()
        chosen = dialogs.choose_module(self.window(), path.parent if path else Path.home())
        if chosen is not None:
            self.file.setText(str(chosen))
