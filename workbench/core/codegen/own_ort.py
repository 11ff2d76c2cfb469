"""The C++ text that makes an op library of the user's own code against ONNX Runtime's headers."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.codegen.templates import render
from workbench.core.names import split_struct
from workbench.core.op import Op

__all__ = ["own_ort_unit"]


def own_ort_unit(op: Op, structs: Sequence[str]) -> str:
    """The text compiled after the user's source.

    Args:
        op: the declaration.
        structs: the op structs to register, with their constructors' arguments where these need
            any (``FooOp("CPUExecutionProvider", nullptr)``); empty where the source does so itself.
    """
    node = op.mapping.custom_nodes[0]
    made = [split_struct(s) for s in structs]
    return render("own_ort.cpp.j2", op=op, domain=node.domain, structs=made)
