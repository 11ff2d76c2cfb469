"""What choosing an operator fills in, as pure edits of an op."""

from __future__ import annotations

from msgspec.structs import replace

from workbench.core.declaration.op import (
    Arg,
    Attribute,
    Constant,
    Mapping,
    Model,
    Node,
    Op,
    Output,
    Variant,
)
from workbench.core.edits import nodes as edits


def op_of(*nodes, args, constants=(), opset=17) -> Op:
    return Op(
        schema=1,
        name="o",
        torch="l::o",
        args=args,
        outputs=(Output("y", "float32", "x.shape"),),
        mapping=Mapping(nodes=nodes or (Node("Identity", (), ("y",)),), constants=constants),
        model=Model(opset=opset),
    )


def used(op: Op, name: str, index: int = 0) -> Node:
    return edits.use_operator(op, index, name).mapping.nodes[index]


def test_inputs_are_filled_in_order_as_far_as_types_fit():
    # Gather's data may be of any type, its indices are whole numbers.
    x, idx, n = Arg("x"), Arg("idx", dtype="int64"), Arg("n", "int")
    assert used(op_of(args=(x, idx, n)), "Gather").inputs == ("x", "idx")
    assert used(op_of(args=(idx, n, x)), "Gather").inputs == ("x", "idx")


def test_nothing_that_does_not_fit_is_taken():
    node = used(op_of(args=(Arg("x"),)), "BitwiseNot", 0)
    assert node.inputs == ()


def test_what_is_given_stays_if_it_fits():
    op = op_of(Node("custom::F", ("b", "x", "x", "b"), ("y",)), args=(Arg("x"), Arg("b")))
    assert used(op, "Sub").inputs == ("b", "x")
    assert used(op, "Concat").inputs == ("b", "x", "x", "b")


def test_names_that_tell_decide_the_order_others_do_not():
    args = tuple(map(Arg, ("input", "weight", "offset", "mask", "bias")))
    given = tuple(a.name for a in args)
    op = op_of(Node("custom::F", given, ("y",)), args=args, opset=19)
    assert used(op, "DeformConv").inputs == ("input", "weight", "offset", "bias", "mask")
    op = op_of(Node("custom::F", ("b", "a"), ("y",)), args=(Arg("a"), Arg("b")))
    assert used(op, "Sub").inputs == ("b", "a")


def test_what_runs_the_node_follows_the_operator():
    op = op_of(Node("custom::F", ("x",), ("y",)), args=(Arg("x"),))
    assert op.ort.implementation == "portable"
    standard = edits.use_operator(op, 0, "Relu")
    assert standard.ort.implementation == "none"
    assert edits.use_operator(standard, 0, "mine::F").ort.implementation == "portable"


def test_the_node_before_is_the_first_choice():
    nodes = (Node("Abs", ("x",), ("t",)), Node("Identity", (), ("y",)))
    assert used(op_of(*nodes, args=(Arg("x"),)), "Exp", 1).inputs == ("t",)


def test_outputs_are_as_many_as_the_operator_gives():
    op = op_of(Node("custom::F", ("x",), ("y", "z", "w")), args=(Arg("x"),))
    assert used(op, "Abs").outputs == ("y",)
    bare = op_of(Node("custom::F", ("x",), ()), args=(Arg("x"),))
    assert used(bare, "Abs").outputs == ("y",)
    assert len(used(bare, "TopK").outputs) == 2


def test_required_attributes_come_from_the_argument_of_their_name():
    args = (Arg("x"), Arg("axis", "int"))
    assert used(op_of(args=args), "Concat").attributes == (Attribute("axis", "int", arg="axis"),)
    args = (Arg("x"), Arg("axis", "float"))
    assert used(op_of(args=args), "Concat").attributes == (Attribute("axis", "int", value=1),)


def test_an_attribute_of_another_type_is_put_right():
    op = op_of(
        Node("custom::F", ("x",), ("y",), (Attribute("axis", "float", value=1.5),)),
        args=(Arg("x"),),
    )
    assert used(op, "Concat").attributes == (Attribute("axis", "int", value=1),)


def test_a_list_of_tensors_goes_where_a_list_may():
    args = (Arg("xs", "tensor[]"), Arg("x"))
    assert used(op_of(args=args), "Concat").inputs == ("xs",)
    assert used(op_of(args=args), "Neg").inputs == ("x",)


def test_the_opset_of_the_variant_decides():
    op = op_of(args=(Arg("x"),), opset=9)
    variant = replace(op, variant="v", variants={"v": Variant(mapping=op.mapping, opset=20)})
    assert (op.opset, variant.opset) == (9, 20)
    assert edits.node_doc(op, Node("Gelu")) is None
    assert edits.node_doc(variant, Node("Gelu")) is not None


def test_inputs_that_are_left_out_at_the_end_are_not_written():
    op = op_of(Node("Resize", ("x",), ("y",)), args=(Arg("x"), Arg("s")))
    grown = edits.set_input(op, 0, 2, "s")
    assert grown.mapping.nodes[0].inputs == ("x", "", "s")
    assert edits.set_input(grown, 0, 2, "").mapping.nodes[0].inputs == ("x",)


def test_a_new_constant_has_a_free_name():
    args = (Arg("x"), Arg("roi"))
    op = op_of(
        Node("Resize", ("x",), ("y",)), args=args, constants=(Constant("roi2", "float32", 1.0),)
    )
    grown = edits.new_constant(op, 0, 1)
    assert grown.mapping.nodes[0].inputs == ("x", "roi3")
    assert grown.mapping.constants[-1].dtype == "float32"


def test_a_number_that_becomes_an_input_is_no_attribute_of_the_node_any_more():
    carried = Node(
        "custom::F", ("x",), ("y",), (Attribute("k", "i", "k"), Attribute("n", "i", "n"))
    )
    op = op_of(carried, args=(Arg("x"), Arg("k", "int"), Arg("n", "int")))
    edited = edits.constant_from(op, 0, 1, "k").mapping
    assert edited.constants == (Constant("k", "int64", arg="k"),)
    assert edited.nodes[0].inputs == ("x", "k")
    assert [a.name for a in edited.nodes[0].attributes] == ["n"]


def test_an_attribute_that_the_operator_has_stays_beside_an_input_of_the_same_number():
    node = Node("ReduceSum", ("x",), ("y",), (Attribute("keepdims", "i", "keepdims"),))
    op = op_of(node, args=(Arg("x"), Arg("keepdims", "int")))
    edited = edits.constant_from(op, 0, 1, "keepdims").mapping.nodes[0]
    assert [a.name for a in edited.attributes] == ["keepdims"]


def test_a_branch_of_a_branch_keeps_both_conditions():
    args = (Arg("x"), Arg("m", optional=True), Arg("flag", "bool"))
    op = op_of(Node("custom::F", ("x", "m"), ("y",), when="flag or m is None"), args=args)
    split = edits.branch_on(op, "flag", 0).mapping.nodes
    assert [n.when for n in split] == [
        "(flag or m is None) and flag",
        "(flag or m is None) and not flag",
    ]
    assert split[1].inputs == ("x", "m")  # a bool is never None
