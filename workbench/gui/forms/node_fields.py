"""What the fields of a node offer and explain."""

from __future__ import annotations

from functools import partial

from workbench.core import edits
from workbench.core.edits.nodes import branch_words, node_doc
from workbench.core.errors import UserError
from workbench.core.key_path import first_index
from workbench.core.op import Arg, Node, Op
from workbench.core.shape_rule import parse_condition
from workbench.gui.forms.fields import Field, TextField

__all__ = [
    "deciding",
    "prepare_op",
    "prepare_outputs",
    "prepare_script",
    "prepare_when",
]


def _node(op: Op, key: str) -> Node:
    index = first_index(key)
    return op.mapping.nodes[index]


def deciding(op: Op) -> list[Arg]:
    """The arguments that a condition can ask for: they may be None, or are a bool."""
    return [a for a in op.args if a.optional or a.is_flag]


def prepare_op(field: Field, op: Op, key: str) -> None:
    """Say what the operator is."""
    node = _node(op, key)
    doc = node_doc(op, node)
    if doc is not None:
        first = " ".join(doc.doc.split()).partition(". ")[0][:200]
        what = f"{node.op}, as opset {op.opset} has it: {first}."
    elif node.domain:
        what = (
            f"{node.op_type} in the domain {node.domain}: a runtime needs a kernel for this name. "
            "The domain says whose operator it is."
        )
    else:
        what = "A standard ONNX operator, or domain::Name for one of your own."
    field.set_tip(f"{what}\nF2 or Ctrl+Space shows all operators with their documentation.")


def prepare_outputs(field: Field, op: Op, key: str) -> None:
    """Say what the operator gives."""
    tip = "Names for the results, separated by commas; the op's outputs must be among them."
    doc = node_doc(op, _node(op, key))
    if doc is not None:
        gives = ", ".join(o.name + o.option for o in doc.outputs) or "nothing"
        tip += f"\n{_node(op, key).op} gives: {gives}."
    field.set_tip(tip)


def prepare_when(field: Field, op: Op, key: str) -> None:
    """Only what may be None, or is a bool, can decide."""
    args = deciding(op)
    possible = bool(args or _node(op, key).when)
    why = "Nothing decides: no argument may be None, and none is a bool."
    field.set_unusable("" if possible else why)
    words = [word for arg in args for word in reversed(branch_words(arg))]
    field.set_tip(
        "The node is part of the graph only if this holds; empty for always. Nodes of different "
        f"branches may give outputs of the same name.\nE.g. {', '.join(words[:4])}; with not, and, or."
    )
    if isinstance(field, TextField):
        field.parse = partial(_parse_when, args=op.args)
        field.set_words(words)


def _parse_when(text: str, args: tuple[Arg, ...]) -> str:
    if text.strip():
        try:
            parse_condition(text, {a.name: a.type for a in args})
        except UserError as error:
            message = error.problem.message.replace("shape rule", "condition")
            raise ValueError(message) from None
    return text.strip()


def prepare_script(field: Field, op: Op, key: str) -> None:
    """Say the name that the function has."""
    node = _node(op, key)
    field.set_tip(
        f"A Python file with an onnxscript function called {node.op_type}. The function travels in "
        "the model; empty where a runtime has a kernel."
    )
    field.set_placeholder(edits.script_name(node) if node.domain else "")
