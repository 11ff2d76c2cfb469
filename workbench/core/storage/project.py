"""A project: a folder with ``project.toml`` and ``ops/<name>/``, each with its ``op.toml``.

A gallery op has the very same form as a project's op, so picking from the gallery is a
copy. Opening reads files and nothing else: no code of a project runs because it was opened.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import tomlkit

from workbench import __version__, paths
from workbench.core.compile.roots import PROJECT_FILE
from workbench.core.declaration.names import name_problem, natural_key
from workbench.core.declaration.op import Op
from workbench.core.edits.common import renamed
from workbench.core.errors import UserError
from workbench.core.files.file_roles import FILE_ROLES
from workbench.core.files.files import is_free, read_text, real_path, umask, write_text
from workbench.core.files.leftovers import remove_left, scratch_folder
from workbench.core.storage import op_file, trust
from workbench.core.storage.contained_files import contained_files
from workbench.core.storage.made_again import is_made_again
from workbench.core.storage.migrate import Step, check_version, migrated

__all__ = [
    "PROJECT_FILE",
    "PROJECT_SCHEMA",
    "Project",
    "ProjectFile",
    "add_folder",
    "copy_contained",
    "copy_op",
    "create_project",
    "find_op_folders",
    "gallery",
    "gallery_folder",
    "left_out",
    "new_project_text",
    "open_project",
    "project_file",
    "save_project_as",
]

PROJECT_SCHEMA = 1
_ELSEWHERE = "Choose a folder that can be written."
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
        roots: name → a folder of headers outside, see ``core.compile.roots``.
    """

    schema: int
    name: str
    doc: str = ""
    made_by: str = ""
    roots: dict[str, str] = {}


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
        found = [p for p in folder.iterdir() if (p / op_file.FILE_NAME).is_file()]
    except OSError as error:
        raise UserError(
            "project",
            f"the folder cannot be read: {error.strerror}",
            "Look at its permissions.",
            file=folder,
        ) from None
    return sorted(found, key=lambda p: natural_key(p.name))


def open_project(folder: Path) -> Project:
    """Read a project's folder.

    Raises:
        UserError: the folder is gone, is no project, or is of a newer version.
    """
    folder = real_path(folder)
    if folder.is_file():
        raise _is_a_file(folder)
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
        file = project_file(read_text(path))
    except UserError as error:
        raise error.at(path) from None
    ops = tuple(_ops_in(folder / "ops"))
    for home in (folder, folder / "ops", *ops):
        remove_left(home)
    return Project(folder, file, ops)


def project_file(text: str) -> ProjectFile:
    """What the text of a ``project.toml`` says, also one of an older form. Raises UserError."""
    version = check_version(op_file.parse_toml(text), PROJECT_SCHEMA)
    table = op_file.parse_toml(migrated(text, version, PROJECT_SCHEMA, MIGRATIONS))
    return op_file.convert(table, ProjectFile)


def _is_a_file(path: Path) -> UserError:
    """A file in the place of a folder: an op can be made from some."""
    what, how = "this is a file, not a project's or an op's folder", ""
    if path.suffix.lower() == ".onnx":
        what, how = "this is an ONNX model, not a project or an op", "--onnx"
    elif path.suffix in FILE_ROLES["source"].suffixes:
        what, how = "this is C++, not a project or an op", "--cpp"
    hint = f"An op's folder has an {op_file.FILE_NAME}, a project's a {PROJECT_FILE}."
    if how:
        command = f"op-workbench new DIR {how} {shlex.quote(str(path))}"
        hint = f"Make a new op from it:  {command}  (in the window: New op)."
    return UserError("project", what, hint, file=path)


def find_op_folders(path: Path) -> list[Path]:
    """The op folders that a path given on the command line names: one op, or a project's.

    Raises:
        UserError: the path is neither.
    """
    path = real_path(path)
    _check_encoding(path)
    if path.name in (op_file.FILE_NAME, PROJECT_FILE):
        path = path.parent
    if (path / op_file.FILE_NAME).is_file():
        remove_left(path)
        return [path]
    if (path / PROJECT_FILE).is_file():
        folders = list(open_project(path).op_folders)
        if not folders:
            raise UserError(
                "project", "the project has no ops", "Add one: op-workbench new", file=path
            )
        return folders
    if path.is_file():
        raise _is_a_file(path)
    what = (
        "the folder does not exist" if not path.exists() else "neither an op folder nor a project"
    )
    raise UserError(
        "project",
        what,
        f"An op folder has an {op_file.FILE_NAME}, a project has a {PROJECT_FILE}.",
        file=path,
    )


def _check_encoding(path: Path) -> None:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        reason = "the folder's name cannot be read in this locale"
        raise UserError("project", reason, "Set LC_ALL=C.UTF-8, or rename the folder.") from None


def create_project(folder: Path, name: str = "") -> Project:
    """Make an empty project in a new or empty folder.

    Raises:
        UserError: the folder holds something already, or cannot be written.
    """
    folder = real_path(folder)
    _check_encoding(folder)
    if not is_free(folder):
        raise UserError("project", "the folder is not empty", "Choose a new folder.", file=folder)
    try:
        (folder / "ops").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            "project", f"the folder cannot be made: {error.strerror}", _ELSEWHERE, file=folder
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

    The copy appears at once or not at all, without what ``left_out`` tells. It is trusted where what it was made of is.

    Raises:
        UserError: the name is taken or unusable, or the folder cannot be written.
    """
    target = _free_folder(project, name)
    op = op_file.load(source, validate=False)
    with _copied(source, target) as copy:
        op_file.save(copy, renamed(op, name))
    if trust.is_trusted(source):
        trust.trust([target])
    return target


def add_folder(project: Path, source: Path, name: str) -> Path:
    """Copy an op's folder, whose declaration has that name already, into a project.

    Raises:
        UserError: the name is taken or unusable, or the folder cannot be written.
    """
    target = _free_folder(project, name)
    with _copied(source, target):
        pass
    return target


def _free_folder(project: Path, name: str) -> Path:
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
    """Copy a whole project, without what ``left_out`` tells, to a new folder and open it there.

    The copy takes the new folder's name, unless the project had another name than its folder.

    Raises:
        UserError: the target exists or cannot be written.
    """
    source, target = open_project(project).folder, real_path(target)
    if not is_free(target):
        what = "the folder is not empty" if target.is_dir() else "this is a file, not a folder"
        raise UserError("project", what, "Choose a new folder.", file=target)
    if target.is_relative_to(source):
        raise UserError(
            "project",
            "this folder is inside the project itself",
            "Choose another folder.",
            file=target,
        )
    with _copied(source, target) as copy:
        _rename(copy / PROJECT_FILE, source.name, target.name)
        for op in _linked_ops(source):
            (copy / "ops" / op.name).mkdir(parents=True)
            copy_contained(op, copy / "ops" / op.name)
    ops = _ops_in(source / "ops")
    asked = set(trust.untrusted(ops))
    trust.trust([target / "ops" / op.name for op in ops if op not in asked])
    return open_project(target)


def _rename(file: Path, old: str, new: str) -> None:
    """A project that is called as its folder is called as its new folder; other names stay."""
    document = tomlkit.parse(read_text(file))
    if document.get("name") == old:
        document["name"] = new
        write_text(file, tomlkit.dumps(document))


@contextlib.contextmanager
def _copied(source: Path, target: Path) -> Iterator[Path]:
    """A copy of a folder that may still be changed; it is put in its place at the end."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with scratch_folder(target.parent, f".{target.name[:40]}.") as scratch:
            copy = scratch / "copy"
            copy.mkdir(mode=0o777 & ~umask())
            copy_contained(source, copy)
            yield copy
            copy.replace(target)
    except OSError as error:
        raise UserError(
            "project",
            f"it cannot be copied: {_reason(error)}",
            "Choose another folder.",
            file=target,
        ) from None


def copy_contained(source: Path, copy: Path) -> None:
    """Copy the files of an op or a project (see ``contained_files``) into a folder that is there.

    Contents, not modes: a copy of something read-only is the user's own and writable.

    Raises:
        OSError: something cannot be read or written.
    """
    root = Path(os.path.realpath(source))
    for parent, folders, _ in os.walk(root):
        folders[:] = [
            n for n in folders if not is_made_again(n) and not Path(parent, n).is_symlink()
        ]
        for name in folders:
            (copy / Path(parent, name).relative_to(root)).mkdir(exist_ok=True)
    for name, path in contained_files(root, is_made_again)[0].items():
        shutil.copyfile(path, copy / name)


def left_out(folder: Path) -> list[str]:
    """What a copy of an op's or a project's folder does not take along, though it is no cache.

    Returns:
        Paths within it: links that lead out of it, pipes and the like.

    Raises:
        UserError: it cannot be read.
    """
    root = real_path(folder)
    try:
        left = contained_files(root, is_made_again)[1]
        for op in _linked_ops(root):
            inside = contained_files(op.resolve(), is_made_again)[1]
            at = f"ops/{op.name}"
            left = [*(n for n in left if n not in (at, "ops")), *(f"{at}/{n}" for n in inside)]
    except OSError as error:
        raise UserError("project", f"it cannot be read: {_reason(error)}", file=folder) from None
    return [os.fsencode(name).decode("utf-8", "backslashreplace") for name in sorted(left)]


def _linked_ops(project: Path) -> list[Path]:
    """Ops whose folder is a link, wherever it leads: they are shown as ops of the project."""
    ops = project / "ops"
    return [op for op in _ops_in(ops) if op.is_symlink() or ops.is_symlink()]


def _reason(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}"
