"""What every command that runs a project's code does first: unpack archives, and ask for trust.

On a terminal someone is asked, once per op. Without one the command goes on and says so in a
line: it names the project itself, and a script or a CI job that calls it has nobody to ask.
What runs that way is not remembered as trusted, so the window still asks.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.storage import archive, trust
from workbench.core.storage.project import find_op_folders
from workbench.core.storage.what_runs import WhatRuns, what_runs

__all__ = ["add_option", "consented", "op_folders"]


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
    folders = list(dict.fromkeys(f for p in paths for f in find_op_folders(_unpacked(p))))
    return consented(folders, trusting)


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
        UserError: the user says no.
    """
    asked = trust.untrusted(folders)
    ops = [found for f in asked if (found := what_runs(f)) is not None]
    if not ops:
        return folders
    names = ", ".join(op.name for op in ops[:5]) + (" …" if len(ops) > 5 else "")
    if not trusting:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            print(
                f"op-workbench: running code that was not made here: {names} (--trust: not said again)",
                file=sys.stderr,
            )
            return folders
        if not _asked(ops):
            hint = "Nothing was run. Look at the files, or give --trust."
            raise UserError("trust", f"not trusted: {names}", hint)
    if not trust.trust([op.folder for op in ops]):
        print("op-workbench: that they are trusted could not be stored", file=sys.stderr)
    return folders


def _asked(ops: list[WhatRuns]) -> bool:
    for op in ops:
        print(_shown(f"{op.name}  {op.folder}"), file=sys.stderr)
        for title, text in op.lines():
            print(_shown(f"    {title}: {text}"), file=sys.stderr)
    print("These were not made here. Compile and run them? [y/N] ", end="", file=sys.stderr)
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _shown(text: str) -> str:
    """Names and flags come from elsewhere; no control character reaches the terminal."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
