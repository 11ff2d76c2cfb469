"""From an ONNX model that ONNX Runtime refuses to an op that agrees inside of it, in the window."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton

from tests import onnx_models
from workbench.core import jobs
from workbench.core.op_toml.key_path import replace_at

BODY = "for (int64_t i = 0; i < y.numel(); ++i) y[i] = static_cast<float>(x[i] * alpha + beta);"


def test_a_model_becomes_an_op_that_agrees_on_its_own_data(user, session, qtbot, tmp_path) -> None:
    model = onnx_models.scale_shift(tmp_path / "net.onnx")
    failures: list[BaseException] = []

    def fill() -> None:
        dialog = QApplication.activeModalWidget()
        try:
            page = dialog.page("onnx")
            page.take_files([model])
            qtbot.waitUntil(lambda: page.draft() is not None, timeout=60_000)
            folder = dialog.findChild(QLineEdit, "newProjectFolder")
            folder.clear()
            qtbot.keyClicks(folder, str(tmp_path / "project"))
            dialog.findChild(QPushButton, "createOp").click()
        except BaseException as error:
            failures.append(error)
            dialog.reject()

    QTimer.singleShot(0, session.window, fill)
    session.window.actions_["new"].trigger()
    if failures:
        raise failures[0]
    qtbot.waitUntil(lambda: bool(session.project.documents))
    document = user.document
    assert document.op.model.onnx == "net.onnx"
    assert (document.folder / "net.onnx").is_file()

    # The skeleton builds, and says that it is not written, from inside the user's own net.
    user.presses_run_all()
    assert user.status.kind == "failed"
    user.waits_for_a_problem("not written yet")
    assert user.lights()["run"] == "failed"

    head = document.texts[document.source].partition("{")[0]
    user.writes_the_kernel(f"{head}{{\n  {BODY}\n}}\n")
    user.presses_run_all()
    assert user.status.kind == "unverified", "the net ran the very same kernel"
    reference = partial(replace_at, key="reference.python", value="x * alpha + beta")
    session.project.edit(document, "Reference", reference)
    user.presses_run_all()
    assert user.status.kind == "ok", user.status
    compare = session.engine.state(document.folder).result("compare").result
    assert isinstance(compare, jobs.CompareResult)
    assert {o.case for o in compare.outputs} >= {"", "s1_ScaleShift", "s2_ScaleShift"}
    assert any(o.expected_by == "net.onnx in ONNX Runtime" for o in compare.outputs)
