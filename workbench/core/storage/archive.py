"""A project as one file to send to someone: ``.zip`` with ``project.toml`` and ``ops/``.

The same project gives the same bytes: names are sorted, times are left out. What can be made
again (caches, objects, version control) stays behind, and so does what was kept beside a file
(``*.theirs``, backups) and every link that leads out of the project.

Packing and unpacking come as steps, so that a window can show them and stay alive between
two; each is done whole or leaves nothing.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import IO, BinaryIO

from workbench.core.errors import UserError
from workbench.core.files.files import is_free, real_path, replacing
from workbench.core.files.leftovers import scratch_folder
from workbench.core.storage import archive_rules as rules
from workbench.core.storage.contained_files import contained_files
from workbench.core.storage.project import PROJECT_FILE, open_project, project_file

__all__ = [
    "SUFFIX",
    "checking",
    "collect",
    "free_folder",
    "is_archive",
    "pack",
    "packing",
    "stem",
    "unpack",
    "unpacking",
]

SUFFIX = ".opwb.zip"
"""What the program suggests: the last part opens it everywhere, the first says what it is."""

_TIME = (1980, 1, 1, 0, 0, 0)
_CHUNK = 256 * 1024
_UTF8 = 0x800
_ENCRYPTED = 0x1

Content = Path | bytes
"""A member of an archive: a file to read, or what it shall hold."""
Steps = Iterator[tuple[int, int]]
"""Work in small pieces: what is done, and of how much."""

# Whatever zipfile makes of bytes that mean harm.
_BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError)


def is_archive(path: Path) -> bool:
    """Whether a path names an archive rather than a folder (whatever it really holds)."""
    return path.suffix.lower() == ".zip" and not path.is_dir()


def stem(path: Path) -> str:
    """The name of the project in an archive's name: ``edge-ops`` of ``edge-ops.opwb.zip``."""
    name = path.name[: -len(path.suffix)] if path.suffix else path.name
    return name.removesuffix(SUFFIX.removesuffix(".zip")) or "project"


def free_folder(source: Path, base: Path) -> Path:
    """A folder that is not there yet, named as the archive's project."""
    name = stem(source)
    names = (base / (f"{name}-{i}" if i > 1 else name) for i in range(1, 10_000))
    return next(path for path in names if not path.exists())


# -- packing


def collect(folder: Path) -> tuple[dict[str, Content], list[str]]:
    """The files of a project or an op that an archive takes, by their path in it.

    Returns:
        The files, and what is left behind though it is no cache: links that lead out of the
        folder, devices, names that are no text.

    Raises:
        UserError: the folder cannot be read.
    """
    try:
        found, left = contained_files(real_path(folder), rules.is_left_behind)
    except OSError as error:
        reason, hint = f"the folder cannot be read: {error.strerror}", "Look at its permissions."
        raise UserError("archive", reason, hint, file=error.filename or folder) from None
    left = sorted([*left, *(name for name in found if not _is_text(name))])
    texts: dict[str, Content] = {name: path for name, path in found.items() if _is_text(name)}
    return texts, [os.fsencode(name).decode("utf-8", "backslashreplace") for name in left]


def _is_text(name: str) -> bool:
    try:
        return bool(name.encode("utf-8"))
    except UnicodeEncodeError:
        return False


def pack(members: Mapping[str, Content], target: Path) -> int:
    """Write an archive, whole or not at all. Arguments and errors as ``packing``.

    Returns:
        How many files it holds.
    """
    total = 0
    for _, files in packing(members, target):
        total = files
    return total


def packing(members: Mapping[str, Content], target: Path) -> Steps:
    """Write an archive step by step.

    Args:
        members: as ``collect`` gives them, with what is not saved yet in its place.
        target: the file; one that is there is replaced.

    Raises:
        UserError: a name or a size that ``unpack`` would refuse, a file that cannot be read, a
            folder that cannot be written.
    """
    if PROJECT_FILE not in members:
        raise UserError("archive", f"there is no {PROJECT_FILE}", "Save the project first.")
    itself = real_path(target)  # an archive within the project does not hold the one before
    names = sorted(name for name, content in members.items() if content != itself)
    rules.check_names(names)
    with replacing(target) as file:
        size = yield from _write(file, names, members, zipfile.ZIP_DEFLATED)
        if size > rules.allowance(file.seek(0, 2)):
            # It shrinks like a bomb (a tensor file full of zeros does); so it goes in as it is.
            file.seek(0)
            file.truncate()
            yield from _write(file, names, members, zipfile.ZIP_STORED)


def _write(
    file: BinaryIO, names: list[str], members: Mapping[str, Content], method: int
) -> Generator[tuple[int, int], None, int]:
    size = 0
    with zipfile.ZipFile(file, "w", method) as archive:
        for number, name in enumerate(names):
            info = zipfile.ZipInfo(name, _TIME)
            info.compress_type = method
            info.create_system = 3
            info.external_attr = (stat.S_IFREG | 0o644) << 16
            content = members[name]
            with archive.open(info, "w") as out:
                for piece in _pieces(content):
                    size += len(piece)
                    if size > rules.MAX_TOTAL:
                        raise _too_large()
                    out.write(piece)
                    yield number, len(names)
    return size


def _pieces(content: Content) -> Iterator[bytes]:
    if isinstance(content, bytes):
        yield content
        return
    try:
        with content.open("rb") as source:
            while piece := source.read(_CHUNK):
                yield piece
    except OSError as error:
        reason = f"the file cannot be read: {error.strerror}"
        raise UserError("archive", reason, "Is it still there?", file=content) from None


def _too_large() -> UserError:
    return UserError(
        "archive",
        f"the files are larger than {rules.MAX_TOTAL // 2**20} MiB together",
        "Leave large data out of the project: a generator with a seed can take its place.",
    )


# -- unpacking


def checking(source: Path) -> Steps:
    """Read a whole archive step by step, as unpacking would; nothing is written.

    Raises:
        UserError: kind ``archive``; it cannot be unpacked wherever it goes.
    """
    try:
        with source.open("rb") as file, _opened(file) as archive:
            members = _members(archive)
            yield from _extract(archive, members, None, file.seek(0, 2))
            text = archive.read(members[PROJECT_FILE])
            with contextlib.suppress(UnicodeDecodeError):  # unpacking has the words for it
                project_file(text.decode("utf-8"))
    except UserError as error:
        raise _about(error, source, "") from None
    except _BROKEN as error:
        raise _damaged(error).at(source) from None
    except OSError as error:
        if _is_of_the_file(error):
            raise _damaged(error).at(source) from None
        reason = f"it cannot be read: {error.strerror or error}"
        raise UserError("archive", reason, "Is it still there?", file=source) from None


def unpack(source: Path, target: Path) -> Path:
    """Unpack a project to a new or empty folder, whole or not at all.

    Arguments and errors as ``unpacking``.

    Returns:
        The project's folder.
    """
    for _ in unpacking(source, target):
        pass
    return target.resolve()


def unpacking(source: Path, target: Path) -> Steps:
    """Unpack a project step by step. Nothing of it is run, and it is not trusted.

    Args:
        source: the archive: ours, or a zip file of a project's folder made by other means.
        target: the project's folder; it is new, or empty.

    Raises:
        UserError: kind ``archive``; it is damaged, encrypted, hostile or no project, or the
            folder is taken or cannot be written. Nothing is left behind.
    """
    target = real_path(target)
    if not is_free(target):
        raise UserError("archive", "the folder is not empty", "Choose a new folder.", file=target)
    made = _first_missing(target.parent)
    scratch, stack = "", contextlib.ExitStack()
    done = False
    try:
        with source.open("rb") as file, _opened(file) as archive:
            members = _members(archive)
            target.parent.mkdir(parents=True, exist_ok=True)
            made_here = scratch_folder(target.parent, f".{target.name[:40]}.")
            scratch = str(stack.enter_context(made_here))
            folder = Path(scratch) / "project"
            folder.mkdir()
            yield from _extract(archive, members, folder, file.seek(0, 2))
        open_project(folder)
        folder.replace(target)
        done = True
    except UserError as error:
        raise _about(error, source, scratch) from None
    except _BROKEN as error:
        raise _damaged(error).at(source) from None
    except OSError as error:
        if _is_of_the_file(error):
            raise _damaged(error).at(source) from None
        reason = f"it cannot be unpacked: {error.strerror or error}"
        raise UserError("archive", reason, "Choose another folder.", file=target) from None
    finally:
        stack.close()
        if not done and made is not None:
            _remove_empty(target.parent, made)


def _about(error: UserError, source: Path, scratch: str) -> UserError:
    """The problem as one of the archive, not of a folder that is gone by now."""
    problem = error.problem
    if scratch and problem.file.startswith(scratch):
        inside = problem.file.removeprefix(scratch).removeprefix("/project").strip("/")
        line = f":{problem.line}" if problem.line else ""
        reason = f"{inside or PROJECT_FILE}{line}: {problem.message}"
        return UserError("archive", reason, problem.hint, file=source)
    return error.at(source)


def _is_of_the_file(error: OSError) -> bool:
    """Whether the archive sends its reader to where no byte can be: before its beginning."""
    return error.errno == errno.EINVAL and error.filename is None


def _damaged(error: Exception) -> UserError:
    if isinstance(error, NotImplementedError):
        hint = "Make it again with the usual compression (deflate)."
        return UserError("archive", "it is packed in a way that is not known here", hint)
    reason = "the archive is damaged"
    if "CRC" in str(error):
        reason += ": a file in it is not what was packed"
    return UserError("archive", reason, "It may have been cut off on its way: get it again.")


@contextlib.contextmanager
def _opened(file: IO[bytes]) -> Iterator[zipfile.ZipFile]:
    rules.check_directory(file)  # type: ignore[arg-type]
    with zipfile.ZipFile(file) as archive:
        yield archive


def _members(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The files to unpack by their path in the project; everything else is refused."""
    files: list[tuple[str, zipfile.ZipInfo]] = []
    for info in archive.infolist():
        name = _name(info)
        kind = stat.S_IFMT(info.external_attr >> 16)
        is_folder = name.endswith("/")
        if problem := rules.name_problem(name.rstrip("/") if is_folder else name):
            rules.check_names([name.rstrip("/") if is_folder else name])
            raise UserError("archive", problem)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            what = "a link" if stat.S_ISLNK(kind) else "a device"
            hint = "Nothing was unpacked. A project's archive holds files only."
            raise UserError("archive", f"'{name}' is {what}, not a file", hint)
        if info.flag_bits & _ENCRYPTED:
            hint = "Nothing was unpacked. Unpack it by other means, and open the folder."
            raise UserError("archive", "it is protected by a password", hint)
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise NotImplementedError
        if not is_folder:
            files.append((name, info))
    rules.check_names([name for name, _ in files])
    kept = {name: info for name, info in files if not rules.is_left_behind(name)}
    if PROJECT_FILE in kept:
        return kept
    tops = {name.partition("/")[0] for name in kept}
    top = f"{tops.pop()}/" if len(tops) == 1 else ""
    if f"{top}{PROJECT_FILE}" not in kept:
        hint = f"Nothing was unpacked. An archive of a project holds a {PROJECT_FILE}."
        raise UserError("archive", "there is no project in this archive", hint)
    return {name.removeprefix(top): info for name, info in kept.items()}


def _name(info: zipfile.ZipInfo) -> str:
    """The name as it was packed: ``filename`` is cut at a NUL and has the system's separators."""
    name = info.orig_filename
    if info.flag_bits & _UTF8 or name.isascii():
        return name
    try:  # some programs write UTF-8 and do not say so
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        hint = "Nothing was unpacked. Make the archive with a program that writes UTF-8."
        raise UserError("archive", f"the name '{name}' is not UTF-8", hint) from None


def _extract(
    archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo], folder: Path | None, size: int
) -> Steps:
    """Write the files, or only read them where there is no folder; nothing is executable.

    They are not synced: the archive is still there.
    """
    left = rules.allowance(size)
    for number, (name, info) in enumerate(members.items()):
        with archive.open(info) as source, _sink(folder, name) as out:
            while piece := source.read(_CHUNK):
                left -= len(piece)
                if left < 0:
                    hint = "Nothing was unpacked. It is no archive of a project."
                    raise UserError("archive", "it unpacks to far more than a project is", hint)
                out.write(piece)
                yield number, len(members)


def _sink(folder: Path | None, name: str) -> BinaryIO:
    if folder is None:
        return Path(os.devnull).open("wb")
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.open("xb")


def _first_missing(folder: Path) -> Path | None:
    """The uppermost folder that is not there yet."""
    missing = None
    for parent in (folder, *folder.parents):
        if parent.exists():
            break
        missing = parent
    return missing


def _remove_empty(folder: Path, upto: Path) -> None:
    with contextlib.suppress(OSError):
        for parent in (folder, *folder.parents):
            if not parent.is_relative_to(upto):
                break
            parent.rmdir()
