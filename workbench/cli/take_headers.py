"""``op-workbench take-headers OP``: headers and sources that lie outside an op's folder become its own."""

from __future__ import annotations

import argparse
from pathlib import Path

from workbench.core.files.files import real_path
from workbench.core.storage import op_file
from workbench.importers.cpp.headers.taken_headers import headers_outside, take_headers

HELP = "copy the headers and sources of an op that lie in roots of the project into its folder"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("op", type=Path, metavar="OP", help="the op's folder")
    parser.add_argument(
        "--list", action="store_true", help="copy nothing, but say what would come from where"
    )


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if the op needs no root any more, or with ``--list`` if that can be."""
    folder = real_path(options.op)
    op = op_file.load(folder)
    outside = headers_outside(folder, op)
    for line in outside.words:
        print(line)
    if not options.list:
        op_file.save(folder, take_headers(folder, op, outside))
    return 0
