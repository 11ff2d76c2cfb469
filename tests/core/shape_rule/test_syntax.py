"""A rule that is half typed says so in words of the program, not of Python's parser."""

from __future__ import annotations

import pytest

from workbench.core import shape_rule
from workbench.core.errors import UserError

TYPES = {"a": "tensor", "n": "int"}


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ("[a.shape[0], n", "the bracket '[' is not closed"),
        ("broadcast(a.shape,", "the bracket '(' is not closed"),
        ('[{"x": 1}["x]', "a text in it does not end: its quotation mark is missing"),
        ("a.shape]", "nothing opens the bracket ']'"),
        ("[n, 2)", "the bracket '[' is closed by ')'"),
        ("a.shape[:-1] +", "it ends too early"),
        ("a. ", "it ends too early"),
        ("n if n", "expected 'else' after 'if' expression"),
        ("n n", "invalid syntax"),
    ],
)
def test_what_is_half_typed_is_told_of_in_our_words(rule: str, reason: str) -> None:
    with pytest.raises(UserError) as caught:
        shape_rule.parse(rule, TYPES)
    assert caught.value.problem.message == f"'{rule}' is no shape rule: {reason}"


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        ("real", "s", "write e.g. s[0]"),
        ("real", "s + 1", "write e.g. s[0]"),
        ("reals", "[s]", "write e.g. s[0]"),
        ("number", "s", "write e.g. int(s[0])"),
        ("number", "int(s)", "write e.g. s[0]"),
    ],
)
def test_what_to_write_for_a_list_of_fractions_fits_the_type_of_the_attribute(
    kind: str, text: str, told: str
) -> None:
    with pytest.raises(UserError) as caught:
        shape_rule.parse_value(text, {"s": "float[]"}, kind)
    assert caught.value.problem.message.endswith(told)


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("n = 3", "is no condition: write == instead of ="),
        ("n === 3", "is no condition: write == instead of ==="),
        ("n <> 3", "is no condition: write != instead of <>"),
        ("n > 1 && flag", "is no condition: write and instead of &&"),
        ("n > 1 || flag", "is no condition: write or instead of ||"),
        ("!flag", "is no condition: write not instead of !"),
        ("mode == 'a = b' n", "is no condition: invalid syntax"),
        ("a == None", "write a is None"),
        ("n != None", "write n is not None"),
        ("flag == True", "write flag"),
        ("flag is False", "write not flag"),
        ("False != flag", "write flag"),
        ("flag == 0", "write not flag"),
        ("opset", "compare it: opset >= 13"),
        ("a.dim() == 3", "write len(a.shape)"),
        ("a.rank == 3", "write len(a.shape)"),
        ("a.ndim == 3", "write len(a.shape)"),
        ("a.size(0) == 3", "write a.shape[0]"),
        ("a.size() == [3]", "write a.shape"),
        ('a.dtype == "float"', "'float' is no element type; did you mean \"float32\"?"),
        ('a.dtype == "half"', "'half' is no element type; did you mean \"float16\"?"),
        ('a.dtype == "long"', "'long' is no element type; did you mean \"int64\"?"),
        ('a.dtype == "torch.int32"', "'torch.int32' is no element type; did you mean \"int32\"?"),
        ("a.dtype == torch.float16", 'an element type is a text: "float16"'),
        ('xs.dtype == "int8"', "'xs' is a list; write e.g. xs[0].dtype"),
        ('xs[n].dtype == "int8"', "the index in a list of tensors is a number, e.g. xs[0]"),
        ('xs[0].dtype == "half"', "'half' is no element type; did you mean \"float16\"?"),
        ('a[0].dtype == "int8"', "'a' is no list of tensors"),
        ("xs", "write len(xs) == 2, len(xs[0].shape) == 3, or xs[0].dtype"),
    ],
)
def test_how_others_write_it_is_told_of_as_it_is_written_here(condition: str, told: str) -> None:
    types = {**TYPES, "flag": "bool", "mode": "str", "xs": "tensor[]"}
    with pytest.raises(UserError) as caught:
        shape_rule.parse_condition(condition, types)
    assert caught.value.problem.message.endswith(told)


def test_a_size_is_divided_with_a_rest_left_over() -> None:
    with pytest.raises(UserError, match=r"write a\.shape\[0\] // n, which rounds down"):
        shape_rule.parse("[a.shape[0] / n]", TYPES)
