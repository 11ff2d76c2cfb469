"""New op from nothing: one line for the signature, and the kind of kernel."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QWidget,
)

from workbench.core.errors import UserError
from workbench.gui.look.layouts import Space, vbox
from workbench.gui.look.restyle import restyle
from workbench.gui.look.theme import code_font
from workbench.gui.look.widgets import heading, muted
from workbench.gui.new_op.page import NewOpPage
from workbench.gui.services import Services
from workbench.importers.drafts.blank import BLANK_STYLES, blank_draft

__all__ = ["BlankPage"]

_FIRST = "my_op(Tensor x) -> Tensor"


class BlankPage(NewOpPage):
    """The kernel's file gets the right head, and a body that says that it is not written."""

    id = "blank"
    title = "Blank"
    tip = "Your signature, with a kernel to fill in"
    icon = "signature"

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self.schema = QLineEdit(_FIRST, self)
        self.schema.setObjectName("blankSchema")
        self.schema.setAccessibleName("Signature of the new op")
        self.schema.setFont(code_font())
        self.schema.setPlaceholderText(_FIRST)
        self.schema.setToolTip(
            "torch's own notation. Types: Tensor, Tensor[], int, float, bool, str, int[] and so "
            "on; Tensor? may be None; defaults behind =. Several results: -> (Tensor, Tensor)."
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
        vbox(
            heading("Signature", self),
            self.schema,
            muted(
                "Types are Tensor, Tensor[], int, float, bool, str, and lists such as int[]; ? means "
                "that None may be given. For example: scale(Tensor x, Tensor? bias, float by=2.0) "
                "-> Tensor",
                self,
            ),
            Space(12),
            heading("Kernel", self),
            styles,
            Space(12),
            self._file,
            (self.preview, 1),
            on=self,
            margins=16,
            spacing=8,
        )
        self._take()

    def is_wrong(self) -> bool:
        return bool(self._problem and self.schema.text().strip())

    def shown(self) -> None:
        if self.schema.text() == _FIRST:
            self.schema.selectAll()

    def style_name(self) -> str:
        """The chosen style, one of ``BLANK_STYLES``."""
        return list(BLANK_STYLES)[self._styles.checkedId()]

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
        text = self.schema.text().strip()
        self._draft, self._problem = None, ""
        try:
            self._draft = blank_draft(text, self.style_name(), self._namespace())
        except UserError as error:
            self._problem = error.problem.words
            if not text:
                self._problem = f"Write the signature of the op, for example {_FIRST}."
        restyle(self.schema, "problem", "error" if self._problem and text else "")
        if self._draft is not None:
            self.preview.setPlainText(next(iter(self._draft.texts.values())))
        self.preview.setEnabled(self._draft is not None)
        self.changed.emit()
