"""The Graph page over hosts that do nothing: what can be chosen, and how node and form find each other."""

from __future__ import annotations

import pytest

from workbench.core.op_toml.key_path import replace_at
from workbench.gui.graph.sources import EXPORTED, OPTIMISED, SAMPLE
from workbench.gui.look.theme import color


@pytest.fixture
def page(drive, qtbot):
    """The page of an op that has run."""
    drive.run_all()
    page = drive.page("graph")
    qtbot.waitUntil(lambda: page.pane.found is not None)
    return page


def test_every_model_of_the_op_can_be_chosen(page) -> None:
    ids = [page._what.itemData(i) for i in range(page._what.count())]
    assert ids[:2] == [EXPORTED, OPTIMISED]
    assert "exporter.torch.export" in ids
    assert page._what.currentData() == EXPORTED


def test_a_node_leads_to_the_form_that_made_it(page, drive, document) -> None:
    page.pane.choose("y")
    words = page.made_by._text.text()
    assert "node 1 of its mapping" in words
    assert "The op library has its kernel." in words
    page.made_by._on_link("node")
    assert drive.window.workspace.current_page() == "mapping"
    assert drive.window.workspace.page("mapping").graph.current() == 0


def test_a_link_takes_the_colour_of_the_theme(page, session) -> None:
    page.pane.choose("y")
    for mode in ("dark", "light"):
        session.theme.set_mode(mode)
        assert color("link").name() in page.made_by._text.text()


def test_a_form_leads_to_the_node_that_it_made(page, drive, document) -> None:
    page.pane.choose("")
    page._chosen.clear()
    drive.page("mapping").graph.node_clicked.emit(0)
    drive.page("graph")
    assert page.pane.key() == "y"


def test_what_the_op_library_serves_is_not_lacking(page) -> None:
    assert page.pane.found.missing
    assert page.pane.lacking() == {}


def test_an_ops_own_onnx_model_is_shown_before_anything_ran(
    session, drive, document, qtbot
) -> None:
    (document.folder / "net.onnx").write_bytes(b"the fake host reads nothing")
    page = drive.page("graph")
    assert page.pane.found is None
    session.project.edit(document, "m", lambda op: replace_at(op, "model.onnx", "net.onnx"))
    qtbot.waitUntil(lambda: page.pane.found is not None)
    assert page._what.currentData() == SAMPLE
