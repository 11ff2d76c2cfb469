"""``op-workbench prepare``: make what the first builds would wait for."""

from __future__ import annotations

import argparse
import sys

from workbench.engine.prepare import prepare

HELP = "make now what the first builds of this machine would wait for: torch's headers, precompiled"


def arguments(parser: argparse.ArgumentParser) -> None:
    """It has no options."""


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if nothing stood in the way."""
    problems = prepare(lambda text: print(text, flush=True))
    for problem in problems:
        print(f"op-workbench: {problem}", file=sys.stderr)
    if not problems:
        print("Prepared.")
    return 1 if problems else 0
