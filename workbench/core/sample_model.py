"""The part of a declaration that an op is tried with: sample model, example inputs, reference."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from workbench.core.declared import Declared, Value

__all__ = ["TO_BE_WRITTEN", "Case", "Example", "Model", "Reference"]

Exporter = Literal["torchscript", "torch.export"]
TO_BE_WRITTEN = "..."
"""The reference of a new op, until somebody writes it."""

Generator = Literal["normal", "uniform", "integers", "arange", "zeros", "ones"]


class Example(Declared, frozen=True):
    """The example value of one argument in the sample model.

    Attributes:
        arg: the argument. For one tensor of a ``tensor[]``: ``xs[0]``, ``xs[1]``, … With a model
            file: the input of its module.
        shape: tensors: the sizes.
        dtype: tensors: the element type; the argument's first one when empty.
        generator: tensors: how the elements are made.
        seed: tensors: of the generator.
        low, high: tensors: the range of ``uniform`` and ``integers`` (high excluded).
        dynamic: tensors: axis → name of the dynamic dimension in the exported model.
        value: other arguments: the value; the declared default when unset. Tensors: the
            elements, row by row, instead of a generator.
        none: pass None to an optional argument.
        file: tensors: a file of the op's folder that holds the elements, instead of a generator:
            ``.npy``, ``.npz``, or ONNX's ``.pb`` (a TensorProto). Shape and element type are the
            file's where they are not declared.
        entry: the array of an ``.npz``; it may be left out where there is only one.
    """

    arg: str
    shape: tuple[int, ...] | UnsetType = UNSET
    dtype: str = ""
    generator: Generator = "normal"
    seed: int = 0
    low: float = 0.0
    high: float = 1.0
    dynamic: dict[int, str] = {}  # noqa: RUF012  # msgspec makes a new one each time
    value: Value | UnsetType = UNSET
    none: bool = False
    file: str = ""
    entry: str = ""

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
    """A further set of example inputs.

    Attributes:
        name: what it is called; an identifier.
        inputs: the examples that are not those of ``model.inputs``.
        doc: what it shows.
    """

    name: str
    inputs: tuple[Example, ...] = ()
    doc: str = ""


class Model(Declared, frozen=True):
    """The sample model: one call of the op on example inputs, or a model of the project.

    Attributes:
        opset: the ONNX opset to export to.
        exporter: ``torchscript`` (``dynamo=False``) or ``torch.export``.
        inputs: one example per argument (those with a default may be left out).
        cases: further sets of examples. One that differs in dynamic sizes only is run through
            the very file that was exported for ``inputs``; others get a file of their own.
        source: a Python file of the op's folder that makes the model; empty for one call.
        function: the function in it. It takes the op as a callable and gives a
            ``torch.nn.Module``, whose inputs are then those of ``inputs``.
        outputs: with ``source``: names of the model's outputs; the op's where empty.
        onnx: an ONNX model with nodes of the op, relative to the op's folder (or absolute, where
            it is too large to be copied). It is run in ONNX Runtime too, and what goes in and out
            of its nodes is compared with PyTorch.
        node: with ``onnx``: the name of one node, or its operator for all of them.
        rtol, atol: tolerances of the parity check; the element type's when unset.
    """

    opset: int = 17
    exporter: Exporter = "torchscript"
    inputs: tuple[Example, ...] = ()
    cases: tuple[Case, ...] = ()
    source: str = ""
    function: str = "model"
    outputs: tuple[str, ...] = ()
    onnx: str = ""
    node: str = ""
    rtol: float | UnsetType = UNSET
    atol: float | UnsetType = UNSET

    def for_case(self, case: Case) -> Model:
        """The model with a case's examples as the main ones, and no further cases.

        An example of the case replaces that of the same argument; what it does not say (element
        type, dynamic axes) is as there. Tensors of a ``tensor[]`` are replaced all together.
        """
        main = {e.arg: e for e in self.inputs}
        own = {e.arg: _inherited(e, main.get(e.arg)) for e in case.inputs}
        lists = {e.arg.partition("[")[0] for e in case.inputs if "[" in e.arg}
        kept = {n: e for n, e in main.items() if n.partition("[")[0] not in lists}
        return msgspec.structs.replace(self, inputs=tuple((kept | own).values()), cases=())


class Reference(Declared, frozen=True):
    """What the op should compute, said independently of the kernel.

    Without it nothing tells whether a kernel that both runtimes run is right.

    Attributes:
        python: an expression over the arguments with ``torch`` in scope; a tuple for
            several outputs. E.g. ``2 * a + b``. ``...`` is one that is yet to be written.
        source: or a Python file, relative to the op's folder.
        function: the function in it that takes the op's arguments; the op's name if empty.
    """

    python: str = ""
    source: str = ""
    function: str = ""

    @property
    def declared(self) -> bool:
        """Whether there is one, and it is written."""
        return bool(self.source or (self.python and self.python.strip() != TO_BE_WRITTEN))
