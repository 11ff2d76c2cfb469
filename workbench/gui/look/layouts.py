"""Rows and columns of widgets, written as what is in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

__all__ = ["Space", "Stretch", "hbox", "laid_out_once", "vbox"]


class Stretch(NamedTuple):
    """Room that grows with the window."""

    factor: int = 1


class Space(NamedTuple):
    """Room of so many pixels."""

    size: int


Item = (
    QWidget
    | QLayout
    | Stretch
    | Space
    | tuple[QWidget | QLayout, int]
    | tuple[QWidget, int, Qt.AlignmentFlag]
)
"""A part, alone or with how it stretches and how it is aligned."""
Margins = int | tuple[int, int, int, int] | None


def vbox(
    *items: Item, on: QWidget | None = None, margins: Margins = None, spacing: int | None = None
) -> QVBoxLayout:
    """Parts one below the other.

    Args:
        items: the parts.
        on: the widget whose layout it is; of none where it becomes a part itself.
        margins: on all sides, or left, above, right and below; the style's own where None.
        spacing: between the parts; the style's own where None.
    """
    layout = QVBoxLayout(on) if on is not None else QVBoxLayout()
    _fill(layout, items, margins, spacing)
    return layout


@contextmanager
def laid_out_once(layouts: Iterable[QLayout], *, now: bool) -> Iterator[None]:
    """Have what is changed meanwhile laid out together.

    Otherwise each widget that is shown has the layouts of all that it is in done at once.

    Args:
        layouts: of widgets, the outermost first.
        now: whether at its end, for who asks where something is; else before it is painted.
    """
    held = [layout for layout in layouts if layout.isEnabled()]
    for layout in held:
        layout.setEnabled(False)
    try:
        yield
    finally:
        for layout in held:
            layout.setEnabled(True)
        if now:
            for layout in held:
                layout.activate()


def hbox(
    *items: Item, on: QWidget | None = None, margins: Margins = None, spacing: int | None = None
) -> QHBoxLayout:
    """Parts one beside the other; see ``vbox``."""
    layout = QHBoxLayout(on) if on is not None else QHBoxLayout()
    _fill(layout, items, margins, spacing)
    return layout


def _fill(
    layout: QBoxLayout, items: tuple[Item, ...], margins: Margins, spacing: int | None
) -> None:
    if margins is not None:
        layout.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if spacing is not None:
        layout.setSpacing(spacing)
    for item in items:
        if isinstance(item, Stretch):
            layout.addStretch(item.factor)
        elif isinstance(item, Space):
            layout.addSpacing(item.size)
        else:
            part, *how = item if isinstance(item, tuple) else (item,)
            add: Any = layout.addLayout if isinstance(part, QLayout) else layout.addWidget
            add(part, *how)
