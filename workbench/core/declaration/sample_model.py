"""The part of a declaration that an op is tried with: sample model, example inputs, reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from workbench.core.declaration.declared import Declared, Whole, key
from workbench.core.declaration.example import Example
from workbench.core.exporters import EXPORTERS, Exporter

__all__ = ["TO_BE_WRITTEN", "Case", "Model", "Reference"]

if TYPE_CHECKING:
    ExporterName = str
else:  # what is known of each stands in `exporters`
    ExporterName = Literal[tuple(EXPORTERS)]

TO_BE_WRITTEN = "..."
"""The reference of a new op, until somebody writes it."""


def _has_file(op: Whole, model: Model) -> str:
    return "" if model.source else "only a model of your own, in a file, has it"


def _has_onnx_model(op: Whole, model: Model) -> str:
    return "" if model.onnx else "there is no ONNX model with this node"


def _has_source(op: Whole, reference: Reference) -> str:
    return "" if reference.source else "there is no file that the function is in"


def _is_in_no_file(op: Whole, reference: Reference) -> str:
    unwritten = reference.python.strip() == TO_BE_WRITTEN
    return "the reference is in a file" if reference.source and not unwritten else ""


def _inherited(example: Example, main: Example | None) -> Example:
    if main is None or example.none or main.none or not (example.is_tensor and main.is_tensor):
        return example
    # The rank of what a file holds is known only to those who open it.
    same_rank = (
        UNSET in (main.shape, example.shape) or len(main.shape) == len(example.shape)  # type: ignore[arg-type]
    )
    return msgspec.structs.replace(
        example,
        dtype=example.dtype or main.dtype,
        dynamic=example.dynamic or (main.dynamic if same_rank else {}),
    )


class Case(Declared, frozen=True):
    """A further set of example inputs."""

    name: Annotated[
        str,
        key(
            "Name",
            "An identifier; results of this set are listed under it.",
            placeholder="an identifier",
        ),
    ]
    inputs: Annotated[
        tuple[Example, ...],
        key("Examples", "Those that are not as in the main set.", record="example"),
    ] = ()
    doc: Annotated[
        str,
        key(
            "Description",
            "What this set of inputs is there to show, e.g. an empty batch.",
            placeholder="What it shows",
            stage="none",
        ),
    ] = ""


class Model(Declared, frozen=True):
    """The sample model: one call of the op on example inputs, or a model of the project."""

    opset: Annotated[
        int,
        key(
            "Opset",
            "The version of ONNX's set of standard operators that the model is written in. A newer "
            "one has more operators; an older one runs on older runtimes.",
        ),
    ] = 17
    exporter: Annotated[
        ExporterName,
        key(
            "Exporter",
            " ".join(f"{e.name} ({e.words.short}) {e.words.text}." for e in EXPORTERS.values())
            + " A model that one cannot export, another often can.",
        ),
    ] = "torchscript"
    inputs: Annotated[
        tuple[Example, ...],
        key(
            "Examples",
            "One per argument; one that is optional or has a default may be left out.",
            record="example",
        ),
    ] = ()
    cases: Annotated[
        tuple[Case, ...],
        key(
            "Cases",
            "Further sets of examples. One that differs in dynamic sizes only is run through the "
            "very file that was exported for the main set; others get a file of their own.",
            record="case",
        ),
    ] = ()
    source: Annotated[
        str,
        key(
            "File",
            "A Python file of the op's folder that makes the model; empty for one call of the op.",
            placeholder="model.py",
            file="model",
        ),
    ] = ""
    function: Annotated[
        str,
        key(
            "Function",
            "Takes the op as a callable and gives a torch.nn.Module, whose inputs are then the "
            "examples.",
            placeholder="model",
            idle=_has_file,
        ),
    ] = "model"
    outputs: Annotated[
        tuple[str, ...],
        key(
            "Outputs",
            "Names of the model's outputs; the op's where empty.",
            record="output",
            placeholder="named as the op's",
            applies=_has_file,
        ),
    ] = ()
    onnx: Annotated[
        str,
        key(
            "ONNX model",
            "A model with nodes of the op, in its folder (or absolute, where it is too large to be "
            "copied): it is run too, and each node's result on the model's own data is compared "
            "with PyTorch.",
            placeholder="none",
            file="onnx",
        ),
    ] = ""
    node: Annotated[
        str,
        key(
            "Node",
            "One node's name in the ONNX model, or an operator for all its nodes; all of the op's "
            "where empty.",
            placeholder="all of the op's",
            applies=_has_onnx_model,
            instead="set model.onnx",
        ),
    ] = ""
    rtol: Annotated[
        float | UnsetType,
        key(
            "Relative tolerance",
            "The part of a value's size by which results may differ, of all outputs that have none of "
            "their own. Where both tolerances are "
            "empty, what rounding moves in a portable kernel and its reference is measured; other "
            "ops have the tolerance of the output's element type.",
            stage="compare",
            page="run",
        ),
    ] = UNSET
    atol: Annotated[
        float | UnsetType,
        key(
            "Absolute tolerance",
            "By how much results near zero may differ. The element type's is a part of each "
            "output's scale, which is the size of its largest elements.",
            unit="that of the output",
            stage="compare",
            page="run",
        ),
    ] = UNSET

    @property
    def exported_by(self) -> Exporter:
        """What is known about the exporter."""
        return EXPORTERS[self.exporter]

    def for_case(self, case: Case) -> Model:
        """The model with a case's examples as the main ones, and no further cases.

        An example of the case replaces that of the same argument; what it does not say (element
        type, dynamic axes) is as there. Tensors of a ``tensor[]`` are replaced all together.
        """
        main = {e.arg: e for e in self.inputs}
        overriding = {e.arg: _inherited(e, main.get(e.arg)) for e in case.inputs}
        lists = {e.arg.partition("[")[0] for e in case.inputs if "[" in e.arg}
        kept = {n: e for n, e in main.items() if n.partition("[")[0] not in lists}
        return msgspec.structs.replace(self, inputs=tuple((kept | overriding).values()), cases=())


class Reference(Declared, frozen=True):
    """What the op should compute, written independently of the kernel."""

    python: Annotated[
        str,
        key(
            "Expression",
            "Python over the arguments with torch in scope; a tuple for several outputs, with None for "
            "one that is random. Outputs "
            f"of the kernel are compared with it. {TO_BE_WRITTEN} is one that is yet to be "
            "written.",
            placeholder="2 * a + b, with torch in scope",
            applies=_is_in_no_file,
            instead="remove source",
        ),
    ] = ""
    source: Annotated[
        str,
        key(
            "File",
            "A Python file of the op's folder, for what is more than one expression.",
            placeholder="reference.py",
            file="reference",
        ),
    ] = ""
    function: Annotated[
        str,
        key(
            "Function",
            "It takes the op's arguments and gives its outputs, None for a random one; called as the op where empty.",
            applies=_has_source,
            instead="set source",
        ),
    ] = ""

    holds: Annotated[
        str,
        key(
            "Holds",
            "Python that must be true of the results of each runtime on the declared examples: over "
            "arguments and outputs as NumPy's arrays, with np in scope. It proves less than values would: "
            "an op of which nothing else is known stays unverified.",
            placeholder="(0 <= y).all() and abs(y.mean() - 0.5) < 0.05",
        ),
    ] = ""

    @property
    def declared(self) -> bool:
        """Whether there is one, and it is written."""
        return bool(self.source or (self.python and self.python.strip() != TO_BE_WRITTEN))
