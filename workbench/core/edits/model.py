"""The sample model: one call of the op, or a Python file."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.declaration.names import list_index
from workbench.core.declaration.op import Example, Op
from workbench.core.edits.common import fresh_name
from workbench.core.edits.examples import new_example

__all__ = ["set_model_file"]

MODEL_FILE = "model.py"


def set_model_file(op: Op, in_file: bool) -> Op:
    """Have a model of one's own, or one call of the op; the examples follow.

    A model's own inputs are tensors with free names; those of a call are the op's arguments.
    """
    if in_file:
        model = replace(op.model, source=MODEL_FILE, function="model")
        model = replace(
            model,
            inputs=_free(op, op.model.inputs),
            cases=tuple(replace(c, inputs=_free(op, c.inputs)) for c in op.model.cases),
        )
        return replace(op, model=model)
    model = replace(op.model, source="", function="model", outputs=())
    op = replace(op, model=model)
    cases = tuple(replace(c, inputs=_of_args(op, c.inputs)) for c in model.cases)
    op = replace(op, model=replace(model, inputs=_of_args(op, model.inputs), cases=cases))
    known = {e.base for e in op.model.inputs}
    for arg in op.args:
        if arg.name not in known and arg.default is UNSET and not arg.optional:
            inputs = (*op.model.inputs, new_example(op, arg))
            op = replace(op, model=replace(op.model, inputs=inputs))
    return op


def _free(op: Op, inputs: tuple[Example, ...]) -> tuple[Example, ...]:
    """The tensors among the examples, named as a function's parameters can be."""
    found: list[Example] = []
    for example in inputs:
        arg = op.example_arg(example.arg)
        if arg is None or not arg.holds_tensors or example.none:
            continue
        entry = list_index(example.arg)
        name = f"{entry[0]}{entry[1]}" if entry else example.arg
        name = fresh_name(name, {e.arg for e in found})
        found.append(replace(example, arg=name))
    return tuple(found)


def _of_args(op: Op, inputs: tuple[Example, ...]) -> tuple[Example, ...]:
    """The examples that are of arguments."""
    tensors = {a.name for a in op.args if a.is_tensor}
    return tuple(e for e in inputs if e.arg in tensors or list_index(e.arg))
