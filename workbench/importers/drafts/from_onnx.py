"""A declaration drafted from a node of an ONNX model that ONNX Runtime cannot run.

The node says its inputs, attributes and, as far as shapes could be inferred, its sizes. What it
does not say becomes a gap of the draft.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core import check
from workbench.core.check.bounds import MOST_VALUES
from workbench.core.check.ort import treated_specially
from workbench.core.declaration.names import RESERVED_DOMAINS, split_qualified
from workbench.core.declaration.op import (
    SCHEMA_VERSION,
    Arg,
    Attribute,
    Example,
    Mapping,
    Node,
    Op,
    Ort,
    Output,
)
from workbench.core.errors import UserError, with_article
from workbench.core.jobs import ModelNodesResult
from workbench.core.jobs.model_nodes import MissingOperator, ModelAttribute, ModelNode, ModelValue
from workbench.core.standard.operators import Operator, custom_operator, operator
from workbench.core.standard.ort_versions import first_to_read
from workbench.core.types.arg_types import ARG_TYPES, of_elements
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES
from workbench.core.types.dtypes import DTYPES
from workbench.core.types.literals import is_finite, python_literal
from workbench.importers.drafts.draft import Draft, Gap, with_exporter
from workbench.importers.drafts.onnx_examples import example_of, size_names, spelt
from workbench.importers.drafts.onnx_names import Names, op_name, shared_name
from workbench.importers.drafts.onnx_sample import SampleModel
from workbench.importers.drafts.skeleton import kernel_text

__all__ = ["draft_from_onnx"]

_TYPE_NAMES = ("T", *(f"T{i}" for i in range(1, 10)))
_KIND = "onnx"
_MOST_VALUES = MOST_VALUES // 4
"""In lists of attributes: each may be written twice, as a default and as an example."""


def draft_from_onnx(
    found: ModelNodesResult,
    chosen: MissingOperator,
    index: int = 0,
    path: Path | None = None,
) -> Draft:
    """Draft the op of a node.

    Args:
        found: what the model has.
        chosen: one of ``found.missing``.
        index: the node among ``chosen.nodes`` whose shapes and values become the examples.
        path: the model's file, which becomes the sample; None to leave it out.

    Raises:
        UserError: kind ``onnx``; the node has what no declaration can express.
    """
    return _Drafter(found, chosen, chosen.nodes[index]).draft(path)


class _Drafter:
    def __init__(self, found: ModelNodesResult, chosen: MissingOperator, node: ModelNode) -> None:
        self._found = found
        self._chosen = chosen
        self._node = node
        self._name = op_name(chosen.op_type)
        self._gaps: list[Gap] = []
        self._sample = SampleModel(found, chosen.op_type, self._gap)
        self._values = 0
        self._types: dict[str, tuple[str, ...]] = {}
        self._names = Names(_TYPE_NAMES)

    def draft(self, path: Path | None) -> Draft:
        node, chosen = self._node, self._chosen
        count = max(len(n.inputs) for n in chosen.nodes)
        names = [self._input_name(i) for i in range(count)]
        inputs = tuple(self._input(i, name) for i, name in enumerate(names))
        if not inputs:
            raise UserError(_KIND, f"{chosen.full} takes no tensor: nothing to carry to PyTorch")
        carried = [a for a in self._attributes() if self._carries(a)]
        carried.sort(key=self._may_be_left_out)  # arguments with a default come last
        attributes = tuple(
            Attribute(
                a.name,
                a.type,
                arg=self._names.fresh(a.name, "attribute"),
                dtype=a.dtype or "float32",
            )
            for a in carried
        )
        scalars = tuple(
            self._scalar(a, made.arg) for a, made in zip(carried, attributes, strict=True)
        )
        args = inputs + scalars
        symbols = self._symbols(inputs)
        outputs = tuple(self._output(i, value, symbols) for i, value in enumerate(node.outputs))
        most = max(len(n.outputs) for n in chosen.nodes)
        if most > len(outputs):
            self._gap("outputs", f"other nodes give {most} outputs, this one {len(outputs)}")
        if not any(value.name for value in node.outputs):
            raise UserError(_KIND, f"{chosen.full} gives nothing that the model uses")
        examples = tuple(self._examples(inputs, carried, scalars))
        mapped = self._not_special(
            Node(
                self._mapped_name(),
                tuple(a.name for a in inputs),
                tuple(o.name for o in outputs),
                attributes,
            )
        )
        # A model with a node of another name than the mapping's is none to run the op in.
        sample = path if mapped.op_type == chosen.op_type else None
        model = self._sample.model(examples, sample)
        op = Op(
            SCHEMA_VERSION,
            self._name,
            f"custom::{self._name}",
            doc=f"{chosen.full}, from {path.name}" if path is not None else chosen.full,
            types=self._types,
            args=args,
            outputs=outputs,
            mapping=Mapping(nodes=(mapped,)),
            ort=Ort(since_version=max(1, chosen.opset if chosen.domain else 1)),
            model=model,
        )
        op = with_exporter(op)
        op = replace(op, ort=replace(op.ort, oldest=first_to_read(op.model.opset)))
        problems = check.check_op(op)
        if problems:
            first = problems[0]
            raise UserError(_KIND, f"{chosen.full} cannot be declared: {first.message}", first.hint)
        return Draft(
            op, {"kernel.cpp": kernel_text(op)}, self._sample.copies(sample), gaps=tuple(self._gaps)
        )

    def _gap(self, key: str, message: str) -> None:
        self._gaps.append(Gap(key, message))

    # -- names

    def _input_name(self, index: int) -> str:
        definition = None if self._chosen.domain else self._definition
        formal = definition.input(index) if definition is not None else ""
        values = [n.inputs[index] for n in self._chosen.nodes if index < len(n.inputs)]
        constant = next((v for v in values if v.constant), None)
        plain = "x" if index == 0 else f"x{index}"
        # An activation's name says where it comes from, a weight's what it is.
        given = formal or (constant.name if constant is not None else "")
        return self._names.fresh(given or shared_name(values) or plain, plain)

    @property
    def _definition(self) -> Operator | None:
        return operator(self._chosen.op_type, self._chosen.opset)

    def _mapped_name(self) -> str:
        domain, op_type = self._chosen.domain, self._chosen.op_type
        if domain in RESERVED_DOMAINS:
            whose = RESERVED_DOMAINS[domain]
            self._gap(
                "mapping.nodes[0].op",
                f"'{op_type}' is in {whose}, where no library can add a kernel: the op is mapped to "
                f"custom::{op_type}. The model runs with it once its nodes have that domain.",
            )
            domain = "custom"
        full = f"{domain}::{op_type}"
        if split_qualified(full) is None:
            raise UserError(_KIND, f"'{full}' is no name that a declaration can have")
        return full

    def _not_special(self, node: Node) -> Node:
        """The node under another name, where ONNX Runtime takes the model's for its own."""
        happens = treated_specially(node)
        if not happens:
            return node
        full = f"{node.domain}::{custom_operator(node.op_type)}"
        self._gap(
            "mapping.nodes[0].op",
            f"{happens}. The op is mapped to {full} and tried by itself; the model runs once its "
            "nodes have that name.",
        )
        return replace(node, op=full)

    # -- inputs and attributes

    def _input(self, index: int, name: str) -> Arg:
        values = [n.inputs[index] for n in self._chosen.nodes if index < len(n.inputs)]
        given = [v for v in values if v.name]
        optional = len(given) < len(self._chosen.nodes)
        key = f"args[{index}]"
        dtype = self._dtype(given, f"{key}.dtype", f"the input '{name}'")
        if optional:
            self._gap(f"{key}.optional", f"some nodes leave out '{name}', so it may be None")
        return Arg(name, dtype=dtype, optional=optional)

    def _dtype(self, values: Sequence[ModelValue], key: str, what: str) -> str:
        """The element type; a type variable where the nodes differ."""
        for value in values:
            if value.dtype and value.dtype not in DTYPES:
                kind = (
                    "are strings" if value.dtype == "string" else f"is {with_article(value.dtype)}"
                )
                raise UserError(
                    _KIND,
                    f"{what} of {self._chosen.full} {kind}, which PyTorch does not have here",
                    "An op can take: " + ", ".join(DTYPES) + ".",
                )
        known = tuple(dict.fromkeys(v.dtype for v in values if v.dtype))
        if not known:
            self._gap(key, f"the model does not say the element type of {what}; float32 is assumed")
            return "float32"
        if len(known) == 1:
            return known[0]
        same = next((n for n, types in self._types.items() if types == known), "")
        if not same:
            if not _TYPE_NAMES[len(self._types) :]:
                raise UserError(_KIND, f"{self._chosen.full} has more types than can be declared")
            same = _TYPE_NAMES[len(self._types)]
            self._types[same] = known
        return same

    def _attributes(self) -> Iterable[ModelAttribute]:
        """Those of the chosen node first, then what other nodes set besides."""
        found = {a.name: a for a in self._node.attributes}
        for node in self._chosen.nodes:
            for attribute in node.attributes:
                found.setdefault(attribute.name, attribute)
        return found.values()

    def _carries(self, attribute: ModelAttribute) -> bool:
        if attribute.type in ("graph", "graphs", "sparse_tensor", "type_proto"):
            raise UserError(
                _KIND,
                f"the attribute '{attribute.name}' of {self._chosen.full} is {with_article(attribute.type)}",
                "No op of PyTorch has such an argument.",
            )
        known = ATTRIBUTE_TYPES.get(attribute.type)
        kind = _arg_type(attribute)
        if attribute.value is UNSET or not kind:
            sizes = " by ".join(map(str, attribute.shape))
            if known is not None and known.is_tensor:
                what = f"a tensor of {sizes} elements, which no argument holds"
            elif sizes:
                what = f"{attribute.type} of {sizes} values, which no argument holds"
            else:
                what = f"{attribute.type}, which no argument holds"
        elif not re.fullmatch(r"[A-Za-z]\w*", attribute.name):
            what = "named as none of a declaration can be"
        elif not ARG_TYPES[kind].in_portable:
            what = "a list which a portable kernel does not take"
        elif self._values + _count(attribute.value) > _MOST_VALUES:
            what = f"a list of {_count(attribute.value):,} values, too many beside the others"
        else:
            self._values += _count(attribute.value)
            return True
        self._gap("args", f"the attribute '{attribute.name}' is {what}; it is left out")
        return False

    def _may_be_left_out(self, attribute: ModelAttribute) -> bool:
        nodes = self._chosen.nodes
        return not all(any(a.name == attribute.name for a in n.attributes) for n in nodes)

    def _scalar(self, attribute: ModelAttribute, name: str) -> Arg:
        value = attribute.value
        assert value is not UNSET
        kind = _arg_type(attribute)
        if not self._may_be_left_out(attribute):
            return Arg(name, kind)
        what = f"some nodes leave out the attribute '{attribute.name}': what is meant then? "
        if not is_finite(value):
            self._gap("args", f"{what}Another node has {value!r:.40}, which is no default in torch")
            return Arg(name, kind)
        self._gap("args", f"{what}The default {value!r:.40} is another node's")
        return Arg(name, kind, default=spelt(value))

    # -- outputs

    def _symbols(self, inputs: Sequence[Arg]) -> dict[str, str]:
        """Dynamic size → how a shape rule says it."""
        found: dict[str, str] = {}
        for arg, value in zip(inputs, self._node.inputs, strict=False):
            for axis, size in enumerate(value.shape or ()):
                if isinstance(size, str) and not arg.optional:
                    found.setdefault(size, f"{arg.name}.shape[{axis}]")
        self._shapes = {
            arg.name: value.shape
            for arg, value in zip(inputs, self._node.inputs, strict=False)
            if value.shape is not None and not arg.optional
        }
        self._first = next((a.name for a in inputs if not a.optional), inputs[0].name)
        return found

    def _output(self, index: int, value: ModelValue, symbols: dict[str, str]) -> Output:
        key = f"outputs[{index}]"
        plain = "y" if len(self._node.outputs) == 1 else f"y{index}"
        values = [n.outputs[index] for n in self._chosen.nodes if index < len(n.outputs)]
        name = self._names.fresh(shared_name(values) or plain, plain)
        if not any(v.dtype for v in values):
            dtype = self._first
            self._gap(
                f"{key}.dtype",
                f"the model does not say the element type of '{name}'; that of '{dtype}' is assumed",
            )
        else:
            known = set(self._types)
            dtype = self._dtype(values, f"{key}.dtype", f"the output '{name}'")
            if dtype in self._types and dtype not in known:
                dtypes = self._types.pop(dtype)
                dtype = next(v.dtype for v in (value, *values) if v.dtype)
                self._gap(
                    f"{key}.dtype",
                    f"'{name}' is {' or '.join(dtypes)}, and no input says which; {dtype} is taken",
                )
        return Output(name, dtype, self._rule(name, value, f"{key}.shape", symbols))

    def _rule(self, name: str, value: ModelValue, key: str, symbols: dict[str, str]) -> str:
        shape = value.shape
        if shape is None:
            self._gap(
                key, f"the model does not say the shape of '{name}'; {self._first}'s is assumed"
            )
            return f"{self._first}.shape"
        for arg, other in self._shapes.items():
            if other == shape and None not in shape and shape:
                return f"{arg}.shape"
        sizes = []
        for axis, size in enumerate(shape):
            if isinstance(size, int):
                sizes.append(str(size))
            elif size in symbols:
                sizes.append(symbols[size])
            else:
                called = f" '{size}'" if size else ""
                self._gap(
                    key,
                    f"size {axis}{called} of '{name}' is dynamic and no input's; 'unknown' leaves "
                    "it to the kernel: can it be said from the arguments?",
                )
                sizes.append("unknown")
        return f"[{', '.join(sizes)}]"

    # -- the sample

    def _examples(
        self, inputs: Sequence[Arg], carried: Sequence[ModelAttribute], scalars: Sequence[Arg]
    ) -> Iterable[Example]:
        names = size_names(self._chosen.nodes, self._node)
        for index, arg in enumerate(inputs):
            value = self._node.inputs[index] if index < len(self._node.inputs) else ModelValue("")
            if not value.name:
                yield Example(arg.name, none=True)
                continue
            if value.shape is None:
                self._gap(
                    f"model.inputs[{index}].shape",
                    f"the model does not say the shape of '{arg.name}'; [2, 3] is assumed",
                )
            yield example_of(arg.name, value, index + 1, names)
        here = {a.name for a in self._node.attributes}
        for attribute, arg in zip(carried, scalars, strict=True):
            assert attribute.value is not UNSET
            value_of = spelt(attribute.value)
            if python_literal(value_of) != python_literal(attribute.value):
                self._gap(
                    "model.inputs",
                    f"'{arg.name}' cannot be written as the model has it: {value_of!r:.40}",
                )
            if attribute.name in here:
                yield Example(arg.name, value=value_of)


def _count(value: object) -> int:
    """How many values a list has; none for a single one."""
    return len(value) if isinstance(value, tuple) else 0


def _arg_type(attribute: ModelAttribute) -> str:
    """The type of the argument for it; empty where no argument holds it."""
    known = ATTRIBUTE_TYPES.get(attribute.type)
    if known is not None and known.argument:
        return known.argument
    if attribute.dtype not in DTYPES:
        return ""
    return of_elements(DTYPES[attribute.dtype].kind, isinstance(attribute.value, tuple))
