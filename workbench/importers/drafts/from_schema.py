"""A declaration drafted from the schema of an op that torch has already."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.check import check_op
from workbench.core.declaration.op import (
    SCHEMA_VERSION,
    Arg,
    Example,
    Kernel,
    Mapping,
    Model,
    Op,
    Ort,
    Output,
    Variant,
)
from workbench.core.edits.common import first_node
from workbench.core.errors import UserError
from workbench.core.exporters import EXPORTERS
from workbench.core.jobs import TorchSchema
from workbench.core.jobs.known_ops import Inputs, KnownOp, OnnxNodes, recorded
from workbench.core.ort_sides import nothing_needed
from workbench.core.styles import installed
from workbench.core.types.arg_types import ARG_TYPES, OUTPUT_TYPES, declared_for
from workbench.core.types.literals import INT
from workbench.importers.drafts.draft import Draft, Gap
from workbench.importers.drafts.schema_args import (
    declared_args,
    fitting_types,
    full_name,
    refused_result,
)

__all__ = ["ONNX_VARIANT", "check_carried", "draft_from_schema", "op_from_schema", "recorded_op"]

ONNX_VARIANT = "standard"
"""The variant that maps an op to ONNX's own operators."""


def recorded_op(schema: TorchSchema) -> KnownOp | None:
    """What was recorded of an op of torch's; None where it was not, or of another schema."""
    known = recorded().get(full_name(schema))
    if known is None:
        return None
    names = {a.name for a in declared_args(schema)}
    fits = all(e.base in names for e in known.inputs)
    return known if fits and len(known.outputs) in (0, len(schema.returns)) else None


def check_carried(schema: TorchSchema) -> tuple[Arg, ...]:
    """The arguments of an op that a graph can express.

    Raises:
        UserError: kind ``schema``; the op changes an argument, has a type that an ONNX graph
            cannot hold, takes no tensor, or has results that are no tensors.
    """
    if schema.mutable:
        raise UserError(
            "schema", f"the op changes an argument: {schema.text}", "A graph cannot express that."
        )
    args = declared_args(schema)
    given = {ARG_TYPES[name].jit[0] for name in OUTPUT_TYPES}
    others = [r for r in schema.returns if r not in given]
    if others or not schema.returns:
        what = others[0] if others else "nothing"
        raise UserError(
            "schema", f"the op cannot be carried, {refused_result(what)}: {schema.text}"
        )
    if not any(a.holds_tensors and not a.optional for a in args):
        raise UserError("schema", f"the op takes no tensor: {schema.text}")
    return args


def draft_from_schema(
    schema: TorchSchema, name: str, package: str = "", known: KnownOp | None = None
) -> Draft:
    """Draft an installed op.

    Arguments, defaults and the number of outputs are torch's. What a schema does not say (inputs
    that fit, element types and shapes) is taken from what is known of the op; without that, each
    output gets the first tensor's, as a gap. The op becomes a node of its own, which ONNX Runtime
    runs through the bridge. Where torch's exporter knows standard nodes for it, and they carry all
    that the op takes, those are the mapping; where they hold for the example, they are a variant.

    Raises:
        UserError: as ``check_carried``, or the op is known to give what no output can be.
    """
    known = known or KnownOp()
    if known.alien:
        raise UserError("schema", f"the op cannot be carried: {known.reason}")
    args = fitting_types(schema, check_carried(schema), known.inputs)
    args = tuple(_typed(arg, args, known.inputs) for arg in args)
    outputs, gaps = _outputs(schema, args, known)
    full = full_name(schema)
    op = Op(
        SCHEMA_VERSION,
        name,
        full,
        doc=f"torch's {full}",
        args=args,
        outputs=outputs,
        kernel=Kernel(installed().style, package=package),
        ort=Ort(installed().ort),
        model=_model(known, _examples(args, known.inputs)),
    )
    op = replace(op, mapping=Mapping(nodes=(first_node(op),)))
    if known.reason:
        gaps = (Gap("model.inputs", known.reason), *gaps)
    if known.onnx is not None:
        mapped = _with_onnx(op, known.onnx)
        # An argument may be None, say, where the operator needs an input.
        if not any(p.key.startswith(("mapping", "variants")) for p in check_op(mapped)):
            op = mapped
    return Draft(op, gaps=gaps)


def op_from_schema(schema: TorchSchema, name: str) -> Op:
    """What a schema alone says of an op; each output gets the first tensor's shape.

    Raises:
        UserError: as ``check_carried``.
    """
    return draft_from_schema(schema, name).op


def _model(known: KnownOp, inputs: Inputs) -> Model:
    if known.replaced:
        keeps = next(e for e in EXPORTERS.values() if e.keeps_names)
        return Model(opset=keeps.translated(Model().opset), exporter=keeps.name, inputs=inputs)
    return Model(inputs=inputs)


def _typed(arg: Arg, args: Sequence[Arg], inputs: Inputs) -> Arg:
    """The argument with the element type of its example."""
    if not arg.holds_tensors:
        return arg
    dtypes = {e.dtype for e in inputs if e.base == arg.name and e.dtype}
    if not dtypes:  # an optional one without an example: as the others
        first = next((e.dtype for e in inputs if e.dtype), "float32")
        return replace(arg, dtype=first)
    return replace(arg, dtype=dtypes.pop() if len(dtypes) == 1 else "any")


def _outputs(
    schema: TorchSchema, args: Sequence[Arg], known: KnownOp
) -> tuple[tuple[Output, ...], tuple[Gap, ...]]:
    taken = {a.name for a in args}
    count = len(schema.returns)
    names = [_free("y" if count == 1 else f"y{i}", taken) for i in range(count)]
    if known.outputs:
        given = zip(names, known.outputs, strict=True)
        outputs = tuple(
            Output(n, o.dtype, o.shape, *_kind(schema, i)) for i, (n, o) in enumerate(given)
        )
        notes = [o.note for o in known.outputs]
    else:
        tensors = [a for a in args if a.holds_tensors and not a.optional]
        first = min(tensors, key=lambda a: a.may_lack_items)
        # Of one that may be missing nothing can take its element type.
        dtype = first.dtype if first.may_lack_items else first.name
        shape = f"{first.name}{'[0]' if first.is_tensor_list else ''}.shape"
        outputs = tuple(
            Output(n, str(dtype), shape, *_kind(schema, i)) for i, n in enumerate(names)
        )
        notes = ["a schema says nothing of shapes, and no inputs were tried"] * count
    gaps = tuple(
        Gap(f"outputs[{i}].shape", f"the shape rule of '{o.name}' is {o.shape}: {note}")
        for i, (o, note) in enumerate(zip(outputs, notes, strict=True))
        if note
    )
    return outputs, gaps


def _kind(schema: TorchSchema, index: int) -> tuple[str, str]:
    """The type of an output, and the count of a list, which a schema does not tell."""
    kind = declared_for(schema.returns[index])
    return kind, "unknown" if ARG_TYPES[kind].is_list else ""


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_out"
    return name


def _with_onnx(op: Op, onnx: OnnxNodes) -> Op:
    """The op with its standard nodes: as its mapping where they say all of it, else beside it."""
    names = {f"y{i}": o.name for i, o in enumerate(op.outputs)}
    nodes = tuple(replace(n, outputs=tuple(names.get(o, o) for o in n.outputs)) for n in onnx.nodes)
    mapping, standard = Mapping(onnx.constants, nodes), Ort(nothing_needed().name)
    if onnx.general and len(nodes) == 1 and all(a.holds_tensors for a in op.args):
        model = replace(op.model, opset=max(onnx.opset, op.model.opset))
        return replace(op, mapping=mapping, ort=standard, model=model)
    words = "ONNX's own operators, as torch's exporter writes them"
    if not onnx.general:
        words += "; for the example's arguments, others may need other nodes"
    opset = 0 if onnx.opset <= op.model.opset else onnx.opset
    return replace(op, variants={ONNX_VARIANT: Variant(mapping, standard, opset, words)})


def _examples(args: Sequence[Arg], inputs: Inputs) -> tuple[Example, ...]:
    """The known examples, or such as a schema alone allows."""
    if inputs:
        by_name = {a.name: a for a in args}
        return tuple(_shown(e, by_name[e.base]) for e in inputs)
    examples = []
    seeds = count(1)
    for arg in args:
        seed = next(seeds)
        if arg.is_tensor and not arg.optional:
            examples.append(Example(arg.name, shape=(2, 3), seed=seed))
        elif arg.is_tensor_list:
            two = enumerate((seed, next(seeds)))
            examples += [Example(f"{arg.name}[{i}]", shape=(2, 3), seed=s) for i, s in two]
        elif not arg.holds_tensors and not arg.optional and arg.default is UNSET:
            examples.append(Example(arg.name, value=arg.kind.literal.fresh))
    return tuple(examples)


def _shown(example: Example, arg: Arg) -> Example:
    """An example without what its argument says already."""
    if example.is_tensor:
        return replace(example, dtype="") if example.dtype == arg.dtype else example
    value = example.value
    if arg.kind.literal.item is INT and not isinstance(value, str | bool) and value is not UNSET:
        whole = tuple(int(v) for v in value) if isinstance(value, tuple) else int(value)
        return replace(example, value=whole)
    return example
