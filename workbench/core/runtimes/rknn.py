"""Rockchip's NPUs, in the simulator of RKNN-Toolkit2."""

from __future__ import annotations

from workbench.core import shape_rule
from workbench.core.codegen.node_values import grouped, node_value
from workbench.core.codegen.rknn import calls_kernel
from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Op
from workbench.core.pipeline.parity import shared_kernel
from workbench.core.runtimes.runtime import Runtime
from workbench.core.standard.operators import standard_operators
from workbench.core.styles import Words

__all__ = ["RUNTIME", "TAKEN"]

TAKEN = ("float32", "int8", "int16", "int32", "int64", "uint8", "bool")
"""Element types of inputs and outputs: RKNN computes float32 in float16, and takes no other floats
from a model."""


class Rknn(Runtime):
    """The vendor's toolkit, which builds a model for a chip and runs it on this machine."""

    name = "rknn"
    order = 50
    note = "simulator, within float16"
    computes_in = "float16"
    untimed = "in a simulator a time says nothing of the chip"
    words = Words("RKNN", "Rockchip's NPUs, in the simulator of RKNN-Toolkit2")
    downloads = (
        "Rockchip's wheel rknn-toolkit2 (38 MB). Its licence is the vendor's: it is no part of this "
        "program, and you take it from Rockchip under Rockchip's terms",
        "the versions that it wants of numpy, onnx, protobuf, scipy, opencv-python-headless and "
        "others (about 150 MB); PyTorch is this program's own, linked",
    )

    def shared(self, op: Op) -> str:
        if not op.mapping.custom_nodes:
            return shared_kernel(op)
        return "the simulator calls the same kernel" if calls_kernel(op) else ""

    def refusal(self, op: Op) -> tuple[str, str]:
        if any(node.script for node in op.mapping.nodes):
            what = "a node is a function that travels in the model, which RKNN does not take"
            return what, "Map the op to a custom node or to standard ones."
        custom = bool(op.mapping.custom_nodes)
        if custom and not calls_kernel(op) and not op.reference.declared:
            what = f"{op.kernel.kind.article} kernel cannot be called from RKNN, and there is no reference"
            return what, "Add a reference: RKNN's simulator computes the operator by it then."
        known = [n.op_type for n in op.mapping.custom_nodes if n.op_type in standard_operators()]
        if known:
            what = f"RKNN knows no domains, and {known[0]} is an operator of ONNX"
            return what, "Give the node another name in [mapping]."
        found = (
            signature.lists_refusal(op, "RKNN"),
            signature.undecided_refusal(op, "RKNN"),
            _types(op),
            _sizes(op),
        )
        return next(filter(any, found), ("", ""))


def _types(op: Op) -> tuple[str, str]:
    """Element types that RKNN does not compute in."""
    taken = {a.name: signature.arg_dtypes(op, a) for a in signature.tensor_args(op)}
    taken |= {o.name: signature.output_dtypes(op, o) for o in op.outputs}
    for name, dtypes in taken.items():
        if not set(dtypes) & {*TAKEN, "any"}:
            what = f"'{name}' is {' or '.join(dtypes)}, and RKNN takes {', '.join(TAKEN)} only"
            return what, "Let it be float32, too, and give an example."
    return "", ""


def _sizes(op: Op) -> tuple[str, str]:
    """Sizes that are not known when a model is built: RKNN has no dynamic ones."""
    for output in op.outputs:
        rule = op.shape_of(output)
        values = [a for a in op.args if a.name in shape_rule.arguments_of(rule) and _at_run(op, a)]
        if shape_rule.is_open(rule) or shape_rule.dtypes_of(rule) or values:
            what = (
                f"the sizes of '{output.name}' depend on values that are only there when it runs, "
                "and RKNN builds a model for fixed sizes"
            )
            return what, "Make what they depend on an attribute of the node."
    return "", ""


def _at_run(op: Op, arg: Arg) -> bool:
    """Whether a value reaches the node as an input, whose sizes alone are known before."""
    found = [node_value(op, nodes, arg) for nodes in grouped(op)]
    return any(f is not None and f.kind.endswith("scalar_input") for f in found)


RUNTIME = Rknn()
