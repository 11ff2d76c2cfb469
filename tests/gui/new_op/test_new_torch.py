"""New op from one that torch has: search, details, and a package of one's own."""

from __future__ import annotations

import textwrap
import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from workbench.core.jobs import SchemaArg, TorchSchema
from workbench.gui.look.theme import Theme
from workbench.gui.new_op.torch_page import TorchPage
from workbench.gui.project.model import ProjectModel
from workbench.gui.services import Services
from workbench.importers.schemas import schema_cache

X = SchemaArg("self", "Tensor")


def schema(
    name: str, *args: SchemaArg, returns=("Tensor",), mutable=False, overload=""
) -> TorchSchema:
    text = f"{name}({', '.join(f'{a.type} {a.name}' for a in args)}) -> {', '.join(returns)}"
    return TorchSchema(name, overload, args, returns, mutable, text)


SCHEMAS = [
    schema("aten::asinh", X),
    schema(
        "aten::grid_sampler",
        SchemaArg("input", "Tensor"),
        SchemaArg("grid", "Tensor"),
        SchemaArg("interpolation_mode", "int"),
        SchemaArg("padding_mode", "int"),
        SchemaArg("align_corners", "bool"),
    ),
    schema("aten::relu_", X, mutable=True),
    schema("aten::roll", X, SchemaArg("shifts", "List[int]"), SchemaArg("dims", "List[int]")),
    schema("aten::size", X, returns=("int",)),
]


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def make_page(qapp, qtbot, cache, engine):
    def make() -> TorchPage:
        page = TorchPage(Services(ProjectModel(), engine, Theme(qapp)))
        qtbot.addWidget(page)
        page.resize(900, 560)
        page.show()
        page.shown()
        return page

    return make


@pytest.fixture
def page(make_page, qtbot):
    """The page over a list on disk: no host is started."""
    schema_cache.write(SCHEMAS, schema_cache.torch_version())
    page = make_page()
    qtbot.waitUntil(lambda: page.ops.model.rowCount() == len(SCHEMAS))
    return page


def visible_text(page) -> str:
    return "\n".join(w.text() for w in page.findChildren(QLabel) if w.isVisible())


def test_the_list_on_disk_needs_no_host(page, engine) -> None:
    assert engine.hosts["torch"].state == "off"
    assert "5 ops" in visible_text(page)


def test_typing_finds_and_fills_the_declaration(page, qtbot) -> None:
    qtbot.keyClicks(page.ops.search, "GridSampler")
    assert "1 of 5" in visible_text(page)
    draft = page.draft()
    assert draft is not None
    assert page.problem() == ""
    assert draft.op.torch == "aten::grid_sampler"
    assert [(a.name, a.type) for a in draft.op.args[1:3]] == [
        ("grid", "tensor"),
        ("interpolation_mode", "int"),
    ]
    # What was recorded of it is there without a host: inputs that fit, and ONNX's own operator.
    assert draft.op.example("grid").shape[-1] == 2
    assert "GridSample" in visible_text(page)
    assert draft.op.kernel.style == "installed"
    assert page.suggested_name() == "grid_sampler"
    assert "the bridge" in visible_text(page)
    assert page.details.table.item(2, 1).text() == "int"


def test_an_op_with_an_operator_of_onnx_s_own(page, qtbot) -> None:
    qtbot.keyClicks(page.ops.search, "asinh")
    assert page.draft().op.ort.implementation == "none"
    assert "ONNX's own Asinh" in visible_text(page)


@pytest.mark.parametrize(
    ("query", "words"), [("relu_", "changes an argument"), ("size", "returns int, not tensors")]
)
def test_what_cannot_be_carried_says_why(page, qtbot, query, words) -> None:
    qtbot.keyClicks(page.ops.search, query)
    assert page.draft() is None
    assert words in page.problem()
    assert words in visible_text(page)
    # The arguments are shown all the same.
    assert page.details.table.rowCount() == 1


def test_nothing_matches(page, qtbot) -> None:
    qtbot.keyClicks(page.ops.search, "no such op")
    assert page.draft() is None
    assert "No op" in page.problem()
    assert "No op matches" in visible_text(page)
    qtbot.keyClick(page.ops.search, Qt.Key.Key_Return)  # nothing happens
    page.ops.search.clear()
    assert page.draft() is not None


def test_the_keyboard_stays_in_the_search_field(page, qtbot) -> None:
    first = page.draft().op.torch
    with qtbot.waitSignal(page.changed):
        qtbot.keyClick(page.ops.search, Qt.Key.Key_Down)
    assert page.draft().op.torch != first
    with qtbot.waitSignal(page.activated):
        qtbot.keyClick(page.ops.search, Qt.Key.Key_Return)


def test_a_keystroke_is_quick_in_a_list_as_long_as_torch_s(make_page, qtbot, engine) -> None:
    schemas = [
        schema(f"aten::{word}_{i:04}", X, SchemaArg("weight", "Tensor"), SchemaArg("dim", "int"))
        for i in range(1500)
        for word in ("conv", "grid_sampler", "relu")
    ]
    schema_cache.write(schemas, schema_cache.torch_version())
    page = make_page()
    chosen = []
    page.ops.chosen.connect(chosen.append)
    qtbot.waitUntil(lambda: page.ops.model.rowCount() == len(schemas), timeout=30_000)
    times = []
    for key in "grid sampler 12":
        began = time.process_time()
        qtbot.keyClicks(page.ops.search, key)
        page.grab()
        times.append(time.process_time() - began)
    assert sorted(times)[len(times) // 2] < 0.25  # 0.02 s here
    assert chosen[-1].name == "aten::grid_sampler_1200"
    assert engine.hosts["torch"].state == "off"  # inputs are tried when the typing pauses


# -- the real torch host


def test_the_first_time_and_a_damaged_list_ask_torch(make_page, qtbot, engine) -> None:
    path = schema_cache.cache_file(schema_cache.torch_version())
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\xff damaged")
    page = make_page()
    assert "Reading torch's registry" in visible_text(page)
    assert page.draft() is None
    assert page.problem()
    qtbot.waitUntil(lambda: page.ops.model.rowCount() > 3000, timeout=90_000)
    qtbot.keyClicks(page.ops.search, "aten::roll")
    draft = page.draft()
    assert draft is not None
    assert [(a.name, a.type) for a in draft.op.args[1:]] == [("shifts", "int[]"), ("dims", "int[]")]
    assert schema_cache.read(schema_cache.torch_version()) is not None


def test_a_package_whose_import_registers_ops(page, qtbot, engine, tmp_path, monkeypatch) -> None:
    (tmp_path / "wb_test_package.py").write_text(
        textwrap.dedent("""
        import torch

        library = torch.library.Library("wb_test_package", "DEF")
        library.define("soften(Tensor x, float by=0.5) -> Tensor")
        library.impl("soften", lambda x, by=0.5: x.transpose(0, 1) * by, "CPU")
        """)
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    page.package.setFocus()
    qtbot.keyClicks(page.package, "wb_test_package")
    qtbot.keyClick(page.package, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "registers 1 op." in visible_text(page), timeout=90_000)
    qtbot.waitUntil(lambda: page.ops.model.rowCount() == 1)
    # Nobody has recorded inputs of it: the host tries some, and the window says so meanwhile.
    assert page.draft() is None
    assert "Trying inputs" in visible_text(page)
    assert "Trying inputs" in page.problem()
    qtbot.waitUntil(lambda: page.draft() is not None, timeout=90_000)
    op = page.draft().op
    assert op.outputs[0].shape.count("x.shape[") == 2
    assert "Trying inputs" not in visible_text(page)
    assert (op.torch, op.kernel.package) == ("wb_test_package::soften", "wb_test_package")
    # Torch's own are there as before.
    page.ops.search.clear()
    assert page.ops.model.rowCount() == len(SCHEMAS) + 1


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("no_such_package", "cannot be imported"),
        ("json", "registers no op"),
        ("../x; import os", "no module's name"),
    ],
)
def test_a_package_that_gives_nothing_is_reported(page, qtbot, name, words) -> None:
    qtbot.keyClicks(page.package, name)
    qtbot.keyClick(page.package, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: words in visible_text(page), timeout=90_000)
    assert page.draft() is not None  # the list is as it was
