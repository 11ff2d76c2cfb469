"""``op-workbench build PATH…``: build the libraries of each op, or one for all of them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from workbench.cli import consent, stages
from workbench.core import jobs
from workbench.core.declaration.names import name_problem
from workbench.core.errors import UserError
from workbench.core.files.files import replacing
from workbench.core.storage import op_file

HELP = "build the libraries of each op, or with --as one for all of them"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    stages.arguments(parser)
    parser.add_argument(
        "--as",
        dest="name",
        metavar="NAME",
        help="link the ops into libNAME_torch.so and libNAME_ort.so, too",
    )
    parser.add_argument(
        "--to", type=Path, metavar="DIR", help="with --as: where these are put; the working folder"
    )


def run(options: argparse.Namespace) -> int:
    """Exit status 0 only if every op got that far, and with ``--as`` each is in one of the libraries."""
    if options.to is not None and options.name is None:
        raise UserError("usage", "--to goes with --as", "Name the libraries: --as NAME.")
    if options.name is not None and (wrong := name_problem(options.name)):
        raise UserError("usage", f"'{options.name}' cannot be the name of a library: {wrong}")
    status = stages.run_stages(options, "build")
    return status if status or options.name is None else _join(options)


def _join(options: argparse.Namespace) -> int:
    from workbench.engine.client import Engine

    folders = consent.op_folders(options.paths, options.trust)
    with Engine() as engine:
        job = jobs.GroupJob(1, tuple(map(str, folders)), options.name)
        found = engine.ask(job, jobs.GroupResult)
    target = options.to or Path()
    out = sys.stderr if options.json == "-" else sys.stdout
    for library, ops in ((found.torch, found.in_torch), (found.ort, found.in_ort)):
        if library:
            made = _copied(Path(library), target)
            print(f"{made}: {', '.join(ops)}", file=out)
    for apart in found.apart:
        print(f"op-workbench: {apart.words}", file=sys.stderr)
    in_one = {*found.in_torch, *found.in_ort}
    alone = [name for folder in folders if (name := op_file.load(folder).name) not in in_one]
    if alone:
        print(f"op-workbench: in none of them: {', '.join(alone)}", file=sys.stderr)
    return 1 if alone else 0


def _copied(library: Path, target: Path) -> Path:
    made = target / library.name
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"the folder cannot be made: {error.strerror}"
        raise UserError("file", reason, "Choose another with --to.", file=target) from None
    with replacing(made) as file:
        file.write(library.read_bytes())
    made.chmod(0o755)
    return made
