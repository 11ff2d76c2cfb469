"""What a declaration means: everything that can be known wrong before anything is built."""

from __future__ import annotations

import functools
import json
import math
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from msgspec import UNSET

from workbench.core import shape_rule, signature
from workbench.core.dtypes import DTYPES
from workbench.core.errors import Problem, UserError
from workbench.core.names import RESERVED_DOMAINS, name_problem, split_qualified
from workbench.core.op import Arg, Attribute, Constant, Example, Node, Op, Value
from workbench.paths import resources

__all__ = ["MAX_EXAMPLE_ELEMENTS", "check_op", "standard_operators"]

MAX_EXAMPLE_ELEMENTS = 1 << 28
"""Elements of one example tensor: 1 GiB of float32."""

OLDEST_ORT = 17
"""The oldest API with CreateKernelV2, KernelComputeV2 and InferOutputShapeFn."""

_ATTRIBUTE_OF = {
    "int": ("int",),
    "bool": ("int",),
    "float": ("float",),
    "str": ("string",),
    "int[]": ("ints",),
    "bool[]": ("ints",),
    "float[]": ("floats",),
    "str[]": ("strings",),
}
_SCALARS = {"int": int, "float": (int, float), "bool": bool, "str": str, "string": str}


def check_op(op: Op) -> list[Problem]:
    """Every problem of a declaration, in the file's order; empty where it is sound."""
    return [
        *_names(op),
        *_types(op),
        *_args(op),
        *_outputs(op),
        *_kernel(op),
        *_mapping(op),
        *_ort(op),
        *_model(op),
    ]


@functools.cache
def standard_operators() -> dict[str, list[int]]:
    """The standard ONNX operators: name → opsets in which the definition changed."""
    text = (resources() / "onnx_ops.json").read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def _problem(key: str, message: str, hint: str = "") -> Problem:
    return Problem("declaration", message, hint, key=key)


def _names(op: Op) -> Iterator[Problem]:
    if problem := name_problem(op.name):
        yield _problem("name", problem)
    parts = op.torch.split("::")
    if len(parts) != 2:
        yield _problem("torch", f"'{op.torch}' is no qualified name", 'Write e.g. torch = "my_lib::my_add".')
        return
    for part in parts:
        if problem := name_problem(part):
            yield _problem("torch", problem)
    if parts[0] in ("aten", "prim", "prims", "onnx", "quantized"):
        yield _problem(
            "torch", f"'{parts[0]}' is a namespace of torch itself", "Choose a namespace of your own."
        )


def _types(op: Op) -> Iterator[Problem]:
    for name, dtypes in op.types.items():
        key = f"types.{name}"
        if problem := name_problem(name):
            yield _problem(key, problem)
        if name in DTYPES:
            yield _problem(key, f"'{name}' is an element type already", "Call the variable e.g. T.")
        if op.arg(name):
            yield _problem(key, f"'{name}' is an argument's name too", "Call the variable e.g. T.")
        yield from _dtype_list(key, dtypes)


def _dtype_list(key: str, dtypes: tuple[str, ...]) -> Iterator[Problem]:
    if not dtypes:
        yield _problem(key, "the list of element types is empty", 'Write e.g. ["float32"].')
    for dtype in dtypes:
        if dtype not in DTYPES:
            yield _unknown_dtype(key, dtype)
    if len(set(dtypes)) < len(dtypes):
        yield _problem(key, "an element type is listed twice")


def _unknown_dtype(key: str, dtype: str) -> Problem:
    return _problem(key, f"'{dtype}' is no element type", f"Choose one of: {', '.join(DTYPES)}.")


def _args(op: Op) -> Iterator[Problem]:
    seen: set[str] = set()
    defaulted = ""
    for i, arg in enumerate(op.args):
        key = f"args[{i}]"
        if problem := name_problem(arg.name):
            yield _problem(f"{key}.name", problem)
        if arg.name in seen:
            yield _problem(f"{key}.name", f"two arguments are named '{arg.name}'", "Rename one of them.")
        seen.add(arg.name)
        if arg.type == "tensor":
            yield from _tensor_arg(op, arg, key)
        elif arg.type == "str[]" and op.model.exporter == "torchscript":
            yield _problem(
                f"{key}.type",
                "the TorchScript exporter hands no list of strings to a symbolic function",
                'Use one str, or exporter = "torch.export".',
            )
        elif arg.dtype != "float32":
            yield _problem(f"{key}.dtype", f"a {arg.type} argument has no element type", "Remove 'dtype'.")
        if arg.default is not UNSET:
            yield from _default(arg, key)
            defaulted = arg.name
        elif defaulted and not arg.optional:
            yield _problem(
                f"{key}.default",
                f"'{arg.name}' has no default but follows '{defaulted}', which has one",
                "Give it a default, or move it before the first argument with a default.",
            )


def _tensor_arg(op: Op, arg: Arg, key: str) -> Iterator[Problem]:
    if isinstance(arg.dtype, tuple):
        yield from _dtype_list(f"{key}.dtype", arg.dtype)
    elif arg.dtype not in DTYPES and arg.dtype not in op.types:
        yield _unknown_dtype(f"{key}.dtype", arg.dtype)
    if arg.default is not UNSET:
        yield _problem(f"{key}.default", "a tensor has no default", "Use optional = true for None.")


def _default(arg: Arg, key: str) -> Iterator[Problem]:
    if arg.type != "tensor" and not _fits(arg.default, arg.type):  # type: ignore[arg-type]
        yield _problem(f"{key}.default", f"{arg.default!r} is no value of type {arg.type}")


def _fits(value: Value, kind: str) -> bool:
    if kind.endswith("[]") or kind in ("ints", "floats", "strings"):
        item = kind.removesuffix("[]").removesuffix("s")
        return isinstance(value, tuple) and all(_fits(v, item) for v in value)
    if isinstance(value, bool):
        return kind == "bool"
    return isinstance(value, _SCALARS[kind])  # type: ignore[arg-type]


def _outputs(op: Op) -> Iterator[Problem]:
    if not op.outputs:
        yield _problem("outputs", "the op has no output", "Add [[outputs]] with name, dtype and shape.")
    seen = {a.name for a in op.args}
    types = {a.name: a.type for a in op.args}
    for i, output in enumerate(op.outputs):
        key = f"outputs[{i}]"
        if problem := name_problem(output.name):
            yield _problem(f"{key}.name", problem)
        if output.name in seen:
            yield _problem(f"{key}.name", f"the name '{output.name}' is taken already", "Rename the output.")
        seen.add(output.name)
        arg = op.arg(output.dtype)
        if arg is None and output.dtype not in DTYPES and output.dtype not in op.types:
            yield _problem(
                f"{key}.dtype",
                f"'{output.dtype}' is no element type and no tensor argument",
                f"Choose one of: {', '.join([a.name for a in op.tensors] + list(op.types) + list(DTYPES))}.",
            )
        elif arg is not None and arg.type != "tensor":
            yield _problem(f"{key}.dtype", f"'{arg.name}' is no tensor, so it has no element type")
        elif arg is not None and arg.optional:
            yield _problem(
                f"{key}.dtype", f"'{arg.name}' may be None", "Name a tensor that is always there."
            )
        elif output.dtype in op.types and not any(a.dtype == output.dtype for a in op.tensors):
            yield _problem(
                f"{key}.dtype",
                f"no argument has the type variable '{output.dtype}', so nothing decides this type",
                "Name one element type, or give an argument this type variable.",
            )
        try:
            shape_rule.parse(output.shape, types)
        except UserError as error:
            yield Problem("shape-rule", error.problem.message, error.problem.hint, key=f"{key}.shape")


def _kernel(op: Op) -> Iterator[Problem]:
    kernel = op.kernel
    source = PurePosixPath(kernel.source)
    if not kernel.source or source.is_absolute() or ".." in source.parts:
        yield _problem(
            "kernel.source", f"'{kernel.source}' is not inside the op's folder", "Give a path relative to op.toml."
        )
    elif source.suffix not in (".cpp", ".cc", ".cxx"):
        yield _problem("kernel.source", f"'{kernel.source}' is no C++ source", "Name it e.g. kernel.cpp.")
    for part in signature.kernel_function(op).split("::"):
        if not re.fullmatch(r"[A-Za-z_]\w*", part):
            yield _problem("kernel.function", f"'{kernel.function}' is no C++ function name")
            break
    if kernel.registration == "own" and kernel.style != "libtorch":
        yield _problem(
            "kernel.registration",
            "a portable kernel has no registration of its own",
            'Remove the key, or set style = "libtorch".',
        )


def _mapping(op: Op) -> Iterator[Problem]:
    scope = {a.name for a in op.tensors}
    arguments = {a.name for a in op.args}
    for i, constant in enumerate(op.mapping.constants):
        key = f"mapping.constants[{i}]"
        yield from _constant(op, constant, key)
        if constant.name in scope or constant.name in arguments and constant.name != constant.arg:
            yield _problem(f"{key}.name", f"the name '{constant.name}' is taken already")
        scope.add(constant.name)
    if not op.mapping.nodes:
        yield _problem("mapping.nodes", "the mapping has no node", 'Add [[mapping.nodes]] with e.g. op = "custom::MyOp".')
        return
    produced: set[str] = set()
    for i, node in enumerate(op.mapping.nodes):
        yield from _node(op, node, f"mapping.nodes[{i}]", scope | produced)
        for name in node.outputs:
            if name in scope | produced:
                yield _problem(f"mapping.nodes[{i}].outputs", f"the name '{name}' is taken already")
            produced.add(name)
    for output in op.outputs:
        if output.name not in produced:
            yield _problem(
                "mapping.nodes",
                f"no node produces the op's output '{output.name}'",
                f"Name it in the outputs of the node that does: outputs = [\"{output.name}\"].",
            )


def _constant(op: Op, constant: Constant, key: str) -> Iterator[Problem]:
    if problem := name_problem(constant.name):
        yield _problem(f"{key}.name", problem)
    typed_by = op.arg(constant.dtype)
    if constant.dtype not in DTYPES and (typed_by is None or typed_by.type != "tensor"):
        yield _unknown_dtype(f"{key}.dtype", constant.dtype)
    if bool(constant.arg) == (constant.value is not UNSET):
        yield _problem(key, "a constant needs either 'value' or 'arg'")
    elif constant.arg:
        arg = op.arg(constant.arg)
        if arg is None or arg.type in ("tensor", "str", "str[]"):
            yield _problem(f"{key}.arg", f"'{constant.arg}' is no argument with a number or a list of numbers")
    elif not (_fits(constant.value, "float[]") or _fits(constant.value, "float") or _fits(constant.value, "bool")):  # type: ignore[arg-type]
        yield _problem(f"{key}.value", f"{constant.value!r} is no number and no list of numbers")


def _node(op: Op, node: Node, key: str, scope: set[str]) -> Iterator[Problem]:
    yield from _node_op(op, node, f"{key}.op")
    for j, name in enumerate(node.inputs):
        if name and name not in scope:
            arg = op.arg(name)
            if arg is not None:
                yield _problem(
                    f"{key}.inputs[{j}]",
                    f"'{name}' is a {arg.type}, and a node takes tensors as inputs",
                    "Make it an attribute, or a constant: [[mapping.constants]] with arg = "
                    f'"{name}".',
                )
            else:
                known = ", ".join(sorted(scope))
                yield _problem(f"{key}.inputs[{j}]", f"'{name}' is not known here", f"Known: {known}.")
    if not node.outputs:
        yield _problem(f"{key}.outputs", "the node has no output", 'Write e.g. outputs = ["y"].')
    for name in node.outputs:
        if problem := name_problem(name):
            yield _problem(f"{key}.outputs", problem)
    if len(set(node.outputs)) < len(node.outputs):
        yield _problem(f"{key}.outputs", "two outputs have the same name")
    seen: set[str] = set()
    for j, attribute in enumerate(node.attributes):
        yield from _attribute(op, attribute, f"{key}.attributes[{j}]")
        if attribute.name in seen:
            yield _problem(f"{key}.attributes[{j}].name", f"two attributes are named '{attribute.name}'")
        seen.add(attribute.name)


def _node_op(op: Op, node: Node, key: str) -> Iterator[Problem]:
    if "::" not in node.op:
        versions = standard_operators().get(node.op)
        if versions is None:
            yield _problem(
                key,
                f"'{node.op}' would be in the default ONNX domain, which has no such operator",
                f"Give it a domain of your own, e.g. custom::{node.op or 'MyOp'}.",
            )
        elif versions[0] > op.model.opset:
            yield _problem(
                key,
                f"'{node.op}' exists since opset {versions[0]}, the model has opset {op.model.opset}",
                f"Set model.opset = {versions[0]} or later.",
            )
        return
    qualified = split_qualified(node.op)
    if qualified is None:
        yield _problem(key, f"'{node.op}' is no Domain::Op", "Write e.g. custom::MyAdd, or a standard operator.")
    elif qualified[0] in RESERVED_DOMAINS:
        yield _problem(
            key,
            f"'{qualified[0]}' is {RESERVED_DOMAINS[qualified[0]]}, where no custom op can be added",
            f"Choose a domain of your own, e.g. custom::{qualified[1]}.",
        )


def _attribute(op: Op, attribute: Attribute, key: str) -> Iterator[Problem]:
    if not re.fullmatch(r"[A-Za-z]\w*", attribute.name):
        yield _problem(f"{key}.name", f"'{attribute.name}' is no attribute name")
    if bool(attribute.arg) == (attribute.value is not UNSET):
        yield _problem(key, f"attribute '{attribute.name}' needs either 'arg' or 'value'")
    elif attribute.arg:
        arg = op.arg(attribute.arg)
        if arg is None:
            known = ", ".join(a.name for a in op.args if a.type != "tensor") or "none"
            yield _problem(
                f"{key}.arg", f"'{attribute.arg}' is no argument of the op", f"Arguments for attributes: {known}."
            )
        elif arg.type == "tensor":
            yield _problem(f"{key}.arg", f"'{arg.name}' is a tensor", "Pass it as an input of the node.")
        elif attribute.type not in _ATTRIBUTE_OF[arg.type]:
            right = _ATTRIBUTE_OF[arg.type][0]
            yield _problem(
                f"{key}.type",
                f"argument '{arg.name}' is a {arg.type}, the attribute is declared {attribute.type}",
                f'Set type = "{right}".',
            )
    elif not _fits(attribute.value, attribute.type):  # type: ignore[arg-type]
        yield _problem(f"{key}.value", f"{attribute.value!r} is no value of type {attribute.type}")


def _ort(op: Op) -> Iterator[Problem]:
    match = re.fullmatch(r"1\.(\d+)", op.ort.oldest)
    if not match or int(match[1]) < OLDEST_ORT:
        yield _problem(
            "ort.oldest", f"'{op.ort.oldest}' is no ONNX Runtime that can be served", f'Write "1.{OLDEST_ORT}" or later.'
        )
    if op.ort.since_version < 1:
        yield _problem("ort.since_version", "versions of a domain start at 1")
    custom = [n for n in op.mapping.nodes if n.domain]
    match op.ort.implementation:
        case "none" if custom:
            yield _problem(
                "ort.implementation",
                f"the mapping has the custom node {custom[0].op}, which ONNX Runtime does not know",
                'Use "portable" (our kernel) or "export-only" (another runtime).',
            )
        case "export-only" if not custom and op.mapping.nodes:
            yield _problem(
                "ort.implementation", "the mapping has standard nodes only, which ONNX Runtime can run", 'Use "none".'
            )
        case "portable":
            yield from _ort_portable(op, custom)


def _ort_portable(op: Op, custom: list[Node]) -> Iterator[Problem]:
    key = "ort.implementation"
    if op.kernel.style != "portable":
        yield _problem(
            key,
            f"a {op.kernel.style} kernel cannot be compiled into an ONNX Runtime library",
            'Write the kernel in the portable style, or set implementation = "export-only".',
        )
    if len(custom) != 1:
        number = "no custom node" if not custom else f"{len(custom)} custom nodes"
        hint = 'Use "none" for standard nodes only.' if not custom else "Map the op to one custom node."
        yield _problem(key, f"the mapping has {number}, the kernel implements exactly one", hint)
        return
    node = custom[0]
    constants = {c.name: c for c in op.mapping.constants}
    carried = {constants[i].arg if i in constants else i for i in node.inputs}
    carried |= {a.arg for a in node.attributes}
    for i, arg in enumerate(op.args):
        if arg.name not in carried and not arg.optional and arg.default is UNSET:
            where = "inputs" if arg.type == "tensor" else "attributes"
            yield _problem(
                "mapping.nodes",
                f"node {node.op} does not carry '{arg.name}', which the kernel needs",
                f"Add '{arg.name}' to the node's {where}.",
            )
        if arg.type in ("bool[]", "str[]"):
            hint = "Use int[]." if arg.type == "bool[]" else "Use one str, e.g. with commas."
            yield _problem(f"args[{i}].type", f"a portable kernel takes no {arg.type}", hint)
    for name in node.inputs:
        if name and op.arg(name) is None and not (name in constants and constants[name].arg):
            yield _problem(
                "mapping.nodes",
                f"input '{name}' of {node.op} is no argument of the op, so the kernel cannot take it",
                "Pass arguments of the op, or constants made from one.",
            )
    if node.outputs != tuple(o.name for o in op.outputs):
        wanted = ", ".join(o.name for o in op.outputs)
        yield _problem(
            "mapping.nodes", f"the outputs of {node.op} are not the op's", f"List them in the op's order: {wanted}."
        )


def _model(op: Op) -> Iterator[Problem]:
    low, high = (18, 25) if op.model.exporter == "torch.export" else (9, 20)
    if not low <= op.model.opset <= high:
        yield _problem(
            "model.opset",
            f"the {op.model.exporter} exporter writes opsets {low} to {high}, not {op.model.opset}",
            f"Choose one from {low} to {high}, or the other exporter.",
        )
    for name in ("rtol", "atol"):
        value = getattr(op.model, name)
        if value is not UNSET and not (value >= 0 and math.isfinite(value)):
            yield _problem(f"model.{name}", "a tolerance is a number of 0 or more")
    seen: set[str] = set()
    chosen: dict[str, tuple[str, str]] = {}
    for i, example in enumerate(op.model.inputs):
        key = f"model.inputs[{i}]"
        arg = op.arg(example.arg)
        if arg is None:
            known = ", ".join(a.name for a in op.args) or "none"
            yield _problem(f"{key}.arg", f"'{example.arg}' is no argument of the op", f"Arguments: {known}.")
            continue
        if example.arg in seen:
            yield _problem(f"{key}.arg", f"'{example.arg}' has two examples")
        seen.add(example.arg)
        if example.none:
            if not arg.optional:
                yield _problem(f"{key}.none", f"'{arg.name}' is not optional")
        elif arg.type == "tensor":
            yield from _tensor_example(op, arg, example, key)
            if isinstance(arg.dtype, str) and arg.dtype in op.types:
                dtype = example.dtype or signature.arg_dtypes(op, arg)[0]
                first, other = chosen.setdefault(arg.dtype, (arg.name, dtype))
                if other != dtype:
                    yield _problem(
                        f"{key}.dtype", f"'{arg.name}' and '{first}' share the type {arg.dtype}, the examples differ"
                    )
        elif example.value is not UNSET and not _fits(example.value, arg.type):
            yield _problem(f"{key}.value", f"{example.value!r} is no value of type {arg.type}")
    for arg in op.args:
        has_value = arg.optional or arg.default is not UNSET
        entry = op.example(arg.name)
        if entry is None and not has_value:
            yield _problem(
                "model.inputs", f"'{arg.name}' has no example", f'Add [[model.inputs]] with arg = "{arg.name}".'
            )
        elif entry is not None and arg.type != "tensor" and entry.value is UNSET and not (has_value or entry.none):
            yield _problem("model.inputs", f"the example of '{arg.name}' has no value", "Add value = …")


def _tensor_example(op: Op, arg: Arg, example: Example, key: str) -> Iterator[Problem]:
    if example.value is not UNSET:
        yield _problem(f"{key}.value", "a tensor's example has a shape and a generator, not a value")
    if example.shape is UNSET:
        yield _problem(f"{key}.shape", f"the example of '{arg.name}' has no shape", "Write e.g. shape = [2, 3].")
        return
    if any(s < 0 for s in example.shape):
        yield _problem(f"{key}.shape", "a size is negative")
    elif math.prod(example.shape) > MAX_EXAMPLE_ELEMENTS:
        yield _problem(
            f"{key}.shape",
            f"{math.prod(example.shape)} elements are more than {MAX_EXAMPLE_ELEMENTS}",
            "Choose a smaller example.",
        )
    if len(example.shape) > 64:
        yield _problem(f"{key}.shape", "torch tensors have at most 64 dimensions")
    allowed = signature.arg_dtypes(op, arg)
    if example.dtype and example.dtype not in allowed:
        yield _problem(
            f"{key}.dtype", f"'{example.dtype}' is not among the types of '{arg.name}'", f"Choose: {', '.join(allowed)}."
        )
    if not (math.isfinite(example.low) and math.isfinite(example.high)) or (
        example.generator in ("uniform", "integers") and example.low >= example.high
    ):
        yield _problem(f"{key}.low", "'low' must be less than 'high', both finite")
    for axis, name in example.dynamic.items():
        if not -len(example.shape) <= axis < len(example.shape):
            yield _problem(f"{key}.dynamic", f"axis {axis} is outside the shape {list(example.shape)}")
        if problem := name_problem(name):
            yield _problem(f"{key}.dynamic", problem)
