"""How quickly torch's ops are there and found: reading the list, indexing it, one keystroke.

Run it as ``python tools/bench_schema_search.py``. Promised are 50 ms per keystroke with
the model, the details and the painting; a frame of the window must not take longer either.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable

from tools.figures import Figure, say

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

PROMISED_MS = 50.0
TYPED = ("grid sampler", "relu", "conv2d stride", "e", "aten::roll dims")


def milliseconds(act: Callable[[], object]) -> float:
    """The time of one call."""
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1e3


def main() -> int:
    """Measure and print. Exit status 0 if the promise is kept."""
    from PySide6.QtWidgets import QApplication

    from workbench.cli.search import listed_ops
    from workbench.gui.hosts.engine import Engine
    from workbench.gui.look.theme import Theme
    from workbench.gui.new_op.torch_page import TorchPage
    from workbench.gui.project.model import ProjectModel
    from workbench.gui.services import Services
    from workbench.importers.schemas import schema_cache
    from workbench.importers.schemas.schema_search import SchemaIndex

    version = schema_cache.torch_version()
    ops = listed_ops("")
    size = schema_cache.cache_file(version).stat().st_size
    print(f"{len(ops):,} ops of torch {version}, {size / 1e6:.2f} MB on disk")
    reading = min(milliseconds(lambda: schema_cache.read(version)) for _ in range(5))
    indexing = min(milliseconds(lambda: SchemaIndex(ops)) for _ in range(5))
    piece = min(milliseconds(lambda: SchemaIndex(ops[:300])) for _ in range(5))
    print(f"read {reading:.1f} ms, index {indexing:.1f} ms (a piece of 300 {piece:.1f} ms)")
    index = SchemaIndex(ops)
    searches = [
        milliseconds(lambda q=t[:n]: index.search(q)) for t in TYPED for n in range(1, len(t) + 1)
    ]
    print(f"search: median {statistics.median(searches):.1f} ms, worst {max(searches):.1f} ms")

    app = QApplication([])
    page = TorchPage(Services(ProjectModel(), Engine(), Theme(app)))
    page.resize(900, 560)
    page.show()
    page.shown()
    while page.ops.model.rowCount() < len(ops):
        app.processEvents()
    keystrokes = []
    for text in TYPED:
        for n in range(1, len(text) + 1):

            def stroke(query: str = text[:n]) -> None:
                page.ops.search.setText(query)
                page.grab()

            keystrokes.append(milliseconds(stroke))
    detail = f"median {statistics.median(keystrokes):.1f} ms, with list, details and painting"
    return say(
        Figure("a keystroke in the search, the worst", max(keystrokes), "ms", PROMISED_MS, detail)
    )


if __name__ == "__main__":
    sys.exit(main())
