"""``op-workbench verify PATH…``: build, export, run and compare each op."""

from __future__ import annotations

import argparse

from workbench.cli import stages

HELP = "build, export, run and compare each op of an op folder or a project"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    stages.arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Exit status 0 only if every op agrees (or is export-only, where there is no parity)."""
    return stages.run_stages(options, "compare")
