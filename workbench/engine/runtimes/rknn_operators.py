"""Writes an op's custom operators for RKNN-Toolkit2: the module, and what it calls."""

from __future__ import annotations

import shutil
from pathlib import Path

from workbench.core.codegen.rknn import calls_kernel, plain_library, rknn_module
from workbench.core.declaration.op import Op
from workbench.engine.build.build import plain_library as build_library
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.store import Store

__all__ = ["OPERATORS", "write_kernel", "write_operators"]

OPERATORS = "custom_ops.py"


def write_operators(folder: Path, op: Op, target: Path, store: Store, reporter: Reporter) -> None:
    """Write ``custom_ops.py``, with the kernel's library or the reference's files beside it.

    Args:
        folder: the op's.
        op: one that ``core/runtimes/rknn.py`` lets through.
        target: where to write.
        store: where the library is kept.
        reporter: is told what is built.

    Raises:
        UserError: every problem of compiler and linker.
    """
    if not op.mapping.custom_nodes:
        return
    (target / OPERATORS).write_text(rknn_module(op), encoding="utf-8")
    write_kernel(folder, op, target, store, reporter)


def write_kernel(folder: Path, op: Op, target: Path, store: Store, reporter: Reporter) -> None:
    """Write what a Python module of an op computes by: the kernel's library, or the reference's files.

    Args:
        folder, op, target, store, reporter: as those of ``write_operators``.

    Raises:
        UserError: every problem of compiler and linker.
    """
    if calls_kernel(op):
        library = build_library(folder, op, store, reporter)
        shutil.copyfile(library, target / plain_library(op))
    elif op.reference.source:
        # What it imports lies beside it.
        for path in sorted(folder.rglob("*.py")):
            copy = target / path.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
