"""A window without Chromium over hosts that only speak the protocol: quick and exact."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from tests.gui import fake_hosts

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

GALLERY = ("dual_residual", "my_add_custom")


@pytest.fixture(autouse=True)
def _own_settings(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("OP_WORKBENCH_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("OP_WORKBENCH_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("OP_WORKBENCH_STATE", str(tmp_path / "state"))


@pytest.fixture(autouse=True)
def answers(monkeypatch) -> dict[str, object]:
    """What the modal questions answer; an unexpected one fails the test."""
    from workbench.gui import dialogs

    given: dict[str, object] = {}
    asked: list[str] = []
    given["asked"] = asked

    def answer(name: str) -> Callable[..., object]:
        def reply(*arguments: object) -> object:
            asked.append(name)
            assert name in given, f"unexpected question {name}: {arguments[1:]}"
            return given[name]

        return reply

    questions = [n for n in dialogs.__all__ if n.startswith(("ask_", "choose_"))]
    for name in (*questions, "save_failed", "show_error"):
        monkeypatch.setattr(dialogs, name, answer(name))
    for module, name in (
        ("editor.file_name_dialog", "ask_file_name"),
        ("editor.head_notice", "accept_head"),
        ("mapping.operator_browser", "choose_operator"),
        ("storage.conflict_dialog", "ask_conflict"),
        ("storage.unpack_dialog", "ask_unpack"),
        ("trust.trust_dialog", "ask_trust"),
    ):
        monkeypatch.setattr(f"workbench.gui.{module}.{name}", answer(name))
    return given


@pytest.fixture(scope="session")
def two_ops(tmp_path_factory) -> Path:
    """A project with two ops of the gallery, to be copied: to make one takes 50 ms of the disk."""
    from workbench.core.storage import project

    folder = tmp_path_factory.mktemp("two-ops") / "edge-ops"
    project.create_project(folder)
    for name in GALLERY:
        project.copy_op(project.gallery_folder() / name, folder, name)
    return folder


@pytest.fixture
def project_folder(two_ops, tmp_path) -> Path:
    """A project with two ops of the gallery."""
    from workbench.core.storage import trust

    folder = shutil.copytree(two_ops, tmp_path / "edge-ops")
    trust.trust(folder / "ops" / name for name in GALLERY)
    return folder


@pytest.fixture
def make_session(qapp, qtbot) -> Iterator[Callable]:
    """Makes windows; ends their hosts after the test."""
    from workbench.gui.app import Session

    made = []

    def make(path: Path | None = None):
        commands = fake_hosts.commands()
        session = Session(qapp, use_web=False, commands=commands)
        session.engine.closed.disconnect()  # a test must not end the application
        made.append(session)
        session.open(path)
        qtbot.waitUntil(lambda: session.services.web_is_allowed)
        return session

    yield make
    for session in made:
        session.window.closed.disconnect()
        with qtbot.waitSignal(session.engine.closed, timeout=60_000):
            session.engine.shutdown()
        session.window.hide()
        session.dispose()
    # Without a display, what was copied would outlive Python.
    qapp.clipboard().clear()


@pytest.fixture
def session(make_session, project_folder):
    """A window with the project open, the op my_add_custom in front."""
    session = make_session(project_folder)
    session.window.workspace.show_op(project_folder / "ops" / "my_add_custom")
    return session


@pytest.fixture
def document(session, project_folder):
    """The op my_add_custom."""
    return session.project.documents[project_folder / "ops" / "my_add_custom"]


class Driver:
    """Works the window as a user does, by object names."""

    def __init__(self, session, qtbot) -> None:
        self.session = session
        self.window = session.window
        self.qtbot = qtbot

    def find(self, name: str):
        from PySide6.QtWidgets import QWidget

        found = [w for w in self.window.findChildren(QWidget, name) if not w.isHidden()]
        assert found, f"no widget {name}"
        return found[0]

    def page(self, name: str):
        self.window.workspace.show_page(name)
        return self.window.workspace.page(name)

    def type(self, name: str, text: str) -> None:
        """Replace a field's text key by key."""
        field = self.find(name)
        field.setFocus()
        field.selectAll()
        if text:
            self.qtbot.keyClicks(field, text)
        else:
            from PySide6.QtCore import Qt

            self.qtbot.keyClick(field, Qt.Key.Key_Delete)
        self.pause()

    def pause(self) -> None:
        """The typing pauses: what is wrong is shown."""
        for document in self.session.project.documents.values():
            document.held.release()

    def leave(self) -> None:
        """Leave the field that is typed in: each line takes the room for what is wrong."""
        self.window.setFocus()
        self.pause()

    def type_lines(self, name: str, lines: Iterable[str]) -> None:
        """Replace the lines of a list key by key."""
        from PySide6.QtCore import Qt

        field = self.find(name)
        field.setFocus()
        field.selectAll()
        for i, line in enumerate(lines):
            if i:
                self.qtbot.keyClick(field, Qt.Key.Key_Return)
            self.qtbot.keyClicks(field, line)
        self.pause()

    def choose(self, name: str, value: object) -> None:
        box = self.find(name)
        index = box.findData(value)
        assert index >= 0, f"{name} does not offer {value}"
        box.setCurrentIndex(index)
        box.activated.emit(index)

    def click(self, name: str) -> None:
        self.find(name).click()

    def trigger(self, action: str) -> None:
        self.window.actions_[action].trigger()

    def run_all(self) -> None:
        with self.qtbot.waitSignal(
            self.session.engine.idle_changed, timeout=60_000, check_params_cb=bool
        ):
            self.trigger("run")


@pytest.fixture
def drive(session, qtbot) -> Driver:
    """The window in the user's hands."""
    return Driver(session, qtbot)


@pytest.fixture
def rich(project_folder, make_session, qtbot):
    """A window with the op rich in front: its driver and its document."""
    from tests.gui.rich import write

    folder = write(project_folder / "ops" / "rich")
    session = make_session(project_folder)
    session.window.workspace.show_op(folder)
    return Driver(session, qtbot), session.project.documents[folder]
