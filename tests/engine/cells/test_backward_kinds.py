"""Backwards of every kind and of odd ops, and what is said where one cannot be checked."""

from __future__ import annotations

import pytest

from tests.conftest import MakeOp
from tests.engine.cells.backwards import BOTH, EACH, GRADED, Graded, Loaded, kernel, loaded, toml
from workbench.core.cells import AGREES, FAILED, LEFT_OUT
from workbench.core.cells.passes import DUAL, GRADCHECK, GRADGRADCHECK, Pass
from workbench.core.declaration.op import Backward
from workbench.core.errors import UserError
from workbench.engine.build.beside import over_duals
from workbench.engine.store import Store

SIGMOID = GRADED["sigmoid"]


def sigmoid(make_op: MakeOp, body: str = SIGMOID.kernel, shape: tuple[int, ...] = (3, 4)) -> Loaded:
    graded = SIGMOID._replace(kernel=body, args={"x": shape})
    return loaded(make_op(toml("sigmoid", graded, graded.formulas), kernel(graded)))


def said(op: Loaded, look: Pass, backward: Backward | None = None) -> tuple[str, str]:
    outcome = op.looked_at(look, backward)
    return outcome.status, " ".join(str(p) for p in outcome.problems)


# -- a Python file

SOURCES = {
    "def sigmoid_backward(grad, y):\n    return grad * y * (1 - y)\n": "",
    "def sigmoid_backward(y, grad_y, x):\n    return (grad_y * y * (1 - y),)\n": "",
    "def sigmoid_backward(grad, y):\n    return -grad * y * (1 - y)\n": "is wrong at [0, 0]",
    "def sigmoid_backward(grad, z):\n    return grad\n": "takes 'z'; it may take x, y, grad_y, grad",
    "def sigmoid_backward(grad):\n    return grad, grad\n": "must give grad_x, and gives 2",
    "def sigmoid_backward(grad):\n\n    raise ValueError('no')\n": "backward.py:3: the backward fails: ValueError: no",
    "def sigmoid_backward(grad):\n    return grad[:2]\n": "'x' does not fit: got [2, 4]",
    "import nothing_of_this_name\n": "nothing_of_this_name",
    "def other(grad):\n    return grad\n": "sigmoid_backward",
}


@pytest.mark.parametrize("text", SOURCES)
def test_a_python_file(make_op: MakeOp, text: str) -> None:
    op = sigmoid(make_op)
    (op.folder / "backward.py").write_text(text, encoding="utf-8")
    status, words = said(op, GRADCHECK, Backward(source="backward.py"))
    assert status == (FAILED if SOURCES[text] else AGREES), words
    assert SOURCES[text] in words


def test_a_file_may_say_that_there_is_no_gradient(make_op: MakeOp) -> None:
    op = sigmoid(make_op)
    (op.folder / "backward.py").write_text("def f(grad):\n    return None\n", encoding="utf-8")
    outcome = op.looked_at(GRADCHECK, Backward(source="backward.py", function="f"))
    assert outcome.status == LEFT_OUT
    assert "no argument with a gradient" in outcome.problems[0].message


def test_what_autograd_does_not_follow_is_no_second_derivative(make_op: MakeOp) -> None:
    text = "def sigmoid_backward(grad, y):\n    return grad * (y * (1 - y)).detach()\n"
    op = sigmoid(make_op)
    (op.folder / "backward.py").write_text(text, encoding="utf-8")
    backward = Backward(source="backward.py")
    assert said(op, GRADCHECK, backward) == (AGREES, "")
    status, words = said(op, GRADGRADCHECK, backward)
    assert status == FAILED
    assert "the gradient of 'x' has another derivative by 'x' than its values say" in words
    assert f"{op.folder / 'backward.py'}:1" in words


def test_a_backward_of_numpy_is_not_differentiated_again(make_op: MakeOp) -> None:
    text = (
        "import torch\ndef sigmoid_backward(grad, y):\n"
        "    return torch.from_numpy(grad.detach().numpy() * y.detach().numpy() * (1 - y.detach().numpy()))\n"
    )
    op = sigmoid(make_op)
    (op.folder / "backward.py").write_text(text, encoding="utf-8")
    backward = Backward(source="backward.py")
    assert said(op, GRADCHECK, backward) == (AGREES, "")
    status, words = said(op, GRADGRADCHECK, backward)
    assert (status, "made of nothing that can be differentiated" in words) == (LEFT_OUT, True)


# -- another op

BACK = Graded(
    {"grad": (3, 4), "y": (3, 4)},
    "y.shape",
    "for (int64_t i = 0; i < y.numel(); ++i) grad_x[i] = grad[i] * y[i] * (T(1) - y[i]);",
    {},
    {},
)


def with_other(make_op: MakeOp, text: str = "") -> Loaded:
    op = sigmoid(make_op)
    declared = toml("sigmoid_backward", BACK, {}).replace(
        'name = "y"\ndtype = "T"\nshape =', 'name = "grad_x"\ndtype = "T"\nshape ='
    )
    declared = declared.replace('outputs = ["y"]', 'outputs = ["grad_x"]').partition("[backward")[0]
    source = kernel(BACK).replace("wb::Tensor<T> y)", "wb::Tensor<T> grad_x)")
    make_op(
        declared,
        source.replace("(T(1) - y[i])", text or "(T(1) - y[i])"),
        op.folder.parent / "sigmoid_backward",
    )
    return op


def test_another_op(make_op: MakeOp) -> None:
    for text, status in (("", AGREES), ("(T(1) + y[i])", FAILED)):
        for look in BOTH:
            op = with_other(make_op, text)
            outcome = op.looked_at(look, Backward("sigmoid_backward"))
            assert outcome.status == status, outcome.problems
            assert [p.key for p in outcome.problems] == ["backward.op"] * (status == FAILED)


def test_an_op_that_is_not_there_or_does_not_build(make_op: MakeOp) -> None:
    with pytest.raises(UserError, match="there is no op 'gone'"):
        sigmoid(make_op).looked_at(GRADCHECK, Backward("gone"))
    with pytest.raises(UserError, match="nothing_of_this_name"):
        with_other(make_op, "nothing_of_this_name").looked_at(
            GRADCHECK, Backward("sigmoid_backward")
        )


# -- what is not checked, and said so


def test_a_kernel_without_float64_is_not_checked(make_op: MakeOp) -> None:
    text = toml("sigmoid", SIGMOID, SIGMOID.formulas).replace(
        '["float32", "float64"]', '["float32"]'
    )
    op = loaded(make_op(text, kernel(SIGMOID)))
    status, words = said(op, GRADCHECK)
    assert status == LEFT_OUT
    assert "the kernel has no float64" in words
    with pytest.raises(UserError, match="has no float64"):
        said(op, DUAL)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (EACH.format("T(1) / (T(1) + exp(-static_cast<double>(x[i])))"), "kernel.cpp:6"),
        (EACH.format("T(1) / (T(1) + std::lgamma(x[i]))"), "kernel.cpp:6"),
    ],
)
def test_what_does_not_compile_over_dual_numbers_says_its_line(
    make_op: MakeOp, body: str, words: str
) -> None:
    op = sigmoid(make_op, body)
    with pytest.raises(UserError) as caught:
        over_duals(op.folder, op.op, Store())
    assert "does not compile with them" in caught.value.problem.message
    assert words in caught.value.problem.message


def test_a_kernel_that_asks_for_its_type_is_no_false_alarm(make_op: MakeOp) -> None:
    body = "if constexpr (std::is_floating_point_v<T>) " + SIGMOID.kernel
    op = sigmoid(make_op, body + "else for (int64_t i = 0; i < y.numel(); ++i) y[i] = 0;")
    status, words = said(op, DUAL)
    assert status == LEFT_OUT
    assert "has other values over dual numbers" in words


def test_a_kink_is_no_wrong_gradient(make_op: MakeOp) -> None:
    graded = Graded(
        {"x": (3,)}, "x.shape", EACH.format("x[i] > T(0) ? x[i] : T(0)"), {"x": "grad"}, {}
    )
    text = toml("ramp", graded, {"x": "grad * (x >= 0)"}).replace(
        "seed = 1", "value = [0.0, 1.0, -1.0]"
    )
    for look in BOTH:
        op = loaded(make_op(text, kernel(graded)))
        status, words = said(op, look)
        assert (status, "a kink at x[0]" in words) == (LEFT_OUT, True), words
        text = toml("ramp", graded, {"x": "grad * (x >= 0)"}).replace(
            "seed = 1", "value = [0.0, 1.0, -1.0]"
        )


def test_many_elements_do_not_take_long(make_op: MakeOp) -> None:
    import time

    began = time.monotonic()
    op = sigmoid(make_op, shape=(64, 64))
    assert said(op, GRADCHECK) == (AGREES, "")
    assert said(op, GRADGRADCHECK) == (AGREES, "")
    wrong = Backward(formulas={"x": "grad * y * (1 - y) * (x != x[40, 3])"})
    found = sigmoid(make_op, shape=(64, 64))
    status, words = said(found, DUAL, wrong)
    assert (status, "[40, 3]" in words) == (FAILED, True), words
    assert time.monotonic() - began < 30


def test_a_formula_that_fails_names_itself(make_op: MakeOp) -> None:
    status, words = said(sigmoid(make_op), GRADCHECK, Backward(formulas={"x": "grad.nothing"}))
    assert status == FAILED
    assert "backward.formulas.x: the backward fails: AttributeError" in words


def test_no_gradient_is_checked_where_none_is_said(make_op: MakeOp) -> None:
    status, words = said(sigmoid(make_op), GRADCHECK, Backward(formulas={"x": "None"}))
    assert (status, "no argument with a gradient" in words) == (LEFT_OUT, True)


# -- lists and what may be absent

SUM = """
    for (int64_t i = 0; i < y.numel(); ++i) {
      y[i] = bias ? (*bias)[i] * (*bias)[i] : T(0);
      for (wb::Tensor<const T> x : xs) y[i] += T(3) * x[i];
    }"""


@pytest.mark.parametrize("given", [True, False])
def test_a_list_and_an_argument_that_may_be_absent(make_op: MakeOp, given: bool) -> None:
    graded = Graded({"xs": (2, 3), "bias": (2, 3)}, "xs[0].shape", SUM, {}, {})
    source = kernel(graded).replace("wb::Tensor<const T> xs", "wb::TensorList<const T> xs")
    source = source.replace("wb::Tensor<const T> bias", "std::optional<wb::Tensor<const T>> bias")
    text = toml("sums", graded, {"xs": "[3 * grad for x in xs]", "bias": "2 * bias * grad"})
    text = text.replace('name = "xs"', 'name = "xs"\ntype = "tensor[]"')
    text = text.replace('name = "bias"', 'name = "bias"\noptional = true')
    text = text.replace("inputs = ['xs', 'bias']", "inputs = ['bias', 'xs']")
    second = '[[model.inputs]]\narg = "xs[1]"\nshape = [2, 3]\nseed = 9\n'
    text = text.replace('arg = "xs"', 'arg = "xs[0]"').replace("[backward", second + "[backward")
    if not given:
        text = text.replace('arg = "bias"\nshape = [2, 3]\nseed = 2', 'arg = "bias"\nnone = true')
    op = loaded(make_op(text, source))
    for look in (DUAL, GRADCHECK, GRADGRADCHECK):
        status, words = said(op, look)
        assert status == AGREES, (look.name, words)
    for formulas, arg in (
        ({"xs": "[3 * grad, 2 * grad]", "bias": "2 * bias * grad"}, "xs[1]"),
        ({"xs": "[3 * grad for x in xs]", "bias": "bias * grad"}, "bias"),
    ):
        for look in BOTH:
            other = loaded(
                make_op(text.replace("_graded", f"_again{arg[0]}{look.name[0]}"), source)
            )
            status, words = said(other, look, Backward(formulas=formulas))
            assert (status == FAILED) == (given or arg == "xs[1]")
            assert status == AGREES or f"the gradient of '{arg}' is wrong at [0, 0]" in words


def test_a_kernel_that_is_no_template_is_not_checked_over_dual_numbers(make_op: MakeOp) -> None:
    text = toml("sigmoid", SIGMOID, SIGMOID.formulas).replace('dtype = "T"', 'dtype = "float64"')
    source = kernel(SIGMOID).replace("template <class T>", "using T = double;")
    op = loaded(make_op(text.replace("types = { T =", "# {"), source))
    assert said(op, GRADCHECK) == (AGREES, "")
    with pytest.raises(UserError, match="is no template"):
        said(op, DUAL)
