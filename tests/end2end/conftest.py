"""The whole program: the real window offscreen, real hosts, real compiler, torch and ORT."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def _prepare() -> None:
    """The scheme must be registered before pytest-qt makes the application."""
    from workbench.gui.app import prepare_web

    assert prepare_web(), "Qt WebEngine cannot be loaded: make setup names what is missing"


_prepare()


@pytest.fixture
def session(qapp, qtbot, tmp_path, monkeypatch) -> Iterator:
    """The window on its start view, settings in a folder of its own."""
    from workbench.gui.app import Session

    monkeypatch.setenv("OP_WORKBENCH_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("OP_WORKBENCH_DATA", str(tmp_path / "data"))
    session = Session(qapp)
    session.engine.closed.disconnect()  # a test must not end the application
    session.open(None)
    qtbot.waitUntil(
        lambda: all(h.state == "ready" for h in session.engine.hosts.values()), timeout=60_000
    )
    yield session
    session.window.closed.disconnect()
    with qtbot.waitSignal(session.engine.closed, timeout=60_000):
        session.engine.shutdown()
    session.window.hide()
    session.dispose()


@pytest.fixture
def user(session, qtbot, tmp_path):
    """Someone at the window."""
    from tests.end2end.user import User

    return User(session, qtbot, Path(tmp_path))


@pytest.fixture
def author(session, qtbot, tmp_path):
    """Someone who authors an op with keyboard and mouse alone."""
    from tests.end2end.author import Author

    return Author(session, qtbot, Path(tmp_path))
