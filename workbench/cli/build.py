"""``op-workbench build PATH…``: build the libraries of each op."""

from __future__ import annotations

import argparse

from workbench.cli import stages

HELP = "build the libraries of each op"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    stages.arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Exit status 0 only if every op got that far."""
    return stages.run_stages(options, "build")
