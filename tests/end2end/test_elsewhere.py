"""An op in further runtimes, in the window: how it stands in each, and how one is added."""

import subprocess
import sys

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from tests.cli.conftest import command
from tests.conftest import TWICE_KERNEL, TWICE_TOML
from workbench import paths
from workbench.core.jobs import RuntimeResult
from workbench.core.runtimes import RUNTIMES
from workbench.core.storage import project, trust
from workbench.gui import dialogs
from workbench.gui.ops.runtimes_card import RuntimesCard, _Asked, _key
from workbench.gui.ops.taken_results import TakenResults

_MS = 180_000
LIBTORCH = '[kernel]\nstyle = "libtorch"\n\n[ort]\nimplementation = "bridge"\n'
WITH_TORCH = "#include <torch/torch.h>\n\ntorch::Tensor twice(torch::Tensor x) { return 2 * x; }\n"


@pytest.fixture
def card(request, session, qtbot, tmp_path):
    """The card of an op that agrees."""
    toml, kernel = getattr(request, "param", (TWICE_TOML, TWICE_KERNEL))
    home = tmp_path / "edge-ops"
    project.create_project(home)
    folder = home / "ops" / "twice"
    folder.mkdir(parents=True)
    (folder / "op.toml").write_text(toml)
    (folder / "kernel.cpp").write_text(kernel)
    trust.trust([folder])
    window = session.window
    window.commands.open_path(home)
    window.workspace.show_page("run")
    found = window.findChild(RuntimesCard)
    assert found.isHidden(), "there is nothing to run elsewhere yet"
    window.actions_["run"].trigger()
    qtbot.waitUntil(lambda: not found.isHidden() and session.engine.idle, timeout=_MS)
    return found


def part(card, kind, name):
    found = card.findChild(kind, f"runtimes.{name}")
    assert found is not None, name
    return found


def test_one_that_is_not_there_is_offered_and_what_fails_is_told(session, card, qtbot, monkeypatch):
    assert part(card, QLabel, "text.cuda").whole().startswith("It has no kernel for GPUs. ")
    assert part(card, QPushButton, "button.cuda").isHidden()
    for name in RUNTIMES.keys() - {"cuda"}:
        assert part(card, QLabel, f"text.{name}").whole() == "Not on this machine"
        assert part(card, QPushButton, f"button.{name}").text() == "Add …"
    assert part(card, QPushButton, "all").isHidden()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    asked, said, logged = [], [], []
    session.services.said.connect(said.append)
    session.engine.log.connect(logged.append)
    monkeypatch.setattr(dialogs, "ask_add", lambda _, runtime: bool(asked.append(runtime)))
    add = part(card, QPushButton, "button.linux-aarch64")
    add.click()
    assert [one.name for one in asked] == ["linux-aarch64"]
    assert add.text() == "Add …", "it was not wanted"
    monkeypatch.setattr(dialogs, "ask_add", lambda *_: True)
    add.click()
    assert add.text() == "Stop"
    assert not part(card, QPushButton, "button.windows-x86_64").isEnabled()
    qtbot.waitUntil(lambda: add.text() == "Add …", timeout=_MS)
    assert "No matching distribution found for onnxruntime" in "".join(logged)
    assert any(words.startswith("The runtime was not added: ") for words in said)
    assert part(card, QLabel, "text.linux-aarch64").whole() == "Not on this machine"
    assert not (paths.data_dir() / "runtimes" / "linux-aarch64").exists()


def test_what_agreed_with_another_kernel_is_out_of_date(session, card, qtbot):
    """The models of two kernels are the same, so they say nothing of which one ran."""
    runtime = RUNTIMES["linux-aarch64"]
    row = part(card, QLabel, f"text.{runtime.name}")
    state = session.engine.state(card._document.folder)
    outputs = state.current_result("compare").outputs
    card._asked = _Asked(state, runtime, _key(state))
    card._on_answer(RuntimeResult(outputs, "here", 0.1, 0.1))
    assert row.whole().startswith("Agrees; ")
    kernel = state.folder / "kernel.cpp"
    cases = state.current_result("export").cases
    kernel.write_text(f"{TWICE_KERNEL}\nstatic const int kNothing = 1;\n")
    qtbot.waitUntil(lambda: state.current_result("build") is None, timeout=_MS)
    session.window.actions_["run"].trigger()
    qtbot.waitUntil(lambda: state.current_result("compare") is not None, timeout=_MS)
    qtbot.waitUntil(lambda: session.engine.idle, timeout=_MS)
    assert state.current_result("export").cases == cases
    qtbot.waitUntil(lambda: row.whole() == "Something has changed since it ran there.")


@pytest.mark.parametrize("card", [(TWICE_TOML + LIBTORCH, WITH_TORCH)], indirect=True)
def test_what_a_runtime_cannot_take_is_said_before_it_is_added(card):
    assert "a libtorch kernel" in part(card, QLabel, "text.linux-aarch64").whole()
    assert part(card, QPushButton, "button.linux-aarch64").isHidden()


def test_a_result_of_another_machine_is_taken_in(session, card, qtbot, tmp_path, monkeypatch):
    folder, to, shown = card._document.folder, tmp_path / "to", []
    for words in (
        command("deliver", folder, "--form", "check", "--to", to),
        [sys.executable, "-I", to / "check.py"],
    ):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    result = to / "result.json"
    results = card.findChild(TakenResults)
    take = card.findChild(QPushButton, "results.take")
    assert take.isEnabled()
    assert results.isHidden()
    monkeypatch.setattr(dialogs, "show_error", lambda *words: shown.append(str(words[-1])))
    monkeypatch.setattr(dialogs, "choose_result", lambda _: tmp_path / "missing.json")
    take.click()
    assert "there is no such file" in shown[0]
    monkeypatch.setattr(dialogs, "choose_result", lambda _: result)
    take.click()
    qtbot.waitUntil(lambda: not results.isHidden(), timeout=_MS)
    titles = [results.findChild(QLabel, f"results.title.{n}").text() for n in range(2)]
    assert titles[0].startswith("PyTorch on ")
    assert titles[1].startswith("ONNX Runtime on ")
    text = results.findChild(QLabel, "results.text.0")
    assert text.whole().startswith("Agrees; max abs 0; ran in ")
    state = session.engine.state(folder)
    assert state.report().status == "agrees"
    # It is of this kernel and of no other one.
    (folder / "kernel.cpp").write_text(f"{TWICE_KERNEL}\nstatic const int kNothing = 2;\n")
    qtbot.waitUntil(lambda: state.current_result("build") is None, timeout=_MS)
    session.window.actions_["run"].trigger()
    qtbot.waitUntil(lambda: state.current_result("compare") is not None, timeout=_MS)
    qtbot.waitUntil(lambda: session.engine.idle, timeout=_MS)
    stale = "Something has changed since it was taken in."
    qtbot.waitUntil(lambda: results.findChild(QLabel, "results.text.0").whole() == stale)
    take.click()
    assert "its declaration, its kernel or its inputs have changed" in shown[1]
