"""The project's ops: name, torch name, how they stand in a word, and one light per stage."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QEvent,
    QItemSelectionModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from workbench.core.jobs import STAGES
from workbench.gui.document.op_document import OpDocument
from workbench.gui.hosts.engine import Engine
from workbench.gui.language.translation import tr
from workbench.gui.look.layouts import vbox
from workbench.gui.look.lights import paint_lights
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.row_list import RowList
from workbench.gui.look.row_paint import draw_elided, paint_back
from workbench.gui.look.widgets import muted, search_field
from workbench.gui.ops.drawn import Drawn, DrawnOps, title
from workbench.gui.ops.status import light_text, status_of
from workbench.gui.project.model import ProjectModel
from workbench.gui.project.op_clipboard import op_folders

__all__ = ["OpList"]

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_DOCUMENT = Qt.ItemDataRole.UserRole
_DRAWN = Qt.ItemDataRole.UserRole + 1
_SIDE, _GAP, _PAD = 14, 5, 10


class _OpModel(QAbstractListModel):
    dropped = Signal(object)

    def __init__(self, project: ProjectModel, engine: Engine, parent: QWidget) -> None:
        super().__init__(parent)
        self._project = project
        self._engine = engine
        self.documents: list[OpDocument] = []
        self._drawn = DrawnOps(engine)
        self._dirty: set[Path] = set()
        project.reset.connect(self.reload)
        project.ops_changed.connect(self.reload)
        project.op_changed.connect(self.refresh)
        project.text_changed.connect(self.refresh)
        project.dirty_changed.connect(self._on_dirty)
        engine.state_changed.connect(self.refresh)

    def reload(self) -> None:
        self.beginResetModel()
        self._drawn.clear()
        self.documents = list(self._project.documents.values())
        self.endResetModel()

    def row_of(self, folder: Path) -> int | None:
        """Where an op stands."""
        document = self._project.documents.get(folder)
        return self.documents.index(document) if document in self.documents else None

    def refresh(self, folder: Path) -> None:
        self._drawn.forget(folder)
        row = self.row_of(folder)
        if row is not None:
            at = self.index(row)
            self.dataChanged.emit(at, at)

    def _on_dirty(self) -> None:
        """Only the marks of those that became dirty or clean are painted anew."""
        dirty = {d.folder for d in self.documents if d.announced_dirty}
        for folder in dirty ^ self._dirty:
            self.refresh(folder)
        self._dirty = dirty

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.documents)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        document = self.documents[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            # What the filter looks at.
            return f"{title(document)} {document.op.torch if document.op else ''}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{title(document)}: {tr(status_of(document, self._engine).title)}"
        if role == _DOCUMENT:
            return document
        if role == Qt.ItemDataRole.EditRole:
            return document.folder.name
        if role == _DRAWN:
            return self._drawn.of(document)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if self._project.is_project else flags

    # Op folders that are dropped here are added; other files go on to the window.

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction

    def mimeTypes(self) -> list[str]:
        return ["text/uri-list"]

    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        return self._project.is_project and bool(op_folders(data))

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        folders = op_folders(data)
        if folders:
            self.dropped.emit(folders)
        return bool(folders)

    def tip(self, document: OpDocument, stage: str) -> str:
        return light_text(document, self._engine, stage)


class _Delegate(QStyledItemDelegate):
    """Paints name and lights, torch name and word; says what each light means; takes a new name."""

    renamed = Signal(object, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._fonts: tuple[QFont, QFont, QFont] | None = None

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        height = option.fontMetrics.height()
        return QSize(180, 2 * height + 18)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        drawn: Drawn = index.data(_DRAWN)
        rect: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_back(painter, option, rect.adjusted(6, 2, -6, -2), 6)
        first = self.light_rect(rect, 0)
        paint_lights(painter, first.left(), first.top(), _SIDE, _GAP, drawn.lights)
        self._text(painter, option, drawn)
        painter.restore()

    def _text(self, painter: QPainter, option: QStyleOptionViewItem, drawn: Drawn) -> None:
        rect: QRect = option.rect
        left = rect.left() + 6 + _PAD
        width = self.light_rect(rect, 0).left() - left - 8
        name_font, torch_font = self._fonts_of(option.font)
        painter.setFont(name_font)
        line = painter.fontMetrics().height()
        top = rect.top() + (rect.height() - 2 * line - 2) // 2
        draw_elided(painter, QRect(left, top, width, line), drawn.name, drawn.role, is_name=True)
        painter.setFont(torch_font)
        line = painter.fontMetrics().height()
        below = QRect(left, top + line + 4, rect.right() - 6 - _PAD - left, line)
        used = draw_elided(painter, below, drawn.word, "muted", at_right=True)
        draw_elided(painter, below.adjusted(0, 0, -used - 10, 0), drawn.torch, "muted")

    def _fonts_of(self, font: QFont) -> tuple[QFont, QFont]:
        """Those of name and torch name; a list is painted row by row, with each step in it."""
        if self._fonts is None or self._fonts[0] != font:
            bold, small = QFont(font), QFont(font)
            bold.setWeight(QFont.Weight.DemiBold)
            small.setPointSizeF(small.pointSizeF() * 0.9)
            self._fonts = (QFont(font), bold, small)
        return self._fonts[1:]

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setObjectName("renameOp")
        editor.setAccessibleName("New name of the op")
        editor.setToolTip(
            "The op's folder, and its name here. The torch name stays: change it on the "
            "Signature page."
        )
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, QLineEdit)
        editor.setText(index.data(Qt.ItemDataRole.EditRole))
        editor.selectAll()

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        rect: QRect = option.rect
        editor.setGeometry(rect.adjusted(10, 6, -10, -6))  # nothing of the row looks out

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        assert isinstance(editor, QLineEdit)
        document: OpDocument = index.data(_DOCUMENT)
        self.renamed.emit(document.folder, editor.text())

    def light_rect(self, rect: QRect, stage: int) -> QRect:
        right = rect.right() - 6 - _PAD
        x = right - (len(STAGES) - stage) * (_SIDE + _GAP) + _GAP
        return QRect(x, rect.top() + rect.height() // 4 + 4 - _SIDE // 2, _SIDE, _SIDE)

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        document = index.data(_DOCUMENT)
        if event.type() != QEvent.Type.ToolTip or document is None:
            return super().helpEvent(event, view, option, index)
        tip = self.tip_at(view, option.rect, event.pos(), document)
        QToolTip.showText(event.globalPos(), plain_tip(tip), view)
        return True

    def tip_at(
        self, view: QAbstractItemView, rect: QRect, position: QPoint, document: OpDocument
    ) -> str:
        """What the light under the pointer means; beside the lights, all of it."""
        proxy = view.model()
        model = proxy.sourceModel() if isinstance(proxy, QSortFilterProxyModel) else proxy
        assert isinstance(model, _OpModel)
        for i, stage in enumerate(STAGES):
            if self.light_rect(rect, i).adjusted(-2, -8, 3, 8).contains(position):
                return model.tip(document, stage)
        lines = [document.op.doc] if document.op is not None and document.op.doc else []
        return "\n".join(lines + [model.tip(document, stage) for stage in STAGES])


class OpList(QWidget):
    """The list with its filter; the model's documents in, the chosen op's folder out."""

    chosen = Signal(object)
    """The folder of the op that is shown now; None for none."""
    menu_requested = Signal(QPoint)
    """For the selected ops: the position on the screen."""
    renamed = Signal(object, str)
    """An op's folder, and the name that was typed for it."""
    dropped = Signal(object)
    """Folders of ops that are to be added."""

    def __init__(
        self, project: ProjectModel, engine: Engine, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._filtering = False
        self._shown: Path | None = None
        self._model = _OpModel(project, engine, self)
        self._proxy = QSortFilterProxyModel(self)
        self._proxy.setSourceModel(self._model)
        self._proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.filter = search_field("opFilter", "Filter the ops", "Filter ops", self)
        self.filter.textChanged.connect(self._on_filter)
        self.filter.returnPressed.connect(self._on_enter)
        self.view = RowList(self)
        self.view.setObjectName("opList")
        self.view.setAccessibleName("Ops of the project")
        self.view.setModel(self._proxy)
        self._model.dropped.connect(self.dropped, Qt.ConnectionType.QueuedConnection)
        self.view.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)
        self.view.setDropIndicatorShown(False)
        delegate = _Delegate(self.view)
        # Later: the list must not change while it takes the editor away.
        delegate.renamed.connect(self.renamed, Qt.ConnectionType.QueuedConnection)
        self.view.setItemDelegate(delegate)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.view.setMouseTracking(True)
        self.view.setUniformItemSizes(True)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._on_menu)
        self.view.selectionModel().currentChanged.connect(self._on_current)
        self._none = muted("No op matches.", self)
        self._none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._none.hide()
        inset = vbox(self.filter, margins=(8, 0, 8, 0))
        vbox(inset, self._none, (self.view, 1), on=self, margins=(0, 8, 0, 0), spacing=6)

    def choose(self, folder: Path | None) -> None:
        """Select an op; the first one for None."""
        row = self._model.row_of(folder) if folder is not None else 0
        if row is None or row >= self._model.rowCount():
            return
        at = self._proxy.mapFromSource(self._model.index(row))
        if not at.isValid():
            self.filter.clear()
            at = self._proxy.mapFromSource(self._model.index(row))
        self._make_current(at)

    def _make_current(self, index: QModelIndex) -> None:
        """Select one op only, whichever keys are held (Ctrl+Z would add it to the selection)."""
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.view.selectionModel().setCurrentIndex(index, flag)

    def selected(self) -> list[Path]:
        """The folders of the selected ops, in the list's order."""
        rows = sorted(self.view.selectionModel().selectedIndexes(), key=lambda i: i.row())
        return [index.data(_DOCUMENT).folder for index in rows]

    def select(self, folders: list[Path]) -> None:
        """Select several ops; the one that is shown stays."""
        selection = self.view.selectionModel()
        for row, document in enumerate(self._model.documents):
            if document.folder in folders:
                at = self._proxy.mapFromSource(self._model.index(row))
                selection.select(at, QItemSelectionModel.SelectionFlag.Select)

    def edit_name(self) -> None:
        """Let a new name be typed at the current op."""
        index = self.view.currentIndex()
        if index.isValid():
            self.view.setFocus()
            self.view.edit(index)

    def current(self) -> Path | None:
        """The folder of the chosen op."""
        document = self.view.currentIndex().data(_DOCUMENT)
        return document.folder if document is not None else None

    def lights(self, folder: Path) -> list[str]:
        """The lights as shown; for tests."""
        document = next(d for d in self._model.documents if d.folder == folder)
        at = self._model.index(self._model.documents.index(document))
        return list(self._model.data(at, _DRAWN).lights)

    def _on_filter(self, text: str) -> None:
        # What is shown stays while one types, also where it does not match.
        self._filtering = True
        self._proxy.setFilterFixedString(text)
        self._filtering = False
        self._none.setVisible(bool(text) and self._proxy.rowCount() == 0)
        if self._shown is not None and self.current() != self._shown:
            self._select_quietly(self._shown)

    def _select_quietly(self, folder: Path) -> None:
        row = next((i for i, d in enumerate(self._model.documents) if d.folder == folder), -1)
        at = self._proxy.mapFromSource(self._model.index(row)) if row >= 0 else QModelIndex()
        self._filtering = True
        self._make_current(at)
        if not at.isValid():
            self.view.clearSelection()
        self._filtering = False

    def _on_current(self, _current: QModelIndex, _previous: QModelIndex) -> None:
        folder = self.current()
        if folder is not None and not self._filtering:
            self._shown = folder
            self.chosen.emit(folder)

    def _on_enter(self) -> None:
        """Enter in the filter goes to the first op that matches."""
        if self._proxy.rowCount():
            self.view.setFocus()
            if not self.view.currentIndex().isValid():
                self._make_current(self._proxy.index(0, 0))

    def _on_menu(self, position: QPoint) -> None:
        self.menu_requested.emit(self.view.viewport().mapToGlobal(position))
