"""``op-workbench bench nodes PATH``: where the time of an op's model goes in ONNX Runtime."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TextIO

from workbench.cli import consent, stages, verify
from workbench.cli.terminal import json_option, write_json
from workbench.core.jobs import ExportResult, ProfileResult
from workbench.core.timing import duration, profile_job
from workbench.engine.client import Engine

__all__ = ["HELP", "arguments", "run"]

HELP = "tell how long each node of an op's model takes, as ONNX Runtime's profile has it"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("path", type=Path, metavar="PATH", help="an op's folder")
    consent.add_option(parser)
    json_option(parser, "the times")
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="show what compilers and kernels print"
    )
    verify.choice_arguments(parser)
    verify.case_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if the model ran."""
    folder = consent.one_op(consent.op_folders([options.path], options.trust))
    change = partial(verify.changed, variant=options.variant, exporter=options.exporter)
    out = sys.stderr if options.json == "-" else sys.stdout
    progress = stages.Progress(out, options.verbose, "graph")
    with Engine(progress.event, show_output=options.verbose) as engine:
        state = stages.ran(engine, stages.loaded(engine, folder, change), progress, "graph")
        if isinstance(export := state.current_result("export"), ExportResult):
            verify.exported_case(export, options.case)
        found = engine.ask(profile_job(state, options.case), ProfileResult)
    if options.json:
        write_json(options.json, found)
    if options.json != "-":
        _print(state.name, found, out)
    return 0


def _print(name: str, found: ProfileResult, out: TextIO) -> None:
    print(f"{name}: {duration(found.total)} in nodes, the mean of {found.runs} runs", file=out)
    for one in found.nodes:
        made = "" if one.node.key else ", made by ONNX Runtime of others"
        times = f" in {one.calls} calls" if one.calls > 1 else ""
        text = f"{one.node.title}{times}, {one.provider}{made}"
        print(f"  {found.share(one):>6.1%}  {duration(one.milliseconds):>9}  {text}", file=out)
    for node in found.gone:
        print(f"       –          –  {node.title}: computed before, or put into others", file=out)
