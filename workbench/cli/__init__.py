"""The command ``op-workbench``: everything that the window does, headless.

A command is one module with ``NAME``, ``HELP``, ``arguments(parser)`` and ``run(options)``,
which returns the exit status.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from workbench import __version__
from workbench.cli.terminal import plain_output, tell_error
from workbench.core.errors import UserError
from workbench.core.files.files import real_path

__all__ = ["COMMANDS", "main", "make_parser"]

COMMANDS = (
    *(
        "start",
        "check-declaration",
        "fix",
        "verify",
        "check",
        "build",
        "export",
        "run",
        "difference",
        "history",
        "inputs",
        "inspect",
        "apply",
        "deliver",
        "graph-diff",
        "divergence",
        "report",
        "debug",
        "new",
        "take-headers",
        "archive",
        "gallery",
        "search",
    ),
    *("doctor", "prepare", "runtime", "toolkit", "bench"),
)
_DESCRIPTION = "Carry an operator from a C++ kernel to PyTorch, ONNX and ONNX Runtime."
_EPILOG = "Without a command: open the window, on the project, archive or ONNX model at PATH if one is given."


def make_parser(names: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of some commands."""
    parser = argparse.ArgumentParser("op-workbench", description=_DESCRIPTION, epilog=_EPILOG)
    parser.add_argument("--version", action="version", version=f"op-workbench {__version__}")
    _without_color(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name in names:
        module = importlib.import_module(f"workbench.cli.{name.replace('-', '_')}")
        sub = commands.add_parser(name, help=module.HELP, description=module.HELP)
        _without_color(sub)
        module.arguments(sub)
        sub.set_defaults(run=module.run)
    return parser


def _without_color(parser: argparse.ArgumentParser) -> None:
    """Python 3.14 writes escape sequences of its own."""
    parser.color = False  # type: ignore[attr-defined, unused-ignore]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit status: 0 fine, 1 not, 2 wrong usage, 130 interrupted."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    with plain_output():
        return _status(given)


def _status(given: list[str]) -> int:
    try:
        status = _run(given)
        sys.stdout.flush()
        return status
    except UserError as error:
        tell_error(error)
        return 1
    except BrokenPipeError:
        _drop_output()  # whoever read it (head, less) has seen enough
        return 1
    except OSError as error:  # the disk is full, a folder went away: whatever nobody foresaw
        reason = f"the system says: {error.strerror or error}"
        named = Path(os.fsdecode(error.filename)) if isinstance(error.filename, str) else ""
        hint = "Look at that place and at the space on the disk, and try again."
        print(f"op-workbench: {UserError('disk', reason, hint, file=named)}", file=sys.stderr)
        try:
            sys.stdout.flush()
        except OSError:
            _drop_output()
        return 1
    except KeyboardInterrupt:
        print("op-workbench: stopped", file=sys.stderr)
        return 130


def _drop_output() -> None:
    """What could not be written is not tried again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(given: list[str]) -> int:
    if not given or (given[0] not in COMMANDS and not given[0].startswith("-")):
        return _window(given)
    # The modules of the other commands would be imported for nothing: a tenth of a second.
    named = given[:1] if given[0] in COMMANDS else COMMANDS
    options = make_parser(named).parse_args(given)
    return int(options.run(options))


def _window(given: list[str]) -> int:
    if len(given) > 1:
        print(f"op-workbench: no command '{given[0]}'; see op-workbench --help", file=sys.stderr)
        return 2
    path = Path(given[0]) if given else None
    if path is not None and not real_path(path).exists():
        hint = f"Commands: {', '.join(COMMANDS)}."
        raise UserError("project", "neither a command nor a folder that exists", hint, file=path)
    from workbench.cli.start import has_display, no_display_message, open_window
    from workbench.core.storage.archive import is_archive
    from workbench.core.storage.project import find_op_folders

    if not has_display():
        if path is not None and path.is_file() and not is_archive(path):
            find_op_folders(path)  # says what can be done with a file without a window
        print(f"op-workbench: {no_display_message()}", file=sys.stderr)
        return 1
    return open_window(path)
