"""C++ for plugins of other runtimes: how a node's inputs and attributes become the kernel's arguments.

The plugins call the kernel as a plain C function (``c_value.h``), through ``c_call.h``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from workbench.core.codegen.cpp import unit_text
from workbench.core.codegen.node_values import NodeValue, grouped, node_value
from workbench.core.codegen.templates import cpp_string, render
from workbench.core.compile.outside import outside_refusal
from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Attribute, Node, Op, Scalar
from workbench.core.styles.portable import C_FUNCTION
from workbench.core.types.dtypes import DTYPE_NUMBERS

__all__ = ["device_operators", "device_refusal", "kernel_text", "plugin_text"]


def device_refusal(op: Op) -> tuple[str, str]:
    """Why no plugin can be generated, whatever the runtime; empty where one can.

    Args:
        op: ``Op.resolved``.
    """
    if (outside := outside_refusal(op))[0]:
        return outside
    if not op.mapping.custom_nodes:
        return (
            "its model has standard nodes alone, which the runtime brings itself",
            "Deliver its model.",
        )
    for refusal in (signature.lists_refusal, signature.undecided_refusal):
        if (refused := refusal(op, "a plugin"))[0]:
            return refused
    for nodes in grouped(op):
        for arg in op.args:
            found = node_value(op, nodes, arg)
            if found is None or "scalar_input" in found.kind:
                what = f"'{arg.name}' reaches the node {nodes[0].op_type} as an input that has to be a constant"
                return what, "Make it an attribute of the node in [mapping]."
    tensors = [a.name for n in op.mapping.custom_nodes for a in n.attributes if a.is_tensor]
    if tensors:
        what = f"the attribute '{tensors[0]}' is a tensor, which a plugin is not handed"
        return what, "Make it an input of the node."
    return "", ""


def device_operators(op: Op) -> list[dict[str, Any]]:
    """What templates of plugins need of each custom operator.

    Each has ``name`` (as C++ may call it), ``op_type``, ``domain``, ``inputs`` and ``outputs`` (names),
    ``attributes`` (those of ``op.toml``, each once) and ``take``: a statement per argument of the kernel.
    """
    return [_operator(op, nodes) for nodes in grouped(op)]


def kernel_text(op: Op, source: str) -> str:
    """The C++ file that has the kernel as a plain C function.

    Args:
        op: the declaration.
        source: what the kernel's file is called from there; it is included.
    """
    if not op.kernel.kind.is_shared:
        return render("device/kernel_to_write.cpp.j2", op=op, dtypes=DTYPE_NUMBERS)
    texts = [unit_text(plan.template, op) for plan in C_FUNCTION]
    return f"#include {cpp_string(source)}\n\n" + "\n".join(texts)


def plugin_text(template: str, op: Op, **values: object) -> str:
    """A plugin's file.

    Args:
        template: of ``resources/templates``.
        op: one that ``device_refusal`` lets through.
        values: further ones for the template.
    """
    return render(template, op=op, operators=device_operators(op), dtypes=DTYPE_NUMBERS, **values)


def _operator(op: Op, nodes: list[Node]) -> dict[str, Any]:
    longest = max(nodes, key=lambda node: len(node.inputs))
    attributes: dict[str, Attribute] = {a.name: a for node in nodes for a in node.attributes}
    return {
        "name": re.sub(r"\W", "_", longest.op_type),
        "op_type": longest.op_type,
        "domain": longest.domain,
        "inputs": longest.inputs,
        "outputs": longest.outputs,
        "attributes": list(attributes.values()),
        "take": [_take(op, nodes, arg) for arg in op.args],
        "dtypes": [_element_type(op, nodes, name) for name in longest.outputs],
    }


def _take(op: Op, nodes: Sequence[Node], arg: Arg) -> str:
    """The statement that gathers an argument."""
    found = node_value(op, nodes, arg)
    assert found is not None  # device_refusal has looked
    if found.kind.endswith("input") and arg.holds_tensors:
        return f"of.{found.kind}({found.at});"
    given = [_at(found)] if found.at != "" else []
    if found.kind.endswith("element"):
        given.append(str(found.item))
    if found.value is not UNSET and found.value is not None:
        given.append(_literal(arg, found))
    elif not given:
        return "of.none_given();"
    return f"of.{found.kind}<{arg.kind.portable}>({', '.join(given)});"


def _at(found: NodeValue) -> str:
    return cpp_string(found.at) if isinstance(found.at, str) else str(found.at)


def _literal(arg: Arg, found: NodeValue) -> str:
    assert found.value is not UNSET
    typed = arg.kind.literal.typed(found.value)
    if isinstance(typed, tuple):
        item = re.sub(r".*<const (.*)>", r"\1", arg.kind.portable)
        return f"std::vector<{item}>{{{', '.join(map(_scalar, typed))}}}"
    return _scalar(typed)


def _scalar(value: Scalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return cpp_string(value)
    return repr(value) if isinstance(value, float) else f"int64_t{{{value}}}"


def _element_type(op: Op, nodes: Sequence[Node], name: str) -> dict[str, int]:
    """Where an output's element type is from: an ``input``, or a ``number`` of ``c_value.h``."""
    dtype = next(o.dtype for o in op.outputs if o.name == name)
    owner = signature.dtype_owner(op, dtype)
    if owner is None:
        return {"number": DTYPE_NUMBERS[dtype]}
    found = node_value(op, nodes, owner)
    assert found is not None
    assert isinstance(found.at, int)
    return {"input": found.at}
