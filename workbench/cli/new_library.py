"""``op-workbench new --library``: an op of a library that somebody has built."""

from __future__ import annotations

from pathlib import Path

from workbench.cli.inspect import named_library
from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.jobs import LibraryResult
from workbench.importers.drafts.draft import Draft
from workbench.importers.drafts.from_library import draft_from_library, entries_named, usable
from workbench.importers.drafts.op_library import asks_torch, torchs_library

__all__ = ["draft"]

_MOST = 40


def draft(library: str, entry: str | None) -> Draft | None:
    """The op of an entry; None where the entries were listed instead.

    Args:
        library: its file, or a package that has it.
        entry: ``Domain::Op`` or ``Op``; None for the only one there is.

    Raises:
        UserError: it is no op library of this machine, goes wrong when it is asked, or has no such op.
    """
    from workbench.engine.client import Engine

    file = named_library(library)
    if asks_torch(Path(file)):
        raise torchs_library(Path(file))
    with Engine() as engine:
        found = engine.ask(jobs.LibraryJob(1, file), jobs.LibraryResult)
    names = list(dict.fromkeys(op.full for op in found.ops))
    if entry is None and len(names) > 1:
        _list(found, library)
        return None
    entries = entries_named(found.ops, entry or names[0])
    if len({op.full for op in entries}) != 1:
        known = [op.full for op in entries] or names
        more = f" and {len(known) - _MOST} more" if len(known) > _MOST else ""
        what = f"several domains have '{entry}'" if entries else f"'{entry}' is not in {library}"
        raise UserError("library", what, f"There are: {', '.join(known[:_MOST])}{more}.")
    return draft_from_library(found, entries)


def _list(found: LibraryResult, library: str) -> None:
    print(f"{library} has these ops:\n")
    for op in found.ops:
        why = usable(op)
        print(f"{op.full}: {op.signature}{f'  (cannot be used: {why})' if why else ''}")
    print(f"\nChoose one:  op-workbench new DIR --library {library} --entry DOMAIN::NAME")
