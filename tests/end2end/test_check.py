"""A check in the window over real hosts: an op of the gallery, stopped and then to its end."""

from tests.large import large
from workbench import paths
from workbench.core.storage import project, trust

_MS = 300_000


def left_behind():
    return [p for p in (paths.cache_dir() / "scratch").glob("*") if any(p.glob("*.npz"))]


@large
def test_an_op_of_the_gallery_is_stopped_and_checked(session, qtbot, tmp_path):
    home = tmp_path / "edge-ops"
    project.create_project(home)
    folder = home / "ops" / "knn_query"
    project.copy_op(project.gallery_folder() / "knn_query", home, "knn_query")
    trust.trust([folder])
    session.window.commands.open_path(home)
    engine, actions = session.engine, session.window.actions_
    page = session.window.workspace.page("checks")
    actions["check"].trigger()
    qtbot.waitUntil(
        lambda: (run := engine.checks.of(folder)) is not None and run.done > 2, timeout=_MS
    )
    with qtbot.waitSignal(engine.idle_changed, timeout=_MS, check_params_cb=bool):
        actions["stop"].trigger()
    qtbot.waitUntil(lambda: page.banner.text.text().startswith("Stopped before its end."))
    assert left_behind() == []
    with qtbot.waitSignal(engine.idle_changed, timeout=_MS, check_params_cb=bool):
        actions["check"].trigger()
    qtbot.waitUntil(lambda: page.banner.title.text().startswith("Agrees on the CPU"), timeout=_MS)
    report = engine.checks.of(folder).report()
    assert report.counts["agrees"] > 40
    assert report.counts.get("not run", 0) == 0
    assert left_behind() == []
