"""How soon clangd is of use in the editor, for the kernels of the gallery.

    python tools/bench_clangd.py [op ...]

The first diagnostics of a portable kernel shall be there one second after clangd's start.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer

from tools.figures import Figure, say
from workbench.core.storage import op_file, project
from workbench.gui.lsp.clangd import Clangd

PROMISED_S = 1.0
LIMIT_MS = 120_000
TIMES = 10


def wait(start: Callable[[Callable[..., None]], None]) -> list[Any]:
    """Run the event loop until the callback is called; what it was called with."""
    loop, got = QEventLoop(), []

    def done(*values: Any) -> None:
        got.extend(values)
        loop.quit()

    QTimer.singleShot(LIMIT_MS, loop.quit)
    start(done)
    if not got:
        loop.exec()
    return got


def measure(name: str) -> tuple[float, float, float]:
    """Seconds to the first diagnostics, to those after an edit, and the median completion's."""
    folder = project.gallery_folder() / name
    op = op_file.load(folder)
    path = str(folder / op.kernel.source)
    text = Path(path).read_text(encoding="utf-8")
    clangd = Clangd()
    began = time.perf_counter()

    def open_it(done: Callable[..., None]) -> None:
        clangd.diagnosed.connect(done)
        clangd.open(path, folder, op, text)

    assert wait(open_it), "no diagnostics"
    first = time.perf_counter() - began
    typed = f"{text}\nstatic int64_t typed(int64_t number) {{ return num; }}\n"
    began = time.perf_counter()

    def change_it(done: Callable[..., None]) -> None:
        clangd.diagnosed.connect(done)
        clangd.change(path, typed)

    assert wait(change_it), "no diagnostics"
    again = time.perf_counter() - began
    lines = typed.splitlines()
    position = {"line": len(lines) - 1, "character": lines[-1].index("num;") + 3}
    took = []
    for _ in range(TIMES):
        began = time.perf_counter()
        ask = lambda done: clangd.ask(  # noqa: E731
            path, "textDocument/completion", {"position": position}, done
        )
        (answer,) = wait(ask)
        took.append(time.perf_counter() - began)
        assert any(item.get("filterText") == "number" for item in answer["items"])
    clangd.close()
    return first, again, statistics.median(took)


def main() -> int:
    """Print a table; the status says whether the promise is kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ops", nargs="*", default=["my_add_custom", "knn_query", "deform_conv2d"])
    names = parser.parse_args().ops
    app = QCoreApplication(sys.argv[:1])
    figures = []
    print(f"{'op':24}{'first diagnostics':>20}{'after an edit':>16}{'completion':>14}")
    with tempfile.TemporaryDirectory() as cache:
        os.environ["OP_WORKBENCH_CACHE"] = cache
        for name in names:
            first, again, completion = measure(name)
            style = op_file.load(project.gallery_folder() / name).kernel.style
            print(f"{name:24}{first:18.2f} s{again * 1e3:13.0f} ms{completion * 1e3:11.0f} ms")
            if style == "portable":
                figures.append(
                    Figure(f"clangd's first diagnostics, {name}", first, "s", PROMISED_S)
                )
    app.quit()
    return say(*figures)


if __name__ == "__main__":
    sys.exit(main())
