"""Where a key path stands in op.toml: hand-written, generated and broken texts."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core import strategies
from tests.large import examples
from workbench.core.storage import op_file, project
from workbench.core.storage.toml_position import line_of, position_of, positions

TEXT = '''\
schema = 1  # a comment with [[args]] in it
name = "deform"
doc = """
[[args]]
name = "not a key"
"""

[types]
"T" = ["float", "double"]

[[args]]
name = "input"
[[args]]
name = "mask"; dtype = "broken"
optional = true

[mapping]
nodes = [
  { op_type = "Deform", inputs = ["input", # }
      "mask"] },
  { op_type = 'Cast', attributes = { to = 1 } },
]
a.b.c = 3

[[model.cases]]
name = "first"
[[model.cases.examples]]
arg = "input"
[[model.cases.examples]]
arg = "mask"
[[model.cases]]
name = "second"
[[model.cases.examples]]
arg = "third"
'''


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("schema", 1),
        ("doc", 3),
        ("types.T", 9),
        ("types.T[1]", 9),
        ("args", 11),
        ("args[0]", 11),
        ("args[0].name", 12),
        ("args[1]", 13),
        ("args[1].name", 14),
        ("args[1].optional", 15),
        ("args[1].default", 13),
        ("args[7].name", 11),
        ("mapping.nodes", 18),
        ("mapping.nodes[0].inputs[1]", 20),
        ("mapping.nodes[1].op_type", 21),
        ("mapping.nodes[1].attributes.to", 21),
        ("mapping.a.b.c", 23),
        ("model.cases[0].examples[1].arg", 30),
        ("model.cases[1].examples[0].arg", 34),
        ("model.cases[1].examples[0].shape", 33),
        ("nothing.of.this", 1),
        ("", 1),
    ],
)
def test_a_key_path_is_found_on_its_line(key, line):
    assert line_of(TEXT, key) == line


def test_the_column_is_that_of_the_key():
    assert position_of(TEXT, "mapping.nodes[1].attributes") == (21, 23)


@pytest.mark.parametrize("folder", [f for f, _ in project.gallery()], ids=lambda f: f.name)
def test_every_key_of_the_gallery_is_found_where_it_stands(folder):
    text = (folder / op_file.FILE_NAME).read_text()
    lines = text.splitlines()
    for path in paths_of(tomllib.loads(text)):
        assert path in positions(text), path
        key = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path).lstrip(".")
        if isinstance(path[-1], str):
            assert path[-1] in lines[line_of(text, key) - 1], path


def paths_of(value, path=()):
    if path:
        yield path
    children = value.items() if isinstance(value, dict) else ()
    children = enumerate(value) if isinstance(value, list) else children
    for name, child in children:
        yield from paths_of(child, (*path, name))


@examples(30)
@given(strategies.sound_ops())
def test_every_key_of_a_written_declaration_is_found(op):
    text = op_file.dumps(op)
    assert set(paths_of(tomllib.loads(text))) <= set(positions(text))


@examples(60)
@given(st.text(alphabet="[]{}=.,\"'\\# \n\tab1\0é") | st.text())
def test_no_text_is_too_broken(text):
    line, column = position_of(text, "a[0].b")
    assert 1 <= line <= text.count("\n") + 1
    assert column >= 1


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "a = {" * 2000, 'a = "' + "\\" * 99999])
def test_a_hostile_text_costs_no_recursion_and_no_time(text):
    assert line_of(text, "a[0][0]") == 1
