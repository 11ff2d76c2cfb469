"""The table of ONNX's operators says of each why a case of it does not agree."""

from __future__ import annotations

import msgspec

from tools.onnx_operators import by_onnxruntime, lines, words
from workbench.core.errors import Problem
from workbench.core.jobs import SkippedCase
from workbench.core.pipeline.op_state import OpReport
from workbench.engine.onnx.operator_cases import operator_cases
from workbench.importers.drafts.from_operator import draft_from_operator


def test_a_type_that_is_not_known_is_told_apart_from_one_that_is_not_declared() -> None:
    (line,) = lines(["Cast"])
    assert line.reasons["'input' is int4 in the case, which no op takes"] == 3
    assert line.reasons["to is int4, which no op gives"] == 2
    assert line.expressed == 20


def test_what_agrees_in_part_says_why_the_others_do_not() -> None:
    whole = OpReport("a", "agrees", "agrees", {}, cases=3, cases_agreed=3)
    assert words(whole) == "agrees: 3"
    skipped = tuple(
        SkippedCase(t, f"'x' is {t} in the case, which no op takes") for t in ("int2", "int4")
    )
    refused = "the model failed in ONNX Runtime: Mod: /onnxruntime_src/a.cc:1 void f() fmod was false. No."
    part = msgspec.structs.replace(
        whole,
        skipped=skipped,
        cases_failed=1,
        problems=(Problem("run", f"case b: {refused}"), Problem("run", "a word", severity="note")),
    )
    assert words(part) == (
        "in part: 3 of 6, the others because 2 × 'x' is int2, int4 in the case, which no op takes; "
        "1 × ONNX Runtime's kernel: Mod: No."
    )


def test_a_type_that_was_taken_out_for_onnxruntime_is_told_as_its() -> None:
    skipped = (SkippedCase("b", "'x' is int8 in the case, which is not declared"),)
    part = OpReport("a", "agrees", "agrees", {}, cases=1, cases_agreed=1, skipped=skipped)
    assert words(part).endswith(
        "1 × 'x' is int8 in the case, which ONNX Runtime's kernel, or the operator of the opset, does not take"
    )


def test_where_no_case_gave_anything_each_is_counted() -> None:
    failed = OpReport("a", "failed", "failed", {}, problems=(Problem("run", "case b: no"),) * 2)
    assert words(failed) == "none of 2 because 2 × no"


def test_of_what_a_draft_does_not_express_each_reason_is_told() -> None:
    (line,) = lines(["DFT"])
    assert (line.expressed, line.cases) == (5, 10)
    assert line.reasons == {
        "it is of opset 19, where axis = 1 is an attribute; the node carries none such": 4,
        "it is of opset 19, where axis = 2 is an attribute; the node carries none such": 1,
    }


def test_an_example_of_one_type_takes_no_other_from_what_onnxruntime_runs() -> None:
    """The example of BitwiseNot has negative numbers, which are none of uint8."""
    draft = draft_from_operator(operator_cases("BitwiseNot"))
    assert by_onnxruntime(draft, "BitwiseNot").op.types == draft.op.types
