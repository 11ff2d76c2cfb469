"""Writes ``docs/command-line.md``, every command with its options, from the parsers themselves.

python tools/command_line_reference.py
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from workbench.cli import COMMANDS, make_parser  # noqa: E402  # from this checkout

__all__ = ["PAGE", "reference"]

PAGE = ROOT / "docs" / "command-line.md"
_HEAD = """# The command line

This page is written by `tools/command_line_reference.py` from the commands themselves; do not edit it.

Everything that the window does, `op-workbench` does headless. `op-workbench [PATH]` opens the window, on a project,
an op, an archive, or the graph of an `.onnx` file. `PATH` is an op's folder, a project, or an archive where a command
takes several ops.

The exit status is 0 where all is well, 1 where it is not, 2 for wrong usage, 130 when it was interrupted. `--json`
writes what is printed for programs.
"""


def reference() -> str:
    """The page, in Markdown."""
    parser = make_parser(COMMANDS)
    found = _subparsers(parser)
    assert found is not None
    parts = [_HEAD]
    for name in COMMANDS:
        parts += _command(name, found.choices[name], 2)
    return "\n".join(parts).rstrip() + "\n"


def _subparsers(parser: argparse.ArgumentParser) -> argparse._SubParsersAction | None:
    kinds = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    return next(kinds, None)


def _command(name: str, parser: argparse.ArgumentParser, level: int) -> Iterator[str]:
    within = _subparsers(parser)
    actions = [a for a in parser._actions if a is not within and a.dest != "help"]
    positional = [_usage(a) for a in actions if not a.option_strings]
    yield f"{'#' * level} {' '.join([name, *positional])}\n"
    yield f"{_sentence(parser.description or '')}\n"
    rows = [a for a in actions if a.option_strings or a.help]
    if rows:
        yield "| option | does |\n|---|---|"
        for action in rows:
            yield f"| {_called(action)} | {_cell(action, parser)} |"
        yield ""
    for inner, sub in within.choices.items() if within is not None else ():
        yield from _command(f"{name} {inner}", sub, level + 1)


def _called(action: argparse.Action) -> str:
    if not action.option_strings:
        return f"`{_usage(action)}`"
    value = f" {_value(action)}" if action.nargs != 0 else ""
    return ", ".join(f"`{option}{value}`" for option in action.option_strings)


def _usage(action: argparse.Action) -> str:
    several = {"+": "…", "*": "…"}.get(str(action.nargs), "")
    return (
        f"[{_value(action)}{several}]" if action.nargs in ("?", "*") else _value(action) + several
    )


def _value(action: argparse.Action) -> str:
    if action.metavar is None and action.choices is not None:
        return "{" + ",".join(map(str, action.choices)) + "}"
    named = action.metavar or action.dest.upper()
    if isinstance(named, tuple):
        return " ".join(named)
    return " ".join([named] * action.nargs) if isinstance(action.nargs, int) else named


def _cell(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    text = (action.help or "") % {**vars(action), "prog": parser.prog}
    return " ".join(text.split()).replace("|", "\\|")


def _sentence(text: str) -> str:
    words = " ".join(text.split())
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith('.') else '.'}"


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
