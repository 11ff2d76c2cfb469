"""The project's ops: name, torch name, and one light per stage."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from workbench.core.jobs import STAGES
from workbench.gui.document import OpDocument
from workbench.gui.engine import Engine
from workbench.gui.icons import icon
from workbench.gui.lights import paint_light
from workbench.gui.model import ProjectModel
from workbench.gui.theme import color
from workbench.gui.verdict import light, light_text, verdict

__all__ = ["OpList"]

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_DOCUMENT = Qt.ItemDataRole.UserRole
_LIGHTS = Qt.ItemDataRole.UserRole + 1
_SIDE, _GAP, _PAD = 14, 5, 10


class _OpModel(QAbstractListModel):
    def __init__(self, project: ProjectModel, engine: Engine, parent: QWidget) -> None:
        super().__init__(parent)
        self._project = project
        self._engine = engine
        self.documents: list[OpDocument] = []
        project.reset.connect(self.reload)
        project.ops_changed.connect(self.reload)
        project.op_changed.connect(self.refresh)
        project.dirty_changed.connect(self.refresh_all)
        engine.state_changed.connect(self.refresh)

    def reload(self) -> None:
        self.beginResetModel()
        self.documents = list(self._project.documents.values())
        self.endResetModel()

    def refresh(self, folder: Path) -> None:
        document = self._project.documents.get(folder)
        if document in self.documents:
            at = self.index(self.documents.index(document))
            self.dataChanged.emit(at, at)

    def refresh_all(self) -> None:
        if self.documents:
            self.dataChanged.emit(self.index(0), self.index(len(self.documents) - 1))

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.documents)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        document = self.documents[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            # What the filter looks at.
            return f"{document.name} {document.op.torch if document.op else ''}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{document.name}: {verdict(document, self._engine).title}"
        if role == _DOCUMENT:
            return document
        if role == _LIGHTS:
            return [light(document, self._engine, stage) for stage in STAGES]
        return None

    def tip(self, document: OpDocument, stage: str) -> str:
        return light_text(document, self._engine, stage)


class _Delegate(QStyledItemDelegate):
    """Paints name, torch name and lights; says what each light means."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        height = option.fontMetrics.height()
        return QSize(180, 2 * height + 18)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        document: OpDocument = index.data(_DOCUMENT)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        back = rect.adjusted(6, 2, -6, -2)
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color("selected"))
            painter.drawRoundedRect(back, 6, 6)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color("hover"))
            painter.drawRoundedRect(back, 6, 6)
        lights: list[str] = index.data(_LIGHTS)
        for i, shown in enumerate(lights):
            paint_light(
                painter, QRectF(self.light_rect(rect, i)).adjusted(0.5, 0.5, -0.5, -0.5), shown
            )
        self._text(painter, option, rect, document)
        painter.restore()

    def _text(
        self, painter: QPainter, option: QStyleOptionViewItem, rect: QRect, document: OpDocument
    ) -> None:
        left = rect.left() + 6 + _PAD
        width = self.light_rect(rect, 0).left() - left - 8
        font = QFont(option.font)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        metrics = painter.fontMetrics()
        top = rect.top() + (rect.height() - 2 * metrics.height() - 2) // 2
        name = document.name + ("*" if document.dirty else "")
        painter.setPen(color("error" if document.problems else "text"))
        elided = metrics.elidedText(name, Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRect(left, top, width, metrics.height()), 0, elided)
        font.setWeight(QFont.Weight.Normal)
        font.setPointSizeF(font.pointSizeF() * 0.9)
        painter.setFont(font)
        painter.setPen(color("muted"))
        metrics = painter.fontMetrics()
        second = document.op.torch if document.op is not None else "cannot be read"
        elided = metrics.elidedText(second, Qt.TextElideMode.ElideRight, width)
        below = QRect(left, top + painter.fontMetrics().height() + 4, width, metrics.height())
        painter.drawText(below, 0, elided)

    def light_rect(self, rect: QRect, stage: int) -> QRect:
        right = rect.right() - 6 - _PAD
        x = right - (len(STAGES) - stage) * (_SIDE + _GAP) + _GAP
        return QRect(x, rect.center().y() - _SIDE // 2, _SIDE, _SIDE)

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
        QToolTip.showText(event.globalPos(), tip, view)
        return True

    def tip_at(
        self, view: QAbstractItemView, rect: QRect, place: QPoint, document: OpDocument
    ) -> str:
        """What the light under the pointer means; beside the lights, all of it."""
        proxy = view.model()
        model = proxy.sourceModel() if isinstance(proxy, QSortFilterProxyModel) else proxy
        assert isinstance(model, _OpModel)
        for i, stage in enumerate(STAGES):
            if self.light_rect(rect, i).adjusted(-2, -8, 3, 8).contains(place):
                return model.tip(document, stage)
        lines = [document.op.doc] if document.op is not None and document.op.doc else []
        return "\n".join(lines + [model.tip(document, stage) for stage in STAGES])


class OpList(QWidget):
    """The list with its filter; the model's documents in, the chosen op's folder out."""

    chosen = Signal(object)
    """The folder of the op that is shown now; None for none."""
    menu_requested = Signal(object, QPoint)
    """The folder of the op under the pointer, and the place on the screen."""

    def __init__(
        self, project: ProjectModel, engine: Engine, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model = _OpModel(project, engine, self)
        self._proxy = QSortFilterProxyModel(self)
        self._proxy.setSourceModel(self._model)
        self._proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.filter = QLineEdit(self)
        self.filter.setObjectName("opFilter")
        self.filter.setAccessibleName("Filter the ops")
        self.filter.setPlaceholderText("Filter ops")
        self.filter.setClearButtonEnabled(True)
        self.filter.addAction(icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.filter.textChanged.connect(self._on_filter)
        self.view = QListView(self)
        self.view.setObjectName("opList")
        self.view.setAccessibleName("Ops of the project")
        self.view.setModel(self._proxy)
        self.view.setItemDelegate(_Delegate(self.view))
        self.view.setMouseTracking(True)
        self.view.setUniformItemSizes(True)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._on_menu)
        self.view.selectionModel().currentChanged.connect(self._on_current)
        self._none = QLabel("No op matches.", self)
        self._none.setProperty("role", "muted")
        self._none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._none.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 0)
        layout.setSpacing(6)
        inset = QVBoxLayout()
        inset.setContentsMargins(8, 0, 8, 0)
        inset.addWidget(self.filter)
        layout.addLayout(inset)
        layout.addWidget(self._none)
        layout.addWidget(self.view, 1)

    def choose(self, folder: Path | None) -> None:
        """Select an op; the first one for None."""
        for row, document in enumerate(self._model.documents):
            if folder is None or document.folder == folder:
                at = self._proxy.mapFromSource(self._model.index(row))
                if not at.isValid():
                    self.filter.clear()
                    at = self._proxy.mapFromSource(self._model.index(row))
                self.view.setCurrentIndex(at)
                return

    def current(self) -> Path | None:
        """The folder of the chosen op."""
        document = self.view.currentIndex().data(_DOCUMENT)
        return document.folder if document is not None else None

    def lights(self, folder: Path) -> list[str]:
        """The lights as shown; for tests."""
        document = next(d for d in self._model.documents if d.folder == folder)
        at = self._model.index(self._model.documents.index(document))
        return list(self._model.data(at, _LIGHTS))

    def _on_filter(self, text: str) -> None:
        self._proxy.setFilterFixedString(text)
        self._none.setVisible(bool(text) and self._proxy.rowCount() == 0)

    def _on_current(self, _current: QModelIndex, _previous: QModelIndex) -> None:
        folder = self.current()
        if folder is not None:
            self.chosen.emit(folder)

    def _on_menu(self, place: QPoint) -> None:
        document = self.view.indexAt(place).data(_DOCUMENT)
        if document is not None:
            self.menu_requested.emit(document.folder, self.view.viewport().mapToGlobal(place))
