"""A declaration that is too large is refused before anything takes time over it."""

from __future__ import annotations

import time

import pytest

from tests.core.declarations import ADD
from tests.seconds import fastest
from workbench.core import check
from workbench.core.check import bounds
from workbench.core.declaration.op import (
    Arg,
    Attribute,
    Example,
    Mapping,
    Model,
    Node,
    Op,
    Ort,
    Output,
)
from workbench.core.errors import Problem, UserError
from workbench.core.storage import op_file
from workbench.core.storage.toml_position import position_of

N = 1 << 19
HEAD = 'schema = 1\nname = "a"\ntorch = "a::b"\n'


def attributes(count: int, length: int) -> str:
    floats = ", ".join(["0.5"] * length)
    rows = "".join(
        f'  {{ name = "a{i}", type = "floats", value = [{floats}] }},\n' for i in range(count)
    )
    given = '[{ name = "scale", type = "float", arg = "scale" }]'
    assert given in ADD
    return ADD.replace(given, f"[\n{rows}]")


REFUSED = {
    "many attributes of many floats": (attributes(200, 10_000), "", "characters"),
    "floats within the text's bound": (
        attributes(20, 1100),
        "mapping.nodes[0].attributes[0].value",
        "hold 22,008 values, at most 20,000",
    ),
    "an example's elements": (
        ADD.replace("shape = [3]", f"shape = [3]\nvalue = [{'1, ' * 20_001}]"),
        "model.inputs[1].value",
        "values",
    ),
    "attributes": (attributes(501, 1), "mapping.nodes[0].attributes", "more than 500 entries"),
    "arguments": (HEAD + '[[args]]\nname = "x"\n' * 9000, "args", "more than 500 entries"),
    "variants": (HEAD + "".join(f"[variants.v{i}]\n" for i in range(600)), "variants", "more than 500 entries"),
    "lists of lists": (HEAD + f"doc = [{'[], ' * 9000}]", "doc", "more than 500 entries"),
    "a dotted key": (HEAD + ".".join("a" * (N // 2)) + " = 1\n", "", "64 names"),
    "a dotted key of quotes": (HEAD + ' . '.join(['"a"'] * 50_000) + " = 1\n", "", "64 names"),
    "a dotted header": (HEAD + "[" + ".".join("a" * (N // 2)) + "]\n", "", "64 names"),
    "a dotted key in a row": (HEAD + "doc = {" + ".".join("a" * (N // 2)) + " = 1}\n", "", "64 names"),
}  # fmt: skip


def refusal(text: str) -> Problem:
    with pytest.raises(UserError) as caught:
        op_file.loads(text, validate=False)
    return caught.value.problem


@pytest.mark.parametrize("name", REFUSED)
def test_too_much_is_refused_at_once_with_its_location(name: str) -> None:
    text, key, message = REFUSED[name]
    began = time.process_time()
    problem = refusal(text)
    position_of(text, problem.key)
    assert time.process_time() - began < 5.0
    assert problem.key == key
    assert message in problem.message
    assert problem.hint
    assert problem.line or problem.key


@pytest.mark.parametrize(
    "text",
    [
        ADD.replace("# the left side", "# " + "a." * 200),
        HEAD + 'doc = "' + "One. Two. " * 200 + '"\n',
        HEAD + "doc = '''\n" + "a.b = 1\n" * 200 + "'''\n",
        attributes(20, 990),
        attributes(400, 2),
    ],
)
def test_what_people_write_is_not_too_much(text: str) -> None:
    op_file.loads(text, validate=False)


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "[[args]]\n" * (N // 10),
        HEAD + "".join(f"[a{i}]\n" for i in range(N // 10)),
        HEAD + 'doc="""' + '"" ' * (N // 3),
        HEAD + "a = " + "{a=" * 200 + "1" + "}" * 200,
        HEAD + "a = " + "[" * 900 + "]" * 900,
        HEAD + "x = [" + "1.0," * (N // 4) + "]\n",
        HEAD + ',"' * (N // 2),
        HEAD + "," + "a" * N,
        HEAD + "a." * 63 + "a" * N,
    ],
)
def test_text_within_the_bounds_is_read_in_a_moment(text: str) -> None:
    began = time.process_time()
    problem = refusal(text)
    position_of(text, problem.key)
    assert time.process_time() - began < 5.0


def test_of_endlessly_many_problems_the_first_are_reported() -> None:
    flags = ", ".join(['"x"'] * 10_000)
    with pytest.raises(UserError) as caught:
        op_file.loads(ADD.replace("[kernel]", f"[kernel]\nlink_flags = [{flags}]"))
    problems = caught.value.problems
    assert len(problems) == check.MOST_PROBLEMS + 1
    assert problems[-1].message == f"there are more problems than these {check.MOST_PROBLEMS}"


def large(rows: int, length: int) -> Op:
    """As large as can be: as many of all rows as there may be."""
    args = tuple(Arg(f"x{i}") for i in range(rows))
    names = tuple(a.name for a in args)
    floats = tuple(i * 0.37 for i in range(length))
    node = Node("custom::Large", names, ("y",), (Attribute("a", "floats", value=floats),))
    examples = tuple(Example(name, shape=(2,)) for name in names)
    return Op(
        1, "large", "tests::large", args=args, outputs=(Output("y", names[0], "x0.shape"),),
        mapping=Mapping(nodes=(node,)), ort=Ort("export-only"), model=Model(inputs=examples),
    )  # fmt: skip


def test_the_time_of_writing_grows_with_the_text_and_not_with_its_square() -> None:
    small, big = large(1, 1000), large(1, 16_000)
    seconds = fastest(lambda: op_file.dumps(small))
    assert fastest(lambda: op_file.dumps(big)) < 16 * 4 * seconds  # 16 * 16 if it were the square


def test_as_large_as_can_be_is_written_read_and_checked_in_a_moment() -> None:
    op = large(bounds.MOST_ROWS, 16_000)
    began = time.process_time()
    text = op_file.dumps(op)
    assert op_file.loads(text) == op
    assert time.process_time() - began < 10.0
