"""An op whose only kernel is for GPUs, in the window: its stages are done, and nothing is green as a whole."""

from __future__ import annotations

from tests.engine.building import write
from tests.engine.test_cuda_kernel import ONLY, TWICE_CU, needs_no_driver
from tests.engine.test_cuda_sources import needs_nvcc
from workbench.core.storage import trust
from workbench.gui.ops.status import OpStatus, status_of, summary


def test_a_project_with_one_is_not_green() -> None:
    agrees, unrun = OpStatus("ok", "", ""), OpStatus("unrun", "", "")
    assert summary([agrees, unrun]) == ("unrun", "1 agrees · 1 compiled, not run")


@needs_nvcc
@needs_no_driver
def test_it_is_compiled_and_exported_and_not_run(make_session, project_folder, qtbot) -> None:
    folder = project_folder / "ops" / "twice"
    folder.mkdir()
    (folder / "op.toml").write_text(ONLY)
    write(folder, kernel_cu=TWICE_CU)
    trust.trust([folder])
    session = make_session(project_folder)
    session.window.workspace.show_op(folder)
    document, engine = session.project.documents[folder], session.services.engine
    engine.run([folder])
    qtbot.waitUntil(lambda: status_of(document, engine).kind == "unrun", timeout=60_000)
    status = status_of(document, engine)
    assert status.title == "Compiled and exported, not run"
    assert status.text.startswith("Compiled for cards from sm_75 on; not run: no GPU here.")
