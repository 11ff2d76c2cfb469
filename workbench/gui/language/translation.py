"""``tr``: what the window shows for a text of the program."""

from __future__ import annotations

import json

from PySide6.QtCore import QLibraryInfo, QTranslator
from PySide6.QtWidgets import QApplication

from workbench import paths
from workbench.gui.language.catalogue import Catalogue
from workbench.gui.language.template import plain_text

__all__ = ["CONTEXT", "forget", "install", "plain_text", "tr"]

CONTEXT = "OpWorkbench"
"""The context of all texts in the catalogue: one text has one translation."""

_catalogue: Catalogue | None = None


def tr(text: str) -> str:
    """A text in the window's language. Asked where no setter of Qt's shows it: where it is painted."""
    return text if _catalogue is None else _catalogue(text)


def install(app: QApplication, language: str) -> bool:
    """Read a language's catalogue, and Qt's own. Returns ``False`` where there is none.

    Args:
        app: the application; the translators are its children.
        language: such as ``zh_CN``.
    """
    global _catalogue
    folder = paths.resources() / "translations"
    ours, qts = QTranslator(app), QTranslator(app)
    if not ours.load(f"{language}.qm", str(folder)):
        return False
    if qts.load(
        f"qtbase_{language}.qm", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    ):
        app.installTranslator(qts)
    app.installTranslator(ours)
    texts = json.loads((folder / "texts.json").read_text(encoding="utf-8"))
    _catalogue = Catalogue(lambda text: ours.translate(CONTEXT, text) or "", texts)
    return True


def forget() -> None:
    """Be English again: for tests."""
    global _catalogue
    _catalogue = None
