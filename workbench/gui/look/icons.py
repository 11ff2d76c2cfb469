"""The program's icons: our SVGs in ``resources/icons``, drawn in the colour of the text around.

An icon asks for its colour when it is painted, so a change of theme needs no new icons.
"""

from __future__ import annotations

import functools

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QIconEngine, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

from workbench import paths

__all__ = ["icon", "icon_file"]


def icon_file(name: str) -> str:
    """The path of an icon, for style sheets."""
    return (paths.resources() / "icons" / f"{name}.svg").as_posix()


@functools.cache
def _svg(name: str) -> bytes:
    return (paths.resources() / "icons" / f"{name}.svg").read_bytes()


@functools.lru_cache(maxsize=512)
def _pixmap(name: str, color: str, width: int, height: int) -> QPixmap:
    if width < 1 or height < 1:
        return QPixmap()  # asked for by a tab bar before its first layout
    pixmap = QPixmap(width, height)
    pixmap.fill(Qt.GlobalColor.transparent)
    renderer = QSvgRenderer(QByteArray(_svg(name).replace(b"currentColor", color.encode())))
    painter = QPainter(pixmap)
    side = min(width, height)
    renderer.render(painter, QRectF((width - side) / 2, (height - side) / 2, side, side))
    painter.end()
    return pixmap


class _Engine(QIconEngine):
    def __init__(self, name: str, role: str) -> None:
        super().__init__()
        self._name = name
        self._role = role

    def _color(self, mode: QIcon.Mode) -> str:
        # Imported late: the theme needs icon files for its style sheet.
        from workbench.gui.look.theme import color

        palette = QGuiApplication.palette()
        if mode == QIcon.Mode.Disabled:
            group = QPalette.ColorGroup.Disabled
            return palette.color(group, QPalette.ColorRole.ButtonText).name()
        if mode == QIcon.Mode.Selected and not self._role:
            return palette.color(QPalette.ColorRole.HighlightedText).name()
        return color(self._role or "icon").name()

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        ratio = painter.device().devicePixelRatio()
        pixmap = self.scaledPixmap(rect.size() * ratio, mode, state, ratio)
        painter.drawPixmap(rect, pixmap)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return _pixmap(self._name, self._color(mode), size.width(), size.height())

    def scaledPixmap(
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float
    ) -> QPixmap:
        pixmap = QPixmap(_pixmap(self._name, self._color(mode), size.width(), size.height()))
        pixmap.setDevicePixelRatio(scale)
        return pixmap

    def clone(self) -> QIconEngine:
        return _Engine(self._name, self._role)


@functools.cache
def icon(name: str, role: str = "") -> QIcon:
    """An icon by its file's name.

    Args:
        name: the file's name without suffix.
        role: a colour of the theme (``ok``, ``error`` …); the text's when empty.
    """
    return QIcon(_Engine(name, role))
