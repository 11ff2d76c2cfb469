"""The New-op dialog over the open project, and the hosts that its pages ask."""

from __future__ import annotations

import pytest

from workbench.gui.hosts.engine import Engine, host_commands
from workbench.gui.new_op.dialog import NewOpDialog


@pytest.fixture
def engine(qapp, qtbot):
    """The hosts that the program starts, not fakes of them."""
    engine = Engine(host_commands())
    yield engine
    with qtbot.waitSignal(engine.closed, timeout=60_000):
        engine.shutdown()


@pytest.fixture
def open_dialog(session, qtbot):
    """Makes dialogs over the open project, shown but not waited for."""
    made = []

    def make(page: str = "", window_session=None) -> NewOpDialog:
        of = window_session or session
        dialog = NewOpDialog(of.services, of.settings, of.window, page)
        made.append(dialog)
        dialog.show()
        dialog.activateWindow()
        qtbot.waitExposed(dialog)
        return dialog

    yield make
    for dialog in made:
        dialog.close()
        dialog.deleteLater()
