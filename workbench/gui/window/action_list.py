"""What can be done in the window, each action declared once: text, menu, keys, when it is enabled.

Menus, toolbar, command palette and the list of shortcuts are made of these.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from workbench.gui.ops.op_commands import OpCommands
from workbench.gui.pages import PAGES
from workbench.gui.services import Services
from workbench.gui.window.commands import Commands
from workbench.gui.window.help_commands import HelpCommands

__all__ = ["ACTIONS", "ActionSpec"]


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
        where: the object name of the widget that must have the focus for the keys to work;
            anywhere in the window when empty.
        checkable: it is on or off; its state is the window's.
        edit: what it does to the text that the caret is in, see ``TextFocus``.
        edit_text: as the menu shows it then.
    """

    id: str
    text: str
    callback: Callable[[Commands], None] | None
    menu: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    when: Callable[[Services], bool] | None = None
    tool: str = ""
    separator: bool = False
    quiet: bool = False
    role: str = ""
    where: str = ""
    checkable: bool = False
    edit: str = ""
    edit_text: str = ""


_MNEMONICS = {
    "Kernel": "&Kernel",
    "Signature": "&Signature",
    "Mapping": "&Mapping",
    "Model": "M&odel",
    "Graph": "&Graph",
    "Run": "&Run",
    "Checks": "C&hecks",
}


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


def _in_project(services: Services) -> bool:
    return services.project.is_project


def _some_op(services: Services) -> bool:
    return services.project.is_project and _has_ops(services)


def _ops(do: Callable[[OpCommands], None]) -> Callable[[Commands], None]:
    """A callback that works on the selected ops."""
    return lambda commands: do(commands.ops)


def _help(do: Callable[[HelpCommands], None]) -> Callable[[Commands], None]:
    return lambda commands: do(commands.help)


def _report(commands: Commands) -> None:
    commands.reporter.report(commands.window.workspace.current_op())


def _quit(commands: Commands) -> None:
    commands.window.close()


def _page(name: str) -> Callable[[Commands], None]:
    return lambda commands: commands.window.workspace.go_to_page(name)


def _find(what: str) -> Callable[[Commands], None]:
    """On the page in front, where that has a search; else in the sources."""

    def find(commands: Commands) -> None:
        workspace = commands.window.workspace
        if not workspace.page(workspace.current_page()).look_for(what):
            workspace.show_page("kernel")
            workspace.page("kernel").look_for(what)

    return find


_S = ActionSpec
_LIST = "opList"

ACTIONS: tuple[ActionSpec, ...] = (
    _S("new", "&New op …", Commands.new, "&File", ("Ctrl+N",), "new", tool="New op"),
    _S("newProject", "New &project …", lambda commands: commands.new(project=True), "&File"),
    _S("open", "&Open …", Commands.open, "&File", ("Ctrl+O",), "open", tool="Open"),
    _S("save", "&Save", Commands.save, "&File", ("Ctrl+S",), "save", _dirty, "Save", True),
    _S("saveAs", "Save &as …", Commands.save_as, "&File", ("Ctrl+Shift+S",), "", _open),
    _S("exportArchive", "&Export archive …", Commands.export_archive, "&File", when=_open),
    _S(
        "closeTab",
        "Close the &tab",
        lambda commands: commands.window.close_tab(),
        "&File",
        ("Ctrl+W",),
        "",
        _open,
        separator=True,
    ),
    _S(
        "closeProject",
        "&Close project",
        Commands.close_project,
        "&File",
        ("Ctrl+Shift+W",),
        "",
        _open,
    ),
    _S("quit", "&Quit", _quit, "&File", ("Ctrl+Q",), separator=True),
    _S(
        "undo",
        "&Undo",
        Commands.undo,
        "&Edit",
        ("Ctrl+Z",),
        "undo",
        _can_undo,
        "Undo",
        quiet=True,
        edit="undo",
        edit_text="&Undo in the editor",
    ),
    _S(
        "redo",
        "&Redo",
        Commands.redo,
        "&Edit",
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        "redo",
        _can_redo,
        "Redo",
        quiet=True,
        edit="redo",
        edit_text="&Redo in the editor",
    ),
    _S("find", "F&ind …", _find("find"), "&Edit", ("Ctrl+F",), "search", _has_ops, separator=True),
    _S("replace", "Replace in the &source …", _find("replace"), "&Edit", ("Ctrl+H",), "", _has_ops),
    _S(
        "formatSource",
        "&Format the source",
        Commands.format_source,
        "&Edit",
        ("Ctrl+Shift+I", "Alt+Shift+F"),
        "",
        _has_ops,
    ),
    _S(
        "cutOps",
        "Cu&t op",
        _ops(OpCommands.cut),
        "&Edit",
        ("Ctrl+X",),
        "",
        _some_op,
        separator=True,
        where=_LIST,
        edit="cut",
        edit_text="Cu&t",
    ),
    _S(
        "copyOps",
        "&Copy op",
        _ops(OpCommands.copy),
        "&Edit",
        ("Ctrl+C",),
        "copy",
        _has_ops,
        where=_LIST,
        edit="copy",
        edit_text="&Copy",
    ),
    _S(
        "pasteOps",
        "&Paste op",
        _ops(OpCommands.paste),
        "&Edit",
        ("Ctrl+V",),
        "",
        _in_project,
        where=_LIST,
        edit="paste",
        edit_text="&Paste",
    ),
    _S(
        "duplicateOps",
        "&Duplicate op",
        _ops(OpCommands.duplicate),
        "&Edit",
        ("Ctrl+D",),
        "",
        _some_op,
        where=_LIST,
    ),
    _S(
        "renameOp",
        "Re&name op",
        _ops(OpCommands.ask_rename),
        "&Edit",
        ("F2",),
        "",
        _some_op,
        where=_LIST,
    ),
    _S(
        "deleteOps",
        "De&lete op",
        _ops(OpCommands.delete),
        "&Edit",
        ("Del",),
        "remove",
        _some_op,
        where=_LIST,
        edit="delete",
        edit_text="De&lete",
    ),
    _S(
        "showFolder",
        "Show the op's fold&er",
        _ops(OpCommands.show_folder),
        "&Edit",
        icon="folder",
        when=_has_ops,
        separator=True,
    ),
    _S("copyPath", "Copy the op's p&ath", _ops(OpCommands.copy_path), "&Edit", when=_has_ops),
    _S("headers", "Take &headers in …", _ops(OpCommands.take_headers), "&Edit", when=_has_ops),
    _S(
        "palette",
        "&Command palette …",
        lambda commands: commands.window.show_palette(),
        "&View",
        ("Ctrl+Shift+P", "Ctrl+P"),
        "search",
    ),
    _S(
        "filterOps",
        "&Filter the ops",
        lambda commands: commands.window.workspace.ops.filter.setFocus(),
        "&View",
        ("Ctrl+Shift+F",),
        "",
        _has_ops,
    ),
    *(
        _S(
            f"page.{page.id}",
            _MNEMONICS.get(page.title, page.title),
            _page(page.id),
            "&View",
            (f"Ctrl+{number}",),
            "",
            _open,
            separator=number == 1,
        )
        for number, page in enumerate(PAGES, 1)
    ),
    _S(
        "nextPart",
        "&Next part of the window",
        lambda commands: commands.window.workspace.step_part(1),
        "&View",
        ("F6",),
        "",
        _open,
        separator=True,
    ),
    _S(
        "previousPart",
        "Pre&vious part of the window",
        lambda commands: commands.window.workspace.step_part(-1),
        "&View",
        ("Shift+F6",),
        "",
        _open,
    ),
    _S(
        "panels",
        "Panels &below",
        None,
        "&View",
        ("Ctrl+J",),
        "",
        _open,
        checkable=True,
    ),
    _S("run", "&Run all", Commands.run_all, "&Run", ("F5",), "run", _has_ops, "Run all", role="ok"),
    _S(
        "stop",
        "&Stop",
        Commands.stop,
        "&Run",
        ("Shift+F5",),
        "stop",
        _running,
        "Stop",
        role="error",
    ),
    _S(
        "runOp",
        "Run this &op",
        _ops(OpCommands.run),
        "&Run",
        ("Ctrl+F5",),
        "",
        _has_ops,
        separator=True,
    ),
    _S(
        "runAgain",
        "Run all &its stages again",
        _ops(OpCommands.run_again),
        "&Run",
        ("Ctrl+Shift+F5",),
        "",
        _has_ops,
    ),
    _S("check", "&Check this op", Commands.check, "&Run", ("F7",), "grid", _has_ops),
    _S("documentation", "&Documentation", _help(HelpCommands.show_documentation), "&Help"),
    _S("explain", "&What is this?", _help(HelpCommands.explain), "&Help", ("F1",)),
    _S(
        "shortcuts",
        "Keyboard &shortcuts",
        lambda commands: commands.window.show_shortcuts(),
        "&Help",
        ("Ctrl+F1",),
    ),
    _S(
        "cacheFolder",
        "Open the &cache folder",
        _help(HelpCommands.show_cache),
        "&Help",
        separator=True,
    ),
    _S("clearCache", "Cl&ear the cache …", _help(HelpCommands.clear_cache), "&Help"),
    _S("trashFolder", "Open the &trash of deleted ops", _help(HelpCommands.show_trash), "&Help"),
    _S("log", "Show the &log", lambda commands: commands.window.show_log(), "&Help", when=_open),
    _S("report", "&Report a bug …", _report, "&Help", when=_has_ops),
    _S("about", "&About Op Workbench", _help(HelpCommands.show_about), "&Help", separator=True),
)
"""In the order of menus and toolbar."""
