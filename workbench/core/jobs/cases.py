"""The sets of inputs that an op is run with, and what came of those that are not."""

from __future__ import annotations

import msgspec

from workbench.core.declaration.op import Value
from workbench.core.errors import Problem

__all__ = ["ExportedCase", "FailedCase", "SkippedCase"]


class ExportedCase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A further set of inputs, with the model that serves it.

    Attributes:
        name: the case's.
        model: often the main one, where only dynamic sizes differ.
        inputs, reference, expected: as those of ``ExportResult``.
        expected_by: who gave ``expected``: a name of ``parity``, or of a model that was run.
        vouched: the reference agrees with each call of the op inside a model of the user's own.
        rounding: by how much each element of the outputs may differ from what is expected; empty
            where that was not measured.
        sizes: where the inputs were made to try the file with other sizes: ``n = 5``.
        literals: the op's arguments that are no tensors, and None for what is left out; empty for a
            model of the user's own, whose inputs are others.
        aliases: input → the one whose memory it is.
    """

    name: str
    model: str
    inputs: str
    reference: str
    expected: str = ""
    expected_by: str = ""
    vouched: bool = False
    rounding: str = ""
    sizes: str = ""
    literals: dict[str, Value | None] = {}
    aliases: dict[str, str] = {}


class SkippedCase(msgspec.Struct, frozen=True):
    """One of ONNX's own test cases that the op cannot express, and why."""

    name: str
    reason: str


class FailedCase(msgspec.Struct, frozen=True):
    """One of ONNX's own test cases that gave no result to compare, and what is wrong."""

    name: str
    problems: tuple[Problem, ...]
