"""``op-workbench gallery``: the ops that come with the program."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from workbench.core import project, signature
from workbench.core.op import Op

HELP = "list the gallery's ops"


class Entry(msgspec.Struct):
    """What ``--json`` says of one op."""

    op: str
    path: str
    torch: str
    schema: str
    nodes: list[str]
    kernel: str
    ort: str
    doc: str


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--json", action="store_true", help="print as JSON")


def run(options: argparse.Namespace) -> int:
    """Exit status 0."""
    entries = [_entry(folder, op) for folder, op in project.gallery()]
    if options.json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode({"ops": entries})).decode() + "\n")
        return 0
    width = max(len(e.op) for e in entries) + 2
    for entry in entries:
        print(f"{entry.op:<{width}}{entry.doc}")
        print(
            f"{'':<{width}}{entry.torch} -> {', '.join(entry.nodes)}; {entry.kernel} kernel, {entry.ort}"
        )
    return 0


def _entry(folder: Path, op: Op) -> Entry:
    return Entry(
        op.name,
        str(folder),
        op.torch,
        signature.torch_schema(op),
        [n.op for n in op.mapping.nodes],
        op.kernel.style,
        op.ort.implementation,
        op.doc,
    )
