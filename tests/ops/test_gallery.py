"""Every op of the gallery goes all the way; a new folder there is tested without a word here."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import onnx
import onnxruntime
import pytest

from tests.conftest import Verify
from workbench.core import op_file, project
from workbench.core.op import Op
from workbench.core.pipeline import OpReport

FOLDERS = sorted(p.parent for p in project.gallery_folder().glob("*/op.toml"))
OPS = {folder.name: op_file.load(folder) for folder in FOLDERS}
PORTABLE = [n for n, op in OPS.items() if op.ort.implementation == "portable"]


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    return request.param


def verified(verify: Verify, folder: Path) -> OpReport:
    report = verify(folder).report()
    assert report.error is None
    return report


def test_the_gallery_has_the_three_first_ops() -> None:
    assert {"my_add_custom", "foo", "dual_residual"} <= set(OPS)


def test_the_folder_is_named_after_the_op(folder: Path) -> None:
    assert OPS[folder.name].name == folder.name
    assert OPS[folder.name].doc


def test_it_is_verified(folder: Path, verify: Verify) -> None:
    report = verified(verify, folder)
    if OPS[folder.name].ort.implementation == "export-only":
        assert report.status == "export-only"
        assert report.ort_library is None
    else:
        assert report.status == "agrees"
        assert report.max_abs_diff is not None
        assert report.ort_library


def test_its_model_is_sound(folder: Path, verify: Verify) -> None:
    path = verified(verify, folder).model
    assert path is not None
    model = onnx.load(path)
    onnx.checker.check_model(model, full_check=True)
    op = OPS[folder.name]
    promised = Counter((n.domain, n.op_type) for n in op.mapping.nodes)
    assert promised <= Counter((n.domain, n.op_type) for n in model.graph.node)
    assert [o.name for o in model.graph.output] == [o.name for o in op.outputs]
    for output in model.graph.output:
        assert output.type.tensor_type.elem_type
        sizes = output.type.tensor_type.shape.dim
        assert output.type.tensor_type.HasField("shape")
        assert all(s.HasField("dim_value") or s.HasField("dim_param") for s in sizes)
    versions = {i.domain: i.version for i in model.opset_import}
    assert versions[""] == op.model.opset


def test_it_compiles_without_warnings(folder: Path, verify: Verify) -> None:
    state = verify(folder, "graph")
    for stage in ("build", "export", "graph"):
        ended = state.result(stage)
        assert ended is not None
        assert ended.problems == ()


def sizes_of(op: Op, name: str, grown: int) -> tuple[int, ...]:
    example = op.example(name)
    assert example is not None
    assert not isinstance(example.shape, msgspec.UnsetType)
    sizes = list(example.shape)
    for axis in example.dynamic:
        sizes[axis] += grown
    return tuple(sizes)


@pytest.mark.parametrize("name", PORTABLE)
def test_dynamic_axes_take_other_sizes(name: str, verify: Verify) -> None:
    op = OPS[name]
    if not any(e.dynamic for e in op.model.inputs):
        pytest.skip("it declares no dynamic axes")
    report = verified(verify, project.gallery_folder() / name)
    options = onnxruntime.SessionOptions()
    options.register_custom_ops_library(report.ort_library)
    session = onnxruntime.InferenceSession(report.model, options)
    graph = onnx.load(report.model).graph
    shown = {s.dim_param for o in graph.output for s in o.type.tensor_type.shape.dim}
    assert any(shown), "the outputs' shapes in the graph are not fixed to the examples'"
    for grown in (3, -1):
        given = {
            i.name: np.ones(
                sizes_of(op, i.name, grown), np.float32 if "float" in i.type else np.int64
            )
            for i in session.get_inputs()
        }
        outputs = session.run(None, given)
        assert all(np.isfinite(o).all() for o in outputs if o.dtype.kind == "f")


@pytest.mark.parametrize("name", PORTABLE)
def test_both_exporters_agree(name: str, verify: Verify, tmp_path: Path) -> None:
    target = tmp_path / "project"
    copied = project.copy_op(
        project.gallery_folder() / name, project.create_project(target).folder, name
    )
    op = op_file.load(copied)
    other = "torchscript" if op.model.exporter == "torch.export" else "torch.export"
    model = msgspec.structs.replace(op.model, exporter=other, opset=18)
    op_file.save(copied, msgspec.structs.replace(op, model=model))
    assert verified(verify, copied).status == "agrees"
    model = msgspec.structs.replace(op.model, exporter="torch.export", opset=20)
    op_file.save(copied, msgspec.structs.replace(op, model=model))
    assert verified(verify, copied).status == "agrees"
