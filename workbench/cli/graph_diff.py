"""``op-workbench graph-diff A B``: by what the graphs of two ONNX models differ."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TextIO

from workbench.cli.terminal import json_option, tell_error, write_json
from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.files.files import real_path
from workbench.engine.client import Engine

HELP = (
    "nodes that were added, removed or changed between two ONNX models; exit status 1 if any, 2 if "
    "they cannot be compared"
)
_SIGNS = {"added": "+", "removed": "-", "changed": "~"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("before", type=Path, metavar="A", help="an .onnx file")
    parser.add_argument(
        "after", type=Path, metavar="B", nargs="?", help="another one; none with --optimised"
    )
    parser.add_argument(
        "--optimised",
        action="store_true",
        help="compare A with what ONNX Runtime makes of it for this machine",
    )
    parser.add_argument(
        "--library",
        type=Path,
        metavar="FILE",
        help="the op library for A's custom nodes, with --optimised",
    )
    json_option(parser)


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if the graphs are the same, 1 if not, 2 if that cannot be said, as diff's."""
    try:
        return _compared(options)
    except UserError as error:
        tell_error(error)
        return 2


def _compared(options: argparse.Namespace) -> int:
    if options.optimised == (options.after is not None):
        hint = "op-workbench graph-diff A B, or op-workbench graph-diff A --optimised."
        raise UserError("usage", "give two models, or one and --optimised", hint)
    if options.library and not options.optimised:
        raise UserError("usage", "only --optimised runs anything", "Leave --library out.")
    if options.library and not real_path(options.library).is_file():
        hint = "Look at its path."
        raise UserError("usage", "the op library does not exist", hint, file=options.library)
    out = sys.stderr if options.json == "-" else sys.stdout
    after = str(real_path(options.after)) if options.after else ""
    library = str(real_path(options.library)) if options.library else ""
    with Engine() as engine, tempfile.TemporaryDirectory() as work:
        job = jobs.GraphDiffJob(1, str(real_path(options.before)), after, library, work)
        found = engine.ask(job, jobs.GraphDiffResult)
    _tell(found, out)
    if options.json:
        write_json(options.json, found)
    return int(not found.is_same)


def _tell(found: jobs.GraphDiffResult, out: TextIO) -> None:
    print(found.verdict, file=out)
    for line in found.model:
        print(f"~ {line}", file=out)
    for difference in found.differences:
        print(f"{_SIGNS[difference.kind]} {difference.node.title}", file=out)
        for line in difference.changes:
            print(f"    {line}", file=out)
    if found.left_out:
        print(f"and {found.left_out:,} more", file=out)
    for note in found.notes:
        print(note, file=out)
