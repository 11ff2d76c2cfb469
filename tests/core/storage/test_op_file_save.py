"""Writing ``op.toml``: hand-written files keep what did not change."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import example, given, settings

from tests.core.declarations import ADD, add_op, as_table, edited, exactly
from tests.core.strategies import WELL_FORMED, sound_ops
from workbench.core.declaration.op import Op
from workbench.core.storage import op_file
from workbench.core.storage.project import gallery_folder

# One declaration in several hands. Each has comments wherever TOML allows one, odd spacing and
# a default that is spelled out.
INLINE = """\
# top
schema=1   # one
name   =   'add'
torch  =   "tests::add"
args = [
  # the operands
  { name = "a", dtype = "float32" },  # left
  {name="b",optional=false}, # right

  # how much
  { name = "scale", type = "float", default = 1.0 },
]  # end of args
outputs = [{ name = "y", dtype = "a", shape = "a.shape" }] # one
kernel = { style = "portable", source = "kernel.cpp" } # where
# before the mapping
mapping = { nodes = [{ op = "custom::Add", inputs = ["a", "b"], outputs = ["y"], attributes = [
  { name = "scale", type = "float", arg = "scale" }
] }] }

# before the model
[model]  # sample
opset = 17  # old
# before its inputs
inputs = [
  { arg = "a", shape = [2, 3], dynamic = { 0 = "n" } },  # left
  { arg = "b", shape = [2, 3] },  # right
]
# the end
"""

DOTTED = """\
# top
name = "add"  # the name before the schema
schema = 1
torch = "tests::add"
kernel.style = "portable"  # dotted
kernel.source = "kernel.cpp"  # dotted too
model.opset = 17  # old

    [[args]]  # left
    name = "a"

    [[args]]  # right
    name = "b"
    optional = false  # spelled out

    [[args]]  # how much
    type = "float"
    name = "scale"
    default = 1.0

[[outputs]]
name = "y"
dtype = "a"
shape = "a.shape"

# before the node
[[mapping.nodes]]
op = "custom::Add"
inputs = [ "a", "b" ]  # operands
outputs = ["y"]

  [[mapping.nodes.attributes]]  # how much
  name = "scale"
  type = "float"
  arg = "scale"
# the end
"""

TABLES = """\
# top
schema = 1
name = "add"
torch = "tests::add"

# the sample first
[model]  # sample
opset = 17  # old

[[model.inputs]]  # left
arg = "a"
shape = [2, 3]
[model.inputs.dynamic]  # names of axes
0 = "n"

[[model.inputs]]  # right
arg = "b"
shape = [2, 3]

# then the op
[kernel] # where
style = "portable"
source = "kernel.cpp"

[[args]]  # left
name = "a"
[[args]]  # right
name = "b"
optional = false  # spelled out
[[args]]  # how much
name = "scale"
type = "float"
default = 1.0

[ort] # spelled out
oldest = "1.17"

[[outputs]]
name = "y"
dtype = "a"
shape = "a.shape"

[mapping]
# a node
nodes = [
  # first
  { op = "custom::Add", inputs = ["a", "b"], outputs = ["y"], attributes = [
    { name = "scale", type = "float", arg = "scale" },  # how much
  ] },  # the node
]
# the end
"""

HANDS = {"sections": ADD, "inline": INLINE, "dotted": DOTTED, "tables": TABLES}
HANDS["crlf"] = ADD.replace("\n", "\r\n")
HANDS |= {
    f.parent.name: f.read_text(encoding="utf-8") for f in sorted(gallery_folder().glob("*/op.toml"))
}
in_every_hand = pytest.mark.parametrize("hand", HANDS)


def read(text: str) -> Op:
    return op_file.loads(text, validate=False)


def written(op: Op, base: str) -> str:
    """The new text, proven to say what the declaration says."""
    text = op_file.dumps(op, base)
    assert exactly(read(text)) == exactly(op)
    return text


def comments(text: str) -> list[str]:
    """The comments of a text, in order; no string in these texts holds a #."""
    return ["#" + line.partition("#")[2].rstrip() for line in text.splitlines() if "#" in line]


def without(text: str, *words: str) -> list[str]:
    return [line for line in text.splitlines() if not any(word in line for word in words)]


@in_every_hand
def test_unchanged_declaration_keeps_every_byte(hand: str, tmp_path: Path) -> None:
    file = tmp_path / "op.toml"
    file.write_bytes(HANDS[hand].encode())
    op_file.save(tmp_path, op_file.load(tmp_path, validate=False))
    assert file.read_bytes() == HANDS[hand].encode()


@in_every_hand
def test_changed_value_changes_its_line_only(hand: str) -> None:
    base = HANDS[hand]
    op = read(base)
    text = written(edited(op, model__opset=op.model.opset + 1), base)
    assert text == base.replace(f"opset = {op.model.opset}", f"opset = {op.model.opset + 1}")


@in_every_hand
def test_changed_shape_rule_changes_its_line_only(hand: str) -> None:
    base = HANDS[hand]
    shape = read(base).outputs[0].shape
    rule = f'shape = """{shape}"""' if "\n" in shape else f'shape = "{shape}"'
    text = written(edited(read(base), outputs__0__shape="[1]"), base)
    assert text == base.replace(rule, 'shape = "[1]"', 1)


@in_every_hand
def test_edits_and_their_undoing_do_not_pile_up_blank_lines(hand: str) -> None:
    base = HANDS[hand]
    op = read(base)
    last = len(op.args) - 1
    other = edited(op, **{f"args__{last}__doc": "x", "outputs__0__shape": "[1]"})
    once = written(op, written(other, base))
    assert written(op, written(other, once)) == once


@in_every_hand
def test_new_key_leaves_all_lines_as_they_were(hand: str) -> None:
    base = HANDS[hand]
    text = written(edited(read(base), doc="what it does", torch="tests::other"), base)
    was = without(base, "torch", "doc =")
    assert [line for line in without(text, "torch", "doc =") if line] == [x for x in was if x]


@in_every_hand
def test_new_key_does_not_part_a_section_from_its_comment(hand: str) -> None:
    base = HANDS[hand]
    lines = written(edited(read(base), doc="what it does"), base).splitlines()
    for above, section in itertools.pairwise(base.splitlines()):
        if above.startswith("#") and section.startswith("["):
            assert lines[lines.index(above) + 1] == section


def without_rtol(text: str) -> list[str]:
    return [line for line in text.splitlines() if "rtol" not in line]


@in_every_hand
def test_tolerance_can_be_added_without_losing_a_comment(hand: str) -> None:
    base = HANDS[hand]
    text = written(edited(read(base), model__rtol=0.5), base)
    assert without_rtol(text) == without_rtol(base)


@in_every_hand
def test_renamed_argument_keeps_its_comments(hand: str) -> None:
    base = HANDS[hand]
    op = read(base)
    last = len(op.args) - 1
    text = written(edited(op, **{f"args__{last}__name": "other"}), base)
    assert comments(text) == comments(base)


@in_every_hand
def test_appended_argument_keeps_the_comments(hand: str) -> None:
    base = HANDS[hand]
    count = len(read(base).args)
    row = {"name": "more", "type": "int", "default": 3}
    text = written(edited(read(base), **{f"args__{count}": row}), base)
    assert comments(text) == comments(base)


@in_every_hand
def test_reordered_arguments_keep_their_comments(hand: str) -> None:
    base = HANDS[hand]
    op = read(base)
    swapped = edited(op, args=[as_table(a) for a in (*op.args[1:], op.args[0])])
    assert sorted(comments(written(swapped, base))) == sorted(comments(base))


@pytest.mark.parametrize("hand", ["sections", "inline", "dotted", "tables"])
def test_removed_argument_takes_only_its_own_comments_along(hand: str) -> None:
    base = HANDS[hand]
    text = written(edited(read(base), args__2=...), base)
    kept = [c for c in comments(text) if c != "# how much"]
    assert kept == [c for c in comments(base) if c != "# how much"]


@in_every_hand
def test_changed_node_keeps_its_comments(hand: str) -> None:
    base = HANDS[hand]
    text = written(edited(read(base), mapping__nodes__0__op="custom::Other"), base)
    assert comments(text) == comments(base)


@in_every_hand
def test_defaults_spelled_out_stay(hand: str) -> None:
    base = HANDS[hand]
    text = written(edited(read(base), doc="new"), base)
    for spelled in ("optional", "style", "oldest", 'exporter = "torchscript"'):
        assert text.count(f"\n{spelled}") == base.count(f"\n{spelled}")


def test_first_value_of_a_missing_table_is_added(tmp_path: Path) -> None:
    text = written(edited(add_op(), ort={"oldest": "1.20"}), ADD)
    assert 'oldest = "1.20"' in text
    assert comments(text) == comments(ADD)


def test_optional_key_is_removed_again() -> None:
    text = written(edited(add_op(), args__2__default=...), ADD)
    assert text == ADD.replace("default = 1.0\n", "")


@pytest.mark.parametrize(
    ("value", "text"), [(1, "default = 1\n"), (True, "default = true\n"), (2.0, "default = 2.0\n")]
)
def test_default_of_another_type_is_written_though_it_compares_equal(
    value: object, text: str
) -> None:
    op = edited(add_op(), args__2__default=value)
    assert text in written(op, ADD)


def test_argument_turned_from_int_to_bool_is_read_back_as_bool() -> None:
    base = ADD.replace('type = "float"\ndefault = 1.0', 'type = "int"\ndefault = 1')
    op = edited(read(base), args__2__type="bool", args__2__default=True)
    assert read(op_file.dumps(op, base)).args[2].default is True


def test_broken_old_text_is_replaced_by_the_declaration() -> None:
    assert exactly(read(op_file.dumps(add_op(), "schema = [ broken"))) == exactly(add_op())


def test_fresh_file_is_laid_out_for_people() -> None:
    text = op_file.dumps(add_op())
    assert text.startswith('schema = 1\nname = "add"\ntorch = "tests::add"\n')
    assert text.count("[[args]]") == 3
    assert "optional" not in text  # defaults are left out
    assert op_file.dumps(read(text)) == text


@given(op=WELL_FORMED)
@example(op=edited(add_op(), model__rtol=0.5, model__atol=0.25))
def test_declaration_survives_writing_and_reading(op: Op) -> None:
    written(op, "")


@given(before=WELL_FORMED, after=WELL_FORMED)
def test_any_declaration_can_be_written_over_any_other(before: Op, after: Op) -> None:
    written(after, op_file.dumps(before))


@settings(deadline=None)  # several declarations are written in turn
@given(op=WELL_FORMED | sound_ops())
def test_any_declaration_can_be_written_over_a_commented_one(op: Op) -> None:
    for base in (ADD, INLINE, DOTTED, TABLES):
        written(op, base)
