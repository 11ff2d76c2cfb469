"""Rules and element types fitted to calls: the simplest that holds, and a word where it may not."""

from __future__ import annotations

from typing import Any

from workbench.core import shape_rule
from workbench.core.declaration.op import Arg, Example
from workbench.core.jobs.known_ops import KnownOutput, Result, TorchCall
from workbench.importers.drafts.shape_fit import fit_outputs

X, Y = Arg("x"), Arg("y")
Sizes = tuple[int, ...]


def call(
    *sizes: Sizes | None, out: Sizes, kind: str = "sizes", dtype: str = "float32", **values: Any
) -> TorchCall:
    names = ("x", "y", "z")
    tensors = [
        Example(n, shape=s, dtype=dtype)
        for n, s in zip(names, sizes, strict=False)
        if s is not None
    ]
    others = [Example(n, value=v) for n, v in values.items()]
    return TorchCall((*tensors, *others), (Result(dtype, out),), kind)


def fitted(args: list[Arg], *calls: TorchCall) -> KnownOutput:
    (output,) = fit_outputs(args, calls)
    shape_rule.parse(output.shape, {a.name: a.type for a in args})
    return output


def test_the_same_shape_and_element_type() -> None:
    output = fitted([X], call((2, 3), out=(2, 3)), call((2, 4), out=(2, 4)))
    assert output == KnownOutput("x", "x.shape")


def test_broadcast_is_found_where_neither_shape_holds() -> None:
    output = fitted([X, Y], call((4, 1), (3,), out=(4, 3)), call((5, 1), (2,), out=(5, 2)))
    assert output.shape == "broadcast(x.shape, y.shape)"
    assert output.note == ""


def test_a_reduction_follows_its_axis_and_keepdim() -> None:
    args = [X, Arg("dim", "int"), Arg("keepdim", "bool", default=False)]
    calls = [
        call((2, 3, 4), out=(2, 4), dim=1),
        call((2, 5, 4), out=(2, 4), dim=1),
        call((2, 3, 4), out=(2, 1, 4), kind="arguments", dim=1, keepdim=True),
        call((2, 3, 4), out=(2, 3), kind="arguments", dim=-1),
    ]
    output = fitted(args, *calls)
    assert output.note == ""
    expr = shape_rule.parse(output.shape, {a.name: a.type for a in args})
    for dim, keepdim, wanted in ((-2, False, [7, 9]), (0, True, [1, 8, 9])):
        assert shape_rule.evaluate(expr, {"x": [7, 8, 9], "dim": dim, "keepdim": keepdim}) == wanted


def test_products_and_scalar_arguments_as_sizes() -> None:
    args = [X, Arg("k", "int")]
    output = fitted(
        args,
        call((2, 3, 4), out=(2, 12, 5), k=5),
        call((2, 4, 4), out=(2, 16, 5), k=5),
        call((2, 3, 5), out=(2, 15, 7), kind="arguments", k=7),
    )
    assert output.shape == "[x.shape[0], x.shape[1] * x.shape[2], k]"


def test_concatenation_of_a_list() -> None:
    args = [Arg("xs", "tensor[]"), Arg("dim", "int", default=0)]

    def joined(a: int, b: int) -> TorchCall:
        inputs = tuple(
            Example(f"xs[{i}]", shape=(n, 4), dtype="float32") for i, n in enumerate((a, b))
        )
        return TorchCall(inputs, (Result("float32", (a + b, 4)),), "sizes")

    output = fitted(args, joined(2, 3), joined(4, 3), joined(2, 5))
    assert output.dtype == "xs"
    assert output.shape == (
        "xs[0].shape[:dim] + [xs[0].shape[dim] + xs[1].shape[dim]] + xs[0].shape[dim + 1:]"
    )


def test_a_pooling_s_window() -> None:
    args = [X, *(Arg(n, "int[]") for n in ("kernel_size", "stride", "padding"))]
    more = {"kernel_size": (3, 2), "stride": (2, 2), "padding": (1, 0)}
    output = fitted(
        args,
        call((1, 2, 8, 9), out=(1, 2, 4, 4), **more),
        call((1, 2, 9, 9), out=(1, 2, 5, 4), **more),
        call((1, 2, 8, 10), out=(1, 2, 4, 5), **more),
    )
    expr = shape_rule.parse(output.shape, {a.name: a.type for a in args})
    values = {"x": [1, 2, 20, 20], "kernel_size": [5, 5], "stride": [3, 3], "padding": [2, 2]}
    assert shape_rule.evaluate(expr, values) == [1, 2, 7, 7]


def test_sizes_that_depend_on_elements_are_unknown() -> None:
    output = fitted(
        [X],
        call((4, 5), out=(20, 2)),
        call((4, 6), out=(24, 2)),
        call((4, 5), out=(7, 2), kind="elements"),
        call((4, 5, 3), out=(60, 3), kind="arguments"),
    )
    assert output.shape == "[unknown, len(x.shape)]"
    assert "depend on the elements" in output.note


def test_a_rule_that_other_arguments_break_is_marked() -> None:
    args = [X, Arg("reduction", "int")]
    output = fitted(
        args,
        call((4, 5), out=(4, 5), reduction=0),
        call((4, 6), out=(4, 6), reduction=0),
        call((4, 5), out=(), kind="arguments", reduction=1),
    )
    assert output.shape == "x.shape"
    assert "for these arguments only" in output.note


def test_a_sum_needs_more_than_two_sizes() -> None:
    calls = [call((n,), out=(n + 1,)) for n in (3, 4, 6)]
    two, three = fitted([X], *calls[:2]), fitted([X], *calls)
    assert two.shape == "[unknown]"
    assert shape_rule.evaluate(shape_rule.parse(three.shape, {"x": "tensor"}), {"x": [9]}) == [10]


def test_one_size_alone_is_marked() -> None:
    assert fitted([X], call((2, 3), out=(2, 3))).note == "only one size could be tried"


def test_no_rule_is_unknown_and_says_so() -> None:
    output = fitted([X], call((4,), out=(97,)), call((5,), out=(31,)), call((6,), out=(113,)))
    assert output.shape == "[unknown]"
    assert "no simple rule" in output.note


def test_an_element_type_of_its_own() -> None:
    x = (Example("x", shape=(2,), dtype="float32"),)
    output = fitted([X], TorchCall(x, (Result("int64", (2,)),)))
    assert output.dtype == "int64"


def test_a_tensor_that_is_called_like_a_number_of_a_window() -> None:
    for name in ("kernel_size", "stride", "padding", "pad", "weight", "dilation", "ceil_mode"):
        args = [X, Arg(name)]
        calls = [
            TorchCall(
                (Example("x", shape=(n, 9)), Example(name, shape=(3,))),
                (Result("float32", (n, 7)),),
                "sizes",
            )
            for n in (4, 5, 6)
        ]
        assert fitted(args, *calls).shape == "[x.shape[0], 7]", name


def test_a_number_that_no_call_changes_is_no_axis_and_no_difference() -> None:
    args = [X, Arg("axis", "int"), Arg("sorted", "int", default=1)]
    calls = [call((3, 4), out=(3, 2), axis=1), call((5, 4), out=(5, 2), axis=1, sorted=1)]
    assert "sorted" not in fitted(args, *calls).shape
    args = [X, Y, Arg("group", "int", default=1)]
    calls = [
        call((1, 2, 3), (1, 8, 2), out=(1, 1, 2)),
        call((1, 4, 4), (1, 8, 3), out=(1, 1, 3)),
    ]
    assert "group" not in fitted(args, *calls).shape


def test_a_size_that_is_an_element_in_each_call_is_no_literal() -> None:
    k = Example("y", shape=(1,), dtype="int64", value=[3])
    calls = [
        TorchCall(
            (Example("x", shape=s, dtype="float32"), k), (Result("float32", (s[0], 3)),), kind
        )
        for s, kind in (((2, 4), ""), ((5, 7), "sizes"))
    ]
    assert fitted([X, Y], *calls).shape == "[x.shape[0], unknown]"


def test_a_size_that_never_varies_is_a_guess_where_several_give_it() -> None:
    rows = [call((1, n), (1, 7), out=(1, 1, n)) for n in (3, 4, 5)]
    output = fitted([X, Y], *rows)
    told = "what gives the sizes at 0, 1 is a guess: they were the same in all that was tried"
    assert output.note == told
    output = fitted([X, Y], *rows, call((2, 3), (6, 7), out=(2, 6, 3)))
    assert (output.shape, output.note) == ("[x.shape[0], y.shape[0], x.shape[1]]", "")
    # As large as one tensor in all its sizes is no chance.
    assert fitted([X, Y], *(call((1, n), (1, 7), out=(1, n)) for n in (3, 4))).note == ""
