"""Light and dark: a palette and one style sheet, made from the colours in resources/themes."""

from __future__ import annotations

import functools
import json
from string import Template
from weakref import WeakKeyDictionary, WeakSet

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from workbench import paths
from workbench.gui.look.fonts import code_families, window_families
from workbench.gui.look.icons import icon_file

__all__ = ["MODES", "Theme", "code_font", "color", "colors", "is_dark"]

MODES = ("system", "light", "dark")
_LEAST_POINTS = 10.0
_POLISHED = Qt.WidgetAttribute.WA_WState_Polished


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
        # Parts of the window that are seldom all in view, and those of them in an older look.
        self._parts: WeakSet[QWidget] = WeakSet()
        self._behind: WeakKeyDictionary[QWidget, list[QWidget]] = WeakKeyDictionary()
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

    def add_part(self, part: QWidget) -> None:
        """A part of the window that takes on another look when it is shown: see ``catch_up``.

        With all pages built, a change of theme takes two thirds of the time that way.
        """
        self._parts.add(part)

    def catch_up(self, part: QWidget) -> None:
        """A part is shown: style what was left out while it was hidden."""
        style = self._app.style()
        for widget in self._behind.pop(part, ()):
            if isValid(widget):
                widget.setAttribute(_POLISHED)
                style.polish(widget)

    def _leave_out_hidden(self) -> None:
        # Qt styles anew what says that it has been styled.
        for part in self._parts:
            if not part.isVisible():
                behind = self._behind.setdefault(part, [])
                for widget in [part, *part.findChildren(QWidget)]:
                    if widget.testAttribute(_POLISHED):
                        widget.setAttribute(_POLISHED, False)
                        behind.append(widget)

    def _apply(self) -> None:
        dark = self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        name = self.mode if self.mode != "system" else "dark" if dark else "light"
        if name == self._applied:
            return
        self._applied = name
        roles = _colors(name)
        self._leave_out_hidden()
        # Qt puts one sheet in another's place by styling each widget once per ancestor, which takes
        # several times as long as taking the old sheet away and setting the new one.
        self._app.setStyleSheet("")
        self._app.setPalette(_palette(roles))
        sheet = (paths.resources() / "themes" / "window.qss").read_text(encoding="utf-8")
        images = {f"icon_{n}": icon_file(n) for n in ("chevron", "chevron-up", "tick", "dot")}
        images = {key.replace("-", "_"): value for key, value in images.items()}
        self._app.setStyleSheet(Template(sheet).substitute(roles, **images))
        self.changed.emit(name == "dark")


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
