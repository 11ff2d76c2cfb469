"""``op-workbench graph-diff A B``: by what the graphs of two ONNX models differ."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TextIO

from workbench.cli import consent
from workbench.cli.terminal import json_option, tell_error, write_json
from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.files.files import real_path
from workbench.core.storage import cache
from workbench.core.storage.history import History
from workbench.engine.client import Engine

HELP = (
    "nodes that were added, removed or changed between two ONNX models, or the last two exports of an "
    "op; exit status 1 if any, 2 if they cannot be compared"
)
_SIGNS = {"added": "+", "removed": "-", "changed": "~"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "before",
        type=Path,
        metavar="A",
        help="an .onnx file; or an op's folder, for its export before and its last one",
    )
    parser.add_argument(
        "after",
        type=Path,
        metavar="B",
        nargs="?",
        help="another one; none with --optimised, nor after an op's folder",
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
    if options.before.is_dir():
        options.before, options.after = _last_two(options)
    if options.optimised == (options.after is not None):
        hint = "See op-workbench graph-diff --help."
        raise UserError(
            "usage", "give two models, an op's folder, or a model and --optimised", hint
        )
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


def _last_two(options: argparse.Namespace) -> tuple[Path, Path]:
    """The models of the export before and of the last one, where an op's folder is named."""
    if options.after is not None or options.optimised:
        hint = "Leave the other away, or name models."
        raise UserError("usage", "an op's folder stands for two models", hint)
    folder = real_path(consent.one_op(consent.named_folders([options.before])))
    exports = History().exports(folder)
    if exports is None or not exports.before:
        hint = f"Change it and run op-workbench verify {options.before} again."
        reason = f"of '{folder.name}' no two exports are known"
        raise UserError("graph", reason, hint)
    for model in (exports.before, exports.last):
        if not Path(model).is_file():
            reason = f"an export of '{folder.name}' is no longer in the cache"
            hint = f"{cache.HINT} With op-workbench export a model is kept elsewhere."
            raise UserError("graph", reason, hint, file=Path(model))
    return Path(exports.before), Path(exports.last)


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
