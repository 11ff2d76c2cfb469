"""The program's own fonts, for systems that have nothing but a stand-in."""

from __future__ import annotations

import functools

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

from workbench import paths

__all__ = ["code_families", "code_family", "set_beside", "window_families", "window_family"]

_STAND_INS = ("dejavu", "bitstream vera", "liberation", "freesans", "freemono", "nimbus", "courier")
"""What a system shows where nobody has chosen a font."""


def _is_chosen(font: QFont) -> bool:
    family = QFontInfo(font).family().lower()
    return bool(family) and not family.startswith(_STAND_INS)


@functools.cache
def _own(*names: str) -> str:
    """The family of the program's files of these names; empty where they cannot be read."""
    families: list[str] = []
    for name in names:
        number = QFontDatabase.addApplicationFont(str(paths.resources() / "fonts" / name))
        families += QFontDatabase.applicationFontFamilies(number)
    return families[0] if families else ""


def window_family(font: QFont) -> str:
    """The family of the window's words: that of the system's font, unless it is a stand-in."""
    own = "" if _is_chosen(font) else _own("Inter-Regular.otf", "Inter-SemiBold.otf")
    return own or font.family()


@functools.cache
def code_family() -> str:
    """The family of code: the system's fixed font, unless it is a stand-in."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    own = "" if _is_chosen(font) else _own("JetBrainsMono-Regular.ttf")
    return own or QFontInfo(font).family()


_beside: list[str] = []


def set_beside(families: list[str]) -> None:
    """Families for what the program's own have no characters of, before the first font is made."""
    _beside[:] = families


def window_families(font: QFont) -> list[str]:
    """The family of the window's words, then those beside it."""
    return [window_family(font), *_beside]


def code_families() -> list[str]:
    """The family of code, then those beside it."""
    return [code_family(), *_beside]
