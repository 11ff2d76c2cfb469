"""Drafts of torch's ops agree without an edit, in the real hosts."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core import jobs
from workbench.core.storage import project
from workbench.engine.client import Engine
from workbench.engine.survey.torch_drafts import torch_draft
from workbench.importers.drafts.draft import write_draft
from workbench.importers.drafts.from_schema import ONNX_VARIANT

pytest.importorskip("torch")

DRAFTS = (
    ("topk", ""),  # two results, and an integer that is a size
    ("topk", ONNX_VARIANT),
    ("arctan", ""),  # another op's other name
    ("nonzero", ""),  # sizes that depend on the elements
    ("native_layer_norm_backward", ""),  # a list of bools
    ("split.Tensor", ""),  # a list of as many as there are
    ("unbind.int", ""),
    ("chunk", ""),  # the exporter takes it out of a trace
    ("meshgrid", ""),  # from a list to a list
)


def test_they_agree_without_an_edit(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    project.create_project(folder)
    paths = []
    with Engine() as engine:
        for i, (name, variant) in enumerate(DRAFTS):
            name, _, overload = name.partition(".")
            events = engine.run_job(jobs.SchemasJob(1, name=f"aten::{name}"))
            (ended,) = (e for e in events if isinstance(e, jobs.StageEnded))
            assert isinstance(ended.result, jobs.SchemasResult)
            schema = next(s for s in ended.result.schemas if s.overload == overload)
            draft = torch_draft(engine, schema, name)
            op = draft.op.resolved(variant) if variant else draft.op
            paths.append(write_draft(type(draft)(op), folder, f"op_{i}"))
        states = engine.load(paths)
        engine.run(paths, force=True)
    reports = [s.report("compare") for s in states]
    assert [(r.status, r.error) for r in reports] == [("agrees", None)] * len(DRAFTS)
