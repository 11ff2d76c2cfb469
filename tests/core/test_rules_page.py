"""Every example of ``docs/rules.md`` gives what stands beside it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from workbench.core import shape_rule
from workbench.core.errors import UserError
from workbench.core.shape_rule import Scope

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
TYPES = {
    **dict.fromkeys(("x", "weight", "mask"), "tensor"),
    **{
        "xs": "tensor[]",
        "ys": "tensor?[]",
        "stride": "int[]",
        "scales": "float[]",
        "k": "int",
        "alpha": "float",
    },
    **{"mode": "str", "use_mask": "bool"},
}
VALUES = {
    "x": [2, 10], "weight": [4, 10], "mask": None, "xs": [[3], [5]], "ys": [None, [4]], "stride": [2, 1],
    "scales": [0.5, 2.0], "k": 3, "alpha": 1.5, "mode": "linear", "use_mask": True,
    shape_rule.OPSET: 17, shape_rule.dtype_key("x"): "float32", shape_rule.dtype_key("xs"): ["float32", "float32"],
}  # fmt: skip
LET = dict(re.findall(r"^(\w+) = ['\"](.*)['\"]$", PAGE.read_text("utf-8"), re.MULTILINE))
SCOPE = Scope(TYPES, {"idx": "[half, 2]"}, LET, {"parts": ("[k, index + 1]", "k - 1")})
KINDS = {"float": "real", "floats": "reals", "string": "text", "strings": "texts"}


def rows(title: str) -> list[list[str]]:
    part = PAGE.read_text("utf-8").partition(f"## {title}\n")[2].partition("\n## ")[0]
    lines = [line.strip("|").split(" | ") for line in part.splitlines() if line.startswith("| `")]
    return [[cell.strip().strip("`") for cell in line] for line in lines]


def test_shapes() -> None:
    for text, gives, _ in rows("Shapes"):
        found = shape_rule.evaluate(shape_rule.parse(text, SCOPE), VALUES)
        assert found == ast.literal_eval(gives), text


def test_each_tensor_of_a_list() -> None:
    for text, gives, _ in rows("Lists of tensors"):
        second = {**VALUES, shape_rule.ITEM: 1}
        found = shape_rule.evaluate(shape_rule.parse_item(text, SCOPE), second)
        assert found == ast.literal_eval(gives), text
        with pytest.raises(UserError, match="an output that is a list"):
            shape_rule.parse(text, SCOPE)


def test_numbers_and_texts() -> None:
    found = [(text, "number", gives) for text, gives, _ in rows("Whole numbers")]
    found += [
        (t, KINDS[kind], gives) for t, kind, gives, _ in rows("Numbers and texts, of attributes")
    ]
    assert len(found) > 15
    for text, kind, gives in found:
        parsed = shape_rule.parse_value(text, SCOPE, kind)
        assert shape_rule.evaluate_value(parsed, VALUES) == ast.literal_eval(gives), text


def test_costs() -> None:
    for text, gives, _ in rows("Costs"):
        found = shape_rule.evaluate_number(
            shape_rule.parse_number(text, SCOPE), VALUES, {}, {"xs": 4}
        )
        assert found == int(gives), text


def test_conditions() -> None:
    for text, holds, _ in rows("Conditions"):
        assert shape_rule.holds(shape_rule.parse_condition(text, SCOPE), VALUES) == (
            holds == "yes"
        ), text


def test_what_is_said_of_what_is_wrong() -> None:
    read = {"condition": shape_rule.parse_condition, "shape rule": shape_rule.parse}
    for text, of, said in rows("What is not part of it"):
        with pytest.raises(UserError) as caught:
            read[of](text, SCOPE)
        assert said in caught.value.problem.words, text


def test_every_construct_of_the_language_is_on_the_page() -> None:
    """A node of the language without an example fails here."""
    seen = set()
    for title in ("Shapes", "Whole numbers", "Numbers and texts, of attributes", "Conditions"):
        for text, *more in rows(title):
            kind = KINDS.get(more[0], "number" if title == "Whole numbers" else "shape")
            parsed = (
                shape_rule.parse_condition(text, SCOPE)
                if title == "Conditions"
                else shape_rule.parse_value(text, SCOPE, kind)
            )
            seen |= {type(part) for part in shape_rule.parts(parsed)}
    for text, *_ in rows("Lists of tensors"):
        seen |= {type(part) for part in shape_rule.parts(shape_rule.parse_item(text, SCOPE))}
    for text, *_ in rows("Costs"):
        seen |= {type(part) for part in shape_rule.parts(shape_rule.parse_number(text, SCOPE))}
    made = {
        n
        for n in vars(shape_rule.nodes).values()
        if getattr(n, "__struct_fields__", None) is not None
    }
    assert {n.__name__ for n in made if n.__module__ == shape_rule.nodes.__name__} - {
        n.__name__ for n in seen
    } == {"_Node"}


def test_all_that_may_stand_in_a_field_is_offered() -> None:
    offered = {
        what: set(shape_rule.names_for(SCOPE, what)) for what in ("condition", "rule", "shape rule")
    }
    for names in offered.values():
        assert {
            "x.shape",
            "mode",
            "half",
            "idx.shape",
            "xs[0].shape",
            "xs[0].dtype",
            "len(",
        } <= names
    assert "opset" in offered["condition"] & offered["rule"]
    assert "opset" not in offered["shape rule"]
    assert {"use_mask", "x.dtype", "len(x.shape)"} <= offered["condition"]


def test_the_number_of_tensors_of_a_list_is_completed() -> None:
    for what in ("condition", "rule", "shape rule"):
        assert "len(xs)" in shape_rule.names_for(SCOPE, what)
