"""Tab goes where the eye goes, whenever the widgets were made."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QLayout, QMainWindow, QTabBar, QWidget

__all__ = ["first_field", "let_go_of_focus", "step_tab", "tab_stops"]


def tab_stops(root: QWidget) -> list[QWidget]:
    """The widgets in ``root`` that Tab goes to now, as the eye meets them.

    Qt's own chain has them as they were made: rows that come later would all stand at its end.
    """
    return list(_stops(root))


def let_go_of_focus(part: QWidget) -> None:
    """Before a part is hidden: what has the focus in it loses it.

    Qt would give it to the field that comes next, which the page would scroll to, and where what is typed
    would be an edit.
    """
    focus = part.window().focusWidget()
    if focus is not None and (focus is part or part.isAncestorOf(focus)):
        focus.clearFocus()


def step_tab(window: QWidget, forward: bool) -> bool:
    """Go to the next of the window's ``tab_stops``, or back to the one before, round and round.

    For ``focusNextPrevChild``; whether there is one.
    """
    now = window.focusWidget()
    stops = list(_stops(window, now))
    if not stops:
        return False
    by = 1 if forward else -1
    at = stops.index(now) if now in stops else -max(by, 0)
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    stops[(at + by) % len(stops)].setFocus(reason)
    return True


def first_field(root: QWidget) -> QWidget | None:
    """Where one begins in a part of the window: its first field, else its first button."""
    stops = tab_stops(root)
    fields = (w for w in stops if not isinstance(w, QAbstractButton | QTabBar))
    return next(fields, stops[0] if stops else None)


def _stops(widget: QWidget, now: QWidget | None = None) -> Iterator[QWidget]:
    """With ``now``, which has the focus: Qt goes on from there also when that is being hidden."""
    takes_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    if widget is now or (takes_tab and widget.isEnabled() and widget.focusProxy() is None):
        yield widget
    for child in _children(widget):
        kept = now is not None and (child is now or child.isAncestorOf(now))
        if (child.isVisible() or kept) and not child.isWindow():
            yield from _stops(child, now)


def _children(widget: QWidget) -> list[QWidget]:
    """By the layout, and what is in none, such as the parts of a splitter, by its position."""
    layout = None if isinstance(widget, QMainWindow) else widget.layout()
    placed = list(_in_layout(layout)) if layout is not None else []
    known = set(placed)
    rest = [c for c in widget.children() if isinstance(c, QWidget) and c not in known]
    return [*placed, *sorted(rest, key=lambda c: (c.y(), c.x()))]


def _in_layout(layout: QLayout) -> Iterator[QWidget]:
    order = list(range(layout.count()))
    if isinstance(layout, QGridLayout):
        order.sort(key=lambda i: layout.getItemPosition(i)[:2])  # type: ignore[index]
    for index in order:
        item = layout.itemAt(index)
        assert item is not None  # there are as many as it counts
        inner, widget = item.layout(), item.widget()
        if widget is not None:
            yield widget
        elif inner is not None:
            yield from _in_layout(inner)
