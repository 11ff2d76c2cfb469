"""A CUDA file that is not compiled since it would not be linked: the list of problems compiles it."""

from workbench.engine.build.cuda import left_out
from workbench.gui.problems.problem_panel import ListedProblem

COMPILE = "Compile it"


def test_what_would_not_be_linked_is_compiled_on_request_and_once(drive, document):
    entry = ListedProblem(left_out(document.folder / "gpu.cu", "why"), document.folder)
    panel = drive.window.workspace.problems
    panel.show_problems([entry])
    panel.view.setCurrentIndex(panel.view.model().index(0, 0))
    assert panel.fix_bar.titles() == [COMPILE]
    asked = []
    services, engine = drive.session.services, drive.session.engine
    state = engine.state(document.folder)
    services.run_requested.connect(lambda *what: asked.append((*what, state.unlinked)))
    panel.fix_chosen.emit(entry, COMPILE)
    assert asked == [([document.folder], True, True)]
    # Asked for once: the next edit waits for no minute.
    drive.qtbot.waitUntil(lambda: not state.unlinked, timeout=60_000)
    assert state.result("build").status == "ok"
