"""``op-workbench runtime add NAME… | list | remove NAME…``: the runtimes beside ONNX Runtime here."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from workbench.cli import environments
from workbench.core.runtimes import RUNTIMES, Runtime

HELP = "add, list or remove runtimes in which ops are verified beside ONNX Runtime on this machine"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what may be done."""
    environments.declare(parser, RUNTIMES)


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if all was done."""
    return environments.do(options, Runtime.kind, RUNTIMES, _make)


def _make(name: str, folder: Path, tell: Callable[[str], None]) -> str:
    from workbench.engine.runtimes.runners import RUNNERS

    return RUNNERS[name].make(folder, tell)
