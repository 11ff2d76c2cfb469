"""The element types at the standard operators of a mapping, against the operators' definitions."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence

from workbench.core.check.common import problem
from workbench.core.declaration import signature
from workbench.core.declaration.op import Node, Op
from workbench.core.errors import Problem
from workbench.core.standard.operator_docs import FormalDoc, OperatorDoc, operator_doc
from workbench.core.types.dtypes import DTYPES, name_of

__all__ = ["check_node_types"]

_MOST = 64
"""Combinations of element types that are looked at."""
_MIXED = ("If", "Loop", "Scan")
"""Operators whose lists may be of several types."""


def check_node_types(op: Op) -> Iterator[Problem]:
    """What stands where an operator takes, or gives, another type.

    Unknown types are passed over: those of custom nodes' results, of ``any`` and of what the
    declaration does not say soundly.
    """
    found: dict[str, Problem] = {}
    for instance in itertools.islice(signature.instances(op), _MOST):
        known: dict[str, str | None] = {n: d for n, d in instance.items() if d in DTYPES}
        for constant in op.mapping.constants:
            known[constant.name] = (
                constant.dtype if constant.dtype in DTYPES else known.get(constant.dtype)
            )
        results = {o.name for o in op.outputs}
        for i, node in enumerate(op.mapping.nodes):
            doc = None if node.domain or node.script else operator_doc(node.op, op.model.opset)
            if doc is None or doc.deprecated or node.op in _MIXED:
                given: dict[str, str | None] = {}
            else:
                check = _Check(op, node, doc, known, f"mapping.nodes[{i}]")
                for wrong in check.problems():
                    found.setdefault(wrong.key, wrong)
                given = check.results()
            for name in filter(None, node.outputs):
                if name not in results:
                    # Two branches may name their results alike, and be of different types.
                    same = name not in known or known[name] == given.get(name)
                    known[name] = given.get(name) if same else None
    yield from found.values()


class _Check:
    """One node with one element type for each name.

    Args:
        op, node: the node and its op.
        doc: the operator's definition.
        known: name → element type; None where that is not known.
        key: the node's key path.
    """

    def __init__(
        self, op: Op, node: Node, doc: OperatorDoc, known: dict[str, str | None], key: str
    ) -> None:
        self._node = node
        self._doc = doc
        self._known = known
        self._key = key
        self._name = f"{node.op} of opset {op.model.opset}"
        self._bound: dict[str, tuple[str, str]] = {}  # type variable → its type, and where from

    def problems(self) -> Iterator[Problem]:
        """What is given in the wrong type, at most one per input."""
        node, doc = self._node, self._doc
        for j, formal, want, name, dtype in self._wrong(node.inputs, doc.inputs):
            words = f"{self._name} takes {formal} {want}, and '{name}' is {dtype}"
            hint = f"It takes: {_listed(doc.inputs)}, in this order."
            yield problem(f"{self._key}.inputs[{j}]", words, hint)
        for _, formal, want, name, dtype in self._wrong(node.outputs, doc.outputs):
            words = f"{self._name} gives {formal} {want}, and '{name}' is {dtype}"
            hint = f"It gives: {_listed(doc.outputs)}, in this order."
            yield problem(f"{self._key}.outputs", words, hint)

    def _wrong(
        self, names: Sequence[str], formals: tuple[FormalDoc, ...]
    ) -> Iterator[tuple[int, str, str, str, str]]:
        """Which of these is of another type than its formal: what the formal wants, what is given."""
        for j, name in enumerate(names):
            formal, dtype = _formal(formals, j), self._known.get(name)
            if formal is not None and dtype is not None and (want := self._wanted(formal, dtype)):
                yield j, formal.name, want, name, dtype

    def results(self) -> dict[str, str | None]:
        """The types of the node's outputs, as far as its inputs and the definition tell them."""
        found: dict[str, str | None] = {}
        for j, name in enumerate(self._node.outputs):
            formal = _formal(self._doc.outputs, j)
            if formal is None:
                continue
            allowed = _allowed(self._doc, formal.type)
            one = next(iter(allowed)) if allowed is not None and len(allowed) == 1 else None
            found[name] = self._bound[formal.type][0] if formal.type in self._bound else one
        return found

    def _wanted(self, formal: FormalDoc, dtype: str) -> str:
        """Words for what an input or output wants instead of a type; empty where that is right."""
        allowed = _allowed(self._doc, formal.type)
        if allowed is None:
            return ""
        if dtype not in allowed:
            ours = [d for d in DTYPES if d in allowed]
            return f"as {_any_of(ours)}" if ours else "as a type that torch has not"
        if formal.type not in self._doc.types:
            return ""
        bound, where = self._bound.setdefault(formal.type, (dtype, formal.name))
        return "" if bound == dtype else f"in the type of {where}, {bound}"


def _listed(formals: tuple[FormalDoc, ...]) -> str:
    return ", ".join(f.name for f in formals)


def _any_of(names: list[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _formal(formals: tuple[FormalDoc, ...], index: int) -> FormalDoc | None:
    if index < len(formals):
        return formals[index]
    return formals[-1] if formals and formals[-1].option == "*" else None


def _allowed(doc: OperatorDoc, kind: str) -> frozenset[str] | None:
    """The element types of an input or output; None where it takes what is no tensor, too."""
    return _elements(tuple(doc.types[kind][0]) if kind in doc.types else (kind,))


@functools.cache
def _elements(types: tuple[str, ...]) -> frozenset[str] | None:
    if not all(t.startswith("tensor(") for t in types):
        return None
    return frozenset(map(name_of, types))
