"""``op-workbench inputs PATH``: what the example inputs hold, without running anything."""

from __future__ import annotations

import argparse
from pathlib import Path

from workbench.cli import consent
from workbench.cli.terminal import json_option, write_json
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.jobs import PreviewResult
from workbench.core.storage import op_file

HELP = "show what the example inputs of an op hold: types, sizes, ranges, first elements"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("path", type=Path, metavar="PATH", help="an op's folder")
    parser.add_argument("--case", metavar="NAME", help="a further set of inputs; else the main one")
    json_option(parser)


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if all of them can be made."""
    from workbench.engine.values.preview import previews  # late: numpy

    folder = consent.one_op(consent.named_folders([options.path]))
    found = previews(_of_case(op_file.load(folder), options.case), folder)
    if options.json:
        write_json(options.json, PreviewResult(found))
    if options.json != "-":
        for one in found:
            if one.problem:
                print(f"{one.name}: {one.problem}")
                continue
            print(f"{one.name}: {one.type_words}, {one.range_words}")
            print(f"    {', '.join(one.first)}")
    return 1 if any(one.problem for one in found) else 0


def _of_case(op: Op, name: str | None) -> Op:
    if name is None:
        return op
    case = next((c for c in op.model.cases if c.name == name), None)
    if case is None:
        known = ", ".join(c.name for c in op.model.cases) or "none"
        raise UserError("usage", f"'{op.name}' has no case '{name}'", f"Cases: {known}.")
    return op.for_case(case)
