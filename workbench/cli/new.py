"""``op-workbench new DIR --from OP``: a project with a copy of a gallery op."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from workbench.core import project
from workbench.core.errors import UserError
from workbench.core.names import name_problem

HELP = "make a project with a copy of a gallery op, or add one to a project"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="a new folder, or a project's")
    parser.add_argument(
        "--from",
        dest="source",
        required=True,
        metavar="OP",
        help="a gallery op's name, or an op's folder",
    )
    parser.add_argument("--name", help="the op's name in the project; the source's if not given")


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if the op is there."""
    source = _source(options.source)
    folder: Path = options.folder.resolve()
    name = options.name or source.name
    if problem := name_problem(name):
        raise UserError("project", problem, "Choose another name with --name.")
    made = not (folder / project.PROJECT_FILE).is_file()
    if made:
        project.create_project(folder)
    else:
        project.open_project(folder)
    try:
        target = project.copy_op(source, folder, name)
    except UserError:
        if made:  # nothing is left of a project that could not be made
            shutil.rmtree(folder, ignore_errors=True)
        raise
    print(f"{'Made' if made else 'Added to'} the project {folder}")
    print(f"The op is in {target}")
    print(f"Verify it:  op-workbench verify {target}")
    return 0


def _source(name: str) -> Path:
    known = {folder.name: folder for folder, _ in project.gallery()}
    if name in known:
        return known[name]
    path = Path(name)
    if (path / "op.toml").is_file():
        return path.resolve()
    raise UserError("project", f"the gallery has no op '{name}'", f"It has: {', '.join(known)}.")
