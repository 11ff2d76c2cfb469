"""An operator for ONNX Runtime that is registered once per element type is one op."""

from __future__ import annotations

import pytest

from tests.importers.cpp.test_ort_domains import HEAD
from workbench.core.check import check_op
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import Candidate, find_candidates
from workbench.importers.cpp.search.choice import chosen
from workbench.importers.drafts.draft import Draft

LITE = """
template <typename T>
void times(const Ort::Custom::Tensor<T>& x, const Ort::Custom::Tensor<int64_t>& by, Ort::Custom::Tensor<T>& y) {}
"""


def made(name: str, *types: str, op: str = "Sum") -> str:
    """An op struct whose inputs and then output have these element types."""
    kinds = [f"ONNX_TENSOR_ELEMENT_DATA_TYPE_{t}" for t in types]
    tables = [
        f"  ONNXTensorElementDataType Get{side}Type(size_t i) const {{"
        f" static const ONNXTensorElementDataType all[] = {{{', '.join(given)}}}; return all[i]; }}\n"
        f"  size_t Get{side}TypeCount() const {{ return {len(given)}; }}\n"
        for side, given in (("Input", kinds[:-1]), ("Output", kinds[-1:]))
    ]
    return (
        f"struct {name} : Ort::CustomOpBase<{name}, Kernel> {{\n{''.join(tables)}"
        f'  const char* GetName() const {{ return "{op}"; }}\n}};\n'
    )


def found(text: str) -> list[Candidate]:
    return [c for c in find_candidates({"op.cpp": text}) if c.struct is not None]


def draft(text: str) -> Draft:
    drafted = draft_of(found(text)[0], {"op.cpp": text}, "")
    assert check_op(drafted.op) == []
    return drafted


def test_structs_of_one_name_are_one_op() -> None:
    text = HEAD + made("OfFloats", "FLOAT", "INT64", "FLOAT")
    text += made("Other", "FLOAT", "FLOAT", op="Other") + made(
        "OfDoubles", "DOUBLE", "INT64", "DOUBLE"
    )
    one, other = found(text)
    assert (one.name, one.how) == ("OfFloats", "Sum for ONNX Runtime, with OfDoubles")
    assert (other.name, other.how) == ("Other", "Other for ONNX Runtime")
    drafted = draft(text)
    assert drafted.op.types == {"T": ("float32", "float64")}
    assert [a.dtype for a in drafted.op.args] == ["T", "int64"]
    assert drafted.op.outputs[0].dtype == "T"
    assert drafted.op.ort.structs == ("OfFloats", "OfDoubles")
    assert not [g for g in drafted.gaps if g.key.startswith("types")]


@pytest.mark.parametrize("words", ["Sum", "OfFloats", "OfDoubles"])
def test_it_is_chosen_by_the_name_of_any(words: str) -> None:
    text = HEAD + made("OfFloats", "FLOAT", "FLOAT") + made("OfDoubles", "DOUBLE", "DOUBLE")
    (one,) = chosen(found(text), words)
    assert one.struct is not None
    assert len(one.struct.all) == 2


def test_types_that_go_together_are_told() -> None:
    text = HEAD + made("A", "FLOAT", "INT32", "FLOAT") + made("B", "DOUBLE", "INT64", "DOUBLE")
    drafted = draft(text)
    assert drafted.op.types == {"T": ("float32", "float64"), "T1": ("int32", "int64")}
    (gap,) = [g for g in drafted.gaps if g.key == "types"]
    assert gap.message.endswith("float32 + int32; float64 + int64")


def test_a_result_whose_type_no_input_says_is_told() -> None:
    text = HEAD + made("A", "FLOAT", "INT32", "FLOAT") + made("B", "FLOAT", "INT64", "DOUBLE")
    drafted = draft(text)
    assert drafted.op.outputs[0].dtype == "float32"
    assert any("float32 or float64" in g.message for g in drafted.gaps)


@pytest.mark.parametrize(
    "second",
    [
        made("B", "DOUBLE", "DOUBLE", "DOUBLE"),  # another number of inputs
        made("B", "FLOAT", "FLOAT"),  # the same types
        made("B", "DOUBLE", "DOUBLE").replace(
            "GetName", "GetStartVersion() const { return 2; }\n  const char* GetName"
        ).replace("const char* GetStart", "int GetStart"),
        made("B", "DOUBLE", "DOUBLE").replace(
            "  const char* GetName",
            '  const char* GetExecutionProviderType() const { return "CUDAExecutionProvider"; }\n'
            "  const char* GetName",
        ),
    ],
)  # fmt: skip
def test_what_is_another_op_stays_one(second: str) -> None:
    assert len(found(HEAD + made("A", "FLOAT", "FLOAT") + second)) == 2


def test_a_template_of_the_lite_api_is_made_for_each_type() -> None:
    calls = "".join(
        f'auto {t}s = CreateLiteCustomOp("Times", "CPUExecutionProvider", times<{t}>);\n'
        for t in ("float", "double")
    )
    drafted = draft(HEAD + LITE + calls)
    assert drafted.op.types == {"T": ("float32", "float64")}
    text = drafted.texts["times_ort.cpp"]
    assert text.count("->Add(") == 2
    assert "&times<float>)" in text
    assert "&times<double>)" in text


def test_a_template_that_is_given_the_type_itself_is_one_op_of_all() -> None:
    """``E`` stands where ONNX Runtime's name of an element type is returned."""
    template = made("Op", "FLOAT", "FLOAT").replace("ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT", "E")
    template = template.replace("CustomOpBase<Op,", "CustomOpBase<Op<E>,")
    text = f"{HEAD}template <ONNXTensorElementDataType E>\n{template}"
    text += "".join(
        f"static const Op<ONNX_TENSOR_ELEMENT_DATA_TYPE_{t}> of_{t};\n" for t in ("FLOAT", "DOUBLE")
    )
    drafted = draft(text)
    assert drafted.op.types == {"T": ("float32", "float64")}
    assert (drafted.op.args[0].dtype, drafted.op.outputs[0].dtype) == ("T", "T")
