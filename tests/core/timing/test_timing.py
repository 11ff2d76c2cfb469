"""Who is timed, with which inputs, and what of it is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.conftest import STANDARD_VARIANT, TWICE_TOML
from workbench import paths
from workbench.core import shape_rule
from workbench.core.check import check_op
from workbench.core.declaration.cost import Cost, cost_of
from workbench.core.declaration.op import Op
from workbench.core.edits.arguments import rename_arg, rename_output
from workbench.core.errors import UserError
from workbench.core.jobs import Machine, Missing, TimeInputs, TimeResult
from workbench.core.storage import op_file
from workbench.core.timing import (
    COMPILED,
    EAGER,
    MOST_OTHERS,
    about,
    contenders_of,
    duration,
    not_run,
    per_second,
    sweep_axes,
    sweep_points,
    told,
    why_failed,
)

OPS = paths.ops_lib() / "ops"


def op_of(toml: str, folder: Path) -> Op:
    (folder / "op.toml").write_text(toml, encoding="utf-8")
    return op_file.load(folder)


@pytest.fixture
def twice(tmp_path: Path) -> Op:
    return op_of(TWICE_TOML + STANDARD_VARIANT, tmp_path)


def test_a_cost_is_counted_in_bytes_and_elements_and_an_absent_tensor_in_none() -> None:
    types = {"a": "tensor", "xs": "tensor[]", "c": "tensor", "n": "int"}
    args = {"a": [2, 3], "xs": [[4], [2, 2]], "c": None, "n": 5}
    for rule, expected in {
        "nbytes(a) + nbytes(c)": 24,
        "nbytes(xs)": 64,
        "2 * prod(a.shape) * n": 60,
        "prod(xs[0].shape + [])": 4,
        "prod(a.shape[2:])": 1,
        "prod([unknown])": None,
    }.items():
        expr = shape_rule.parse_number(rule, types)
        assert shape_rule.evaluate_number(expr, args, {}, {"a": 4, "xs": 8}) == expected, rule


def test_words_of_costs_are_none_of_shape_rules() -> None:
    with pytest.raises(UserError, match="known functions"):
        shape_rule.parse("[prod(a.shape)]", {"a": "tensor"})


def test_a_wrong_cost_is_told_at_its_key(twice: Op) -> None:
    wrong = replace(twice, cost=Cost(bytes="nbytes(z)", flops="y.shape"))
    found = {p.key: p.message for p in check_op(wrong)}
    assert "names 'z'" in found["cost.bytes"]
    assert "this is a shape" in found["cost.flops"]
    fine = replace(twice, cost=Cost("nbytes(x) + nbytes(y)", "prod(y.shape)"))
    assert not check_op(fine)
    assert cost_of(fine, fine.cost.bytes, {"x": [2], "y": [2]}, {"x": 4, "y": 4}) == 16


def test_a_cost_follows_when_what_it_names_is_renamed(twice: Op) -> None:
    named = replace(twice, cost=Cost("nbytes(x) + nbytes(y)", "prod(x.shape)"))
    assert rename_arg(named, 0, "points").cost == Cost(
        "nbytes(points) + nbytes(y)", "prod(points.shape)"
    )
    assert rename_output(named, 0, "z").cost.bytes == "nbytes(x) + nbytes(z)"


def test_the_standard_variant_is_timed_and_each_one_left_out_has_its_reason(twice: Op) -> None:
    found, missing = contenders_of(twice)
    assert [c.name for c in found] == [
        "torch",
        "torch.compile",
        "onnxruntime",
        "onnxruntime-standard",
    ]
    assert found[-1].variant == "standard"
    assert found[-1].title == "ONNX Runtime, standard (variant, standard nodes)"
    assert all(m.why for m in missing)
    without, missing = contenders_of(replace(twice, variants={}))
    assert "onnxruntime-standard" in {m.name for m in missing}
    assert "onnxruntime-standard" not in {c.name for c in without}


def test_every_mapping_that_is_not_in_use_is_timed_up_to_a_number(twice: Op) -> None:
    standard = twice.variants["standard"]
    own = replace(standard, mapping=twice.mapping, ort=twice.ort)
    only_exported = replace(own, ort=replace(twice.ort, implementation="export-only"))
    every = {"standard": standard, "another": own, "elsewhere": only_exported}
    found, missing = contenders_of(replace(twice, variants=every, variant="standard"))
    titles = {c.name: (c.title, c.variant) for c in found}
    assert titles["onnxruntime"] == ("ONNX Runtime, standard nodes", None)
    main = ("ONNX Runtime, main mapping", "")
    assert titles["onnxruntime-main-mapping"] == main
    other = ("ONNX Runtime, another (variant)", "another")
    assert titles["onnxruntime-another"] == other
    (why,) = (m.why for m in missing if m.name == "onnxruntime-elsewhere")
    assert why == "its implementation for ONNX Runtime is export-only: nothing runs its model"
    assert "onnxruntime-standard" not in {m.name for m in missing}
    many = {f"v{number}": own for number in range(MOST_OTHERS + 1)}
    found, missing = contenders_of(replace(twice, variants=many))
    assert [c.variant for c in found if c.variant is not None] == list(many)[:MOST_OTHERS]
    (left,) = (m for m in missing if m.name == f"onnxruntime-v{MOST_OTHERS}")
    assert "Put it into use" in left.why


def test_the_main_mapping_is_the_standard_one_where_a_variant_is_in_use(twice: Op) -> None:
    standard = twice.variants["standard"]
    main = replace(twice, mapping=standard.mapping, ort=standard.ort, variant="own")
    main = replace(main, variants={"own": replace(standard, mapping=twice.mapping, ort=twice.ort)})
    found, _ = contenders_of(main)
    assert found[-1].name == "onnxruntime-main-mapping"
    assert found[-1].title == "ONNX Runtime, main mapping (standard nodes)"
    assert found[-1].variant == ""


def test_nothing_is_said_to_run_what_is_only_exported() -> None:
    found, missing = contenders_of(op_file.load(OPS / "foo"))
    if not op_file.load(OPS / "foo").ort.side.is_compared:
        assert "onnxruntime" not in {c.name for c in found}
        assert "onnxruntime" in {m.name for m in missing}
    else:
        assert "onnxruntime" in {c.name for c in found}


def test_a_sweep_goes_up_in_the_size_of_one_axis(twice: Op) -> None:
    assert sweep_axes(twice) == ("n", "axis -1")
    points = sweep_points(twice, elements=(3000, 30))
    assert points == (TimeInputs({"n": 10}), TimeInputs({"n": 1000}))
    assert points[0].name == "n = 10"
    assert sweep_points(twice, sizes=(7,)) == (TimeInputs({"n": 7}),)
    with pytest.raises(UserError, match="'m'"):
        sweep_points(twice, "m")


def test_a_sweep_goes_through_the_cases_where_sizes_hang_together() -> None:
    points = sweep_points(op_file.load(OPS / "knn_query").resolved())
    assert [p.name for p in points][:3] == ["", "own_queries", "few_points"]
    with pytest.raises(UserError, match="no size"):
        sweep_points(op_file.load(OPS / "knn_query").resolved(), sizes=(3,))


def test_times_have_three_digits_and_a_unit() -> None:
    assert [duration(t) for t in (0.00321, 0.0456, 1.0, 45.67, 1234.0)] == [
        "3.21 µs",
        "45.6 µs",
        "1.00 ms",
        "45.7 ms",
        "1.23 s",
    ]
    assert per_second(12.34e9, "B") == "12.3 GB/s"
    assert per_second(999.0, "FLOP") == "999 FLOP/s"


def result_without(why: str, raw: str) -> TimeResult:
    missing = (Missing(COMPILED, "torch.compile", why, raw),)
    here = Machine("here", "a processor", 2)
    return TimeResult("", {}, 1, None, None, (), missing, (), {"torch": "2"}, here)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("InvalidCxxCompiler: No working C++ compiler found", "Install g++ or clang++"),
        (
            "InductorError: CppCompileError: C++ compile error Command: g++ main.cpp Output: "
            "main.cpp:3: fatal error: Python.h: No such file or directory",
            "failed on the code that it wrote. Install what it misses",
        ),
        (
            "CppCompileError: C++ compile error Output: cc1plus: out of memory allocating 65536 bytes",
            "memory ran out. Measure smaller inputs",
        ),
        (
            "UserError: Could not guard on data-dependent expression Eq(u0, 1)",
            "a size in it depends",
        ),
        ("RuntimeError: can't allocate memory", "memory ran out. Measure smaller inputs"),
        ("TorchRuntimeError: RuntimeError when making fake tensor call", "does not take the model"),
    ],
)
def test_a_failure_of_the_compiler_is_said_with_the_next_step(raw: str, words: str) -> None:
    why = why_failed(COMPILED, raw)
    assert words in why
    assert raw.split(":")[0] not in why
    assert why.endswith(".")
    said = [result_without(why, raw)]
    assert not_run(said) == [f"not measured: torch.compile: {why}"]
    assert told(said) == [f"said by torch.compile itself: {raw}"]
    assert not any(raw in line or why in line for line in about(said))


def test_a_failure_of_others_says_where_to_look() -> None:
    assert "Run the op (F5)" in why_failed(EAGER, "RuntimeError: no")
