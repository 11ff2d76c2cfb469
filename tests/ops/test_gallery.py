"""Every op of the gallery goes all the way; a new folder there is tested without a word here.

Parity of both exporters, of the main mapping and of every variant, on every set of example
inputs, with dynamic axes and without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec
import numpy as np
import onnx
import pytest

from tests.large import large
from workbench.cli.verify import with_exporter
from workbench.core.compile.ort_headers import find_ort_headers
from workbench.core.declaration.op import Example, Op
from workbench.core.errors import Problem
from workbench.core.jobs import CompareResult, ExportedCase, ExportResult
from workbench.core.pipeline.op_state import OpState
from workbench.core.standard.ort_versions import newest_ir
from workbench.core.storage import op_file, project
from workbench.engine.client import Engine

FOLDERS = sorted(p.parent for p in project.gallery_folder().glob("*/op.toml"))
OPS = {folder.name: op_file.load(folder) for folder in FOLDERS}
EXPORTERS = ("torchscript", "torch.export")


def as_asked(op: Op, variant: str, exporter: str, dynamic: bool) -> Op:
    """The op as one of the combinations wants it."""
    op = with_exporter(op.resolved(variant), exporter)
    if dynamic:
        return op
    cases = tuple(
        msgspec.structs.replace(c, inputs=tuple(map(static, c.inputs))) for c in op.model.cases
    )
    inputs = tuple(map(static, op.model.inputs))
    model = msgspec.structs.replace(op.model, inputs=inputs, cases=cases)
    return msgspec.structs.replace(op, model=model)


def static(example: Example) -> Example:
    return msgspec.structs.replace(example, dynamic={})


def combinations(only_moving: bool = False) -> Iterator[object]:
    """Op, variant, exporter, dynamic axes or none; the main mapping with dynamic axes only."""
    for place, folder in enumerate(FOLDERS):
        op = OPS[folder.name]
        moves = any(e.dynamic for e in op.model.inputs)
        variants = ("",) if only_moving else ("", *op.variants)
        for turn, variant in enumerate(variants, place):
            for number, exporter in enumerate(EXPORTERS):
                for dynamic in (True, False) if moves else (False,):
                    if only_moving and not dynamic:
                        continue
                    words = [folder.name, variant, exporter, "dynamic" if dynamic else "static"]
                    name = "-".join(w for w in words if w)
                    # The graph of fixed sizes is the special case of that with dynamic axes; the
                    # exporters take turns.
                    is_large = (moves and not dynamic) or (turn + number) % len(EXPORTERS)
                    marks = [large] if is_large else []
                    yield pytest.param((folder, variant, exporter, dynamic), id=name, marks=marks)


@pytest.fixture(scope="module")
def done() -> dict[str, OpState]:
    """What was verified: the tests of one combination share one run."""
    return {}


@pytest.fixture
def state(request: pytest.FixtureRequest, engine: Engine, done: dict[str, OpState]) -> OpState:
    folder, variant, exporter, dynamic = request.param
    key = request.node.callspec.id
    op = OPS[folder.name].resolved(variant)
    if op.ort.implementation == "own" and find_ort_headers() is None:
        pytest.skip("ONNX Runtime's headers are not at hand")
    if key not in done:
        change = partial(as_asked, variant=variant, exporter=exporter, dynamic=dynamic)
        found = engine.load([folder], change)[0]
        engine.run([folder], force=True)
        engine.pipeline.forget(folder)
        done[key] = found
    return done[key]


every = pytest.mark.parametrize("state", list(combinations()), indirect=True)
moving = pytest.mark.parametrize("state", list(combinations(only_moving=True)), indirect=True)


def exported(state: OpState) -> tuple[ExportResult, list[ExportedCase]]:
    ended = state.result("export")
    assert ended is not None
    result = ended.result
    assert isinstance(result, ExportResult), ended.problems
    return result, list(result.cases)


def test_the_gallery_has_the_first_ops() -> None:
    assert {"my_add_custom", "foo", "dual_residual"} <= set(OPS)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.name)
def test_the_folder_is_named_after_the_op(folder: Path) -> None:
    assert OPS[folder.name].name == folder.name
    assert OPS[folder.name].doc


@every
def test_it_agrees_without_a_warning(state: OpState) -> None:
    report = state.report()
    assert report.error is None
    problems: list[Problem] = []
    for stage in state.stages():
        ended = state.result(stage)
        assert ended is not None
        problems += ended.problems
    assert state.op is not None
    # Of a kernel for GPUs there is a note: that it has not run, or that there is no compiler for it.
    on_gpu = [p for p in problems if p.file.endswith(".cu")]
    assert [p.severity for p in on_gpu] == ["note"] * bool(state.op.kernel.cuda)
    problems = [p for p in problems if p not in on_gpu]
    model = state.op.model
    converted = model.exporter == "torch.export" and model.opset < 18
    messages = [
        p.message for p in problems if p.severity == "note" and "was converted to" in p.message
    ]
    assert len(messages) == len(problems) == converted
    if state.export_only:
        assert report.status == "export-only"
        return
    assert report.status == "agrees"
    compared = state.result("compare")
    assert compared is not None
    assert isinstance(compared.result, CompareResult)
    names = {"", *(case.name for case in state.op.model.cases)}
    names |= {case.name for case in exported(state)[1] if case.sizes}
    assert {output.case for output in compared.result.outputs} == names


@every
def test_its_models_are_sound(state: OpState) -> None:
    """Checked in full; every value has an element type and a shape; nothing promised lacks."""
    op = state.op
    assert op is not None
    for path in {case.model for case in exported(state)[1]}:
        model = onnx.load(path)
        onnx.checker.check_model(model, full_check=True)
        versions = {i.domain: i.version for i in model.opset_import}
        assert versions[""] == op.model.opset
        assert model.ir_version <= newest_ir(op.ort.oldest)
        promised = Counter(n.op for n in op.mapping.nodes if not n.when)
        have = Counter(
            f"{n.domain}::{n.op_type}" if n.domain else n.op_type for n in model.graph.node
        )
        assert promised <= have
        typed = {v.name: v.type.tensor_type for v in (*model.graph.value_info, *model.graph.output)}
        for node in model.graph.node:
            if node.op_type == "Constant":
                continue
            for name in filter(None, node.output):
                assert name in typed, f"{name} of {node.op_type} has no type"
                assert typed[name].elem_type
                assert typed[name].HasField("shape"), f"{name} of {node.op_type} has no shape"


@every
def test_its_fake_kernel_and_shape_rules_say_what_the_kernel_does(state: OpState) -> None:
    """The shapes in the graph come from the rule; those with a fixed size are the real ones."""
    for case in exported(state)[1]:
        real = np.load(case.reference)
        for output in onnx.load(case.model).graph.output:
            sizes = [
                d.dim_value if d.HasField("dim_value") else None
                for d in output.type.tensor_type.shape.dim
            ]
            shape = real[output.name].shape
            assert len(sizes) == len(shape)
            assert all(s in (None, r) for s, r in zip(sizes, shape, strict=True)), output.name


@moving
def test_its_dynamic_axes_are_run_at_other_sizes(state: OpState) -> None:
    """Every file is run at three sizes of each of its dynamic axes, and at two that are not empty."""
    sizes: dict[tuple[str, str, int], set[int]] = {}
    for case in exported(state)[1]:
        arrays = np.load(case.inputs)
        for value in onnx.load(case.model).graph.input:
            for axis, size in enumerate(value.type.tensor_type.shape.dim):
                if size.HasField("dim_param"):
                    found = sizes.setdefault((case.model, value.name, axis), set())
                    found.add(arrays[value.name].shape[axis])
    assert sizes
    few = {a: found for a, found in sizes.items() if len(found) < 3 or len(found - {0}) < 2}
    assert few == {}
