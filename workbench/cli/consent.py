"""What every command that runs a project's code does first: unpack archives, and ask for trust.

On a terminal someone is asked, once per op. Where nobody can be asked, because the input is no
terminal or the question would go into a file, what was not made here is refused: ``--trust`` is
the answer of scripts and CI jobs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.storage import archive, trust
from workbench.core.storage.project import find_op_folders
from workbench.core.storage.siblings import with_backward_ops
from workbench.core.storage.what_runs import WhatRuns, what_runs

__all__ = ["add_option", "consented", "named_folders", "one_op", "op_folders"]


def add_option(parser: argparse.ArgumentParser) -> None:
    """Declare ``--trust``."""
    parser.add_argument(
        "--trust",
        action="store_true",
        help="build and run ops that were not made here without asking, from now on",
    )


def op_folders(paths: Iterable[Path], trusting: bool) -> list[Path]:
    """The op folders that paths on the command line name, which may be run.

    Args:
        paths: op folders, projects and archives.
        trusting: ``--trust`` was given.

    Raises:
        UserError: a path is none of these, or the user does not trust an op.
    """
    return consented(named_folders(paths), trusting)


def named_folders(paths: Iterable[Path]) -> list[Path]:
    """The op folders that paths on the command line name, whoever made them; nothing is run.

    Raises:
        UserError: a path is neither an op folder, nor a project, nor an archive.
    """
    return list(dict.fromkeys(f for p in paths for f in find_op_folders(_unpacked(p))))


def one_op(folders: list[Path]) -> Path:
    """The folder of a command that is for one op. Raises UserError where these are several, or none."""
    if len(folders) != 1:
        reason = f"this is for one op, these are {len(folders)}"
        raise UserError("usage", reason, "Name its folder.")
    return folders[0]


def _unpacked(path: Path) -> Path:
    """An archive is unpacked to a new folder here, which is named."""
    if not (archive.is_archive(path) and path.is_file()):
        return path
    target = archive.unpack(path, archive.free_folder(path, Path.cwd()))
    print(f"op-workbench: unpacked {path} to {target}", file=sys.stderr)
    return target


def consented(folders: list[Path], trusting: bool) -> list[Path]:
    """The same folders, if they may be run.

    Raises:
        UserError: the user says no, or cannot be asked.
    """
    asked = trust.untrusted(with_backward_ops(folders))
    ops = [found for f in asked if (found := what_runs(f)) is not None]
    if not ops:
        return folders
    names = ", ".join(op.name for op in ops[:5]) + (" …" if len(ops) > 5 else "")
    if not trusting:
        if not _answerable():
            reason = f"not made here, and nobody can be asked without a terminal: {names}"
            hint = f"Nothing was run. Look at the files in {ops[0].folder}; --trust lets them run."
            raise UserError("trust", reason, hint)
        if not _asked(ops):
            hint = "Nothing was run. Look at the files, or give --trust."
            raise UserError("trust", f"not trusted: {names}", hint)
    if not trust.trust([op.folder for op in ops]):
        print("op-workbench: that they are trusted could not be stored", file=sys.stderr)
    return folders


def _answerable() -> bool:
    """Whether the question is seen and can be answered: both ends are terminals."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def _asked(ops: list[WhatRuns]) -> bool:
    for op in ops:
        print(f"{op.name}  {op.folder}", file=sys.stderr)
        for title, text in op.lines():
            print(f"    {title}: {text}", file=sys.stderr)
    print("These were not made here. Compile and run them? [y/N] ", end="", file=sys.stderr)
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
