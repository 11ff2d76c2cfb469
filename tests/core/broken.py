"""Declarations with one thing wrong, and the fix that is expected for each."""

from msgspec import UNSET
from msgspec.structs import replace

from tests.core.declarations import add_op
from workbench.core.declaration.op import (
    Arg,
    Attribute,
    Backward,
    Case,
    Constant,
    Example,
    Mapping,
    Op,
    Output,
)
from workbench.core.op_toml.key_path import replace_at

NODE = "mapping.nodes[0]"
FLOAT = Attribute("alpha", "float", value=1.0)


def with_node(op: Op, /, **fields) -> Op:
    return replace_at(op, NODE, replace(op.mapping.nodes[0], **fields))


def with_attribute(**fields) -> Op:
    op = add_op()
    attribute = replace(op.mapping.nodes[0].attributes[0], **fields)
    return with_node(op, attributes=(attribute,))


def with_arg(op: Op, arg: Arg) -> Op:
    return replace(op, args=(*op.args, arg))


def with_list_beside(op: Op, exporter: str) -> Op:
    """An op that gives a list beside a tensor."""
    listed = Output("parts", "T", "a.shape", "tensor[]", "unknown")
    op = replace(op, outputs=(*op.outputs, listed))
    return replace_at(with_node(op, outputs=("y", "parts")), "model.exporter", exporter)


BREAKS = {
    # key: (how the declaration is broken, key of the problem, a fix that must be offered)
    "no such name": (lambda o: replace(o, name="2 x"), "name", "Rename to x2_x"),
    "list beside a tensor": (
        lambda o: with_list_beside(o, "torch.export"), "outputs[1].type", "Use the TorchScript exporter",
    ),
    "keyword": (lambda o: replace(o, name="class"), "name", "Rename to class_"),
    "not qualified": (lambda o: replace(o, torch="add"), "torch", "Change to my_lib::add"),
    "torch's own": (lambda o: replace(o, torch="aten::add"), "torch", "Change to my_lib::add"),
    "types typo": (lambda o: replace(o, types={"T": ("flot32",)}), "types.T", "Change to float32"),
    "types twice": (
        lambda o: replace(o, types={"T": ("float32", "float32")}), "types.T", "Remove the duplicate",
    ),
    "types empty": (lambda o: replace(o, types={"T": ()}), "types.T", "Set float32"),
    "type named as argument": (
        lambda o: replace(o, types={**o.types, "b": ("int8",)}), "types.b", "Rename to T2",
    ),
    "arg twice": (
        lambda o: replace_at(o, "args[1].name", "a"), "args[1].name",
        "Rename to b, as it is called elsewhere",
    ),
    "arg keyword": (
        lambda o: replace_at(o, "args[2].name", "lambda"), "args[2].name", "Rename to lambda_",
    ),
    "unknown dtype": (
        lambda o: replace_at(o, "args[0].dtype", "float23"), "args[0].dtype", "Change to float32",
    ),
    "undeclared variable": (
        lambda o: replace_at(o, "args[0].dtype", "Elem"),
        "args[0].dtype",
        "Declare the type variable Elem",
    ),
    "dtype of a number": (
        lambda o: replace_at(o, "args[2].dtype", "int8"), "args[2].dtype", "Remove the element type",
    ),
    "any for one": (
        lambda o: replace_at(o, "args[0].dtype", "any"), "args[0].dtype", "Change to T",
    ),
    "default of a tensor": (
        lambda o: replace_at(o, "args[1].default", 1.0), "args[1].default", "Remove the default",
    ),
    "default after": (
        lambda o: with_arg(o, Arg("n", "int")), "args[3].default", "Move it before those with a default",
    ),
    "default of another type": (
        lambda o: replace_at(o, "args[2].default", "0.5"), "args[2].default", "Change to 0.5",
    ),
    "default not in a list": (
        lambda o: with_arg(o, Arg("k", "int[]", default=3)), "args[3].default", "Change to [3]",
    ),
    "ends of a range swapped": (
        lambda o: with_arg(o, Arg("n", "int", default=3, range=(8, 1))), "args[3].range",
        "Change to [1, 8]",
    ),
    "one end of a range": (
        lambda o: replace_at(o, "args[2].range", (1,)), "args[2].range", "Change to [1.0, 1.0]",
    ),
    "a range with a fraction": (
        lambda o: with_arg(o, Arg("n", "int", default=2, range=(1, 2.5))), "args[3].range",
        "Change to [1, 2]",
    ),
    "a choice twice": (
        lambda o: replace_at(o, "args[2].choices", (1.0, 2.0, 1.0)), "args[2].choices",
        "Change to [1.0, 2.0]",
    ),
    "default outside of its range": (
        lambda o: replace_at(o, "args[2].range", (2.0, 3.0)), "args[2].default",
        "Widen the range to [1.0, 3.0]",
    ),
    "default that is no choice": (
        lambda o: replace_at(o, "args[2].choices", (2.0, 3.0)), "args[2].default",
        "Change to 2.0",
    ),
    "example outside of its range": (
        lambda o: replace_at(
            replace_at(o, "args[2].range", (0.5, 1.0)), "model.inputs",
            (*o.model.inputs, Example("scale", value=4.0)),
        ),
        "model.inputs[2].value",
        "Change to 1.0",
    ),
    "example of a case that is no choice": (
        lambda o: replace_at(
            replace_at(o, "args[2].choices", (0.5, 1.0)), "model.cases",
            (Case("other", (Example("scale", value=4.0),)),),
        ),
        "model.cases[0].inputs[0].value",
        "Add it to the choices",
    ),
    "optional list": (
        lambda o: replace(o, args=(Arg("xs", "tensor[]", "T", optional=True), *o.args)),
        "args[0].optional",
        "Make it required",
    ),
    "no list of bools": (
        lambda o: with_arg(o, Arg("k", "bool[]", default=(True,))), "args[3].type", "Change to int[]",
    ),
    "no output": (lambda o: replace(o, outputs=()), "outputs", "Add the output y"),
    "output taken": (
        lambda o: replace_at(o, "outputs[0].name", "a"), "outputs[0].name", "Rename to a2",
    ),
    "output dtype": (
        lambda o: replace_at(o, "outputs[0].dtype", "flaot32"), "outputs[0].dtype", "Change to float32",
    ),
    "did you mean": (
        lambda o: replace_at(o, "outputs[0].shape", "brodcast(a.shape, b.shape)"),
        "outputs[0].shape",
        "Change to broadcast(a.shape, b.shape)",
    ),
    "did you mean, an argument": (
        lambda o: replace_at(replace_at(o, "args[0].name", "image"), "outputs[0].shape", "imgae.shape"),
        "outputs[0].shape",
        "Change to image.shape",
    ),
    "a tensor for its shape": (
        lambda o: replace_at(o, "outputs[0].shape", "a"), "outputs[0].shape", "Change to a.shape",
    ),
    "one number": (
        lambda o: replace_at(o, "outputs[0].shape", "len(a.shape)"),
        "outputs[0].shape",
        "Change to [len(a.shape)]",
    ),
    "as torch spells it": (
        lambda o: replace_at(o, "outputs[0].shape", "[a.size(0)]"),
        "outputs[0].shape",
        "Change to [a.shape[0]]",
    ),
    "half typed": (
        lambda o: replace_at(o, "outputs[0].shape", "a.shape + "), "outputs[0].shape", "Change to a.shape",
    ),
    "kernel file": (
        lambda o: replace_at(o, "kernel.source", "kernel.txt"), "kernel.source", "Change to kernel.cpp",
    ),
    "kernel outside": (
        lambda o: replace_at(o, "kernel.source", "/tmp/k.cpp"), "kernel.source", "Change to k.cpp",
    ),
    "kernel function": (
        lambda o: replace_at(o, "kernel.function", "void add(int)"), "kernel.function", "Change to add",
    ),
    "registration": (
        lambda o: replace_at(o, "kernel.registration", "own"),
        "kernel.registration",
        "Remove the registration",
    ),
    "package": (
        lambda o: replace_at(o, "kernel.package", "torchvision"), "kernel.package", "Remove the package",
    ),
    "compiled already": (
        lambda o: replace_at(o, "kernel.sources", ("kernel.cpp",)),
        "kernel.sources[0]",
        "Remove 'kernel.cpp'",
    ),
    "several flags": (
        lambda o: replace_at(o, "kernel.compile_flags", ("-O3 -g",)),
        "kernel.compile_flags[0]",
        "Make each flag one of its own",
    ),
    "refused flag": (
        lambda o: replace_at(o, "kernel.compile_flags", ("-c",)), "kernel.compile_flags[0]", "Remove -c",
    ),
    "no node": (
        lambda o: replace(o, mapping=Mapping()), "mapping.nodes", "Add a custom node custom::MyAdd",
    ),
    "output not produced": (
        lambda o: replace_at(o, "outputs[0].name", "z"), "mapping.nodes", "Add 'z' to the outputs of custom::Add",
    ),
    "argument not carried": (
        lambda o: with_node(o, inputs=("a",)), "mapping.nodes", "Add 'b' to the inputs of custom::Add",
    ),
    "operator typo": (
        lambda o: with_node(o, op="Adde", attributes=()), f"{NODE}.op", "Change to Add",
    ),
    "no such domain": (
        lambda o: with_node(o, op="ai.onnx::Add3"), f"{NODE}.op", "Make it a node of your own, custom::Add3",
    ),
    "input typo": (lambda o: with_node(o, inputs=("a", "bb")), f"{NODE}.inputs[1]", "Change to b"),
    "number as input": (
        lambda o: with_node(o, inputs=("a", "b", "scale"), attributes=()),
        f"{NODE}.inputs[2]",
        "Make it an attribute",
    ),
    "two outputs of one name": (
        lambda o: with_node(o, outputs=("y", "y")), f"{NODE}.outputs", "Remove the duplicate",
    ),
    "bad condition": (
        lambda o: with_node(o, when="nothing is None"), f"{NODE}.when", "Remove the condition",
    ),
    "attribute's argument": (
        lambda _: with_attribute(arg="sclae"), f"{NODE}.attributes[0].arg", "Change to scale",
    ),
    "attribute's type": (
        lambda _: with_attribute(type="int"), f"{NODE}.attributes[0].type", "Change the type to float",
    ),
    "attribute's value": (
        lambda _: with_attribute(arg="", value="0.5"), f"{NODE}.attributes[0].value", "Change to 0.5",
    ),
    "attribute without": (
        lambda _: with_attribute(arg=""), f"{NODE}.attributes[0]", "Take the value of 'scale'",
    ),
    "attribute with both": (
        lambda _: with_attribute(value=1.0), f"{NODE}.attributes[0]", "Take the value of 'scale'",
    ),
    "attribute twice": (
        lambda o: with_node(o, attributes=(*o.mapping.nodes[0].attributes, replace(FLOAT, name="scale"))),
        f"{NODE}.attributes[1].name",
        "Remove this 'scale'",
    ),
    "attribute of a tensor": (
        lambda _: with_attribute(arg="b", type="float"),
        f"{NODE}.attributes[0].arg",
        "Pass 'b' as an input",
    ),
    "attribute's dtype": (
        lambda _: with_attribute(dtype="int8"), f"{NODE}.attributes[0].dtype", "Remove the element type",
    ),
    "constant": (
        lambda o: replace_at(o, "mapping.constants", (Constant("c", "float32"),)),
        "mapping.constants[0]",
        "Give it the value 0",
    ),
    "constant's name": (
        lambda o: replace_at(o, "mapping.constants", (Constant("a", "float32", 1.0),)),
        "mapping.constants[0].name",
        "Rename to a2",
    ),
    "old runtime": (lambda o: replace_at(o, "ort.oldest", "1.9"), "ort.oldest", "Change to 1.17"),
    "no implementation": (
        lambda o: replace_at(o, "ort.implementation", "none"), "ort.implementation", "Run our own kernel",
    ),
    "only own has a source": (
        lambda o: replace_at(o, "ort.source", "x.cpp"), "ort.source", "Remove the source",
    ),
    "opset": (lambda o: replace_at(o, "model.opset", 99), "model.opset", "Change to 20"),
    "tolerance": (
        lambda o: replace_at(o, "model.rtol", -1.0), "model.rtol", "Use that of the element type",
    ),
    "tolerance of an output": (
        lambda o: replace_at(o, "outputs[0].atol", -1.0), "outputs[0].atol", "Use that of all outputs",
    ),
    "no example": (
        lambda o: replace_at(o, "model.inputs", o.model.inputs[:1]), "model.inputs", "Add an example for 'b'",
    ),
    "example of nothing": (
        lambda o: replace_at(o, "model.inputs[1].arg", "bb"), "model.inputs[1].arg", "Change to b",
    ),
    "example twice": (
        lambda o: replace_at(o, "model.inputs", (*o.model.inputs, Example("a", shape=(1,)))),
        "model.inputs[2].arg",
        "Remove the example",
    ),
    "negative size": (
        lambda o: replace_at(o, "model.inputs[0].shape", (-2, 3)), "model.inputs[0].shape", "Change to 2, 3",
    ),
    "no shape": (
        lambda o: replace_at(o, "model.inputs[1].shape", UNSET), "model.inputs[1].shape", "Set 2, 3",
    ),
    "too few elements": (
        lambda o: replace_at(o, "model.inputs[1].value", (1.0, 2.0)),
        "model.inputs[1].value",
        "Change the shape to 2",
    ),
    "low above high": (
        lambda o: replace_at(o, "model.inputs[0]", Example("a", (2,), generator="uniform", low=2.0)),
        "model.inputs[0].low",
        "Swap them",
    ),
    "axis outside": (
        lambda o: replace_at(o, "model.inputs[0].dynamic", {7: "n"}),
        "model.inputs[0].dynamic",
        "Remove the axis that is not there",
    ),
    "dtype of another": (
        lambda o: replace_at(o, "model.inputs[1].dtype", "float64"),
        "model.inputs[1].dtype",
        "Change to float32",
    ),
    "not optional": (
        lambda o: replace_at(o, "model.inputs[1].none", True), "model.inputs[1].none", "Give it a value",
    ),
    "case twice": (
        lambda o: replace_at(o, "model.cases", (Case("c"), Case("c"))), "model.cases[1].name", "Rename to c2",
    ),
    "file of no kind": (
        lambda o: replace_at(o, "model.inputs[0].file", "a.md"),
        "model.inputs[0].file",
        "Have the values generated",
    ),
    "file outside": (
        lambda o: replace_at(o, "model.inputs[0].file", "/data/a.npy"),
        "model.inputs[0].file",
        "Change to a.npy",
    ),
    "file and values": (
        lambda o: replace_at(o, "model.inputs[1]", replace(o.model.inputs[1], file="b.npy", value=(1.0,) * 3)),
        "model.inputs[1].value",
        "Take the file's values",
    ),
    "entry of an npy": (
        lambda o: replace_at(o, "model.inputs[0]", Example("a", file="a.npy", entry="x")),
        "model.inputs[0].entry",
        "Remove the entry",
    ),
    "outputs without a model file": (
        lambda o: replace_at(o, "model.outputs", ("z",)), "model.outputs", "Remove the outputs",
    ),
    "expression": (
        lambda o: replace_at(o, "reference.python", "y = a + b"), "reference.python", "Change to a + b",
    ),
    "both references": (
        lambda o: replace(o, reference=replace(o.reference, python="a", source="r.py")),
        "reference.python",
        "Keep the expression",
    ),
    "formula of nothing": (
        lambda o: replace(o, backward=Backward(formulas={"bb": "grad"})),
        "backward.formulas.bb",
        "Make it the formula of b",
    ),
    "formula with an unknown name": (
        lambda o: replace(o, backward=Backward(formulas={"a": "2 * grad_z"})),
        "backward.formulas.a",
        "Write grad_y for grad_z",
    ),
    "formula that is none": (
        lambda o: replace(o, backward=Backward(formulas={"a": "da = 2 * grad"})),
        "backward.formulas.a",
        "Change to 2 * grad",
    ),
    "backward twice": (
        lambda o: replace(o, backward=Backward("other", formulas={"a": "grad"})),
        "backward.formulas",
        "Keep the formulas",
    ),
    "function of no backward file": (
        lambda o: replace(o, backward=Backward(function="f")),
        "backward.function",
        "Look in backward.py",
    ),
    "backward elsewhere": (
        lambda o: replace(o, backward=Backward(source="../b.py")),
        "backward.source",
        "Change to b.py",
    ),
    "node of no model": (
        lambda o: replace_at(o, "model.node", "n"), "model.node", "Remove the node",
    ),
    "model elsewhere": (
        lambda o: replace_at(o, "model.onnx", "../m.onnx"), "model.onnx", "Change to m.onnx",
    ),
    "no such variant": (lambda o: replace(o, variant="x"), "variant", "Use the main mapping"),
}  # fmt: skip
