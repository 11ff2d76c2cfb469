"""A declaration of an op of one's own that is a standard ONNX operator, drafted from ONNX's test cases.

The operator's definition says names, what is optional, and attributes; the cases say element types
and sizes, from which the shape rules are found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from workbench.core.check import check_op
from workbench.core.declaration.op import (
    SCHEMA_VERSION,
    Arg,
    Attribute,
    Example,
    Mapping,
    Model,
    Node,
    Op,
    Output,
)
from workbench.core.errors import UserError
from workbench.core.jobs import OperatorCase, OperatorResult
from workbench.core.jobs.known_ops import Result, TorchCall
from workbench.core.jobs.model_nodes import ModelValue
from workbench.core.standard.operators import Operator, custom_operator, operator
from workbench.core.types.arg_types import ARG_TYPES, DTYPE
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES
from workbench.core.types.dtypes import DTYPES, by_onnx
from workbench.importers.drafts.draft import Draft, Gap, with_exporter
from workbench.importers.drafts.onnx_names import Names, op_name
from workbench.importers.drafts.operator_branches import best_outputs, in_branches
from workbench.importers.drafts.operator_case import (
    is_known,
    leaves_out,
    ranks,
    tensor_example,
    tensors_of,
)
from workbench.importers.drafts.operator_shapes import held, list_rule, unknown
from workbench.importers.drafts.operator_types import OutputTypes, other_types
from workbench.importers.drafts.skeleton import kernel_text

__all__ = ["draft_from_operator"]

_KIND = "onnx-cases"


def draft_from_operator(found: OperatorResult) -> Draft:
    """Draft an op with the signature of a standard operator.

    Args:
        found: the operator's cases.

    Raises:
        UserError: kind ``onnx-cases``; no case has element types, or the operator has what no
            declaration can express.
    """
    definition = operator(found.operator, found.opset)
    if definition is None:
        raise UserError(_KIND, f"opset {found.opset} has no operator {found.operator}")
    if graph := next((n for n, kind in definition.attributes.items() if "graph" in kind), ""):
        raise UserError(
            _KIND,
            f"{found.operator} has a graph as its attribute ({graph.rstrip('!')}), and an op has none",
            "What chooses between nodes is said with when or branch of an op's nodes: see docs/rules.md.",
        )
    return _Drafter(found, definition).draft()


class _Drafter:
    def __init__(self, found: OperatorResult, definition: Operator) -> None:
        self._found, self._definition = found, definition
        self._cases = [c for c in found.cases if all(map(is_known, tensors_of(c)))]
        if not self._cases:
            dtypes = {v.dtype for c in found.cases for v in tensors_of(c) if v.dtype}
            others = ", ".join(sorted(dtypes - set(DTYPES)))
            hint = f"An op can take: {', '.join(DTYPES)}."
            raise UserError(_KIND, f"every case of {found.operator} has {others}", hint)
        # The example is one of those whose ranks most have, of these one with the outputs' most common
        # types, and of these the first that leaves out the least.
        self._output_types = OutputTypes(found, definition)
        own = self._output_types.own
        often, types = Counter(map(ranks, self._cases)), Counter(map(own, self._cases))
        # One whose node leaves out an output before another says too little of an op's, which has them all.
        self._cases.sort(
            key=lambda c: (
                leaves_out(c),
                self._output_types.left_open(c),
                -often[ranks(c)],
                -types[own(c)],
                -sum(bool(v.name) for v in c.inputs),
            )
        )
        named = [formal for formal in definition.outputs if not formal.endswith("*")]
        self._listed = len(named) < len(definition.outputs)
        """Whether the last output is any number of tensors."""
        given = [i for i, v in enumerate(self._cases[0].outputs) if v.name]
        self._given_outputs = [i for i in given if i < len(named) or not self._listed]
        self._names = Names()
        self._types: dict[str, tuple[str, ...]] = {}
        self._gaps: list[Gap] = []
        self._chosen: dict[int, str] = {}
        """Output → the argument that is its element type."""

    def draft(self) -> Draft:
        found, name = self._found, op_name(self._found.operator)
        inputs = [self._input(i) for i in range(len(self._definition.inputs))]
        self._inputs: list[str] = [a.name for a in inputs]
        attributes = list(self._attributes())
        args = (*inputs, *(arg for arg, _ in attributes))
        args = (*(a for a in args if not _may_lack(a)), *(a for a in args if _may_lack(a)))
        telling = [c for c in self._cases if self._gives(c, self._given_outputs)]
        given = self._given_outputs
        calls = [self._call(c, inputs, attributes, given, i) for i, c in enumerate(telling)]
        # What a case gives, though not all of it.
        single = [
            [self._call(c, inputs, attributes, [i]) for c in self._cases if self._gives(c, [i])]
            for i in given
        ]
        outputs = self._outputs(args, telling, calls, single)
        node = Node(
            f"custom::{custom_operator(found.operator)}",
            tuple(a.name for a in inputs),
            tuple(o.name for o in outputs),
            tuple(attribute for _, attribute in attributes),
        )
        op = Op(
            SCHEMA_VERSION,
            name,
            f"custom::{name}",
            doc=f"ONNX's {found.operator}",
            types=self._types,
            args=args,
            outputs=outputs,
            mapping=Mapping(nodes=(node,)),
            model=Model(inputs=self._examples(args, calls[0])),
        )
        op = with_exporter(op)
        if problems := check_op(op):
            message = f"{found.operator} cannot be declared: {problems[0].message}"
            raise UserError(_KIND, message, problems[0].hint)
        if found.others:
            count = len(found.others)
            self._gap(
                "args", f"{count} of ONNX's cases have sequences or optionals, which no op takes"
            )
        return Draft(op, {"kernel.cpp": kernel_text(op)}, gaps=tuple(self._gaps))

    def _gap(self, key: str, message: str) -> None:
        self._gaps.append(Gap(key, message))

    # -- arguments

    def _input(self, index: int) -> Arg:
        formal = self._definition.inputs[index]
        given = [v for c in self._cases for v in self._given(c, index)]
        dtypes = tuple(dict.fromkeys(v.dtype for v in given if v.name))
        variable = self._definition.types[index] if index < len(self._definition.types) else ""
        name = self._names.fresh(formal.rstrip("?*").lower(), f"x{index}")
        kind = next(
            t.name
            for t in ARG_TYPES.values()
            if t.holds_tensors and t.is_list == formal.endswith("*")
        )
        dtype = self._dtype(variable, dtypes or self._of_definition(variable))
        return Arg(name, kind, dtype=dtype, optional=formal.endswith("?"))

    def _of_definition(self, variable: str) -> tuple[str, ...]:
        """Element types of an input that no case gives: as that of others of its type, or the first that there is."""
        alike = [i for i, v in enumerate(self._definition.types) if v == variable]
        given = [v.dtype for c in self._cases for i in alike for v in self._given(c, i) if v.name]
        fixed = variable.removeprefix("tensor(").removesuffix(")")
        known = (*dict.fromkeys(given), fixed, *self._definition.kernels.get(variable, ()))
        return next(((d,) for d in known if d in DTYPES), ())

    def _given(self, case: OperatorCase, index: int) -> Sequence[ModelValue]:
        """What a case gives for an input; of a list all that follow."""
        last = self._definition.inputs[index].endswith("*")
        return case.inputs[index:] if last else case.inputs[index : index + 1]

    def _dtype(self, variable: str, dtypes: tuple[str, ...]) -> str:
        if len(dtypes) < 2:
            return dtypes[0] if dtypes else "float32"
        name = variable if variable.isidentifier() else f"T{len(self._types)}"
        if self._types.setdefault(name, dtypes) != dtypes:
            self._types[name] = tuple(dict.fromkeys((*self._types[name], *dtypes)))
        return name

    def _attributes(self) -> Iterable[tuple[Arg, Attribute]]:
        for spelled, kind in self._definition.attributes.items():
            name = spelled.rstrip("!")
            required = kind.endswith("!")
            known = ATTRIBUTE_TYPES.get(kind.rstrip("!"))
            set_by = [c.attributes[name] for c in self._cases if name in c.attributes]
            default = self._found.defaults.get(name)
            if (
                known is not None
                and known.is_tensor
                and any(name in c.tensors for c in self._cases)
            ):
                yield self._tensor_attribute(name, known.name)
                continue
            if known is None or not known.argument or not ARG_TYPES[known.argument].in_portable:
                if set_by:
                    self._gap(
                        "args", f"the attribute '{name}' ({kind}) is left out: no argument holds it"
                    )
                continue
            arg = self._names.fresh(name.lower(), "attribute")
            attribute = Attribute(name, known.name, arg=arg)
            if chosen := self._output_types.choosing(name):
                position, dtypes = chosen
                self._chosen[position] = arg
                output = self._definition.outputs[position].rstrip("?*")
                self._gap(
                    "args",
                    f"'{name}' says the element type of '{output}', which is {', '.join(dtypes)} in ONNX's cases",
                )
                said = _type_of(default)
                yield Arg(arg, DTYPE.name, dtype=dtypes, default=said), attribute
                continue
            if default is not None:
                yield Arg(arg, known.argument, default=default), attribute
            elif required:
                yield Arg(arg, known.argument), attribute
            else:
                yield Arg(arg, known.argument, optional=True), attribute

    def _tensor_attribute(self, name: str, kind: str) -> tuple[Arg, Attribute]:
        """An attribute that is a tensor, as the argument is."""
        given = [c.tensors[name] for c in self._cases if name in c.tensors]
        dtype = self._dtype("", tuple(dict.fromkeys(v.dtype for v in given)))
        arg = self._names.fresh(name.lower(), "attribute")
        optional = len(given) < len(self._cases)
        return Arg(arg, dtype=dtype, optional=optional), Attribute(name, kind, arg=arg)

    # -- calls and outputs

    def _gives(self, case: OperatorCase, outputs: Sequence[int]) -> bool:
        """Whether a case gives each of the outputs at these positions."""
        given = case.outputs
        return all(i < len(given) and bool(given[i].name) for i in outputs)

    def _call(
        self,
        case: OperatorCase,
        inputs: Sequence[Arg],
        attributes: Sequence[tuple[Arg, Attribute]],
        given_outputs: Sequence[int],
        number: int = 0,
    ) -> TorchCall:
        examples = []
        for index, arg in enumerate(inputs):
            given = self._given(case, index)
            for i, value in enumerate(given):
                name = f"{arg.name}[{i}]" if arg.is_tensor_list else arg.name
                if value.name:
                    examples.append(tensor_example(name, value, index + 1))
                elif not arg.is_tensor_list:
                    examples.append(Example(name, none=True))
            if not given and not arg.is_tensor_list:
                examples.append(Example(arg.name, none=True))
        for i, (arg, attribute) in enumerate(attributes):
            if arg.is_tensor and attribute.name not in case.tensors:
                examples.append(Example(arg.name, none=True))
            elif arg.is_tensor:
                value, seed = case.tensors[attribute.name], len(inputs) + i + 1
                examples.append(tensor_example(arg.name, value, seed))
            elif attribute.name in case.attributes:
                said = case.attributes[attribute.name]
                examples.append(Example(arg.name, value=_type_of(said) if arg.is_dtype else said))
        outputs = [v for i, v in enumerate(case.outputs) if i in given_outputs]
        results = tuple(Result(v.dtype, tuple(v.shape or ())) for v in outputs)  # type: ignore[arg-type]
        alike = ranks(case) == ranks(self._cases[0])
        kind = "" if not number else "sizes" if alike else "arguments"
        return TorchCall(tuple(examples), results, kind)

    def _outputs(
        self,
        args: Sequence[Arg],
        telling: Sequence[OperatorCase],
        calls: Sequence[TorchCall],
        single: Sequence[Sequence[TorchCall]],
    ) -> tuple[Output, ...]:
        """The outputs.

        Args:
            args: the op's.
            telling: the cases that give all of them.
            calls: what these give.
            single: of each output, what each case that gives it gives as it.
        """
        # What may be None has no shape and no element type that an output could have.
        certain = [a for a in args if not (a.optional and a.is_tensor)]
        fitted = best_outputs(certain, calls)
        outputs = []
        for i, known in enumerate(fitted):
            position = min(self._given_outputs[i], len(self._definition.outputs) - 1)
            formal = self._definition.outputs[position]
            name = self._names.fresh(formal.rstrip("?*").lower(), f"y{i}")
            one_rule = held(certain, single[i], 0, known.shape)
            shape, note = in_branches(args, single[i], one_rule), known.note
            if shape != one_rule:
                note = "each branch is found from the cases that it serves, and may say a size right by chance"
            if len(single[i]) == 1 < len(self._cases):
                shape = unknown(len(single[i][0].outputs[0].shape))
                note = f"one of {len(self._cases)} cases gives it"
            tensors = [a for a in args if a.is_tensor]
            dtype = self._output_types.of(position, tensors, self._inputs, self._types)
            dtype = self._chosen.get(position, dtype)
            outputs.append(Output(name, dtype or known.dtype, shape))
            if others := other_types(outputs[-1].dtype, single[i]):
                self._gap(
                    f"outputs[{i}].dtype",
                    f"'{name}' is {outputs[-1].dtype}; of other ONNX cases it is {', '.join(others)}, but an op "
                    "gives one type where no input decides: make an op for each that is needed",
                )
            self._gap(
                f"outputs[{i}].shape",
                f"the shape rule of '{name}' is {shape}, found from ONNX's cases"
                + (f": {note}" if note else ""),
            )
        if self._listed:
            outputs.append(self._list(args, telling, calls, len(outputs)))
            return tuple(outputs)
        most = max(sum(bool(v.name) for v in c.outputs) for c in self._cases)
        if most > len(outputs):
            self._gap("outputs", f"some cases give {most} outputs, the example {len(outputs)}")
        return tuple(outputs)

    def _list(
        self,
        args: Sequence[Arg],
        telling: Sequence[OperatorCase],
        calls: Sequence[TorchCall],
        index: int,
    ) -> Output:
        """The last output, which is any number of tensors."""
        items = [[tuple(v.shape or ()) for v in c.outputs[index:]] for c in telling]
        shape = list_rule(args, calls, items)
        formal = self._definition.outputs[-1]
        name = self._names.fresh(formal.rstrip("*").lower(), "ys")
        dtypes = {v.dtype for c in self._cases for v in c.outputs[index:] if v.name}
        same = next((a for a in args if a.is_tensor and dtypes <= self._dtypes_of(a)), None)
        kind = next(t.name for t in ARG_TYPES.values() if t.is_result and t.is_list)
        counts = sorted({len(c.outputs) - index for c in self._cases})
        self._gap(
            f"outputs[{index}].count",
            f"'{name}' are as many as the kernel gives: {', '.join(map(str, counts))} in ONNX's cases",
        )
        dtype = same.name if same is not None else next(iter(dtypes))
        return Output(name, dtype, shape, kind, "unknown")

    def _dtypes_of(self, arg: Arg) -> set[str]:
        return set(self._types.get(str(arg.dtype), (str(arg.dtype),)))

    def _examples(self, args: Sequence[Arg], call: TorchCall) -> tuple[Example, ...]:
        given = {e.arg for e in call.inputs}
        found = list(call.inputs)
        for arg in args:
            if arg.optional and not arg.holds_tensors and arg.name not in given:
                found.append(Example(arg.name, none=True))
        order = {a.name: i for i, a in enumerate(args)}
        return tuple(sorted(found, key=lambda e: order[e.base]))


def _type_of(number: Any) -> str | UnsetType:
    """Our name of ONNX's number of an element type."""
    known = by_onnx(number)
    return UNSET if known is None else known.name


def _may_lack(arg: Arg) -> bool:
    return arg.optional or arg.default is not UNSET
