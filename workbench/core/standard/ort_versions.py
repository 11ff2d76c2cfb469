"""Versions of ONNX Runtime, with the IR version and the opset that each reads.

Measured with the released wheels: models of every IR version and opset, loaded by each.
"""

from __future__ import annotations

__all__ = [
    "NEWEST_ORT",
    "OLDEST_ORT",
    "first_to_read",
    "newest_ir",
    "newest_opset",
]

OLDEST_ORT = 17
"""The oldest minor version with CreateKernelV2, KernelComputeV2 and InferOutputShapeFn in its API."""

NEWEST_ORT = 31
"""The newest minor version that there is."""

_READS = {OLDEST_ORT: (9, 20), 18: (10, 21), 21: (10, 22), 23: (11, 23), 24: (13, 25), 25: (13, 26)}
"""Minor version of ONNX Runtime 1 → IR version and opset, the same up to the next row."""


def _row(version: str) -> tuple[int, int]:
    minor = version.partition(".")[2]
    known = [row for since, row in _READS.items() if minor.isdecimal() and since <= int(minor)]
    return known[-1] if known else next(iter(_READS.values()))


def newest_ir(version: str) -> int:
    """The newest IR version that an ONNX Runtime reads: 9 for ``1.17``."""
    return _row(version)[0]


def newest_opset(version: str) -> int:
    """The newest opset of ONNX's own domain that an ONNX Runtime reads: 20 for ``1.17``."""
    return _row(version)[1]


def first_to_read(opset: int, ir: int = 0) -> str:
    """The first ONNX Runtime that reads an opset, ``1.17`` or later; empty for none that is known.

    Args:
        opset: of ONNX's own domain.
        ir: the IR version that it shall read, too.
    """
    rows = _READS.items()
    return next((f"1.{since}" for since, (i, o) in rows if opset <= o and ir <= i), "")
