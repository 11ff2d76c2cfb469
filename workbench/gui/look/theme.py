"""Light and dark: a palette and one style sheet, made from the colours in resources/themes."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from contextlib import contextmanager
from string import Template

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from workbench import paths
from workbench.gui.look.fonts import code_families, window_families
from workbench.gui.look.icons import icon_file
from workbench.gui.slices import Slices

__all__ = ["MODES", "Theme", "code_font", "color", "colors", "is_dark"]

MODES = ("system", "light", "dark")
_LEAST_POINTS = 10.0
_POLISHED = Qt.WidgetAttribute.WA_WState_Polished
_OWN_STYLE = Qt.WidgetAttribute.WA_SetStyle


@functools.cache
def _colors(name: str) -> dict[str, str]:
    text = (paths.resources() / "themes" / f"{name}.json").read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


@functools.cache
def _color(theme: str, role: str) -> QColor:
    return QColor(_colors(theme)[role])


def is_dark() -> bool:
    """Whether the program is dark now."""
    return QGuiApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128


def color(role: str) -> QColor:
    """A colour of the present theme, such as ``error`` or ``muted``."""
    return QColor(_color("dark" if is_dark() else "light", role))


def colors(dark: bool) -> dict[str, str]:
    """All colours of a theme by their roles, for what Qt does not paint."""
    return dict(_colors("dark" if dark else "light"))


def code_font(points: float = 0.0) -> QFont:
    """The font of code, in the window's size where none is given."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setFamilies(code_families())
    _set_plain(font)
    font.setPointSizeF(points or QGuiApplication.font().pointSizeF())
    return font


def _set_plain(font: QFont) -> None:
    """What is typed is what is seen: no arrow for ``->``."""
    for tag in ("liga", "calt"):
        font.setFeature(QFont.Tag(tag), 0)


class Theme(QObject):
    """Follows the system's scheme, unless the user has chosen one.

    Args:
        app: the application that is styled.
        mode: ``system``, ``light`` or ``dark``.
    """

    changed = Signal(bool)
    """The look has changed: whether it is dark."""

    def __init__(self, app: QApplication, mode: str = "system") -> None:
        super().__init__(app)
        self._app = app
        self.mode = mode if mode in MODES else "system"
        self._applied = ""
        # Hidden widgets that have the look of before.
        self._behind: dict[QWidget, None] = {}
        self._later = Slices(self._catch_up, self, at_once=0)
        app.setStyle("Fusion")
        font = app.font()
        font.setFamilies(window_families(font))
        _set_plain(font)
        font.setPointSizeF(max(font.pointSizeF(), _LEAST_POINTS))
        app.setFont(font)
        app.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    def set_mode(self, mode: str) -> None:
        """Choose ``light``, ``dark``, or to follow the ``system``."""
        self.mode = mode
        self._apply()

    def catch_up(self, part: QWidget) -> None:
        """A part of the window is shown: style what of it was left out while it was hidden."""
        if self._behind:
            for widget in (part, *part.findChildren(QWidget)):
                self._catch_up(widget)

    def _catch_up(self, widget: QWidget) -> None:
        if widget in self._behind:
            del self._behind[widget]
            if isValid(widget):
                widget.setAttribute(_POLISHED)
                self._app.style().polish(widget)
                self._app.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
                widget.update()

    @contextmanager
    def _hidden_left_out(self) -> Iterator[None]:
        """What is seen changes now; the rest when it is shown, or when nothing else is to be done.

        With all pages built, nine widgets of ten are hidden, and took most of the time.
        """
        hidden = [
            widget
            for widget in self._app.allWidgets()
            if not widget.isVisible() and not widget.testAttribute(_OWN_STYLE)
        ]
        for widget in hidden:
            # Qt styles anew what says that it has been styled, and tells of it what has no style of its own.
            widget.setAttribute(_OWN_STYLE)
            if widget.testAttribute(_POLISHED):
                widget.setAttribute(_POLISHED, False)
                self._behind[widget] = None
        yield
        for widget in hidden:
            if isValid(widget):
                widget.setAttribute(_OWN_STYLE, False)

    def _apply(self) -> None:
        dark = self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        name = self.mode if self.mode != "system" else "dark" if dark else "light"
        if name == self._applied:
            return
        self._applied = name
        roles = _colors(name)
        sheet = (paths.resources() / "themes" / "window.qss").read_text(encoding="utf-8")
        images = {f"icon_{n}": icon_file(n) for n in ("chevron", "chevron-up", "tick", "dot")}
        images = {key.replace("-", "_"): value for key, value in images.items()}
        with self._hidden_left_out():
            # Qt puts one sheet in another's place by styling each widget once per ancestor, which takes
            # several times as long as taking the old sheet away and setting the new one.
            self._app.setStyleSheet("")
            self._app.setPalette(_palette(roles))
            self._app.setStyleSheet(Template(sheet).substitute(roles, **images))
        self.changed.emit(name == "dark")
        self._later.start(list(self._behind))


def _palette(colors: dict[str, str]) -> QPalette:
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    palette = QPalette()
    for target, name in (
        (role.Window, "window"),
        (role.WindowText, "text"),
        (role.Base, "base"),
        (role.AlternateBase, "card"),
        (role.Text, "text"),
        (role.PlaceholderText, "placeholder"),
        (role.Button, "button"),
        (role.ButtonText, "text"),
        (role.BrightText, "error"),
        (role.Highlight, "accent"),
        (role.HighlightedText, "on_accent"),
        (role.Link, "link"),
        (role.LinkVisited, "link"),
        (role.ToolTipBase, "tip"),
        (role.ToolTipText, "text"),
        (role.Light, "card"),
        (role.Midlight, "border"),
        (role.Mid, "border"),
        (role.Dark, "border_strong"),
        (role.Accent, "accent"),
    ):
        palette.setColor(target, QColor(colors[name]))
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(group.Disabled, target, QColor(colors["disabled"]))
    palette.setColor(group.Disabled, role.Highlight, QColor(colors["border"]))
    return palette
