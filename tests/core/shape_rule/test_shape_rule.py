"""The shape rule language: what it takes, what it refuses, what it gives."""

from __future__ import annotations

import ast
import time
import warnings

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.core.rules import RULES, TYPES
from workbench.core import shape_rule
from workbench.core.errors import UserError
from workbench.core.shape_rule import ShapeError

MORE = TYPES | {"x": "float", "s": "str", "fs": "float[]", "bs": "bool[]"}
VALUES = {
    "a": [2, 3, 4], "b": [3, 1], "c": None, "n": 5, "m": -2, "ks": [7, 8], "flag": True,
    "xs": [[2, 3], [4]], "f": 1.75, "t": [3],
}  # fmt: skip
ELEMENTS = {"t": [3.0, 0.5, -2.0], "b": [9] * 3}


@pytest.mark.parametrize(
    ("rule", "sizes"),
    [
        ("a.shape", [2, 3, 4]),
        ("ks", [7, 8]),
        ("[]", []),
        ("()", []),
        ("[1, n, -m]", [1, 5, 2]),
        ("(n, m)", [5, -2]),
        ("  a.shape\n", [2, 3, 4]),
        ("[\n  n,\n]", [5]),
        ("a.shape[1:]", [3, 4]),
        ("a.shape[:-1]", [2, 3]),
        ("a.shape[-9:9]", [2, 3, 4]),
        ("a.shape[2:1]", []),
        ("a.shape[:len(b.shape)]", [2, 3]),
        ("a.shape[:2] + [n] + ks", [2, 3, 5, 7, 8]),
        ("(a.shape + ks)[3:]", [7, 8]),
        ("[(a.shape + ks)[3]]", [7]),
        ("[a.shape[0], a.shape[-1]]", [2, 4]),
        ("[len(a.shape), len(ks), len(a.shape[1:])]", [3, 2, 2]),
        ("[n + 1, n - 1, n * 2, n // 2, n % 2]", [6, 4, 10, 2, 1]),
        ("[-7 // 2, -7 % 2, 7 // -2, 7 % -2]", [-4, 1, -4, -1]),
        ("[2 + 3 * 4, (2 + 3) * 4, 10 - 2 - 3]", [14, 20, 5]),
        ("[min(n, 3), max(n, 3, 9), min(4, 4)]", [3, 9, 4]),
        ("[- n, -(-3)]", [-5, 3]),
        ("broadcast(a.shape, b.shape)", [2, 3, 4]),
        ("broadcast([], ks)", [7, 8]),
        ("broadcast([1], [0])", [0]),
        ("[unknown, n]", [None, 5]),
        ("[unknown + 1, min(unknown, 1)]", [None, None]),
        ("a.shape if c is None else ks", [2, 3, 4]),
        ("a.shape if c is not None else ks", [7, 8]),
        ("[1 if flag else 2]", [1]),
        ("[1 if not flag else 2]", [2]),
        ("[1] if flag and c is not None else [2]", [2]),
        ("[1] if flag or c is not None else [2]", [1]),
        ("[1] if not (flag and c is None) else [2]", [2]),
        ("[1] if not flag else [2] if c is None else [3]", [2]),
        ("xs[0].shape + xs[-1].shape", [2, 3, 4]),
        ("[len(xs), xs[0].shape[1], len(xs[0].shape)]", [2, 3, 2]),
        ("xs[0].shape[1:]", [3]),
        ("[value(t, 0), value(t, -3) + n, value(t, value(t, 0) - 1)]", [3, 8, -2]),
        ("[int(value(t, 1) * 5), floor(value(t, 1) * -5), int(value(t, 1) * -5)]", [2, -3, -2]),
        ("[int(f), int(f * 4), floor(-f), int(a.shape[2] * f)]", [1, 7, -2, 7]),
        ("[int(n / 2), int(n * 0.5), int(7 // 2 * 1.5), int(max(f, n) - 0.5)]", [2, 2, 4, 4]),
        ("[int(f if flag else 9), int(n)]", [1, 5]),
        ("[min(int(f), value(t, 0))]", [1]),
    ],
)
def test_rule_gives_sizes(rule: str, sizes: list[int | None]) -> None:
    expr = shape_rule.parse(rule, TYPES)
    assert shape_rule.evaluate(expr, VALUES, ELEMENTS) == sizes


@pytest.mark.parametrize(
    ("rule", "sizes"),
    [
        ("broadcast(a.shape, b.shape)", [None, 3, None]),
        ("[a.shape[0] + 1, a.shape[1] + 1]", [None, 4]),
        ("[a.shape[n]]", [None]),
        ("a.shape[1:]", [3, None]),
        ("[n, m]", [None, 2]),
    ],
)
def test_unknown_sizes_stay_unknown_and_no_more(rule: str, sizes: list[int | None]) -> None:
    args = {"a": [None, 3, None], "b": [3, 1], "n": None, "m": 2}
    assert shape_rule.evaluate(shape_rule.parse(rule, TYPES), args) == sizes


@pytest.mark.parametrize("name", ["value", "floor", "int", "len", "min"])
def test_argument_may_be_called_like_a_function(name: str) -> None:
    expr = shape_rule.parse(f"[{name} + 1, value(t), len(t.shape)]", {name: "int", "t": "tensor"})
    assert shape_rule.evaluate(expr, {name: 3, "t": [1]}, {"t": [7]}) == [4, 7, 1]
    expr = shape_rule.parse(f"{name}.shape + [value({name})]", {name: "tensor"})
    assert shape_rule.evaluate(expr, {name: [1]}, {name: [7]}) == [1, 7]


def test_elements_that_are_not_known_cost_only_the_sizes_made_from_them() -> None:
    expr = shape_rule.parse("[n, value(t, 0), int(value(t, 0) * 0.5) + 1, value(t, m)]", TYPES)
    assert shape_rule.evaluate(expr, VALUES) == [5, None, None, None]
    assert shape_rule.evaluate(expr, VALUES | {"m": None}, {"t": [4, 0, 0]}) == [5, 4, 3, None]


def test_slice_with_an_unknown_end_is_not_taken_for_the_whole_shape() -> None:
    expr = shape_rule.parse("a.shape[:n]", TYPES)
    try:
        sizes: object = shape_rule.evaluate(expr, {"a": [2, 3, 4], "n": None})
    except ShapeError:
        sizes = None
    assert sizes != [2, 3, 4]


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("c.shape", "'c' is None here"),
        ("[len(c.shape)]", "'c' is None here"),
        ("[a.shape[3]]", "index 3 is outside a shape of 3 dimensions"),
        ("[a.shape[-4]]", "index -4 is outside"),
        ("[n // (m - m)]", "division by zero"),
        ("[n % (m + 2)]", "division by zero"),
        ("[2 ** -n]", "a power with a negative exponent"),
        ("[9 ** 9 ** 9 ** 9]", "too large"),
        ("[2 ** 63]", "too large"),
        ("[(-10) ** 30]", "too large"),
        ("broadcast(a.shape, ks)", "cannot be broadcast"),
        ("xs[2].shape", "tensor 2 of a list of 2"),
        ("xs[-3].shape", "tensor -3 of a list of 2"),
        ("[value(c)]", "'c' is None here"),
        ("[value(t)]", "'t' has 3 elements, not one"),
        ("[value(t, 3)]", "element 3 of 3 in 't'"),
        ("[value(t, 1)]", r"0\.5 in 't' is no whole number"),
        ("[value(b, 0)]", "'b' has 2 dimensions, not one"),
        ("[int(f / (m - m))]", "division by zero"),
        ("[floor(1e300 * 1e300)]", r"floor\(\) of inf"),
        ("[int(" + "*".join(["9223372036854775807"] * 20) + " * 1.0)]", "too large"),
    ],
)
def test_rule_that_does_not_fit_says_why(rule: str, message: str) -> None:
    expr = shape_rule.parse(rule, TYPES)
    with pytest.raises(ShapeError, match=message):
        shape_rule.evaluate(expr, VALUES, ELEMENTS)


@pytest.mark.parametrize("rule", ["[n // 0]", "[n % 0]", "[int(f / 0)]", "[int(f / 0.0)]"])
def test_a_division_by_zero_is_told_before_anything_runs(rule: str) -> None:
    with pytest.raises(UserError, match=r"' in the shape rule: division by zero"):
        shape_rule.parse(rule, TYPES)
    with pytest.raises(UserError, match=r"' in the condition: division by zero"):
        shape_rule.parse_condition(f"{rule[1:-1]} == 1", TYPES)


HOSTILE = [
    "xs",
    "xs.shape",
    "[xs]",
    "[xs[0]]",
    "xs[n].shape",
    "xs[0:1].shape",
    "a[0].shape",
    "xs[0][0].shape",
    "len(xs)",
    "value(t)",
    "[value()]",
    "[value(t, 0, 0)]",
    "[value(n)]",
    "[value(xs)]",
    "[value(t.shape)]",
    "[value(t, 0.5)]",
    "[value(t, a.shape)]",
    "[value(i=t)]",
    "a.shape[:value(t)]",
    "a.shape[int(value(t) * 2):]",
    "[f]",
    "[f + 1]",
    "[1.5]",
    "[n / 2]",
    "[value(t) / 2]",
    "[int(a.shape)]",
    "[int(f // 2)]",
    "[int(f % 2)]",
    "[int(f ** 2)]",
    "[int(s)]",
    "[int('3')]",
    "[int(1e999)]",
    "[int(2j)]",
    "[int(True)]",
    "[int()]",
    "[int(1, 2)]",
    "[int(int)]",
    "[floor(flag)]",
    "[float(n)]",
    "[round(f)]",
    "__import__('os').system('true')",
    "().__class__.__bases__[0].__subclasses__()",
    "a.shape.__class__",
    "a.__class__",
    "a.shape.pop()",
    "[lambda: 1]",
    "(lambda: a.shape)()",
    "[(n := 3)]",
    "[x for x in a.shape]",
    "[*a.shape]",
    "{1: 2}",
    "{1, 2}",
    "f'{n}'",
    "[f'{n}']",
    "['text']",
    "[b'bytes']",
    "[1.5]",
    "[1j]",
    "[True]",
    "[-True]",
    "[None]",
    "[...]",
    "[f ** 2]",
    "[n ** 0.5]",
    "[1 << 99999]",
    "[n / 2]",
    "[~n]",
    "[+n]",
    "[n @ n]",
    "[n & m]",
    "await a.shape",
    "yield",
    "[(yield n)]",
    "import os",
    "a.shape; a.shape",
    "a.shape = b.shape",
    "open('/etc/passwd')",
    "len(*a)",
    "len(a.shape, b.shape)",
    "len(obj=a.shape)",
    "min(*ks)",
    "min(1)",
    "max(n)",
    "broadcast(a.shape)",
    "broadcast(a.shape, n)",
    "a.shape(0)",
    "a.dtype",
    "n.shape",
    "ks.shape",
    "flag.shape",
    "a.shape[::2]",
    "a.shape[0:2:1]",
    "a.shape[0, 1]",
    "a.shape[[0]]",
    "a.shape * 2",
    "a.shape - ks",
    "a.shape + 1",
    "-a.shape",
    "[a.shape]",
    "[ks]",
    "[min(a.shape, b.shape)]",
    "n[0]",
    "[n[0]]",
    "len(n)",
    "a.shape and b.shape",
    "a.shape if n else b.shape",
    "a.shape if flag is None is None else b.shape",
    "a.shape if n else 1",
    "1 if flag else a.shape",
    "a.shape if a.shape else b.shape",
    "a.shape if 1 else b.shape",
    "a.shape if (1 is None) else b.shape",
    "a",
    "x",
    "s",
    "fs",
    "bs",
    "flag",
    "[flag]",
    "[x]",
    "n",
    "unknown",
    "a.shape[0]",
    "unknown[0]",
    "len",
    "a.shape # fine" + "\0",
    "\ud800",
    "",
    " ",
    "#",
    "[",
    "a.shape]",
    "[99999999999999999999]",
    "[-99999999999999999999]",
    "[0x" + "f" * 1000 + "]",
    "(" * 150 + "a.shape" + ")" * 150 + "[" * 150,
    "[" * 900,
    "(" * 900 + ")" * 900,
    "-" * 1900 + "1",
    "[" + "-" * 1900 + "1]",
    "not " * 450 + "flag",
    "[1" + "+1" * 990 + "]",
    "[" + "1," * 1100 + "]",
    "a.shape" + "[0:]" * 600,
    "1 if flag else " * 120 + "1",
]


@pytest.mark.parametrize("rule", HOSTILE, ids=lambda rule: ascii(rule)[1:40])
def test_what_is_no_rule_is_refused_at_once(rule: str) -> None:
    began = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python's own opinion about the text
        with pytest.raises(UserError) as caught:
            shape_rule.parse(rule, MORE)
    assert caught.value.problem.kind == "shape-rule"
    assert caught.value.problem.hint or "2000" in caught.value.problem.message
    assert time.process_time() - began < 1.0


def test_unknown_argument_is_named_with_the_known_ones() -> None:
    with pytest.raises(UserError) as caught:
        shape_rule.parse("a.shape + [q]", {"a": "tensor", "n": "int"})
    assert "'q', which is no argument" in caught.value.problem.message
    assert caught.value.problem.hint == "The arguments are: a, n."


def test_number_in_place_of_a_shape_shows_the_list() -> None:
    with pytest.raises(UserError) as caught:
        shape_rule.parse("n + 1", TYPES)
    assert caught.value.problem.hint == "Write [n + 1] for a 1-d output."


def test_parsing_prints_no_warning_of_python() -> None:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        for rule in (r"['\d']", "[1if flag else 2]", "[1 is 1]", "[1](2)"):
            try:
                shape_rule.parse(rule, TYPES)
            except UserError:
                continue
    assert not seen


@given(
    text=st.text(max_size=40) | st.text("abcnks.hape[]()+-*/%:, 01if lenot\n#\"'{}=", max_size=60)
)
def test_any_text_is_a_rule_or_a_user_error(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            expr = shape_rule.parse(text, TYPES)
        except UserError as error:
            assert error.problem.kind == "shape-rule"  # noqa: PT017
        else:
            assert shape_rule.is_shape(expr)


@given(rule=RULES)
@example(rule="[([0, n])[0]]")
def test_every_rule_of_the_grammar_is_taken(rule: str) -> None:
    expr = shape_rule.parse(rule, TYPES)
    assert shape_rule.is_shape(expr)
    used, named = shape_rule.arguments_of(expr), {n for n in TYPES if _names(rule, n)}
    # One item of a list that is written out is taken, and the others are left: [0, n][0].
    assert used <= named if _takes_an_item(rule) else used == named
    assert shape_rule.depends_on_value(expr) == ("value(" in rule)


def _takes_an_item(rule: str) -> bool:
    return any(
        isinstance(e, ast.Subscript) and isinstance(e.value, ast.List)
        for e in ast.walk(ast.parse(rule))
    )


def _names(rule: str, name: str) -> bool:
    return any(isinstance(e, ast.Name) and e.id == name for e in ast.walk(ast.parse(rule)))


@pytest.mark.parametrize(
    ("rule", "depends"),
    [
        ("a.shape", False),
        ("[unknown]", True),
        ("a.shape[:1] + [unknown + 1]", True),
        ("[1 if flag else unknown]", True),
        ("a.shape if flag else [max(1, unknown)]", True),
        ("[value(t), int(value(t) * f)]", False),
    ],
)
def test_data_dependence_is_found_at_any_depth(rule: str, depends: bool) -> None:
    assert shape_rule.is_data_dependent(shape_rule.parse(rule, TYPES)) is depends
