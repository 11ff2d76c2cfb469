"""``--keep-case``: inputs that were tried become a case of an op's declaration, as *Keep as case* does it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

from workbench.cli import consent
from workbench.core.cells import FULL, PAIRS
from workbench.core.cells.kept import Kept, kept, unless_there, with_case
from workbench.core.cells.scripts import cell_of
from workbench.core.cells.sizes import axes
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.pipeline.at_sizes import kept_at
from workbench.core.pipeline.kept_inputs import worst_inputs
from workbench.core.pipeline.op_state import OpState
from workbench.core.storage import op_file
from workbench.engine.client import Engine

__all__ = ["keep_cell", "keep_tried"]


def keep_tried(state: OpState, sizes: Mapping[str, int], out: TextIO) -> None:
    """Keep the inputs of an op whose results differ, or those at other sizes, and say so.

    Args:
        state: what came of it.
        sizes: that were asked for; empty for none.
        out: where to say it.

    Raises:
        UserError: the declaration cannot be read or written.
    """
    if state.op is None:
        return
    declared = op_file.load(state.folder)
    if sizes and set(sizes) <= set(
        axes(declared)
    ):  # of others it has been said that there are none
        found = kept_at(declared, sizes)
    elif state.report().status == "differs":
        found = worst_inputs(state, declared)
    else:
        return
    print(f"{state.name}: {_written(state.folder, declared, found)}", file=out, flush=True)


def keep_cell(folders: Sequence[Path], options: argparse.Namespace) -> int:
    """Keep a cell of one op; nothing is run.

    Raises:
        UserError: there are several ops, or no such cell; the op has errors.
    """
    folder = consent.one_op(list(folders))
    with Engine() as engine:
        (state,) = engine.load([folder])
        if state.op is None or state.problems:
            raise UserError.of(state.problems)
        op = state.op
    cell = cell_of(op, FULL if options.full else PAIRS, options.keep_case)
    declared = op_file.load(folder)
    found = unless_there(declared, kept(op, cell))
    print(f"{state.name}: {_written(folder, declared, found)}")
    return 0 if found.case is not None else 1


def _written(folder: Path, declared: Op, found: Kept) -> str:
    if found.case is None:
        return f"no case is kept: {found.reason}"
    changed = with_case(declared, found.case)
    op_file.save(folder, changed)
    return f"these inputs are the case '{changed.model.cases[-1].name}' now, which each run tries"
