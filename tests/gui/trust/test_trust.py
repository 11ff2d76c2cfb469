"""Opening runs nothing; what came from elsewhere is asked about before it is run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QTextBrowser

from workbench.core.storage import project, trust
from workbench.core.storage.what_runs import WhatRuns, what_runs
from workbench.gui.trust.trust_dialog import TrustDialog


@pytest.fixture
def foreign(project_folder, tmp_path) -> Path:
    """The project as someone else would send it."""
    return Path(shutil.copytree(project_folder, tmp_path / "sent"))


@pytest.fixture
def started(make_session, foreign):
    """A window with the foreign project; the jobs that its hosts are given."""
    session = make_session(foreign)
    sent = []
    for host in session.engine.hosts.values():
        send = host.send

        def spy(job, send=send) -> None:
            sent.append(job)
            send(job)

        host.send = spy
    return session, sent


def test_opening_and_looking_around_gives_the_hosts_nothing_to_do(started) -> None:
    session, sent = started
    for name in ("kernel", "signature", "mapping", "model", "graph", "run"):
        session.window.workspace.show_page(name)
    assert sent == []
    assert session.engine.idle


@pytest.mark.parametrize("way", ["all", "again"])
def test_a_no_runs_nothing_whichever_way_it_is_asked_for(started, foreign, answers, way) -> None:
    session, sent = started
    answers["ask_trust"] = False
    commands, folder = session.window.commands, foreign / "ops" / "my_add_custom"
    {
        "all": commands.run_all,
        "again": lambda: commands.run_again(folder),
    }[way]()
    assert answers["asked"] == ["ask_trust"]
    assert sent == []
    assert not trust.is_trusted(folder)
    assert "not trusted" in session.window.workspace.log.text()


def test_a_yes_runs_and_is_remembered_per_op(started, foreign, answers, qtbot) -> None:
    session, sent = started
    answers["ask_trust"] = True
    folder = foreign / "ops" / "my_add_custom"
    with qtbot.waitSignal(session.engine.idle_changed, timeout=60_000, check_params_cb=bool):
        session.window.commands.run_again(folder)
    assert sent
    assert trust.is_trusted(folder)
    assert not trust.is_trusted(foreign / "ops" / "dual_residual")
    with qtbot.waitSignal(session.engine.idle_changed, timeout=60_000, check_params_cb=bool):
        session.window.commands.run_again(folder)
    assert answers["asked"] == ["ask_trust"]


def test_where_trust_cannot_be_stored_it_holds_for_this_window(
    started, foreign, answers, tmp_path, monkeypatch, qtbot
) -> None:
    session, _ = started
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("OP_WORKBENCH_CONFIG", str(tmp_path / "file"))
    answers["ask_trust"] = True
    for _ in range(2):
        with qtbot.waitSignal(session.engine.idle_changed, timeout=60_000, check_params_cb=bool):
            session.window.commands.run_again(foreign / "ops" / "my_add_custom")
    assert answers["asked"] == ["ask_trust"]
    assert "could not be stored" in session.window.workspace.log.text()


def test_the_op_that_is_a_backward_is_asked_about_with_its_op(
    make_session, foreign, answers
) -> None:
    folder = foreign / "ops" / "my_add_custom"
    file = folder / "op.toml"
    text = file.read_text().partition("[backward.formulas]")[0]
    file.write_text(f'{text}\n[backward]\nop = "dual_residual"\n')
    trust.trust([folder])
    answers["ask_trust"] = False
    session = make_session(foreign)
    session.window.commands.run_again(folder)
    assert answers["asked"] == ["ask_trust"]


def test_what_cannot_be_shown_is_not_run(started, foreign, answers) -> None:
    session, sent = started
    folder = foreign / "ops" / "my_add_custom"
    (folder / "op.toml").unlink()
    assert session.window.commands._gate.allowed([folder]) == []
    assert answers["asked"] == []
    assert sent == []


def test_what_was_made_here_is_not_asked_about(session, answers, qtbot) -> None:
    with qtbot.waitSignal(session.engine.idle_changed, timeout=60_000, check_params_cb=bool):
        session.window.commands.run_all()
    assert answers["asked"] == []


def test_copies_within_the_window_are_as_trusted_as_their_source(session, project_folder) -> None:
    ours = session.project.documents[project_folder / "ops" / "my_add_custom"]
    theirs_folder = project_folder / "ops" / "theirs"
    shutil.copytree(ours.folder, theirs_folder)
    session.project.take_folders([theirs_folder], "Add")
    theirs = session.project.documents[theirs_folder]
    (theirs_folder / "kernel.cpp").write_text("// theirs\n", encoding="utf-8")
    theirs.reload_if_changed()
    ops = session.window.commands.ops
    for document, expected in ((ours, True), (theirs, False)):
        ops.set_selected(lambda document=document: [document.folder])
        for do in (ops.duplicate, lambda: (ops.copy(), ops.paste())):
            before = set(session.project.documents)
            do()
            (new,) = set(session.project.documents) - before
            assert trust.is_trusted(new) is expected


def test_an_op_dropped_from_a_folder_elsewhere_is_new(session, foreign) -> None:
    before = set(session.project.documents)
    session.window.commands.ops.add_folders([foreign / "ops" / "my_add_custom"])
    (new,) = set(session.project.documents) - before
    assert not trust.is_trusted(new)


def runs(**given) -> WhatRuns:
    return WhatRuns(Path("/somewhere/ops/x"), "x", **given)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_return_and_escape_mean_no(qtbot, key) -> None:
    dialog = TrustDialog([runs(compiled=("kernel.cpp",))])
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.keyClick(dialog, key)
    assert dialog.result() == TrustDialog.DialogCode.Rejected
    assert not dialog.isVisible()


def test_yes_takes_the_button(qtbot) -> None:
    dialog = TrustDialog([runs()])
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.mouseClick(dialog.findChild(QPushButton, "trust.run"), Qt.MouseButton.LeftButton)
    assert dialog.result() == TrustDialog.DialogCode.Accepted


def test_everything_that_would_run_is_shown_as_it_is_written(qtbot) -> None:
    flags = ("-O2 " * 200, "-fplugin=<b>evil</b>.so")
    dialog = TrustDialog(
        [runs(compiled=("a.cpp",), flags=flags, python=("ref.py",), packages=("some.package",))]
    )
    qtbot.addWidget(dialog)
    text = dialog.findChild(QTextBrowser, "trustList").toPlainText()
    for part in ("a.cpp", "-fplugin=<b>evil</b>.so", "ref.py", "some.package", "/somewhere/ops/x"):
        assert part in text


def test_the_gallerys_ops_can_all_be_shown(qtbot) -> None:
    ops = [found for folder, _ in project.gallery() if (found := what_runs(folder)) is not None]
    dialog = TrustDialog(ops)
    qtbot.addWidget(dialog)
    text = dialog.findChild(QTextBrowser, "trustList").toPlainText()
    assert all(op.name in text for op in ops)


def test_a_file_can_be_read_before_one_decides(session, foreign, qtbot) -> None:
    runs = what_runs(foreign / "ops" / "my_add_custom")
    dialog = TrustDialog([runs], session.window)
    dialog.show()
    browser = dialog.findChild(QTextBrowser, "trustList")
    browser.setFocus()
    qtbot.keyClick(browser, Qt.Key.Key_Tab)  # to the first link
    qtbot.keyClick(browser, Qt.Key.Key_Return)
    text = dialog.findChild(QPlainTextEdit, "sourceText")
    assert text.toPlainText() == (runs.folder / "kernel.cpp").read_text(encoding="utf-8")
    assert text.isReadOnly()
    dialog.deleteLater()
