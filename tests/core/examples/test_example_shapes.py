"""What the window says of the outputs' shapes, for every set of examples."""

from msgspec import UNSET
from msgspec.structs import replace

from tests.core.declarations import add_op
from workbench.core.declaration.op import Arg, Case, Example
from workbench.core.examples.example_shapes import Shape, example_shapes
from workbench.core.op_toml.key_path import replace_at
from workbench.core.storage import op_file

RULE = "outputs[0].shape"


def main(op):
    return str(example_shapes(op)[0].shapes[0])


def test_dynamic_sizes_keep_their_names_where_they_pass_through():
    op = replace_at(add_op(), "model.inputs[0].dynamic", {0: "n", -1: "w"})
    assert main(replace_at(op, RULE, "a.shape")) == "[n=2, w=3]"
    assert main(replace_at(op, RULE, "[a.shape[1], 5, a.shape[0] * 2]")) == "[w=3, 5, dynamic=4]"
    shape = example_shapes(replace_at(op, RULE, "a.shape"))[0].shapes[0]
    assert shape == Shape((2, 3), {0: "n", 1: "w"})


def test_each_case_is_evaluated_with_what_it_inherits():
    op = replace_at(
        add_op(), "model.cases", (Case("big", (Example("a", shape=(9, 3)),)), Case("same"))
    )
    assert [(s.name, str(s.shapes[0])) for s in example_shapes(op)] == [
        ("", "[2, 3]"), ("big", "[9, 3]"), ("same", "[2, 3]"),
    ]  # fmt: skip


def test_lists_optionals_numbers_and_elements_are_known():
    op = add_op()
    more = (Arg("xs", "tensor[]", "T"), Arg("m", optional=True), Arg("k", "int"))
    examples = (Example("xs[0]", shape=(4,)), Example("xs[1]", shape=(5,)), Example("k", value=7))
    op = replace(op, args=(*op.args, *more))
    op = replace_at(op, "model.inputs", (*op.model.inputs, *examples))
    assert main(replace_at(op, RULE, "[len(xs), xs[1].shape[0], k]")) == "[2, 5, 7]"
    assert main(replace_at(op, RULE, "[1] if m is None else m.shape")) == "[1]"
    assert (
        main(replace_at(op, RULE, "m.shape"))
        == "does not fit: 'm' is None here, so it has no shape"
    )
    op = replace_at(op, "model.inputs[1]", Example("b", shape=(3,), value=(2.0, 4.0, 8.0)))
    assert main(replace_at(op, RULE, "[value(b, 2)]")) == "[dynamic=8]"
    assert main(replace_at(op, RULE, "[value(a, 0)]")) == "[?]"


def test_what_cannot_be_evaluated_says_why():
    op = add_op()
    assert "no shape rule" in main(replace_at(op, RULE, "a.shape +"))
    assert main(replace_at(op, "model.inputs", op.model.inputs[:1])) == "'b' has no example"
    assert main(replace_at(op, "model.inputs[1].shape", UNSET)) == "the example has no shape: 'b'"
    in_file = replace_at(op, "model.inputs[1]", Example("b", file="gone.npy"))
    assert main(in_file) == "the file cannot be read: 'b'"
    assert "file of its own" in main(replace_at(op, "model.source", "model.py"))
    wrong = replace_at(op, "model.inputs[1].shape", (4,))
    assert main(wrong) == "does not fit: shapes [2, 3] and [4] cannot be broadcast"


def test_new_keys_are_written_and_left_out_where_they_are_default():
    op = replace_at(add_op(), "model.inputs[0]", Example("a", file="data/a.npz", entry="x"))
    text = op_file.dumps(op)
    assert 'file = "data/a.npz"' in text
    assert 'entry = "x"' in text
    assert op_file.loads(text) == op
    assert "file" not in op_file.dumps(add_op())
