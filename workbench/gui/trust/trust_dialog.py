"""Asks whether ops that came from elsewhere may be built and run, and shows what that means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import QSize, QUrl
from PySide6.QtWidgets import (
    QTextBrowser,
    QWidget,
)

from workbench.core.storage.what_runs import WhatRuns
from workbench.gui.language.translation import tr
from workbench.gui.look.dialog import Dialog
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.theme import color
from workbench.gui.look.widgets import scaled
from workbench.gui.trust.source_dialog import SourceDialog

__all__ = ["TrustDialog", "ask_trust"]


class TrustDialog(Dialog):
    """Accepted where the user trusts the ops; everything else is a no.

    Nothing is cut off: a flag at the end of a long line can be the one that matters.

    Args:
        ops: what each would do.
        parent: the window.
    """

    def __init__(self, ops: Sequence[WhatRuns], parent: QWidget | None = None) -> None:
        super().__init__("trustDialog", "Trust these ops?", parent)
        self.resize(640, 460)
        mark = PlainLabel(self)
        mark.setPixmap(icon("warning", "warning").pixmap(QSize(32, 32)))
        many = f"{len(ops)} ops were" if len(ops) != 1 else "This op was"
        title = scaled(PlainLabel(f"{many} not made here", self), 1.25, bold=True)
        words = PlainLabel(
            "To build and run means to compile and execute what is listed below, with all that "
            "you may do on this computer. Click a file to read it. Go on if you trust whoever made it. You are not "
            "asked about the same ops again.",
            self,
        )
        words.setWordWrap(True)
        texts = vbox(title, words, spacing=4)
        head = hbox(mark, spacing=14)
        head.setAlignment(mark, head.alignment().AlignTop)
        head.addLayout(texts, 1)
        self.list = QTextBrowser(self)
        self.list.setObjectName("trustList")
        self.list.setAccessibleName("What would be compiled and run")
        self.list.setOpenLinks(False)
        self.list.document().setDocumentMargin(12)
        self._files: list[Path] = []
        self.list.anchorClicked.connect(self._on_link)
        self.list.setHtml("".join(self._html(ops)))
        self.add_button("trust.run", "&Trust and run", self.Role.AcceptRole)
        cancel = self.add_button("trust.cancel", "&Cancel", self.Role.RejectRole, default=True)
        cancel.setFocus()
        vbox(head, (self.list, 1), self.buttons, on=self, margins=(20, 18, 20, 16), spacing=14)

    def _links(self, op: WhatRuns, text: str) -> str:
        """Names of sources as links to their texts; empty for what is none."""
        names = next((names for names in (op.compiled, op.python) if ", ".join(names) == text), ())
        links = []
        for name in names:
            links.append(f"<a href='#{len(self._files)}'>{escape(name)}</a>")
            self._files.append(op.folder / name)
        return ", ".join(links)

    def _on_link(self, link: QUrl) -> None:
        SourceDialog(self._files[int(link.fragment())], self).open()

    def _html(self, ops: Sequence[WhatRuns]) -> Iterator[str]:
        grey = color("muted").name()
        for op in ops:
            yield f"<p><b>{escape(op.name)}</b> &nbsp; "
            yield f"<span style='color:{grey}'>{escape(str(op.folder))}</span></p>"
            yield "<table cellspacing='0' cellpadding='2' style='margin-bottom:12px'>"
            for label, text in op.lines() or [("", "Nothing is compiled; its model is exported.")]:
                yield f"<tr><td width='120' style='color:{grey}'>{tr(label)}</td>"
                yield f"<td>{self._links(op, text) or escape(tr(text))}</td></tr>"
            yield "</table>"


def ask_trust(parent: QWidget, ops: list[WhatRuns]) -> bool:
    """Ops that came from elsewhere: whether they may be built and run."""
    dialog = TrustDialog(ops, parent)
    dialog.deleteLater()
    return dialog.exec() == TrustDialog.DialogCode.Accepted
