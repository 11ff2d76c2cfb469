"""The combinations of sides that ops are made of, and which of them the gallery's ops show.

There are three sides: what torch has, what maps it, and what ONNX has in the end. Each is read
off the declaration, so a new op of the gallery finds its place by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from workbench.core.declaration.op import Op

__all__ = [
    "MAPPING_SIDES",
    "ONNX_SIDES",
    "TORCH_SIDES",
    "Combination",
    "Table",
    "combinations",
    "tables",
]

COMPOSED, REGISTERED, EXTENSION = TORCH_SIDES = (
    "existing ops",
    "registered op",
    "C++ extension (pybind)",
)
"""What torch has: a composition of existing ops or one of them; an op in its registry, as
``TORCH_LIBRARY`` makes it; or a plain C++ extension, which torch knows nothing of."""

ATEN_SYMBOLIC, OP_SYMBOLIC, FUNCTION_SYMBOLIC, SCRIPT, TRANSLATION = MAPPING_SIDES = (
    "symbolic of an ATen op",
    "symbolic of a registered op",
    "Function.symbolic",
    "onnxscript function",
    "translation table",
)
"""What maps it: the TorchScript exporter's three places for a symbolic function, a function of
onnxscript, or the torch.export exporter's table."""

STANDARD, CUSTOM, LOCAL = ONNX_SIDES = (
    "standard operators",
    "custom domain",
    "model-local function",
)
"""What ONNX has: one or several standard nodes; a node in a domain of one's own, for which the
runtime needs a kernel; or a function that travels in the model."""


class Combination(msgspec.Struct, frozen=True):
    """What an op, or a variant of it, is made of on each side.

    Attributes:
        op: the op's name, with ``/variant`` where it is one.
        torch, mapping, onnx: the sides, of ``TORCH_SIDES``, ``MAPPING_SIDES`` and ``ONNX_SIDES``.
    """

    op: str
    torch: str
    mapping: str
    onnx: str


class Table(msgspec.Struct, frozen=True):
    """Two of the sides against each other.

    Attributes:
        rows, columns: the labels.
        cells: row → column → names of the ops; every row has every column.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: dict[str, dict[str, tuple[str, ...]]]

    @property
    def empty(self) -> tuple[str, ...]:
        """The labels of rows and columns without any op."""
        rows = [r for r in self.rows if not any(self.cells[r].values())]
        columns = [c for c in self.columns if not any(self.cells[r][c] for r in self.rows)]
        return (*rows, *columns)


def combinations(op: Op) -> tuple[Combination, ...]:
    """The combination of an op's main mapping, then those of its variants."""
    return (
        _combination(op.name, op.resolved("")),
        *(_combination(f"{op.name}/{name}", op.resolved(name)) for name in op.variants),
    )


def _combination(name: str, op: Op) -> Combination:
    return Combination(name, _torch_side(op), _mapping_side(op), _onnx_side(op))


def _torch_side(op: Op) -> str:
    kind = op.kernel.kind
    if kind.language == "python" or _is_aten(op):
        return COMPOSED
    return EXTENSION if kind.is_function else REGISTERED


def _is_aten(op: Op) -> bool:
    return op.kernel.kind.exists and not op.kernel.package


def _mapping_side(op: Op) -> str:
    if any(node.script for node in op.mapping.nodes):
        return SCRIPT
    if op.model.exported_by.dynamo:
        return TRANSLATION
    if op.kernel.kind.is_function:
        return FUNCTION_SYMBOLIC
    return ATEN_SYMBOLIC if _is_aten(op) else OP_SYMBOLIC


def _onnx_side(op: Op) -> str:
    if op.mapping.custom_nodes:
        return CUSTOM
    return LOCAL if any(node.script for node in op.mapping.nodes) else STANDARD


def tables(ops: Iterable[Op]) -> tuple[Table, Table]:
    """Torch's sides against ONNX's, and the mapping's against ONNX's."""
    found = [c for op in ops for c in combinations(op)]
    return (
        _table(found, TORCH_SIDES, lambda c: c.torch),
        _table(found, MAPPING_SIDES, lambda c: c.mapping),
    )


def _table(
    found: list[Combination], rows: tuple[str, ...], row_of: Callable[[Combination], str]
) -> Table:
    cells = {
        row: {
            column: tuple(c.op for c in found if (row_of(c), c.onnx) == (row, column))
            for column in ONNX_SIDES
        }
        for row in rows
    }
    return Table(rows, ONNX_SIDES, cells)
