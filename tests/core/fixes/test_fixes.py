"""Fixes: every one that is offered removes its problem; the obvious fixes are among them."""

import time

import pytest
from hypothesis import HealthCheck, given, settings
from msgspec.structs import replace

from tests.core.broken import BREAKS, NODE, with_node
from tests.core.declarations import add_op
from tests.core.strategies import WELL_FORMED, sound_ops
from tests.large import examples
from workbench.core.check import check_op
from workbench.core.check.advice import check_advice
from workbench.core.declaration.op import Example, Op, Variant
from workbench.core.errors import Problem
from workbench.core.fixes import MOST, fixes
from workbench.core.op_toml.key_path import get_at, replace_at
from workbench.core.storage import op_file, project


def gallery(name: str) -> Op:
    return op_file.load(project.gallery_folder() / name)


@pytest.mark.parametrize("name", BREAKS)
def test_the_obvious_fix_is_offered_and_removes_the_problem(name):
    broken, key, title = BREAKS[name]
    op = broken(add_op())
    problem = next((p for p in check_op(op) if p.key == key), None)
    assert problem is not None, [str(p) for p in check_op(op)]
    offered = fixes(op, problem)
    assert title in [f.title for f in offered], [f.title for f in offered]
    for fix in offered:
        assert problem not in check_op(fix.op), fix.title


def test_a_node_of_very_many_outputs_of_one_name_is_no_long_wait():
    op = with_node(add_op(), outputs=("y",) * 10_000)
    problem = next(p for p in check_op(op) if p.key == f"{NODE}.outputs")
    began = time.process_time()
    assert "Remove the duplicate" in [f.title for f in fixes(op, problem)]
    assert time.process_time() - began < 3.0


def test_a_very_long_word_in_a_shape_rule_is_no_long_wait():
    op = replace_at(add_op(), "outputs[0].shape", f"{'x' * 60_000}.shape")
    problem = next(p for p in check_op(op) if p.key == "outputs[0].shape")
    began = time.process_time()
    fixes(op, problem)
    assert time.process_time() - began < 3.0


def test_a_warning_that_goes_is_no_room_for_an_error():
    op = add_op()
    op = replace(op, args=(*op.args, replace(op.args[2], name="unused")))
    assert [p.severity for p in (*check_op(op), *check_advice(op))] == ["warning"]
    twice = ("args[3].name", op.args[2].name)
    assert len(check_op(replace_at(op, *twice))) == 1
    assert fixes(op, Problem("kernel", "another name fits", fitting=(twice,))) == []


def test_an_operator_of_a_later_opset_raises_the_opset():
    op = with_node(add_op(), op="Gelu", inputs=("a",), attributes=())
    problem = next(p for p in check_op(op) if p.key == f"{NODE}.op")
    (fix, *_) = fixes(op, problem)
    assert fix.title == "Raise the opset to 20"
    assert fix.op.model.opset == 20


@pytest.mark.parametrize("limits", [{"choices": (1,)}, {"range": (1, 2)}])
def test_a_flag_is_no_number_to_be_allowed(limits):
    op = add_op()
    flag = replace(op.args[0], type="bool", default=False, **limits)
    op = replace(op, args=(flag, *op.args[1:]))
    for problem in check_op(op):
        for fix in fixes(op, problem):
            assert op_file.loads(op_file.dumps(fix.op), validate=False) == fix.op


def test_a_deprecated_operator_lowers_the_opset():
    op = replace(add_op(), types={"T": ("float32",)})
    op = with_node(op, op="Upsample", inputs=("a", "b"), attributes=())
    problem = next((p for p in check_op(op) if p.key == f"{NODE}.op"), None)
    assert problem is not None
    assert "Lower the opset to 9" in [f.title for f in fixes(op, problem)]


def test_a_fix_in_a_variant_changes_the_variant_alone():
    op = gallery("my_add_custom")
    broken = replace(op.mapping, nodes=(replace(op.mapping.nodes[0], inputs=("a", "bb")),))
    op = replace(op, variants={"other": Variant(broken, op.ort)})
    problem = next(p for p in check_op(op) if p.key == "variants.other.mapping.nodes[0].inputs[1]")
    (fix, *_) = fixes(op, problem)
    assert fix.title == "Change to b"
    assert fix.op.variants["other"].mapping == op.mapping
    assert replace(fix.op, variants={}) == replace(op, variants={})


def test_a_variants_opset_is_its_own():
    op = gallery("my_add_custom")
    op = replace(op, variants={"late": Variant(op.mapping, op.ort, opset=99)})
    problem = next(p for p in check_op(op) if p.key == "variants.late.opset")
    (fix, *_) = fixes(op, problem)
    assert fix.op.variants["late"].opset == 20
    assert fix.op.model == op.model


def test_a_renamed_argument_takes_what_refers_to_it_along():
    op = gallery("dual_residual")
    text = op_file.dumps(op).replace('"alpha"', '"lambda"')
    op = op_file.loads(text, validate=False)
    problem = next(p for p in check_op(op) if p.key.endswith("name") and p.key.startswith("args"))
    fix = fixes(op, problem)[0]
    assert fix.title == "Rename to lambda_"
    assert fix.op.mapping.nodes[0].attributes[0].arg == "lambda_"
    assert [p for p in check_op(fix.op) if "lambda_" in p.message] == []


def test_a_renamed_argument_is_found_again_where_only_the_declaration_was_renamed():
    """As it happens while one types a keyword into the field of the name."""
    op = replace_at(add_op(), "args[1].name", "class")
    problem = next(p for p in check_op(op) if p.key == "args[1].name")
    by_title = {f.title: f.op for f in fixes(op, problem)}
    assert check_op(by_title["Rename to b, as it is called elsewhere"]) == []
    everywhere = by_title["Rename to class_ everywhere"]
    assert check_op(everywhere) == []
    assert everywhere.mapping.nodes[0].inputs == ("a", "class_")


def test_a_problem_that_is_not_there_has_no_fix():
    op = replace_at(add_op(), "model.opset", 99)
    (problem,) = check_op(op)
    assert fixes(add_op(), problem) == []
    assert fixes(op, replace(problem, message="something else")) == []


def test_a_sentence_may_begin_with_a_capital_letter():
    op = replace_at(add_op(), "model.opset", 99)
    (problem,) = check_op(op)
    shown = replace(problem, message=problem.message[:1].upper() + problem.message[1:])
    assert fixes(op, shown) != []


def test_example_files_are_fixed_where_they_are(tmp_path):
    from workbench.core.examples.example_files import check_files

    op = replace_at(add_op(), "model.inputs[0]", Example("a", file="gone.npy"))
    assert check_op(op) == []
    (problem,) = check_files(op, tmp_path)
    (fix,) = fixes(op, problem, tmp_path)
    assert fix.op.model.inputs[0] == Example("a", shape=(3,))  # as the other example has it


@settings(examples(30), suppress_health_check=list(HealthCheck))
@given(WELL_FORMED)
def test_every_fix_of_any_declaration_removes_its_problem(op):
    known = check_op(op)
    for problem in known[:6]:
        offered = fixes(op, problem)
        assert len(offered) <= MOST
        assert len({f.title for f in offered}) == len(offered)
        for fix in offered:
            left = check_op(fix.op)
            assert all((p.key, p.message) != (problem.key, problem.message) for p in left)
            assert len(left) <= len(known)
            assert op_file.loads(op_file.dumps(fix.op), validate=False) == fix.op


@settings(examples(20), suppress_health_check=list(HealthCheck))
@given(sound_ops())
def test_a_declaration_with_one_field_emptied_can_be_fixed(op):
    """Whatever is taken out of a sound declaration, some fix leads back to a sound one."""
    for key in ("outputs", "mapping.nodes", "model.inputs"):
        broken = replace_at(op, key, ())
        problems = check_op(broken)
        for _ in range(12):
            if not problems:
                break
            offered = next((f for p in problems if (f := fixes(broken, p))), [])
            if not offered:
                break
            broken = offered[0].op
            problems = check_op(broken)
        assert get_at(broken, key) or not op.args


@pytest.mark.parametrize("rule", ["f(Tensr x, int -> ", "[a.shape[", "a.shap", "[n, a.shape[0]"])
def test_a_fix_of_a_rule_leaves_a_sound_rule(rule):
    op = replace_at(add_op(), "outputs[0].shape", rule)
    problem = next(p for p in check_op(op) if p.key == "outputs[0].shape")
    offered = fixes(op, problem)
    assert offered
    for fix in offered:
        assert not [p for p in check_op(fix.op) if p.key == "outputs[0].shape"], fix.title


@pytest.mark.parametrize(
    ("kind", "dtype"),
    [("int", "int64"), ("int[]", "int64"), ("float", "float32"), ("bool", "bool")],
)
def test_a_number_that_a_node_names_as_input_becomes_a_constant(kind: str, dtype: str) -> None:
    default = {"int": 1, "int[]": (1,), "float": 1.0, "bool": True}[kind]
    op = add_op()
    arg = replace(op.args[2], type=kind, default=default)
    node = replace(op.mapping.nodes[0], inputs=("a", "b", "scale"), attributes=())
    op = replace(op, args=(*op.args[:2], arg), mapping=replace(op.mapping, nodes=(node,)))
    problem = next(p for p in check_op(op) if p.key == "mapping.nodes[0].inputs[2]")
    fixed = next(f.op for f in fixes(op, problem) if f.title == "Make it a constant")
    (constant,) = fixed.mapping.constants
    assert (constant.name, constant.dtype, constant.arg) == ("scale", dtype, "scale")
