"""The head of the Run page where results differ: which element is worst, and what one does next."""

from PySide6.QtCore import Qt


def test_from_the_verdict_one_debugs_and_keeps_the_inputs(drive, document, qtbot):
    page = drive.page("run")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    debug, keep = drive.find("debugElement"), page._keeper.button
    assert page.elements.isAncestorOf(debug)
    assert keep.isHidden()
    document.set_text(document.source, "// host: differs\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Differs from PyTorch")
    assert page.banner.isAncestorOf(debug)
    told = "The worst element is y[0, 1]: 1.5 by PyTorch, 2.5 by ONNX Runtime; they are 1 apart"
    assert told in page.banner.text.text()
    before = document.op
    qtbot.mouseClick(keep, Qt.MouseButton.LeftButton)
    kept = document.op.model.cases[-1]
    assert [e.arg for e in kept.inputs] == [e.arg for e in before.model.inputs]
    assert "are a case of the op now" in drive.window.status.message()
    drive.trigger("undo")
    assert document.op == before


def test_where_the_window_is_narrow_the_buttons_stand_below_the_words(drive, document, qtbot):
    page = drive.page("run")
    document.set_text(document.source, "// host: differs\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Differs from PyTorch")
    drive.window.show()
    for width, below in ((1024, True), (1600, False)):
        drive.window.resize(width, 700)
        qtbot.waitUntil(
            lambda below=below: (page.banner.report.y() > page.banner.text.y()) == below
        )


def test_the_node_in_which_it_begins_is_shown_in_the_graph(drive, document, qtbot):
    page = drive.page("run")
    shown = page._begins
    document.set_text(document.source, "// host: differs\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Differs from PyTorch")
    assert shown.isHidden()  # nobody knows where it begins
    document.set_text(document.source, "// host: begins\n")
    drive.run_all()
    qtbot.waitUntil(lambda: "It begins in custom::MyAdd 'add'" in page.banner.text.text())
    assert page.banner.isAncestorOf(shown)
    qtbot.mouseClick(shown, Qt.MouseButton.LeftButton)
    assert drive.window.workspace.current_page() == "graph"
    pane = drive.window.workspace.page("graph").pane
    qtbot.waitUntil(lambda: pane.key() == "y")
    pane.choose("")
    drive.page("run")
    qtbot.mouseClick(shown, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: pane.key() == "y")


def test_the_node_of_a_case_is_shown_in_the_model_of_that_case(drive, document, qtbot):
    page = drive.page("run")
    document.set_text(document.source, "// host: begins-own\n")
    drive.run_all()
    qtbot.waitUntil(lambda: "It begins in custom::MyAdd 'add'" in page.banner.text.text())
    qtbot.mouseClick(page._begins, Qt.MouseButton.LeftButton)
    graph = drive.window.workspace.page("graph")
    assert graph._what.currentText() == "Exported, case own"
    qtbot.waitUntil(lambda: graph.pane.key() == "y")
    asked = []
    graph.divergence._ort.ask = asked.append
    graph.divergence.start.click()
    assert [job.case.name for job in asked] == ["own"], "the values of what is drawn"
    graph.times._request.ask = asked.append
    graph.times.start.click()
    assert asked[-1].case.name == "own"
