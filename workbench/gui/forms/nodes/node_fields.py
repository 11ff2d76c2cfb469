"""What the fields of a node offer and explain."""

from __future__ import annotations

from functools import partial

from workbench.core import edits
from workbench.core.declaration.op import Arg, Node, Op
from workbench.core.edits.nodes import branch_words, node_doc
from workbench.core.errors import UserError
from workbench.core.op_toml.key_path import first_index
from workbench.core.shape_rule import CONDITION_HINT, names_for, parse_condition
from workbench.gui.forms.fields.fields import Field, TextField

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
    """Say what can decide."""
    asked = [word for arg in deciding(op) for word in reversed(branch_words(arg))]
    words = list(dict.fromkeys([*asked, *names_for(op.rule_scope, "condition")]))
    field.set_tip(
        "The node is part of the graph only if this holds; empty for always. Nodes of different "
        f"branches may give outputs of the same name.\n{CONDITION_HINT}"
    )
    if isinstance(field, TextField):
        field.parse = partial(_parse_when, op=op)
        field.set_words(words)


def _parse_when(text: str, op: Op) -> str:
    if text.strip():
        try:
            parse_condition(text, op.rule_scope)
        except UserError as error:
            raise ValueError(error.problem.message) from None
    return text.strip()


def prepare_script(field: Field, op: Op, key: str) -> None:
    """Say the name that the function has."""
    node = _node(op, key)
    field.set_tip(
        f"A Python file with an onnxscript function called {node.op_type}. The function travels in "
        "the model; empty where a runtime has a kernel."
    )
    field.set_placeholder(edits.script_name(node) if node.domain else "")
