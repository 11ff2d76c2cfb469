"""Someone at the window: what they do, and what they see."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QTableWidget

from tests.end2end.hands import Hands
from tools.heartbeat import Heartbeat
from workbench.core.errors import Problem
from workbench.core.jobs import STAGES
from workbench.gui.ops.status import status_of

RUN_MS = 180_000


class User(Hands):
    """Works the window by the names of its widgets, and notes how long it ever stood still."""

    def __init__(self, session, qtbot, folder: Path) -> None:
        super().__init__(session.window, qtbot)
        self.session = session
        self.folder = folder
        self.gaps: list[float] = []

    # -- doing

    def makes_a_project_from_the_gallery(self, op: str) -> None:
        """File > New op, From the gallery, search, choose the folder, Create."""
        QTimer.singleShot(0, lambda: self._fills_the_new_op_dialog(op))
        self.window.actions_["new"].trigger()
        self.qtbot.waitUntil(lambda: bool(self.session.project.documents))
        self.waits_for_the_editor()

    def waits_for_the_editor(self) -> None:
        """A person sees the editor before they press a key; Chromium's start is not a job's."""
        page = self.window.workspace.page("kernel")
        self.qtbot.waitUntil(
            lambda: page.editor is not None and page.editor.is_ready(), timeout=60_000
        )

    def _fills_the_new_op_dialog(self, op: str) -> None:
        dialog = QApplication.activeModalWidget()
        assert dialog is not None
        assert dialog.objectName() == "newOpDialog"
        dialog.page("gallery")
        self.qtbot.keyClicks(dialog.findChild(QLineEdit, "gallerySearch"), op)
        folder = dialog.findChild(QLineEdit, "newProjectFolder")
        folder.clear()
        self.qtbot.keyClicks(folder, str(self.folder / "project"))
        button = dialog.findChild(QPushButton, "createOp")
        assert button.isEnabled(), dialog.findChild(QLabel, "problemLine").text()
        button.click()

    def writes_the_kernel(self, text: str) -> None:
        self.document.set_text(self.document.source, text)

    def presses_run_all(self) -> None:
        """F5, and waits until everything is done."""
        heart = Heartbeat()
        heart.start()
        with self.qtbot.waitSignal(
            self.session.engine.idle_changed, timeout=RUN_MS, check_params_cb=bool
        ):
            self.window.actions_["run"].trigger()
        self.gaps.append(round(heart.stop(), 1))

    def presses_run_with_nothing_to_do(self) -> None:
        """F5 while everything is fresh, and waits until that has been found out."""
        decided: list[bool] = []
        self.window.actions_["run"].trigger()
        # What asks the editor later is answered later.
        self.window.commands.sync(lambda: decided.append(True))
        self.qtbot.waitUntil(lambda: bool(decided))
        assert self.session.engine.idle

    def starts_a_run(self, until: str) -> None:
        """F5, and goes on when the text of the job says ``until``."""
        shown: list[str] = []

        def heard(_folder: object, progress: object) -> bool:
            shown.append(progress.text)  # type: ignore[attr-defined]
            return until in shown[-1]

        with self.qtbot.waitSignal(
            self.session.engine.progress, timeout=RUN_MS, check_params_cb=heard
        ):
            self.window.actions_["run"].trigger()

    def presses_stop(self) -> None:
        with self.qtbot.waitSignal(
            self.session.engine.idle_changed, timeout=60_000, check_params_cb=bool
        ):
            self.window.actions_["stop"].trigger()

    def asks_netron_for_its_nodes(self) -> list[str]:
        """Opens the Graph page and asks Netron's page, through JavaScript."""
        self.window.workspace.show_page("graph")
        page = self.window.workspace.page("graph")
        self.qtbot.waitUntil(lambda: page.view is not None and page.view.is_ready(), timeout=60_000)
        answers: list[list[str]] = []

        def drawn() -> bool:
            page.view.node_types(answers.append)
            return bool(answers and answers[-1])

        self.qtbot.waitUntil(drawn, timeout=60_000)
        return answers[-1]

    # -- seeing

    @property
    def document(self):
        return next(iter(self.session.project.documents.values()))

    @property
    def status(self):
        return status_of(self.document, self.session.engine)

    def lights(self) -> dict[str, str]:
        return dict(
            zip(STAGES, self.window.workspace.ops.lights(self.document.folder), strict=True)
        )

    def waits_for_a_problem(self, words: str) -> Problem:
        """The problem that says this; the list is filled a moment after the run."""
        found: list[Problem] = []

        def listed() -> bool:
            entries = self.window.workspace.problems.entries()
            found[:] = [e.problem for e in entries if words in e.problem.message]
            return bool(found)

        self.qtbot.waitUntil(listed)
        return found[0]

    def banner(self) -> str:
        self.window.workspace.show_page("run")
        page = self.window.workspace.page("run")
        self.qtbot.waitUntil(
            lambda: page.findChild(QLabel, "opStatusTitle").text() == self.status.title
        )
        return page.findChild(QLabel, "opStatusTitle").text()

    def differing_elements(self) -> QTableWidget:
        self.window.workspace.show_page("run")
        table = self.window.findChild(QTableWidget, "differencesTable")
        self.qtbot.waitUntil(lambda: table.rowCount() > 0)
        return table
