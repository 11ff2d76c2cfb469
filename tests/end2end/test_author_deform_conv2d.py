"""deform_conv2d from nothing to 'agrees', in the window, by someone who has never seen the project.

A type variable, many numbers, files beside the kernel; then a variant that is ONNX's own
DeformConv, with rules for its attributes and a branch for the mask.
"""

from __future__ import annotations

from tests.large import large
from workbench.core.storage.project import gallery_folder

TENSORS = {
    "input": "2, 8, 10, 12",
    "weight": "6, 4, 3, 3",
    "offset": "2, 36, 5, 12",
    "mask": "2, 18, 5, 12",
    "bias": "6",
}
NUMBERS = {
    "stride_h": 2, "stride_w": 1, "pad_h": 1, "pad_w": 2, "dilation_h": 1, "dilation_w": 2,
    "groups": 2, "offset_groups": 2,
}  # fmt: skip
SCHEMA = (
    f"mine::deform_conv2d({', '.join(f'Tensor {n}' for n in TENSORS)}, "
    f"{', '.join(f'int {n}' for n in NUMBERS)}, bool use_mask) -> Tensor output"
)
SIZE = (
    "max(0, (input.shape[{0}] + 2 * pad_{1} - dilation_{1} * (weight.shape[{0}] - 1) - 1) "
    "// max(1, stride_{1}) + 1)"
)
SHAPE = f"[input.shape[0], weight.shape[0], {SIZE.format(2, 'h')}, {SIZE.format(3, 'w')}]"
RULES = {
    "kernel_shape": "weight.shape[2:]",
    "strides": "[stride_h, stride_w]",
    "pads": "[pad_h, pad_w, pad_h, pad_w]",
    "dilations": "[dilation_h, dilation_w]",
}


def source(name: str) -> str:
    """A file of the gallery's op: the C++ and Python that a person brings along."""
    return (gallery_folder() / "deform_conv2d" / name).read_text(encoding="utf-8")


@large
def test_deform_conv2d_from_nothing_to_agrees_in_two_ways(author) -> None:
    author.begins_blank(SCHEMA, "portable")
    author.goes_to("signature")
    author.clicks("types.add")
    for row in range(len(TENSORS)):
        author.types(f"args[{row}].dtype", "T")
    author.types("outputs[0].dtype", "T")
    author.types("outputs[0].shape", SHAPE)

    for name in ("transpose.h", "conv.h", "loops.h", "loops.cpp", "tile.h", "kernel.cpp"):
        if name == "kernel.cpp":
            author.opens_the_tab(name)
        else:
            author.makes_a_file(name)
        author.replaces_the_text(source(name))

    author.goes_to("model")
    for row, shape in enumerate(TENSORS.values()):
        author.types(f"model.inputs[{row}].shape", shape)
    for row in (0, 2, 3):
        author.types(f"model.inputs[{row}].dynamic", "0=n")
    for row, number in enumerate(NUMBERS.values(), len(TENSORS)):
        author.types(f"model.inputs[{row}].value", str(number))
    author.types("model.inputs[13].value", "true")
    author.types("reference.source", "reference.py")
    author.clicks("reference.edit")
    author.replaces_the_text(source("reference.py"))
    author.goes_to("signature")
    assert author.finds("outputs[0].shape.result").text() == "[2, 6, 5, 12]"
    author.everything_agrees()

    # The other mapping: an operator that a newer opset has.
    author.goes_to("mapping")
    author.clicks("variant.add")
    author.types("variant.name", "standard")
    author.chooses("variant.opset", "19")
    author.chooses_the_operator(0, "DeformConv")
    assert [author.chosen(f"mapping.nodes[0].inputs[{i}]") for i in range(5)] == [
        "input", "weight", "offset", "bias", "mask",
    ]  # fmt: skip
    key = "mapping.nodes[0].attributes"
    for row, (name, rule) in enumerate(RULES.items()):
        author.picks(f"{key}.choose", name)
        author.chooses(f"{key}[{row}].arg", "#rule")
        author.types(f"{key}[{row}].value", rule)
    for row, name in enumerate(("group", "offset_group"), len(RULES)):
        author.picks(f"{key}.choose", name)
        author.chooses(f"{key}[{row}].arg", f"{name}s")
    author.picks("mapping.nodes.branch", "use_mask")
    author.chooses("mapping.nodes[1].inputs[4]", "")
    assert author.chosen("ort.implementation") == "none"
    assert author.complaints() == []

    # Both branches are exported and compared: without the mask in a case of its own.
    author.goes_to("model")
    author.clicks("model.case.add")
    author.types("case.name", "without_mask")
    author.ticks("model.inputs[13].override")
    author.types("model.inputs[13].value", "false")
    author.everything_agrees()
    # Each of the two files with two further sizes of the dynamic axis.
    assert "in 6 sets of inputs" in author.status.text
    assert "DeformConv" in author.asks_netron_for_its_nodes()
