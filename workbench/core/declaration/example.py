"""The part of a declaration that says what one argument is in the sample model's call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import UNSET, UnsetType

from workbench.core.declaration import key_names
from workbench.core.declaration.declared import Declared, Whole, key
from workbench.core.declaration.names import item_name, list_index
from workbench.core.files.file_kinds import IMAGE, file_kind
from workbench.core.types.arg_types import each_is_there
from workbench.core.types.layouts import DECLARED
from workbench.core.types.literals import Value

__all__ = ["Axes", "Example", "unused_seeds"]

Axes = Literal["NCHW", "CHW", "NHWC", "HWC"]
if TYPE_CHECKING:
    LayoutName = str
else:
    LayoutName = Literal[("", *DECLARED)]
Generator = Literal["normal", "uniform", "integers", "arange", "zeros", "ones"]

_RANDOM: tuple[Generator, ...] = ("normal", "uniform", "integers")
_RANGED: tuple[Generator, ...] = ("uniform", "integers")

_TENSOR_UNIT = "that of the tensor"


def _is_tensor(op: Whole, example: Example) -> str:
    arg = op.example_arg(example.arg)
    return "" if arg is None or arg.holds_tensors else f"'{arg.name}' is no tensor"


def _is_passed(op: Whole, example: Example) -> str:
    return "None is passed" if example.none else ""


def _is_no_other(op: Whole, example: Example) -> str:
    if example.same_as and not example.file:
        return ""
    return (
        f"it is the tensor of '{example.same_as}'" if example.same_as else _is_tensor(op, example)
    )


def _has_elements(op: Whole, example: Example) -> str:
    return _is_tensor(op, example) or _is_passed(op, example)


def _is_made(op: Whole, example: Example) -> str:
    if example.same_as:
        return f"it is the tensor of '{example.same_as}'"
    return "the elements are in a file" if example.file else ""


def _is_archived(op: Whole, example: Example) -> str:
    if not example.file:
        return _is_tensor(op, example) or "there is no file with this entry"
    kind = file_kind(example.file)
    if kind is None or kind.entry:
        return ""
    return f"there is nothing to choose in an {kind.words}"


def _is_image(op: Whole, example: Example) -> str:
    return "" if file_kind(example.file) is IMAGE else "the elements are not of an image"


def _is_drawn(op: Whole, example: Example, generators: tuple[str, ...] = _RANDOM) -> str:
    if reason := _has_elements(op, example) or _is_made(op, example):
        return reason
    if example.value is not UNSET:
        return "the elements are written out"
    return "" if example.generator in generators else f"the values are not {_either(generators)}"


def _is_in_range(op: Whole, example: Example) -> str:
    if not example.none and not _is_image(op, example):
        return ""
    return _is_drawn(op, example, _RANGED)


def _either(words: tuple[str, ...]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]])


def _may_be_none(op: Whole, example: Example) -> str:
    if op.model.source:
        return "an input of a model file is a tensor"
    arg = op.example_arg(example.arg)
    if arg is None or arg.optional or arg.may_lack_items:
        return ""
    if arg.is_tensor_list:
        return each_is_there(arg.name, arg.type)
    return f"'{arg.name}' is not optional"


class Example(Declared, frozen=True):
    """The example value of one argument in the sample model."""

    arg: Annotated[
        str,
        key(
            "Argument",
            "Which argument this is the example of; xs[0], xs[1] … are the tensors of a list. With "
            "a model file: the input of its module.",
            names=key_names.example_arguments,
        ),
    ]
    shape: Annotated[
        tuple[int, ...] | UnsetType,
        key(
            "Shape",
            "The sizes of a tensor, e.g. 2, 3; [] for a 0-d tensor. Of a file: empty for the "
            "file's; an image is resized to it, and of a table or a point cloud the first rows "
            "that fill it are taken.",
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
            names=key_names.element_types,
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
            "The least value that uniform and integers give; what black is in an image of floats.",
            unit=_TENSOR_UNIT,
            idle=_is_in_range,
        ),
    ] = 0.0
    high: Annotated[
        float,
        key(
            "High",
            "The bound above of what uniform and integers give, not included; what white is in an "
            "image of floats. An image of integers has the file's.",
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
    layout: Annotated[
        LayoutName,
        key(
            "Layout",
            "How the tensor lies in memory when PyTorch is given it: 'transposed' (the strides of the last "
            "two axes change places), 'channels last' (of four axes), 'every other element' of one twice as "
            "wide, or 'offset' by an element from where memory begins. Its shape and elements stay; ONNX "
            "Runtime always gets it row by row.",
            placeholder="row by row",
            applies=_is_tensor,
            idle=_is_passed,
        ),
    ] = ""
    value: Annotated[
        Value | UnsetType,
        key(
            "Value",
            "The value that is passed, the declared default where there is none; of a tensor the "
            "elements, row by row, instead of a generator.",
            applies=_is_made,
            instead="take no file",
            idle=_is_passed,
            names=key_names.example_values,
        ),
    ] = UNSET
    same_as: Annotated[
        str,
        key(
            "Same as",
            "Another argument whose example this is: both runtimes are given one tensor for the two, in "
            "one place of memory. Shape, element type, layout and dynamic axes are declared as there.",
            placeholder="x",
            applies=_is_tensor,
            instead="give it a value",
            idle=_is_passed,
            names=key_names.tensor_examples,
        ),
    ] = ""
    none: Annotated[
        bool,
        key(
            "None",
            "Pass None to an optional argument, or in the place of one tensor of a tensor?[]: the "
            "branch of the mapping without it is exported.",
            applies=_may_be_none,
        ),
    ] = False
    file: Annotated[
        str,
        key(
            "File",
            "In the op's folder, with the elements of a tensor: an .npy, an .npz or an ONNX "
            "TensorProto (.pb); an image; a table of numbers (.csv, .xyz); a point cloud (.ply). "
            "Shape and element type are the file's where they are not declared.",
            placeholder="data.npy",
            file="arrays",
            applies=_is_no_other,
            instead="give it a value",
            idle=_is_passed,
        ),
    ] = ""
    entry: Annotated[
        str,
        key(
            "Entry",
            "Which array of an .npz, not needed where there is only one; or which columns of a "
            "table or a point cloud, by name or number: x, y, z.",
            applies=_is_archived,
            instead="name its .npz in file",
            idle=_is_passed,
        ),
    ] = ""
    axes: Annotated[
        Axes,
        key(
            "Axes",
            "The order in which an image becomes a tensor: N is one, C the channels.",
            applies=_is_image,
            instead="name an image in file",
            idle=_is_passed,
        ),
    ] = "NCHW"

    @property
    def model_input(self) -> str:
        """What the exported model calls it: ``xs_2`` for ``xs[2]``."""
        entry = list_index(self.arg)
        return item_name(*entry) if entry else self.arg

    @property
    def base(self) -> str:
        """What the argument is called: ``xs`` for ``xs[2]``."""
        entry = list_index(self.arg)
        return entry[0] if entry else self.arg

    @property
    def is_tensor(self) -> bool:
        """Whether it says what a tensor is like; a scalar has neither shape nor file."""
        return self.shape is not UNSET or bool(self.file)


def unused_seeds(examples: Iterable[Example]) -> Iterator[int]:
    """Seeds from 1 on that none of the examples has: of one seed, two tensors have the same elements."""
    used = {example.seed for example in examples}
    return (seed for seed in count(1) if seed not in used)
