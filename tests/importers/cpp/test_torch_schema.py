"""Torch's schema language, read without torch."""

from __future__ import annotations

import pytest

from workbench.core.errors import UserError
from workbench.core.jobs import SchemaArg
from workbench.importers.schemas.torch_schema import parse_schema


def test_everything_that_a_schema_can_say() -> None:
    schema = parse_schema(
        'my::op.overload(Tensor a, Tensor(a!)? b=None, int[2] stride=1, *, float alpha=1, str mode="bi\\nl")'
        " -> (Tensor, Tensor y)"
    )
    assert (schema.name, schema.overload, schema.mutable) == ("my::op", "overload", True)
    assert schema.returns == ("Tensor", "Tensor")
    assert schema.args == (
        SchemaArg("a", "Tensor"),
        SchemaArg("b", "Tensor", optional=True, has_default=True),
        SchemaArg("stride", "List[int]", has_default=True, default=(1, 1)),
        SchemaArg("alpha", "float", has_default=True, default=1.0, keyword_only=True),
        SchemaArg("mode", "str", has_default=True, default="bi\nl", keyword_only=True),
    )


def test_the_namespace_is_that_of_the_library_where_the_text_names_none() -> None:
    assert parse_schema("f(Tensor x) -> Tensor", "mine").name == "mine::f"
    assert parse_schema("theirs::f(Tensor x) -> Tensor", "mine").name == "theirs::f"


@pytest.mark.parametrize(
    ("text", "words", "column"),
    [
        ("", "the op's name is missing", 1),
        ("f", "'(' is missing", 2),
        ("f(Tensor x", "',' or ')' is missing", 11),
        ("f(Tensor)", "the argument's name is missing", 9),
        ("f(Tensor x)", "'->' is missing", 12),
        ("f(Tensor x, Tensor x) -> Tensor", "two arguments are named 'x'", 20),
        ("f(Tensor x=) -> Tensor", "a default is missing", 12),
        ("f(Tensor x) -> Tensor y z", "the schema goes on", 25),
        ("f(...) -> Tensor", "a variable number of arguments", 6),
        ("f(int" + "[]" * 50 + " x) -> Tensor", "nested too deeply", None),
        ("f(" + "(" * 5000, "nested too deeply", None),
        ("f(Tensor x, " * 5000, "the schema is too long", None),
    ],
)
def test_what_cannot_be_read_has_a_column(text: str, words: str, column: int | None) -> None:
    with pytest.raises(UserError) as caught:
        parse_schema(text)
    problem = caught.value.problem
    assert words in problem.message
    assert problem.column == column or column is None
    assert problem.column > 0


def test_a_schema_over_several_lines_names_the_line() -> None:
    with pytest.raises(UserError) as caught:
        parse_schema("f(Tensor x,\n  ?) -> Tensor")
    assert (caught.value.problem.line, caught.value.problem.column) == (2, 3)


def test_every_schema_of_torchs_registry_is_read_as_torch_reads_it() -> None:
    torch = pytest.importorskip("torch")
    from workbench.engine.survey.torch_schemas import _schema

    same = refused = 0
    for raw in torch._C._jit_get_all_schemas():
        wanted = _schema(raw)
        try:
            got = parse_schema(str(raw))
        except UserError as error:
            message = error.problem.message
            assert "..." in str(raw) or "two arguments" in message, (str(raw), message)
            refused += 1
            continue
        assert (got.name, got.overload, got.args, got.returns, got.mutable) == (
            wanted.name,
            wanted.overload,
            wanted.args,
            wanted.returns,
            wanted.mutable,
        ), str(raw)
        same += 1
    assert same > 4000
    assert refused < 60
