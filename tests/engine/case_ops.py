"""Declarations for ONNX's test cases, and what was made of these."""

from __future__ import annotations

import textwrap
from pathlib import Path

from workbench.core.declaration.op import Op
from workbench.core.storage import op_file
from workbench.engine.onnx.onnx_cases import OnnxCase

NOWHERE = Path("/nonexistent")


def declared(text: str) -> Op:
    head = 'schema = 1\nname = "case_"\ntorch = "wb_case::case_op"\n'
    return op_file.loads(head + textwrap.dedent(text), validate=False)


def used(cases: list[OnnxCase]) -> dict[str, OnnxCase]:
    return {c.name: c for c in cases if not c.skipped}


def reasons(cases: list[OnnxCase]) -> dict[str, str]:
    return {c.name: c.skipped for c in cases if c.skipped}


ASINH = """
[[args]]
name = "x"
[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape"
[[mapping.nodes]]
op = "Asinh"
inputs = ["x"]
outputs = ["y"]
"""
