"""Rules that the example inputs make impossible, found before anything is built."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.declarations import add_op
from workbench.core.check import check_op
from workbench.core.declaration.op import (
    Arg,
    Attribute,
    Case,
    Example,
    Mapping,
    Op,
    Ort,
    Output,
    Variant,
)
from workbench.core.examples.example_rules import check_rules
from workbench.core.op_toml.key_path import replace_at

RULE = "outputs[0].shape"
ATTRIBUTES = "mapping.nodes[0].attributes"


def with_list(op: Op, count: str, shape: str = "xs[index].shape", items: int = 2) -> Op:
    given = tuple(Example(f"xs[{i}]", shape=(2 + i,)) for i in range(items))
    op = replace(op, args=(*op.args[:2], Arg("xs", "tensor[]", "T"), *op.args[2:]))
    op = replace_at(op, "model.inputs", (*op.model.inputs, *given))
    op = replace(op, outputs=(*op.outputs, Output("ys", "T", shape, "tensor[]", count)))
    op = replace_at(op, "mapping.nodes[0].op", "custom::Joined")
    op = replace_at(op, "mapping.nodes[0].inputs", ("a", "b", "xs"))
    return replace_at(op, "mapping.nodes[0].outputs", ("y", "ys"))


def said(op: Op, folder: Path) -> list[tuple[str, str]]:
    assert check_op(op) == []
    return [(p.key, p.message) for p in check_rules(op, folder)]


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("[a.shape[1] // (a.shape[0] - 2)]", "division by zero"),
        ("[a.shape[1] % (b.shape[0] - 3)]", "division by zero"),
        ("[a.shape[1], a.shape[0] - 5]", "it gives axis 1 the size -3"),
        ("[a.shape[0] * 2 ** 61 * 2]", f"it gives axis 0 the size {1 << 63}, which is too large"),
        ("[2 ** (a.shape[0] - 3)]", "a power with a negative exponent"),
        ("a.shape[5:] + [a.shape[2]]", "index 2 is outside a shape of 2 dimensions"),
        ("[int(scale / (scale - 1.0))]", "division by zero"),
    ],
)
def test_a_shape_rule_that_the_examples_contradict(rule: str, why: str, tmp_path: Path) -> None:
    found = said(replace_at(add_op(), RULE, rule), tmp_path)
    assert found == [(RULE, f"the shape rule of 'y' does not fit: {why}")]


@pytest.mark.parametrize(
    "rule",
    [
        "a.shape",
        "[unknown, a.shape[0] - unknown]",
        "[value(a, 0) - 9]",
        "a.shape if value(b, 0) > 1 else b.shape",
        "[(a.shape[0] - 5) + 9]",
    ],
)
def test_what_is_not_known_yet_contradicts_nothing(rule: str, tmp_path: Path) -> None:
    op = replace_at(add_op(), "model.inputs[0].shape", (2,))
    assert said(replace_at(op, RULE, rule), tmp_path) == []


def test_attributes_and_conditions_are_asked_too(tmp_path: Path) -> None:
    by_rule = Attribute("steps", "int", rule="a.shape[1] // (a.shape[0] - 2)")
    op = replace_at(add_op(), ATTRIBUTES, (by_rule,))
    key = f"{ATTRIBUTES}[0].rule"
    assert said(op, tmp_path) == [
        (key, "the rule of attribute 'steps' does not fit: division by zero")
    ]
    # A node that is not made for these examples may not be asked for anything.
    first = op.mapping.nodes[0]
    other = replace(first, when="len(a.shape) != 3", attributes=())
    here = replace(first, when="len(a.shape) == 3")
    assert said(replace_at(op, "mapping.nodes", (here, other)), tmp_path) == []
    wrong = [replace(n, when=n.when.replace("len(a.shape)", "a.shape[4]")) for n in (here, other)]
    found = said(replace_at(op, "mapping.nodes", tuple(wrong)), tmp_path)
    assert [key for key, _ in found] == ["mapping.nodes[0].when", "mapping.nodes[1].when"]
    assert found[0][1].startswith("the condition of custom::Add does not fit: index 4")


@pytest.mark.parametrize(
    ("kind", "rule", "number"),
    [
        ("int", "2 ** 62 * a.shape[0]", 1 << 63),
        ("ints", "[1, -(2 ** 62) * (a.shape[0] + 1)]", -3 << 62),
        ("float", "2 ** 62 * a.shape[0]", None),
        ("int", "2 ** 62 * a.shape[0] - 1", None),
    ],
)
def test_whole_numbers_of_attributes_have_64_bits(
    kind: str, rule: str, number: int | None, tmp_path: Path
) -> None:
    op = replace_at(add_op(), ATTRIBUTES, (Attribute("n", kind, rule=rule),))
    op = replace_at(op, "model.inputs[0].shape", (2, 3))
    why = f"the rule of attribute 'n' does not fit: it gives {number}, which is too large"
    expected = [] if number is None else [(f"{ATTRIBUTES}[0].rule", why)]
    assert said(op, tmp_path) == expected


@pytest.mark.parametrize(
    ("kind", "rule", "number"),
    [
        ("float", "2 ** 60 * 2 ** 60 * 2 ** 10 * a.shape[0]", "2.722e+39"),
        ("floats", "[scale, -(2 ** 60 * 2 ** 60 * 2 ** 8)]", "-3.403e+38"),
        ("float", "2 ** 60 * 2 ** 60 * (2 ** 8 - 1)", None),
        ("float", "scale * a.shape[0]", None),
    ],
)
def test_numbers_of_attributes_have_32_bits(
    kind: str, rule: str, number: str | None, tmp_path: Path
) -> None:
    op = replace_at(add_op(), ATTRIBUTES, (Attribute("n", kind, rule=rule),))
    op = replace_at(op, "model.inputs[0].shape", (2, 3))
    why = f"it gives {number}, which is infinite in the 32 bits of a float attribute"
    expected = [(f"{ATTRIBUTES}[0].rule", f"the rule of attribute 'n' does not fit: {why}")]
    assert said(op, tmp_path) == (expected if number else [])


def test_an_example_that_its_attribute_of_32_bits_cannot_hold(tmp_path: Path) -> None:
    op = replace_at(add_op(), ATTRIBUTES, (Attribute("n", "float", arg="scale"),))
    (one,) = check_rules(with_scale(op, 1e39), tmp_path)
    assert one.key == f"{ATTRIBUTES}[0].arg"
    assert "1e+39, which is infinite in the 32 bits of a float attribute" in one.message
    assert "as an input of the node" in one.hint
    assert list(check_rules(with_scale(op, float("inf")), tmp_path)) == []


def with_scale(op: Op, value: float) -> Op:
    inputs = tuple(e for e in op.model.inputs if e.arg != "scale")
    return replace_at(op, "model.inputs", (*inputs, Example("scale", value=value)))


def test_a_list_is_asked_for_each_of_its_tensors(tmp_path: Path) -> None:
    assert said(with_list(add_op(), "len(xs)"), tmp_path) == []
    assert said(with_list(add_op(), "len(xs)", items=0), tmp_path) == []
    assert said(with_list(add_op(), "unknown", items=0), tmp_path) == []
    (one,) = said(with_list(add_op(), "len(xs) + 1"), tmp_path)
    assert one == (
        "outputs[1].shape",
        "the shape rule of 'ys' does not fit: tensor 2 of a list of 2",
    )
    (one,) = said(with_list(add_op(), "len(xs) - 5", "[3]"), tmp_path)
    assert one == ("outputs[1].count", "the count of 'ys' does not fit: it gives -3 tensors")


def test_each_case_is_asked_and_named(tmp_path: Path) -> None:
    case = Case("small", (Example("a", shape=(1, 3)),))
    op = replace_at(replace_at(add_op(), RULE, "[a.shape[0] - 2]"), "model.cases", (case,))
    (one,) = said(op, tmp_path)
    assert one[1] == "case small: the shape rule of 'y' does not fit: it gives axis 0 the size -1"


def test_what_a_variant_has_bears_its_name(tmp_path: Path) -> None:
    op = add_op()
    node = replace(
        op.mapping.nodes[0], attributes=(Attribute("n", "int", rule="1 // (a.shape[0] - 2)"),)
    )
    op = replace(op, variants={"other": Variant(Mapping(nodes=(node,)), Ort())})
    assert said(op, tmp_path) == []
    (one,) = said(replace(op, variant="other"), tmp_path)
    assert one[0] == f"variants.other.{ATTRIBUTES}[0].rule"
