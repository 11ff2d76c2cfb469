"""``op-workbench gallery``: the ops that come with the program, and what they show."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator
from pathlib import Path

import msgspec

from workbench.cli.terminal import write_json
from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.gallery import gallery_runs, matrix
from workbench.core.gallery.gallery_runs import GalleryRuns
from workbench.core.storage import project

HELP = "list the gallery's ops"

_CELL = 22
_LABEL = 28


class Entry(msgspec.Struct):
    """What ``--json`` says of one op."""

    op: str
    path: str
    torch: str
    schema: str
    nodes: list[str]
    kernel: str
    ort: str
    doc: str


class Matrix(msgspec.Struct):
    """What ``--matrix --json`` says."""

    combinations: list[matrix.Combination]
    torch_onnx: matrix.Table
    mapping_onnx: matrix.Table
    empty: list[str]
    runtimes: GalleryRuns


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--json", action="store_true", help="print as JSON")
    parser.add_argument(
        "--matrix",
        action="store_true",
        help="show which combinations of sides have an op, and in which runtimes each has been "
        "verified; fails where a side has none",
    )


def run(options: argparse.Namespace) -> int:
    """Exit status 0; with ``--matrix`` 1 where a row or a column is empty."""
    if options.matrix:
        return _matrix([op for _, op in project.gallery()], options.json)
    entries = [_entry(folder, op) for folder, op in project.gallery()]
    if options.json:
        write_json("-", {"ops": entries})
        return 0
    width = max(len(e.op) for e in entries) + 2
    for entry in entries:
        print(f"{entry.op:<{width}}{entry.doc}")
        print(
            f"{'':<{width}}{entry.torch} -> {', '.join(entry.nodes)}; {entry.kernel} kernel, {entry.ort}"
        )
    return 0


def _entry(folder: Path, op: Op) -> Entry:
    return Entry(
        op.name,
        str(folder),
        op.torch,
        signature.torch_schema(op),
        [n.op for n in op.mapping.nodes],
        op.kernel.style,
        op.ort.implementation,
        op.doc,
    )


def _matrix(ops: list[Op], as_json: bool) -> int:
    torch_onnx, mapping_onnx = matrix.tables(ops)
    empty = list(dict.fromkeys([*torch_onnx.empty, *mapping_onnx.empty]))
    if as_json:
        found = [c for op in ops for c in matrix.combinations(op)]
        write_json("-", Matrix(found, torch_onnx, mapping_onnx, empty, gallery_runs.recorded()))
    else:
        for title, table in (("torch side", torch_onnx), ("mapping side", mapping_onnx)):
            print("\n".join(_lines(f"{title} \\ ONNX side", table)), end="\n\n")
        print("\n".join(gallery_runs.table(gallery_runs.recorded())), end="\n\n")
        print(f"no op: {', '.join(empty)}" if empty else "every row and every column has an op")
    return 1 if empty else 0


def _lines(corner: str, table: matrix.Table) -> Iterator[str]:
    yield _line([corner, *table.columns])
    yield "-" * (_LABEL + len(table.columns) * (_CELL + 2))
    for row in table.rows:
        texts = [", ".join(table.cells[row][column]) or "-" for column in table.columns]
        cells = [[row], *(textwrap.wrap(t, _CELL, break_on_hyphens=False) for t in texts)]
        for i in range(max(map(len, cells))):
            yield _line([cell[i] if i < len(cell) else "" for cell in cells])


def _line(cells: list[str]) -> str:
    label, *others = cells
    return (f"{label:<{_LABEL}}" + "".join(f"{c:<{_CELL + 2}}" for c in others)).rstrip()
