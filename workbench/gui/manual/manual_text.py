"""A page of the manual as it is read: Markdown in the program's fonts and colours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QFont,
    QImage,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from workbench.core.manual import Place, slug
from workbench.gui.look.theme import code_font, color

__all__ = ["ManualText"]

_SIZES = {1: 1.7, 2: 1.3, 3: 1.1}
"""Of headings, by their level, beside the text's."""
_LINE, _MARGIN = 140.0, 28
_WIDEST = 860
"""Pixels of a line, and of a picture: longer ones are hard to read."""
_PICTURE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""What stands for a picture in the text."""


class ManualText(QTextBrowser):
    """Shows pages of a folder; links lead from one to the other, and others to a browser.

    Args:
        folder: where the pages are.
    """

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("manualText")
        self.setAccessibleName("Documentation")
        self.setOpenLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.document().setDocumentMargin(_MARGIN)
        # It would take room from pictures that are as wide as a line.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._folder = folder
        self._looks = False
        self.anchorClicked.connect(self._on_link)
        self.sourceChanged.connect(self._on_source)

    def show_place(self, place: Place) -> None:
        """Go to a place; the way back leads to where one was."""
        url = QUrl.fromLocalFile(str(self._folder / place.file))
        url.setFragment(slug(place.heading))
        self.setSource(url, QTextDocument.ResourceType.MarkdownResource)
        if place.word:
            self._show_word(place)

    @property
    def file(self) -> str:
        """The page that is shown, as the contents name it."""
        return self.file_of(self.source())

    def file_of(self, url: QUrl) -> str:
        """What the contents call a page of the manual; empty for anything else."""
        path = Path(url.toLocalFile())
        within = path.is_relative_to(self._folder)
        return path.relative_to(self._folder).as_posix() if within else ""

    def restyle(self) -> None:
        """The theme is another one."""
        self._dress()

    # -- links

    def _on_link(self, url: QUrl) -> None:
        whole = self.source().resolved(url)
        if whole.isLocalFile() and whole.toLocalFile().endswith(".md"):
            self.setSource(whole, QTextDocument.ResourceType.MarkdownResource)
        elif not whole.isLocalFile():
            QDesktopServices.openUrl(whole)

    def _on_source(self, url: QUrl) -> None:
        self._dress()
        if fragment := url.fragment():
            self._scroll_to(self._heading(fragment))

    def _heading(self, fragment: str) -> QTextBlock | None:
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and slug(block.text()) == fragment:
                return block
            block = block.next()
        return None

    def _show_word(self, place: Place) -> None:
        """Mark a word that stands in bold at the beginning of a paragraph below a heading."""
        block = self._heading(slug(place.heading)) if place.heading else self.document().begin()
        while block is not None and block.isValid():
            block = block.next()
            if block.blockFormat().headingLevel():
                return
            if block.text().partition(" ")[0].rstrip(":") == place.word:
                self._scroll_to(block)
                cursor = QTextCursor(block)
                cursor.movePosition(
                    QTextCursor.MoveOperation.Right,
                    QTextCursor.MoveMode.KeepAnchor,
                    len(place.word),
                )
                self.setTextCursor(cursor)
                return

    def _scroll_to(self, block: QTextBlock | None) -> None:
        """Have a paragraph at the top."""
        if block is not None:
            self.setTextCursor(QTextCursor(block))
            self.document().documentLayout().documentSize()  # all of it is laid out
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.cursorRect().top() - _MARGIN // 2)

    # -- looks

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """A picture no wider than a line."""
        found = super().loadResource(kind, name)
        if kind == QTextDocument.ResourceType.ImageResource.value:
            return self._picture(QUrl(name))
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit_pictures()

    def _picture(self, name: QUrl) -> QImage:
        image = QImage(self.source().resolved(name).toLocalFile())
        most = min(_WIDEST, max(self.viewport().width() - 2 * _MARGIN, 200))
        smooth = Qt.TransformationMode.SmoothTransformation
        return image.scaledToWidth(most, smooth) if image.width() > most else image

    def _fit_pictures(self) -> None:
        """The window has another width."""
        document = self.document()
        place = document.find(_PICTURE)
        while not place.isNull():
            name = QUrl(place.charFormat().toImageFormat().name())
            kind = QTextDocument.ResourceType.ImageResource.value
            document.addResource(kind, document.baseUrl().resolved(name), self._picture(name))
            place = document.find(_PICTURE, place)
        document.markContentsDirty(0, document.characterCount())

    def _dress(self) -> None:
        """Fonts, colours and room, which Markdown has none of."""
        document = self.document()
        document.setDocumentMargin(_MARGIN)
        block = document.begin()
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        while block.isValid():
            self._dress_block(block)
            block = block.next()
        cursor.endEditBlock()
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                _dress_table(frame)

    def _dress_block(self, block: QTextBlock) -> None:
        cursor = QTextCursor(block)
        made = QTextBlockFormat(block.blockFormat())
        level = made.headingLevel()
        code = _is_code(block)
        in_table = cursor.currentTable() is not None
        if level:
            made.setTopMargin(0 if block.blockNumber() == 0 else 26 if level < 3 else 18)
            made.setBottomMargin(8)
        elif code:
            made.setBackground(color("neutral_soft"))
            made.setNonBreakableLines(True)
            made.setTopMargin(0 if _is_code(block.previous()) else 4)
            made.setBottomMargin(0 if _is_code(block.next()) else 14)
        elif not in_table:
            made.setBottomMargin(5 if block.textList() is not None else 9)
        if not (level or code or in_table or _PICTURE in block.text()):
            made.setLineHeight(_LINE, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.setBlockFormat(made)
        self._dress_words(block, level, code)

    def _dress_words(self, block: QTextBlock, level: int, code: bool) -> None:
        plain = self.font().pointSizeF()
        found = []
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            found.append((fragment.position(), fragment.length(), fragment.charFormat()))
            iterator += 1
        for position, length, format_ in found:
            made = QTextCharFormat()
            if level:
                made.setFontPointSize(plain * _SIZES.get(level, 1.0))
                made.setFontWeight(QFont.Weight.DemiBold)
            elif code or format_.fontFixedPitch():
                made.setFontFamilies(code_font().families())
                made.setFontPointSize(plain * 0.95)
                if not code:
                    made.setBackground(color("neutral_soft"))
            if format_.isAnchor():
                made.setForeground(color("link"))
            cursor = QTextCursor(self.document())
            cursor.setPosition(position)
            cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(made)


def _is_code(block: QTextBlock) -> bool:
    return block.isValid() and block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)


def _dress_table(table: QTextTable) -> None:
    made = table.format()
    made.setBorder(1)
    made.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    made.setBorderBrush(color("border"))
    made.setBorderCollapse(True)
    made.setCellPadding(6)
    made.setCellSpacing(0)
    made.setTopMargin(6)
    made.setBottomMargin(12)
    made.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    table.setFormat(made)
