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
