"""``op-workbench runtime add NAME… | list | remove NAME…``: the runtimes beside ONNX Runtime here."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import msgspec

from workbench.cli.terminal import json_option, write_json
from workbench.core.errors import UserError
from workbench.core.runtimes import RUNTIMES, Runtime

HELP = "add, list or remove runtimes in which ops are verified beside ONNX Runtime on this machine"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what may be done."""
    what = parser.add_subparsers(metavar="add|list|remove", dest="what", required=True)
    known = ", ".join(RUNTIMES)
    for word, text in (("add", "download and unpack its environment"), ("remove", "remove it")):
        one = what.add_parser(word, help=text)
        one.add_argument("names", nargs="+", metavar="NAME", help=known)
    listing = what.add_parser("list", help="which there are, and which have been added")
    json_option(listing, "it")


class Listed(msgspec.Struct, frozen=True):
    """What ``list --json`` says of a runtime."""

    name: str
    label: str
    title: str
    added: bool
    versions: str
    downloads: tuple[str, ...]
    folder: str


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if all was done."""
    if options.what == "list":
        return _list(options.json)
    unknown = next((name for name in options.names if name not in RUNTIMES), "")
    if unknown:
        hint = f"Runtimes: {', '.join(RUNTIMES)}."
        raise UserError("runtime", f"there is no runtime '{unknown}'", hint)
    for name in options.names:
        (_add if options.what == "add" else _remove)(RUNTIMES[name])
    return 0


def _add(runtime: Runtime) -> None:
    from workbench.engine.runtimes.environment import add

    print(f"{runtime.name}: {runtime.words.short}. It downloads:")
    for what in runtime.downloads:
        print(f"  - {what}")
    print(f"into {runtime.folder}", flush=True)
    start = time.monotonic()
    made = add(runtime, _tell)
    print(f"{runtime.name}: added in {time.monotonic() - start:.0f} s: {made.versions}")
    print(f"Use it: op-workbench verify PATH --runtime {runtime.name}")


def _remove(runtime: Runtime) -> None:
    from workbench.engine.runtimes.environment import remove

    print(f"{runtime.name}: {'removed' if remove(runtime, _tell) else 'it was not there'}")


def _tell(text: str) -> None:
    print(f"  {text}", flush=True)


def _list(json: str | None) -> int:
    found = [_listed(runtime) for runtime in RUNTIMES.values()]
    if json:
        write_json(json, found)
    out = sys.stderr if json == "-" else sys.stdout
    width = max(len(one.label) for one in found) + 2
    for one in found:
        state = f"added: {one.versions}" if one.added else "not added"
        if not one.added and Path(one.folder).exists():
            state += f", or not to its end: op-workbench runtime add {one.name}"
        print(f"{one.label:<{width}}{one.title}; {state}", file=out)
    return 0


def _listed(runtime: Runtime) -> Listed:
    versions = ""
    if runtime.is_there:
        from workbench.engine.runtimes.environment import ready

        versions = ready(runtime).versions
    return Listed(
        runtime.name,
        runtime.label,
        runtime.words.short,
        runtime.is_there,
        versions,
        runtime.downloads,
        str(runtime.folder),
    )
