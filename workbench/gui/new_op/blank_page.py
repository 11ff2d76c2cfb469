"""New op from nothing: the signature, and the kind of kernel."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QPlainTextEdit,
    QRadioButton,
    QWidget,
)

from workbench.core.compile.module_functions import module_problem
from workbench.core.errors import UserError
from workbench.gui.look.layouts import Space, vbox
from workbench.gui.look.theme import code_font
from workbench.gui.look.widgets import heading, muted
from workbench.gui.new_op.module_choice import ModuleChoice
from workbench.gui.new_op.page import NewOpPage
from workbench.gui.new_op.schema_edit import SchemaEdit
from workbench.gui.services import Services
from workbench.importers.drafts.blank import BLANK_STYLES, blank_draft
from workbench.importers.drafts.skeleton import kernel_text

__all__ = ["BlankPage"]

_MARGIN = 16
_EDGES = 30
"""Pixels beside the lines of the preview: its frame, and a scroll bar."""
_LEAST = 50
"""Characters of a line of the head, however narrow the page is."""
_FIRST = "my_op(Tensor x) -> Tensor"
_MODULE = "A function of tvm-ffi's C ABI in a library that another compiler has made."
_CHOOSE = "Choose the library that another compiler has made."


class BlankPage(NewOpPage):
    """The kernel's file gets the right head, and a body that says that it is not written."""

    id = "blank"
    title = "Blank"
    tip = "Your signature, with a kernel to fill in"
    icon = "signature"

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self.schema = SchemaEdit(_FIRST, self)
        self.schema.setObjectName("blankSchema")
        self.schema.setAccessibleName("Signature of the new op")
        self.schema.setPlaceholderText(_FIRST)
        self.schema.setToolTip(
            "torch's own notation. Types: Tensor, Tensor[], int, float, bool, str, int[] and so "
            "on; Tensor? may be None; defaults behind =. Several results: -> (Tensor, Tensor). "
            "Element types: Tensor[int32]."
        )
        self.schema.textChanged.connect(self._take)
        self._styles = QButtonGroup(self)
        styles = QGridLayout()
        styles.setHorizontalSpacing(16)
        styles.setVerticalSpacing(8)
        for i, (style, known) in enumerate(BLANK_STYLES.items()):
            title, words = known.blank
            button = QRadioButton(title, self)
            button.setObjectName(f"blankStyle.{style}")
            button.setAccessibleDescription(words)
            self._styles.addButton(button, i)
            styles.addWidget(button, i, 0)
            styles.addWidget(muted(words, self), i, 1)
        button = QRadioButton("Compiled &module", self)
        button.setObjectName("blankStyle.module")
        button.setAccessibleDescription(_MODULE)
        self._styles.addButton(button, len(BLANK_STYLES))
        styles.addWidget(button, len(BLANK_STYLES), 0)
        styles.addWidget(muted(_MODULE, self), len(BLANK_STYLES), 1)
        styles.setColumnStretch(1, 1)
        self._styles.button(0).setChecked(True)
        self._styles.idToggled.connect(self._on_style)
        self.preview = QPlainTextEdit(self)
        self.preview.setObjectName("blankPreview")
        self.preview.setAccessibleName("The kernel's file as it will begin")
        self.preview.setProperty("field", True)
        self.preview.setReadOnly(True)
        self.preview.setTabChangesFocus(True)
        self.preview.setFont(code_font())
        self.preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._file = heading("The kernel's file will begin with", self)
        self.module = ModuleChoice(self)
        self.module.changed.connect(self._take)
        vbox(
            heading("Signature", self),
            self.schema,
            muted(
                "Types are Tensor, Tensor[], int, float, bool, str, ScalarType, and lists such as int[]; Tensor[int32] "
                "has an element type, ? means that None may be given. For example: "
                "scale(Tensor x, Tensor? bias, float by=2.0) -> Tensor",
                self,
            ),
            Space(12),
            heading("Kernel", self),
            styles,
            Space(12),
            self._file,
            (self.preview, 1),
            (self.module, 1),
            on=self,
            margins=_MARGIN,
            spacing=8,
        )
        self._take()

    def is_wrong(self) -> bool:
        empty = self._where == "file" and not self.module.path()
        return bool(self._problem and self.schema.text().strip() and not empty)

    def takes_focus(self) -> bool:
        self.schema.setFocus()
        return True

    def shown(self) -> None:
        if self.schema.text() == _FIRST:
            self.schema.selectAll()

    def style_name(self) -> str:
        """The chosen style, one of ``BLANK_STYLES``; empty for a compiled module."""
        return [*BLANK_STYLES, ""][self._styles.checkedId()]

    def usable(self, paths: list[Path]) -> list[Path]:
        return [path for path in paths if not module_problem(path)][:1]

    def load(self, paths: list[Path]) -> None:
        self._styles.button(len(BLANK_STYLES)).setChecked(True)
        self.module.file.setText(str(paths[0]))

    def _namespace(self) -> str:
        """That of the project's own ops, if they agree on one."""
        documents = self.services.project.documents.values()
        namespaces = {
            d.op.namespace for d in documents if d.op is not None and not d.op.kernel.kind.exists
        }
        return namespaces.pop() if len(namespaces) == 1 else "my_ops"

    def _on_style(self, _index: int, checked: bool) -> None:
        if checked:
            self._take()

    def _take(self) -> None:
        text = self.schema.text()
        text = text if text.strip() else ""
        self._draft, self._problem, self._where = None, "", ""
        place = (0, 0)
        style = self.style_name()
        module = None if style else self.module.path()
        for part in (self._file, self.preview):
            part.setVisible(bool(style))
        self.module.setVisible(not style)
        try:
            if not style and module is None:
                blank_draft(text, namespace=self._namespace())
                raise UserError("file", "the module is not chosen", _CHOOSE)
            self._draft = blank_draft(
                text, style, self._namespace(), module, self.module.function() if module else ""
            )
        except UserError as error:
            self._problem, self._where = error.problem.words, error.problem.kind
            place = (error.problem.line, error.problem.column)
            if not text:
                self._problem = f"Write the signature of the op, for example {_FIRST}."
        self.schema.mark(bool(self._problem and text and self._where != "file"), *place)
        self._show_file()
        self.preview.setEnabled(self._draft is not None)
        self.changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_file()

    def _show_file(self) -> None:
        """The kernel's file with a head whose lines have room here."""
        if self._draft is None or not self._draft.texts:
            return
        room = self.width() - 2 * _MARGIN - _EDGES
        characters = room // self.preview.fontMetrics().horizontalAdvance("0")
        text = next(iter(self._draft.texts.values()))
        if any(len(line) > characters for line in text.splitlines()):
            text = kernel_text(self._draft.op, width=max(characters, _LEAST))
        text = text.rstrip("\n")
        if text != self.preview.toPlainText():
            self.preview.setPlainText(text)
