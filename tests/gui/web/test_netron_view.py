"""The graph: Netron's own page shows a model, offline."""

import os
import re
import signal
import socket
import sys

import onnx
import pytest
from onnx import TensorProto, helper
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from workbench.gui.web.assets import AssetLibrary, package_folder
from workbench.gui.web.context import WebContext
from workbench.gui.web.netron_view import NetronView

from .helpers import evaluate, internet_sockets, loaded_fonts


def save_model(path, *types: str):
    """Saves a chain of nodes; ``MyAdd`` is of a domain of its own."""
    nodes = []
    for i, kind in enumerate(types):
        domain = "my.ops" if kind.startswith("My") else ""
        node = helper.make_node(kind, [f"t{i}"], [f"t{i + 1}"], f"node_{i}", domain=domain)
        nodes.append(node)
    ends = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["N", 4])
        for name in ("t0", f"t{len(types)}")
    ]
    graph = helper.make_graph(nodes, "graph", ends[:1], ends[1:])
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("my.ops", 1)]
    onnx.save(helper.make_model(graph, opset_imports=opsets), path)
    return path


@pytest.fixture
def view(qtbot, context):
    view = NetronView(context)
    view.resize(800, 600)
    qtbot.addWidget(view)
    return view


@pytest.fixture
def model(tmp_path):
    return save_model(tmp_path / "my model.onnx", "Relu", "MyAdd", "Relu")


@pytest.fixture
def loaded(qtbot, view, model):
    """A view that shows the model."""
    view.show_model(model)
    with qtbot.waitSignal(view.loaded, timeout=60_000) as types:
        view.show()
    assert types.args == [["Relu", "MyAdd", "Relu"]]
    return view


def test_the_page_reports_the_custom_op(qtbot, loaded):
    with qtbot.waitCallback(timeout=60_000) as answer:
        loaded.node_types(answer)
    answer.assert_called_with(["Relu", "MyAdd", "Relu"])
    drawn = "[...document.querySelectorAll('#nodes .node-item-type text')].map(e => e.textContent)"
    assert "MyAdd" in evaluate(qtbot, loaded, drawn)


def test_nothing_is_asked_of_the_outside(loaded, context):
    assert context.interceptor.blocked == []
    assert context.interceptor.passed <= {"op-workbench", "blob", "data"}
    assert context.handler.refused == []


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_no_port_is_opened(loaded):
    # One socket of the test's own shows that the search finds what there is.
    with socket.create_server(("127.0.0.1", 0)) as own:
        port = f":{own.getsockname()[1]:04X}"
        found = internet_sockets()
    assert [port in row for row in found] == [True]


def test_no_consent_page_and_no_cookie(qtbot, loaded):
    assert evaluate(qtbot, loaded, "document.body.className") == "default"
    assert evaluate(qtbot, loaded, "document.cookie") == "consent=1"


def test_an_old_build_date_does_not_matter(qtbot, qapp, tmp_path, model):
    folder = tmp_path / "netron"
    folder.mkdir()
    for file in package_folder("netron").iterdir():
        if file.suffix in {".js", ".json", ".css", ".png", ".ico"}:
            (folder / file.name).write_bytes(file.read_bytes())
    page = (package_folder("netron") / "index.html").read_text(encoding="utf-8")
    old = '<meta name="date" content="2019-01-01 00:00:00">'
    page, count = re.subn(r'<meta name="date" content="[^"]*">', old, page)
    assert count == 1
    (folder / "index.html").write_text(page, encoding="utf-8")
    context = WebContext(AssetLibrary(netron=folder), qapp)
    view = NetronView(context)
    qtbot.addWidget(view)
    view.show_model(model)
    with qtbot.waitSignal(view.loaded, timeout=60_000):
        view.show()
    context.close()


def test_the_next_model_replaces_the_first(qtbot, loaded, tmp_path):
    second = save_model(tmp_path / "second.onnx", "MyAdd", "MySub")
    with qtbot.waitSignal(loaded.loaded, timeout=60_000) as types:
        loaded.show_model(second)
    assert types.args == [["MyAdd", "MySub"]]


def test_the_same_file_written_anew_is_read_anew(qtbot, loaded, model):
    save_model(model, "MyMul")
    with qtbot.waitSignal(loaded.loaded, timeout=60_000) as types:
        loaded.show_model(model)
    assert types.args == [["MyMul"]]


def test_of_many_requests_the_last_is_shown(qtbot, loaded, tmp_path):
    results = []
    loaded.loaded.connect(results.append)
    for i in range(5):
        loaded.show_model(save_model(tmp_path / f"{i}.onnx", *["MyAdd"] * (i + 1)))
    qtbot.waitUntil(lambda: bool(results) and len(results[-1]) == 5, timeout=60_000)
    assert len(results) <= 2


def test_a_netron_that_opens_nothing_later_gets_a_new_page(qtbot, loaded, tmp_path):
    evaluate(qtbot, loaded, "(workbench._handlers.open = () => workbench.send('reload'), 1)")
    second = save_model(tmp_path / "second one.onnx", "MyAdd", "MySub")
    with qtbot.waitSignal(loaded.loaded, timeout=60_000) as types:
        loaded.show_model(second)
    assert types.args == [["MyAdd", "MySub"]]
    with qtbot.waitSignal(loaded.loaded, timeout=60_000) as types:
        loaded.show_model(save_model(tmp_path / "third.onnx", "MyMul"))
    assert types.args == [["MyMul"]]


def test_a_model_given_to_a_hidden_view_is_there_when_it_is_shown(qtbot, loaded, tmp_path):
    loaded.hide()
    loaded.show_model(save_model(tmp_path / "hidden.onnx", "MyMul"))
    with qtbot.waitSignal(loaded.loaded, timeout=60_000) as types:
        loaded.show()
    assert types.args == [["MyMul"]]


def test_a_crash_of_the_renderer_shows_the_model_again(qtbot, loaded):
    with qtbot.waitSignal(loaded.loaded, timeout=60_000) as types:
        os.kill(loaded.page().renderProcessPid(), signal.SIGKILL)
    assert types.args == [["Relu", "MyAdd", "Relu"]]


def test_a_model_whose_drawing_ends_the_renderer_is_not_drawn_again_unasked(
    qtbot, loaded, tmp_path
):
    with qtbot.waitSignal(loaded.failed, timeout=60_000) as reason:
        loaded.show_model(save_model(tmp_path / "much.onnx", "MyMul"))
        os.kill(loaded.page().renderProcessPid(), signal.SIGKILL)
    assert "more memory" in reason.args[0]
    qtbot.waitUntil(loaded.is_ready, timeout=60_000)
    assert (
        evaluate(qtbot, loaded, "document.querySelectorAll('#nodes .node-item-type').length") == 0
    )
    with qtbot.waitSignal(loaded.loaded, timeout=60_000) as types:
        loaded.findChild(QPushButton).click()
    assert types.args == [["MyMul"]]


def test_ops_of_another_domain_stand_out(qtbot, loaded):
    marked = "[...document.querySelectorAll('.workbench-custom text')].map(e => e.textContent)"
    assert evaluate(qtbot, loaded, marked) == ["MyAdd"]


@pytest.mark.parametrize("dark", [False, True])
def test_a_chosen_node_of_another_domain_is_seen_to_be_chosen(qtbot, loaded, dark):
    # A border in the colour of the node itself is none.
    loaded.set_dark(dark)
    loaded.select("t2")
    of = "getComputedStyle(document.querySelector('.select.workbench-custom {}')).{}"
    border = of.format("> .node-border", "stroke")
    inside = of.format(".node-item-type path", "fill")
    qtbot.waitUntil(lambda: evaluate(qtbot, loaded, "!!document.querySelector('.select')"))

    def light(color):
        return sum(map(int, re.findall(r"\d+", evaluate(qtbot, loaded, color))))

    assert abs(light(border) - light(inside)) > 150


def test_a_broken_model_is_reported_and_the_next_one_works(qtbot, loaded, tmp_path, model):
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"\x08\x08 not a model")
    with qtbot.waitSignal(loaded.failed, timeout=60_000) as reason:
        loaded.show_model(broken)
    assert "broken.onnx" in reason.args[0]
    with qtbot.waitSignal(loaded.loaded, timeout=60_000):
        loaded.show_model(model)


def test_a_missing_file_is_reported(qtbot, view, tmp_path):
    with qtbot.waitSignal(view.failed) as reason:
        view.show_model(tmp_path / "gone.onnx")
    assert "gone.onnx" in reason.args[0]


def test_clear_goes_back_to_the_empty_state(qtbot, loaded):
    loaded.clear()
    assert loaded.model() is None
    with qtbot.waitCallback() as answer:
        loaded.node_types(answer)
    answer.assert_called_with([])


def test_dark_is_switched_without_a_reload(qtbot, loaded):
    background = "getComputedStyle(document.getElementById('target')).backgroundColor"
    assert evaluate(qtbot, loaded, background) == "rgb(255, 255, 255)"
    loaded.set_dark(True)
    assert evaluate(qtbot, loaded, background) == "rgb(30, 31, 34)"
    loaded.set_dark(False)
    assert evaluate(qtbot, loaded, background) == "rgb(255, 255, 255)"


def test_the_graph_is_in_the_programs_font_where_the_system_has_a_stand_in(qtbot, loaded):
    # The machines that run this have no others (``tests/gui/look/test_fonts.py``).
    loaded_font = "getComputedStyle(document.querySelector('.node-item text')).fontFamily"
    family = QGuiApplication.font().family()
    assert evaluate(qtbot, loaded, loaded_font).replace('"', "").startswith(family)
    assert loaded_fonts(qtbot, loaded, "11px Inter") == ["Inter 400"]
    assert loaded_fonts(qtbot, loaded, "600 11px Inter") == ["Inter 600"]


def test_netrons_menu_leads_nowhere_outside(qtbot, loaded):
    labels = "__view__._menu.items.flatMap(g => g.items.map(i => i.label || ''))"
    found = " ".join(evaluate(qtbot, loaded, labels))
    assert "PNG" in found
    for gone in ("Open", "Issue", "About"):
        assert gone not in found


def test_zoom_fit_shows_the_whole_graph(qtbot, loaded, tmp_path):
    with qtbot.waitSignal(loaded.loaded, timeout=60_000):
        loaded.show_model(save_model(tmp_path / "long.onnx", *["MyAdd"] * 30))
    loaded.zoom_fit()
    height = (
        "(() => { const c = document.getElementById('target');"
        " return [c.scrollHeight, c.clientHeight]; })()"
    )
    whole, seen = evaluate(qtbot, loaded, height)
    assert whole <= seen + 1


def test_a_graph_that_fits_in_its_page_has_no_scroll_bar(qtbot, loaded, tmp_path):
    with qtbot.waitSignal(loaded.loaded, timeout=60_000):
        loaded.show_model(save_model(tmp_path / "fits.onnx", *["MyAdd"] * 8))
    sizes = (
        "(() => { const c = document.getElementById('target'); const { height } ="
        " document.getElementById('origin').getBBox(); return [height, c.clientHeight,"
        " c.scrollHeight, c.clientWidth, c.scrollWidth, c.scrollTop]; })()"
    )
    graph, seen, whole, wide, across, top = evaluate(qtbot, loaded, sizes)
    assert seen - 150 < graph < seen - 50, "it fits, and not with Netron's wide margins"
    assert (whole, across, top) == (seen, wide, 0)
    rects = "document.getElementById('origin').getBoundingClientRect()"
    above, below = evaluate(qtbot, loaded, f"[{rects}.top, {seen} - {rects}.bottom]")
    assert abs(above - below) < 8, "it stands in the middle"


def test_a_picture_is_written_where_the_user_says(view, tmp_path):
    view._picture = b"<svg/>"
    view._write_picture(str(tmp_path / "graph.svg"))
    assert (tmp_path / "graph.svg").read_bytes() == b"<svg/>"


def test_a_picture_is_handed_over_without_a_download(qtbot, loaded, tmp_path, monkeypatch):
    saved = []
    monkeypatch.setattr(loaded, "_save_export", lambda name, data: saved.append((name, data)))
    loaded.page().runJavaScript("__view__.export('graph.svg')")
    qtbot.waitUntil(lambda: bool(saved), timeout=60_000)
    assert saved[0][0] == "graph.svg"
    assert b"MyAdd" in saved[0][1]


def clicked(qtbot, view, index: int) -> str:
    """The key that a click on a node tells."""
    with qtbot.waitSignal(view.chosen, timeout=60_000) as chosen:
        view.page().runJavaScript(
            f"document.querySelectorAll('#nodes .node-item-type')[{index}]"
            ".dispatchEvent(new MouseEvent('click', {bubbles: true}))"
        )
    return chosen.args[0]


def test_a_click_tells_the_node_and_a_choice_marks_it(qtbot, loaded):
    assert clicked(qtbot, loaded, 1) == "t2"
    loaded.select("t3")
    selected = "[...document.querySelectorAll('.graph-node.select text')].map(e => e.textContent)"
    qtbot.waitUntil(lambda: evaluate(qtbot, loaded, selected) == ["Relu"])
    loaded.select("not drawn")
    qtbot.waitUntil(lambda: evaluate(qtbot, loaded, selected) == [])


def test_properties_that_stand_open_are_those_of_the_chosen_node(qtbot, loaded):
    name = "document.getElementById('sidebar-content').innerText"
    open_panel = "window.__view__._sidebar.identifier"
    assert clicked(qtbot, loaded, 1) == "t2"
    qtbot.waitUntil(lambda: "node_1" in evaluate(qtbot, loaded, name))
    loaded.select("t3")
    qtbot.waitUntil(lambda: "node_2" in evaluate(qtbot, loaded, name))
    assert "node_1" not in evaluate(qtbot, loaded, name)
    loaded.select("")
    qtbot.waitUntil(lambda: evaluate(qtbot, loaded, open_panel) == "")


def test_marks_stay_with_their_nodes_over_another_load(qtbot, loaded, model):
    marked = "[...document.querySelectorAll('.workbench-error text')].map(e => e.textContent)"
    loaded.mark({"t2": {"kind": "error"}})
    assert evaluate(qtbot, loaded, marked) == ["MyAdd"]
    with qtbot.waitSignal(loaded.loaded, timeout=60_000):
        loaded.show_model(model)
    assert evaluate(qtbot, loaded, marked) == ["MyAdd"]
    loaded.mark({})
    assert evaluate(qtbot, loaded, marked) == []


def test_zoom_stays_over_an_export_of_the_same_model(qtbot, loaded, tmp_path):
    evaluate(qtbot, loaded, "(__view__.target.zoom = 1.25, 1)")
    newer = save_model(tmp_path / "newer.onnx", "Relu", "MyAdd", "MyAdd", "Relu")
    with qtbot.waitSignal(loaded.loaded, timeout=60_000):
        loaded.show_model(newer, "the op", keep=True)
    qtbot.waitUntil(lambda: evaluate(qtbot, loaded, "__view__.target.zoom") == 1.25)
    with qtbot.waitSignal(loaded.loaded, timeout=60_000):
        loaded.show_model(save_model(tmp_path / "other.onnx", "Relu"))
    assert evaluate(qtbot, loaded, "__view__.target.zoom") == 1


def test_a_picture_looks_as_the_graph_does(qtbot, loaded, monkeypatch):
    saved = []
    monkeypatch.setattr(loaded, "_save_export", lambda name, data: saved.append((name, data)))
    loaded.set_dark(True)
    for kind in ("svg", "png"):
        loaded.save_picture(kind)
    qtbot.waitUntil(lambda: len(saved) == 2, timeout=60_000)
    files = dict(saved)
    assert b"rgb(30, 31, 34)" in files["graph.svg"]
    assert b"MyAdd" in files["graph.svg"]
    assert files["graph.png"].startswith(b"\x89PNG")
