"""The part of a declaration that an op is tried with: sample model, example inputs, reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from workbench.core.declared import Declared, Value, Whole, key
from workbench.core.exporters import EXPORTERS, Exporter
from workbench.core.names import list_index

__all__ = ["TO_BE_WRITTEN", "Case", "Example", "Model", "Reference"]

if TYPE_CHECKING:
    ExporterName = str
else:  # what is known of each stands in `exporters`
    ExporterName = Literal[tuple(EXPORTERS)]

TO_BE_WRITTEN = "..."
"""The reference of a new op, until somebody writes it."""

Generator = Literal["normal", "uniform", "integers", "arange", "zeros", "ones"]

_RANDOM: tuple[Generator, ...] = ("normal", "uniform", "integers")
_RANGED: tuple[Generator, ...] = ("uniform", "integers")

_TENSOR_UNIT = "that of the tensor"


def _has_file(op: Whole, model: Model) -> str:
    return "" if model.source else "only a model of your own, in a file, has it"


def _has_onnx_model(op: Whole, model: Model) -> str:
    return "" if model.onnx else "there is no ONNX model with this node"


def _is_tensor(op: Whole, example: Example) -> str:
    arg = op.example_arg(example.arg)
    return "" if arg is None or arg.holds_tensors else f"'{arg.name}' is no tensor"


def _is_passed(op: Whole, example: Example) -> str:
    return "None is passed" if example.none else ""


def _has_elements(op: Whole, example: Example) -> str:
    return _is_tensor(op, example) or _is_passed(op, example)


def _is_made(op: Whole, example: Example) -> str:
    return "the elements are in a file" if example.file else ""


def _is_archived(op: Whole, example: Example) -> str:
    if not example.file:
        return _is_tensor(op, example) or "there is no file with this entry"
    return (
        "" if example.file.endswith(".npz") else f"{example.file} has no entries, only an .npz has"
    )


def _is_drawn(op: Whole, example: Example, generators: tuple[str, ...] = _RANDOM) -> str:
    if reason := _has_elements(op, example) or _is_made(op, example):
        return reason
    if example.value is not UNSET:
        return "the elements are written out"
    return "" if example.generator in generators else f"the values are not {_either(generators)}"


def _is_in_range(op: Whole, example: Example) -> str:
    return _is_drawn(op, example, _RANGED)


def _either(words: tuple[str, ...]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]])


def _may_be_none(op: Whole, example: Example) -> str:
    if op.model.source:
        return "an input of a model file is a tensor"
    arg = op.example_arg(example.arg)
    return "" if arg is None or arg.optional else f"'{arg.name}' is not optional"


def _has_source(op: Whole, reference: Reference) -> str:
    return "" if reference.source else "there is no file that the function is in"


class Example(Declared, frozen=True):
    """The example value of one argument in the sample model."""

    arg: Annotated[
        str,
        key(
            "Argument",
            "Which argument this is the example of; xs[0], xs[1] … are the tensors of a list. With "
            "a model file: the input of its module.",
        ),
    ]
    shape: Annotated[
        tuple[int, ...] | UnsetType,
        key(
            "Shape",
            "The sizes of a tensor, e.g. 2, 3; [] for a 0-d tensor. Of a file: empty for the "
            "file's.",
            record="size",
            unit="elements along each axis",
            applies=_is_tensor,
            instead="give it a value",
            idle=_is_passed,
        ),
    ] = UNSET
    dtype: Annotated[
        str,
        key(
            "Element type",
            "Of this example; the argument's first one where nothing else is chosen.",
            idle=_has_elements,
        ),
    ] = ""
    generator: Annotated[
        Generator,
        key(
            "Values",
            "How the elements of a tensor are made. A generator with its seed gives the same "
            "numbers on every machine.",
            applies=_is_made,
            instead="take no file",
            idle=_has_elements,
        ),
    ] = "normal"
    seed: Annotated[
        int,
        key(
            "Seed",
            "Of the random numbers: another seed gives others, the same seed always the same.",
            idle=_is_drawn,
        ),
    ] = 0
    low: Annotated[
        float,
        key(
            "Low",
            "The least value that uniform and integers give.",
            unit=_TENSOR_UNIT,
            idle=_is_in_range,
        ),
    ] = 0.0
    high: Annotated[
        float,
        key(
            "High",
            "The bound above of what uniform and integers give; not included.",
            unit=_TENSOR_UNIT,
            idle=_is_in_range,
        ),
    ] = 1.0
    dynamic: Annotated[
        dict[int, str],
        key(
            "Dynamic axes",
            "Axis = name of the size that may vary, e.g. 0=n, 2=w: the exported model then runs "
            "with other sizes there. Axes of one name always have the same size.",
            placeholder="0=n",
            idle=_has_elements,
        ),
    ] = {}  # noqa: RUF012  # msgspec makes a new one each time
    value: Annotated[
        Value | UnsetType,
        key(
            "Value",
            "The value that is passed, the declared default where there is none; of a tensor the "
            "elements, row by row, instead of a generator.",
            applies=_is_made,
            instead="take no file",
            idle=_is_passed,
        ),
    ] = UNSET
    none: Annotated[
        bool,
        key(
            "None",
            "Pass None to an optional argument: the branch of the mapping without it is exported.",
            applies=_may_be_none,
        ),
    ] = False
    file: Annotated[
        str,
        key(
            "File",
            "In the op's folder, with the elements of a tensor: an .npy, an .npz, or an ONNX "
            "TensorProto as .pb. Shape and element type are the file's where they are not "
            "declared.",
            file="arrays",
            applies=_is_tensor,
            instead="give it a value",
            idle=_is_passed,
        ),
    ] = ""
    entry: Annotated[
        str,
        key(
            "Entry",
            "Which array of the .npz; not needed where there is only one.",
            applies=_is_archived,
            instead="name its .npz in file",
            idle=_is_passed,
        ),
    ] = ""

    @property
    def base(self) -> str:
        """What the argument is called: ``xs`` for ``xs[2]``."""
        entry = list_index(self.arg)
        return entry[0] if entry else self.arg

    @property
    def is_tensor(self) -> bool:
        """Whether it says what a tensor is like; a scalar has neither shape nor file."""
        return self.shape is not UNSET or bool(self.file)


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
            "The part of a value's size by which results may differ; that of the output's element "
            "type where empty.",
            stage="compare",
        ),
    ] = UNSET
    atol: Annotated[
        float | UnsetType,
        key(
            "Absolute tolerance",
            "By how much results near zero may differ; where empty, a part of each output's "
            "scale, which is the size of its largest elements.",
            unit="that of the output",
            stage="compare",
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
            "Python over the arguments with torch in scope; a tuple for several outputs. Outputs "
            f"of the kernel are compared with it. {TO_BE_WRITTEN} is one that is yet to be "
            "written.",
            placeholder="2 * a + b, with torch in scope",
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
            "It takes the op's arguments and gives its outputs; called as the op where empty.",
            applies=_has_source,
            instead="set source",
        ),
    ] = ""

    @property
    def declared(self) -> bool:
        """Whether there is one, and it is written."""
        return bool(self.source or (self.python and self.python.strip() != TO_BE_WRITTEN))
