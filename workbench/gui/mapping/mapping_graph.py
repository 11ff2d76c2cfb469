"""A small picture of what a mapping makes: inputs, nodes, outputs, and what flows between."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.core.declaration.op import Op
from workbench.gui.language.translation import tr
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.text import format_names
from workbench.gui.mapping.layered import place
from workbench.gui.mapping.mapping_flow import (
    KIND_WORDS,
    Box,
    Flow,
    attribute_text,
    flow_of,
    kind_of,
)
from workbench.gui.mapping.mapping_paint import BoxShape, Painted, box_shape, paint_picture

__all__ = ["MappingGraph"]

_MARGIN = 10.0
_MOST = 150  # boxes; more are neither readable nor quick to draw
_MOST_DETAILED = 30


@dataclass
class _Layout:
    """Where everything is drawn, before it is scaled."""

    shapes: list[BoxShape]
    picture: Painted
    size: tuple[float, float]


class MappingGraph(QWidget):
    """Draws a mapping, as large as fits.

    A click on a node, or Enter on the one that the arrow keys chose, tells its index.
    """

    node_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("mappingGraph")
        self.setAccessibleName("Graph of the mapping")
        self.setMinimumSize(120, 80)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self._op: Op | None = None
        self._flow = Flow()
        self._words = ""
        self._current = -1
        self._layouts: dict[tuple[bool, bool], _Layout] = {}

    def sizeHint(self) -> QSize:
        return QSize(360, 200)

    # -- what is shown

    def set_op(self, op: Op | None) -> None:
        """Show the mapping in use of an op, however wrong it is; None for nothing."""
        if op is not None:
            op = op.resolved(op.variant if op.variant in op.variants else "")
        if op is self._op or (op is not None and op == self._op):
            return
        self._op = op
        flow = flow_of(op) if op is not None else Flow()
        self._words = _words(op, flow)
        self._flow = flow if len(flow.boxes) <= _MOST else Flow()
        self._layouts.clear()
        if all(box.index != self._current for box in self._flow.boxes):
            self._current = -1
        self.setAccessibleDescription(_described(op, flow, self._words))
        self.update()

    def set_current(self, index: int) -> None:
        """Mark a node; -1 for none."""
        if index != self._current:
            self._current = index
            self.update()

    def current(self) -> int:
        """The marked node."""
        return self._current

    def words(self) -> str:
        """What is written above or instead of the picture."""
        return self._words

    def flow(self) -> Flow:
        """The boxes and arrows that are drawn."""
        return self._flow

    def node_rect(self, index: int) -> QRectF:
        """Where a node is drawn, in the widget's coordinates; empty where it is not."""
        layout, scale, offset = self._fitted()
        for box, rect in zip(self._flow.boxes, layout.picture.rects, strict=True):
            if box.index == index and index >= 0:
                return QRectF(rect.topLeft() * scale + offset, rect.size() * scale)
        return QRectF()

    # -- layout

    def _layout(self, across: bool, detailed: bool) -> _Layout:
        key = (across, detailed)
        if key not in self._layouts:
            self._layouts[key] = self._placed(across, detailed)
        return self._layouts[key]

    def _placed(self, across: bool, detailed: bool) -> _Layout:
        """Everything in its place; ``across``: from left to right, else from top to bottom."""
        boxes, arrows = self._flow.boxes, self._flow.arrows
        font = self.font()
        shapes = [box_shape(box, font, detailed) for box in boxes]
        sizes = [(s.width, s.height) if across else (s.height, s.width) for s in shapes]
        metrics = QFontMetricsF(_small(font))
        gaps = [
            min(metrics.horizontalAdvance(a.name), 110.0) + 26 if a.name and across else 34.0
            for a in arrows
        ]
        leading = {a.source for a in arrows}
        lost = {i for i, b in enumerate(boxes) if b.kind == "unknown" and i not in leading}
        outputs = [i for i, b in enumerate(boxes) if b.kind == "output" or i in lost]
        late = [i for i in leading if boxes[i].kind in ("constant", "unknown")]
        placed = place(
            sizes,
            [(a.source, a.target) for a in arrows],
            outputs,
            late,
            gaps,
            gap=30.0 if across else 26.0,
        )

        def point(at: tuple[float, float]) -> QPointF:
            return QPointF(*at) if across else QPointF(at[1], at[0])

        rects = []
        for centre, shape in zip(placed.boxes, shapes, strict=True):
            middle = point(centre)
            rects.append(
                QRectF(
                    middle.x() - shape.width / 2,
                    middle.y() - shape.height / 2,
                    shape.width,
                    shape.height,
                )
            )
        routes = [[point(p) for p in route] for route in placed.routes]
        if across:  # arrows lead to the node itself, not to the condition above it
            for arrow, route in zip(arrows, routes, strict=True):
                route[0] += QPointF(0, shapes[arrow.source].top / 2)
                route[-1] += QPointF(0, shapes[arrow.target].top / 2)
        size = placed.size if across else (placed.size[1], placed.size[0])
        return _Layout(shapes, Painted(boxes, arrows, shapes, rects, routes, across), size)

    def _fitted(self) -> tuple[_Layout, float, QPointF]:
        """The layout that can be drawn largest; with attributes if they stay readable."""
        top = self._header_height()
        width, height = self.width() - 2 * _MARGIN, self.height() - 2 * _MARGIN - top
        best: tuple[float, _Layout] | None = None
        few = len(self._flow.boxes) <= _MOST_DETAILED
        for detailed in (True, False) if few else (False,):
            for across in (True, False):
                layout = self._layout(across, detailed)
                scale = min(width / max(layout.size[0], 1), height / max(layout.size[1], 1), 1.0)
                if best is None or scale > best[0] * 1.05:
                    best = (scale, layout)
            if best is not None and best[0] >= 0.8:
                break
        assert best is not None
        scale, layout = max(best[0], 0.01), best[1]
        left = _MARGIN + (width - layout.size[0] * scale) / 2
        above = _MARGIN + top + (height - layout.size[1] * scale) / 2
        return layout, scale, QPointF(left, above)

    def _header_height(self) -> float:
        if not self._words or not self._flow.boxes:
            return 0.0
        return self._words_rect().height() + 4

    def _words_rect(self) -> QRectF:
        room = QRectF(_MARGIN, 6, max(self.width() - 2 * _MARGIN, 10), 400)
        return QFontMetricsF(_small(self.font())).boundingRect(room, _WRAPPED, self._words)

    # -- drawing

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        painter.fillRect(self.rect(), palette.base())
        if self._words:
            painter.setFont(_small(self.font()) if self._flow.boxes else self.font())
            painter.setPen(palette.placeholderText().color())
            room = QRectF(self.rect()).adjusted(_MARGIN, 6, -_MARGIN, -6)
            where = _WRAPPED if self._flow.boxes else Qt.AlignmentFlag.AlignCenter | _WORD_WRAP
            painter.drawText(room, int(where), tr(self._words))
        if self._flow.boxes:
            layout, scale, offset = self._fitted()
            painter.translate(offset)
            painter.scale(scale, scale)
            paint_picture(painter, layout.picture, self.font(), self._current, self.hasFocus())
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._layouts.clear()
        self.update()
        super().changeEvent(event)

    # -- mouse and keys

    def _box_at(self, position: QPointF) -> Box | None:
        if not self._flow.boxes:
            return None
        layout, scale, offset = self._fitted()
        inner = (position - offset) / scale
        for box, rect in zip(self._flow.boxes, layout.picture.rects, strict=True):
            if rect.contains(inner):
                return box
        return None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        box = self._box_at(event.position())
        hand = box is not None and box.index >= 0
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        box = self._box_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and box is not None and box.index >= 0:
            self.set_current(box.index)
            self.node_clicked.emit(box.index)
        else:
            super().mousePressEvent(event)  # the gallery's row takes it

    def keyPressEvent(self, event: QKeyEvent) -> None:
        nodes = [box.index for box in self._flow.boxes if box.index >= 0]
        key = Qt.Key(event.key())
        step = _STEPS.get(key)
        if step and nodes:
            at = nodes.index(self._current) + step if self._current in nodes else 0
            self.set_current(nodes[max(0, min(at, len(nodes) - 1))])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._current >= 0:
            self.node_clicked.emit(self._current)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            box = self._box_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), plain_tip(self.tip_of(box) if box else ""), self)
            return True
        return super().event(event)

    def tip_of(self, box: Box) -> str:
        """All about one box, in words."""
        if box.index < 0:
            return _THINGS[box.kind].format(name=box.title, note=box.note)
        assert self._op is not None
        node = self._op.mapping.nodes[box.index]
        lines = [
            f"Node {box.index + 1}: '{node.op}'",
            KIND_WORDS[box.kind],
            f"inputs: {format_names(node.inputs) or 'none'}",
            f"outputs: {format_names(node.outputs) or 'none'}",
            *(attribute_text(a) for a in node.attributes),
        ]
        condition = node.when or node.branch
        return "\n".join([*lines, f"only if {condition}"] if condition else lines)


_WORD_WRAP = Qt.TextFlag.TextWordWrap
_WRAPPED = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft | _WORD_WRAP
_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
}
_THINGS = {
    "input": "{name}: a tensor argument of the op",
    "list": "{name}: a list of tensors, as many inputs of the node",
    "constant": "{name}: a constant, {note}",
    "output": "{name}: an output of the op",
    "unknown": "{name}: {note}",
}


def _small(font: QFont) -> QFont:
    smaller = QFont(font)
    smaller.setPointSizeF(font.pointSizeF() * 0.85)
    return smaller


def _words(op: Op | None, flow: Flow) -> str:
    if op is None:
        return ""
    if len(flow.boxes) > _MOST:
        return f"{len(op.mapping.nodes)} nodes are too many to draw."
    if op.mapping.source:
        made = f"Made by {op.mapping.function} in {op.mapping.source}"
        return f"{made}; it promises these nodes:" if op.mapping.nodes else f"{made}."
    return "" if op.mapping.nodes else "The mapping has no node yet."


def _described(op: Op | None, flow: Flow, words: str) -> str:
    """The picture for who does not see it."""
    if op is None:
        return ""
    nodes = [
        f"{i}. {n.op} · {KIND_WORDS[kind_of(n)]} · {format_names(n.inputs) or 'no input'} to "
        f"{format_names(n.outputs) or 'no output'}"
        + (f", if {n.when or n.branch}" if n.when or n.branch else "")
        for i, n in enumerate(op.mapping.nodes, 1)
    ]
    wrong = [f"{b.title}: {b.note}" for b in flow.boxes if b.kind == "unknown"]
    return "\n".join(filter(None, [words, *nodes, *wrong]))
