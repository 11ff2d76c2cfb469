"""``op-workbench report PATH…``: all that somebody else needs to see the same, in one archive."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from workbench.cli import consent, stages, verify
from workbench.core import jobs
from workbench.core.report import OpLog, again, arrays_job, place_of, report
from workbench.core.storage import archive
from workbench.engine.client import Engine
from workbench.engine.store import Store

HELP = "verify an op, and write what somebody else needs to see the same into one .zip"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="an op folder, a project or an archive"
    )
    consent.add_option(parser)
    parser.add_argument(
        "--to",
        type=Path,
        metavar="FILE.zip",
        help="the new archive; NAME-report.zip in the working folder where not given",
    )
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="show what compilers and kernels print"
    )
    verify.choice_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if the archive is there, whatever the verdict is."""
    folders = consent.op_folders(options.paths, options.trust)
    progress = stages.Progress(sys.stdout, options.verbose, "compare")
    change = partial(verify.changed, variant=options.variant, exporter=options.exporter)
    chosen = [f"--variant {options.variant}"] * (options.variant is not None)
    chosen += [f"--exporter {options.exporter}"] * (options.exporter is not None)
    logs = {folder: OpLog() for folder in folders}
    versions: dict[str, str] = {}

    def on_event(event: jobs.Event, folder: Path | None) -> None:
        if isinstance(event, jobs.HostReady):
            versions.update(event.versions)
        elif isinstance(event, jobs.Log) and folder in logs:
            logs[folder].add(event)
        progress.event(event, folder)

    with Engine(on_event, show_output=options.verbose) as engine, Store().scratch() as scratch:
        states = engine.load(folders, change)
        name = states[0].name if len(states) == 1 else "ops"
        target = place_of(options.to, name)
        progress.begin(states)
        engine.start()
        engine.run(folders, force=True)
        progress.end()
        arrays = {}
        for number, state in enumerate(states):
            keep = scratch / str(number)
            keep.mkdir()
            job = arrays_job(1, state, keep)
            if job is not None:
                engine.run_job(job)
                arrays[state.folder] = keep
        texts = {folder: log.text for folder, log in logs.items()}
        made = report(states, arrays, texts, versions, again(chosen))
        target.parent.mkdir(parents=True, exist_ok=True)
        files = archive.pack(made.members, target)
    print(f"{target}: {files} files, {target.stat().st_size:,} bytes")
    print(f"    The same elsewhere: op-workbench verify{again(chosen)} {target.name}")
    for line in made.missing:
        print(f"    not in it: {line}")
    for name in made.named:
        print(f"    names a folder or a value of this machine: {name}", file=sys.stderr)
    return 0
