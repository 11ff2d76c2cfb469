"""The window: menus, toolbar, status bar, and the start view or the open project."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QSize, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QIcon, QKeySequence, QPaintEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QStackedWidget, QToolBar, QWidget

from workbench.gui.actions import Actions
from workbench.gui.code_view import CodeView
from workbench.gui.commands import Commands
from workbench.gui.icons import icon, icon_file
from workbench.gui.pages import PAGES
from workbench.gui.pages.kernel import KernelPage
from workbench.gui.services import Services
from workbench.gui.settings import Settings
from workbench.gui.start_view import StartView
from workbench.gui.status_line import StatusLine
from workbench.gui.theme import MODES
from workbench.gui.workspace_view import WorkspaceView

__all__ = ["MainWindow"]


class MainWindow(QMainWindow):
    """The one window of the program.

    Args:
        services: project, engine, theme and web views.
        settings: what is remembered between starts.
    """

    painted = Signal()
    """The first paint is done."""
    editor_ready = Signal()
    closed = Signal()

    def __init__(
        self, services: Services, settings: Settings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("mainWindow")
        self.setWindowIcon(QIcon(icon_file("app")))
        self.resize(1280, 800)
        self.setMinimumSize(820, 540)
        self.services = services
        self._settings = settings
        self._was_painted = False
        self.commands = Commands(services, settings, self)
        self.actions_ = Actions(services, self.commands, self)
        self.start_view: StartView | None = None
        self.workspace = WorkspaceView(services, self)
        self.workspace.page_made.connect(self._on_page_made)
        self._central = QStackedWidget(self)
        self._central.addWidget(self.workspace)
        self.setCentralWidget(self._central)
        self._make_menus()
        bar = QToolBar("Toolbar", self)
        bar.setObjectName("toolbar")
        bar.setMovable(False)
        bar.setIconSize(QSize(18, 18))
        bar.setContextMenuPolicy(bar.contextMenuPolicy().PreventContextMenu)
        bar.setToolButtonStyle(bar.toolButtonStyle().ToolButtonTextBesideIcon)
        self.actions_.fill_toolbar(bar)
        self.addToolBar(bar)
        self.status = StatusLine(services, self)
        self.setStatusBar(self.status)
        self.status.clicked.connect(self._show_jobs)
        self.commands.op_shown.connect(self._show_op)
        self.commands.recent_changed.connect(self._fill_recent)
        self.workspace.ops.menu_requested.connect(self._on_op_menu)
        services.project.reset.connect(self._on_reset)
        services.project.ops_changed.connect(self._show_title)
        services.project.dirty_changed.connect(self._show_title)
        services.theme.changed.connect(self._on_theme)
        self._fill_recent()
        self._on_reset()
        self._restore_layout()

    # -- layout

    def _make_menus(self) -> None:
        menus = self.actions_.fill_menus(self.menuBar())
        file = menus["&File"]
        self._recent_menu = QMenu("Open &recent", self)
        self._recent_menu.setObjectName("recentMenu")
        self._recent_menu.triggered.connect(self._on_recent)
        file.insertMenu(self.actions_["save"], self._recent_menu)
        file.addSeparator()
        quit_action = file.addAction("&Quit")
        quit_action.setObjectName("action.quit")
        quit_action.setShortcut(QKeySequence("Ctrl+Q"))
        quit_action.triggered.connect(self.close)
        view = self.menuBar().addMenu("&View")
        for number, spec in enumerate(PAGES, 1):
            action = view.addAction(spec.title)
            action.setObjectName(f"action.page.{spec.id}")
            action.setShortcut(QKeySequence(f"Ctrl+{number}"))
            action.setData(spec.id)
            action.triggered.connect(self._on_page_action)
        view.addSeparator()
        self._panels_action = view.addAction("Panels below")
        self._panels_action.setObjectName("action.panels")
        self._panels_action.setCheckable(True)
        self._panels_action.setChecked(True)
        self._panels_action.setShortcut(QKeySequence("Ctrl+J"))
        self._panels_action.toggled.connect(self.workspace.panels.setVisible)
        view.addSeparator()
        look = view.addMenu("Appearance")
        group = QActionGroup(self)
        for mode in MODES:
            action = look.addAction("Follow the system" if mode == "system" else mode.title())
            action.setCheckable(True)
            action.setChecked(mode == self.services.theme.mode)
            action.setData(mode)
            group.addAction(action)
        group.triggered.connect(self._on_mode)

    def _restore_layout(self) -> None:
        for key, restore in (
            ("geometry", self.restoreGeometry),
            ("columns", self.workspace.restoreState),
            ("rows", self.workspace.vertical.restoreState),
        ):
            state = self._settings.bytes(key)
            if not state.isEmpty():
                restore(state)

    def _save_layout(self) -> None:
        self._settings.set_bytes("geometry", self.saveGeometry())
        self._settings.set_bytes("columns", self.workspace.saveState())
        self._settings.set_bytes("rows", self.workspace.vertical.saveState())

    # -- what is shown

    def _on_reset(self) -> None:
        is_open = self.services.project.folder is not None
        if not is_open and self.start_view is None:
            self.start_view = StartView(self)
            self.start_view.gallery_chosen.connect(self.commands.new)
            self.start_view.open_requested.connect(self.commands.open)
            self.start_view.recent_chosen.connect(self.commands.open_recent)
            self._central.addWidget(self.start_view)
            self._fill_recent()
        if is_open:
            self._central.setCurrentWidget(self.workspace)
        elif self.start_view is not None:
            self._central.setCurrentWidget(self.start_view)
        for action in self.findChildren(QAction):
            if action.objectName().startswith(("action.page.", "action.panels")):
                action.setEnabled(is_open)
        self._show_title()

    def _show_title(self) -> None:
        project = self.services.project
        name = f"{project.title}[*] – " if project.folder is not None else ""
        self.setWindowTitle(f"{name}Op Workbench")
        self.setWindowModified(project.dirty)

    def _show_op(self, folder: Path | None) -> None:
        self.workspace.show_op(folder)

    def _on_page_made(self, name: str) -> None:
        page = self.workspace.page(name)
        if isinstance(page, KernelPage):
            self.commands.set_sync(page.sync)
            page.editor_ready.connect(self.editor_ready)

    def _on_page_action(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.workspace.show_page(action.data())

    def _on_mode(self, action: QAction) -> None:
        self.services.theme.set_mode(action.data())
        self._settings.set_text("appearance", action.data())

    def _on_theme(self, _dark: bool) -> None:
        for view in self.findChildren(CodeView):
            view.restyle()

    def _show_jobs(self) -> None:
        self._panels_action.setChecked(True)
        self.workspace.panels.setCurrentWidget(self.workspace.jobs)

    # -- menus that change

    def _fill_recent(self) -> None:
        self._recent_menu.clear()
        folders = self._settings.recent()
        for folder in folders:
            action = self._recent_menu.addAction(f"{folder.name}  –  {folder.parent}")
            action.setData(str(folder))
        if folders:
            self._recent_menu.addSeparator()
            self._recent_menu.addAction("Clear the list").setData("")
        self._recent_menu.setEnabled(bool(folders))
        if self.start_view is not None:
            self.start_view.set_recent(folders)

    def _on_recent(self, action: QAction) -> None:
        if action.data():
            self.commands.open_recent(Path(action.data()))
        else:
            self._settings.clear_recent()
            self._fill_recent()

    def _on_op_menu(self, folder: Path, place: QPoint) -> None:
        menu = QMenu(self)
        run = menu.addAction(icon("run", "ok"), "Run this op")
        again = menu.addAction("Run all its stages again")
        menu.addSeparator()
        show = menu.addAction(icon("folder"), "Show its folder")
        copy = menu.addAction(icon("copy"), "Copy its path")
        chosen = menu.exec(place)
        menu.deleteLater()
        if chosen is run:
            self.commands.run_op(folder)
        elif chosen is again:
            self.commands.run_again(folder)
        elif chosen is show:
            self.commands.show_folder(folder)
        elif chosen is copy:
            self.commands.copy_path(folder)

    # -- life

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            # After the paint is on the screen, not within it.
            QTimer.singleShot(0, self, self.painted.emit)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Back from another program: it may have written a file.
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._take_in_changes()

    def _take_in_changes(self) -> None:
        project, engine = self.services.project, self.services.engine
        if not engine.idle:
            return
        for folder in project.reload_changed_files():
            document = project.documents[folder]
            engine.update(folder, document.op, document.problems)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask for unsaved edits; then end the hosts without waiting for them."""
        if not self.commands.may_leave():
            event.ignore()
            return
        self._save_layout()
        event.accept()
        self.closed.emit()
