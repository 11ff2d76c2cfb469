"""Runtimes that tests use: fetched from the network once, and kept between runs."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import command
from workbench.core.files.leftovers import alone

__all__ = ["with_runtimes"]


def with_runtimes(config: pytest.Config, kept: str, *names: str) -> Path:
    """A data folder in which runtimes have been added; where one cannot be had, the test is skipped.

    Args:
        config: pytest's, with its cache.
        kept: what the folder is called there.
        names: of the runtimes.
    """
    assert config.cache is not None
    folder = Path(config.cache.mkdir(kept))
    with alone(folder / "adding"):
        for name in names:
            if (folder / "runtimes" / name / "ready.json").is_file():
                continue
            done = subprocess.run(
                command("runtime", "add", name), env={**os.environ, "OP_WORKBENCH_DATA": str(folder)},
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            if done.returncode:
                pytest.skip(f"{name} cannot be had here: {done.stderr}")
    return folder
