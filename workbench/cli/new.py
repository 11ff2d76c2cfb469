"""``op-workbench new DIR``: an op of the gallery, or one that torch has, in a project."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from workbench.core import jobs, op_file, project
from workbench.core.draft import Draft, write_draft
from workbench.core.errors import UserError
from workbench.core.from_schema import op_from_schema
from workbench.core.names import name_problem

HELP = "make a project, or add to one: a copy of a gallery op, or an op that torch has"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="a new folder, or a project's")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--from", dest="source", metavar="OP", help="a gallery op's name, or an op's folder"
    )
    source.add_argument(
        "--torch",
        metavar="NAMESPACE::OP[.OVERLOAD]",
        help="a registered torch op; its schema gives the declaration",
    )
    parser.add_argument("--package", default="", help="the module whose import registers it")
    parser.add_argument("--name", help="the op's name in the project; the source's if not given")


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if the op is there."""
    if options.package and not options.torch:
        raise UserError("usage", "--package goes with --torch")
    if options.torch:
        schema = _schema(options.torch, options.package)
        name = options.name or schema.name.partition("::")[2].strip("_")
    else:
        source = _source(options.source)
        name = options.name or source.name
    if problem := name_problem(name):
        raise UserError("project", problem, "Choose another name with --name.")
    folder: Path = options.folder.resolve()
    made = not (folder / project.PROJECT_FILE).is_file()
    if made:
        project.create_project(folder)
    else:
        project.open_project(folder)
    try:
        if options.torch:
            draft = Draft(op_from_schema(schema, name, options.package))
            target = write_draft(draft, folder, name)
        else:
            target = project.copy_op(source, folder, name)
    except UserError:
        if made:  # nothing is left of a project that could not be made
            shutil.rmtree(folder, ignore_errors=True)
        raise
    print(f"{'Made' if made else 'Added to'} the project {folder}")
    print(f"The op is in {target}")
    if options.torch:
        print(f"A schema tells no shapes: look at the outputs' rules in {op_file.FILE_NAME}.")
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


def _schema(full: str, package: str) -> jobs.TorchSchema:
    """The schema of a registered op, asked of the torch host."""
    from workbench.engine.client import Engine

    name, _, overload = full.partition(".")
    with Engine() as engine:
        events = engine.run_job("torch", jobs.SchemasJob(1, package, name))
    for event in events:
        if isinstance(event, jobs.StageEnded):
            if event.problems:
                raise UserError.of(event.problems)
            if isinstance(event.result, jobs.SchemasResult):
                found = {s.overload: s for s in event.result.schemas}
                if overload in found:
                    return found[overload]
                if not found:
                    hint = "" if package else "If a package registers it, name that with --package."
                    raise UserError("schema", f"torch has no op '{name}'", hint)
                known = ", ".join(f"{name}.{o}" for o in found if o) or name
                raise UserError("schema", f"'{full}' is no overload", f"There are: {known}.")
    raise UserError("schema", "the torch host gave no answer", "Run op-workbench doctor.")
