"""The Mapping page: its cards, its picture and its Python show the same node."""

from __future__ import annotations

from PySide6.QtCore import Qt

from workbench.core.errors import Problem


def test_cards_of_a_branch_stand_together(rich):
    drive, _ = rich
    page = drive.page("mapping")
    one, other = page.nodes.card(0), page.nodes.card(1)
    assert (one.branch.text(), other.branch.text()) == ("If mask is not None", "If mask is None")
    assert not one.branch.isHidden()
    drive.type("mapping.nodes[1].when", "mask is not None")
    assert other.branch.isHidden()  # the same branch
    drive.type("mapping.nodes[1].when", "")
    drive.type("mapping.nodes[0].when", "")
    assert one.branch.isHidden()
    assert page.nodes._slots[0].contentsMargins().left() == 0


def test_the_picture_and_the_cards_follow_each_other(rich, qtbot):
    drive, _ = rich
    page = drive.page("mapping")
    drive.window.activateWindow()
    drive.window.resize(1280, 800)
    qtbot.waitUntil(page.graph.isVisible)
    where = page.graph.node_rect(1).center().toPoint()
    qtbot.mouseClick(page.graph, Qt.MouseButton.LeftButton, pos=where)
    field = drive.find("mapping.nodes[1].op")
    qtbot.waitUntil(field.hasFocus)
    assert page.nodes.card(1).property("current") is True
    assert page.nodes.card(0).property("current") in (False, None)
    qtbot.waitUntil(lambda: not field.visibleRegion().isEmpty())
    drive.find("mapping.nodes[0].op").setFocus()
    assert page.graph.current() == 0


def test_a_node_is_linked_to_its_line_of_python(drive, document, qtbot):
    from workbench.gui.pages.mapping import node_line

    page = drive.page("mapping")
    qtbot.waitUntil(lambda: bool(page.code.text()))
    line = page.code.text().splitlines()[node_line(page.code.text(), 0) + 1]
    assert "'custom::MyAdd'" in line
    assert node_line(page.code.text(), 1) == -1
    assert node_line("", 0) == -1


def test_the_picture_can_be_put_away_and_that_is_remembered(drive):
    page = drive.page("mapping")
    drive.window.resize(1280, 800)
    assert page.graph.isVisible()
    drive.click("mapping.results")
    assert not page.graph.isVisible()
    assert type(page)(page.services)._right.isHidden()


def test_a_narrow_page_shows_the_forms_first(drive):
    page = drive.page("mapping")
    page.resize(560, 400)
    assert page._right.isHidden()
    page.resize(1000, 600)
    assert not page._right.isHidden()


def test_picture_and_python_are_below_the_forms_where_beside_them_they_would_be_squeezed(
    drive, qtbot
):
    page = drive.page("mapping")
    drive.window.resize(1024, 700)
    qtbot.waitUntil(lambda: page._right.isHidden())  # the forms first
    drive.click("mapping.results")
    for part in (page.graph, page.code):
        qtbot.waitUntil(lambda p=part: p.isVisible() and p.width() > 300 and p.height() > 90)
    assert page.area.mapTo(page, page.area.rect().bottomLeft()).y() <= page._right.y()
    assert page.area.width() > 700
    drive.window.resize(1440, 900)
    qtbot.waitUntil(lambda: page._right.x() >= page.area.width())
    assert page._right.width() >= 320
    assert (
        page.graph.mapTo(page, page.graph.rect().bottomLeft()).y()
        < page.code.mapTo(page, page.code.rect().topLeft()).y()
    )


def test_what_is_dragged_is_remembered_for_each_arrangement(drive, qtbot):
    page = drive.page("mapping")
    drive.window.resize(1440, 900)
    qtbot.waitUntil(lambda: page._right.isVisible())
    page._splitter.setSizes([760, 380])
    page._on_split(0, 0)
    wide = page._splitter.sizes()
    drive.window.resize(1024, 700)
    page._on_results(True)
    qtbot.waitUntil(lambda: page._below and page._right.isVisible())
    page._splitter.setSizes([200, 300])
    page._on_split(0, 0)
    low = page._splitter.sizes()
    drive.window.resize(1440, 900)
    qtbot.waitUntil(lambda: not page._below)
    assert abs(page._splitter.sizes()[0] - wide[0]) < 20
    drive.window.resize(1024, 700)
    qtbot.waitUntil(lambda: page._below)
    assert abs(page._splitter.sizes()[0] - low[0]) < 20


def test_a_problem_of_another_variant_switches_to_it(rich):
    drive, document = rich
    page = drive.page("mapping")
    page.reveal(Problem("declaration", "wrong", key="variants.plugin.mapping.nodes[0].op"))
    assert document.op.variant == "plugin"
    assert drive.find("mapping.nodes[0].op").text() == "plug::Deform"
    page.reveal(Problem("declaration", "wrong", key="mapping.nodes[1].op"))
    assert document.op.variant == ""
    assert drive.session.project.undo.undoText() == "Use the main mapping"
    page.reveal(Problem("", "", key="variants.plugin.mapping"))  # what undo shows
    assert document.op.variant == ""


def test_an_added_node_is_seen_and_has_the_focus(drive, document, qtbot):
    page = drive.page("mapping")
    drive.window.resize(1280, 800)
    drive.window.activateWindow()
    drive.click("mapping.nodes.add")
    field = drive.find("mapping.nodes[1].op")
    qtbot.waitUntil(field.hasFocus)
    qtbot.waitUntil(lambda: not field.visibleRegion().isEmpty())
    assert page.nodes.card(1).property("current") is True
    qtbot.keyClicks(field, "Sin")
    assert document.op.mapping.nodes[1].op == "Sin"
