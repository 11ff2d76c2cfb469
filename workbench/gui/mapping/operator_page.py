"""The documentation of one standard operator as a page to read."""

from __future__ import annotations

import html
from collections.abc import Iterable

from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from workbench.core.standard.operator_docs import FormalDoc, OperatorDoc, operator_docs
from workbench.core.standard.operators import operator
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES
from workbench.gui.look.text import format_value
from workbench.gui.look.theme import color

__all__ = ["OperatorPage", "default_text", "how_it_runs", "needs_graph", "runs_by"]

_OPTIONS = {"": "", "?": "optional", "*": "a list"}
_NO_HTML = QTextDocument.MarkdownFeature.MarkdownNoHTML
_DIALECT = QTextDocument.MarkdownFeature.MarkdownDialectGitHub


def needs_graph(doc: OperatorDoc) -> bool:
    """Whether the operator holds a graph, which a form cannot say."""
    return any(a.required and a.type not in ATTRIBUTE_TYPES for a in doc.attributes.values())


def default_text(value: object) -> str:
    """An attribute's default in a word; empty where it has none."""
    if value is None:
        return ""
    return format_value(value) if value != "" else '""'  # type: ignore[arg-type]


def runs_by(name: str, doc: OperatorDoc, opset: int) -> str:
    """By what ONNX Runtime runs an operator on the CPU: ``kernel``, ``composed`` or ``none``."""
    definition = operator(name, opset)
    if definition is not None and definition.kernels:
        return "kernel"
    return "composed" if doc.composed else "none"


def how_it_runs(name: str, doc: OperatorDoc, opset: int) -> str:
    """The same in a sentence."""
    match runs_by(name, doc, opset):
        case "kernel":
            definition = operator(name, opset)
            kernels = definition.kernels.values() if definition is not None else ()
            types = sorted({t for kernel in kernels for t in kernel})
            return f"ONNX Runtime has a CPU kernel for it ({', '.join(types)})."
        case "composed":
            return "ONNX Runtime has no kernel of its own; it makes it of other operators."
        case _:
            return "ONNX Runtime has no CPU kernel for this version of it."


class OperatorPage(QTextBrowser):
    """Shows an operator; follows no link and fetches nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.document().setDocumentMargin(16)
        self.setAccessibleName("Documentation")

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        return None  # nothing talks to the network, and no file belongs to a documentation

    def show_operator(self, name: str, doc: OperatorDoc, opset: int) -> None:
        """Show what an opset has of an operator."""
        self.clear()
        cursor = self.textCursor()
        facts = [_since(name, doc, opset), how_it_runs(name, doc, opset)]
        if doc.since > opset:
            facts = [
                f"<b>It came with opset {doc.since}, and you export to {opset}.</b>",
                "A newer opset is chosen on the Model page; a variant has its own on its card.",
            ]
        if doc.deprecated:
            facts.insert(0, "<b>Deprecated: it may not be used any more.</b>")
        if needs_graph(doc):
            facts.append("It holds a graph: only a mapping in Python can make it.")
        cursor.insertHtml(
            f"<h2>{html.escape(name)}</h2>"
            f"<p style='color:{_muted()}'>{'<br>'.join(facts)}</p><p></p>"
        )
        _markdown(cursor, doc.doc)
        for title, formals in (("Inputs", doc.inputs), ("Outputs", doc.outputs)):
            cursor.insertHtml(f"<br><h3>{title}</h3>{_formals(formals)}")
        cursor.insertHtml(f"<br><h3>Attributes</h3>{_attributes(doc)}")
        if doc.types:
            cursor.insertHtml(f"<br><h3>Types</h3>{_types(doc)}")
        cursor.insertHtml(f"<p style='color:{_muted()}'><br>{_SOURCE}</p>")
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def show_domain(self, name: str, problem: str) -> None:
        """Show what an operator in a domain of one's own is."""
        self.clear()
        title = html.escape(name) or "An operator of your own"
        wrong = f"<p style='color:{color('error').name()}'>{html.escape(problem)}</p>"
        self.textCursor().insertHtml(f"<h2>{title}</h2>{wrong if problem else ''}{_DOMAIN}")
        self.moveCursor(QTextCursor.MoveOperation.Start)


def _markdown(cursor: QTextCursor, text: str) -> None:
    # HTML is shown as it is written, apart from the one tag that ONNX uses: its breaks.
    text = text.replace("<br/>", "  \n")
    cursor.insertMarkdown(text or "No description.", _DIALECT | _NO_HTML)
    cursor.movePosition(QTextCursor.MoveOperation.End)
    cursor.insertBlock()


def _since(name: str, doc: OperatorDoc, opset: int) -> str:
    others = [v.since for v in operator_docs().get(name, ()) if v.since != doc.since]
    text = f"This definition is of opset {doc.since} (you export to {opset})."
    if later := [str(s) for s in others if s > doc.since]:
        text += f" Changed in opset {', '.join(later)}."
    if earlier := [str(s) for s in others if s < doc.since]:
        text += f" Before: opset {', '.join(earlier)}."
    return text


def _formals(formals: Iterable[FormalDoc]) -> str:
    rows = [
        (f"<b>{html.escape(f.name)}</b>", html.escape(f.type), _OPTIONS[f.option], _line(f.doc))
        for f in formals
    ]
    return _table(("Name", "Type", "", ""), rows) if rows else "<p>None.</p>"


def _attributes(doc: OperatorDoc) -> str:
    rows = []
    for name, a in doc.attributes.items():
        default = "required" if a.required else html.escape(default_text(a.default))
        words = _line(a.doc)
        if a.choices:
            words += f"<br>Values: {html.escape(', '.join(a.choices))}"
        rows.append((f"<b>{html.escape(name)}</b>", a.type, default, words))
    return _table(("Name", "Type", "Default", ""), rows) if rows else "<p>None.</p>"


def _types(doc: OperatorDoc) -> str:
    rows = [
        (f"<b>{html.escape(name)}</b>", _line(words), html.escape(", ".join(allowed)))
        for name, (allowed, words) in doc.types.items()
    ]
    return _table(("Name", "", "May be"), rows)


def _table(titles: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    line = f"border-bottom:1px solid {color('border').name()};"
    head = "".join(
        f"<td style='{line}color:{_muted()};padding:3px 12px 3px 0'>{t}</td>" for t in titles
    )
    body = "".join(
        "<tr>"
        + "".join(f"<td style='{line}padding:3px 12px 3px 0'>{cell}</td>" for cell in row)
        + "</tr>"
        for row in rows
    )
    # At 100 % Qt rounds up, and a scroll bar stands there for one pixel.
    return f"<table cellspacing='0' width='99%'><tr>{head}</tr>{body}</table>"


def _line(text: str) -> str:
    plain = text.replace("<br/>", " ").replace("```", " ").replace("`", "")
    return html.escape(" ".join(plain.split()))


def _muted() -> str:
    return str(color("muted").name())


_SOURCE = (
    "From the documentation of ONNX, copyright of the ONNX Project Contributors, "
    "Apache License 2.0."
)
_DOMAIN = (
    "<p>ONNX's own operators are in the default domain, where nobody can add one. An operator of "
    "your own has a <b>domain</b> before its name, as in <code>custom::MyOp</code>: the domain says "
    "whose it is, so that two people's MyOp do not meet.</p>"
    "<p>A runtime runs the node only if it has a kernel for this domain and name. For ONNX Runtime "
    "the program makes one, as the card 'ONNX Runtime' says; for another runtime take the domain "
    "and the name that its plugin knows.</p>"
    "<p>To use one, type it into the search field: the domain, two colons, the name.</p>"
)
