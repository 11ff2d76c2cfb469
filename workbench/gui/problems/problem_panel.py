"""The list of problems: what happened, the next step, and a way to its location."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStackedLayout,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.core.errors import Problem
from workbench.gui.language.translation import tr
from workbench.gui.look.fix_bar import FIX_KEYS, FixBar, pop_fixes
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import vbox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.row_paint import draw_elided, paint_back
from workbench.gui.look.widgets import muted

__all__ = ["ListedProblem", "ProblemsPanel"]

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_ENTRY = Qt.ItemDataRole.UserRole
_PAD = 8


class ListedProblem(msgspec.Struct, frozen=True):
    """A problem with the op that it belongs to (None for the program itself).

    Attributes:
        where: the location in the pages' words; empty where that is a file's line.
    """

    problem: Problem
    folder: Path | None = None
    op: str = ""
    where: str = ""

    @property
    def location(self) -> str:
        """Where, in short."""
        problem = self.problem
        if self.where and not problem.line:
            return " · ".join(part for part in (self.op, self.where) if part)
        file = Path(problem.file).name if problem.file else ""
        location = f"{file}:{problem.line}" if problem.line else file
        if problem.key:
            location = f"{location} · {problem.key}" if location else problem.key
        source = "clangd" if problem.kind == "clangd" else ""
        return " · ".join(part for part in (source, self.op, location) if part)


class _Model(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.entries: list[ListedProblem] = []

    def set_entries(self, entries: list[ListedProblem]) -> None:
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.problem.message
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            problem = entry.problem
            told = (problem.where(), tr(problem.message), tr(problem.hint))
            text = "\n".join(told).strip()
            return plain_tip(text) if role == Qt.ItemDataRole.ToolTipRole else text
        if role == _ENTRY:
            return entry
        return None


class _Delegate(QStyledItemDelegate):
    """Two lines: the message with its location, and the next step."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        height: int = option.fontMetrics.height()
        entry: ListedProblem = index.data(_ENTRY)
        return QSize(200, (2 * height + 14) if entry.problem.hint else height + 12)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: ListedProblem = index.data(_ENTRY)
        rect: QRect = option.rect
        painter.save()
        paint_back(painter, option)
        severity = (
            entry.problem.severity if entry.problem.severity in ("error", "warning") else "note"
        )
        role = {"error": "error", "warning": "warning"}.get(severity, "info")
        line = painter.fontMetrics().height()
        top = rect.top() + 5
        icon(severity, role).paint(painter, QRect(rect.left() + _PAD, top, 16, max(line, 16)))
        left = rect.left() + _PAD + 24
        right = rect.right() - _PAD
        width = (right - left) // 2
        corner = QRect(right - width, top, width, line)
        middle = Qt.TextElideMode.ElideMiddle
        room = draw_elided(painter, corner, entry.location, "muted", middle, at_right=True)
        first = QRect(left, top, right - room - 16 - left, line)
        draw_elided(painter, first, entry.problem.message, "text")
        second = QRect(left, top + line + 3, right - left, line)
        draw_elided(painter, second, entry.problem.hint, "muted")
        painter.restore()


class ProblemsPanel(QWidget):
    """A click or Enter goes to the location; what fixes it is offered below and in the menu."""

    activated = Signal(object)
    """A ``ListedProblem``."""
    settled = Signal(object)
    """The user finds what was assumed right: a ``ListedProblem`` of kind ``gap``."""
    count_changed = Signal(int)
    fix_chosen = Signal(object, str)
    """A fix of a ``ListedProblem`` was chosen: the problem, the fix's title."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fixes_of: Callable[[ListedProblem], list[str]] | None = None
        self._fix_actions: list[QAction] = []
        self._model = _Model(self)
        self.view = QListView(self)
        self.view.setObjectName("problemList")
        self.view.setAccessibleName("Problems")
        self.view.setModel(self._model)
        self.view.setItemDelegate(_Delegate(self.view))
        self.view.setMouseTracking(True)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.activated.connect(self._on_activated)
        self.view.clicked.connect(self._on_activated)
        copy = QAction(icon("copy"), "Copy", self.view)
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(self._copy)
        self.view.addAction(copy)
        self._settle = QAction(icon("check"), "It is right as it is", self.view)
        self._settle.setObjectName("action.settleGap")
        self._settle.setShortcut(QKeySequence(Qt.Key.Key_Delete))
        self._settle.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._settle.setEnabled(False)
        self._settle.triggered.connect(self._on_settle)
        self.view.addAction(self._settle)
        self.view.selectionModel().currentChanged.connect(self._on_current)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._empty = muted("No problems.", self)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        pop = QAction(icon("check"), "Fix …", self.view)
        pop.setObjectName("action.fix")
        pop.setShortcut(QKeySequence(FIX_KEYS))
        pop.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        pop.triggered.connect(self._pop_fixes)
        self.view.addAction(pop)
        self.fix_bar = FixBar(self)
        self.fix_bar.chosen.connect(self._on_fix)
        self._stack = QStackedLayout()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.view)
        vbox((self._stack, 1), self.fix_bar, on=self, margins=0, spacing=0)

    def set_fixer(self, fixes_of: Callable[[ListedProblem], list[str]]) -> None:
        """Who knows the titles of a problem's fixes."""
        self._fixes_of = fixes_of

    def show_problems(self, entries: Iterable[ListedProblem]) -> None:
        """Show these, errors first, otherwise in their order."""
        rank = {"error": 0, "warning": 1}
        found = sorted(entries, key=lambda e: rank.get(e.problem.severity, 2))
        if found == self._model.entries:
            return
        before = self.view.currentIndex().data(_ENTRY)
        self._model.set_entries(found)
        if before in found:
            self.view.setCurrentIndex(self._model.index(found.index(before)))
        else:
            self._show_fixes()
        self._stack.setCurrentWidget(self.view if found else self._empty)
        self.count_changed.emit(len(found))

    def look_again(self) -> None:
        """A source was edited: what would have mended it may not do so any more."""
        entry = self.view.currentIndex().data(_ENTRY)
        if entry is not None and entry.problem.line and not entry.problem.key:
            self._show_fixes()

    def show_first(self, folder: Path) -> None:
        """Go to the first problem of an op; Enter goes to its location."""
        row = next((i for i, e in enumerate(self._model.entries) if e.folder == folder), -1)
        if row >= 0:
            self.view.setCurrentIndex(self._model.index(row))
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def entries(self) -> list[ListedProblem]:
        """What is listed."""
        return list(self._model.entries)

    def _on_activated(self, index: QModelIndex) -> None:
        entry = index.data(_ENTRY)
        if entry is not None:
            self.activated.emit(entry)

    def _on_current(self, index: QModelIndex, _before: QModelIndex) -> None:
        entry = index.data(_ENTRY)
        self._settle.setEnabled(entry is not None and entry.problem.kind == "gap")
        self._show_fixes()

    # -- fixes

    def _titles(self) -> list[str]:
        entry = self.view.currentIndex().data(_ENTRY)
        return self._fixes_of(entry) if entry is not None and self._fixes_of is not None else []

    def _show_fixes(self) -> None:
        """Below the list, and in the menu of the line."""
        titles = self._titles()
        self.fix_bar.show_titles(titles)
        for action in self._fix_actions:
            self.view.removeAction(action)
            action.deleteLater()
        self._fix_actions = []
        first = self.view.actions()[0]
        for title in titles:
            action = QAction(icon("check"), f"Fix: {title}", self.view)
            action.setData(title)
            action.triggered.connect(self._on_fix_action)
            self.view.insertAction(first, action)
            self._fix_actions.append(action)

    def _pop_fixes(self) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            corner = self.view.visualRect(index).bottomLeft()
            menu = pop_fixes(self.view, self._titles(), corner)
            menu.triggered.connect(self._on_menu)

    def _on_menu(self, action: QAction) -> None:
        self._on_fix(action.data())

    def _on_fix_action(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._on_fix(action.data())

    def _on_fix(self, title: str) -> None:
        entry = self.view.currentIndex().data(_ENTRY)
        if entry is not None:
            self.fix_chosen.emit(entry, title)

    # -- the rest

    def _on_settle(self) -> None:
        entry = self.view.currentIndex().data(_ENTRY)
        if entry is not None and entry.problem.kind == "gap":
            self.settled.emit(entry)

    def _copy(self) -> None:
        entry = self.view.currentIndex().data(_ENTRY)
        if entry is not None:
            QGuiApplication.clipboard().setText(str(entry.problem))
