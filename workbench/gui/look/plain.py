"""Text that is shown as it is written, whatever it looks like.

Qt takes a text for HTML where it looks like that, in labels and tips alike, and then reads what its
``<img>`` names: the name of a node in somebody's model would have the window read any file, or wait
for one for ever.
"""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as Text
from PySide6.QtWidgets import QLabel, QWidget

from workbench.gui.language.translation import tr

__all__ = ["PlainLabel", "code_tip", "plain_tip"]

_TAG = re.compile(r"<[^>]*>?")
_OURS = re.compile(
    r"</?(?:b|br|code|h3|i|p|qt|span|table|td|tr)(?:\s+style='[^'(]*')?\s*/?>|</?a(?:\s+href='[^']*')?>"
)


class PlainLabel(QLabel):
    """A label whose text is no HTML, unless its format is set.

    Attributes:
        kept_name: what of the text no language changes.
    """

    kept_name = ""

    def __init__(self, text: str | QWidget | None = "", parent: QWidget | None = None) -> None:
        super().__init__(text if isinstance(text, QWidget) else parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if isinstance(text, str):
            self.setText(text)


def code_tip(text: str) -> str:
    """Lines of code for a tool tip."""
    lines = (escape(line).replace(" ", "&nbsp;") for line in text.splitlines())
    return f"<code>{'<br>'.join(lines)}</code>" if text else ""


def plain_tip(text: str) -> str:
    """A text for a tool tip.

    Args:
        text: of a file or of the program. HTML of a few harmless forms, in which the program writes its
            longer tips, stays HTML.
    """
    if not Text.mightBeRichText(text):
        return text
    if all(_OURS.fullmatch(tag) for tag in _TAG.findall(text)):
        return text
    return f"<p>{escape(tr(text))}</p>".replace("\n", "<br>")
