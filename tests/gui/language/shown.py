"""What a widget and all within it say."""

from __future__ import annotations

import html
import re

from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QTableWidget,
    QTreeWidget,
    QWidget,
)

_OF_ALL = ("toolTip", "accessibleName", "accessibleDescription", "windowTitle", "statusTip")
_NAMES = (
    "Op Workbench", "ONNX Runtime", "ONNX Script", "Apache License", "ONNX Project Contributors",
    "apt install", "Debian", "dask scheduler", "symbolic", "op-workbench check", "Noto Sans", "MIT",
)  # fmt: skip
_CODE = re.compile(
    r"\b\w+ is (?:not )?None\b|\bmin max\b"
    r"|[\w.\[\]]+\([^()]*\)|'[^']*'|\"[^\"]*\"|“[^”]*”|\w*[_.:\[\]/=<>*+]\S*|--?\w+|[=<>]+ \S+"
)
_ENGLISH = re.compile(r"\b[A-Za-z][a-z]{2,} [a-z]{2,}\b")


def texts_of(root: QWidget) -> set[str]:
    """Every text, tip and name for screen readers."""
    found: set[str] = set()
    for widget in (root, *root.findChildren(QWidget)):
        found.update(getattr(widget, name)() for name in _OF_ALL)
        match widget:
            case QLabel() | QAbstractButton():
                if widget.property("role") != "code":
                    found.add(widget.text())
            case QLineEdit() | QPlainTextEdit():
                found.add(widget.placeholderText())
            case QComboBox():
                found.update(widget.itemText(i) for i in range(widget.count()))
            case QTabBar():
                found.update(widget.tabText(i) for i in range(widget.count()))
            case QTableWidget():
                heads = (widget.horizontalHeaderItem(i) for i in range(widget.columnCount()))
                found.update(head.text() for head in heads if head is not None)
            case QTreeWidget():
                found.update(widget.headerItem().text(i) for i in range(widget.columnCount()))
            case QMenu():
                found.add(widget.title())
    for action in root.findChildren(QAction):
        found.update((action.text(), action.toolTip()))
    return found


def rows_of(root: QWidget) -> set[str]:
    """What stands in the rows of its lists, as it is before it is painted."""
    found: set[str] = set()
    for view in root.findChildren(QListWidget):
        found.update(view.item(i).text() for i in range(view.count()))
    return found


def english_in(text: str) -> str:
    """Two words of English after each other that are no code, no name and no unit; else nothing."""
    plain = html.unescape(re.sub(r"<code>.*?</code>|<[^<>]+>", " ", text))
    for name in _NAMES:
        plain = plain.replace(name, "")
    found = _ENGLISH.search(_CODE.sub("", plain))
    return found[0] if found else ""
