"""``op-workbench export PATH…``: build and export each op, and check the graph."""

from __future__ import annotations

import argparse

from workbench.cli import stages

HELP = "build and export each op, and check the graph"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    stages.arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Exit status 0 only if every op got that far."""
    return stages.run_stages(options, "graph")
