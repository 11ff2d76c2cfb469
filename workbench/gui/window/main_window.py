"""The window: menus, toolbar, status bar, and the start view or the open project."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QIcon,
    QKeyEvent,
    QPaintEvent,
)
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar, QStackedWidget, QToolBar, QWidget

from workbench.gui.look.code_view import CodeView
from workbench.gui.look.drop_frame import DropFrame
from workbench.gui.look.dropped import accepted_files
from workbench.gui.look.icons import icon_file
from workbench.gui.look.layouts import hbox
from workbench.gui.look.tab_order import step_tab
from workbench.gui.pages.kernel import KernelPage
from workbench.gui.project import trash
from workbench.gui.services import Services
from workbench.gui.settings import Settings
from workbench.gui.slices import Slices
from workbench.gui.storage.outside import OutsideChanges
from workbench.gui.window.actions import Actions
from workbench.gui.window.appearance import AppearanceMenu
from workbench.gui.window.commands import Commands
from workbench.gui.window.language_menu import LanguageMenu
from workbench.gui.window.new_project import can_be_opened, is_model
from workbench.gui.window.palette import (
    Entry,
    Palette,
    action_entries,
    language_entries,
    op_entries,
    recent_entries,
    theme_entries,
)
from workbench.gui.window.shortcuts import ShortcutsWindow
from workbench.gui.window.start_commands import StartCommands
from workbench.gui.window.start_view import StartView
from workbench.gui.window.status_line import StatusLine
from workbench.gui.window.workspace_view import WorkspaceView

if TYPE_CHECKING:
    from workbench.gui.graph.model_page import ModelPage

__all__ = ["MainWindow"]

_CLEAN_MS = 5000
_OP_MENU = (
    ("runOp", "runAgain", "check"),
    ("cutOps", "copyOps", "pasteOps", "duplicateOps"),
    ("renameOp", "deleteOps"),
    ("showFolder", "copyPath"),
)


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
        self.was_painted = False
        self._shortcuts: ShortcutsWindow | None = None
        self._cleaning = Slices(trash.remove_entry, self)
        self.commands = Commands(services, settings, self)
        self.actions_ = Actions(services, self.commands, self)
        self.start_view: StartView | None = None
        self.model_page: ModelPage | None = None
        self.workspace: WorkspaceView = WorkspaceView(services, self)
        self.workspace.page_made.connect(self._on_page_made)
        self._central = QStackedWidget(self)
        self._central.addWidget(self.workspace)
        self.setCentralWidget(self._central)
        self._make_menus()
        self._make_toolbar()
        self.status = StatusLine(services, self)
        self.setStatusBar(self.status)
        self.status.clicked.connect(self._show_jobs)
        self.status.offer(self.workspace.panels.openers)
        self.commands.op_shown.connect(self._show_op)
        self.commands.models.shown.connect(self._show_model)
        self.commands.problem_shown.connect(self.workspace.reveal)
        self.workspace.empty.new_requested.connect(self.commands.new)
        self.setAcceptDrops(True)
        self._drop_frame = DropFrame(self)
        self.commands.recent_changed.connect(self._fill_recent)
        ops = self.workspace.ops
        ops.menu_requested.connect(self._op_menu.popup)
        ops.renamed.connect(self.commands.ops.rename)
        ops.dropped.connect(self.commands.ops.add_folders)
        self.actions_.fill_list(ops.view)
        self.commands.ops.set_selected(ops.selected)
        self.commands.ops.rename_asked.connect(ops.edit_name)
        self.commands.ops.message.connect(self._show_message)
        self.commands.problems_asked.connect(self._show_problems)
        self.commands.message.connect(self._show_message)
        self.workspace.op_shown.connect(self._remember_op)
        self.outside = OutsideChanges(services, self, self.commands.sync)
        self.workspace.op_shown.connect(self.outside.show_op)
        self.painted.connect(self._on_painted)
        services.project.reset.connect(self._on_reset)
        services.project.ops_changed.connect(self._show_title)
        services.project.dirty_changed.connect(self._show_title)
        services.theme.changed.connect(self._on_theme)
        self._fill_recent()
        self._on_reset()
        self._restore_layout()

    # -- layout

    def _make_toolbar(self) -> None:
        """Beside the menus: the height is the pages'."""
        row = QWidget(self)
        row.setObjectName("topRow")  # first: a bar keeps the margins of where it was styled
        row.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        bar = QToolBar("Toolbar", row)
        bar.setObjectName("toolbar")
        bar.setMovable(False)
        bar.setIconSize(QSize(18, 18))
        bar.setContextMenuPolicy(bar.contextMenuPolicy().PreventContextMenu)
        bar.setToolButtonStyle(bar.toolButtonStyle().ToolButtonTextBesideIcon)
        self.actions_.fill_toolbar(bar)
        if self.menuBar().isNativeMenuBar():
            self.addToolBar(bar)  # the menus are not in the window
            row.deleteLater()
            return
        centre = Qt.AlignmentFlag.AlignVCenter
        hbox((self._menus, 0, centre), (bar, 1), on=row, margins=(0, 0, 0, 1), spacing=0)
        self.setMenuWidget(row)

    def menuBar(self) -> QMenuBar:
        """The menus, also where they share their row with the tools."""
        return self._menus

    def _make_menus(self) -> None:
        self._menus = super().menuBar()
        menus = self.actions_.fill_menus(self._menus)
        self._recent_menu = QMenu("Open &recent", self)
        self._recent_menu.setObjectName("recentMenu")
        self._recent_menu.triggered.connect(self._on_recent)
        menus["&File"].insertMenu(self.actions_["save"], self._recent_menu)
        self._panels_action = self.actions_["panels"]
        self._panels_action.triggered.connect(self.workspace.panels.set_by_hand)
        self.workspace.panels.shown_changed.connect(self._panels_action.setChecked)
        view = menus["&View"]
        view.addSeparator()
        self._looks = AppearanceMenu(self.services.theme, self._settings, self)
        view.addMenu(self._looks)
        self._languages = LanguageMenu(self._settings, self)
        self._languages.told.connect(self.commands.message)
        view.addMenu(self._languages)
        self._op_menu = QMenu("Op", self)
        self._op_menu.setObjectName("opMenu")
        for number, names in enumerate(_OP_MENU):
            if number:
                self._op_menu.addSeparator()
            for name in names:
                self._op_menu.addAction(self.actions_[name])

    def _restore_layout(self) -> None:
        for key, restore in (
            ("geometry", self.restoreGeometry),
            ("columns", self.workspace.restoreState),
            ("rows", self.workspace.restore_split),
        ):
            state = self._settings.bytes(key)
            if not state.isEmpty():
                restore(state)
        self.workspace.restore_page(self._settings.text("page"))
        self.workspace.panels.restore(self._settings.text("below"), self._settings.text("panel"))

    def _save_layout(self) -> None:
        self._settings.set_bytes("geometry", self.saveGeometry())
        self._settings.set_bytes("columns", self.workspace.saveState())
        self._settings.set_bytes("rows", self.workspace.split())
        self._settings.write_last_ops()
        self._settings.set_text("page", self.workspace.current_page())
        self._settings.set_text("below", self.workspace.panels.mode)
        self._settings.set_text("panel", self.workspace.panels.currentWidget().objectName())

    # -- what is shown

    def _on_reset(self) -> None:
        is_open = self.services.project.folder is not None
        if not is_open and self.start_view is None:
            self.start_view = StartView(self)
            StartCommands(self.start_view, self.commands, self._settings)
            self._central.addWidget(self.start_view)
        if is_open:
            if self._central.currentWidget() is not self.workspace:
                self._central.setCurrentWidget(self.workspace)
                self.workspace.ops.view.setFocus()  # what had it is hidden
        elif self.start_view is not None:
            self._central.setCurrentWidget(self.start_view)
        self._show_title()

    def _show_title(self) -> None:
        project = self.services.project
        name = f"{project.title}[*] – " if project.folder is not None else ""
        if (model := self._shown_model()) is not None:
            name = f"{model.name} – {name}"
        self.setWindowTitle(f"{name}Op Workbench")
        self.setWindowModified(project.dirty)

    def _show_model(self, path: Path) -> None:
        if self.model_page is None:
            from workbench.gui.graph.model_page import ModelPage  # not for the first window

            page = self.model_page = ModelPage(self.services, self)
            page.closed.connect(self._on_reset)
            page.was_read.connect(self.commands.models.remember)
            page.op_wanted.connect(self._show_op)
            page.new_wanted.connect(self.commands.models.new_for_node)
            self._central.addWidget(page)
        self._central.setCurrentWidget(self.model_page)
        self.model_page.setFocus()  # what had it is hidden, and the next button would have it
        self.model_page.show_file(path)
        self._show_title()

    def _shown_model(self) -> Path | None:
        """The file of the model that is in front."""
        page = self.model_page
        return page.path if page is not None and self._central.currentWidget() is page else None

    def _show_op(self, folder: Path | None) -> None:
        project = self.services.project
        if project.folder is not None:
            self._central.setCurrentWidget(self.workspace)
            self._show_title()
        if folder is None and project.folder is not None:
            name = self._settings.last_op(project.folder)
            folder = next((f for f in project.documents if f.name == name), None)
        self.workspace.show_op(folder)

    def _on_page_made(self, name: str) -> None:
        page = self.workspace.page(name)
        if isinstance(page, KernelPage):
            self.commands.set_sync(page.sync)
            page.editor_ready.connect(self.editor_ready)
            self.commands.format_asked.connect(page.format_source)
            self.closed.connect(page.assist.close)

    def _on_theme(self, _dark: bool) -> None:
        for view in self.findChildren(CodeView):
            view.restyle()

    def _remember_op(self, folder: Path | None) -> None:
        project = self.services.project.folder
        if project is not None and folder is not None:
            self._settings.set_last_op(project, folder.name)

    def _on_painted(self) -> None:
        QTimer.singleShot(_CLEAN_MS, self, self._clean_trash)

    def _clean_trash(self) -> None:
        self._cleaning.start(trash.old_entries())

    def _show_message(self, text: str) -> None:
        self.status.show_message(text)

    def close_tab(self) -> None:
        """Close the tab in front, where that can be."""
        if self._shown_model() is not None:
            self._on_reset()
        elif not self.workspace.close_tab():
            self._show_message("This tab stays open. Ctrl+Shift+W closes the project.")

    def show_log(self) -> None:
        """Bring the log to the front."""
        self.workspace.panels.open_panel(self.workspace.log)

    def _show_problems(self, folder: Path) -> None:
        self.workspace.panels.open_panel(self.workspace.problems)
        self.workspace.problems.show_first(folder)

    def show_palette(self) -> None:
        """Open the command palette."""
        palette = Palette(self.palette_entries(), self._settings, self)
        palette.show_over(self)

    def palette_entries(self) -> list[Entry]:
        """What the command palette offers now."""
        entries = action_entries(self.actions_) + theme_entries(self._looks.actions())
        entries += language_entries(self._languages.actions())
        entries += op_entries(self.services.project, self.workspace.show_op)
        return entries + recent_entries(self._settings, self.commands.open_recent)

    def show_shortcuts(self) -> None:
        """Open the list of all keys."""
        if self._shortcuts is None:
            self._shortcuts = ShortcutsWindow(self)
        self._shortcuts.show_in_front()

    def _show_jobs(self) -> None:
        self.workspace.panels.open_panel(self.workspace.jobs)

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

    def _on_recent(self, action: QAction) -> None:
        if action.data():
            self.commands.open_recent(Path(action.data()))
        else:
            self._settings.clear_recent()
            self._fill_recent()

    # -- life

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What the widget with the focus had no use for."""
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.key() == Qt.Key.Key_Escape and plain and self.actions_.text.text() is None:
            self.actions_["stop"].trigger()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        return step_tab(self, next)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.was_painted:
            self.was_painted = True
            # After the paint is on the screen, not within it.
            QTimer.singleShot(0, self, self.painted.emit)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if paths := accepted_files(event):
            alone = len(paths) == 1 and is_model(paths[0])
            opens = alone or any(can_be_opened(p) for p in paths)
            self._drop_frame.show_over("Drop to open" if opens else "Drop to make an op of it")

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._drop_frame.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self._drop_frame.hide()
        if paths := accepted_files(event):
            self.commands.take_dropped(paths)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Back from another program: it may have written a file.
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._take_in_changes()

    def _take_in_changes(self) -> None:
        self.commands.take_in_changes()
        self.outside.look()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask for unsaved edits; then end the hosts without waiting for them."""
        if not self.commands.may_leave():
            event.ignore()
            return
        self._save_layout()
        event.accept()
        self.closed.emit()
