"""The engine over hosts that speak the protocol: results, stop, death, noise."""

from pathlib import Path

import pytest

from tests.core.declarations import add_op
from tests.gui import fake_hosts
from workbench.core.jobs import PreviewJob
from workbench.core.pipeline.hosts import lost_host
from workbench.core.storage import op_file
from workbench.gui.hosts.engine import Engine
from workbench.gui.hosts.host_request import HostRequest


@pytest.fixture
def engine(qapp, qtbot):
    engine = Engine(fake_hosts.commands())
    yield engine
    with qtbot.waitSignal(engine.closed, timeout=60_000):
        engine.shutdown()
    engine.deleteLater()


@pytest.fixture
def op(engine, project_folder):
    folder = project_folder / "ops" / "my_add_custom"

    def say(word: str = "") -> Path:
        (folder / "kernel.cpp").write_text(f"// host: {word}\n")
        engine.update(folder, op_file.load(folder))
        return folder

    return say


def finish(qtbot, engine, folder, **more):
    with qtbot.waitSignal(engine.idle_changed, timeout=60_000, check_params_cb=bool):
        engine.run([folder], **more)


def lights(engine, folder):
    state = engine.state(folder)
    return [state.light(stage) for stage in ("build", "export", "graph", "run", "compare")]


def test_all_stages_run_and_a_second_run_does_nothing(engine, op, qtbot):
    folder = op()
    stages = []
    engine.stage_ended.connect(lambda _folder, ended: stages.append(ended.stage))
    finish(qtbot, engine, folder)
    assert stages == ["build", "export", "graph", "run", "compare"]
    assert engine.state(folder).report().status == "agrees"
    engine.run([folder])
    assert engine.idle
    assert len(stages) == 5


def test_progress_and_stages_are_told_as_they_come(engine, op, qtbot):
    folder = op()
    heard = []
    engine.stage_started.connect(lambda _f, stage: heard.append((stage, engine.running_stage(_f))))
    engine.progress.connect(lambda _f, progress: heard.append(progress.text))
    finish(qtbot, engine, folder)
    assert heard[:3] == [("build", "build"), "kernel.cpp", ("export", "export")]
    assert engine.running_stage(folder) == ""


def test_a_compile_error_ends_the_op_with_its_problem(engine, op, qtbot):
    folder = op("compile-error")
    finish(qtbot, engine, folder)
    assert lights(engine, folder) == ["failed", "none", "none", "none", "none"]
    assert engine.state(folder).report().error.where.endswith("kernel.cpp:2:3")


def test_stop_ends_what_runs(engine, op, qtbot):
    folder = op("hang")
    with qtbot.waitSignal(engine.stage_started):
        engine.run([folder])
    with qtbot.waitSignal(engine.idle_changed, check_params_cb=bool):
        engine.stop()
    assert engine.hosts["torch"].state == "ready"


def test_a_host_that_dies_is_told_and_comes_back(engine, op, qtbot):
    folder = op("die")
    lost = []
    engine.host_lost.connect(lambda _host, problem: lost.append(problem))
    finish(qtbot, engine, folder)
    assert "ended with status 7" in lost[0].message
    assert "the host's last words" in lost[0].hint
    assert lights(engine, folder)[0] == "failed"
    folder = op()
    finish(qtbot, engine, folder)
    assert engine.state(folder).report().status == "agrees"


def test_a_host_that_is_killed_is_told_in_the_words_of_the_command_line(engine, op, qtbot):
    folder = op("hang")
    with qtbot.waitSignal(engine.stage_started):
        engine.run([folder])
    with qtbot.waitSignal(engine.host_lost) as lost:
        engine.hosts["torch"].kill()
    problem = lost.args[1]
    assert problem == lost_host("torch", -9, was_ready=True)
    assert problem.message == "the torch host was killed (SIGKILL)"
    assert engine.state(folder).report().error.message == problem.message
    folder = op()
    finish(qtbot, engine, folder)
    assert lights(engine, folder)[0] == "ok"


def test_a_host_that_keeps_dying_is_given_up_until_the_next_run(engine, op, qtbot):
    folder = op("die")
    for _ in range(3):
        finish(qtbot, engine, folder)
    assert engine.hosts["torch"].state == "failed"
    folder = op()
    finish(qtbot, engine, folder)
    assert engine.state(folder).report().status == "agrees"


def test_a_host_that_cannot_be_started_fails_the_job(qapp, qtbot, op, project_folder):
    engine = Engine({"torch": ["/nowhere/python"], "ort": ["/nowhere/python"]})
    folder = project_folder / "ops" / "my_add_custom"
    engine.update(folder, op_file.load(folder))
    finish(qtbot, engine, folder)
    assert "cannot be started" in engine.state(folder).report().error.message
    with qtbot.waitSignal(engine.closed):
        engine.shutdown()


def test_a_line_that_is_no_message_lands_in_the_log(engine, op, qtbot):
    folder = op("garbage")
    text = []
    engine.log.connect(text.append)
    finish(qtbot, engine, folder)
    assert "not understood" in "".join(text)
    assert engine.state(folder).report().status == "agrees"


def test_a_flood_of_log_lines_leaves_the_loop_alive(engine, op, qtbot):
    from tools.heartbeat import Heartbeat
    from workbench.gui.panels.log import LogPanel

    panel = LogPanel()
    qtbot.addWidget(panel)
    panel.show()
    engine.log.connect(panel.append)
    folder = op("chatter")
    heart = Heartbeat()
    heart.start()
    finish(qtbot, engine, folder)
    qtbot.waitUntil(lambda: not panel._pending)
    largest = heart.stop()
    assert heart.beats > 3
    assert largest < 500, "a flood blocks the loop"  # the figure itself is in make bench
    assert "line 0" in panel.text() or "left out" in panel.text() or panel.text()


def test_what_was_changed_meanwhile_is_stale(engine, op, qtbot):
    folder = op()
    finish(qtbot, engine, folder)
    op("differs")
    assert lights(engine, folder) == ["stale"] * 5
    finish(qtbot, engine, folder)
    assert lights(engine, folder)[-1] == "differs"


def test_an_op_with_problems_is_not_run(engine, op, qtbot, project_folder):
    from workbench.core.errors import Problem

    folder = op()
    state_op = op_file.load(folder)
    engine.update(folder, state_op, [Problem("declaration", "no")])
    engine.run([folder])
    assert engine.idle
    assert lights(engine, folder)[0] == "none"


def test_no_host_begins_anew_while_the_window_closes(make_session, qtbot):
    """Who asks something then, after a pause in typing say, would keep the program from ending."""
    session = make_session()
    engine = session.engine
    qtbot.waitUntil(lambda: all(h.state == "ready" for h in engine.hosts.values()))
    request = HostRequest(engine, "torch")
    asked = []
    engine.hosts["torch"].closed.connect(
        lambda _: asked or asked.append(request.ask(PreviewJob(0, "", add_op())))
    )
    with qtbot.waitSignal(engine.closed):
        engine.shutdown()
    assert asked == [None]
    assert engine.hosts["torch"].state == "off"
