"""The card that shows what the example inputs hold, before anything runs."""

from __future__ import annotations

import math
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.examples.example_files import file_stamps
from workbench.core.jobs import InputPreview, PreviewJob, PreviewResult, Thumbnail
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.theme import code_font, color
from workbench.gui.look.widgets import Card, ElidedLabel
from workbench.gui.services import Services

__all__ = ["PreviewCard"]

_SIDE = 72
_PAUSE = 400
"""Milliseconds after the last edit."""
_FORMATS = {
    1: QImage.Format.Format_Grayscale8,
    3: QImage.Format.Format_RGB888,
    4: QImage.Format.Format_RGBA8888,
}


class PreviewCard(Card):
    """A row per tensor: a small picture, its type, its range, its first elements."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__("Preview", "What the example inputs hold", parent)
        self.setObjectName("previewCard")
        self.text_key = "model.inputs"
        self._wanted: tuple[Path, Op, object] | None = None
        self._asked: tuple[Path, Op, object] | None = None
        self._rows: list[_Row] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(10)
        self._grid.setColumnStretch(1, 1)
        self.body.addLayout(self._grid)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._ask)
        self._request = HostRequest(services.engine, PreviewJob.host, self)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self._on_failed)
        self.hide()

    def show_op(self, op: Op, folder: Path) -> None:
        """Show the example inputs of an op; of a case as ``Op.for_case`` gives it."""
        tensors = [e for e in op.model.inputs if not e.none and e.is_tensor]
        self.setVisible(bool(tensors))
        self._wanted = (folder, op, file_stamps(op, folder))
        if self._asked is not None and self._asked[0] != folder:
            self._fill(())
        if tensors and self.isVisible():
            self._pause.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._pause.start()

    def _ask(self) -> None:
        if self._wanted is None or not self.isVisible() or _same(self._wanted, self._asked):
            return
        folder, op, _ = self._asked = self._wanted
        self._request.ask(PreviewJob(0, str(folder), op))

    def _on_answer(self, result: object) -> None:
        if isinstance(result, PreviewResult):
            self.subtitle.set_whole("What the example inputs hold")
            self._fill(result.inputs)

    def _on_failed(self, problem: Problem) -> None:
        self.subtitle.set_whole(problem.message)
        self._asked = None  # the next look asks again

    def _fill(self, inputs: tuple[InputPreview, ...]) -> None:
        while len(self._rows) > len(inputs):
            self._rows.pop().remove(self._grid)
        while len(self._rows) < len(inputs):
            self._rows.append(_Row(self._grid, len(self._rows), self))
        for row, preview in zip(self._rows, inputs, strict=True):
            row.show_preview(preview)


def _same(one: tuple[Path, Op, object], other: tuple[Path, Op, object] | None) -> bool:
    """Whether what is looked at is the same: the rest of the op is no matter."""
    if other is None or (one[0], one[2]) != (other[0], other[2]):
        return False
    mine, theirs = one[1], other[1]
    return (mine.model.inputs, mine.args, mine.types) == (
        theirs.model.inputs,
        theirs.args,
        theirs.types,
    )


class _Row:
    """The widgets of one tensor."""

    def __init__(self, grid: QGridLayout, row: int, parent: QWidget) -> None:
        self.picture = _Picture(parent)
        self.head = ElidedLabel("", parent)
        self.range = ElidedLabel("", parent)
        self.first = ElidedLabel("", parent)
        for line, label in enumerate((self.head, self.range, self.first)):
            label.setObjectName(f"preview[{row}].{line}")
            grid.addWidget(label, 3 * row + line, 1)
        self.first.setFont(code_font())
        for label in (self.range, self.first):
            label.setProperty("role", "muted")
        grid.addWidget(self.picture, 3 * row, 0, 3, 1, Qt.AlignmentFlag.AlignTop)

    def show_preview(self, preview: InputPreview) -> None:
        words = f"  {preview.type_words}" if not preview.problem else ""
        self.head.set_whole(f"{preview.name}{words}")
        picture = preview.picture
        shown = f" · {picture.words}" if picture is not None and picture.words else ""
        self.range.set_whole(preview.problem or f"{preview.range_words}{shown}")
        dots = ", …" if len(preview.first) < math.prod(preview.shape) else ""
        self.first.set_whole(", ".join(preview.first) + dots)
        self.first.setVisible(bool(preview.first))
        self.picture.show_thumbnail(picture)

    def remove(self, grid: QGridLayout) -> None:
        for widget in (self.picture, self.head, self.range, self.first):
            grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()


class _Picture(QWidget):
    """A thumbnail in a frame; its points stay sharp."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._image = QImage()

    def sizeHint(self) -> QSize:
        return QSize(_SIDE, _SIDE)

    def show_thumbnail(self, picture: Thumbnail | None) -> None:
        self._image = QImage()
        if picture is not None:
            width = picture.columns * picture.channels
            kind = _FORMATS[picture.channels]
            size = (picture.columns, picture.rows)
            self._image = QImage(picture.pixels, *size, width, kind).copy()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._image.isNull():
            return
        painter = QPainter(self)
        painter.setPen(color("border"))
        painter.setBrush(color("base"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        size = self._image.size().scaled(
            self.size() - QSize(2, 2), Qt.AspectRatioMode.KeepAspectRatio
        )
        size = size.expandedTo(QSize(4, 4))
        target = QRect(QPoint(), size)
        target.moveCenter(self.rect().center())
        painter.drawImage(target, self._image)
