"""``op-workbench new --cpp``: an op from C++ files."""

from __future__ import annotations

import sys
from pathlib import Path

from workbench.core.cpp.candidates import Candidate, find_candidates
from workbench.core.cpp.draft import draft_of
from workbench.core.cpp.files import read_sources
from workbench.core.drafts.draft import Draft
from workbench.core.errors import UserError

__all__ = ["draft"]


def draft(files: list[Path], function: str | None, name: str | None) -> Draft | None:
    """The op of a function; None where the candidates were listed instead.

    Args:
        files: C++ files; headers beside them are found.
        function: which function or registered op; None for the only one there is.
        name: the op's name; the function's where None.

    Raises:
        UserError: a file cannot be read, or holds no such function.
    """
    texts = read_sources(files)
    found = find_candidates(texts)
    usable = [c for c in found if not c.problem]
    shown = ", ".join(path.name for path in files)
    if not found:
        raise UserError(
            "cpp",
            f"no function that takes tensors, and no registration, is in {shown}",
            "Give the file that defines the function, and the one that registers it.",
        )
    if function is not None:
        usable = _named(found, function)
        if not usable:
            names = ", ".join(dict.fromkeys(c.name for c in found))
            raise UserError("cpp", f"'{function}' is not in {shown}", f"There are: {names}.")
    elif len(usable) != 1 and not _same_op(usable):
        _list(found, shown, len(files) > 1)
        return None
    return draft_of((usable or found)[0], texts, name or "")


def _named(found: list[Candidate], name: str) -> list[Candidate]:
    """The candidates of a name: the whole one first, those that can be used first."""
    whole = [c for c in found if name in (c.name, c.torch)]
    return whole or [c for c in found if name in (c.name.rpartition("::")[2], c.plain)]


def _same_op(usable: list[Candidate]) -> bool:
    """Whether they are one function: as an op, and as what a Python module has."""
    return len({c.function.name if c.function else c.name for c in usable}) == 1


def _list(found: list[Candidate], shown: str, several: bool) -> None:
    err = sys.stderr
    print(f"There is more than one choice in {shown}:\n", file=err)
    for candidate in found:
        where = f"{candidate.file}:{candidate.line}" if several else f"line {candidate.line}"
        how = f", {candidate.how}" if candidate.how else ""
        print(f"{candidate.name}  ({where}{how})", file=err)
        print(f"    {candidate.signature:.300}", file=err)
        if candidate.problem:
            print(f"    cannot be used: {candidate.problem}", file=err)
    print("\nChoose one with --function NAME.", file=err)
