"""``op-workbench start``: what ``make run`` runs.

With a display the window opens on a ready gallery project; without one the same job is
done headless.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from workbench import paths
from workbench.core.pipeline.hosts import host_environment, preparation_command
from workbench.core.storage import project

__all__ = ["gallery_project", "has_display", "no_display_message", "open_window", "preparation"]

HELP = "open the window on a ready gallery project; without a display, verify it"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--headless", action="store_true", help="do not open a window")


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if the window was closed, or every op agrees."""
    folder = gallery_project()
    if not options.headless and has_display():
        return open_window(folder)
    if not options.headless:
        print(f"{no_display_message()} Doing the same job without a window.\n")
    from workbench.cli import verify  # not needed where the window is

    parser = argparse.ArgumentParser()
    verify.arguments(parser)
    with preparation():
        status = verify.run(parser.parse_args([str(folder)]))
    print(f"\nThe project is in {folder}")
    print(f"Libraries and models are in {paths.cache_dir()}")
    print("Where each file is: op-workbench verify --json - PATH")
    return status


def open_window(path: Path | None) -> int:
    """Open the window on a project, an archive or nothing; its exit status once it is closed."""
    # Nothing of what is imported is garbage, and Python would look through it again and again: 20 ms
    # of 440. From then on the window's Collector does that.
    gc.disable()
    try:
        from workbench.gui.app import run_window

        return run_window(path)
    finally:
        gc.enable()


def gallery_project() -> Path:
    """The user's own copy of the gallery as a project; ops that are new in it are added."""
    folder = paths.data_dir() / "gallery"
    if not (folder / project.PROJECT_FILE).is_file():
        project.create_project(folder, "gallery")
    for source, op in project.gallery():
        if not (folder / "ops" / op.name).exists():
            project.copy_op(source, folder, op.name)
    return folder


@contextlib.contextmanager
def preparation() -> Iterator[None]:
    """Has what the next ops' builds would wait for made while one op is built, on idle cores."""
    quiet = subprocess.DEVNULL
    command = preparation_command(first_alone=True)
    child = subprocess.Popen(
        command, env=host_environment(), stdin=quiet, stdout=quiet, stderr=quiet
    )
    try:
        yield
    finally:
        child.terminate()  # it ends its compilers, too
        child.wait()


def no_display_message() -> str:
    """Why no window can be opened."""
    display = os.environ.get("DISPLAY")
    what = (
        f"The display {display} does not answer."
        if display
        else "There is no display (DISPLAY is not set)."
    )
    return f"{what} In an SSH session, ssh -X gives one."


def has_display() -> bool:
    """Whether a window can be opened, found without loading Qt."""
    if os.environ.get("QT_QPA_PLATFORM") or sys.platform in ("darwin", "win32"):
        return True
    wayland = os.environ.get("WAYLAND_DISPLAY")
    if wayland and (Path(os.environ.get("XDG_RUNTIME_DIR", "/")) / wayland).exists():
        return True
    display = re.fullmatch(
        r"(?P<host>[\w.\-/]*):(?P<number>\d+)(\.\d+)?", os.environ.get("DISPLAY", "")
    )
    return display is not None and _answers(display["host"], int(display["number"]))


def _answers(host: str, number: int) -> bool:
    if host in ("", "unix"):
        family, addresses = (
            socket.AF_UNIX,
            [f"/tmp/.X11-unix/X{number}", f"\0/tmp/.X11-unix/X{number}"],
        )
    else:
        family, addresses = socket.AF_INET, [(host, 6000 + number)]  # type: ignore[list-item]
    for address in addresses:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.settimeout(3)
            try:
                probe.connect(address)
            except OSError:
                continue
            return True
    return False
