"""What is known of a registered torch op beside its schema: inputs that fit, results, ONNX nodes.

For torch's own ops it was found once, for the pinned version, from the samples that torch tests
its operators with (``tools/torch_examples.py``). For others the torch host tries inputs.
"""

from __future__ import annotations

import functools
import gzip

import msgspec

from workbench.core.declaration.op import Constant, Example, Node
from workbench.paths import resources

__all__ = [
    "Inputs",
    "KnownOp",
    "KnownOutput",
    "OnnxNodes",
    "Recorded",
    "Result",
    "TorchCall",
    "recorded",
]

Inputs = tuple[Example, ...]


class Result(msgspec.Struct, frozen=True, array_like=True):
    """One tensor that a call gave."""

    dtype: str
    shape: tuple[int, ...]


class TorchCall(msgspec.Struct, frozen=True, omit_defaults=True):
    """One call that has run.

    Attributes:
        inputs: the examples, those of tensors with their element type; what is not named was
            left at its default.
        outputs: what came of it.
        kind: how it differs from the first call: ``sizes``, ``elements`` (other seeds), ``dtypes``,
            or ``arguments`` (a call of its own).
    """

    inputs: Inputs
    outputs: tuple[Result, ...]
    kind: str = ""


class KnownOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """An output as the calls have shown it.

    Attributes:
        dtype: an element type, or the argument that it is taken from.
        shape: the shape rule.
        note: what was not tried, or could not be expressed by a rule; empty where it held for all.
    """

    dtype: str
    shape: str
    note: str = ""


class OnnxNodes(msgspec.Struct, frozen=True, omit_defaults=True):
    """Standard ONNX nodes that torch's own exporter makes of an op.

    They were run in ONNX Runtime and agreed with torch, for the example and other sizes of it.

    Attributes:
        opset: what they were exported for.
        general: every argument is carried, so they serve other values of them, too.
    """

    nodes: tuple[Node, ...]
    constants: tuple[Constant, ...] = ()
    opset: int = 17
    general: bool = False


class KnownOp(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of an op.

    Attributes:
        inputs: examples with which the op has run; empty where none were found.
        outputs: what it gives.
        calls: how many calls the outputs were fitted to.
        reason: why no inputs were found, or why the op cannot be compared with itself.
        replaced: torch's tracer cannot record it, or records other ops instead, so that only
            torch.export keeps it.
        alien: it gives what no output can be, complex numbers for instance.
        onnx: what it is in standard nodes, as far as torch's exporter knows.
    """

    inputs: Inputs = ()
    outputs: tuple[KnownOutput, ...] = ()
    calls: int = 0
    reason: str = ""
    alien: bool = False
    replaced: bool = False
    onnx: OnnxNodes | None = None


class Recorded(msgspec.Struct):
    """The file: the version of torch that it was made with, and the ops by their full names."""

    torch: str
    ops: dict[str, msgspec.Raw]

    def get(self, full: str) -> KnownOp | None:
        """What was recorded of ``namespace::op.overload``; None where it was not."""
        raw = self.ops.get(full)
        return None if raw is None else msgspec.json.decode(raw, type=KnownOp)


@functools.cache
def recorded() -> Recorded:
    """All that was recorded; read when somebody asks for the first op."""
    data = gzip.decompress((resources() / "torch_examples.json.gz").read_bytes())
    return msgspec.json.decode(data, type=Recorded)
