"""What ``check_op`` says about ``[backward]``, and whether another op fits as one."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.core.declarations import add_op, edited, found, shown
from workbench.core.check import check_op
from workbench.core.check.backward_op import check_backward_op
from workbench.core.declaration.gradients import differentiable, expression_names, scope
from workbench.core.declaration.op import Arg, Backward, Kernel, Op, Output
from workbench.core.storage import op_file, project


def formulas(**values: str) -> dict[str, Any]:
    return {"backward": {"formulas": values}}


def backward(**values: Any) -> dict[str, Any]:
    return {"backward": values}


CASES: list[tuple[dict[str, Any], str, str, str]] = [
    (formulas(z="grad"), "backward.formulas.z", "no argument 'z'", "a, b"),
    (formulas(scale="grad"), "backward.formulas.scale", "has no gradient", "a, b"),
    (formulas(a="2 * grd"), "backward.formulas.a", "there is no 'grd'", "Did you mean grad?"),
    (formulas(a="grad_z"), "backward.formulas.a", "there is no 'grad_z'", "grad_y"),
    (formulas(a="np.sin(grad)"), "backward.formulas.a", "there is no 'np'", "torch"),
    (formulas(a="y = 2"), "backward.formulas.a", "no Python expression", "2 * grad"),
    (formulas(a="(" * 500), "backward.formulas.a", "no Python expression", ""),
    (formulas(a=""), "backward.formulas.a", "no Python expression", ""),
    (formulas(**{"a b": "grad"}), "backward.formulas", "no argument 'a b'", "a, b"),
    (backward(op="add"), "backward.op", "not its own backward", "Name the op"),
    (backward(op="x", source="b.py"), "backward.source", "is another op", "remove op"),
    (backward(op="x", formulas={"a": "1"}), "backward.formulas", "is another op", "remove op"),
    (backward(source="b.py", formulas={"a": "1"}), "backward.formulas", "in a file", ""),
    (backward(source="../b.py"), "backward.source", "not inside the op's folder", "relative"),
    (backward(source="b.cpp"), "backward.source", "no Python file", "backward.py"),
    (backward(source="b.py", function="f()"), "backward.function", "no Python name", ""),
    (backward(function="f"), "backward.function", "there is no file", "set source"),
]


@pytest.mark.parametrize(("changes", "key", "message", "hint"), CASES)
def test_problem_names_key_and_remedy(
    changes: dict[str, Any], key: str, message: str, hint: str
) -> None:
    assert hint in found(edited(add_op(), **changes), key, message).hint


SOUND: list[dict[str, Any]] = [
    formulas(a="scale * grad", b="grad_y"),
    formulas(a="grad * y * (1 - y)", b="None"),
    formulas(a="sum(g for g in [grad]) if scale else (lambda t: t * 0)(grad)"),
    formulas(b="torch.where(\n  a > 0, grad, 0)  # comment"),
    backward(op="add_backward"),
    backward(source="sub/backward.py", function="gradients"),
    {},
]


@pytest.mark.parametrize("changes", SOUND)
def test_what_is_sound_has_no_problem(changes: dict[str, Any]) -> None:
    problems = check_op(edited(add_op(), **changes))
    assert not problems, shown(problems)


def test_an_installed_op_has_its_own() -> None:
    op = op_file.load(project.gallery_folder() / "asinh")
    op = replace(op, backward=Backward(formulas={"x": "grad / (1 + x * x).sqrt()"}))
    (problem,) = check_op(op)
    assert problem.key == "backward"
    assert "torch's own" in problem.message


def test_whole_numbers_have_no_gradients() -> None:
    op = replace(add_op(), types={"T": ("int32",)}, backward=Backward(formulas={"a": "grad"}))
    assert "no argument is a tensor of a floating-point type" in found(op, "backward", "").message


def test_a_half_typed_element_type_is_told_by_itself() -> None:
    op = edited(add_op(), **formulas(a="grad"), args__0__dtype="floatt32")
    assert [p.key for p in check_op(op)] == ["args[0].dtype"]


def test_the_names_of_a_backward() -> None:
    op = add_op()
    assert list(scope(op)) == ["a", "b", "scale", "y", "grad_y", "grad"]
    assert [a.name for a in differentiable(op)] == ["a", "b"]
    two = replace(op, outputs=(*op.outputs, Output("i", "int64", "a.shape")))
    assert list(scope(two)) == ["a", "b", "scale", "y", "i", "grad_y", "grad"]
    assert set(expression_names("[g * a for g in b if torch.any(g)]")) == {"a", "b", "torch"}


def other(**changes: Any) -> Op:
    op = Op(
        1,
        "add_backward",
        "tests::add_backward",
        args=(Arg("grad"), Arg("a"), Arg("scale", "float")),
        outputs=(Output("grad_a", "grad", "a.shape"),),
    )
    return replace(op, **changes)


FITS: list[tuple[Op | None, str]] = [
    (other(), ""),
    (other(args=(Arg("grad_y"), Arg("y"), Arg("alpha", "float", default=1.0))), ""),
    (None, "there is no op 'add_backward'"),
    (other(args=(Arg("grad"), Arg("alpha", "float"))), "takes 'alpha', which is not known"),
    (other(args=(Arg("grad", "float"),)), "'grad' as float, and it is a tensor"),
    (other(args=(Arg("scale"),)), "'scale' as tensor, and it is a float"),
    (other(outputs=(Output("da", "grad", "a.shape"),)), "gives 'da', which is no gradient"),
    (other(kernel=Kernel("python", "k.py")), "torch's registry does not have add_backward"),
]


@pytest.mark.parametrize(("one", "message"), FITS)
def test_another_op_fits_or_it_is_said_why_not(one: Op | None, message: str) -> None:
    op = replace(add_op(), backward=Backward("add_backward"))
    problems = list(check_backward_op(op, one))
    assert [p.key for p in problems] == ["backward.op"] * bool(message)
    assert not message or message in problems[0].message


def test_what_may_be_none_is_taken_as_such() -> None:
    op = replace(add_op(), backward=Backward("add_backward"))
    op = replace(op, args=(replace(op.args[0], optional=True), *op.args[1:]))
    (problem,) = check_backward_op(op, other())
    assert "never None" in problem.message
