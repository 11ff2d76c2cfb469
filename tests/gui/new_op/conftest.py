"""The New-op dialog over the open project."""

from __future__ import annotations

import pytest

from workbench.gui.new_op.dialog import NewOpDialog


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
