"""The part of a declaration that says what the op becomes in ONNX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import UNSET, UnsetType

from workbench.core.declaration import key_names
from workbench.core.declaration.declared import Declared, Whole, key
from workbench.core.errors import with_article
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES, AttributeType
from workbench.core.types.literals import Value

__all__ = ["Attribute", "Constant", "Mapping", "Node"]

if TYPE_CHECKING:
    TypeName = str
else:
    TypeName = Literal[tuple(ATTRIBUTE_TYPES)]


def _has_elements(op: Whole, attribute: Attribute) -> str:
    return (
        ""
        if attribute.is_tensor
        else f"{with_article(attribute.type)} attribute has no element type"
    )


def _is_in_domain(op: Whole, node: Node) -> str:
    return "" if node.domain else "a standard operator needs no function"


def _is_in_python(op: Whole, mapping: Mapping) -> str:
    return "" if mapping.source else "there is no file that a function is in"


def _is_one_custom_node(op: Whole, mapping: Mapping) -> str:
    one = len(mapping.nodes) == 1 and mapping.nodes[0].is_custom
    return "" if one and not mapping.source else "only one custom node can have it"


class Attribute(Declared, frozen=True):
    """One attribute of a node: the value of an argument, a literal, or a shape rule."""

    name: Annotated[
        str,
        key("Name", "The attribute's, without a suffix.", names=key_names.attribute_names),
    ]
    type: Annotated[
        TypeName,
        key(
            "Type",
            "\n".join(
                [
                    "ONNX's attribute type, which a symbolic function says by a suffix.",
                    *(f"{t.name} (_{t.suffix}): {t.doc}." for t in ATTRIBUTE_TYPES.values()),
                ]
            ),
        ),
    ]
    arg: Annotated[
        str,
        key(
            "From",
            "The argument that gives the value; without it, a literal or a rule does.",
            names=key_names.attribute_arguments,
        ),
    ] = ""
    value: Annotated[Value | UnsetType, key("Value", "A literal, the same for every call.")] = UNSET
    rule: Annotated[
        str,
        key(
            "Rule",
            "An expression of what the attribute's type is: [stride_h, stride_w] or "
            'weight.shape[2:] for ints, s[0] for a float, {"zeros": 0, "border": 1}[mode] for an int.',
            names=key_names.rule_names,
            between=key_names.BETWEEN,
        ),
    ] = ""
    dtype: Annotated[
        str,
        key(
            "Element type",
            "Of the tensor; only for type = tensor.",
            applies=_has_elements,
            names=key_names.element_types,
        ),
    ] = "float32"

    @property
    def kind(self) -> AttributeType:
        """What is known of its type."""
        return ATTRIBUTE_TYPES[self.type]

    @property
    def is_tensor(self) -> bool:
        """Whether it holds a tensor, which has an element type."""
        return self.kind.is_tensor


class Constant(Declared, frozen=True):
    """A constant tensor that nodes can take as an input."""

    name: Annotated[str, key("Name", "What the nodes' inputs call it. Renamed in the nodes too.")]
    dtype: Annotated[
        str,
        key(
            "Element type",
            "An element type, or a tensor argument: then it has its type.",
            names=key_names.constant_types,
        ),
    ]
    value: Annotated[
        Value | UnsetType,
        key(
            "Literal",
            "A scalar gives a 0-d tensor, a list a 1-d one.",
            placeholder="0.5, or 1, 2, 3",
        ),
    ] = UNSET
    arg: Annotated[
        str,
        key(
            "Argument",
            "The scalar or list argument that gives the value, instead of a literal.",
            names=key_names.constant_arguments,
        ),
    ] = ""


class Node(Declared, frozen=True):
    """One ONNX node of the mapping."""

    op: Annotated[
        str,
        key(
            "Operator",
            "Domain::Op, or Op for a standard ONNX operator.",
            placeholder="custom::MyOp, or a standard operator",
            names=key_names.operators,
        ),
    ]
    inputs: Annotated[
        tuple[str, ...],
        key(
            "Inputs",
            "Names of tensor arguments, constants or earlier nodes' outputs; an empty name leaves "
            "an optional input out. A tensor[] argument gives as many inputs as it has tensors. "
            "Of several lists each but the last has an int attribute with its length: xs_count. "
            "A tensor?[] gives those that are there, and an ints attribute xs_given has 1 for each "
            "of these and 0 for a missing one.",
            record="input",
            names=key_names.inputs,
        ),
    ] = ()
    outputs: Annotated[
        tuple[str, ...],
        key(
            "Outputs",
            "Names for the results, empty for one that nobody uses; the op's outputs are among them. A "
            "list gives an output per tensor; of several each but the last has an attribute xs_count.",
            record="output",
            placeholder="y",
            names=key_names.outputs,
        ),
    ] = ()
    attributes: Annotated[
        tuple[Attribute, ...],
        key("Attributes", "The node's attributes, each with its type.", record="attribute"),
    ] = ()
    when: Annotated[
        str,
        key(
            "Condition",
            "The node is part of the graph only if this holds: mask is None, a bool argument, a "
            'comparison such as mode == "bilinear", len(x.shape) == 3, x.dtype == "float16" or '
            "opset >= 13; with not, and, or. Nodes of different branches may give outputs of the "
            "same name.",
            placeholder="always",
            names=key_names.condition_words,
            between=f"{key_names.BETWEEN}=<>!",
        ),
    ] = ""
    branch: Annotated[
        str,
        key(
            "Run-time branch",
            "A truth value that the graph computes, a tensor of one bool: large, or not large. The node is run "
            "only if it holds. The nodes of both branches of one value stand together and become an If; the "
            "names that both branches give are its outputs.",
            placeholder="always",
            names=key_names.choosers,
        ),
    ] = ""
    script: Annotated[
        str,
        key(
            "Script",
            "A Python file of the op's folder with an onnxscript function called like the node's "
            "operator. The function travels in the model, so no runtime needs a library; empty "
            "where a runtime has a kernel.",
            placeholder="script.py",
            file="script",
            idle=_is_in_domain,
        ),
    ] = ""

    @property
    def values(self) -> tuple[str, ...]:
        """The outputs as code names them: one that nobody uses has a name of its own."""
        return tuple(name or f"_unused_{i}" for i, name in enumerate(self.outputs))

    @property
    def chooser(self) -> str:
        """The tensor by which a graph chooses at run time whether the node is run; or empty."""
        return self.branch.strip().removeprefix("not ").strip()

    @property
    def is_else(self) -> bool:
        """Whether it is run where that tensor is false."""
        return self.branch.strip().startswith("not ")

    @property
    def is_custom(self) -> bool:
        """Whether a runtime needs a kernel of its own for it."""
        return bool(self.domain) and not self.script

    @property
    def domain(self) -> str:
        """The domain, empty for ONNX's own."""
        return self.op.rpartition("::")[0]

    @property
    def op_type(self) -> str:
        """The operator's name without its domain."""
        return self.op.rpartition("::")[2]


class Mapping(Declared, frozen=True):
    """What the symbolic function produces: nodes in topological order."""

    constants: Annotated[
        tuple[Constant, ...],
        key(
            "Constants",
            "Tensors that nodes take as inputs: a literal, or the value of a scalar argument.",
            record="constant",
        ),
    ] = ()
    nodes: Annotated[
        tuple[Node, ...],
        key("Nodes", "The ONNX nodes that the op becomes, in topological order.", record="node"),
    ] = ()
    source: Annotated[
        str,
        key(
            "File",
            "A Python file of the op's folder, for what nodes cannot say. Its function makes the "
            "nodes and serves both exporters; those under nodes then say which nodes ONNX Runtime "
            "must have a kernel for, and nothing is generated from them.",
            placeholder="mapping.py",
            file="mapping",
        ),
    ] = ""
    function: Annotated[
        str,
        key(
            "Function",
            "The function in the file: it takes g and the op's arguments, and makes nodes with "
            "g.op. MyAdd.symbolic for a class's own.",
            placeholder="symbolic",
            idle=_is_in_python,
        ),
    ] = "symbolic"
    fallback: Annotated[
        str,
        key(
            "Without the library",
            "A variant of standard nodes that the exported model carries beside the custom node, as the "
            "body of a function of its name: a runtime without the op library runs these, one with it "
            "the kernel. Both are run and compared.",
            names=key_names.variants,
            placeholder="the model needs the op library",
            idle=_is_one_custom_node,
        ),
    ] = ""

    @property
    def custom_nodes(self) -> tuple[Node, ...]:
        """The nodes that ONNX Runtime needs a kernel for."""
        return tuple(n for n in self.nodes if n.is_custom)
