"""The command palette: everything that can be done and gone to, found by typing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QAction, QFont, QIcon, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.gui.language.translation import plain_text, tr
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import vbox
from workbench.gui.look.list_keys import ListKeys
from workbench.gui.look.row_paint import draw_elided, paint_back
from workbench.gui.look.theme import color
from workbench.gui.look.widgets import muted
from workbench.gui.project.model import ProjectModel
from workbench.gui.settings import Settings
from workbench.gui.window.actions import ACTIONS, Actions
from workbench.gui.window.fuzzy import match

__all__ = [
    "Entry",
    "Palette",
    "action_entries",
    "language_entries",
    "op_entries",
    "recent_entries",
    "theme_entries",
]

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_ENTRY = Qt.ItemDataRole.UserRole
_POSITIONS = Qt.ItemDataRole.UserRole + 1
_WIDTH, _ROWS, _PAD = 640, 12, 12
_USED = 8


class Entry(msgspec.Struct, frozen=True, eq=False):
    """One line.

    Attributes:
        id: what is remembered of it.
        title: what is searched and shown.
        run: what it does.
        group: where it comes from, shown muted.
        keys: its keys, as shown.
        icon: shown before it.
    """

    id: str
    title: str
    run: Callable[[], object]
    group: str = ""
    keys: str = ""
    icon: QIcon | None = None


def action_entries(actions: Actions) -> list[Entry]:
    """The actions that can be done now, except the palette's own."""
    entries = []
    for spec in ACTIONS:
        action = actions[spec.id]
        # A text has its own keys for cutting and pasting; here the ops are meant.
        of_ops = actions.of_ops(spec) if spec.where and spec.edit else None
        run = of_ops if spec.where and spec.edit else action.trigger
        if run is None or spec.id == "palette" or not (of_ops or action.isEnabled()):
            continue
        title = plain_text(tr(spec.text) if of_ops else action.text())
        group = plain_text(tr(spec.menu))
        if spec.id.startswith("page."):
            title = tr(f"Go to the page {title}")
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        entries.append(Entry(spec.id, title, run, group, keys, action.icon()))
    return entries


def op_entries(project: ProjectModel, show: Callable[[Path], object]) -> list[Entry]:
    """The project's ops, to go to."""
    return [
        Entry(
            f"op:{folder.name}",
            tr(f"Go to op {document.name}"),
            partial(show, folder),
            document.op.torch if document.op is not None else "cannot be read",
            icon=icon("kernel"),
        )
        for folder, document in project.documents.items()
    ]


def recent_entries(settings: Settings, open_recent: Callable[[Path], object]) -> list[Entry]:
    """The projects that were open before."""
    return [
        Entry(
            f"recent:{folder}",
            tr(f"Open recent {folder.name}"),
            partial(open_recent, folder),
            str(folder.parent),
            icon=icon("recent"),
        )
        for folder in settings.recent()
    ]


def theme_entries(choices: Iterable[QAction]) -> list[Entry]:
    """The looks of the window, by the actions of their menu."""
    return [
        Entry(
            f"theme:{choice.data()}",
            tr(f"Theme: {plain_text(choice.text()).lower()}"),
            choice.trigger,
            "Appearance",
        )
        for choice in choices
    ]


def language_entries(choices: Iterable[QAction]) -> list[Entry]:
    """The languages of the window that can be chosen, by the actions of their menu."""
    return [
        Entry(
            f"language:{choice.data()}",
            tr(f"Language: {plain_text(choice.text())}"),
            choice.trigger,
            "View",
        )
        for choice in choices
        if choice.isEnabled()
    ]


class _Model(QAbstractListModel):
    def __init__(self, entries: list[Entry], used: list[str], parent: QObject) -> None:
        super().__init__(parent)
        rank = {name: number for number, name in enumerate(used)}
        # What was used last stands first as long as nothing is typed.
        self._entries = sorted(entries, key=lambda e: rank.get(e.id, len(rank)))
        self._rank = rank
        self.found: list[tuple[Entry, tuple[int, ...]]] = []
        self.search("")

    def search(self, query: str) -> None:
        found = []
        for number, entry in enumerate(self._entries):
            fit = match(query, entry.title)
            if fit is not None:
                found.append((-fit[0], number, entry, fit[1]))
        if query.strip():
            found.sort(key=lambda f: (f[0], f[1]))
        self.beginResetModel()
        self.found = [(entry, positions) for _, _, entry, positions in found]
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry, positions = self.found[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return " ".join(part for part in (entry.title, entry.keys) if part)
        if role == _ENTRY:
            return entry
        if role == _POSITIONS:
            return positions
        return None


class _Delegate(QStyledItemDelegate):
    """The title with the typed letters in bold; at the right its keys, or where it is from."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, option.fontMetrics.height() + 12)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: Entry = index.data(_ENTRY)
        rect: QRect = option.rect
        painter.save()
        paint_back(painter, option)
        left, right = rect.left() + _PAD, rect.right() - _PAD
        if entry.icon is not None and not entry.icon.isNull():
            entry.icon.paint(painter, QRect(left, rect.top(), 16, rect.height()))
        left += 26
        right = self._paint_right(painter, entry, rect, right)
        self._paint_title(painter, option, entry, index.data(_POSITIONS), QRect(
            left, rect.top(), max(right - left - 16, 0), rect.height()
        ))  # fmt: skip
        painter.restore()

    def _paint_right(self, painter: QPainter, entry: Entry, rect: QRect, right: int) -> int:
        """Keys in a frame, then the group; where the title must end."""
        metrics = painter.fontMetrics()
        middle = Qt.AlignmentFlag.AlignVCenter
        if entry.keys:
            width = metrics.horizontalAdvance(entry.keys) + 14
            box = QRect(right - width, rect.top() + 5, width, rect.height() - 10)
            painter.setPen(color("border_strong"))
            painter.drawRoundedRect(box, 4, 4)
            painter.setPen(color("text"))
            painter.drawText(box, middle | Qt.AlignmentFlag.AlignHCenter, entry.keys)
            right -= width + 12
        limit = rect.width() // 3
        area = QRect(right - limit, rect.top(), limit, rect.height())
        middle_out = Qt.TextElideMode.ElideMiddle
        return right - draw_elided(painter, area, entry.group, "muted", middle_out, at_right=True)

    def _paint_title(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        entry: Entry,
        positions: tuple[int, ...],
        rect: QRect,
    ) -> None:
        plain, bold = QFont(option.font), QFont(option.font)
        bold.setWeight(QFont.Weight.Bold)
        painter.setFont(bold if positions else plain)
        title = painter.fontMetrics().elidedText(
            entry.title, Qt.TextElideMode.ElideRight, rect.width()
        )
        x = rect.left()
        for number, letter in enumerate(title):
            typed = number in positions
            painter.setFont(bold if typed else plain)
            painter.setPen(color("link" if typed else "text"))
            width = painter.fontMetrics().horizontalAdvance(letter)
            box = QRect(x, rect.top(), width + 4, rect.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, letter)
            x += width


class Palette(QFrame):
    """A field and a list at the top of the window; gone when it has lost the focus.

    Args:
        entries: what it offers.
        settings: remembers what was used.
        parent: the window.
    """

    def __init__(self, entries: list[Entry], settings: Settings, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("palette")
        self.setAccessibleName("Command palette")
        self.setProperty("card", True)
        self._settings = settings
        self._model = _Model(entries, settings.used_commands(), self)
        self.field = QLineEdit(self)
        self.field.setObjectName("paletteField")
        self.field.setAccessibleName("Search for a command, an op or a project")
        self.field.setPlaceholderText("Type a command, or the name of an op")
        self.field.addAction(icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.field.textChanged.connect(self._on_typed)
        self.field.installEventFilter(self)
        self.view = QListView(self)
        ListKeys(self.field, self.view)
        self.view.setObjectName("paletteList")
        self.view.setAccessibleName("What was found")
        self.view.setModel(self._model)
        self.view.setItemDelegate(_Delegate(self.view))
        self.view.setUniformItemSizes(True)
        self.view.setMouseTracking(True)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.clicked.connect(self._run)
        self._none = muted("Nothing matches.", self)
        self._none.setContentsMargins(_PAD, 6, _PAD, 10)
        self._none.hide()
        vbox(self.field, self._none, self.view, on=self, margins=8, spacing=6)
        self.setFixedWidth(_WIDTH)
        self._on_typed("")

    def show_over(self, window: QWidget) -> None:
        """Show it in the middle of the window's upper edge."""
        width = min(_WIDTH, max(window.width() - 40, 320))
        self.setFixedWidth(width)
        self.move(window.mapToGlobal(QPoint((window.width() - width) // 2, 36)))
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def titles(self) -> list[str]:
        """What is listed."""
        return [entry.title for entry, _ in self._model.found]

    def _on_typed(self, text: str) -> None:
        self._model.search(text)
        count = self._model.rowCount()
        self._none.setVisible(count == 0)
        self.view.setVisible(count > 0)
        if count:
            self.view.setCurrentIndex(self._model.index(0))
            self.view.scrollToTop()
        height = self.view.sizeHintForRow(0) if count else 0
        self.view.setFixedHeight(height * min(count, _ROWS) + 2)
        self.adjustSize()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Return runs what is chosen, though the focus stays in the field."""
        if watched is self.field and isinstance(event, QKeyEvent):
            pressed = event.type() == QEvent.Type.KeyPress
            if pressed and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(self.view.currentIndex())
                return True
        return super().eventFilter(watched, event)

    def _run(self, index: QModelIndex) -> None:
        entry: Entry | None = index.data(_ENTRY)
        self.close()
        if entry is not None:
            self._settings.add_used_command(entry.id, _USED)
            entry.run()
