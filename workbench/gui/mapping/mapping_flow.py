"""What a mapping makes as boxes and arrows, whatever state the declaration is in."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import UNSET

from workbench.core import shape_rule
from workbench.core.declaration.branches import ways
from workbench.core.declaration.op import Attribute, Constant, Node, Op
from workbench.core.errors import UserError
from workbench.gui.look.text import format_value

__all__ = [
    "KIND_WORDS",
    "Arrow",
    "Box",
    "Flow",
    "attribute_text",
    "can_both_hold",
    "flow_of",
    "kind_of",
]


@dataclass(frozen=True)
class Box:
    """One thing of the picture.

    Attributes:
        kind: ``input``, ``list``, ``constant``, ``output``, ``unknown``; or of a node:
            ``standard``, ``custom``, ``function``.
        title: the name, or the operator.
        note: a node's domain, a constant's value.
        lines: a node's attributes.
        when: a node's condition.
        index: which node of the mapping; -1 for all else.
        optional: an input that may be None.
    """

    kind: str
    title: str
    note: str = ""
    lines: tuple[str, ...] = ()
    when: str = ""
    index: int = -1
    optional: bool = False


@dataclass(frozen=True)
class Arrow:
    """A value on its way.

    Attributes:
        source, target: indices of boxes.
        name: the value's name; empty where the box at one end says it already.
        dashed: it is there in some graphs only.
        wrong: nothing gives the value.
    """

    source: int
    target: int
    name: str = ""
    dashed: bool = False
    wrong: bool = False


@dataclass
class Flow:
    """The whole picture."""

    boxes: list[Box] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)

    def add(self, box: Box) -> int:
        """Add a box; its index."""
        self.boxes.append(box)
        return len(self.boxes) - 1


KIND_WORDS = {"standard": "Standard ONNX", "custom": "Custom node", "function": "Function"}
"""What the chip of a node and its tip say."""


def kind_of(node: Node) -> str:
    """Who runs a node: ``standard``, ``custom`` or ``function``."""
    return "function" if node.script else "custom" if node.domain else "standard"


def attribute_text(attribute: Attribute) -> str:
    """``axis = 1``; an argument's value by the argument's name, once."""
    if attribute.arg == attribute.name:
        return attribute.name
    value = attribute.arg or attribute.rule
    if not value and attribute.value is not UNSET:
        value = format_value(attribute.value)
    return f"{attribute.name} = {value or '?'}"


def flow_of(op: Op) -> Flow:
    """The picture of the mapping that is in use."""
    flow = Flow()
    makers: dict[str, list[tuple[int, str]]] = {}  # name → boxes that give it, and when
    for arg in op.args:
        if arg.holds_tensors:
            kind = "list" if arg.is_tensor_list else "input"
            box = flow.add(Box(kind, arg.name, optional=arg.optional))
            makers[arg.name] = [(box, "")]
    for constant in op.mapping.constants:
        box = flow.add(Box("constant", constant.name, _constant_text(constant)))
        makers[constant.name] = [(box, "")]
    unknown: dict[str, int] = {}
    for i, node in enumerate(op.mapping.nodes):
        lines = tuple(attribute_text(a) for a in node.attributes)
        target = flow.add(
            Box(
                *(kind_of(node), node.op_type or "?", node.domain, lines),
                node.when or node.branch,
                index=i,
            )
        )
        for name in dict.fromkeys((*node.inputs, node.chooser)):
            if name:
                _connect(op, flow, makers, unknown, name, target, node.when)
        for name in filter(None, node.outputs):
            makers.setdefault(name, []).append((target, node.when))
    for output in op.outputs:
        target = flow.add(Box("output", output.name))
        _connect(op, flow, makers, unknown, output.name, target, "")
    return flow


def _connect(
    op: Op,
    flow: Flow,
    makers: dict[str, list[tuple[int, str]]],
    unknown: dict[str, int],
    name: str,
    target: int,
    when: str,
) -> None:
    """Arrows from all that may give a value; from a red question mark where nothing does."""
    found = [(box, w) for box, w in makers.get(name, []) if can_both_hold(op, w, when)]
    if not found:
        if flow.boxes[target].kind == "output":
            # Two boxes of one name would say less than one that is red.
            flow.boxes[target] = Box("unknown", name, "no node gives it")
            return
        if name not in unknown:
            unknown[name] = flow.add(Box("unknown", name, "not known here"))
        flow.arrows.append(Arrow(unknown[name], target, wrong=True))
        return
    for box, given_when in found:
        is_named = flow.boxes[box].index < 0 or flow.boxes[target].kind == "output"
        dashed = bool(when or given_when) or flow.boxes[box].optional
        flow.arrows.append(Arrow(box, target, "" if is_named else name, dashed))


def _constant_text(constant: Constant) -> str:
    if constant.arg:
        return "" if constant.arg == constant.name else constant.arg
    return format_value(constant.value) or "?"


def can_both_hold(op: Op, first: str, second: str) -> bool:
    """Whether two conditions can be true in one graph; True where that cannot be told."""
    if not first or not second or first == second:
        return True
    try:
        both = [shape_rule.parse_condition(text, op.rule_scope) for text in (first, second)]
    except UserError:
        return True
    found = ways(op, both)
    return found is None or any(all(map(way.holds, both)) for way in found)
