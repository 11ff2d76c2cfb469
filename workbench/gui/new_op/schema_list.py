"""All ops of torch's registry as a list that is searched at every keystroke."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.gui.language.translation import tr
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.list_keys import ListKeys
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.row_paint import draw_elided, paint_back
from workbench.gui.look.widgets import muted, search_field
from workbench.importers.schemas.schema_cache import ListedOp
from workbench.importers.schemas.schema_search import SchemaIndex

__all__ = ["SchemaList", "SchemaModel"]

_CHUNK = 300
"""Ops that are indexed in one turn of the event loop: a few milliseconds."""
_ARGS = Qt.ItemDataRole.UserRole + 1

Index = QModelIndex | QPersistentModelIndex


class SchemaModel(QAbstractListModel):
    """The ops that match the query, the best first; the index is made a piece at a time."""

    ready = Signal()
    """All ops that were added can be found."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ops: list[ListedOp] = []
        self._index = SchemaIndex()
        self._hits: list[int] = []
        self._query = ""
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._index_more)

    def add(self, ops: Sequence[ListedOp]) -> None:
        """Append ops; ``ready`` follows."""
        self._ops += ops
        self._next.start()

    def replace_package(self, package: str, ops: Sequence[ListedOp]) -> None:
        """What a package registers, in the place of what it did before."""
        kept = [op for op in self._ops if op.package != package]
        self._ops, self._index, self._hits = [], SchemaIndex(), []
        self.search("")
        self.add([*kept, *ops])

    def search(self, query: str) -> None:
        """Show what matches."""
        self.beginResetModel()
        self._query = query
        self._hits = self._index.search(query)
        self.endResetModel()

    @property
    def total(self) -> int:
        """How many ops there are."""
        return len(self._ops)

    def op(self, row: int) -> ListedOp | None:
        """The op in a row."""
        return self._ops[self._hits[row]] if 0 <= row < len(self._hits) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        op = self.op(index.row())
        if op is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return op.full
        if role == _ARGS:
            return ", ".join(op.args.split())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return tr(f"{op.full}, arguments {op.args or 'none'}")
        return None

    def _index_more(self) -> None:
        begin = len(self._index)
        self._index.add(self._ops[begin : begin + _CHUNK])
        if len(self._index) < len(self._ops):
            self._next.start()
        else:
            self.search(self._query)
            self.ready.emit()


class _Row(QStyledItemDelegate):
    """The name, and behind it the arguments in a quieter colour."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        area = option.rect.adjusted(8, 0, -8, 0)
        painter.save()
        paint_back(painter, option)
        painter.setFont(option.font)
        used = draw_elided(painter, area, index.data(), "text", is_name=True)
        rest = area.adjusted(used + 14, 0, 0, 0)
        if rest.width() > 40:
            draw_elided(painter, rest, index.data(_ARGS), "placeholder")
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, option.fontMetrics.height() + 10)


class SchemaList(QWidget):
    """The search field, how many match, and the list; the keyboard stays in the field."""

    chosen = Signal(object)
    """The chosen ``ListedOp``, or None."""
    activated = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = SchemaModel(self)
        self.search = search_field("schemaSearch", "Search torch's ops", "Search all ops", self)
        self.search.setToolTip(
            "Words in any order, anywhere in an op's name, overload or arguments. Capitals and "
            "underscores do not count: GridSample finds grid_sampler."
        )
        self.search.textChanged.connect(self.model.search)
        self.search.returnPressed.connect(self._on_return)
        self._count = PlainLabel(self)
        self._count.setObjectName("schemaCount")
        self._count.setProperty("role", "muted")
        words = "No op matches. A package may have it: import that below."
        self._none = muted(words, self, "schemaNone")
        self._none.hide()
        self.list = QListView(self)
        ListKeys(self.search, self.list)
        self.list.setObjectName("schemaList")
        self.list.setAccessibleName("Ops of torch")
        self.list.setUniformItemSizes(True)
        self.list.setItemDelegate(_Row(self.list))
        self.list.setModel(self.model)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.activated.connect(self.activated)
        self.model.modelReset.connect(self._on_reset)
        line = hbox((self.search, 1), self._count, spacing=8)
        vbox(line, self._none, (self.list, 1), on=self, margins=0, spacing=8)

    def current(self) -> ListedOp | None:
        """The chosen op."""
        index = self.list.currentIndex()
        return self.model.op(index.row()) if index.isValid() else None

    def _on_reset(self) -> None:
        count = self.model.rowCount()
        total = self.model.total
        self._count.setText(f"{count:,} of {total:,}" if count != total else f"{total:,} ops")
        self._none.setVisible(count == 0 < total)
        if count:
            self.list.setCurrentIndex(self.model.index(0))
            self.list.scrollToTop()
        else:
            self.chosen.emit(None)

    def _on_current(self, _current: QModelIndex, _before: QModelIndex) -> None:
        self.chosen.emit(self.current())

    def _on_return(self) -> None:
        if self.current() is not None:
            self.activated.emit()
