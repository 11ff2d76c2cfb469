"""The ONNX Runtime side: whether the declared implementation can serve the mapping."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import UNSET

from workbench.core.check.common import problem
from workbench.core.errors import Problem
from workbench.core.op import Node, Op

__all__ = ["check_ort"]

OLDEST_ORT = 17
"""The oldest API with CreateKernelV2, KernelComputeV2 and InferOutputShapeFn."""


def check_ort(op: Op) -> Iterator[Problem]:
    """The problems of ``[ort]``."""
    match = re.fullmatch(r"1\.(\d+)", op.ort.oldest)
    if not match or int(match[1]) < OLDEST_ORT:
        yield problem(
            "ort.oldest",
            f"'{op.ort.oldest}' is no ONNX Runtime that can be served",
            f'Write "1.{OLDEST_ORT}" or later.',
        )
    if op.ort.since_version < 1:
        yield problem("ort.since_version", "versions of a domain start at 1")
    custom = [n for n in op.mapping.nodes if n.domain]
    match op.ort.implementation:
        case "none" if custom:
            yield problem(
                "ort.implementation",
                f"the mapping has the custom node {custom[0].op}, which ONNX Runtime does not know",
                'Use "portable" (our kernel) or "export-only" (another runtime).',
            )
        case "export-only" if not custom and op.mapping.nodes:
            yield problem(
                "ort.implementation",
                "the mapping has standard nodes only, which ONNX Runtime can run",
                'Use "none".',
            )
        case "portable":
            yield from _ort_portable(op, custom)


def _ort_portable(op: Op, custom: list[Node]) -> Iterator[Problem]:
    key = "ort.implementation"
    if op.kernel.style != "portable":
        yield problem(
            key,
            f"a {op.kernel.style} kernel cannot be compiled into an ONNX Runtime library",
            'Write the kernel in the portable style, or set implementation = "export-only".',
        )
    if len(custom) != 1:
        number = "no custom node" if not custom else f"{len(custom)} custom nodes"
        hint = (
            'Use "none" for standard nodes only.'
            if not custom
            else "Map the op to one custom node."
        )
        yield problem(key, f"the mapping has {number}, the kernel implements exactly one", hint)
        return
    node = custom[0]
    constants = {c.name: c for c in op.mapping.constants}
    carried = {constants[i].arg if i in constants else i for i in node.inputs}
    carried |= {a.arg for a in node.attributes}
    for arg in op.args:
        if arg.name not in carried and not arg.optional and arg.default is UNSET:
            where = "inputs" if arg.type == "tensor" else "attributes"
            yield problem(
                "mapping.nodes",
                f"node {node.op} does not carry '{arg.name}', which the kernel needs",
                f"Add '{arg.name}' to the node's {where}.",
            )
    for name in node.inputs:
        if name and op.arg(name) is None and not (name in constants and constants[name].arg):
            yield problem(
                "mapping.nodes",
                f"input '{name}' of {node.op} is no argument of the op, so the kernel cannot take it",
                "Pass arguments of the op, or constants made from one.",
            )
    if node.outputs != tuple(o.name for o in op.outputs):
        wanted = ", ".join(o.name for o in op.outputs)
        yield problem(
            "mapping.nodes",
            f"the outputs of {node.op} are not the op's",
            f"List them in the op's order: {wanted}.",
        )
