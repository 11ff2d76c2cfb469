"""An op is put into a model of the user's own, in the window over real hosts."""

import subprocess
from pathlib import Path

import onnx
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QPushButton

from tests.cli.conftest import command
from tests.cli.test_apply import NET, TOML, another, net
from tests.conftest import TWICE_KERNEL
from workbench import paths
from workbench.core.storage import project, trust
from workbench.gui import dialogs

_MS = 180_000


def _run(*words):
    return subprocess.run(command(*words), capture_output=True, text=True, check=False)


def opened(session, qtbot, home):
    """The dialog of an op that agrees."""
    project.create_project(home)
    folder = home / "ops" / "twice"
    folder.mkdir(parents=True)
    (folder / "op.toml").write_text(TOML)
    (folder / "kernel.cpp").write_text(TWICE_KERNEL)
    trust.trust([folder])
    window = session.window
    window.commands.open_path(home)
    window.workspace.show_page("run")
    button = window.findChild(QPushButton, "apply")
    assert not button.isEnabled()
    assert "not built" in button.toolTip()
    window.actions_["run"].trigger()
    qtbot.waitUntil(button.isEnabled, timeout=_MS)
    qtbot.waitUntil(window.findChild(QPushButton, "deliver").isEnabled, timeout=_MS)
    button.click()
    return window.findChild(QDialog, "applyDialog")


def test_the_libraries_of_a_models_other_nodes(session, qtbot, tmp_path, monkeypatch, make_op):
    model, library = another(make_op, _run, tmp_path)
    dialog = opened(session, qtbot, tmp_path / "edge-ops")

    def part(kind, name):
        return dialog.findChild(kind, f"apply.{name}")

    def shows(words):
        verdict = part(QLabel, "verdict")
        qtbot.waitUntil(lambda: verdict.isVisible() and words in verdict.text(), timeout=_MS)

    go, field = part(QPushButton, "go"), part(QLineEdit, "libraries")
    part(QLineEdit, "model").setText(str(model))
    go.click()
    shows("It does not go")
    assert "Thrice" in part(QLabel, "said").text()
    go.click()
    field.setText(str(tmp_path / "none.so"))
    assert part(QLabel, "problem").text().startswith("The op library does not exist.")
    field.clear()
    monkeypatch.setattr(dialogs, "choose_libraries", lambda *_: [Path(library)])
    part(QPushButton, "libraries.choose").click()
    assert field.text() == library
    go.click()
    shows("Before and after: agrees")
    assert part(QPushButton, "deliver").isHidden(), "a delivery has the op's own library alone"
    dialog.reject()


def test_a_model_before_and_after(session, qtbot, tmp_path, monkeypatch):
    dialog = opened(session, qtbot, tmp_path / "edge-ops")

    def part(kind, name):
        found = dialog.findChild(kind, f"apply.{name}")
        assert found is not None, name
        return found

    def shows(words):
        verdict = part(QLabel, "verdict")
        qtbot.waitUntil(lambda: verdict.isVisible() and words in verdict.text(), timeout=_MS)

    go = part(QPushButton, "go")
    assert not go.isEnabled()
    part(QLineEdit, "model").setText(str(tmp_path / "none.onnx"))
    assert part(QLabel, "problem").text().startswith("The model does not exist.")
    assert part(QLineEdit, "function").isHidden()
    part(QLineEdit, "model").setText(str(net(tmp_path / "net.onnx")))
    part(QLineEdit, "sizes").setText("n")
    assert "The size 'n' is not AXIS=N" in part(QLabel, "problem").text()
    part(QLineEdit, "sizes").setText("n=4")
    made = tmp_path / "made" / "new.onnx"
    part(QLineEdit, "target").setText(str(made))
    go.click()
    shows("Before and after: agrees")
    said = part(QLabel, "said").text()
    assert "Put in 1 place of standard nodes; its kernel ran 1 time" in said
    assert "<p>out float32[4, 3]: agrees" in said  # a name as it is
    assert [n.op_type for n in onnx.load(made).graph.node] == ["Exp", "Twice", "Neg"]
    monkeypatch.setattr(dialogs, "choose_new_folder", lambda *_: tmp_path / "to send")
    part(QPushButton, "deliver").click()
    shows("Delivered")
    assert "run.py: agrees: 1 of 1 outputs" in part(QLabel, "said").text()
    assert (tmp_path / "to send" / "model.onnx").read_bytes() == made.read_bytes()

    go.click()
    part(QLineEdit, "model").setText(str(net(tmp_path / "net.onnx", factor=3)))
    go.click()
    shows("It does not go")
    words = "The nodes that look like 'standard' of 'twice' are no call of it: 'two' is 3.0"
    assert words.replace("'", "&#x27;") in part(QLabel, "said").text()
    assert part(QPushButton, "deliver").isHidden()

    file = tmp_path / "net.py"
    file.write_text(NET)
    go.click()
    part(QLineEdit, "sizes").clear()
    part(QLineEdit, "model").setText(str(file))
    assert part(QLineEdit, "function").isVisible()
    go.click()
    shows("Before and after: agrees")
    assert "[4, 3]: agrees" in part(QLabel, "said").text()
    dialog.reject()
    assert [p for p in (paths.cache_dir() / "scratch").glob("*") if any(p.glob("*.npz"))] == []
