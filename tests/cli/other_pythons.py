"""Pythons that tests use beside the program's: fetched from the network once, and kept between runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from workbench.core.files.leftovers import alone

__all__ = ["other_python"]


def other_python(config: pytest.Config, kept: str, *packages: str) -> Path:
    """A Python with these packages alone; where they cannot be had, the test is skipped.

    Args:
        config: pytest's, with its cache.
        kept: what the environment is called there.
        packages: as pip takes them.
    """
    assert config.cache is not None
    home = Path(config.cache.mkdir(kept))
    there = home / "bin" / "python"
    with alone(home.with_suffix(".lock")):
        if not (home / "whole").exists():
            subprocess.run([sys.executable, "-m", "venv", "--clear", home], check=True)
            words = [there, "-m", "pip", "install", *packages]
            got = subprocess.run(words, capture_output=True, text=True, check=False)
            if got.returncode:
                pytest.skip(f"it cannot be had: {got.stderr.strip().splitlines()[-1]}")
            (home / "whole").touch()
    return there
