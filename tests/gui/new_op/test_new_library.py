"""New op from an op library: the real ONNX Runtime host asks it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from tests.engine.raw_library import SILENT, op_library, raw_library
from workbench.gui.look.theme import Theme
from workbench.gui.new_op.library_page import LibraryPage
from workbench.gui.project.model import ProjectModel
from workbench.gui.services import Services


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return op_library(tmp_path_factory.mktemp("raw"))


@pytest.fixture
def page(qapp, qtbot, engine):
    page = LibraryPage(Services(ProjectModel(), engine, Theme(qapp)))
    qtbot.addWidget(page)
    page.resize(900, 560)
    page.show()
    return page


def load(qtbot, page, path):
    page.load([path])
    qtbot.waitUntil(lambda: not page._request.busy, timeout=60_000)


def choose(page, text: str) -> None:
    items = [page.items.topLevelItem(i) for i in range(page.items.topLevelItemCount())]
    page.items.setCurrentItem(next(item for item in items if item.text(0) == text))


def visible_text(page) -> str:
    return "\n".join(w.text() for w in page.findChildren(QLabel) if w.isVisible())


def test_the_chosen_op_fills_the_declaration(page, qtbot, library) -> None:
    assert "Choose an op library" in page.problem()
    assert page.usable([library, library.with_suffix(".txt")]) == [library]
    load(qtbot, page, library)
    assert page.items.topLevelItemCount() == 10
    draft = page.draft()
    assert draft is not None
    assert (draft.op.name, draft.copies) == ("twice", {"libraw.so": library})
    assert "no shapes" in visible_text(page)
    choose(page, "raw.ops::Maybe")
    draft = page.draft()
    assert draft is not None
    assert [a.optional for a in draft.op.args] == [False, True]


def test_an_op_that_cannot_be_used_says_why(page, qtbot, library) -> None:
    load(qtbot, page, library)
    choose(page, "raw.ops::Words")
    assert page.draft() is None
    assert "it takes string" in page.problem()


def test_a_library_that_registers_nothing_is_told(page, qtbot, tmp_path) -> None:
    load(qtbot, page, raw_library(tmp_path, SILENT))
    assert page.draft() is None
    assert "registered nothing" in visible_text(page)
    assert "cannot be used" in page.problem()
