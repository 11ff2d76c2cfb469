"""A declaration drafted from the schema of an op that torch has already."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.check.model import OPSETS
from workbench.core.edit import ATTRIBUTE_TYPE, TENSORS, first_node, plain_value
from workbench.core.errors import UserError
from workbench.core.jobs import SchemaArg, TorchSchema
from workbench.core.names import name_problem, usable_name
from workbench.core.op import (
    SCHEMA_VERSION,
    Arg,
    Example,
    Kernel,
    Mapping,
    Model,
    Node,
    Op,
    Ort,
    Output,
)
from workbench.core.operators import Operator, standard_operators

__all__ = ["is_kept", "op_from_schema"]

_DIFFERENT = ("NonZero",)
"""ONNX operators that give something else than torch's op of the same name."""

_TYPES = {
    "Tensor": "tensor",
    "List[Tensor]": "tensor[]",
    "int": "int",
    "number": "float",
    "float": "float",
    "bool": "bool",
    "str": "str",
    "List[int]": "int[]",
    "List[float]": "float[]",
    "List[bool]": "bool[]",
    "List[str]": "str[]",
}


def op_from_schema(schema: TorchSchema, name: str, package: str = "") -> Op:
    """Draft the declaration of an installed op.

    Arguments, defaults and the number of outputs are torch's. The outputs' shapes are not in a
    schema: each gets the first tensor's, to be corrected. Where ONNX has an operator of that name
    that takes as many tensors, the op is mapped to it; otherwise to a node of its own, which
    ONNX Runtime runs through the bridge.

    Raises:
        UserError: kind ``schema``; the op changes an argument, has a type that an ONNX graph
            cannot hold, or results that are no tensors.
    """
    if schema.mutable:
        raise UserError(
            "schema", f"the op changes an argument: {schema.text}", "A graph cannot express that."
        )
    args = _distinct([_arg(a, schema) for a in schema.args if is_kept(a)])
    others = [r for r in schema.returns if r != "Tensor"]
    if others or not schema.returns:
        what = others[0] if others else "nothing"
        raise UserError("schema", f"the op returns {what}, not tensors: {schema.text}")
    tensors = [a for a in args if a.type in TENSORS]
    first = next((a for a in tensors if not a.optional), None)
    if first is None:
        raise UserError("schema", f"the op takes no tensor: {schema.text}")
    taken = {a.name for a in args}
    shape = f"{first.name}{'[0]' if first.type == 'tensor[]' else ''}.shape"
    outputs = tuple(
        Output(_free(n, taken), first.name, shape) for n in _output_names(len(schema.returns))
    )
    full = schema.name + (f".{schema.overload}" if schema.overload else "")
    op = Op(
        SCHEMA_VERSION,
        name,
        full,
        doc=f"torch's {full}",
        args=args,
        outputs=outputs,
        kernel=Kernel(style="installed", package=package),
    )
    node, ort = _node(schema, op)
    args = tuple(_runnable(a, node) for a in args)
    opset = max(17, _since(node)) if not node.domain else 17
    model = Model(opset=min(opset, OPSETS["torchscript"][1]), inputs=_examples(args))
    return replace(op, args=args, mapping=Mapping(nodes=(node,)), ort=ort, model=model)


def is_kept(arg: SchemaArg) -> bool:
    """What has a default and is given by keyword only, or is of no type of ours, stays at it."""
    return not arg.has_default or (not arg.keyword_only and arg.type in _TYPES)


def _arg(arg: SchemaArg, schema: TorchSchema) -> Arg:
    kind = _TYPES.get(arg.type)
    if kind is None or arg.keyword_only:
        what = "is given by keyword only" if arg.keyword_only else f"is a {arg.type}"
        raise UserError("schema", f"its argument '{arg.name}' {what}: {schema.text}")
    default = UNSET if not arg.has_default or arg.default is None else arg.default
    if default is not UNSET and kind == "float" and not isinstance(default, bool | str | tuple):
        default = float(default)
    name = arg.name if not name_problem(arg.name) else usable_name(arg.name, "arg", "x")
    return Arg(name, kind, optional=arg.optional, default=default)  # type: ignore[arg-type]


def _distinct(args: list[Arg]) -> tuple[Arg, ...]:
    """The arguments, those that got the name of another one under a name of their own."""
    taken: set[str] = set()
    for i, arg in enumerate(args):
        name = arg.name
        while name in taken:
            name += "_arg"
        taken.add(name)
        args[i] = replace(arg, name=name)
    return tuple(args)


def _output_names(count: int) -> list[str]:
    return ["y"] if count == 1 else [f"y{i}" for i in range(count)]


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_out"
    return name


def _node(schema: TorchSchema, op: Op) -> tuple[Node, Ort]:
    tensors = tuple(a.name for a in op.args if a.type in TENSORS)
    names = tuple(o.name for o in op.outputs)
    standard = _standard(schema.name.partition("::")[2], len(tensors), len(names))
    if standard and len(tensors) == len(op.args):
        return Node(standard, tensors, names), Ort("none")
    return first_node(op), Ort("bridge")


def _standard(plain: str, inputs: int, outputs: int) -> str:
    """The ONNX operator of the same name, if it takes and gives as many tensors."""
    wanted = plain.replace("_", "").lower()
    for name, versions in standard_operators().items():
        last: Operator = versions[-1]
        if (
            name.lower() == wanted
            and name not in _DIFFERENT
            and not last.deprecated
            and last.fewest_inputs == len(last.inputs) == inputs
            and len(last.outputs) == outputs
            and not any(kind.endswith("!") for kind in last.attributes.values())
        ):
            return name
    return ""


def _runnable(arg: Arg, node: Node) -> Arg:
    """The argument with an element type that ONNX Runtime's kernel takes; float32 mostly is one."""
    if node.domain or arg.name not in node.inputs:
        return arg
    definition = standard_operators()[node.op][-1]
    index = node.inputs.index(arg.name)
    dtypes = ("float32", "int64", "bool")
    taken = next((d for d in dtypes if definition.runs(index, d)), "float32")
    return replace(arg, dtype=taken)


def _since(node: Node) -> int:
    return standard_operators()[node.op][0].since


def _examples(args: tuple[Arg, ...]) -> tuple[Example, ...]:
    examples = []
    for seed, arg in enumerate(args, 1):
        if arg.type == "tensor" and not arg.optional:
            examples.append(Example(arg.name, shape=(2, 3), seed=seed))
        elif arg.type == "tensor[]":
            examples += [Example(f"{arg.name}[{i}]", shape=(2, 3), seed=seed + i) for i in (0, 1)]
        elif arg.type in ATTRIBUTE_TYPE and not arg.optional and arg.default is UNSET:
            examples.append(Example(arg.name, value=plain_value(arg.type)))
    return tuple(examples)
