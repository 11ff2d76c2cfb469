"""``onnx_ops.json`` and ``onnx_docs.json.gz`` are what the pinned onnx says."""

import gzip

import msgspec

from tools.onnx_ops import (
    as_text,
    documentation_text,
    operator_documentation,
    standard_operators,
)
from workbench import paths
from workbench.core.standard import operators
from workbench.core.standard.operator_docs import operator_doc, operator_docs
from workbench.core.standard.operators import Operator, operator


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


def test_documentation_equals_the_pinned_onnx() -> None:
    data = gzip.decompress((paths.resources() / "onnx_docs.json.gz").read_bytes())
    assert data == documentation_text(operator_documentation()), "run tools/onnx_ops.py"


def test_an_opset_has_its_own_documentation() -> None:
    resize, later = operator_doc("Resize", 17), operator_doc("Resize", 19)
    assert resize is not None
    assert later is not None
    assert (resize.since, later.since) == (13, 19)
    mode = resize.attributes["mode"]
    assert (mode.type, mode.default, mode.choices) == (
        "string",
        "nearest",
        ("nearest", "linear", "cubic"),
    )
    assert "antialias" not in resize.attributes
    assert later.attributes["antialias"].default == 0
    assert operator_doc("Gelu", 17) is None


def test_documentation_and_definitions_agree() -> None:
    for name, documented in operator_docs().items():
        for doc in documented:
            known = next(v for v in operators.standard_operators()[name] if v.since == doc.since)
            assert tuple(f.name + f.option for f in doc.inputs) == known.inputs, name
            assert {
                n: a.type + "!" * a.required for n, a in doc.attributes.items()
            } == known.attributes, name


def test_what_is_deprecated_is_known() -> None:
    for name, last, gone in (
        ("Upsample", 9, 10),
        ("Scatter", 10, 11),
        ("GroupNormalization", 0, 18),
    ):
        if last:
            assert not operator(name, last).deprecated
        assert operator(name, gone).deprecated
    assert not operator("GroupNormalization", 21).deprecated
