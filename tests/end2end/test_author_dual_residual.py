"""dual_residual from nothing to 'agrees', in the window: a libtorch kernel with two outputs.

It registers itself with torch, and becomes one node of an edge runtime's domain.
"""

from __future__ import annotations

from workbench.core.storage import op_file

SCHEMA = (
    "cst::dual_residual(Tensor x, Tensor y, float alpha) -> (Tensor x_residual, Tensor y_residual)"
)
BODY = """
  TORCH_CHECK(x.sizes() == y.sizes(), "dual_residual: x is ", x.sizes(), ", y is ", y.sizes());
  return std::make_tuple(x * alpha - y, y * alpha - x);
"""


def test_dual_residual_from_nothing_to_agrees(author) -> None:
    author.begins_blank(SCHEMA, "own")
    document = author.document
    assert document.name == "dual_residual"
    assert "the signature does not say what" in " ".join(author.hints())

    head, _, rest = document.texts[document.source].partition("{\n")
    author.pastes_the_kernel(f"{head}{{{BODY}}}{rest.partition('}')[2]}")

    author.goes_to("signature")
    author.types("doc", "(x * alpha - y, y * alpha - x)")
    author.types("outputs[0].shape", "broadcast(x.shape, y.shape)")
    assert author.finds("outputs[0].shape.result").text() == "[2, 3]"
    author.types("outputs[0].shape", "x.shape")
    author.types("outputs[1].dtype", "y")
    author.types("outputs[1].shape", "y.shape")
    assert author.complaints() == []

    # The runtime that the op is for has a node of its own domain.
    author.goes_to("mapping")
    author.chooses_the_operator(0, "rknn_cst::cstDualResidual")
    assert author.chosen("mapping.nodes[0].inputs[0]") == "x"
    author.chooses("mapping.nodes[0].inputs[1]", "x")
    author.chooses("mapping.nodes[0].inputs[1]", "y")
    assert author.finds("mapping.nodes[0].attributes[0].name").text() == "alpha"
    assert author.chosen("mapping.nodes[0].attributes[0].type") == "float"

    author.goes_to("model")
    for row, arg in enumerate(("x", "y")):
        assert author.chosen(f"model.inputs[{row}].arg") == arg
        author.types(f"model.inputs[{row}].shape", "1, 3, 8, 8")
        author.types(f"model.inputs[{row}].dynamic", "0=n")
    author.types("model.inputs[2].value", "0.5")
    author.types("reference.python", "(x * alpha - y, y * alpha - x)")
    assert author.complaints() == []

    author.everything_agrees()
    assert not author.window.isWindowModified()
    op = op_file.load(document.folder)
    assert op.reference.python
    assert op.mapping.nodes[0].op == "rknn_cst::cstDualResidual"
    assert "cstDualResidual" in author.asks_netron_for_its_nodes()

    # Where only that runtime has a kernel, the numbers are not compared, and that is said.
    author.goes_to("mapping")
    author.chooses("ort.implementation", "export-only")
    author.presses_run_all()
    assert author.status.kind not in ("ok", "failed"), author.status
