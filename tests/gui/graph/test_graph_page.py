"""The Graph page over hosts that do nothing: what can be chosen, and how node and form find each other."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from tests.gui.conftest import Driver
from workbench.core.errors import Problem
from workbench.core.jobs import GraphDiffResult, GraphNode
from workbench.core.op_toml.key_path import replace_at
from workbench.gui.graph.sources import BEFORE, EXPORTED, OPTIMISED, SAMPLE, Source
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


def test_the_export_before_can_be_compared_after_the_program_has_ended(
    drive, document, project_folder, make_session, qtbot
) -> None:
    for name in ("exports-one", "exports-two"):
        (document.folder / f"{name}.onnx").touch()
        document.set_text(document.source, f"// host: {name}\n")
        drive.run_all()
    document.save()

    def before(of: Driver) -> list[Source]:
        page = of.page("graph")
        return [source for source in page._sources if source.id == BEFORE]

    (one,) = before(drive)
    again = Driver(session := make_session(project_folder), qtbot)
    session.window.workspace.show_op(document.folder)
    assert before(again) == [one]
    assert one.model == document.folder / "exports-one.onnx"
    (document.folder / "exports-one.onnx").unlink()
    assert again.page("graph").comparison.with_id() == BEFORE, "what the last export changed"
    again.page("graph").comparison.choose_with("")
    again.page("graph").refresh()
    assert again.page("graph").comparison.with_id() == "", "nobody's choice is overruled"
    assert before(again) == [], "what the cache no longer has is not offered"


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
    drive.page("mapping").graph.node_clicked.emit(0)
    drive.page("graph")
    assert page.pane.key() == "y"


@pytest.mark.parametrize("other", ["", "conv"])
def test_a_form_leads_to_its_node_again_after_another_choice_in_the_graph(
    page, drive, document, other
) -> None:
    conv = GraphNode("conv", "Conv", "conv", "", ("y",), ("z",))
    found = replace(page.pane.found, nodes=(*page.pane.found.nodes, conv), total=2)
    page.pane._on_answer(found)
    picture = drive.page("mapping").graph
    picture.node_clicked.emit(0)
    assert page.pane.key() == "y"
    drive.page("graph")
    page.pane.choose(other)
    page.pane._on_answer(found)
    assert page.pane.key() == other, "what is read again goes on with the choice in the graph"
    drive.page("mapping")
    told: list[int] = []
    page.services.node_chosen.connect(lambda _folder, index: told.append(index))
    picture.node_clicked.emit(0)
    assert page.pane.key() == "y"
    assert set(told) == {0}
    assert len(told) <= 2, "once for the click, once for the focus; the graph does not answer"


def test_focus_that_comes_back_to_a_form_leaves_the_choice_in_the_graph(
    page, drive, document, qtbot
) -> None:
    page.pane.choose("")
    mapping = drive.page("mapping")
    field = mapping.nodes.card(0).op_field.widget
    drive.window.activateWindow()
    qtbot.wait(10)
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.pane.key() == "y")
    drive.page("graph")
    page.pane.rows.setFocus()
    qtbot.wait(10)
    page.pane.choose("")
    drive.page("mapping")
    qtbot.waitUntil(field.hasFocus)
    assert page.pane.key() == ""
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    assert page.pane.key() == "y", "a click does, though the field has the focus already"


def test_a_model_without_the_node_of_the_form_keeps_the_forms_choice(page, drive) -> None:
    whole = page.pane.found
    conv = GraphNode("conv", "Conv", "conv", "", ("y",), ("z",))
    page.pane.choose("y")
    page.pane._on_answer(replace(whole, nodes=(conv,)))
    assert page.pane.key() == ""
    page.pane._on_answer(whole)
    assert page.pane.key() == "y"


def contrast(one: QColor, other: QColor) -> float:
    """Of WCAG 2."""

    def light(color: QColor) -> float:
        parts = (
            c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in color.getRgbF()[:3]
        )
        return sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), parts, strict=True))

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_model_that_is_refused_looks_like_the_problem_that_it_is(page, session, mode) -> None:
    session.theme.set_mode(mode)
    notice, found = page.pane.notice, page.pane.found

    def shown(label) -> QColor:
        label.ensurePolished()
        return label.palette().color(label.foregroundRole())

    for refused, role in ((True, "error"), (False, "warning")):
        page.pane._on_answer(replace(found, notes=("This is no valid graph.",), refused=refused))
        assert shown(notice) == color(role)
        assert contrast(shown(notice), color("window")) >= 4.5
        assert contrast(shown(notice), color("card")) >= 4.5
    page.pane.say("Out of date")
    assert shown(notice) == color("muted")
    comparison = page.comparison
    result = GraphDiffResult(
        "b.onnx", (1, 1), 1, notes=("'b.onnx' is no valid graph",), refused=True
    )
    comparison._on_answer(result)
    assert shown(comparison._verdict) == color("error")
    comparison._on_answer(replace(result, notes=(), refused=False))
    assert shown(comparison._verdict) == color("muted")
    comparison.say_problem(Problem("model", "this is no valid graph: a circle"))
    assert shown(comparison._verdict) == color("error")
    comparison._clear("Comparing …")
    assert shown(comparison._verdict) == color("muted")


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
