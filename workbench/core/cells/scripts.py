"""Which cells can be written as a script, and which one somebody means."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from workbench.core.cells.cell import USUAL, Cell, levels_in
from workbench.core.cells.factors import factors_of
from workbench.core.cells.passes import BUILD
from workbench.core.cells.plan import plan
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError

__all__ = ["cell_of", "folder_name", "no_script", "script_file", "without_model"]


def no_script(op: Op, levels: Mapping[str, str]) -> str:
    """Why a cell is no script; empty where it can be one."""
    if BUILD in levels:
        return f"'{levels[BUILD]}' is this program's own way to look at a kernel"
    if op.model.source:
        return "the op is called by a model of its own, whose Python may need anything"
    return ""


def cell_of(op: Op, how: str, text: str) -> Cell:
    """The cell that is meant.

    Args:
        op: ``Op.resolved``.
        how: of which plan a number is.
        text: its number, or what is unusual in it as a check says it (``sizes: n = 0``).

    Raises:
        UserError: kind ``cell``; there is no such cell, or it is no script.
    """
    if text.isdigit():
        cells = plan(op, how).cells
        found = next((c for c in cells if c.number == int(text)), None)
        if found is None:
            raise UserError("cell", f"there is no cell {text}", f"There are {len(cells)}, from 0.")
        return found
    factors = {f.name: [level.name for level in f.levels] for f in factors_of(op)}
    try:
        levels = levels_in(text, (*factors, BUILD))
    except ValueError:
        hint = f"Write its number, or levels of these: {', '.join(factors)}."
        raise UserError("cell", f"'{text}' names no cell", hint) from None
    for factor, level in levels.items():
        if factor != BUILD and level not in factors[factor]:
            hint = f"There is: {', '.join(factors[factor])}."
            raise UserError("cell", f"'{factor}' has no level '{level}'", hint)
    if reason := no_script(op, levels):
        raise UserError("cell", f"this cell cannot be written as a script: {reason}")
    return Cell(0, {f: level for f, level in levels.items() if level != USUAL})


def folder_name(op: Op, cell: Cell) -> str:
    """A name for the folder of a cell's script."""
    words = "".join(c if c.isalnum() else "_" for c in " ".join(cell.levels.values()))
    return f"{op.name}_{words[:40].strip('_') or 'as_declared'}"


def script_file(op: Op, folder: Path) -> Path:
    """The script of a cell in its folder."""
    return folder / f"{op.name}_cell.py"


def without_model(problem: Problem) -> str:
    """What to say of a script that was there before the kernel ended the process."""
    return f"it has no ONNX model: {problem.message}"
