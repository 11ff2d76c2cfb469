"""Structs of the user's own ops: which are registered, and with what they are made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

from tests.engine.bindings import Host
from tests.engine.own_ort import X, library, needs_headers, problems
from tests.engine.own_ort_sources import CLASSIC, REGISTERED, TOML
from workbench.core.check import check_op
from workbench.core.storage import op_file
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates


@needs_headers
def test_structs_that_are_named(folder_of: Callable[..., Path], host: Host) -> None:
    text = CLASSIC.replace("struct SumOp : Ort::CustomOpBase<SumOp, SumKernel> {",
        "template <int n> struct AnyOp : Ort::CustomOpBase<AnyOp<n>, SumKernel> {")  # fmt: skip
    named = TOML.replace('source = "sum_ort.cpp"', 'source = "sum_ort.cpp"\nstructs = ["AnyOp<2>"]')
    result = host("run", library(folder_of(text, named)), "Sum", {"a": X, "b": X})
    np.testing.assert_array_equal(result["values"][0], 2 * X)
    (problem,) = problems(folder_of(text))
    assert "ort.structs" in problem.hint


@needs_headers
def test_an_op_struct_that_wants_arguments(folder_of: Callable[..., Path]) -> None:
    head = "  void* CreateKernel"
    folder = folder_of(CLASSIC.replace(head, f"  explicit SumOp(int) {{}}\n{head}"))
    problem = problems(folder)[0]
    assert problem.message == "SumOp is made with 'int', and nothing says with which value"
    assert "RegisterCustomOps" in problem.hint
    assert problem.file == str(folder / "sum_ort.cpp")
    assert "struct SumOp" in (folder / "sum_ort.cpp").read_text().splitlines()[problem.line - 1]


@needs_headers
def test_structs_and_a_registration_exclude_each_other(folder_of: Callable[..., Path]) -> None:
    toml = TOML.replace('source = "sum_ort.cpp"', 'source = "sum_ort.cpp"\nstructs = ["SumOp"]')
    (problem,) = problems(folder_of(CLASSIC + REGISTERED, toml))
    assert "ort.structs" in problem.message


def made_with(*heads: str) -> str:
    """The classic op with these constructors, which want what they are given."""
    return CLASSIC.replace(
        "struct SumOp : Ort::CustomOpBase<SumOp, SumKernel> {",
        "#include <string>\nstruct SumOp final : Ort::CustomOpBase<SumOp, SumKernel> {\n"
        + "\n".join(heads),
    )


WANTS = 'if (std::string(provider) != "CPUExecutionProvider" || stream) throw 1;'


@needs_headers
@pytest.mark.parametrize(
    "text",
    [
        made_with(f"SumOp(const char* provider, void* stream) {{ {WANTS} }}"),
        made_with(f"explicit SumOp(std::string provider, void* stream = nullptr) {{ {WANTS} }}"),
        made_with(
            "SumOp(const SumOp&) = delete; SumOp(SumOp&&) = default; SumOp(int device);",
            f"SumOp(const OrtApi& api, const std::string& ep_name, void* s, int n = 3) "
            f"{{ const auto& provider = ep_name; void* stream = s; {WANTS} }}",
        ),
        made_with("SumOp(int device = 0, const char* what = nullptr) {}"),
    ],
    ids=["provider and stream", "default", "one of several", "all defaults"],
)
def test_a_struct_that_is_made_with_provider_and_stream_runs(
    folder_of: Callable[..., Path], host: Host, text: str
) -> None:
    result = host("run", library(folder_of(text)), "Sum", {"a": X, "b": X})
    np.testing.assert_array_equal(result["values"][0], 2 * X)


@needs_headers
def test_what_a_constructor_wants_beyond_that_is_named_and_can_be_given(
    folder_of: Callable[..., Path], host: Host
) -> None:
    text = made_with(
        "SumOp(const char* provider, int device, const std::string& path) { if (device != 7) throw 1; }"
    )
    (problem,) = problems(folder_of(text))
    assert problem.message == (
        "SumOp is made with 'int device', 'const std::string& path', "
        "and nothing says with which value"
    )
    assert "structs = ['SumOp(" in problem.hint
    assert problem.file.endswith("sum_ort.cpp")
    given = """structs = ['SumOp("CPUExecutionProvider", 7, "a (b")']\n[[model.inputs]]"""
    folder = folder_of(text, TOML.replace("[[model.inputs]]", given, 1))
    result = host("run", library(folder), "Sum", {"a": X, "b": X})
    np.testing.assert_array_equal(result["values"][0], 2 * X)


@pytest.mark.parametrize(
    "entry", ["SumOp(1", "SumOp(1))", "SumOp(1); evil(", "SumOp()x", 'SumOp("a)', "SumOp(1 // )"]
)
def test_arguments_that_do_not_end_are_refused(entry: str) -> None:
    op = op_file.loads(TOML)
    ort = msgspec.structs.replace(op.ort, structs=(entry,))
    found = check_op(msgspec.structs.replace(op, ort=ort))
    assert any(p.key == "ort.structs[0]" for p in found), entry


@needs_headers
def test_an_op_of_several_element_types_runs_with_each(
    folder_of: Callable[..., Path], host: Host
) -> None:
    """Structs of one name, drafted as one op, are all registered."""
    kernel, struct = (
        CLASSIC[: CLASSIC.index("struct SumOp")],
        CLASSIC[CLASSIC.index("struct SumOp") :],
    )
    generic = kernel.replace("struct SumKernel", "template <class T> struct SumKernel")
    generic = generic.replace("<float>", "<T>").replace("float*", "T*")
    ops = [
        struct.replace("SumOp", name)
        .replace("SumKernel", f"SumKernel<{kind}>")
        .replace("FLOAT", word)
        for name, kind, word in (("OfFloats", "float", "FLOAT"), ("OfDoubles", "double", "DOUBLE"))
    ]
    texts = {"sum.cpp": generic + "".join(ops)}
    draft = draft_of(find_candidates(texts)[0], texts, "")
    assert draft.op.ort.structs == ("OfFloats", "OfDoubles")
    toml = TOML.replace('"sum_ort.cpp"', f'"sum_ort.cpp"\nstructs = {list(draft.op.ort.structs)}')
    built = library(folder_of(draft.texts["sum.cpp"], toml))
    for dtype in (np.float32, np.float64):
        x = X.astype(dtype)
        (y,) = host("run", built, "Sum", {"a": x, "b": x})["values"]
        assert y.dtype == dtype
        np.testing.assert_array_equal(y, 2 * x)
