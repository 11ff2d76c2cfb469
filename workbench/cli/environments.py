"""Adds, lists and removes what is added on request: what the commands ``runtime`` and ``toolkit`` share."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import msgspec

from workbench.cli.terminal import json_option, write_json
from workbench.core.environments import Environment
from workbench.core.errors import UserError

__all__ = ["Listed", "declare", "do"]


class Listed(msgspec.Struct, frozen=True):
    """What ``list --json`` says of one."""

    name: str
    label: str
    title: str
    added: bool
    versions: str
    downloads: tuple[str, ...]
    folder: str


def declare(parser: argparse.ArgumentParser, known: Mapping[str, Environment]) -> None:
    """Declare what may be done."""
    what = parser.add_subparsers(metavar="add|list|remove", dest="what", required=True)
    names = ", ".join(known)
    for word, text in (("add", "download and unpack its environment"), ("remove", "remove it")):
        one = what.add_parser(word, help=text, description=f"{text}.")
        one.add_argument("names", nargs="+", metavar="NAME", help=names)
    text = "which there are, and which have been added"
    listing = what.add_parser("list", help=text, description=f"{text}.")
    json_option(listing, "it")


def do(
    options: argparse.Namespace,
    kind: str,
    known: Mapping[str, Environment],
    make: Callable[[str, Path, Callable[[str], None]], str],
) -> int:
    """Do it. Exit status 0 if all was done.

    Args:
        options: what is asked for.
        kind: ``runtime`` or ``toolkit``.
        known: name → environment.
        make: makes what is in the folder of the one of a name, tells its steps, and returns versions.
    """
    if options.what == "list":
        return _list(options.json, known)
    unknown = next((name for name in options.names if name not in known), "")
    if unknown:
        hint = f"{kind.capitalize()}s: {', '.join(known)}."
        raise UserError(kind, f"there is no {kind} '{unknown}'", hint)
    for name in options.names:
        if options.what == "add":
            _add(known[name], partial(make, name))
        else:
            _remove(known[name])
    return 0


def _add(environment: Environment, make: Callable[[Path, Callable[[str], None]], str]) -> None:
    from workbench.engine.environments.environment import add

    name = environment.name
    print(f"{name}: {environment.words.short}. It downloads:")
    for what in environment.downloads:
        print(f"  - {what}")
    print(f"into {environment.folder}", flush=True)
    start = time.monotonic()
    made = add(environment, make, _tell)
    print(f"{name}: added in {time.monotonic() - start:.0f} s: {made.versions}")
    print(f"Use it: {environment.use}")


def _remove(environment: Environment) -> None:
    from workbench.engine.environments.environment import remove

    done = "removed" if remove(environment, _tell) else "it was not there"
    print(f"{environment.name}: {done}")


def _tell(text: str) -> None:
    print(f"  {text}", flush=True)


def _list(json: str | None, known: Mapping[str, Environment]) -> int:
    found = [_listed(one) for one in known.values()]
    if json:
        write_json(json, found)
    out = sys.stderr if json == "-" else sys.stdout
    width = max(len(one.label) for one in found) + 2
    for one in found:
        state = f"added: {one.versions}" if one.added else "not added"
        if not one.added and Path(one.folder).exists():
            environment = known[one.name]
            state += f", or not to its end: op-workbench {environment.kind} add {one.name}"
        print(f"{one.label:<{width}}{one.title}; {state}", file=out)
    return 0


def _listed(environment: Environment) -> Listed:
    versions = ""
    if environment.is_there:
        from workbench.engine.environments.environment import ready

        versions = ready(environment).versions
    return Listed(
        environment.name,
        environment.label,
        environment.words.short,
        environment.is_there,
        versions,
        environment.downloads,
        str(environment.folder),
    )
