"""The actions of one window, made from the list of them: menus, toolbar, what is enabled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QSizePolicy, QToolBar, QToolButton, QWidget

from workbench.gui.language.translation import tr
from workbench.gui.look.icons import icon
from workbench.gui.look.plain import plain_tip
from workbench.gui.services import Services
from workbench.gui.window.action_list import ACTIONS, ActionSpec
from workbench.gui.window.commands import Commands
from workbench.gui.window.text_focus import TextFocus

__all__ = ["ACTIONS", "ActionSpec", "Actions"]

_TOOL_GROUPS = (("new", "open", "save"), ("undo", "redo"), ("stop", "run"))
"""The first stands beside the menus, the others at the window's right edge."""


class Actions(QObject):
    """The actions of one window.

    Args:
        services: what ``when`` looks at.
        commands: what the callbacks are called with.
        parent: the window.
    """

    def __init__(self, services: Services, commands: Commands, parent: QWidget) -> None:
        super().__init__(parent)
        self.text = TextFocus(parent)
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
            if spec.where:
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setCheckable(spec.checkable)
            if not spec.edit:
                action.setToolTip(plain_tip(f"{plain} ({spec.keys[0]})" if spec.keys else plain))
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
        for signal in (project.undo.undoTextChanged, project.undo.redoTextChanged):
            signal.connect(self.update)
        self.text.changed.connect(self.update)
        self.update()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def of_ops(self, spec: ActionSpec) -> Callable[[], None] | None:
        """What does a command of the op list, wherever the caret is; None where it cannot be."""
        callback = spec.callback
        if callback is None or not (spec.when is None or spec.when(self._services)):
            return None
        return partial(callback, self._commands)

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

    def fill_list(self, widget: QWidget) -> None:
        """Give a widget the actions whose keys work only in it."""
        for spec in ACTIONS:
            if spec.where == widget.objectName():
                widget.addAction(self._actions[spec.id])

    def fill_toolbar(self, bar: QToolBar) -> None:
        """Put those with a toolbar text into groups."""
        for number, group in enumerate(_TOOL_GROUPS):
            if number == 1:
                room = QWidget(bar)
                room.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
                bar.addWidget(room)
            elif number:
                bar.addSeparator()
            for name in group:
                bar.addAction(self._actions[name])
                button = bar.widgetForAction(self._actions[name])
                if isinstance(button, QToolButton):
                    button.setObjectName(f"tool.{name}")
                    if self._specs[name].quiet:
                        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)

    def update(self, *_args: object) -> None:
        """Enable what can be done now, with the ops or with the text that the caret is in."""
        in_text = self.text.text() is not None
        undo = self._services.project.undo
        steps = {"undo": undo.undoText(), "redo": undo.redoText()}
        for name, action in self._actions.items():
            spec = self._specs[name]
            in_editor = self.text.can(spec.edit)
            # The keys of a text are never an op's: what cannot be done there is not done at all.
            mine = in_editor or (in_text and bool(spec.edit) and name not in steps)
            action.setEnabled(in_editor if mine else spec.when is None or spec.when(self._services))
            if spec.edit:
                step = steps.get(name, "")
                words = spec.edit_text if mine else f"{tr(spec.text)} {tr(step)}".rstrip()
                action.setText(words)
                action.setToolTip(plain_tip(self._tip(spec, "" if mine else step, words)))

    def _tip(self, spec: ActionSpec, step: str, words: str) -> str:
        """With the step that is undone, as the menu has it."""
        plain = (spec.text if step else words).replace("&", "")
        return f"{plain}: {step} ({spec.keys[0]})" if step else f"{plain} ({spec.keys[0]})"

    def _on_triggered(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            spec = self._specs[action.objectName().partition(".")[2]]
            if self.text.can(spec.edit):
                self.text.do(spec.edit)
            elif spec.callback is not None:
                spec.callback(self._commands)
