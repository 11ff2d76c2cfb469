"""Names, type variables, arguments, outputs and the kernel: what torch sees of the op."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from msgspec import UNSET

from workbench.core import shape_rule
from workbench.core.check.argument_values import check_inside, check_values
from workbench.core.check.common import (
    dtype_list,
    no_value,
    not_exported,
    problem,
    unknown_dtype,
    usable,
)
from workbench.core.declaration import signature
from workbench.core.declaration.names import item_name, list_of_item, name_problem
from workbench.core.declaration.op import Arg, Op, Output
from workbench.core.errors import Problem, UserError
from workbench.core.exporters import others
from workbench.core.types.dtypes import DTYPES, NO_TENSORS
from workbench.core.types.literals import is_finite

__all__ = ["check_interface"]

_SMALLEST = sys.float_info.min


def check_interface(op: Op) -> Iterator[Problem]:
    """The problems of everything before the mapping."""
    yield from _names(op)
    yield from _types(op)
    yield from _args(op)
    yield from _outputs(op)


def _names(op: Op) -> Iterator[Problem]:
    yield from usable("name", op.name)
    parts = op.torch.split("::")
    if len(parts) != 2:
        yield problem(
            "torch", f"'{op.torch}' is no qualified name", 'Write e.g. torch = "my_lib::my_add".'
        )
        return
    installed = op.kernel.kind.exists
    # Of an installed op one overload may be meant: aten::add.Tensor.
    for part in parts if not installed else (parts[0], *parts[1].split(".")):
        # What others register is called by its name alone, and is in no generated code.
        others = installed or op.kernel.kind.registers_itself
        if wrong := "" if others and part.isidentifier() else name_problem(part):
            yield problem("torch", wrong)
    if not installed and parts[0] in ("aten", "prim", "prims", "onnx", "quantized"):
        yield problem(
            "torch",
            f"'{parts[0]}' is a namespace of torch itself",
            "Choose a namespace of your own.",
        )


def _types(op: Op) -> Iterator[Problem]:
    for name, dtypes in op.types.items():
        key = f"types.{name}"
        yield from usable(key, name)
        if name in DTYPES:
            yield problem(key, f"'{name}' is an element type already", "Call the variable e.g. T.")
        if op.arg(name):
            yield problem(key, f"'{name}' is an argument's name too", "Call the variable e.g. T.")
        yield from dtype_list(key, dtypes)


def _args(op: Op) -> Iterator[Problem]:
    seen: set[str] = set()
    defaulted = ""
    exporter = op.model.exported_by
    for i, arg in enumerate(op.args):
        key = f"args[{i}]"
        yield from usable(f"{key}.name", arg.name)
        if arg.name in op.types:
            yield problem(f"{key}.name", f"'{arg.name}' is a type variable already")
        if arg.name in seen:
            yield problem(
                f"{key}.name", f"two arguments are named '{arg.name}'", "Rename one of them."
            )
        seen.add(arg.name)
        if arg.has_elements:
            yield from _element_type(op, arg, key)
        elif refused := exporter.refused(arg.kind):
            can = [e.name for e in others(exporter) if not e.refused(arg.kind)]
            hint = " or ".join(
                [f"one {arg.kind.instead} in its place", *(f'exporter = "{n}"' for n in can)]
            )
            yield problem(f"{key}.type", refused, f"Use {hint}.")
        yield from check_values(arg, key)
        if arg.default is not UNSET:
            yield from _default(arg, key)
            yield from check_inside(op, arg, arg.default, f"{key}.default", "the default")
            defaulted = arg.name
        elif defaulted and not arg.optional:
            yield problem(
                f"{key}.default",
                f"'{arg.name}' has no default but follows '{defaulted}', which has one",
                "Give it a default, or move it before the first argument with a default.",
            )


def _element_type(op: Op, arg: Arg, key: str) -> Iterator[Problem]:
    if isinstance(arg.dtype, tuple):
        yield from dtype_list(f"{key}.dtype", arg.dtype)
    elif arg.dtype == "any":
        if not arg.kind.portable_any:
            hint = 'Name the element types, or a type variable; "any" is for a tensor[].'
            yield problem(f"{key}.dtype", f"'{arg.name}' has no element type", hint)
    elif arg.dtype not in DTYPES and arg.dtype not in op.types:
        yield unknown_dtype(f"{key}.dtype", arg.dtype)
    if arg.is_dtype and not any(signature.dtype_owner(op, o.dtype) == arg for o in op.outputs):
        yield problem(
            f"{key}.type",
            f"no output has the element type that '{arg.name}' is, so no kernel is chosen by it",
            f"Set an output's dtype to {arg.name}; or declare it as an int, which a kernel reads itself.",
        )


def _default(arg: Arg, key: str) -> Iterator[Problem]:
    if arg.holds_tensors:
        return
    key = f"{key}.default"
    if not arg.kind.literal.fits(arg.default):
        yield no_value(key, arg.default, arg.kind.literal, f"type {arg.type}")
    elif not is_finite(arg.default):
        hint = (
            "Remove the default, and give this value as the example on the Model page; or make "
            f"'{arg.name}' optional, and let the kernel take None for it."
        )
        yield problem(key, "torch's schemas take no inf and no nan in a default", hint)
    elif isinstance(arg.default, str) and not re.sub(r"[\n\t]", "", arg.default).isprintable():
        yield problem(key, "torch's schemas take no control characters in a default")
    elif any(0 < abs(v) < _SMALLEST for v in _floats(arg.default)):
        yield problem(key, f"torch's schemas take no number smaller than {_SMALLEST:g}")


def _floats(value: object) -> list[float]:
    items = value if isinstance(value, tuple) else (value,)
    return [v for v in items if isinstance(v, float)]


def _outputs(op: Op) -> Iterator[Problem]:
    if not op.outputs:
        yield problem(
            "outputs", "the op has no output", "Add [[outputs]] with name, dtype and shape."
        )
    seen = {a.name for a in op.args}
    exporter = op.model.exported_by
    yield from _parts(op)
    for i, output in enumerate(op.outputs):
        key = f"outputs[{i}]"
        yield from usable(f"{key}.name", output.name)
        if output.name in op.types:
            yield problem(f"{key}.name", f"'{output.name}' is a type variable already")
        if output.name in seen:
            yield problem(
                f"{key}.name", f"the name '{output.name}' is taken already", "Rename the output."
            )
        seen.add(output.name)
        arg = op.arg(output.dtype)
        known = [*(a.name for a in op.args if a.has_elements), *op.types, *DTYPES]
        if arg is None and output.dtype in NO_TENSORS.keys() - op.types:
            yield unknown_dtype(f"{key}.dtype", output.dtype)
        elif arg is None and output.dtype not in DTYPES and output.dtype not in op.types:
            yield problem(
                f"{key}.dtype",
                f"'{output.dtype}' is no element type and no tensor argument",
                f"Choose one of: {', '.join(known)}.",
            )
        elif arg is not None and (not arg.has_elements or arg.dtype == "any"):
            what = "takes any" if arg.dtype == "any" else "is no tensor, so it has no"
            yield problem(f"{key}.dtype", f"'{arg.name}' {what} element type")
        elif arg is not None and arg.optional:
            yield problem(
                f"{key}.dtype", f"'{arg.name}' may be None", "Name a tensor that is always there."
            )
        elif arg is not None and arg.may_lack_items:
            what = f"each tensor of '{arg.name}' may be None"
            yield problem(f"{key}.dtype", what, "Name a tensor that is always there.")
        elif output.dtype in op.types and not any(
            a.dtype == output.dtype for a in signature.typed_args(op)
        ):
            yield problem(
                f"{key}.dtype",
                f"no argument has the type variable '{output.dtype}', so nothing decides this type",
                "Name one element type, or give an argument this type variable.",
            )
        if arg is None or arg.has_elements:
            dtypes = signature.output_dtypes(op, output)
            yield from not_exported(f"{key}.dtype", dtypes, exporter)
        for rule, read in (("shape", op.shape_of), ("count", op.count_of)):
            try:
                read(output)
            except UserError as error:
                found = error.problem
                yield Problem("shape-rule", found.message, found.hint, key=f"{key}.{rule}")
        yield from _items(op, output, key)
    yield from _nested(op)


def _nested(op: Op) -> Iterator[Problem]:
    """An exporter that takes a list alone, and none beside other outputs."""
    lists = [o.is_list for o in op.outputs]
    if refused := op.model.exported_by.refused_results(lists):
        can = [e for e in others(op.model.exported_by) if not e.refused_results(lists)]
        hint = " or ".join([*(f'exporter = "{e.name}"' for e in can), "one list for all outputs"])
        yield problem(f"outputs[{lists.index(True)}].type", refused, f"Use {hint}.")


def _items(op: Op, output: Output, key: str) -> Iterator[Problem]:
    """The tensors of a list have names in the model, which others may have."""
    others = [*(a.name for a in op.args), *(o.name for o in op.outputs)]
    if output.is_list and (same := [n for n in others if list_of_item(n) == output.name]):
        yield problem(
            f"{key}.name",
            f"in a model the tensors of '{output.name}' are called {item_name(output.name, 0)}, "
            f"{item_name(output.name, 1)} …, which '{same[0]}' may be, too",
            "Rename one of them.",
        )


def _parts(op: Op) -> Iterator[Problem]:
    """The named parts of rules."""
    taken = {*(a.name for a in op.args), *(o.name for o in op.outputs), *op.types}
    for name, text in op.let.items():
        key = f"let.{name}"
        yield from usable(key, name)
        if name in taken:
            yield problem(key, f"the name '{name}' is taken already", "Call the part otherwise.")
        elif name in (*shape_rule.WORDS, *shape_rule.FUNCTIONS):
            yield problem(key, f"'{name}' means something else in rules", "Call it otherwise.")
        else:
            try:
                shape_rule.check_part(text, op.rule_scope)
            except UserError as error:
                yield Problem("shape-rule", error.problem.message, error.problem.hint, key=key)
