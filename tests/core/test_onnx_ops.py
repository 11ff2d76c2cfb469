"""``resources/onnx_ops.json`` is what the pinned onnx says."""

import msgspec

from tools.onnx_ops import as_text, standard_operators
from workbench import paths
from workbench.core import operators
from workbench.core.operators import Operator, operator


def test_file_equals_the_pinned_onnx() -> None:
    text = (paths.resources() / "onnx_ops.json").read_text(encoding="utf-8")
    assert text == as_text(standard_operators()), "run tools/onnx_ops.py"
    held = msgspec.json.decode(text, type=dict[str, tuple[Operator, ...]])
    assert held == operators.standard_operators()


def test_versions_of_an_operator_ascend() -> None:
    for name, definitions in operators.standard_operators().items():
        versions = [d.since for d in definitions]
        assert versions == sorted(set(versions)), name
        assert versions[0] >= 1, name


def test_an_opset_has_the_latest_definition_before_it() -> None:
    resize = operator("Resize", 17)
    assert resize is not None
    assert (resize.since, resize.fewest_inputs, resize.input(3)) == (13, 1, "sizes")
    assert resize.is_optional(1)
    assert operator("Resize", 9) is None
    concat = operator("Concat", 13)
    assert concat is not None
    assert (concat.variadic, concat.input(7), concat.attributes) == (
        True,
        "inputs",
        {"axis": "int!"},
    )


def test_runs_says_what_onnx_runtime_has_kernels_for() -> None:
    add, resize = operator("Add", 17), operator("Resize", 17)
    assert add is not None
    assert resize is not None
    assert add.runs(1, "int8")
    assert not add.runs(0, "bool")
    assert add.runs(0, "float16")  # cast to float32 and back
    assert not resize.runs(0, "float64")
