"""The tensors of an op that may be None, and the op with some of them given, or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.declaration.op import Arg, Example, Op
from workbench.core.declaration.signature import arg_dtypes

__all__ = ["given_tensors", "optional_changes", "optional_tensors", "with_example"]


def optional_tensors(op: Op) -> dict[str, Arg]:
    """The tensors that may be None, those of lists one by one, as their examples name them.

    A model file of the user's own has no such inputs.
    """
    if op.model.source:
        return {}
    lists = {a.name: a for a in op.args if a.may_lack_items}
    items = {e.arg: lists[e.base] for e in op.model.inputs if e.base in lists}
    return {a.name: a for a in op.args if a.optional and a.is_tensor} | items


def optional_changes(op: Op) -> Iterator[tuple[str, Callable[[Op], Op]]]:
    """Which of them are given otherwise than in the examples, each by itself, and all."""
    optional = optional_tensors(op)
    absent = {name: _example_of(op, name).none for name in optional}
    for name, arg in optional.items():
        if absent[name]:
            yield f"with {name}", given_tensors({name: arg})
        else:
            yield f"without {name}", _none((name,))
    if len(optional) > 1:
        given = {n: a for n, a in optional.items() if absent[n]}
        if len(given) > 1:
            yield "with all optional arguments", given_tensors(given)
        if len(given) < len(optional) - 1:
            yield "without any optional argument", _none(tuple(optional))


def _example_of(op: Op, name: str) -> Example:
    return op.example(name) or Example(name, none=True)


def _none(names: tuple[str, ...]) -> Callable[[Op], Op]:
    def change(op: Op) -> Op:
        for name in names:
            op = with_example(op, Example(name, none=True))
        return op

    return change


def given_tensors(tensors: Mapping[str, Arg]) -> Callable[[Op], Op]:
    """These tensors, by the names of their examples, are passed, of the first one's shape."""

    def change(op: Op) -> Op:
        first = next((e for e in op.model.inputs if e.shape is not UNSET and not e.none), None)
        for number, (name, arg) in enumerate(tensors.items()):
            example = Example(
                name,
                shape=() if first is None else first.shape,
                seed=1000 + number,
                dtype=arg_dtypes(op, arg)[0] if arg.dtype != "any" else "",
                dynamic={} if first is None else first.dynamic,
            )
            op = with_example(op, example)
        return op

    return change


def with_example(op: Op, example: Example) -> Op:
    """The op with another example for an argument, or for one tensor of a list."""
    others = tuple(e for e in op.model.inputs if e.arg != example.arg)
    return replace(op, model=replace(op.model, inputs=(*others, example)))
