"""The shapes of an op for ONNX Runtime: what its kernel asks for, where it says that plainly."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workbench.importers.cpp.drafting.result import Result, renamed
from workbench.importers.cpp.drafting.results import Reader
from workbench.importers.cpp.syntax.body_tree import body_of
from workbench.importers.cpp.syntax.found import OrtStruct
from workbench.importers.cpp.syntax.tree import arguments_in

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["asked_shapes", "read_ranks", "single_inputs"]

_SHAPES = ("Shape", "GetShape", "GetTensorShape", "GetDimensions")
"""What gives the sizes of a tensor: of the tensor itself, or of what describes it."""
_DESCRIBES = ("GetTensorTypeAndShapeInfo", "GetTensorTypeAndShape")
_INPUTS = ("GetInput", "KernelContext_GetInput")
_OUTPUTS = ("GetOutput", "KernelContext_GetOutput")
_REFUSES_ALL_BUT_ONE = re.compile(
    r"\b(\w+)\s*(?:\.|->)\s*NumberOfElement\s*\(\s*\)\s*!=\s*1\b(?!\s*&&)"
)
_FOLLOWED = 4
_MOST_DIMENSIONS = 6


def asked_shapes(
    struct: OrtStruct, inputs: list[str], outputs: int, texts: dict[str, str]
) -> tuple[str, ...]:
    """A shape rule for each output; empty where the kernel does not say it plainly.

    Args:
        struct: the op.
        inputs: the names of its inputs, in order.
        outputs: how many it has.
        texts: the C++ texts by file name.
    """
    if struct.compute is None or not struct.compute.defined:
        return ("",) * outputs
    written = list(struct.names[: len(inputs)]) or inputs
    left = {
        *struct.optional,
        *struct.scalars,
        *(written[i] for i in struct.lists if i < len(inputs)),
    }
    reader = _Asked(struct, written, left, texts)
    names = {old: new for old, new in zip(written, inputs, strict=True) if old not in left}
    given = struct.names[len(inputs) :] or ("",) * outputs
    return tuple(renamed(reader.asked(n, i), names) for i, n in enumerate(given))


def read_ranks(struct: OrtStruct, inputs: list[str], texts: dict[str, str]) -> dict[str, int]:
    """How many dimensions inputs must have, whose sizes the kernel reads by their number: ``sizes[3]``.

    Args:
        struct: the op.
        inputs: the names of its inputs, in order.
        texts: the C++ texts by file name.
    """
    if struct.compute is None or not struct.compute.defined or struct.lite:
        return {}
    left = {inputs[i] for i in struct.lists if i < len(inputs)}
    return _Asked(struct, inputs, left, texts).ranks()


def single_inputs(struct: OrtStruct, inputs: list[str], texts: dict[str, str]) -> set[str]:
    """The inputs of which a kernel of the lite API takes one element alone: ``x.NumberOfElement() != 1``.

    Args:
        struct: the op.
        inputs: the names of its inputs, in order.
        texts: the C++ texts by file name.
    """
    if struct.compute is None or not struct.lite:
        return set()
    asked = set(_REFUSES_ALL_BUT_ONE.findall(body_of(struct.compute, texts)))
    return {new for old, new in zip(struct.names, inputs, strict=False) if old in asked}


class _Asked(Reader):
    """Reads a kernel whose tensors are ONNX Runtime's."""

    def __init__(
        self, struct: OrtStruct, inputs: list[str], left: set[str], texts: dict[str, str]
    ) -> None:
        assert struct.compute is not None
        super().__init__(struct.compute, (), texts, 1)
        self._inputs, self._left, self._lite = inputs, left, bool(struct.lite)
        self._spans = set(struct.spans)
        self._tensors = {n for n in inputs if n not in left} if self._lite else set()
        self._numbers = set()

    def asked(self, name: str, index: int) -> str:
        """The shape of an output, by its name in the lite API, else by its place."""
        found = {self._shape(node, _FOLLOWED) for node in self._asks(name, index)}
        return found.pop() if len(found) == 1 else ""

    def ranks(self) -> dict[str, int]:
        """The fewest dimensions of the inputs whose sizes are read by number."""
        found: dict[str, int] = {}
        whole = self._source.of(self._source.root)
        for node in self._source.all("subscript_expression"):
            of, place = map(node.child_by_field_name, ("argument", "indices"))
            number = self._source.of(place).strip("[] ") if place is not None else ""
            called, inner = self.body.method(of) if of is not None else ("", None)
            of = inner if called == "data" and inner is not None else of
            name = self.body.name(of)
            if not name or not number.isdecimal() or int(number) >= _MOST_DIMENSIONS:
                continue
            # A class of the project's own that holds the sizes: Dimensions sizes(api, input);
            made = re.search(rf"\b\w+\s+{name}\s*\((?:\s*\w+\s*,)?\s*(\w+)\s*\)\s*;", whole)
            value = self.body.value(made[1] if made else name)
            sized = value if made else self._sized(value) if value is not None else None
            shape = self._result(sized).shape if sized is not None else ""
            if shape.endswith(".shape"):
                of_input = shape.removesuffix(".shape")
                found[of_input] = max(found.get(of_input, 0), int(number) + 1)
        return found

    def _asks(self, name: str, index: int) -> list[Node]:
        """The sizes of each call that asks for the output."""
        asks = []
        for call in self._source.all("call_expression"):
            called, of = self.body.method(call)
            given = arguments_in(call)
            if self._lite and called == "Allocate" and of is not None and given:
                asks += [given[0]] if self.body.passed(of) == name else []
            elif not self._lite and called in _OUTPUTS:
                numbers = [i for i, n in enumerate(given) if n.type == "number_literal"]
                place = numbers[0] if numbers else len(given)
                if self._source.of(given[place]) == str(index) if numbers else False:
                    asks += given[place + 1 : place + 2]
        return asks

    def _result(self, node: Node, steps: int = _FOLLOWED) -> Result:
        for _ in range(_FOLLOWED):
            called, of = self.body.method(node)
            given = arguments_in(node) if called else []
            if called in _DESCRIBES:
                node = given[0] if given else of or node
            elif called in _INPUTS and given and not self._lite:
                place = self._source.of(given[-1])
                name = self._inputs[int(place)] if self._has(place) else ""
                return Result("", f"{name}.shape" if name else "")
            elif (value := self.body.value(self.body.name(node))) is not None:
                node = value
            else:
                break
        return super()._result(node, steps)

    def _has(self, place: str) -> bool:
        known = place.isdecimal() and int(place) < len(self._inputs)
        return known and self._inputs[int(place)] not in self._left

    def _shape(self, node: Node, steps: int) -> str:
        called, of = self.body.method(node)
        if called == "data" and of is not None:
            return self._shape(of, steps - 1)
        return super()._shape(node, steps)

    def _sized(self, node: Node) -> Node | None:
        called, of = self.body.method(node)
        given = arguments_in(node) if called in _SHAPES else []
        return (given[0] if given else of) if called in _SHAPES else None

    def _dim(self, node: Node, steps: int, depth: int = 0) -> str:
        called, of = self.body.method(node)
        name = self.body.name(of)
        if called == "size" and not arguments_in(node) and name in self._spans & self._tensors:
            return f"{name}.shape[0]"
        return super()._dim(node, steps, depth)
