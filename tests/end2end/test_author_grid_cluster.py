"""grid_cluster from nothing to 'agrees', in the window: optional inputs, a type variable, cases."""

from __future__ import annotations

from tests.large import large
from workbench.core.jobs import CompareResult
from workbench.core.storage import op_file
from workbench.core.storage.project import gallery_folder

SCHEMA = (
    "torch_cluster::grid_cluster(Tensor pos, Tensor size, Tensor? start, Tensor? end) "
    "-> Tensor cluster"
)
REFERENCE = """import torch


def grid_cluster(pos, size, start, end):
    start = pos.amin(0) if start is None else start
    end = pos.amax(0) if end is None else end
    counts = ((end - start) / size).long() + 1
    strides = torch.cat([torch.ones(1, dtype=torch.long), counts.cumprod(0)[:-1]])
    return (((pos - start) / size).long() * strides).sum(1)
"""


@large
def test_grid_cluster_from_nothing_to_agrees(author) -> None:
    author.begins_blank(SCHEMA, "portable")
    document = author.document
    assert [a.optional for a in document.op.args] == [False, False, True, True]

    # One type for all four, and another one for the result.
    author.goes_to("signature")
    author.clicks("types.add")
    assert author.finds("types[0].name").text() == "T"
    author.types("types.T", "float32, float64")
    for row in range(4):
        author.types(f"args[{row}].dtype", "T")
    author.types("args[0].doc", "points (N, D)")
    author.types("outputs[0].dtype", "int64")
    author.types("outputs[0].shape", "[pos.shape[0]]")

    kernel = gallery_folder() / "grid_cluster" / "kernel.cpp"
    author.pastes_the_kernel(kernel.read_text(encoding="utf-8"))

    author.goes_to("mapping")
    author.chooses_the_operator(0, "custom::torch_cluster_grid")
    for index, name in enumerate(("pos", "size", "start", "end")):
        author.chooses(f"mapping.nodes[0].inputs[{index}]", name)

    author.goes_to("model")
    author.types("model.inputs[0].shape", "200, 3")
    author.chooses("model.inputs[0].generator", "uniform")
    author.types("model.inputs[0].low", "0")
    author.types("model.inputs[0].high", "4")
    author.types("model.inputs[0].dynamic", "0=points")
    author.types("model.inputs[1].shape", "3")
    author.chooses("model.inputs[1].generator", "uniform")
    author.types("model.inputs[1].low", "0.2")
    author.types("model.inputs[1].high", "0.6")
    author.ticks("model.inputs[2].none", on=False)  # an optional one is None at first
    author.types("model.inputs[2].shape", "3")
    author.chooses("model.inputs[2].generator", "zeros")

    # A second set of inputs: other points, and the other optional input instead.
    author.clicks("model.case.add")
    author.types("case.name", "end_alone")
    author.ticks("model.inputs[0].override")
    author.types("model.inputs[0].shape", "50, 3")
    author.ticks("model.inputs[2].override")
    author.ticks("model.inputs[2].none")
    author.ticks("model.inputs[3].override")
    author.ticks("model.inputs[3].none", on=False)
    author.types("model.inputs[3].shape", "3")
    author.chooses("model.inputs[3].generator", "values")
    author.types("model.inputs[3].value", "4, 4, 4")

    # What it should compute takes more than one line: a file of its own.
    author.types("reference.source", "reference.py")
    author.goes_to("kernel")
    author.opens_the_tab("reference.py")
    author.clicks("createSource")
    author.replaces_the_text(REFERENCE)
    assert author.complaints() == []

    author.everything_agrees()
    compare = author.session.engine.state(document.folder).result("compare").result
    assert isinstance(compare, CompareResult)
    assert {o.case for o in compare.outputs} >= {"", "end_alone"}
    op = op_file.load(document.folder)
    assert op.types == {"T": ("float32", "float64")}
    assert op.model.inputs[0].dynamic == {0: "points"}
