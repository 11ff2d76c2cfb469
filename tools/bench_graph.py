"""A large model in the window: 10,000 nodes and 500 MB of weights, opened like any other file.

Inspected is from opening the file to the list of its nodes with what ONNX Runtime lacks; shown is to
the drawn neighbourhood of a node. The memory is what the window's own process gains by it.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tools.figures import Figure, say

NODES, WEIGHTS_MB = 10_000, 500
INSPECTED_S = SHOWN_S = 2.0
MEMORY_MB = 300.0
ROUNDS = 5
LIMIT_S = 120.0


def write_model(path: Path) -> Path:
    """A chain with branches, a matrix of 4 MB now and then, and one node that ONNX Runtime lacks."""
    import numpy as np
    import onnx
    from onnx import TensorProto as T
    from onnx import helper as h

    made = np.random.default_rng(0)
    matrices = WEIGHTS_MB // 4
    every = NODES // matrices
    weights, nodes = [], []
    for i in range(NODES):
        last, out = (f"v{i - 1}" if i else "x"), [f"v{i}"]
        if i % every == 0 and i // every < matrices:
            name = f"w{i // every}"
            data = made.bytes(4 << 20)
            weights.append(T(name=name, data_type=T.FLOAT, dims=[1024, 1024], raw_data=data))
            nodes.append(h.make_node("MatMul", [last, name], out))
        elif i == NODES // 2:
            nodes.append(h.make_node("Odd", [last], out, "odd", domain="my.ops"))
        elif i % 7 == 0:
            nodes.append(h.make_node("Add", [last, f"v{i - 5}"], out))
        else:
            nodes.append(h.make_node(("Relu", "Exp", "Tanh")[i % 3], [last], out))
    ends = [h.make_tensor_value_info(n, T.FLOAT, ["n", 1024]) for n in ("x", f"v{NODES - 1}")]
    graph = h.make_graph(nodes, "large", ends[:1], ends[1:], weights)
    imports = [h.make_opsetid("", 17), h.make_opsetid("my.ops", 1)]
    model: onnx.ModelProto = h.make_model(graph, opset_imports=imports, ir_version=8)
    path.write_bytes(model.SerializeToString())
    return path


def _memory_mb() -> float:
    """What this process has to itself."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    kept = ("Private_Clean:", "Private_Dirty:", "Shared_Dirty:")
    return sum(int(line.split()[1]) for line in lines if line.startswith(kept)) / 1024


def large_model(folder: Path) -> list[Figure]:
    """The three figures, of several times opening the file."""
    os.environ["OP_WORKBENCH_CONFIG"] = str(folder / "config")
    os.environ["OP_WORKBENCH_DATA"] = str(folder / "data")
    child = os.fork()  # what makes the model shall not count as the window's memory
    if child == 0:
        write_model(folder / "large.onnx")
        os._exit(0)
    os.waitpid(child, 0)
    small = folder / "small.onnx"
    from workbench.gui.app import Session, prepare_web

    use_web = prepare_web()
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    app = QApplication([])

    def until(done: Callable[[], bool]) -> float:
        begin = time.perf_counter()
        while not done():
            app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 20)
            if time.perf_counter() - begin > LIMIT_S:
                raise SystemExit("the window does not come to an end with the model")
        return time.perf_counter() - begin

    session = Session(app, use_web)
    session.open(None)
    until(lambda: all(host.state == "ready" for host in session.engine.hosts.values()))
    commands, window = session.window.commands, session.window
    _write_small(small)
    inspected, shown = [], []
    drawn: list[object] = []
    before = 0.0
    for round_ in range(ROUNDS + 1):
        path = folder / "large.onnx" if round_ else small
        drawn.clear()
        commands.open_path(path)
        assert window.model_page is not None
        pane = window.model_page.pane
        total = NODES if round_ else 1
        read = until(lambda p=pane, t=total: p.found is not None and len(p.found.nodes) == t)  # type: ignore[misc]
        if pane.view is not None:
            if not round_:
                pane.view.loaded.connect(drawn.append)
            read_drawn = read + until(lambda: bool(drawn))
        else:
            read_drawn = read
        if round_:
            inspected.append(read)
            shown.append(read_drawn)
        else:
            before = _memory_mb()
        if round_ and round_ < ROUNDS:
            pane.clear("Again", "The same file is opened once more.")
    gained = _memory_mb() - before
    detail = f"{NODES:,} nodes, {WEIGHTS_MB} MB of weights, {ROUNDS} times"
    figures = [
        Figure("large model, inspected", statistics.median(inspected), "s", INSPECTED_S, detail),
        Figure("large model, neighbourhood shown", statistics.median(shown), "s", SHOWN_S, detail),
        Figure("large model, window's memory", max(gained, 0.0), "MB", MEMORY_MB, "gained"),
    ]
    session.engine.closed.connect(app.quit)
    session.engine.shutdown()
    app.exec()
    return figures


def _write_small(path: Path) -> None:
    from onnx import TensorProto as T
    from onnx import helper as h

    ends = [h.make_tensor_value_info(n, T.FLOAT, [4]) for n in ("x", "y")]
    graph = h.make_graph([h.make_node("Relu", ["x"], ["y"])], "small", ends[:1], ends[1:])
    imports = [h.make_opsetid("", 17)]
    path.write_bytes(h.make_model(graph, opset_imports=imports).SerializeToString())


def main() -> int:
    """Measure and print. Exit status 0 if the promises are kept."""
    with tempfile.TemporaryDirectory() as folder:
        status = say(*large_model(Path(folder)))
        sys.stdout.flush()
        return status


if __name__ == "__main__":
    sys.exit(main())
