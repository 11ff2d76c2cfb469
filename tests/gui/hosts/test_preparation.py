"""What is made ahead of the first builds gives way to every job."""

import sys

import pytest

from tests.engine.conftest import alive
from tests.gui import fake_hosts
from workbench.core.storage import op_file
from workbench.gui.hosts.engine import Engine
from workbench.gui.hosts.preparation import Preparation

FOREVER = "import time; print('Precompiling', flush=True); time.sleep(600)"
ONCE = "print('Precompiling', flush=True)"


@pytest.fixture
def prepared(qapp, qtbot):
    engine = Engine(fake_hosts.commands())
    made = []

    def make(script: str) -> Preparation:
        made.append(Preparation(engine, [sys.executable, "-c", script], engine))
        made[0]._later.setInterval(0)
        return made[0]

    yield engine, make
    for preparation in made:
        preparation.stop()
    qtbot.waitUntil(lambda: not any(preparation.active for preparation in made))
    with qtbot.waitSignal(engine.closed, timeout=60_000):
        engine.shutdown()
    engine.deleteLater()


def test_it_is_done_once(prepared, qtbot):
    engine, make = prepared
    preparation = make(ONCE)
    told = []
    preparation.told.connect(told.append)
    preparation.start()
    qtbot.waitUntil(lambda: not preparation.wanted)
    assert told == ["Precompiling", ""]
    engine.idle_changed.emit(True)
    assert not preparation.active


def test_a_job_ends_it_and_it_begins_again_afterwards(prepared, project_folder, qtbot):
    engine, make = prepared
    preparation = make(FOREVER)
    with qtbot.waitSignal(preparation.told):
        preparation.start()
    first = preparation._child.pid
    assert alive(first)
    folder = project_folder / "ops" / "my_add_custom"
    engine.update(folder, op_file.load(folder))
    engine.run([folder])
    assert not engine.idle
    qtbot.waitUntil(lambda: not alive(first))
    assert preparation.wanted
    qtbot.waitUntil(lambda: preparation._child.pid not in (0, first), timeout=60_000)
    assert engine.idle


def test_the_jobs_panel_says_what_is_made_where_nothing_runs(session, qtbot):
    jobs = session.window.workspace.jobs
    session.preparation.told.emit("Precompiling torch's headers (light, once)")
    qtbot.waitUntil(lambda: "Precompiling torch's headers" in jobs.text())
    session.preparation.told.emit("")
    qtbot.waitUntil(lambda: jobs.text() == "Nothing is running.")
