"""The planes of a comparison as images: the error in colours, both sides in grey or their own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QColor, QImage

from workbench.core.errors import UserError
from workbench.core.jobs.pictured import (
    BEYOND,
    NO_DISTANCE,
    PLANES,
    WITHIN,
    Picture,
)
from workbench.core.pipeline.picturing import used_text
from workbench.gui.language.translation import tr
from workbench.gui.look.theme import color

__all__ = ["Planes", "enlarged", "heat_colors", "point_text"]

_SMALL, _LARGE = 256, 512
"""Points of a side: fewer are enlarged to about so many."""
_NO_NUMBER = 0
"""What is painted of a side that is no number there."""


def heat_colors() -> list[int]:
    """A colour for each number of the plane ``heat``, in the present theme."""

    def blend(one: QColor, other: QColor, part: float) -> int:
        mixed = (round(a + (b - a) * part) for a, b in zip(_rgb(one), _rgb(other), strict=True))
        return QColor(*mixed).rgb()

    none, least, most = color("heat_none"), color("heat_least"), color("heat_most")
    beyond, worst = color("heat_beyond"), color("heat_worst")
    within = BEYOND - WITHIN
    outside = NO_DISTANCE - BEYOND
    return [
        none.rgb(),
        *(blend(least, most, i / (within - 1)) for i in range(within)),
        *(blend(beyond, worst, i / (outside - 1)) for i in range(outside)),
        color("heat_no_number").rgb(),
    ]


def enlarged(image: QImage) -> QImage:
    """An image to be saved: where it has few points, each is a square large enough to be looked at."""
    most = max(image.width(), image.height(), 1)
    by = _LARGE // most if most < _SMALL else 1
    return image.scaled(image.width() * by, image.height() * by)


def _rgb(one: QColor) -> tuple[int, int, int]:
    return one.red(), one.green(), one.blue()


class Planes:
    """The planes in a picture's file.

    Args:
        picture: what the engine has written.

    Raises:
        UserError: kind ``file``; it is not there, or another one.
    """

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        rows, columns = picture.points
        try:
            data = memoryview(Path(picture.file).read_bytes())
        except OSError as error:
            reason = f"the picture cannot be read: {error.strerror}"
            raise UserError("file", reason, "Run the op again.", file=picture.file) from error
        self._planes: dict[str, memoryview] = {}
        start = 0
        for name, (format_, size) in PLANES.items():
            values = picture.channels if name.endswith("_shown") else 1
            end = start + rows * columns * size * values
            self._planes[name] = data[start:end].cast(format_)  # type: ignore[call-overload]
            start = end
        if start != len(data):
            reason = "the picture is not the one that was written"
            raise UserError("file", reason, "Run the op again.", file=picture.file)

    def value(self, plane: str, row: int, column: int) -> float:
        """A value of ``flat``, ``used``, ``expected`` or ``actual`` at a point."""
        found: float = self._planes[plane][row * self.picture.points[1] + column]
        return found

    def point_of(self, flat: int) -> tuple[int, int] | None:
        """Row and column of the point that shows an element, by its number; None for none."""
        try:
            place = self._planes["flat"].tolist().index(flat)
        except ValueError:
            return None
        return divmod(place, self.picture.points[1])

    def image(self, plane: str) -> QImage:
        """``heat``, ``expected_shown`` or ``actual_shown``."""
        rows, columns = self.picture.points
        data = self._planes[plane]
        if plane != "heat" and self.picture.channels > 1:
            many = self.picture.channels
            kind = QImage.Format.Format_RGB888 if many == 3 else QImage.Format.Format_RGBA8888
            return QImage(data, columns, rows, columns * many, kind).copy()
        made = QImage(data, columns, rows, columns, QImage.Format.Format_Indexed8).copy()
        made.setColorTable(heat_colors() if plane == "heat" else _greys())
        return made


def _greys() -> list[int]:
    return [
        color("heat_no_number").rgb() if i == _NO_NUMBER else QColor(i, i, i).rgb()
        for i in range(256)
    ]


def point_text(
    index: list[int], one: tuple[float, str], other: tuple[float, str], used: float
) -> str:
    """An element in the window's language: its place, both values and whose, and its part of what is allowed."""
    values = (f"{tr(who)} {value:.7g}" for value, who in (one, other))
    return " · ".join((f"{index}", *values, *([tr(used_text(used))] if used else [])))
