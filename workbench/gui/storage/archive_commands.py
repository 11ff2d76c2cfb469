"""A project as one file: exporting what the window shows, and opening what was sent."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtWidgets import QWidget

from workbench.core.errors import UserError
from workbench.core.storage import archive
from workbench.core.storage import project as projects
from workbench.core.storage.archive import Content
from workbench.gui import dialogs
from workbench.gui.document.copies import led_out
from workbench.gui.project.model import ProjectModel
from workbench.gui.storage.default_folder import default_folder
from workbench.gui.storage.step_dialog import run_steps

__all__ = ["export", "members", "unpack"]


def members(project: ProjectModel) -> tuple[dict[str, Content], list[str]]:
    """What an archive of the open project holds: its files, with the edits of the window.

    Returns:
        The files by path, and what is left behind (see ``archive.collect``). An op that was
        opened on its own becomes a project of one op.

    Raises:
        UserError: a file cannot be read, or an edited text cannot be written.
    """
    assert project.folder is not None
    found: dict[str, Content] = {}
    left: list[str] = []
    inside = "" if project.is_project else f"ops/{project.folder.name}/"
    if project.folder.is_dir():
        on_disk, left = archive.collect(project.folder)
        found = {f"{inside}{name}": content for name, content in on_disk.items()}
    if projects.PROJECT_FILE not in found:  # one op, or a folder that has disappeared
        found[projects.PROJECT_FILE] = projects.new_project_text(project.title).encode()
    for folder, document in project.documents.items():
        if f"ops/{folder.name}" in left:
            continue  # a link to a folder elsewhere
        prefix = f"ops/{folder.name}/"
        foreign = led_out(document)
        texts = {document.file: document.toml(), **document.texts}
        for path, text in texts.items():
            if path in foreign:
                continue
            found[prefix + path.relative_to(folder).as_posix()] = _encoded(path, text)
        for path in document.removed:
            found.pop(prefix + path.relative_to(folder).as_posix(), None)
    return found, left


def _encoded(path: Path, text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        reason = f"the text cannot be written as UTF-8: character {error.start}"
        raise UserError("archive", reason, "Remove that character.", file=path) from None


def export(project: ProjectModel, window: QWidget) -> list[str]:
    """Ask where, and write the archive.

    Returns:
        What to tell in the log, in whole lines.
    """
    assert project.folder is not None
    name = f"{project.folder.name}{archive.SUFFIX}"
    parent = project.folder.parent if project.folder.parent.is_dir() else Path.home()
    target = dialogs.choose_archive(window, parent / name)
    if target is None:
        return []
    try:
        found, left = members(project)
        if not run_steps(window, f"Writing {target.name} …", archive.packing(found, target)):
            return []
    except UserError as error:
        dialogs.show_error(window, "The archive could not be written", error)
        return []
    lines = [f"The project is in {target}: {len(found)} files.\n"]
    if any(document.dirty for document in project.documents.values()):
        lines.append("It holds your unsaved edits; the project itself is not saved by this.\n")
    unfinished = [d.name for d in project.documents.values() if d.unfinished]
    if unfinished:
        lines.append(f"Unfinished fields of {', '.join(unfinished)} are not in it.\n")
    if left:
        shown = ", ".join(left[:10]) + (" …" if len(left) > 10 else "")
        lines.append(f"Left behind, because they are links or no files of the project: {shown}\n")
    return lines


def _folder_for(source: Path) -> Path:
    """Beside the archive, where people look for it; among the projects if that cannot be."""
    beside = source.absolute().parent
    if os.access(beside, os.W_OK):
        return archive.free_folder(source, beside)
    return default_folder(archive.stem(source))


def unpack(source: Path, window: QWidget) -> Path | None:
    """Look into it, ask where, and unpack; the project's folder, or None. Nothing of it is run."""
    from workbench.gui.storage.unpack_dialog import ask_unpack  # not needed for the first window

    try:
        if not run_steps(window, f"Looking into {source.name} …", archive.checking(source)):
            return None
        target = ask_unpack(window, source, _folder_for(source))
        if target is None:
            return None
        if not run_steps(window, f"Unpacking {source.name} …", archive.unpacking(source, target)):
            return None
    except UserError as error:
        dialogs.show_error(window, "This archive cannot be opened", error)
        return None
    return target.resolve()
