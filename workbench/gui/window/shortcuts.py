"""All keys in one window, from the very declarations that make them work."""

from __future__ import annotations

import html

import msgspec
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from workbench.gui import dialogs
from workbench.gui.look.dialog import Dialog
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.widgets import muted, search_field
from workbench.gui.window.actions import ACTIONS

__all__ = ["Shortcut", "ShortcutsWindow", "as_html", "as_text", "shortcuts"]


class Shortcut(msgspec.Struct, frozen=True):
    """One line: a group, what it does, its keys."""

    group: str
    text: str
    keys: tuple[str, ...]


_LIST = "List of ops"
_FORMS = "Forms"
_EDITOR = "Code editor"
_OTHERS = (
    # What Qt and the widgets themselves do.
    (_LIST, "Next and previous op", ("Down", "Up")),
    (_LIST, "Select further ops", ("Shift+Down", "Shift+Up")),
    (_LIST, "Select all", ("Ctrl+A",)),
    (_LIST, "Menu of the op", ("Menu", "Shift+F10")),
    ("Run", "Stop, outside of text fields", ("Esc",)),
    (_FORMS, "Next and previous field", ("Tab", "Shift+Tab")),
    (_FORMS, "Move the row, at its handle", ("Alt+Up", "Alt+Down")),
    (_FORMS, "Open a list of choices", ("Alt+Down", "Space")),
    (_FORMS, "Go to a problem, in the list of problems", ("Return",)),
    (_FORMS, "Fixes for the field, or for the problem in the list", ("Ctrl+.",)),
    # Monaco's own. Those that the window takes, such as Ctrl+S, are the window's.
    (_EDITOR, "Complete", ("Ctrl+Space",)),
    (_EDITOR, "Next and previous place found", ("F3", "Shift+F3")),
    (_EDITOR, "Go to a line", ("Ctrl+G",)),
    (_EDITOR, "Go to the definition", ("F12",)),
    (_EDITOR, "Next and previous problem", ("F8", "Shift+F8")),
    (_EDITOR, "Comment lines in or out", ("Ctrl+/",)),
    (_EDITOR, "Move lines", ("Alt+Up", "Alt+Down")),
    (_EDITOR, "Delete lines", ("Ctrl+Shift+K",)),
    (_EDITOR, "Indent and outdent lines", ("Ctrl+]", "Ctrl+[")),
    (_EDITOR, "Next place like this, too", ("Ctrl+D",)),
    (_EDITOR, "Next and previous file", ("Ctrl+Tab", "Ctrl+Shift+Tab")),
    (_EDITOR, "Let Tab leave the editor, or indent again", ("Ctrl+M",)),
)


def shortcuts() -> list[Shortcut]:
    """All keys: the window's actions by their menus, then what the widgets have of their own."""
    found = []
    for spec in ACTIONS:
        if spec.keys:
            group = _LIST if spec.where == "opList" else spec.menu.replace("&", "")
            text = spec.text.replace("&", "").removesuffix(" …")
            if spec.id.startswith("page."):
                text = f"Page {text}"
            found.append(Shortcut(group, text, spec.keys))
    found += [Shortcut(*line) for line in _OTHERS]
    order = list(dict.fromkeys(s.group for s in found))
    return sorted(found, key=lambda s: order.index(s.group))


def _children(top: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    return [item for k in range(top.childCount()) if (item := top.child(k)) is not None]


def _shown(keys: tuple[str, ...]) -> str:
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(key).toString(native) for key in keys)


def as_text(lines: list[Shortcut]) -> str:
    """For the clipboard."""
    width = max((len(s.text) for s in lines), default=0) + 2
    parts = []
    for group in dict.fromkeys(s.group for s in lines):
        rows = [f"  {s.text:<{width}}{_shown(s.keys)}" for s in lines if s.group == group]
        parts.append("\n".join([group, *rows]))
    return "\n\n".join(parts) + "\n"


def as_html(lines: list[Shortcut]) -> str:
    """For paper."""
    parts = ["<h2>Keyboard shortcuts of Op Workbench</h2>"]
    for group in dict.fromkeys(s.group for s in lines):
        rows = "".join(
            f"<tr><td width='340'>{html.escape(s.text)}</td>"
            f"<td><b>{html.escape(_shown(s.keys))}</b></td></tr>"
            for s in lines
            if s.group == group
        )
        parts.append(f"<h3>{html.escape(group)}</h3><table>{rows}</table>")
    return "".join(parts)


class ShortcutsWindow(Dialog):
    """A list with a search field; it may stay open beside the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("shortcuts", "Keyboard shortcuts", parent)
        self.resize(QSize(640, 680))
        self.search = search_field(
            "shortcutSearch", "Search the shortcuts", "Search what it does, or the keys", self
        )
        self.search.textChanged.connect(self._on_search)
        self.list = QTreeWidget(self)
        self.list.setObjectName("shortcutList")
        self.list.setAccessibleName("Shortcuts")
        self.list.setHeaderLabels(["What it does", "Keys"])
        self.list.setRootIsDecorated(False)
        self.list.setIndentation(12)
        self.list.setUniformRowHeights(True)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        # What is done is longer than its keys: it has all the room that it needs.
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(True)
        self._none = muted("Nothing matches.", self)
        self._none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._none.hide()
        hint = muted("Everything is also in the command palette: Ctrl+Shift+P.", self)
        action = self.Role.ActionRole
        for button, tip, do in (
            (
                self.add_button("copyShortcuts", "&Copy", action),
                "Copy the list as text",
                self._copy,
            ),
            (self.add_button("printShortcuts", "&Print …", action), "Print the list", self._print),
        ):
            button.setToolTip(plain_tip(tip))
            button.setAutoDefault(False)  # Enter in the search field is for none of them
            button.clicked.connect(do)
        close = self.add_button("closeShortcuts", "C&lose", self.Role.RejectRole)
        close.setToolTip("Close this window")
        close.setAutoDefault(False)
        row = hbox((hint, 1), self.buttons)
        vbox(self.search, self._none, (self.list, 1), row, on=self, margins=16, spacing=10)
        self._fill()

    def show_in_front(self) -> None:
        """Show it, ready to search."""
        self.show()
        self.raise_()
        self.activateWindow()
        self.search.setFocus()
        self.search.selectAll()

    def _fill(self) -> None:
        groups: dict[str, QTreeWidgetItem] = {}
        for line in shortcuts():
            if line.group not in groups:
                top = groups[line.group] = QTreeWidgetItem(self.list, [line.group])
                font = top.font(0)
                font.setBold(True)
                top.setFont(0, font)
                top.setFlags(Qt.ItemFlag.ItemIsEnabled)
            item = QTreeWidgetItem(groups[line.group], [line.text, _shown(line.keys)])
            item.setData(0, Qt.ItemDataRole.UserRole, line)
        self.list.expandAll()

    def listed(self) -> list[Shortcut]:
        """What is shown."""
        found = []
        for i in range(self.list.topLevelItemCount()):
            top = self.list.topLevelItem(i)
            if top is not None:
                shown = (item for item in _children(top) if not item.isHidden())
                found += [item.data(0, Qt.ItemDataRole.UserRole) for item in shown]
        return found

    def _on_search(self, text: str) -> None:
        words = text.lower().split()
        for i in range(self.list.topLevelItemCount()):
            top = self.list.topLevelItem(i)
            if top is None:
                continue
            for item in _children(top):
                whole = f"{top.text(0)} {item.text(0)} {item.text(1)}".lower()
                item.setHidden(not all(word in whole for word in words))
            top.setHidden(all(item.isHidden() for item in _children(top)))
        self._none.setVisible(not self.listed())

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(as_text(self.listed()))

    def _print(self) -> None:
        dialogs.print_text(self, self.windowTitle(), as_html(self.listed()))
