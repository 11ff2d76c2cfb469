"""The ``symbolic`` that a class of a kernel in Python has itself: used, or reported not to be."""

from __future__ import annotations

from pathlib import Path

from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.engine.export.torch_op import TorchOp

__all__ = ["class_symbolic"]


def class_symbolic(op: Op, folder: Path, torch_op: TorchOp) -> list[Problem]:
    """A word on the ``symbolic`` that a class of the kernel has itself, where it is not used.

    Raises:
        UserError: kind ``mapping``; it has to be the mapping, and there is none.
    """
    symbolic = torch_op.symbolic
    name, source = signature.kernel_function(op), op.kernel.source
    if symbolic is None:
        if not op.mapping_kind.of_kernel:
            return []
        raise UserError(
            "mapping",
            f"there is no mapping, and '{name}' has no symbolic of its own",
            "Add [[mapping.nodes]], or a static method symbolic(g, …) to the class.",
            file=folder / source,
        )
    if op.mapping_kind.symbolic(op) == (source, f"{name}.symbolic"):
        return []
    return [
        Problem(
            "mapping",
            f"the mapping in op.toml is used, not the symbolic of '{name}'",
            f'Remove it; or use it: [mapping] source = "{source}", function = "{name}.symbolic".',
            str(folder / source),
            line=getattr(getattr(symbolic, "__code__", None), "co_firstlineno", 0),
            severity="warning",
        )
    ]
