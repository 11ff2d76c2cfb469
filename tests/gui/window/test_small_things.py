"""What a newcomer stumbles over first: search, themes, clicks."""

from PySide6.QtCore import QPoint, Qt

from workbench.core.errors import Problem
from workbench.gui.problems.problem_panel import ListedProblem

LEFT = Qt.MouseButton.LeftButton


def test_the_palette_knows_the_themes(drive):
    for word in ("light", "dark", "theme"):
        entries = [e for e in drive.window.palette_entries() if word in e.title.lower()]
        assert any(e.id.startswith("theme:") for e in entries)
    dark = next(e for e in drive.window.palette_entries() if e.id == "theme:dark")
    dark.run()
    assert drive.session.theme.mode == "dark"
    drive.session.theme.set_mode("light")


def test_find_and_replace_are_in_the_menu_and_go_to_where_one_searches(drive, monkeypatch):
    edit = next(a.menu() for a in drive.window.menuBar().actions() if a.text() == "&Edit")
    assert {"action.find", "action.replace"} <= {a.objectName() for a in edit.actions()}
    asked = []
    editor = drive.page("kernel").editor
    monkeypatch.setattr(editor, "look_for", lambda what: asked.append(what) or True)
    drive.page("signature")
    drive.trigger("replace")
    assert drive.window.workspace.current_page() == "kernel"
    assert asked == ["replace"]
    graph = drive.page("graph")
    drive.trigger("find")
    assert drive.window.workspace.current_page() == "graph"
    assert graph.pane.search is not None
    assert asked == ["replace"]


def test_one_click_on_a_problem_goes_there(drive, qtbot):
    drive.page("model")
    drive.type("model.inputs[0].shape", "-2")
    drive.page("kernel")
    panel = drive.window.workspace.problems
    qtbot.waitUntil(lambda: len(panel.entries()) == 1 and panel.view.isVisible())
    row = panel.view.visualRect(panel.view.model().index(0, 0)).center()
    qtbot.mouseClick(panel.view.viewport(), LEFT, pos=row)
    assert drive.window.workspace.current_page() == "model"


def test_a_click_beside_the_ops_leaves_the_selection(drive, qtbot):
    view = drive.window.workspace.ops.view
    chosen = drive.window.workspace.ops.selected()
    assert chosen
    at = QPoint(view.viewport().width() // 2, view.viewport().height() - 4)
    assert not view.indexAt(at).isValid()
    qtbot.mouseClick(view.viewport(), LEFT, pos=at)
    assert drive.window.workspace.ops.selected() == chosen


def test_another_op_opens_at_its_top(rich, qtbot):
    drive, document = rich
    page = drive.page("signature")
    drive.window.resize(1024, 600)
    bar = page.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 100)
    bar.setValue(bar.maximum())
    other = next(f for f in drive.session.project.documents if f != document.folder)
    drive.window.workspace.show_op(other)
    assert bar.value() == 0
    drive.window.workspace.show_op(document.folder)
    qtbot.waitUntil(lambda: bar.maximum() > 100)
    assert bar.value() == 0


def test_a_problem_of_a_source_without_a_line_opens_the_source(drive, document):
    drive.page("signature")
    note = Problem("cuda", "compiled, not run", file=str(document.source), severity="note")
    drive.window.workspace.reveal(ListedProblem(note, document.folder))
    assert drive.window.workspace.current_page() == "kernel"
    assert drive.page("kernel").current_path() == document.source


def test_a_problem_of_all_leads_to_the_top_of_the_run_page(drive, document, qtbot):
    page = drive.page("run")
    drive.run_all()
    drive.window.resize(1024, 600)
    bar = page.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 100)
    bar.setValue(bar.maximum())
    drive.window.workspace.reveal(ListedProblem(Problem("run", "it fails"), document.folder))
    assert bar.value() == 0
