"""Passes of a check: some of the cells once more, looked at more closely.

Most have a kernel that was built for it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from workbench.core.cells.cell import Cell
from workbench.core.cells.factors import ARGUMENTS, DTYPES_OF, SIZES, THREADS, VALUES
from workbench.core.cells.sizes import is_large
from workbench.core.compile.cxx_flags import CHECK_BOUNDS, CHECK_THREADS
from workbench.core.op import Op

__all__ = ["BUILD", "MEMORY", "OPCHECK", "PASSES", "RACES", "Pass"]

BUILD = "look"
"""The factor that these cells have beside those of the matrix."""
_MEMORY_FACTORS = {ARGUMENTS, DTYPES_OF, SIZES, VALUES}
_RACE_FACTORS = {ARGUMENTS, DTYPES_OF, SIZES, THREADS}


class Pass(msgspec.Struct, frozen=True):
    """A closer look.

    Attributes:
        name: of its level of ``BUILD``.
        in_torch: whether PyTorch runs it, and not ONNX Runtime.
        flags: what the kernel is compiled with besides.
        factors: only cells in which nothing else is unusual, and in one of them, are run.
    """

    name: str
    in_torch: bool
    flags: tuple[str, ...]
    factors: frozenset[str]

    def applies(self, op: Op) -> str:
        """Why an op is not looked at this way; empty where it is."""
        if not self.flags:
            return _no_opcheck(op)
        if not op.kernel.kind.is_compiled:
            return "there is no C++ kernel of its own"
        if self.in_torch:
            return ""
        if not op.kernel.kind.is_shared:
            return "it needs a portable kernel: torch's own threads cannot be looked into"
        return "" if op.ort.side.runs_kernel else "ONNX Runtime does not run the kernel"

    def op(self, op: Op) -> Op:
        """The op with a kernel that is built so."""
        flags = (*op.kernel.compile_flags, *self.flags)
        kernel = msgspec.structs.replace(op.kernel, compile_flags=flags)
        return msgspec.structs.replace(op, kernel=kernel)

    def cells(self, cells: Sequence[Cell], first: int) -> list[tuple[Cell, Cell]]:
        """Its cells, each with the one of the matrix that it is made of.

        Args:
            cells: of the matrix.
            first: the number of the first of them.
        """
        chosen = [cell for cell in cells if self._takes(cell)]
        return [
            (Cell(first + i, {BUILD: self.name, **cell.levels}), cell)
            for i, cell in enumerate(chosen)
        ]

    def _takes(self, cell: Cell) -> bool:
        if not self.factors.issuperset(cell.levels) or len(cell.levels) > 1:
            return False
        # Such a build is slow, and sees each access of a small one as well.
        return not is_large(cell.level(SIZES))


def _no_opcheck(op: Op) -> str:
    if op.model.source:
        return "the op is called by a model of its own"
    if op.kernel.kind.is_function or op.kernel.kind.language == "python":
        return "the op is not in torch's registry"
    return "" if not op.kernel.kind.exists else "the op is torch's own, or a package's"


OPCHECK = Pass("opcheck", True, (), frozenset({ARGUMENTS, DTYPES_OF}))
"""``torch.library.opcheck``: schema, fake kernel (dtypes, shapes, strides), what compilers need."""
MEMORY = Pass(
    "memory checked",
    True,
    ("-fsanitize=address,undefined", CHECK_BOUNDS),
    frozenset(_MEMORY_FACTORS),
)
RACES = Pass(
    "threads checked",
    False,
    ("-fsanitize=thread", CHECK_THREADS),
    frozenset(_RACE_FACTORS),
)
PASSES = (OPCHECK, MEMORY, RACES)
