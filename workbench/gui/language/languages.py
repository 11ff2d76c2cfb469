"""Which languages the window has, and which one it is in."""

from __future__ import annotations

import re
from typing import NamedTuple

from PySide6.QtCore import QLocale
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

__all__ = [
    "LANGUAGES",
    "SETTING",
    "SYSTEM",
    "Language",
    "begin",
    "can_be_shown",
    "families_of",
    "language_for",
]

SETTING = "language"
SYSTEM = "system"


class Language(NamedTuple):
    """A language.

    Attributes:
        code: Qt's name of its locale.
        name: what its speakers call it.
        writing: what a font must have to show it.
    """

    code: str
    name: str
    writing: QFontDatabase.WritingSystem


LANGUAGES = (
    Language("en", "English", QFontDatabase.WritingSystem.Latin),
    Language("zh_CN", "简体中文", QFontDatabase.WritingSystem.SimplifiedChinese),
)


def can_be_shown(language: Language) -> bool:
    """Whether a font of this machine has its characters; without one they would be boxes."""
    return bool(QFontDatabase.families(language.writing))


_WRITTEN_SO = re.compile(r"\b(?:SC|CN|GB)\b|^(?:Microsoft YaHei|SimHei|WenQuanYi)")
_NO_WORDS = re.compile(r"\b(?:Mono|Serif|Light|Thin|Black)\b")


def families_of(language: Language, system: QLocale | None = None) -> list[str]:
    """Families that are to be named for a language's characters; none where the system's is the same.

    Chinese and Japanese share characters that each writes in its own way: a system in another language
    shows whichever font comes first.
    """
    locale = system or QLocale.system()
    if language.code == "en" or locale.language() == QLocale(language.code).language():
        return []
    found = [f for f in QFontDatabase.families(language.writing) if _WRITTEN_SO.search(f)]
    return [f for f in found if not _NO_WORDS.search(f)][:1] or found[:1]


def language_for(setting: str, system: QLocale | None = None) -> Language:
    """The language of a setting; of the system's languages, the first that there is.

    Args:
        setting: a code, or ``system``.
        system: the system's locale, as a test has it.
    """
    by_code = {language.code: language for language in LANGUAGES}
    if setting in by_code:
        return by_code[setting]
    for name in (system or QLocale.system()).uiLanguages():
        # zh-Hans-CN, zh-CN, zh: simplified; zh-Hant and zh-TW are written otherwise
        locale = QLocale(name)
        if locale.language() == QLocale.Language.English:
            break
        if (
            locale.language() == QLocale.Language.Chinese
            and locale.script() == QLocale.Script.SimplifiedHanScript
        ):
            return by_code["zh_CN"] if can_be_shown(by_code["zh_CN"]) else by_code["en"]
    return by_code["en"]


def begin(app: QApplication, setting: str) -> Language:
    """Before the first widget: have the window in the language of a setting. Returns which it is."""
    language = language_for(setting)
    if language.code != "en":
        from workbench.gui.language.qt_texts import show_translated
        from workbench.gui.language.translation import install

        if install(app, language.code):
            show_translated()
    return language
