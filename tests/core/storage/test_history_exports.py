"""The history knows where the last two exports of an op are."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tests.core.storage.test_history import ME, op, ran
from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.core.pipeline.op_state import OpState
from workbench.core.storage.exports import Exports
from workbench.core.storage.history import History

__all__ = ["op"]


def exported(state: OpState, model: Path) -> OpState:
    key, ended = state.ended["export"]
    case = jobs.ExportedCase("", str(model), "i.npz", "r.npz")
    result = jobs.ExportResult((case,))
    state.ended["export"] = key, msgspec.structs.replace(ended, result=result)
    model.touch()
    return state


def test_the_last_two_are_known_and_the_same_again_is_none(tmp_path: Path, op: Op) -> None:
    history = History(tmp_path / "history.sqlite3")
    pipeline, folder = ran(tmp_path, op)
    state = pipeline.states[folder]
    assert history.exports(folder) is None
    one, two, three = (tmp_path / f"{name}.onnx" for name in ("one", "two", "three"))
    history.add(exported(state, one), ME, 1.0)
    assert history.exports(folder) == Exports(str(one), "")
    for _ in range(2):
        history.add_export(exported(state, two))
    exports = History(tmp_path / "history.sqlite3").exports(folder)
    assert exports == Exports(str(two), str(one))
    assert exports.before_model(two) == one
    assert exports.before_model(three) == two, "of one that is not known yet"
    del state.ended["export"]
    history.add_export(state)
    assert history.exports(folder) == exports, "nothing was exported"
    one.unlink()
    assert exports.before_model(two) is None
