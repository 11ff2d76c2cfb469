"""``op-workbench new --cpp``: an op from C++ files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from workbench.core.errors import UserError
from workbench.importers.cpp.drafting.kept import draft_among
from workbench.importers.cpp.headers.include_roots import taken_from, with_licences
from workbench.importers.cpp.search.candidates import Candidate
from workbench.importers.cpp.search.choice import chosen, distinct
from workbench.importers.cpp.search.choice import shown as words_for
from workbench.importers.cpp.search.definers import read_with_definers
from workbench.importers.cpp.search.offered import Offered, offered
from workbench.importers.cpp.search.pointers import over_pointers
from workbench.importers.drafts.draft import Draft
from workbench.importers.setup_py import SETUP, Package, package_draft, read_package

__all__ = ["draft"]


_MOST = 40
"""Choices that are listed; an error names no more."""


def draft(
    files: list[Path],
    function: str | None,
    name: str | None,
    run_setup: bool = False,
    roots: Sequence[Path] = (),
) -> Draft | None:
    """The op of a function; None where the candidates were listed instead.

    Args:
        files: C++ files; headers of theirs are found, and what defines these. Or one setup.py,
            which names them.
        function: which function or registered op, by its name, its name with the types of its
            parameters, or its number in the list; None for the only one there is.
        roots: folders of headers that are not beside the files.
        name: the op's name; the function's where None.
        run_setup: the user wants setup.py to be run, beside being read.

    Raises:
        UserError: a file cannot be read, or holds no such function, or several of that name.
    """
    package = _package(files[0], run_setup) if files[0].name == SETUP else None
    texts = package.texts if package is not None else read_with_definers(files, roots)
    taken = taken_from(texts, roots, files)
    for one in taken:
        print(f"Taken along {one.words}", file=sys.stderr)
    choices = offered(texts, *((files,) if package is None else ((), package.flags)))
    found, usable = choices.all, choices.meant

    def made_of(candidate: Candidate) -> Draft:
        if package is not None:
            return package_draft(candidate, package, name or "")
        made = draft_among(candidate, texts, choices.given, name or "")
        return with_licences(made, taken)

    shown = ", ".join(path.name for path in files)
    if not found:
        over, signature = over_pointers(texts, function or "")
        if over:
            hint = f"Make a blank op, and call it from its kernel: --blank '{signature}'"
            raise UserError("cpp", over, hint)
        raise UserError(
            "cpp",
            f"no function that takes tensors, and no registration, is in {shown}",
            "Give the file that defines the function, and the one that registers it.",
        )
    if function is not None:
        return made_of(_chosen(found, function, shown))
    if len(usable) != 1 and distinct(usable) != 1:
        _list(choices, shown, len(texts) > 1)
        if package is not None and package.notes:
            print("\nNot read, as that needs it to run:", file=sys.stderr)
            print("\n".join(f"    {note}" for note in package.notes[:_MOST]), file=sys.stderr)
        return None
    made = made_of(usable[0])
    ops = [c for c in found if c.registration is not None or c.struct is not None]
    _tell_left([c for c in ops if c.problem and c.file in choices.given], usable[0])
    return made


def _package(path: Path, run: bool) -> Package:
    if not run:
        return read_package(path)
    from workbench.engine.survey.setup_run import run_setup  # imports much, and seldom

    return read_package(path, run_setup(path))


def _tell_left(left: list[Candidate], taken: Candidate) -> None:
    """The other ops of the files: whoever gave them has meant these, too."""
    for candidate in left[:_MOST]:
        if candidate.torch != taken.torch:
            words = f"{candidate.how}: {candidate.problem}"
            print(f"left out: {candidate.name} ({words})", file=sys.stderr)


def _chosen(found: list[Candidate], function: str, shown: str) -> Candidate:
    """The candidate of a name; overloads of one name are told apart by their parameters."""
    meant = chosen(found, function)
    if not meant:
        names = list(dict.fromkeys(c.name for c in found))
        more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
        plain = function.partition("(")[0]
        same = chosen(found, plain) if "(" in function else []
        if same:
            names, more = [f"'{words_for(c)}'" for c in same], ""
        hint = f"There are: {', '.join(names[:_MOST])}{more}."
        raise UserError("cpp", f"'{function}' is not in {shown}", hint)
    usable = [c for c in meant if not c.problem]
    first = (usable or meant)[0]
    rivals = [c for c in usable if c.kind == first.kind and c.registration == first.registration]
    if distinct(rivals) > 1:
        # Two of one name and one head are told apart by their files alone.
        names = [
            f"--function {found.index(c) + 1}  (in {c.file})"
            if c.rivals
            else f"--function '{words_for(c)}'"
            for c in rivals
        ]
        names = list(dict.fromkeys(names))
        raise UserError(
            "cpp",
            f"{len(names)} functions are named '{function}' in {shown}",
            "Choose one of them:\n    " + "\n    ".join(names[:_MOST]),
        )
    return first


def _list(choices: Offered, shown: str, several: bool) -> None:
    err = sys.stderr
    if choices.meant:
        print(f"There is more than one choice in {shown}:\n", file=err)
    else:
        print(f"Nothing in {shown} can be used as it is:\n", file=err)
    for number, candidate in enumerate(choices.shown, 1):
        where = f"{candidate.file}:{candidate.line}" if several else f"line {candidate.line}"
        how = f", {candidate.how}" if candidate.how else ""
        print(f"{number:>2}  {candidate.name}  ({where}{how})", file=err)
        print(f"    {candidate.signature:.300}", file=err)
        if candidate.problem:
            print(f"    cannot be used: {candidate.problem}", file=err)
    if choices.hidden_words:
        print(f"\n{choices.hidden_words}", file=err)
    if choices.meant:
        print("\nChoose one with --function NAME, or with its number: --function 1.", file=err)
    elif any(not c.problem for c in choices.shown):
        print("\nWhat came along can be chosen with --function NAME, or with its number.", file=err)
