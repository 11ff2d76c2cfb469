"""The documentation of the standard ONNX operators: read only when somebody looks at it."""

from __future__ import annotations

import functools
import gzip

import msgspec

from workbench.paths import resources

__all__ = ["AttributeDoc", "FormalDoc", "OperatorDoc", "operator_doc", "operator_docs"]


class FormalDoc(msgspec.Struct, frozen=True, omit_defaults=True):
    """An input or output.

    Attributes:
        name: ONNX's own.
        type: a type variable, or ``tensor(int64)`` and the like.
        option: empty, ``?`` for an optional one, ``*`` for a list.
        doc: what it is.
    """

    name: str
    type: str
    option: str = ""
    doc: str = ""


class AttributeDoc(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attribute.

    Attributes:
        type: ``int``, ``floats``, ``graph`` …
        required: whether it must be given.
        default: its default; None where it has none.
        choices: words that its documentation names as values.
        doc: what it does.
    """

    type: str
    required: bool = False
    default: int | float | str | tuple[int | float | str, ...] | None = None
    choices: tuple[str, ...] = ()
    doc: str = ""

    @property
    def brief(self) -> str:
        """The documentation in one line of a length that a tip can have."""
        line = " ".join(self.doc.split())
        return line if len(line) <= 300 else f"{line[:300]} …"


class OperatorDoc(msgspec.Struct, frozen=True, omit_defaults=True):
    """One definition of an operator.

    Attributes:
        since: the opset that brought it.
        deprecated: it may not be used any more.
        group: where ONNX files it: ``math``, ``nn``, ``tensor`` …
        composed: a runtime may make it of other operators.
        doc: markdown, as ONNX has it.
        inputs, outputs: in order.
        attributes: by name.
        types: type variable → the types it stands for, and what it is about.
    """

    since: int
    deprecated: bool = False
    group: str = ""
    composed: bool = False
    doc: str = ""
    inputs: tuple[FormalDoc, ...] = ()
    outputs: tuple[FormalDoc, ...] = ()
    attributes: dict[str, AttributeDoc] = {}
    types: dict[str, tuple[tuple[str, ...], str]] = {}


@functools.cache
def operator_docs() -> dict[str, tuple[OperatorDoc, ...]]:
    """Operator name → its definitions in the opsets that can be exported to, ascending."""
    data = gzip.decompress((resources() / "onnx_docs.json.gz").read_bytes())
    return msgspec.json.decode(data, type=dict[str, tuple[OperatorDoc, ...]])


def operator_doc(name: str, opset: int) -> OperatorDoc | None:
    """The documentation that an opset has of an operator; None where it has none."""
    versions = operator_docs().get(name, ())
    return next((v for v in reversed(versions) if v.since <= opset), None)
