"""Building an op in this process: it imports no torch, and the compiler is the real one."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, stamp
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import BuildResult
from workbench.core.storage import op_file
from workbench.engine.build import build as builder
from workbench.engine.store import Store

LOOP = "for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];"


class Recorder(builder.Reporter):
    def __init__(self) -> None:
        self.steps: list[tuple[int, int, str]] = []
        self.text = ""

    def progress(self, done: int, total: int, text: str) -> None:
        self.steps.append((done, total, text))

    def log(self, text: str) -> None:
        self.text += text


def build(
    folder: Path, store: Store | None = None, *, unlinked: bool = False
) -> tuple[BuildResult, list[Problem]]:
    op = op_file.load(folder)
    return builder.build(folder, op, store or Store(), builder.Reporter(), unlinked)


def failure(folder: Path, store: Store | None = None) -> tuple[Problem, ...]:
    with pytest.raises(UserError) as caught:
        build(folder, store)
    return caught.value.problems


def kernel_with(body: str, before: str = "") -> str:
    text = TWICE_KERNEL.replace(LOOP, body)
    return text.replace("void twice", f"{before}\nvoid twice")


def edit(folder: Path, old: str, new: str, source: str = "kernel.cpp") -> None:
    path = folder / source
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def object_inode(library: str, name: str) -> bool:
    return (
        name
        in subprocess.run(
            ["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True
        ).stdout
    )


def with_kernel(keys: str, toml: str = TWICE_TOML) -> str:
    return toml.replace("[[mapping", f"[kernel]\n{keys}\n\n[[mapping", 1)


def write(folder: Path, *, fresh: bool = True, **files: str) -> None:
    """Files by their names, whose last underscore is the dot; each unlike any other where ``fresh``."""
    for name, text in files.items():
        stem, _, suffix = name.rpartition("_")
        (folder / f"{stem}.{suffix}").write_text(f"{text}\n// {stamp(fresh=fresh)}\n")


def symbols(library: str) -> str:
    command = ["nm", "-C", library]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
