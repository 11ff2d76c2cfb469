"""``op-workbench inspect LIB.so``: what an op library has, before anything is run with it."""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from workbench.cli.terminal import write_json
from workbench.core import jobs
from workbench.core.declaration.names import RESERVED_DOMAINS
from workbench.core.files.files import real_path

HELP = "list the ops of an op library (.so), for ONNX Runtime or torch, without running any"


class Listed(msgspec.Struct, omit_defaults=True):
    """What ``--json`` prints."""

    library: str
    package: str = ""
    ops: tuple[jobs.LibraryOp, ...] = ()
    schemas: tuple[jobs.TorchSchema, ...] = ()


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "library", metavar="LIB.so", help="the library, or an installed Python package with one"
    )
    parser.add_argument("--json", action="store_true", help="print as JSON")


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if the library has ops."""
    listed = listed_ops(options.library)
    if options.json:
        write_json("-", listed)
        return 0
    for schema in listed.schemas:
        print(schema.text)
    for op in listed.ops:
        about = ", ".join(filter(None, (RESERVED_DOMAINS.get(op.domain), op.versions, op.provider)))
        print(f"{op.full}{f'  ({about})' if about else ''}\n    {op.signature}")
    return 0


def listed_ops(library: str) -> Listed:
    """What a library has: its custom ops, or where it is none for ONNX Runtime, torch's schemas.

    Raises:
        UserError: it is no library, not one of this machine, has no ops, or ended the process that
            asked it.
    """
    from workbench.engine.client import Engine
    from workbench.importers.drafts.op_library import asks_torch

    with Engine() as engine:
        if asks_torch(real_path(Path(library))):
            path = real_path(Path(library))
            schemas = engine.ask(jobs.LibrarySchemasJob(1, str(path)), jobs.SchemasResult)
            return Listed(str(path), schemas=schemas.schemas)
        found = engine.ask(jobs.LibraryJob(1, named_library(library)), jobs.LibraryResult)
        return Listed(found.file, found.package, found.ops)


def named_library(library: str) -> str:
    """A library's file, or a package's name where no file is called so."""
    path = real_path(Path(library))
    return str(path) if path.exists() or "/" in library or ".so" in library else library
