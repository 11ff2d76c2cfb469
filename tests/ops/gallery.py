"""Ops of the gallery, built or gone all the way."""

from __future__ import annotations

from pathlib import Path

import onnx

from tests.conftest import Verify
from workbench.core.pipeline.op_state import OpReport
from workbench.core.storage import project
from workbench.engine.client import Engine

GALLERY = project.gallery_folder()


_AGREED: dict[str, bytes] = {}


def agreed(verify: Verify, name: str) -> onnx.ModelProto:
    """The model of an op that went all the way without a word; it goes once for all tests."""
    if name not in _AGREED:
        _AGREED[name] = _verified(verify, name).SerializeToString()
    return onnx.load_model_from_string(_AGREED[name])


def _verified(verify: Verify, name: str) -> onnx.ModelProto:
    state = verify(GALLERY / name)
    report = state.report()
    assert (report.error, report.status) == (None, "agrees")
    for stage in ("export", "graph"):
        assert state.result(stage).problems == ()
    assert report.cases >= 1 + len(state.op.model.cases)
    assert report.model is not None
    return onnx.load(report.model)


def built(engine: Engine, folder: Path) -> OpReport:
    """Of an op, which may be a copy with a change, with both its libraries."""
    state = engine.load([folder])[0]
    engine.run([folder], "build")
    engine.pipeline.forget(folder)
    report = state.report()
    assert report.ort_library, report.error
    return report


def library_of(engine: Engine, name: str) -> str:
    """The op library for ONNX Runtime."""
    return built(engine, GALLERY / name).ort_library


def types_of(model: onnx.ModelProto) -> list[str]:
    return [f"{n.domain}::{n.op_type}" if n.domain else n.op_type for n in model.graph.node]
