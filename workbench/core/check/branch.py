"""Nodes that the graph chooses between when it runs."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.check.common import problem
from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.declaration.run_time_branches import Choice, steps
from workbench.core.errors import Problem

__all__ = ["check_branches"]

_KEY = "mapping.nodes[{}].branch"


def check_branches(op: Op) -> Iterator[Problem]:
    """The problems of ``branch`` in a mapping's nodes."""
    nodes = op.mapping.nodes
    lists = {o.name for o in op.outputs if o.is_list}
    seen: set[str] = set()
    for i, node in enumerate(nodes):
        if not node.branch:
            continue
        if not node.chooser.isidentifier():
            hint = "Write the name of a tensor, or not and its name."
            yield problem(_KEY.format(i), f"'{node.branch}' names no tensor", hint)
        elif node.when:
            hint = "Let the condition, or the branch, be of the nodes around it."
            what = "a node of a run-time branch cannot have a condition, too"
            yield problem(f"mapping.nodes[{i}].when", what, hint)
        elif listed := next((n for n in node.outputs if n in lists), ""):
            what = f"'{listed}' is a list of tensors, which no run-time branch gives"
            yield problem(_KEY.format(i), what, "Give each tensor a name of its own.")
    for step in steps(nodes):
        if isinstance(step, Choice) and step.tensor.isidentifier():
            yield from _choice(op, step, seen)
            seen.add(step.tensor)


def _choice(op: Op, choice: Choice, seen: set[str]) -> Iterator[Problem]:
    first = min((*choice.then, *choice.other))
    key, name = _KEY.format(first), choice.tensor
    arg = op.arg(name)
    made = [
        n
        for i in range(first)
        if not op.mapping.nodes[i].branch
        for n in op.mapping.nodes[i].outputs
    ]
    if name in seen:
        what = f"the nodes of the branches of '{name}' do not stand together"
        yield problem(key, what, "Move them behind each other.")
    elif name not in made and (arg is None or not arg.is_tensor):
        hint = "Name a tensor that is an argument, or that an earlier node gives."
        yield problem(key, f"'{name}' is no tensor that is known before this node", hint)
    elif arg is not None and name not in made and set(signature.arg_dtypes(op, arg)) != {"bool"}:
        hint = 'Compare it first, e.g. with the node Greater, or declare dtype = "bool".'
        yield problem(key, f"'{name}' is no bool", hint)
    elif arg is not None and arg.optional:
        yield problem(key, f"'{name}' may be None", "Ask for that in a condition: when.")
    elif not choice.then or not choice.other:
        lacking = f"not {name}" if choice.then else name
        hint = f'Add the nodes for it, Identity at least: branch = "{lacking}".'
        yield problem(key, f"no node is run in the branch '{lacking}'", hint)
    elif not choice.outputs:
        hint = "Give a result of each branch the same name: it is what the If gives."
        yield problem(key, f"the branches of '{name}' give nothing of the same name", hint)
