"""Write ``resources/onnx_ops.json``: the standard ONNX operators, from the pinned ``onnx``.

The window and the declaration's check need to know them without importing onnx.
Run again after changing the pinned version; a test compares the file with onnx.
"""

from __future__ import annotations

import json
from pathlib import Path

import onnx.defs


def standard_operators() -> dict[str, list[int]]:
    """Operator name → the opset versions (ascending) in which its definition changed."""
    operators: dict[str, list[int]] = {}
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.domain == "" and not schema.deprecated:
            operators.setdefault(schema.name, []).append(schema.since_version)
    return {name: sorted(set(versions)) for name, versions in sorted(operators.items())}


def as_text(operators: dict[str, list[int]]) -> str:
    """The file's text: one operator a line, so that a change reads well."""
    rows = ",\n".join(f'  "{name}": {json.dumps(since)}' for name, since in operators.items())
    return "{\n" + rows + "\n}\n"


if __name__ == "__main__":
    target = Path(__file__).parent.parent / "resources" / "onnx_ops.json"
    target.write_text(as_text(standard_operators()), encoding="utf-8")
