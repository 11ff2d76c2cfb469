"""Edits that touch several places of a declaration, and key paths."""

import msgspec
import pytest
from msgspec.structs import replace

from tests.core.declarations import add_op
from tests.ops.test_declared_examples import TWO
from tests.ops.test_run_time_branches import CUSTOM
from workbench.core import edits
from workbench.core.check import check_op
from workbench.core.declaration.op import Arg, Backward, Example
from workbench.core.edits.common import renamed as renamed_op
from workbench.core.op_toml.key_path import get_at, is_within, renumber, replace_at
from workbench.core.storage import op_file, project


@pytest.fixture
def op():
    return op_file.load(project.gallery_folder() / "my_add_custom")


@pytest.fixture
def residual():
    return op_file.load(project.gallery_folder() / "dual_residual")


def test_a_key_path_names_a_part_to_read_and_to_replace(op):
    changed = replace_at(op, "args[1].doc", "the second")
    assert get_at(changed, "args[1].doc") == "the second"
    assert changed.args[0] is op.args[0]
    assert replace_at(op, "types.T", ("float16",)).types == {"T": ("float16",)}


def test_a_prefix_is_a_whole_step():
    assert is_within("args[1].dtype", "args[1]")
    assert is_within("args[1]", "args")
    assert not is_within("args[10]", "args[1]")
    assert is_within("anything", "")


def test_keys_go_with_their_rows():
    assert renumber("args[0].dtype", "args", [1, 0]) == "args[1].dtype"
    assert renumber("args[1].dtype", "args", [0]) == ""
    assert renumber("model.opset", "args", [1, 0]) == "model.opset"


def test_a_renamed_argument_is_renamed_wherever_it_is_used(op):
    renamed = edits.rename_arg(op, 0, "left")
    assert renamed.outputs[0].shape == "broadcast(left.shape, b.shape)"
    assert renamed.mapping.nodes[0].inputs == ("left", "b")
    assert renamed.model.inputs[0].arg == "left"
    assert check_op(renamed) == []
    assert edits.rename_arg(renamed, 0, "a") == op


def test_an_unusable_name_changes_the_argument_alone(op):
    for name in ("", "b", "2x"):
        changed = edits.rename_arg(op, 0, name)
        assert changed.args[0].name == name
        assert changed.mapping == op.mapping


def test_a_renamed_scalar_is_followed_by_its_attribute(residual):
    renamed = edits.rename_arg(residual, 2, "beta")
    attribute = renamed.mapping.nodes[0].attributes[0]
    assert (attribute.name, attribute.arg) == ("beta", "beta")
    assert check_op(renamed) == []


def test_a_new_argument_is_complete_at_once(op):
    grown = edits.add_arg(op)
    assert check_op(grown) == []
    assert grown.args[-1].name in grown.mapping.nodes[0].inputs
    assert grown.example(grown.args[-1].name) is not None
    assert edits.remove_arg(grown, len(grown.args) - 1) == op


def test_a_new_argument_stands_before_those_with_a_default(op):
    op = replace(op, args=(*op.args, Arg("n", "int", default=1)))
    assert [a.name for a in edits.add_arg(op).args] == ["a", "b", "x", "n"]


def test_a_type_change_moves_the_argument_between_inputs_and_attributes(op):
    scalar = edits.set_arg_type(edits.add_arg(op), 2, "float")
    node = scalar.mapping.nodes[0]
    assert node.inputs == ("a", "b")
    assert [(a.arg, a.type) for a in node.attributes] == [("x", "float")]
    assert scalar.example("x") == Example("x", value=1.0)
    assert check_op(scalar) == []
    back = edits.set_arg_type(scalar, 2, "tensor")
    assert back.mapping.nodes[0].inputs == ("a", "b", "x")
    assert back.mapping.nodes[0].attributes == ()


def test_declared_values_become_what_they_mean_in_another_type() -> None:
    op = replace_at(add_op(), "args[2].range", (0, 2.5))
    whole = edits.set_arg_type(op, 2, "int")
    assert whole.args[2].range == (0, 2)
    assert edits.set_arg_type(op, 2, "float[]").args[2].range == (0.0, 2.5)
    for kind in ("tensor", "bool", "str"):
        assert edits.set_arg_type(op, 2, kind).args[2].range == ()
    chosen = replace_at(add_op(), "args[2].choices", (1.0, 2.0))
    assert edits.set_arg_type(chosen, 2, "str").args[2].choices == ("1.0", "2.0")
    assert edits.set_arg_type(chosen, 2, "bool").args[2].choices == ()


def test_outputs_are_followed_by_the_custom_node(op):
    grown = edits.add_output(op)
    assert check_op(grown) == []
    renamed = edits.rename_output(grown, 1, "rest")
    assert renamed.mapping.nodes[0].outputs == ("y", "rest")
    assert edits.remove_output(renamed, 1) == op


def test_formulas_follow_names(op):
    op = replace(op, backward=Backward(formulas={"a": "2 * grad_y", "b": "grad_y * b + 0 * y"}))
    renamed = edits.rename_output(edits.rename_arg(op, 1, "by"), 0, "z")
    assert renamed.backward.formulas == {"a": "2 * grad_z", "by": "grad_z * by + 0 * z"}
    assert check_op(renamed) == []
    assert edits.remove_arg(op, 0).backward.formulas == {"b": "grad_y * b + 0 * y"}
    copied = renamed_op(replace(op, backward=Backward(source="b.py")), "other")
    assert copied.backward.function == "my_add_custom_backward"


def test_the_first_node_carries_every_argument(residual):
    empty = replace(residual, mapping=type(residual.mapping)())
    node = edits.add_node(empty).mapping.nodes[0]
    assert node.op == "custom::DualResidual"
    assert node.inputs == ("x", "y")
    assert [a.arg for a in node.attributes] == ["alpha"]


def test_whole_numbers_get_examples_that_can_be_indices(op):
    index = next(i for i, a in enumerate(op.args) if a.type == "tensor")
    name = op.args[index].name
    before = op.example(name)
    whole = edits.set_arg_dtype(op, index, "int64")
    assert (whole.example(name).generator, whole.example(name).high) == ("integers", 10.0)
    assert edits.set_arg_dtype(whole, index, "bool").example(name).high == 2.0
    assert edits.set_arg_dtype(whole, index, "float64").example(name) == before
    mine = replace(before, generator="arange")
    asked = replace(op, model=replace(op.model, inputs=(mine,)))
    assert edits.set_arg_dtype(asked, index, "int64").example(name) == mine


def test_what_names_an_argument_or_output_in_examples_and_branches_follows_it() -> None:
    text = TWO.replace("EXPORTER", "torchscript").replace(
        "[reference]", '[reference]\nholds = "(y > a).all()"'
    )
    op = op_file.loads(text)
    renamed = edits.rename_output(edits.rename_arg(op, 0, "first"), 0, "sum_")
    assert renamed.model.inputs[1].same_as == "first"
    assert renamed.reference.holds == "(sum_ > first).all()"
    assert edits.remove_arg(op, 0).model.inputs[0].same_as == ""
    op = op_file.loads(CUSTOM.replace("EXPORTER", "torchscript"))
    flagged = msgspec.structs.replace(op.mapping.nodes[2], branch="not y")
    mapping = msgspec.structs.replace(op.mapping, nodes=(flagged,))
    op = msgspec.structs.replace(op, mapping=mapping)
    assert edits.rename_output(op, 0, "z").mapping.nodes[0].branch == "not z"


def test_another_style_keeps_the_file_for_gpus(op):
    both = replace_at(op, "kernel.cuda", "gpu.cu")
    alone = edits.set_style(both, "cuda")
    assert (alone.kernel.source, alone.kernel.cuda, alone.kernel.gpu_source) == (
        *("gpu.cu", "", "gpu.cu"),
    )
    again = edits.set_style(alone, "portable")
    assert (again.kernel.source, again.kernel.cuda) == ("kernel.cpp", "gpu.cu")
    assert edits.set_style(both, "libtorch").kernel.cuda == ""
    for changed in (alone, again, edits.set_style(op, "cuda")):
        assert not check_op(changed)
