"""``op-workbench debug PATH --element y[3,4]``: the statement that wrote an element of an output."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

import msgspec

from workbench.cli import consent
from workbench.cli.terminal import erase_line, json_option, write_json
from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.files.files import read_text
from workbench.core.jobs import (
    DEBUG_RUNTIMES,
    DebugJob,
    DebugReturned,
    DebugStopped,
    DebugWrites,
    debug_place,
)
from workbench.core.storage import op_file

HELP = "stop at the statement of a kernel that wrote an element of an output"

_AROUND = 2
_HELP = "s step, c continue to the next write, l the last write again, q quit"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("path", type=Path, metavar="PATH", help="an op folder, or an archive")
    parser.add_argument(
        "--element", required=True, metavar="y[3,4]", help="an output and the index in it"
    )
    parser.add_argument(
        "--runtime", choices=tuple(DEBUG_RUNTIMES), default="torch", help="where it runs"
    )
    parser.add_argument("--case", default="", metavar="NAME", help="the inputs of a declared case")
    consent.add_option(parser)
    json_option(parser, "what was found")
    parser.add_argument("-v", "--verbose", action="store_true", help="show what the op prints")


class Report(msgspec.Struct):
    """What ``--json`` writes."""

    op: str
    runtime: str
    element: str
    writes: DebugWrites
    stopped: DebugStopped | DebugReturned


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if a statement of the op wrote the element."""
    from workbench.engine.debug.program import session

    element = jobs.Element.parse(options.element)
    folders = consent.op_folders([options.path], options.trust)
    if len(folders) != 1:
        names = ", ".join(folder.name for folder in folders)
        raise UserError("usage", "give the folder of one op", f"There is: {names}.")
    folder = folders[0].resolve()
    op = op_file.load(folder)
    case = jobs.ExportedCase(options.case, "", "", "") if options.case else None
    if case is not None and case.name not in [c.name for c in op.model.cases]:
        known = ", ".join(c.name for c in op.model.cases) or "none"
        raise UserError("usage", f"there is no case '{case.name}'", f"Cases: {known}.")
    job = DebugJob(1, str(folder), op, options.runtime, element, case)
    out = sys.stderr if options.json == "-" else sys.stdout
    with session(job, _teller(out, options.verbose)) as running:
        writes = running.find()
        stopped = running.to_last()
        _show_writes(writes, folder, job, out)
        _show(stopped, folder, out)
        if options.json:
            report = Report(op.name, job.runtime, str(element), writes, stopped)
            write_json(options.json, report)
        elif sys.stdin.isatty() and out.isatty():
            _talk(running.step, running.go_on, running.to_last, folder, out)
    return 0 if isinstance(stopped, DebugStopped) and _is_own(stopped) else 1


def _is_own(stopped: DebugStopped) -> bool:
    return bool(stopped.frames and stopped.frames[0].file)


def _teller(out: TextIO, verbose: bool):  # type: ignore[no-untyped-def]
    from workbench.engine.debug.program import Teller

    class Printed(Teller):
        def send(self, event: jobs.Event) -> None:
            if isinstance(event, jobs.Progress) and out.isatty():
                erase_line(out)
                print(event.text[:100], end="", file=out, flush=True)
            elif isinstance(event, jobs.Log) and verbose:
                print(event.text, end="", file=out)

    return Printed()


def _show_writes(writes: DebugWrites, folder: Path, job: DebugJob, out: TextIO) -> None:
    if out.isatty():
        erase_line(out)
    by = debug_place(job.op, job.runtime)
    print(f"{job.element} = {writes.value} in {by}", file=out)
    if not writes.writes:
        print("Nothing writes it: it is what the memory held before.", file=out)
    for i, write in enumerate(writes.writes):
        if writes.left_out and i == len(writes.writes) - 1:
            print(f"  and {writes.left_out} more writes, then", file=out)
        times = f" ({write.times} times)" if write.times > 1 else ""
        change = f"{write.old} -> {write.new}" if write.old else write.new
        print(f"  {_place(write.frame, folder)}: {change}{times}", file=out)


def _place(frame: jobs.Frame, folder: Path) -> str:
    if not frame.file:
        return f"{frame.function} in {frame.library}"
    path = Path(frame.file)
    name = path.relative_to(folder) if path.is_relative_to(folder) else path
    return f"{name}:{frame.line}: {frame.function}"


def _show(stopped: DebugStopped | DebugReturned, folder: Path, out: TextIO) -> None:
    """Where it stands: the lines around, the variables, and who called it."""
    if isinstance(stopped, DebugReturned):
        print(f"The op has returned; the element is {stopped.value}.", file=out)
        return
    top = stopped.frames[0] if stopped.frames else jobs.Frame("?")
    print(f"\n{_place(top, folder)}", file=out)
    if top.file:
        lines = read_text(Path(top.file)).splitlines()
        first = max(1, top.line - _AROUND)
        for number, line in enumerate(lines[first - 1 : top.line + _AROUND], first):
            print(f"{'>' if number == top.line else ' '}{number:>5}  {line}", file=out)
    for variable in stopped.variables:
        value = variable.value.replace("\n", " ")
        print(f"  {variable.name} = {value}", file=out)
    for frame in stopped.frames[1:]:
        print(f"  called by {_place(frame, folder)}", file=out)


_Go = Callable[[], DebugStopped | DebugReturned]


def _talk(step: _Go, go_on: _Go, last: _Go, folder: Path, out: TextIO) -> None:
    """Ask how to go on, until it is enough."""
    ways = {"s": step, "c": go_on, "l": last}
    print(_HELP, file=out)
    ended = False
    while True:
        print("(debug) ", end="", file=out, flush=True)
        answer = sys.stdin.readline()
        word = answer.strip().lower()[:1]
        if not answer or word == "q":
            return
        if word not in ways or (ended and word != "l"):
            print(_HELP, file=out)
            continue
        stopped = ways[word]()
        ended = isinstance(stopped, DebugReturned)
        _show(stopped, folder, out)
