"""The actions of the window, each declared once: callback, menu, key, when it is enabled."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar, QToolButton

from workbench.gui.commands import Commands
from workbench.gui.icons import icon
from workbench.gui.services import Services

__all__ = ["ACTIONS", "ActionSpec", "Actions"]


class ActionSpec(msgspec.Struct, frozen=True):
    """One action.

    Attributes:
        id: its name in code; the action's object name.
        text: as the menu shows it.
        callback: what it does.
        menu: where it is.
        keys: its keys, the main one first.
        icon: a name of ``icons.py``.
        when: whether it can be done now.
        tool: its text in the toolbar; not there when empty.
        separator: a line before it.
        quiet: in the toolbar only the icon is shown.
        role: the colour of the icon.
    """

    id: str
    text: str
    callback: Callable[[Commands], None]
    menu: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    when: Callable[[Services], bool] | None = None
    tool: str = ""
    separator: bool = False
    quiet: bool = False
    role: str = ""


def _open(services: Services) -> bool:
    return services.project.folder is not None


def _has_ops(services: Services) -> bool:
    return bool(services.project.documents)


def _dirty(services: Services) -> bool:
    return services.project.dirty


def _running(services: Services) -> bool:
    return not services.engine.idle


def _can_undo(services: Services) -> bool:
    return services.project.undo.canUndo()


def _can_redo(services: Services) -> bool:
    return services.project.undo.canRedo()


ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("new", "&New from gallery …", Commands.new, "&File", ("Ctrl+N",), "new", tool="New"),
    ActionSpec("open", "&Open …", Commands.open, "&File", ("Ctrl+O",), "open", tool="Open"),
    ActionSpec("save", "&Save", Commands.save, "&File", ("Ctrl+S",), "save", _dirty, "Save", True),
    ActionSpec("saveAs", "Save &as …", Commands.save_as, "&File", ("Ctrl+Shift+S",), "", _open),
    ActionSpec(
        "closeProject",
        "&Close project",
        Commands.close_project,
        "&File",
        ("Ctrl+W",),
        "",
        _open,
        "",
        True,
    ),
    ActionSpec(
        "undo", "&Undo", Commands.undo, "&Edit", ("Ctrl+Z",), "undo", _can_undo, "Undo", quiet=True
    ),
    ActionSpec(
        "redo",
        "&Redo",
        Commands.redo,
        "&Edit",
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        "redo",
        _can_redo,
        "Redo",
        quiet=True,
    ),
    ActionSpec(
        "run", "&Run all", Commands.run_all, "&Run", ("F5",), "run", _has_ops, "Run all", role="ok"
    ),
    ActionSpec(
        "stop",
        "&Stop",
        Commands.stop,
        "&Run",
        ("Shift+F5", "Esc"),
        "stop",
        _running,
        "Stop",
        role="error",
    ),
)
"""In the order of menus and toolbar."""

_TOOL_GROUPS = (("new", "open", "save"), ("undo", "redo"), ("run", "stop"))


class Actions(QObject):
    """The actions of one window.

    Args:
        services: what ``when`` looks at.
        commands: what the callbacks are called with.
        parent: the window.
    """

    def __init__(self, services: Services, commands: Commands, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._commands = commands
        self._actions: dict[str, QAction] = {}
        self._specs = {spec.id: spec for spec in ACTIONS}
        for spec in ACTIONS:
            action = QAction(spec.text, parent)
            if spec.icon:
                action.setIcon(icon(spec.icon, spec.role))
            action.setObjectName(f"action.{spec.id}")
            action.setShortcuts([QKeySequence(key) for key in spec.keys])
            action.setIconText(spec.tool or spec.text)
            plain = spec.text.replace("&", "")
            action.setToolTip(f"{plain} ({spec.keys[0]})" if spec.keys else plain)
            action.triggered.connect(self._on_triggered)
            self._actions[spec.id] = action
        project, engine = services.project, services.engine
        for signal in (
            project.reset,
            project.ops_changed,
            project.dirty_changed,
            engine.idle_changed,
            project.undo.indexChanged,
        ):
            signal.connect(self.update)
        project.undo.undoTextChanged.connect(self._on_undo_text)
        project.undo.redoTextChanged.connect(self._on_redo_text)
        self.update()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def all(self) -> Iterable[QAction]:
        """Every action."""
        return self._actions.values()

    def fill_menus(self, bar: QMenuBar) -> dict[str, QMenu]:
        """Make the menus; others may add to them."""
        menus: dict[str, QMenu] = {}
        for spec in ACTIONS:
            menu = menus.get(spec.menu)
            if menu is None:
                menu = menus[spec.menu] = bar.addMenu(spec.menu)
            if spec.separator:
                menu.addSeparator()
            menu.addAction(self._actions[spec.id])
        return menus

    def fill_toolbar(self, bar: QToolBar) -> None:
        """Put those with a toolbar text into groups."""
        for number, group in enumerate(_TOOL_GROUPS):
            if number:
                bar.addSeparator()
            for name in group:
                bar.addAction(self._actions[name])
                button = bar.widgetForAction(self._actions[name])
                if isinstance(button, QToolButton):
                    button.setObjectName(f"tool.{name}")
                    if self._specs[name].quiet:
                        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)

    def update(self, *_args: object) -> None:
        """Enable what can be done now."""
        for name, action in self._actions.items():
            when = self._specs[name].when
            action.setEnabled(when is None or when(self._services))

    def _on_triggered(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._specs[action.objectName().partition(".")[2]].callback(self._commands)

    def _on_undo_text(self, text: str) -> None:
        self._actions["undo"].setText(f"&Undo {text}".rstrip())

    def _on_redo_text(self, text: str) -> None:
        self._actions["redo"].setText(f"&Redo {text}".rstrip())
