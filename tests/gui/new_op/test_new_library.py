"""New op from an op library: the real ONNX Runtime host asks it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from tests.conftest import TWICE_KERNEL, TWICE_TOML
from tests.engine.raw_library import SILENT, op_library, raw_library
from workbench.core.jobs import BuildJob, BuildResult
from workbench.core.storage import op_file
from workbench.engine.client import Engine
from workbench.gui.look.theme import Theme
from workbench.gui.new_op.library_page import LibraryPage
from workbench.gui.project.model import ProjectModel
from workbench.gui.services import Services


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return op_library(tmp_path_factory.mktemp("raw"))


@pytest.fixture
def page(qapp, qtbot, engine):
    page = LibraryPage(Services(ProjectModel(), engine, Theme(qapp)))
    qtbot.addWidget(page)
    page.resize(900, 560)
    page.show()
    return page


def load(qtbot, page, path):
    page.load([path])
    qtbot.waitUntil(lambda: not page._request.busy, timeout=60_000)


def ask_package(qtbot, page, name: str) -> None:
    page.package.setText(name)
    qtbot.keyClick(page.package, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not page._request.busy, timeout=60_000)


def torch_library(folder: Path) -> Path:
    """The library for PyTorch of an op that is built here."""
    op = folder / "twice"
    op.mkdir()
    (op / "op.toml").write_text(TWICE_TOML)
    (op / "kernel.cpp").write_text(TWICE_KERNEL)
    with Engine() as engine:
        built = engine.ask(BuildJob(1, str(op), op_file.load(op)), BuildResult)
    return Path(built.torch_library)


def choose(page, text: str) -> None:
    items = [page.items.topLevelItem(i) for i in range(page.items.topLevelItemCount())]
    page.items.setCurrentItem(next(item for item in items if item.text(0) == text))


def visible_text(page) -> str:
    return "\n".join(w.text() for w in page.findChildren(QLabel) if w.isVisible())


def test_the_chosen_op_fills_the_declaration(page, qtbot, library) -> None:
    assert "Choose an op library" in page.problem()
    assert page.usable([library, library.with_suffix(".txt")]) == [library]
    load(qtbot, page, library)
    assert page.items.topLevelItemCount() == 10
    draft = page.draft()
    assert draft is not None
    assert (draft.op.name, draft.copies) == ("twice", {"libraw.so": library})
    assert "no shapes" in visible_text(page)
    choose(page, "raw.ops::Maybe")
    draft = page.draft()
    assert draft is not None
    assert [a.optional for a in draft.op.args] == [False, True]


def test_an_op_that_cannot_be_used_says_why(page, qtbot, library) -> None:
    load(qtbot, page, library)
    choose(page, "raw.ops::Words")
    assert page.draft() is None
    assert "it takes string" in page.problem()


def test_a_library_that_registers_nothing_is_told(page, qtbot, tmp_path) -> None:
    load(qtbot, page, raw_library(tmp_path, SILENT))
    assert page.draft() is None
    assert "registered nothing" in visible_text(page)
    assert "cannot be used" in page.problem()


def test_the_library_of_an_installed_package_is_asked(
    page, qtbot, library, tmp_path, monkeypatch
) -> None:
    package = tmp_path / "some_ops"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError('it is not imported')\n")
    shutil.copy(library, package / "libops.so")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    ask_package(qtbot, page, "some_ops")
    choose(page, "raw.ops::Twice")
    draft = page.draft()
    assert draft is not None
    assert draft.op.ort.package == "some_ops"
    ask_package(qtbot, page, "no_such_ops")
    assert page.draft() is None
    assert "package no_such_ops is not installed" in visible_text(page)


def test_many_ops_are_filtered(page, qtbot, library, monkeypatch) -> None:
    load(qtbot, page, library)
    assert not page.filter.isVisible()  # few are seen at a glance
    monkeypatch.setattr("workbench.gui.new_op.file_page.LONG_LIST", 3)
    load(qtbot, page, library)
    assert page.filter.isVisible()
    page.filter.setText("RAW maybe")
    items = [page.items.topLevelItem(i) for i in range(page.items.topLevelItemCount())]
    assert [i.text(0) for i in items if not i.isHidden()] == ["raw.ops::Maybe"]
    assert page.items.currentItem().text(0) == "raw.ops::Maybe"
    page.filter.clear()
    assert not any(item.isHidden() for item in items)


def test_of_a_library_for_torch_the_schemas_are_listed(page, qtbot, tmp_path) -> None:
    built = torch_library(tmp_path)
    page.load([built])
    qtbot.waitUntil(lambda: not page._torch.busy, timeout=60_000)
    assert page.items.topLevelItem(0).text(0) == "wb_test::twice"
    assert page.items.topLevelItem(0).text(1) == "(Tensor x) -> Tensor"
    assert page.draft() is None
    assert "ops for PyTorch, and none for ONNX Runtime" in page.problem()
