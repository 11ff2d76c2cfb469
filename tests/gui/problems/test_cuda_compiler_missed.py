"""A CUDA file that nothing compiles here: the list of problems offers the compiler."""

from workbench import paths
from workbench.core.toolkits.cuda import TOOLKIT
from workbench.engine import cuda_toolkit
from workbench.engine.build.cuda import not_compiled
from workbench.gui import dialogs
from workbench.gui.problems.problem_panel import ListedProblem

ADD = "Add the CUDA compiler"


def test_the_compiler_is_offered_where_it_is_missed(drive, document, qtbot, monkeypatch):
    monkeypatch.setenv("OP_WORKBENCH_DATA", str(document.folder / "data"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    monkeypatch.setattr(cuda_toolkit, "nvcc_programs", list)
    entry = ListedProblem(not_compiled(document.folder / "gpu.cu"), document.folder)
    panel = drive.window.workspace.problems

    def offered() -> list[str]:
        panel.show_problems([entry])  # the window may have shown what it has found itself
        panel.view.setCurrentIndex(panel.view.model().index(0, 0))
        return panel.fix_bar.titles()

    assert offered() == [ADD]
    asked, said = [], []
    monkeypatch.setattr(dialogs, "ask_add", lambda _, what: asked.append(what) or len(asked) > 1)
    drive.session.services.said.connect(said.append)
    panel.fix_chosen.emit(entry, ADD)
    assert asked == [TOOLKIT], "it is not downloaded without being asked"
    panel.fix_chosen.emit(entry, ADD)
    qtbot.waitUntil(lambda: any("was not added" in words for words in said), timeout=60_000)
    assert not (paths.data_dir() / "toolkits" / "cuda").exists()
    assert offered() == [ADD]
