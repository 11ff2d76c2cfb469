"""What ONNX Runtime gave, kept in the cache for looking at."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from workbench.core.errors import UserError
from workbench.core.jobs import ExportedCase, ExportResult, OutputParity, RunJob, RunResult
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.parity import PYTORCH, RUNTIME
from workbench.core.pipeline.picturing import picture_job
from workbench.engine.run.kept_outputs import KeptOutputs
from workbench.engine.values.arrays import load_arrays

CASE = ExportedCase("", "/m.onnx", "/inputs.npz", "/reference.npz")


def kept(folder: Path) -> Path:
    """A file in the cache with what a run has given."""
    folder.mkdir()
    outputs = KeptOutputs(folder, asked=False)
    outputs.add(CASE, {"y": np.arange(300.0)})
    return Path(outputs.place()) / RunJob.kept_name(CASE)


def test_a_damaged_file_is_written_again_by_the_next_run(tmp_path: Path) -> None:
    file = kept(tmp_path / "one")
    whole = file.read_bytes()
    file.write_bytes(whole[:100])
    assert kept(tmp_path / "two") == file, "its place is made of its content"
    assert file.read_bytes() == whole
    assert load_arrays(file)["y"].sum() == 44850
    file.unlink()
    assert kept(tmp_path / "three").read_bytes() == whole


@pytest.mark.parametrize(
    ("outputs", "told", "hint"),
    [
        ("", "could not be kept in the cache", "Let this user write there"),
        ("/nowhere", "are no longer in the cache", "Run all stages"),
    ],
)
def test_what_was_not_kept_is_not_said_to_have_gone(
    outputs: str, told: str, hint: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    results = {
        "export": ExportResult((CASE,)),
        "run": RunResult(0.0, outputs),
    }
    monkeypatch.setattr(OpState, "current_result", lambda self, stage: results[stage])
    what = ("y", PYTORCH, RUNTIME, "float64", (300,))
    compared = OutputParity(*what, True, 300, 0, 0.0, 0.0, 0.0, 0.0)
    with pytest.raises(UserError) as caught:
        picture_job(OpState.__new__(OpState), compared, tmp_path)
    assert told in caught.value.problem.message
    assert hint in caught.value.problem.hint
