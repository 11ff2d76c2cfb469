"""Starts the window: as little as possible before it is on the screen, the rest after."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from workbench.core.pipeline.hosts import preparation_command
from workbench.core.storage.archive import is_archive
from workbench.gui.collector import Collector
from workbench.gui.excepthook import ExceptHook
from workbench.gui.hosts.engine import Engine
from workbench.gui.hosts.preparation import Preparation
from workbench.gui.language.languages import SETTING, SYSTEM, begin, families_of
from workbench.gui.look.fonts import set_beside
from workbench.gui.look.theme import Theme
from workbench.gui.project.model import ProjectModel
from workbench.gui.services import Services
from workbench.gui.settings import Settings
from workbench.gui.startup import StartupReport
from workbench.gui.storage.journal import JournalKeeper
from workbench.gui.storage.recovery import Recovery
from workbench.gui.window.import_warmer import ImportWarmer
from workbench.gui.window.main_window import MainWindow
from workbench.gui.window.new_project import is_model, makes_op

__all__ = ["Session", "prepare_web", "run_window"]

logger = logging.getLogger(__name__)

_LAST_RESORT_MS = 3000
_DISPLAYS = ("xcb", "wayland")


def prepare_web() -> bool:
    """What Qt WebEngine wants before the application exists; ``False`` where it is unusable."""
    try:
        from workbench.gui.web import chromium
        from workbench.gui.web.scheme import register_scheme
    except ImportError as error:
        # Its system libraries may be missing; the window works without it.
        logger.warning("Qt WebEngine cannot be loaded: %s", error)
        return False
    chromium.configure()
    register_scheme()
    return True


@contextlib.contextmanager
def _surface_for_web(use_web: bool) -> Iterator[None]:
    """Make a window whose surface can hold a web view from the start.

    Otherwise Qt makes the window anew for the first web view, and it is black for a frame.
    """
    variable = "QT_WIDGETS_RHI"
    if not use_web or variable in os.environ or QGuiApplication.platformName() not in _DISPLAYS:
        yield
        return
    os.environ[variable] = "1"
    try:
        yield
    finally:
        del os.environ[variable]  # menus and dialogs need no such surface


class Session(QObject):
    """The objects of one run of the window, in the order in which they come and go.

    Args:
        app: the application.
        use_web: False for a window without embedded pages.
        commands: the hosts' command lines; tests give their own.
        report: where the start-up times go.
        prepares: whether headers are precompiled while nothing else is to be done.
    """

    def __init__(
        self,
        app: QApplication,
        use_web: bool = True,
        commands: dict[str, list[str]] | None = None,
        report: StartupReport | None = None,
        prepares: bool = False,
    ) -> None:
        super().__init__()
        self._app = app
        self.collector = Collector(self)
        self.collector.start()
        self._report = report or StartupReport()
        self.settings = Settings()
        self.language = begin(app, self.settings.text(SETTING, SYSTEM))
        set_beside(families_of(self.language))
        self.theme = Theme(app, self.settings.text("appearance", "system"))
        self.project = ProjectModel(self)
        self.engine = Engine(commands, self)
        self.services = Services(self.project, self.engine, self.theme, use_web, self)
        self.window = MainWindow(self.services, self.settings)
        commands_ = self.window.commands
        self.journal = JournalKeeper(self.project, self)
        self.journal.failed.connect(self._on_journal_failed)
        self.recovery = Recovery(self.project, self.journal, commands_.open_path, self.window)
        self.recovery.logged.connect(self.engine.log)
        self.recovery.noticed.connect(commands_.message)
        self.recovery.op_shown.connect(commands_.op_shown)
        self.hook = ExceptHook(self.window)
        self.window.painted.connect(self._on_painted)
        self.window.editor_ready.connect(self._on_editor_ready)
        self.window.closed.connect(self._on_closed)
        self.engine.closed.connect(self._quit)
        self.warmer = ImportWarmer(self)
        self.preparation = Preparation(self.engine, preparation_command(), self)
        self.preparation.told.connect(self.window.workspace.jobs.show_preparation)
        self._prepares = prepares
        self._asked: Path | None = None
        self._last_resort = QTimer(self, singleShot=True, interval=_LAST_RESORT_MS)
        self._last_resort.timeout.connect(self._quit)

    def open(self, path: Path | None) -> None:
        """Open a project and show the window."""
        if path is not None and (is_archive(path) or is_model(path) or makes_op(path)):
            self._asked = path  # where it goes, or what of it, is asked over the window
        elif path is not None:
            self.window.commands.open_path(path)
        with _surface_for_web(self.services.use_web):
            self.window.show()
        self._report.mark("window_shown_ms")

    def _on_painted(self) -> None:
        # The list is filled, the page stands, and the loop takes input: the window is usable.
        self._report.mark("usable_ms")
        self.engine.start()
        self.services.allow_web()
        if self._asked is not None:
            self.window.commands.open_path(self._asked)
        self.recovery.start()
        self.warmer.start()
        if self._prepares:
            self.preparation.start()

    def _on_editor_ready(self) -> None:
        self._report.mark("editor_ready_ms")

    def _on_journal_failed(self, text: str) -> None:
        self.engine.log.emit(f"{text}\n")

    def _on_closed(self) -> None:
        self.journal.close()  # what was unsaved has been asked about
        self._last_resort.start()
        self.preparation.stop()
        self.engine.shutdown()

    def _quit(self) -> None:
        self._app.exit(0)

    def dispose(self) -> None:
        """Delete all of it in order: no page may outlive its profile, no timer the window."""
        self.hook.remove()
        self.collector.stop()
        self.journal.close()
        self.window.deleteLater()
        self.services.deleteLater()
        self.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def run_window(path: Path | None) -> int:
    """Open the window, on a project or on the start view, and run until it is closed.

    Args:
        path: a project's folder, an op's, or None.

    Returns:
        The exit status.
    """
    report = StartupReport()
    use_web = prepare_web()
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("Op Workbench")
    app.setDesktopFileName("op-workbench")
    app.setQuitOnLastWindowClosed(False)
    session = Session(app, use_web, report=report, prepares=True)
    session.hook.install()
    # Ctrl+C in the terminal closes the window as the mouse would, edits are asked for. Python's
    # handlers run between two of its instructions: the collector's tick has some.
    signal.signal(signal.SIGINT, _Interrupt(session.window))
    session.open(path)
    status = app.exec()
    session.dispose()
    return status


class _Interrupt:
    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def __call__(self, _number: int, _frame: object) -> None:
        self._window.close()
