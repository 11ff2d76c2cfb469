"""``op-workbench difference PATH``: a comparison element by element, and where the worst are."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

import msgspec

from workbench.cli import consent, stages, verify
from workbench.cli.terminal import json_option, write_json
from workbench.core.errors import UserError
from workbench.core.jobs import CompareResult, OutputParity, PictureResult
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.picturing import (
    SAVED_AS,
    bin_label,
    error_text,
    first_look,
    picture_job,
    said,
    units_text,
)
from workbench.engine.client import Engine
from workbench.engine.store import Store

HELP = "show where and by how much an output differs: a histogram, the worst elements, a picture"

_BAR = 40
_SHOWN = 10


class Report(msgspec.Struct):
    """What ``--json`` writes: the comparison, and its elements."""

    compared: OutputParity
    elements: PictureResult


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("path", type=Path, metavar="PATH", help="an op's folder")
    consent.add_option(parser)
    parser.add_argument("--case", metavar="NAME", help="a set of inputs; main: ''")
    parser.add_argument("--output", metavar="NAME", help="an output of the op's model")
    parser.add_argument(
        "--with",
        dest="with_",
        metavar="WHO",
        help="who gave the expected values: reference, PyTorch",
    )
    parser.add_argument(
        "--at",
        type=index,
        metavar="I,J",
        help="which picture of an output of more than two dimensions; not given: that with the worst",
    )
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="write both sides and the errors (.npz), the elements (.csv), or the picture (.png)",
    )
    json_option(parser)
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="show what compilers and kernels print"
    )
    verify.choice_arguments(parser)


def index(text: str) -> tuple[int, ...]:
    """``1,2`` as numbers. Raises ValueError, which argparse says with this function's name."""
    return tuple(int(part) for part in text.split(","))


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if the comparison that is shown agrees."""
    if options.save is not None and options.save.suffix not in SAVED_AS:
        raise UserError("usage", f"it can be saved as {', '.join(SAVED_AS)}", file=options.save)
    folder = consent.one_op(consent.op_folders([options.path], options.trust))
    change = partial(verify.changed, variant=options.variant, exporter=options.exporter)
    out = sys.stderr if options.json == "-" else sys.stdout
    progress = stages.Progress(out, options.verbose, "compare")
    with Engine(progress.event, show_output=options.verbose) as engine, Store().scratch() as keep:
        states = engine.load([folder], change)
        progress.begin(states)
        engine.start()
        engine.run([folder])
        progress.end()
        state = engine.pipeline.states[folder]
        compared = _chosen(state, options)
        job = picture_job(state, compared, keep, options.at)
        if job is None:
            raise UserError("run", "what the op gave is not there any more", "Try again.")
        if options.save is not None and options.save.suffix != ".png":
            job = msgspec.structs.replace(job, save=str(options.save.absolute()))
        result = engine.ask(job, PictureResult)
        _check_slice(result, options.at)
        if options.save is not None and options.save.suffix == ".png":
            result = _save_picture(result, options.save)
    if options.json:
        write_json(options.json, Report(compared, result))
    if options.json != "-":
        _print(compared, result)
    return 0 if compared.agrees else 1


def _check_slice(result: PictureResult, at: tuple[int, ...] | None) -> None:
    if at is None or (result.picture is not None and result.picture.at == at):
        return
    sizes = result.picture.sizes if result.picture is not None else ()
    ranges = ", ".join(f"0 to {size - 1}" for size in sizes)
    hint = f"It takes one number for each of: {ranges}." if sizes else "Leave --at out."
    raise UserError("usage", f"there is no slice {','.join(map(str, at))} of this output", hint)


def _chosen(state: OpState, options: argparse.Namespace) -> OutputParity:
    """The comparison that is asked for."""
    ended = state.result("compare")
    result = ended.result if ended is not None else None
    if not isinstance(result, CompareResult):
        hint = "See op-workbench verify."
        raise UserError("run", f"nothing of '{state.name}' was compared", hint)
    wanted = {"case": options.case, "name": options.output, "expected_by": options.with_}
    found = [
        one
        for one in result.outputs
        if all(value is None or getattr(one, key) == value for key, value in wanted.items())
    ]
    chosen = first_look(found)
    if chosen is None:
        there = "; ".join(
            f"{one.case or 'main'}: {one.name} with {one.expected_by}" for one in result.outputs
        )
        raise UserError("usage", "there is no such comparison", f"There are: {there}.")
    return chosen


def _save_picture(result: PictureResult, path: Path) -> PictureResult:
    from workbench.gui.elements.planes import Planes, enlarged

    if result.picture is None:
        raise UserError("usage", "there is no picture of it", "Save it as .npz.", file=path)
    if not enlarged(Planes(result.picture).image("heat")).save(str(path)):
        raise UserError("disk", "the picture cannot be written", "Choose another place.", file=path)
    return msgspec.structs.replace(result, saved=str(path))


def _print(compared: OutputParity, result: PictureResult) -> None:
    case = f"case {compared.case}: " if compared.case else ""
    print(
        f"{case}{compared.name}, {compared.actual_by} with {compared.expected_by}: {said(result, compared)}"
    )
    most = max((one.within + one.beyond for one in result.bins), default=0)
    if most:
        print(f"  errors in {result.unit or 'whole numbers'}, elements:")
    for one in result.bins:
        bar = "█" * round(_BAR * one.within / most) + "▒" * -(-_BAR * one.beyond // most)
        beyond = f", {one.beyond:,} beyond what is allowed" if one.beyond else ""
        print(f"  {bin_label(one):>10} {bar:<{_BAR}} {one.within + one.beyond:,}{beyond}")
    for element in result.worst[:_SHOWN]:
        error = "one side is no number"
        if element.error is not None:
            units = f" ({units_text(element.units)} {result.unit})" if result.unit else ""
            error = f"error {error_text(element.error)}{units}"
        verdict = "" if element.agrees else ": differs"
        print(
            f"  {list(element.index)}: {compared.expected_by} {element.expected}, "
            f"{compared.actual_by} {element.actual}, {error}, "
            f"allowed {element.allowed:.3g}{verdict}"
        )
    if len(result.worst) > _SHOWN:
        print(f"  … and {len(result.worst) - _SHOWN} more (--json)")
    if result.saved:
        print(f"saved: {result.saved}")
