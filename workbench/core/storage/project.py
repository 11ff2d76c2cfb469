"""A project: a folder with ``project.toml`` and ``ops/<name>/``, each with its ``op.toml``.

A gallery op has the very same form as a project's op, so picking from the gallery is a
copy. Opening reads files and nothing else: no code of a project runs because it was opened.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import tomlkit

from workbench import __version__, paths
from workbench.core.errors import Problem, UserError
from workbench.core.names import name_problem
from workbench.core.op import Op
from workbench.core.storage import op_file, trust
from workbench.core.storage.files import read_text, umask, write_text
from workbench.core.storage.made_again import is_made_again
from workbench.core.storage.migrate import Step, check_version, migrated

__all__ = [
    "PROJECT_FILE",
    "PROJECT_SCHEMA",
    "Project",
    "ProjectFile",
    "add_folder",
    "copy_op",
    "create_project",
    "find_op_folders",
    "gallery",
    "gallery_folder",
    "new_project_text",
    "open_project",
    "save_project_as",
]

PROJECT_FILE = "project.toml"
PROJECT_SCHEMA = 1
MIGRATIONS: dict[int, Step] = {}
"""Schema version → the step to the next one, see ``migrate``. The program never writes a
``project.toml`` again once it has made it, so this concerns only what is read."""


class ProjectFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What ``project.toml`` says.

    Attributes:
        schema: the version of this file format.
        name: the project's name.
        doc: what it is about, for people.
        made_by: the program's version that made it, for one that is too old to read it.
    """

    schema: int
    name: str
    doc: str = ""
    made_by: str = ""


class Project(msgspec.Struct, frozen=True):
    """An opened project.

    Attributes:
        folder: the project's folder.
        file: the content of ``project.toml``.
        op_folders: the ops' folders, sorted by name.
    """

    folder: Path
    file: ProjectFile
    op_folders: tuple[Path, ...]


def gallery_folder() -> Path:
    """Where the gallery's ops are."""
    return paths.ops_lib() / "ops"


def gallery() -> list[tuple[Path, Op]]:
    """The gallery's ops in order of their names, each with its declaration."""
    return [(folder, op_file.load(folder)) for folder in _ops_in(gallery_folder())]


def _ops_in(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    try:
        return sorted(p for p in folder.iterdir() if (p / op_file.FILE_NAME).is_file())
    except OSError as error:
        raise UserError(
            "project", f"the folder cannot be read: {error.strerror}", file=folder
        ) from None


def open_project(folder: Path) -> Project:
    """Read a project's folder.

    Raises:
        UserError: the folder is gone, is no project, or is of a newer version.
    """
    folder = folder.resolve()
    if not folder.is_dir():
        raise UserError(
            "project", "the folder does not exist", "Was it moved or renamed?", file=folder
        )
    path = folder / PROJECT_FILE
    if not path.is_file():
        raise UserError(
            "project",
            f"this folder holds no {PROJECT_FILE}",
            "Choose a project's folder, or make a new one.",
            file=folder,
        )
    try:
        text = read_text(path)
        version = check_version(op_file.parse_toml(text), PROJECT_SCHEMA)
        table = op_file.parse_toml(migrated(text, version, PROJECT_SCHEMA, MIGRATIONS))
        file = op_file.convert(table, ProjectFile)
    except UserError as error:
        raise error.at(path) from None
    return Project(folder, file, tuple(_ops_in(folder / "ops")))


def find_op_folders(path: Path) -> list[Path]:
    """The op folders that a path given on the command line names: one op, or a project's.

    Raises:
        UserError: the path is neither.
    """
    path = path.resolve()
    try:
        str(path).encode()
    except UnicodeEncodeError:
        reason = "the folder's name cannot be read in this locale"
        raise UserError("project", reason, "Set LC_ALL=C.UTF-8, or rename the folder.") from None
    if path.name in (op_file.FILE_NAME, PROJECT_FILE):
        path = path.parent
    if (path / op_file.FILE_NAME).is_file():
        return [path]
    if (path / PROJECT_FILE).is_file():
        folders = list(open_project(path).op_folders)
        if not folders:
            raise UserError(
                "project", "the project has no ops", "Add one: op-workbench new", file=path
            )
        return folders
    what = (
        "the folder does not exist" if not path.exists() else "neither an op folder nor a project"
    )
    raise UserError(
        "project",
        what,
        f"An op folder has an {op_file.FILE_NAME}, a project has a {PROJECT_FILE}.",
        file=path,
    )


def create_project(folder: Path, name: str = "") -> Project:
    """Make an empty project in a new or empty folder.

    Raises:
        UserError: the folder holds something already, or cannot be written.
    """
    folder = folder.resolve()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError("project", "the folder is not empty", "Choose a new folder.", file=folder)
    try:
        (folder / "ops").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            "project", f"the folder cannot be made: {error.strerror}", file=folder
        ) from None
    write_text(folder / PROJECT_FILE, new_project_text(name or folder.name))
    return open_project(folder)


def new_project_text(name: str) -> str:
    """The ``project.toml`` of a new project."""
    document = tomlkit.document()
    document["schema"] = PROJECT_SCHEMA
    document["name"] = name
    document["made_by"] = __version__
    return tomlkit.dumps(document)


def copy_op(source: Path, project: Path, name: str) -> Path:
    """Copy an op (of the gallery or of another project) into a project under a name.

    The copy appears whole or not at all. It is trusted where what it was made of is.

    Raises:
        UserError: the name is taken or unusable, or the folder cannot be written.
    """
    target = _place(project, name)
    op = op_file.load(source, validate=False)
    with _copied(source, target) as copy:
        op_file.save(copy, msgspec.structs.replace(op, name=name))
    if trust.is_trusted(source):
        trust.trust([target])
    return target


def add_folder(project: Path, source: Path, name: str) -> Path:
    """Copy an op's folder, whose declaration has that name already, into a project.

    Raises:
        UserError: the name is taken or unusable, or the folder cannot be written.
    """
    target = _place(project, name)
    with _copied(source, target):
        pass
    return target


def _place(project: Path, name: str) -> Path:
    """Where an op of this name goes; nothing is there yet."""
    if problem := name_problem(name):
        raise UserError("project", problem, "Choose another name.")
    target = open_project(project).folder / "ops" / name
    if target.exists():
        raise UserError(
            "project",
            f"the project has an op '{name}' already",
            "Choose another name.",
            file=target,
        )
    return target


def save_project_as(project: Path, target: Path) -> Project:
    """Copy a whole project to a new or empty folder and open it there.

    Raises:
        UserError: the target exists or cannot be written.
    """
    source, target = open_project(project).folder, target.resolve()
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        what = "the folder is not empty" if target.is_dir() else "this is a file, not a folder"
        raise UserError("project", what, "Choose a new folder.", file=target)
    if target.is_relative_to(source):
        raise UserError(
            "project",
            "this folder is inside the project itself",
            "Choose another folder.",
            file=target,
        )
    with _copied(source, target):
        pass
    ops = _ops_in(source / "ops")
    asked = set(trust.untrusted(ops))
    trust.trust([target / "ops" / op.name for op in ops if op not in asked])
    return open_project(target)


@contextlib.contextmanager
def _copied(source: Path, target: Path) -> Iterator[Path]:
    """A copy of a folder that may still be changed; it is put in its place at the end."""
    scratch = ""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        scratch = tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}.")
        copy = Path(scratch) / "copy"
        # Contents, not modes: a copy of something read-only is the user's own and writable.
        shutil.copytree(source, copy, ignore=_left_behind, copy_function=shutil.copyfile)
        for folder, _, _ in os.walk(copy):
            Path(folder).chmod(0o777 & ~umask())
        yield copy
        copy.replace(target)
    except (OSError, shutil.Error) as error:
        raise UserError(
            "project",
            f"it cannot be copied: {_reason(error)}",
            "Choose another folder.",
            file=target,
        ) from None
    finally:
        if scratch:
            shutil.rmtree(scratch, ignore_errors=True)


def _left_behind(_: str, names: list[str]) -> set[str]:
    return {name for name in names if is_made_again(name)}


def _reason(error: OSError) -> str:
    """One sentence; shutil.Error carries a list of (source, target, reason)."""
    if isinstance(error, shutil.Error) and error.args and isinstance(error.args[0], list):
        source, _, reason = error.args[0][0]
        return f"{source}: {str(reason).rpartition('] ')[2].partition(':')[0]}"
    return error.strerror or str(error)


def op_problems(folder: Path) -> tuple[Op | None, tuple[Problem, ...]]:
    """An op for the window: the declaration if it can be read at all, and its problems."""
    try:
        return op_file.load(folder), ()
    except UserError as error:
        problems = error.problems
    try:
        return op_file.load(folder, validate=False), problems
    except UserError as error:
        return None, error.problems
