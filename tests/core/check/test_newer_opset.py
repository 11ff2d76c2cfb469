"""What of a standard operator only a later opset has, with the fix that raises the opset."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.core.declarations import add_op, edited
from workbench.core.check import check_op
from workbench.core.fixes import fixes
from workbench.core.standard.operators import newer_parts, operator, standard_operators

NODE = "mapping__nodes__0__"
NONE = {"ort": {"implementation": "none"}}


@pytest.mark.parametrize(
    ("changes", "key", "message", "since"),
    [
        (
            {NODE + "op": "CastLike", "model__opset": 14},
            "mapping.nodes[0].op",
            "'CastLike' exists since opset 15, the model has opset 14",
            15,
        ),
        (
            {
                NODE + "op": "CastLike",
                NODE + "attributes": [{"name": "saturate", "type": "int", "value": 1}],
            },
            "mapping.nodes[0].attributes[0].name",
            "the attribute 'saturate' of CastLike exists since opset 19, the model has opset 17",
            19,
        ),
        (
            {NODE + "op": "Pad", NODE + "inputs": ["a", "b", "a", "b"]},
            "mapping.nodes[0].inputs",
            "the input axes of Pad exists since opset 18, the model has opset 17",
            18,
        ),
        (
            {NODE + "op": "Split", NODE + "inputs": ["a", "b"], "model__opset": 12},
            "mapping.nodes[0].inputs",
            "the input split of Split exists since opset 13, the model has opset 12",
            13,
        ),
    ],
)
def test_what_is_newer_than_the_opset_is_reported_with_the_opset_that_has_it(
    changes: dict[str, Any], key: str, message: str, since: int
) -> None:
    op = edited(add_op(), **{NODE + "attributes": [], **NONE, **changes})
    problem = next(p for p in check_op(op) if p.key == key)
    assert problem.message == message
    assert problem.hint == f"Set model.opset = {since} or later."
    offered = {f.title: f.op for f in fixes(op, problem)}
    fixed = offered[f"Raise the opset to {since}"]
    assert fixed.model.opset == since
    assert message not in [p.message for p in check_op(fixed)]


def test_everything_that_a_later_definition_added_is_known() -> None:
    for name, versions in standard_operators().items():
        if versions[0].since > 1:
            (newer,) = newer_parts(name, versions[0].since - 1)
            assert (newer.what, newer.since) == (f"'{name}'", versions[0].since)
        for before, version in itertools.pairwise(versions):
            opset = version.since - 1
            assert operator(name, opset) == before
            for attribute in version.attributes.keys() - before.attributes.keys():
                (newer,) = newer_parts(name, opset, attributes=[attribute])
                assert (newer.since, newer.part) == (version.since, f"attributes.{attribute}")
            if len(version.inputs) > len(before.inputs) and not before.variadic:
                (newer,) = newer_parts(name, opset, inputs=len(version.inputs))
                assert (newer.since, newer.part) == (version.since, "inputs")
        last = versions[-1]
        given = (len(last.inputs), len(last.outputs), last.attributes)
        assert list(newer_parts(name, 1000, *given)) == []
        assert list(newer_parts(name, 1000, 99, 99, ["no_such"])) == []
