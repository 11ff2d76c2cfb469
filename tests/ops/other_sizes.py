"""An op that doubles, and the further sizes at which its exported file was run."""

from __future__ import annotations

import numpy as np

from tests.conftest import MakeOp, Verify
from tests.ops.parts import TWICE_CLASS, write
from workbench.core.errors import Problem
from workbench.core.jobs import ExportedCase, ExportResult
from workbench.core.pipeline.pipeline import OpState


def exported(state: OpState) -> tuple[ExportedCase, ...]:
    ended = state.result("export")
    assert ended is not None
    assert isinstance(ended.result, ExportResult), ended.problems
    return ended.result.cases


def sizes(state: OpState) -> dict[str, list[tuple[int, ...]]]:
    """Per case the shapes of its inputs."""
    return {c.name: [a.shape for a in np.load(c.inputs).values()] for c in exported(state)}


def problems(state: OpState) -> list[Problem]:
    ended = [state.result(stage) for stage in state.stages()]
    return [p for e in ended if e is not None for p in e.problems if p.kind == "sizes"]


def python(body: str) -> str:
    return TWICE_CLASS.replace("return 2 * x", body)


def one(make_op: MakeOp, verify: Verify, toml: str, kernel: str | None, **files: str) -> OpState:
    folder = make_op(toml.replace("EXPORTER", "torchscript"), kernel)
    write(folder, **files)
    return verify(folder)
