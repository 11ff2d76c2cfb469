"""``op-workbench toolkit add NAME… | list | remove NAME…``: compilers that come on request."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from workbench.cli import environments
from workbench.core.toolkits import TOOLKITS, Toolkit

HELP = "add, list or remove compilers that the program does not bring along: the one of CUDA files"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what may be done."""
    environments.declare(parser, TOOLKITS)


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if all was done."""
    return environments.do(options, Toolkit.kind, TOOLKITS, _make)


def _make(name: str, folder: Path, tell: Callable[[str], None]) -> str:
    from workbench.engine.toolkits import MAKERS

    return MAKERS[name](folder, tell)
