"""The standard ONNX operators: what each opset's definition takes and gives."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from workbench.paths import resources

__all__ = [
    "Newer",
    "Operator",
    "called_like",
    "custom_operator",
    "needed_one_of",
    "newer_parts",
    "operator",
    "special_names",
    "standard_operators",
    "too_many_of",
]


class Operator(msgspec.Struct, frozen=True):
    """One definition of an operator.

    Attributes:
        since: the opset that brought it.
        deprecated: from here on it may not be used.
        inputs, outputs: the names in order; an optional one ends with ``?``, a list with ``*``.
        attributes: name → ONNX's type in lower case (``int``, ``floats``, ``graph`` …); a
            required one ends with ``!``.
        types: per input its type: a type variable, or ``tensor(int64)`` and the like.
        kernels: type variable → the element types for which ONNX Runtime has a CPU kernel.
    """

    since: int
    deprecated: bool = False
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    attributes: dict[str, str] = {}
    types: tuple[str, ...] = ()
    kernels: dict[str, tuple[str, ...]] = {}

    def runs(self, index: int, dtype: str) -> bool:
        """Whether ONNX Runtime's CPU kernels take an element type at an input.

        float16 is cast to float32 and back where there is no kernel for it.
        """
        kind = self.types[min(index, len(self.types) - 1)] if self.types else ""
        held = self.kernels.get(kind)
        return held is None or dtype in held or (dtype == "float16" and "float32" in held)

    @property
    def variadic(self) -> bool:
        """Whether the last input is a list."""
        return bool(self.inputs) and self.inputs[-1].endswith("*")

    def input(self, index: int) -> str:
        """The name of an input; empty where the operator has no such one."""
        if index < len(self.inputs):
            return self.inputs[index].rstrip("?*")
        return self.inputs[-1].rstrip("*") if self.variadic else ""

    def is_optional(self, index: int) -> bool:
        """Whether an input may be left out."""
        return index < len(self.inputs) and self.inputs[index].endswith("?")

    @property
    def fewest_inputs(self) -> int:
        """The number of inputs up to the last one that must be given."""
        needed = [i for i, name in enumerate(self.inputs) if name[-1] not in "?*"]
        return needed[-1] + 1 if needed else 0


@functools.cache
def standard_operators() -> dict[str, tuple[Operator, ...]]:
    """Operator name → its definitions, ascending by opset."""
    text = (resources() / "onnx_ops.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, tuple[Operator, ...]])


def operator(name: str, opset: int) -> Operator | None:
    """The definition of an operator that an opset has; None where it has none."""
    versions = standard_operators().get(name, ())
    return next((v for v in reversed(versions) if v.since <= opset), None)


_ONE_OF = {
    "Split": (18, ("split", "num_outputs")),
    "Resize": (13, ("scales", "sizes")),
    "Constant": (
        11,
        (
            *("value", "value_float", "value_floats", "value_int", "value_ints", "value_string"),
            *("value_strings", "sparse_value"),
        ),
    ),
}
"""Operator → the opset from which on a node needs exactly one of some optional inputs and attributes, as
its text in the standard says and its definition does not."""


def needed_one_of(
    name: str, opset: int, inputs: Sequence[str], attributes: Iterable[str]
) -> tuple[str, ...]:
    """The inputs and attributes of which a node has none and needs one; empty where it lacks nothing.

    Args:
        name: the operator.
        opset: the model's.
        inputs: what the node has as its inputs; empty for one that is left out.
        attributes: the names of its attributes.
    """
    names, given = _one_of(name, opset, inputs, attributes)
    return () if given else names


def too_many_of(
    name: str, opset: int, inputs: Sequence[str], attributes: Iterable[str]
) -> tuple[str, ...]:
    """The inputs and attributes of which a node has several and may have one; empty where it has not.

    Args:
        name, opset, inputs, attributes: as of ``needed_one_of``.
    """
    given = _one_of(name, opset, inputs, attributes)[1]
    return given if len(given) > 1 else ()


def _one_of(
    name: str, opset: int, inputs: Sequence[str], attributes: Iterable[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a node needs exactly one of, and what it has of these."""
    since, names = _ONE_OF.get(name, (opset + 1, ()))
    definition = operator(name, opset)
    if opset < since or definition is None:
        return (), ()
    has = {definition.input(i) for i, one in enumerate(inputs) if one} | set(attributes)
    there = {i.rstrip("?*") for i in definition.inputs} | definition.attributes.keys()
    names = tuple(n for n in names if n in there)
    return names, tuple(n for n in names if n in has)


@functools.cache
def special_names() -> dict[str, dict[int, str]]:
    """Operators that ONNX Runtime treats specially in any domain: per number of inputs what happens.

    Some of its optimizers look at a node's operator and not at its domain. Found by trying,
    see ``tools/ort_names.py``.
    """
    text = (resources() / "ort_names.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, dict[int, str]], strict=False)


def custom_operator(name: str) -> str:
    """An operator's name for a custom node, from an op's name: never that of a standard operator.

    ONNX Runtime may take a custom node for the standard one, and so may whoever reads the model.
    """
    words = "".join(part[:1].upper() + part[1:] for part in name.split("_")) or "MyOp"
    return f"My{words}" if words in standard_operators() or words in special_names() else words


def called_like(name: str) -> str:
    """The operator after which ``custom_operator`` has named a node; the name itself for any other."""
    plain = name.removeprefix("My")
    return plain if custom_operator(plain) == name else name


class Newer(msgspec.Struct, frozen=True):
    """Something of an operator that only a later opset has.

    Attributes:
        what: ``CastLike``, ``the attribute 'saturate' of CastLike`` …
        since: the opset that brought it.
        part: ``op``, ``inputs``, ``outputs``, or ``attributes`` with the attribute's name after it.
    """

    what: str
    since: int
    part: str

    def sentence(self, opset: int, whose: str = "the model") -> str:
        """What is wrong with it in an opset."""
        return f"{self.what} exists since opset {self.since}, {whose} has opset {opset}"


def newer_parts(
    name: str, opset: int, inputs: int = 0, outputs: int = 0, attributes: Iterable[str] = ()
) -> Iterator[Newer]:
    """What a node of a standard operator uses that an opset does not have yet, but a later one has.

    Args:
        name: the operator.
        opset: the model's.
        inputs, outputs: how many the node has.
        attributes: the names of its attributes.
    """
    versions = standard_operators().get(name, ())
    if not versions:
        return
    if versions[0].since > opset:
        yield Newer(f"'{name}'", versions[0].since, "op")
        return
    now = operator(name, opset)

    def later(has: Callable[[Operator], bool]) -> Operator | None:
        if now is None or has(now):
            return None
        return next((v for v in versions if v.since > opset and has(v)), None)

    if found := later(lambda v: v.variadic or len(v.inputs) >= inputs):
        last = found.input(inputs - 1)
        yield Newer(f"the input {last} of {name}", found.since, "inputs")
    if found := later(lambda v: v.outputs[-1:][0].endswith("*") or len(v.outputs) >= outputs):
        last = found.outputs[min(outputs, len(found.outputs)) - 1].rstrip("?*")
        yield Newer(f"the output {last} of {name}", found.since, "outputs")
    for attribute in attributes:
        if found := later(lambda v, a=attribute: a in v.attributes):  # type: ignore[misc]
            what = f"the attribute '{attribute}' of {name}"
            yield Newer(what, found.since, f"attributes.{attribute}")
