"""Passes of a check: some of the cells once more, looked at more closely.

Most have a kernel that was built for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from workbench.core.cells.cell import Cell
from workbench.core.cells.factors import ARGUMENTS, DTYPES_OF, SIZES, THREADS, VALUES, family
from workbench.core.cells.sizes import is_large
from workbench.core.compile.cxx_flags import CHECK_BOUNDS, CHECK_THREADS
from workbench.core.declaration.op import Op
from workbench.core.shape_rule import is_data_dependent

__all__ = [
    *(
        "BUILD",
        "COMPILED",
        "DUAL",
        "GRADCHECK",
        "GRADGRADCHECK",
        "MEMORY",
        "OPCHECK",
        "PASSES",
        "RACES",
    ),
    "Pass",
]

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
        why_not: why an op is not looked at this way; empty where it is.
        of_backward: it looks at the backward, so an op without one has nothing to do with it.
        dual: whether it needs the kernel over dual numbers.
    """

    name: str
    in_torch: bool
    flags: tuple[str, ...]
    factors: frozenset[str]
    why_not: Callable[[Op], str]
    of_backward: bool = False
    dual: bool = False

    def concerns(self, op: Op) -> bool:
        """Whether it is about something that the op has."""
        return op.backward.declared or not self.of_backward

    def applies(self, op: Op) -> str:
        """Why an op is not looked at this way; empty where it is."""
        return self.why_not(op)

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
        if not self.factors.issuperset(map(family, cell.levels)) or len(cell.levels) > 1:
            return False
        # Such a build is slow, and sees each access of a small one as well.
        return not is_large(cell.level(SIZES))


def _no_kernel(op: Op) -> str:
    return "" if op.kernel.kind.is_compiled else "there is no C++ kernel of its own"


def _no_driver(op: Op) -> str:
    if reason := _no_kernel(op):
        return reason
    if not op.kernel.kind.is_shared:
        return "it needs a portable kernel: torch's own threads cannot be looked into"
    return "" if op.ort.side.runs_kernel else "ONNX Runtime does not run the kernel"


def _no_opcheck(op: Op) -> str:
    return _BY_A_MODEL if op.model.source else _no_fake_kernel(op)


def _no_fake_kernel(op: Op) -> str:
    if op.counts_are_open:
        return "only the kernel knows how many tensors it gives"
    return _not_registered(op)


def _not_registered(op: Op) -> str:
    if op.kernel.kind.is_function or op.kernel.kind.language == "python":
        return "the op is not in torch's registry"
    return "" if not op.kernel.kind.exists else "the op is torch's own, or a package's"


def _no_gradients(op: Op) -> str:
    return _BY_A_MODEL if op.model.source else ""


def _no_second(op: Op) -> str:
    if op.backward.op:
        return f"the backward is the op {op.backward.op}, whose own backward torch does not know"
    return _no_gradients(op)


def _no_dual(op: Op) -> str:
    if not op.kernel.kind.is_shared:
        return "it needs a portable kernel, which can be made for another element type"
    if any(is_data_dependent(op.shape_of(o)) for o in op.outputs):
        return "only the kernel knows the sizes of its outputs"
    return _no_gradients(op)


_BY_A_MODEL = "the op is called by a model of its own"

OPCHECK = Pass("opcheck", True, (), frozenset({ARGUMENTS, DTYPES_OF}), _no_opcheck)
"""``torch.library.opcheck``: schema, fake kernel (dtypes, shapes, strides), what compilers need."""
COMPILED = Pass("torch.compile", True, (), frozenset({ARGUMENTS, DTYPES_OF}), _no_fake_kernel)
"""``torch.compile`` of the sample model, whole: what others do with the op beside exporting it."""
MEMORY = Pass(
    "memory checked",
    True,
    ("-fsanitize=address,undefined", CHECK_BOUNDS),
    frozenset(_MEMORY_FACTORS),
    _no_kernel,
)
RACES = Pass(
    "threads checked",
    False,
    ("-fsanitize=thread", CHECK_THREADS),
    frozenset(_RACE_FACTORS),
    _no_driver,
)
DUAL = Pass("dual numbers", True, (), frozenset({ARGUMENTS}), _no_dual, of_backward=True, dual=True)
"""The backward against products with the kernel's Jacobian, which dual numbers give exactly."""
GRADCHECK = Pass("gradcheck", True, (), frozenset({ARGUMENTS}), _no_gradients, of_backward=True)
"""``torch.autograd.gradcheck``: the backward against finite differences of the kernel's outputs."""
GRADGRADCHECK = Pass(
    "gradgradcheck", True, (), frozenset({ARGUMENTS}), _no_second, of_backward=True
)
"""The same of the backward itself."""
PASSES = (OPCHECK, COMPILED, DUAL, GRADCHECK, GRADGRADCHECK, MEMORY, RACES)
