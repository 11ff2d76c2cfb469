"""What travels to the workers and back: an op's files, what is to be done with it, what came of it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from workbench.core import jobs
from workbench.core.cells import CellFiles, CellOutcome
from workbench.core.checking import Part, PartOutcome
from workbench.core.cluster import CLUSTER
from workbench.core.compile.outside import taken_along
from workbench.core.compile.roots import PROJECT_FILE, roots_text
from workbench.core.errors import Problem, UserError
from workbench.core.files.files import real_path
from workbench.core.storage import op_file
from workbench.core.storage.archive_rules import MAX_TOTAL
from workbench.core.storage.contained_files import contained_files
from workbench.core.storage.siblings import with_backward_ops

__all__ = [
    "Delivery",
    "Folders",
    "Measured",
    "Parcel",
    "PartParcel",
    "PointParcel",
    "delivered",
    "moved_problem",
    "packed",
    "taken_in",
    "unpacked",
]

Folders = dict[str, dict[str, bytes]]
"""Name of a folder → path in it → content; that of ``_BESIDE`` is the one that the others lie in."""
_BESIDE = "."
_ROOTS = "roots"
_NOT_TAKEN = frozenset(["__pycache__", ".git"])
_PATHS = ("model", "inputs", "outputs", "expected", "rounding")
"""The fields of ``CellFiles`` that are files."""


class Parcel(msgspec.Struct, frozen=True):
    """What a worker gets.

    Attributes:
        run: of which check or sweep it is, to be stopped with it.
        name: of the op's folder.
        folders: that one, the one of the op that is its backward, and what they have of roots.
    """

    run: str
    name: str
    folders: Folders


class PartParcel(Parcel, frozen=True):
    """What a worker gets of a check.

    Attributes:
        part: the cells.
        limits: of each step of a cell.
    """

    part: Part
    limits: jobs.Limits


class PointParcel(Parcel, frozen=True):
    """What a worker gets of a sweep.

    Attributes:
        job: the ``TimeJob`` of one point, as hosts read it; with the paths of who sends it.
        home: the folder there that the op's lies in.
    """

    job: bytes
    home: str


class Measured(msgspec.Struct, frozen=True):
    """What a worker gives back of a point: what was measured, or why not."""

    result: jobs.TimeResult | None = None
    problem: Problem | None = None


class Delivery(msgspec.Struct, frozen=True):
    """What a worker gives back of a part.

    Attributes:
        outcome: with the paths that the files have there.
        ops, work: the folders there that hold the op and the files of its cells.
        files: path in ``work`` → content, of the cells whose files are wanted.
    """

    outcome: PartOutcome
    ops: str = ""
    work: str = ""
    files: dict[str, bytes] = {}


def packed(folder: Path) -> Folders:
    """The files of an op, and of the one that is its backward, and what they have of roots.

    Raises:
        UserError: they cannot be read, or are too much to be sent.
    """
    found: Folders = {}
    outside: dict[str, bytes] = {}
    for one in with_backward_ops([folder]):
        try:
            files, _ = contained_files(real_path(one), _is_not_taken)
            found[one.name] = {name: path.read_bytes() for name, path in files.items()}
            outside |= _outside(one)
        except OSError as error:
            reason = f"the op's files cannot be read: {error.strerror}"
            hint = "Look at their permissions."
            raise UserError(CLUSTER, reason, hint, file=error.filename or one) from None
    if outside:
        places = {root: f"{_ROOTS}/{root}" for root in {name.partition("/")[0] for name in outside}}
        found[_BESIDE] = {f"{_ROOTS}/{name}": content for name, content in outside.items()}
        found[_BESIDE][PROJECT_FILE] = roots_text(places).encode()
    size = sum(len(content) for files in found.values() for content in files.values())
    if size > MAX_TOTAL:
        reason = f"the op's files are too much to be sent to workers: {size >> 20} MiB"
        raise UserError(CLUSTER, reason, "Leave out --workers and --cluster.", file=folder)
    return found


def _outside(folder: Path) -> dict[str, bytes]:
    """What the op has of roots, as ``NAME/FOLDER/header``; what is wrong there its build says."""
    with contextlib.suppress(UserError):
        taken = taken_along(folder, op_file.load(folder, validate=False))
        return {n: c if isinstance(c, bytes) else c.read_bytes() for n, c in taken.items()}
    return {}


def _is_not_taken(name: str) -> bool:
    return not _NOT_TAKEN.isdisjoint(name.split("/"))


def unpacked(parcel: Parcel, ops: Path) -> Path:
    """Write a parcel's files; the op's folder.

    Raises:
        UserError: one of its names leads out of ``ops``.
    """
    for name, files in parcel.folders.items():
        _write(ops, {f"{name}/{path}": content for path, content in files.items()})
    return ops / parcel.name


def delivered(outcome: PartOutcome, part: Part, ops: Path, work: Path) -> Delivery:
    """What is given back of a part that was run in these folders."""
    wanted = set(part.wanted)
    paths = {
        path
        for of in outcome.outcomes.values()
        for one in of
        if one.number in wanted and one.files is not None
        for path in _paths(one.files).values()
    }
    files = {str(Path(p).relative_to(work)): Path(p).read_bytes() for p in sorted(paths)}
    return Delivery(outcome, str(ops), str(work), files)


def taken_in(delivery: Delivery, folder: Path, work: Path) -> PartOutcome:
    """What came of a part, as if it had been run here.

    Args:
        delivery: of the part.
        folder: the op's, here.
        work: for the files, here.

    Raises:
        UserError: a file's name leads out of it.
    """
    came, room = delivery.outcome, work / f"part-{delivery.outcome.number}"
    _write(room, delivery.files)
    moved = {delivery.work: str(room), delivery.ops: str(folder.parent)}
    outcomes = {s: tuple(_moved(one, moved) for one in of) for s, of in came.outcomes.items()}
    error = moved_problem(came.error, moved) if came.error is not None else None
    return msgspec.structs.replace(came, outcomes=outcomes, error=error)


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files that another machine has named."""
    for name, content in files.items():
        target = folder / name
        if not target.resolve().is_relative_to(folder.resolve()):
            raise UserError(CLUSTER, f"the name {name!r} of a file leads out of its folder")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _paths(files: CellFiles) -> dict[str, str]:
    return {field: path for field in _PATHS if (path := getattr(files, field))}


def _moved(outcome: CellOutcome, moved: Mapping[str, str]) -> CellOutcome:
    files = outcome.files
    if files is not None:
        paths = {field: _here(path, moved) for field, path in _paths(files).items()}
        files = msgspec.structs.replace(files, **paths)
    problems = tuple(moved_problem(one, moved) for one in outcome.problems)
    return msgspec.structs.replace(outcome, files=files, problems=problems)


def moved_problem(problem: Problem, moved: Mapping[str, str]) -> Problem:
    """The same problem with other paths: those of the folders there → those here."""
    texts = {f: _here(getattr(problem, f), moved) for f in ("message", "hint", "file")}
    return msgspec.structs.replace(problem, **texts)


def _here(text: str, moved: Mapping[str, str]) -> str:
    for there, here in moved.items():
        text = text.replace(there, here) if there else text
    return text
