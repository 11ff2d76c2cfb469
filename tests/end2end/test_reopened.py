"""A project that is opened again in another window stands as it was left, and its runs are listed."""

import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML
from workbench.core.storage import project, trust
from workbench.gui.ops.status import lights

_MS = 180_000


@pytest.fixture
def folder(tmp_path):
    home = tmp_path / "edge-ops"
    project.create_project(home)
    made = home / "ops" / "twice"
    made.mkdir(parents=True)
    (made / "op.toml").write_text(TWICE_TOML)
    (made / "kernel.cpp").write_text(TWICE_KERNEL)
    trust.trust([made])
    return made


def test_the_last_results_are_there_and_nothing_runs_for_them(session, folder, qtbot):
    window, engine = session.window, session.engine
    window.commands.open_path(folder.parent.parent)
    window.workspace.show_page("run")
    page = window.workspace.page("run")
    window.actions_["run"].trigger()
    qtbot.waitUntil(
        lambda: page.banner.title.text() == "Agrees with PyTorch" and engine.idle, timeout=_MS
    )
    assert "run on" not in page.banner.time.text()
    qtbot.waitUntil(lambda: page.history.table.rowCount() == 1)
    assert page.history.table.item(0, 1).text() == "agrees"

    # As a new start of the program has it: nothing is known but what was kept.
    started = []
    engine.stage_started.connect(lambda *event: started.append(event))
    window.commands.open_path(folder.parent.parent)
    qtbot.waitUntil(lambda: engine.state(folder) is not None, timeout=_MS)
    document = session.project.documents[folder]
    qtbot.waitUntil(lambda: lights(document, engine)["compare"] == "ok", timeout=_MS)
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch", timeout=_MS)
    assert "run on " in page.banner.time.text()
    assert started == []

    # What was changed meanwhile is out of date.
    (folder / "kernel.cpp").write_text(TWICE_KERNEL.replace("2 * x[i]", "3 * x[i]"))
    window.commands.open_path(folder.parent.parent)
    qtbot.waitUntil(lambda: engine.state(folder) is not None, timeout=_MS)
    document = session.project.documents[folder]
    qtbot.waitUntil(lambda: lights(document, engine)["compare"] == "stale", timeout=_MS)
    assert started == []

    # It is run again; both runs stand side by side.
    window.actions_["run"].trigger()
    qtbot.waitUntil(lambda: page.history.table.rowCount() == 2, timeout=_MS)
    assert page.history.two.isHidden()
    page.history.table.selectAll()
    two = page.history.two
    assert not two.isHidden()
    shown = {two.item(r, 0).text(): (two.item(r, 1), two.item(r, 2)) for r in range(two.rowCount())}
    assert [item.text() for item in shown["Result"]] == ["agrees", "DIFFERS"]
    assert shown["Content"][0].text() != shown["Content"][1].text()
    assert "Made by" not in shown
    page.history.table.selectRow(0)
    assert two.isHidden()
