"""Small declared ops that go all the way.

The expected numbers are said in ``[reference]``, so that a kernel that both runtimes run
wrongly in the same way differs.
"""

from __future__ import annotations

import numpy as np
import onnx

from tests.conftest import MakeOp, Verify
from workbench.core.jobs import ExportResult
from workbench.core.pipeline.op_state import OpState

EXPORTERS = ("torchscript", "torch.export")


def agreed(state: OpState, status: str = "agrees") -> onnx.GraphProto:
    report = state.report()
    assert report.error is None, report.error
    assert report.status == status, report.status
    assert report.model is not None
    return onnx.load(report.model).graph


def outputs(state: OpState) -> dict[str, np.ndarray]:
    ended = state.result("export")
    assert ended is not None
    assert isinstance(ended.result, ExportResult)
    return dict(np.load(ended.result.cases[0].reference))


def both_exporters(
    toml: str, kernel: str, make_op: MakeOp, verify: Verify, status: str = "agrees"
) -> list[onnx.GraphProto]:
    """Builds once, exports with each exporter, compares each time. ``EXPORTER`` is replaced."""
    graphs = []
    folder = make_op(toml.replace("EXPORTER", EXPORTERS[0]), kernel)
    graphs.append(agreed(verify(folder), status))
    (folder / "op.toml").write_text(toml.replace("EXPORTER", EXPORTERS[1]))
    graphs.append(agreed(verify(folder), status))
    return graphs


HEAD = 'schema = 1\nname = "case_"\ntorch = "wb_case::case_op"\n\n'
MODEL = '\n[model]\nopset = 18\nexporter = "EXPORTER"\n'
