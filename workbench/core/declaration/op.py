"""The declaration of an op: exactly what ``op.toml`` says, as frozen structs.

These structs are the one definition for the file, for the forms of the window and for
the wire between the processes; those of its parts are in ``interface.py``, ``kernel.py``,
``mapping.py``, ``example.py`` and ``sample_model.py``. What is known about a key stands beside it, see
``declared.py``. What a value means beyond its type is checked in ``check``; how it is read and
written is in ``storage/op_file.py``.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from workbench.core.declaration import key_names
from workbench.core.declaration.backward import NO_BACKWARD, Backward
from workbench.core.declaration.cost import NO_COST, Cost
from workbench.core.declaration.declared import Declared, key
from workbench.core.declaration.example import Example
from workbench.core.declaration.interface import Arg, Output
from workbench.core.declaration.kernel import Kernel, compiles
from workbench.core.declaration.mapping import Attribute, Constant, Mapping, Node
from workbench.core.declaration.names import list_index
from workbench.core.declaration.ort import Ort
from workbench.core.declaration.sample_model import Case, Model, Reference
from workbench.core.declaration.session import USUAL_SESSION, Session
from workbench.core.declaration.tolerance import Tolerances, declared_tolerance
from workbench.core.mapping_kinds import MappingKind, kind_of
from workbench.core.shape_rule import Expr, Scope, is_open, parse, parse_count, parse_item
from workbench.core.styles import UnitPlan
from workbench.core.types.devices import ONLY_GPU
from workbench.core.types.literals import Scalar, Value

__all__ = [
    "SCHEMA_VERSION",
    "Arg",
    "Attribute",
    "Backward",
    "Case",
    "Constant",
    "Cost",
    "Example",
    "Kernel",
    "Mapping",
    "Model",
    "Node",
    "Op",
    "Ort",
    "Output",
    "Reference",
    "Scalar",
    "Session",
    "Value",
    "Variant",
]

SCHEMA_VERSION = 1


class Variant(Declared, frozen=True):
    """Another way to map the op, to choose instead of the main one."""

    mapping: Annotated[Mapping, key("Mapping", "Instead of the op's.")] = Mapping()
    ort: Annotated[Ort, key("ONNX Runtime", "Instead of the op's.")] = Ort()
    opset: Annotated[
        int,
        key(
            "Opset",
            "Instead of the model's, which 0 keeps. The opset is the version of ONNX's set of "
            "operators that the model is written in: a later one has more operators, an older one "
            "is read by more runtimes.",
        ),
    ] = 0
    doc: Annotated[
        str,
        key(
            "Use when",
            "When one would choose it; for people.",
            placeholder="When one would choose it",
            stage="none",
        ),
    ] = ""


class Op(Declared, frozen=True):
    """One op, whole."""

    schema: Annotated[
        int,
        key("Schema", "The version of this file format; it is 1.", page="signature"),
    ]
    name: Annotated[
        str,
        key(
            "Name",
            "What the op is called in this program and in the names of generated files: an "
            "identifier.",
            page="signature",
        ),
    ]
    torch: Annotated[
        str,
        key(
            "Torch name",
            "namespace::name, as torch.ops.namespace.name calls it. Of an installed op one "
            "overload may be meant, i.e. one of several signatures under a name: aten::add.Tensor.",
            page="signature",
            placeholder="my_lib::my_op",
        ),
    ]
    doc: Annotated[
        str,
        key(
            "Description",
            "What it computes, for the reader: it stands in the list of ops.",
            page="signature",
            placeholder="What it computes, in one line",
            stage="none",
        ),
    ] = ""
    types: Annotated[
        dict[str, tuple[str, ...]],
        key(
            "Type variables",
            "A name such as T, and the element types that it may stand for. Arguments and outputs "
            "that have it as their element type always have the same type in a call; in C++ it is "
            "a template parameter. The op is built once per combination, and the call chooses.",
            page="signature",
            record="type variable",
            placeholder="float32, float64",
            names=key_names.element_types,
        ),
    ] = {}  # noqa: RUF012  # msgspec makes a new one each time
    let: Annotated[
        dict[str, str],
        key(
            "Named parts",
            "A name, and the expression that it stands for in shape rules, conditions and rules of "
            "attributes: a size, a shape, a text or a condition that is said once.",
            page="signature",
            record="named part",
            placeholder="x.shape[1] // groups",
            names=key_names.rule_words,
            between=key_names.BETWEEN,
        ),
    ] = {}  # noqa: RUF012
    args: Annotated[
        tuple[Arg, ...],
        key("Arguments", "In the order of the call.", page="signature", record="argument"),
    ] = ()
    outputs: Annotated[
        tuple[Output, ...],
        key("Outputs", "In the order of the result.", page="signature", record="output"),
    ] = ()
    kernel: Annotated[Kernel, key("Kernel", "Where the computation is.", page="signature")] = (
        Kernel()
    )
    mapping: Annotated[Mapping, key("Mapping", "What the op becomes in ONNX.", page="mapping")] = (
        Mapping()
    )
    ort: Annotated[Ort, key("ONNX Runtime", "How the custom node is run.", page="mapping")] = Ort()
    model: Annotated[
        Model,
        key("Model", "What is exported, run and compared.", page="model", stage="export"),
    ] = Model()
    reference: Annotated[
        Reference,
        key(
            "Reference",
            "What the op should compute, written independently of the kernel. Without it nothing "
            "tells whether a kernel that both runtimes run is right.",
            page="model",
            stage="export",
        ),
    ] = Reference()
    backward: Annotated[
        Backward,
        key(
            "Backward",
            "How the gradients of its arguments come of those of its outputs: another op, a Python "
            "file, or a formula per argument. It is registered with torch, and op-workbench check "
            "tries it.",
            page="model",
            stage="check",
        ),
    ] = NO_BACKWARD
    session: Annotated[
        Session,
        key(
            "Session",
            "With what ONNX Runtime runs and compares the op.",
            page="run",
            stage="compare",
        ),
    ] = USUAL_SESSION
    cost: Annotated[
        Cost,
        key(
            "Cost",
            "What a call moves and does at least. Measured times are then told as bytes and "
            "operations a second, too, beside what the machine can do.",
            page="model",
            stage="none",
        ),
    ] = NO_COST
    variant: Annotated[
        str,
        key(
            "Mapping in use",
            "The variant in use; empty for the main mapping.",
            page="mapping",
            names=key_names.variants,
        ),
    ] = ""
    variants: Annotated[
        dict[str, Variant],
        key(
            "Variants",
            "Further mappings by name; one mapping at a time is in use.",
            page="mapping",
            record="variant",
        ),
    ] = {}  # noqa: RUF012

    @property
    def not_compared(self) -> str:
        """Why nothing here runs the op's model, as a clause; empty where ONNX Runtime does."""
        if not self.ort.side.is_compared:
            return f"its implementation for ONNX Runtime is {self.ort.side.name}"
        if self.kernel.kind.needs_gpu:
            return ONLY_GPU
        return ""

    @property
    def is_compared(self) -> bool:
        """Whether ONNX Runtime runs the op's model here, and its numbers are compared."""
        return not self.not_compared

    @property
    def runtime_devices(self) -> tuple[str, ...]:
        """On which ONNX Runtime has kernels for the op's nodes, as torch calls them."""
        side, kernel = self.ort.side, self.kernel
        library = side.library(kernel.kind)
        if library is not None and any(unit.source == "gpu" for unit in library.units):
            return kernel.devices
        return side.devices if side.is_compared else ()

    @property
    def compiles(self) -> bool:
        """Whether any C++ of the op's is compiled: its kernel, or its own ONNX Runtime source."""
        return compiles(self)

    @property
    def units(self) -> dict[str, UnitPlan]:
        """What is compiled for the op, by name; the user's further files stand beside it."""
        style = self.kernel.kind
        plans = (style.library, self.ort.side.library(style))
        units = (unit for plan in plans if plan for unit in plan.units)
        return {u.name: u for u in units if u.source != "gpu" or self.kernel.gpu_source}

    @property
    def mapping_kind(self) -> MappingKind:
        """What kind of mapping it is."""
        return kind_of(self)

    def resolved(self, variant: str | None = None) -> Op:
        """The op with a variant's parts in the place of its own, and no variants left but the one
        that the main mapping falls back to.

        Args:
            variant: its name; empty for the main mapping, None for the one in use.

        Raises:
            KeyError: there is no such variant.
        """
        name = self.variant if variant is None else variant
        main = msgspec.structs.replace(self, variant="", variants={})
        if not name:
            kept = {n: v for n, v in self.variants.items() if n == self.mapping.fallback}
            return msgspec.structs.replace(main, variants=kept)
        chosen = self.variants[name]
        model = msgspec.structs.replace(self.model, opset=chosen.opset or self.model.opset)
        return msgspec.structs.replace(main, mapping=chosen.mapping, ort=chosen.ort, model=model)

    def for_case(self, case: Case) -> Op:
        """The op with a case's examples as the main ones, and no further cases."""
        return msgspec.structs.replace(self, model=self.model.for_case(case))

    @property
    def namespace(self) -> str:
        """Torch's namespace of the op."""
        return self.torch.partition("::")[0]

    @property
    def torch_name(self) -> str:
        """The op's name inside its namespace."""
        return self.torch.partition("::")[2]

    def arg(self, name: str) -> Arg | None:
        """The argument of that name, or None."""
        return next((a for a in self.args if a.name == name), None)

    @property
    def arg_types(self) -> dict[str, str]:
        """Argument name → type, as shape rules and conditions need it."""
        return {a.name: a.type for a in self.args}

    @property
    def rule_scope(self) -> Scope:
        """What the names in rules and conditions mean."""
        shapes = {o.name: o.shape for o in self.outputs if not o.is_list}
        lists = {o.name: (o.shape, o.count or "unknown") for o in self.outputs if o.is_list}
        return Scope(self.arg_types, shapes, self.let, lists)

    def shape_of(self, output: Output) -> Expr:
        """The shape rule of an output, parsed; of a list that of each tensor.

        Raises:
            UserError: kind ``shape-rule``.
        """
        read = parse_item if output.is_list else parse
        return read(output.shape, self.rule_scope)

    def count_of(self, output: Output) -> Expr:
        """How many tensors an output has that is a list, parsed.

        Raises:
            UserError: kind ``shape-rule``.
        """
        return parse_count(output.count, self.rule_scope)

    @property
    def counts_are_open(self) -> bool:
        """Whether the kernel alone knows how many tensors an output has that is a list."""
        return any(o.is_list and is_open(self.count_of(o)) for o in self.outputs)

    @property
    def opset(self) -> int:
        """The opset that the mapping in use is exported to."""
        variant = self.variants.get(self.variant)
        return variant.opset if variant is not None and variant.opset else self.model.opset

    @property
    def node_opset(self) -> int:
        """The opset that the mapping's nodes are written in, before the model is converted."""
        return self.model.exported_by.translated(self.opset)

    @property
    def tolerances(self) -> Tolerances:
        """By how much the outputs may differ."""
        own = {o.name + "[]" * o.is_list: declared_tolerance(o.rtol, o.atol) for o in self.outputs}
        usual = declared_tolerance(self.model.rtol, self.model.atol)
        random = tuple(o.name + "[]" * o.is_list for o in self.outputs if o.random)
        return Tolerances(usual, {name: t for name, t in own.items() if t.is_given}, random)

    @property
    def is_random(self) -> bool:
        """Whether an output is drawn anew in each call, so that nothing proves the op whole."""
        return any(o.random for o in self.outputs)

    @property
    def tensors(self) -> tuple[Arg, ...]:
        """The tensor arguments, in order; lists of tensors are not among them."""
        return tuple(a for a in self.args if a.is_tensor)

    def example_arg(self, name: str) -> Arg | None:
        """The argument that an example of that name is of: ``xs`` for ``xs[0]``.

        None with a model file, whose inputs are its own.
        """
        entry = list_index(name)
        arg = self.arg(entry[0] if entry else name)
        fits = arg is not None and (entry is None or arg.is_tensor_list)
        return arg if fits and not self.model.source else None

    def example(self, arg: str) -> Example | None:
        """The example of an argument, or None."""
        return next((e for e in self.model.inputs if e.arg == arg), None)
