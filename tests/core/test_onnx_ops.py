"""``resources/onnx_ops.json`` is what the pinned onnx says."""

import json

from tools.onnx_ops import as_text, standard_operators
from workbench import paths
from workbench.core import check


def test_file_equals_the_pinned_onnx() -> None:
    text = (paths.resources() / "onnx_ops.json").read_text(encoding="utf-8")
    assert text == as_text(standard_operators()), "run tools/onnx_ops.py"
    assert json.loads(text) == check.standard_operators()


def test_versions_of_an_operator_ascend() -> None:
    for name, versions in check.standard_operators().items():
        assert versions == sorted(set(versions)), name
        assert versions[0] >= 1, name
