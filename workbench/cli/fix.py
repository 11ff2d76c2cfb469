"""``op-workbench fix PATH``: what would fix an op's problems, and to take one of it.

It offers what the window's buttons offer. Where nothing is wrong with the declaration, the op is
built and run: a kernel that gives other shapes than declared may tell the rule that fits, an op
library in which domain it has the op. An op that nobody trusts yet is not run while a warning of its
declaration can be fixed.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from workbench.cli import consent
from workbench.cli.terminal import write_json
from workbench.core.compile.text_fixes import edited_text, source_fixes
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.files.files import read_text, write_text
from workbench.core.fixes import fixes
from workbench.core.storage import op_file, trust
from workbench.engine.client import Engine
from workbench.problems import find_problems

__all__ = ["arguments", "run"]

HELP = "list what fixes the problems of an op, as the window's buttons do, and take one of it"


class Offered(msgspec.Struct):
    """A fix in ``--json``."""

    number: int
    title: str
    problem: Problem


class Report(msgspec.Struct):
    """What ``--json`` prints."""

    op: str
    problems: tuple[Problem, ...]
    fixes: list[Offered]


class _Fix(NamedTuple):
    title: str
    problem: Problem
    take: Callable[[], None]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("path", type=Path, metavar="PATH", help="an op's folder")
    parser.add_argument(
        "--take", type=int, metavar="N", help="do the fix of this number; else they are listed"
    )
    consent.add_option(parser)
    parser.add_argument("--json", action="store_true", help="print as JSON")


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if a fix was taken, or no problem is left to fix."""
    folder = consent.one_op(consent.named_folders([options.path]))
    problems = _sorted(p for p in find_problems(folder).problems if p.severity != "note")
    found = list(_found(folder, problems))
    untrusted = not options.trust and bool(trust.untrusted([folder]))
    if not any(p.severity == "error" for p in problems) and not (found and untrusted):
        told = _of_run(consent.consented([folder], options.trust)[0])
        problems = _sorted([*problems, *(p for p in told if p not in problems)])
        found = list(_found(folder, problems))
    if options.take is not None:
        if not 1 <= options.take <= len(found):
            known = f"1 to {len(found)}" if found else "there is none"
            raise UserError("usage", f"there is no fix {options.take}", f"Fixes: {known}.")
        found[options.take - 1].take()
        print(f"{folder.name}: {found[options.take - 1].title}", file=sys.stderr)
        return 0
    if options.json:
        offered = [Offered(i, fix.title, fix.problem) for i, fix in enumerate(found, 1)]
        write_json("-", Report(folder.name, tuple(problems), offered))
    else:
        _print(folder, problems, found)
    return 1 if any(p.severity == "error" for p in problems) else 0


def _sorted(problems: Iterable[Problem]) -> list[Problem]:
    """What makes the op fail comes before warnings, which a compiler has many of."""
    return sorted(problems, key=lambda p: p.severity != "error")


def _print(folder: Path, problems: Iterable[Problem], found: list[_Fix]) -> None:
    numbers = {id(fix): i for i, fix in enumerate(found, 1)}
    for problem in problems:
        print(f"{problem.severity}: {problem}")
        for fix in (f for f in found if f.problem is problem):
            print(f"  {numbers[id(fix)]:>3}  {fix.title}")
    if found:
        print(f"Take one:  op-workbench fix {shlex.quote(str(folder))} --take 1")
    else:
        print(f"{folder.name}: nothing here that is known to fix something")


def _of_run(folder: Path) -> list[Problem]:
    """What building and running an op says."""
    with Engine(lambda _event, _folder: None) as engine:
        (state,) = engine.load([folder])
        engine.start()
        engine.run([folder], force=True)
        return list(engine.pipeline.states[state.folder].report().problems)


def _found(folder: Path, problems: Iterable[Problem]) -> Iterator[_Fix]:
    op = op_file.load(folder, validate=False)
    for problem in problems:
        if problem.key:
            for fix in fixes(op, problem, folder):
                yield _Fix(fix.title, problem, _declared(folder, fix.op))
        elif problem.file and problem.line and (path := folder / problem.file).is_file():
            text = read_text(path)
            for one in source_fixes(problem, text):
                yield _Fix(one.title, problem, _written(path, edited_text(text, one.edits)))


def _declared(folder: Path, op: Op) -> Callable[[], None]:
    return lambda: op_file.save(folder, op)


def _written(path: Path, text: str) -> Callable[[], None]:
    return lambda: write_text(path, text)
