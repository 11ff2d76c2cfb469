"""Puts the op's own nodes in the place of standard ones that compute the same, by onnxscript's rewriter."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any, NamedTuple

import onnx_ir as ir
from onnx_ir.passes.common import ShapeInferencePass, TopologicalSortPass
from onnxscript.rewriter import pattern

from workbench.core.applying import Sought
from workbench.core.applying.sought import Branch
from workbench.core.declaration.op import Op
from workbench.engine.applying.meaning import call_of
from workbench.engine.onnx.own_nodes import NoMatchError, NotConstantError, OwnNodes

__all__ = ["Replacements", "replace_nodes"]

_PREFIX = "of_"
"""Before the names of a pattern's variables: an argument may be called like a parameter of onnxscript's."""


class Replacements(NamedTuple):
    """What came of looking for the op.

    Attributes:
        places: where standard nodes became the op's.
        reasons: per reason why nodes that look like the op's were left, how often.
    """

    places: int
    reasons: dict[str, int]


def replace_nodes(model: ir.Model, op: Op, sought: Iterable[Sought]) -> Replacements:
    """Put the op in the place of what is sought, wherever the model has it.

    Args:
        model: is changed.
        op: the declaration, with the mapping whose nodes are put there.
        sought: what is looked for, one after the other.
    """
    ShapeInferencePass()(model)
    reasons: dict[ir.Value, NoMatchError] = {}
    count = 0
    # One after the other: the nodes of a small branch may be the beginning of a larger one's.
    sought = tuple(sought)
    rules = (_Rule(op, s.op, branch, reasons).rule() for s in sought for branch in s.branches())
    for rule in rules:
        count += pattern.RewriteRuleSet([rule], commute=True).apply_to_model(model)
    if count:
        TopologicalSortPass()(model)
    others = _of_other_inputs(model, [b for s in sought for b in s.branches()], reasons)
    return Replacements(count, Counter([*map(str, reasons.values()), *others]))


def _of_other_inputs(
    model: ir.Model, branches: Iterable[Branch], told: Container[ir.Value]
) -> Iterator[str]:
    """Why nodes of an operator that alone is the op's have not even been looked at."""
    wanted: dict[str, set[tuple[int, ...]]] = {}
    for branch in branches:
        if len(branch.nodes) == 1:
            (sought,) = branch.nodes
            wanted.setdefault(sought.op_type, set()).add(_given(sought.inputs))
    for node in model.graph.all_nodes():
        ways, inputs = wanted.get(node.op_type), _given(node.inputs)
        if ways and not node.domain and inputs not in ways and node.outputs[0] not in told:
            takes = " or ".join(map(_numbers, sorted(ways)))
            yield f"{node.op_type} has the inputs {_numbers(inputs)} there, and the mapping {takes}"


def _given(inputs: Iterable[object]) -> tuple[int, ...]:
    """Which inputs of a node are not left out, from 1."""
    return tuple(number for number, value in enumerate(inputs, 1) if value)


def _numbers(inputs: Iterable[int]) -> str:
    return ", ".join(map(str, inputs))


class _Rule:
    """The rule for one way to call the op.

    Args:
        op: what is put.
        standard: the same op, mapped to what is looked for.
        branch: the nodes that are looked for.
        reasons: per value that the nodes compute why they are left; is added to.
    """

    def __init__(
        self, op: Op, standard: Op, branch: Branch, reasons: dict[ir.Value, NoMatchError]
    ) -> None:
        self._op, self._standard, self._branch, self._reasons = op, standard, branch, reasons
        made = {name for node in branch.nodes for name in node.values}
        read = dict.fromkeys(n for node in branch.nodes for n in node.inputs if n)
        self._inputs = [name for name in read if name not in made]

    def rule(self) -> pattern.RewriteRule:
        return pattern.RewriteRule(self._target(), self._replacement)

    def _target(self) -> Callable[..., Any]:
        """The pattern, as a function whose parameters are its variables."""

        def target(builder: Any, *variables: Any) -> Any:
            values = dict(zip(self._inputs, variables, strict=True))
            for node in self._branch.nodes:
                inputs = [values[name] if name else None for name in node.inputs]
                while inputs and inputs[-1] is None:
                    inputs.pop()
                given = getattr(builder, node.op_type)(
                    *inputs,
                    _outputs=[_PREFIX + name for name in node.values],
                    _allow_other_attributes=True,
                )
                several = given if len(node.outputs) > 1 else [given]
                values |= dict(zip(node.values, several, strict=True))
            return [values[o.name] for o in self._standard.outputs]

        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        names = ["builder", *(_PREFIX + name for name in self._inputs)]
        parameters = [inspect.Parameter(name, kind) for name in names]
        target.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        return target

    def _replacement(self, builder: Any, **bound: ir.Value) -> Any:
        found = {name.removeprefix(_PREFIX): value for name, value in bound.items()}
        of = found[self._op.outputs[0].name]
        try:
            call = call_of(self._standard, self._branch, found)
            made = OwnNodes(self._op, call, builder)
            outputs = [made.value(o.name) for o in self._op.outputs]
        except NoMatchError as error:
            if isinstance(self._reasons.get(of, NotConstantError()), NotConstantError):
                self._reasons[of] = error
            return None
        self._reasons.pop(of, None)
        return outputs
