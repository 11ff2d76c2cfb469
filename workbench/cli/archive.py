"""``op-workbench archive DIR FILE.zip``: a project as one file to send to someone."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.storage import archive, project

HELP = "write a project into one .zip; every command takes such a file in a project's place"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="the project's folder")
    parser.add_argument("file", type=Path, metavar="FILE.zip", help="the archive to write")
    parser.add_argument("--force", action="store_true", help="replace a file that is there")


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if the archive is there."""
    folder = project.open_project(options.folder).folder
    target: Path = options.file
    if target.suffix.lower() != ".zip":
        raise UserError("usage", "an archive's name ends in .zip", f"Write {target}.zip.")
    if target.exists() and not options.force:
        raise UserError("archive", "the file is there already", "Add --force.", file=target)
    members, left = archive.collect(folder)
    count = archive.pack(members, target)
    print(f"{target}: {count} files, {target.stat().st_size:,} bytes")
    for name in left:
        print(f"left behind, a link or no file of the project: {name}", file=sys.stderr)
    return 0
