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
