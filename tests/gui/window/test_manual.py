"""The manual in the window: contents, links, search, and F1 on a field."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt, QUrl

from workbench import paths
from workbench.core.manual import KERNEL_API, KEYS, WINDOW, Place, manual_pages, place_of_key
from workbench.gui.manual.manual_window import ManualWindow


@pytest.fixture
def manual(session, qtbot):
    window = ManualWindow(session.services.theme, session.window)
    qtbot.addWidget(window)
    window.show_place()
    return window


def shown(window):
    """The pages that are left in the contents."""
    return [file for file, item in window._items.items() if not item.isHidden()]


def test_every_page_opens_and_the_way_back_leads_back(manual):
    assert manual.text.file == "index.md"
    for page in manual_pages():
        manual.contents.setCurrentItem(manual._items[page.file])
        assert manual.text.file == page.file
        heading = (paths.docs() / page.file).read_text().splitlines()[0].removeprefix("# ")
        assert manual.text.document().firstBlock().text() == heading.replace("`", "")
    manual.findChild(object, "manualBack").click()
    assert manual.text.file == manual_pages()[-2].file
    assert manual.contents.currentItem() is manual._items[manual_pages()[-2].file]


def test_no_word_of_a_page_is_lost(manual):
    lost = {}
    for page in manual_pages():
        manual.text.show_place(Place(page.file))
        shown_text = manual.text.toPlainText()
        written = (paths.docs() / page.file).read_text(encoding="utf-8")
        plain = re.sub(r"!\[.*?\]\(.*?\)|\]\(.*?\)|^```\w*", " ", written, flags=re.S | re.M)
        words = set(re.findall(r"[A-Za-z]{2,}", plain))
        lost[page.file] = sorted(word for word in words if word not in shown_text)
    assert {file: words for file, words in lost.items() if words} == {}


def test_a_picture_is_as_wide_as_a_line_and_has_no_room_below_it(manual, qtbot):
    manual.show()
    manual.text.show_place(Place(WINDOW))
    bar = manual.text.horizontalScrollBar()
    for width in (1060, 800, 1300):
        manual.resize(width, 760)
        qtbot.waitUntil(lambda: bar.maximum() == 0, timeout=5000)
        document = manual.text.document()
        block = document.find("\N{OBJECT REPLACEMENT CHARACTER}").block()
        picture = document.resource(
            2, QUrl(block.begin().fragment().charFormat().toImageFormat().name())
        )
        height = document.documentLayout().blockBoundingRect(block).height()
        assert height < picture.height() + 30
        assert picture.width() > min(0.9 * manual.text.viewport().width() - 60, 850)


def test_a_link_leads_to_a_heading_of_another_page(manual):
    manual.text._on_link(QUrl("verdicts.md#gradients"))
    assert manual.text.file == "verdicts.md"
    assert manual.text.textCursor().block().text() == "Gradients"
    assert manual.text.viewport().rect().contains(manual.text.cursorRect())


def test_a_search_leaves_the_pages_that_have_all_words(manual):
    manual.search.setText("sanitizer data race")
    left = shown(manual)
    assert "debugging.md" in left
    assert "ways/export-only.md" not in left
    assert manual.contents.topLevelItem(0).isHidden() == (
        not {"tutorial.md", "window.md", "verdicts.md"} & set(left)
    )
    manual.search.setText("")
    assert len(shown(manual)) == len(manual_pages())


def test_a_search_goes_to_the_word(manual, qtbot):
    manual.search.setText("gradgradcheck")
    qtbot.keyClick(manual.search, Qt.Key.Key_Return)
    assert manual.text.file in shown(manual)
    assert manual.text.textCursor().selectedText().lower() == "gradgradcheck"


def test_it_follows_the_theme(manual, session):
    session.theme.set_mode("dark")
    dark = manual.grab().toImage().pixelColor(900, 740).lightness()
    session.theme.set_mode("light")
    assert dark < 100 < manual.grab().toImage().pixelColor(900, 740).lightness()


@pytest.mark.parametrize(
    ("page", "field", "place"),
    [
        ("model", "model.inputs[0].dtype", Place(KEYS, "[[model.inputs]]", "dtype")),
        ("model", "reference.python", Place(KEYS, "[reference]", "python")),
        ("signature", "args[0].name", Place(KEYS, "[[args]]", "name")),
        ("run", "", Place(WINDOW, "Run")),
        ("kernel", "plainEditor", Place(KERNEL_API)),
        ("kernel", "", Place(WINDOW, "Kernel")),
    ],
)
def test_f1_explains_what_has_the_focus(drive, monkeypatch, page, field, place):
    drive.page(page)
    if field:
        drive.find(field).setFocus()
    asked = []
    monkeypatch.setattr(drive.session.window.commands.help, "show_documentation", asked.append)
    drive.trigger("explain")
    assert asked == [place]


def test_f1_in_a_file_that_is_no_portable_kernel_tells_of_the_page(drive, monkeypatch, document):
    page = drive.page("kernel")
    page.show_text()
    drive.find("plainEditor").setFocus()
    asked = []
    monkeypatch.setattr(drive.session.window.commands.help, "show_documentation", asked.append)
    drive.trigger("explain")
    assert page.current_path() == document.file
    assert asked == [Place(WINDOW, "Kernel")]


def test_f1_shows_the_words_of_the_key(drive, qtbot):
    drive.page("model")
    drive.find("model.inputs[0].shape").setFocus()
    drive.trigger("explain")
    manual = drive.session.window.commands.help._manual
    assert manual.text.file == KEYS
    assert manual.text.textCursor().selectedText() == "shape"
    block = manual.text.textCursor().block()
    assert "The sizes of a tensor" in block.text()
    manual.close()


def test_a_key_is_in_sight_also_when_the_manual_was_closed(session, qtbot):
    window = ManualWindow(session.services.theme, session.window)
    qtbot.addWidget(window)
    for key in ("outputs[0].shape", "session.threads"):
        window.show_place(place_of_key(key))
        assert window.text.textCursor().selectedText() == key.rpartition(".")[2]
        assert window.text.verticalScrollBar().value() > 0
        assert window.text.viewport().rect().contains(window.text.cursorRect())
        window.close()
