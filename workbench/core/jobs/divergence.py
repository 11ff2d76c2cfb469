"""Where two ways to compute a model part: what is told of each value."""

from __future__ import annotations

import msgspec

from workbench.core.jobs.graphs import GraphNode
from workbench.core.jobs.message import Message

__all__ = ["ComparedValue", "DivergenceResult"]


class ComparedValue(msgspec.Struct, frozen=True, omit_defaults=True):
    """An output of a node.

    Attributes:
        node: which node gives it.
        name: the value's.
        status: ``agrees``, ``differs``, ``unverified`` (alike, but computed by the same code) or
            ``not compared``.
        by: whose value it was held against.
        max_abs_diff, max_rel_diff: None where not finite, or nothing was compared.
        differing, elements: how many elements differ, of how many.
        note: why nothing could be compared, or what else is to be said.
        alone: the node was given ONNX Runtime's own inputs, so that a difference is its own.
    """

    node: GraphNode
    name: str
    status: str
    by: str = ""
    max_abs_diff: float | None = None
    max_rel_diff: float | None = None
    differing: int = 0
    elements: int = 0
    note: str = ""
    alone: bool = False


class DivergenceResult(Message, frozen=True):
    """Where the values begin to differ.

    Attributes:
        values: in the graph's order.
        first: the key of the node where it begins; empty where nothing differs.
        sure: what goes into that node was compared, and agrees.
        case: with whose inputs, and so in whose model; empty for the main ones.
    """

    values: tuple[ComparedValue, ...]
    first: str = ""
    sure: bool = False
    case: str = ""

    @property
    def first_value(self) -> ComparedValue | None:
        """The value where it begins."""
        wrong = (v for v in self.values if v.status == "differs")
        return next((v for v in wrong if v.node.key == self.first), None)

    @property
    def verdict(self) -> str:
        """In a sentence or two."""
        counts = {s: sum(v.status == s for v in self.values) for s in ("agrees", "unverified")}
        held = sum(counts.values())
        value = self.first_value
        if value is None:
            same = f", {counts['unverified']} alike by the same kernel" * bool(counts["unverified"])
            left = len(self.values) - held
            rest = f"; {left} could not be compared" if left else ""
            agree = f"{counts['agrees']} of {len(self.values)} agree"
            inputs = f"the inputs of case {self.case}" if self.case else "the main inputs"
            return f"no value differs on {inputs}: {agree}{same}{rest}"
        where = value.node.title
        if value.alone:
            return (
                f"it begins in {where}: it gives something else than {value.by} on the same inputs"
            )
        if self.sure:
            return f"it begins in {where}: its inputs agree with {value.by}'s, its output does not"
        if sum(other.by == value.by for other in self.values) > 1:
            return (
                f"it shows first in {where}; what goes into it is known of ONNX Runtime only. No node before "
                "it differs from what ONNX defines, so look at what the mapping says"
            )
        return (
            f"it shows first in {where}; what goes into it is known of ONNX Runtime only (the exporter "
            f"torch.export tells {value.by}'s, too). No node before it differs from what ONNX defines, so "
            "look at what the mapping says"
        )

    @property
    def beginning(self) -> str:
        """Where it begins, in one short sentence; empty where nothing differs."""
        value = self.first_value
        if value is None:
            return ""
        if value.alone or self.sure:
            return self.verdict
        return (
            f"it shows first in {value.node.title}; what goes into it is known of ONNX Runtime only, so look "
            "at what the mapping says"
        )
