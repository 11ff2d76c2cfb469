"""``make screenshots``: pictures of the real window, of every page, in both languages, themes and sizes.

All go to ``build/screenshots``, to be looked at; those that the manual and the README show go to
``docs/images``. The window is the program's own, on Qt's offscreen platform, with ops of the gallery
that are built, exported and run for it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.screenshots_model import write_model  # noqa: E402

SIZES = {"large": (1440, 900), "small": (1024, 700)}
MODES = ("light", "dark")
LANGUAGES = ("en", "zh_CN")
OPS = ("my_add_custom", "deform_conv2d", "knn_query", "resize_dynamic")
SHOWN = {"graph": "resize_dynamic"}
"""Whose page is shown where it is not that of the first op: a network, which has a graph to look at."""
CPP = """#include <torch/library.h>
#include <ATen/ATen.h>

at::Tensor box_area(const at::Tensor& boxes) {
  return (boxes.select(1, 2) - boxes.select(1, 0)) * (boxes.select(1, 3) - boxes.select(1, 1));
}

std::tuple<at::Tensor, at::Tensor> roi_pool(const at::Tensor& input, const at::Tensor& rois,
                                            double spatial_scale, int64_t height, int64_t width) {
  at::Tensor pooled = input.new_zeros({rois.size(0), input.size(1), height, width});
  return {pooled, at::zeros_like(pooled, at::kLong)};
}

TORCH_LIBRARY(detection, m) {
  m.def("roi_pool(Tensor input, Tensor rois, float spatial_scale, int height, int width) -> (Tensor, Tensor)");
  m.impl("roi_pool", c10::DispatchKey::CPU, &roi_pool);
}
"""
MANUAL = {
    "kernel-light-large": "kernel",
    "signature-dark-large": "signature-dark",
    "mapping-light-large": "mapping",
    "model-light-large": "model",
    "graph-light-large": "graph",
    "run-light-large": "run",
    "elements": "elements",
    "values": "values",
    "new-op-dark": "new-op-dark",
}
"""Which of them the manual shows, and by which names."""
_WAIT = 300.0


def _home() -> tempfile.TemporaryDirectory[str]:
    """Settings and state of its own: it shows the program as a new user sees it."""
    folder = tempfile.TemporaryDirectory(prefix="screenshots-")
    for name in ("CONFIG", "DATA", "STATE"):
        os.environ[f"OP_WORKBENCH_{name}"] = str(Path(folder.name) / name.lower())
    return folder


class Camera:
    """The window, and what is done with it.

    Args:
        home: a folder for the project.
        target: where the pictures go.
    """

    def __init__(self, home: Path, target: Path) -> None:
        from workbench.gui.app import Session, prepare_web

        prepare_web()
        from PySide6.QtWidgets import QApplication

        from workbench.core.storage import project, trust

        self._application = QApplication.instance() or QApplication([])
        self.target = target
        folder = home / "edge-ops"
        project.create_project(folder)
        (folder / "ops").mkdir(exist_ok=True)
        for op in OPS:
            project.copy_op(project.gallery_folder() / op, folder, op)
        trust.trust([folder / "ops" / op for op in OPS])
        self.session = Session(self._application)
        self.session.open(None)
        self.window = self.session.window
        self.window.show()
        hosts = self.session.engine.hosts.values()
        self.wait(lambda: all(host.state == "ready" for host in hosts))
        self.folder = folder

    def wait(self, until: Callable[[], bool]) -> None:
        """Let the window work until something is so. Raises TimeoutError."""
        from PySide6.QtCore import QEventLoop

        ends = time.monotonic() + _WAIT
        while not until():
            self._application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
            time.sleep(0.01)
            if time.monotonic() > ends:
                raise TimeoutError("the window does not come to rest")

    def rest(self, seconds: float = 0.5) -> None:
        """Let what was begun be painted."""
        ends = time.monotonic() + seconds
        self.wait(lambda: time.monotonic() > ends)

    def shoot(self, name: str, widget: QWidget | None = None) -> Path:
        """Take the picture of the window, or of a dialog."""
        path = self.target / f"{name}.png"
        (widget or self.window).grab().save(str(path))
        return path

    def show(self, op: str, page: str) -> QWidget:
        """Bring a page of an op to the front. Returns it."""
        self.window.workspace.show_op(self.folder / "ops" / op)
        self.window.workspace.show_page(page)
        self.rest(3.0 if page in ("kernel", "graph") else 0.5)
        return self.window.workspace.page(page)

    def run_all(self) -> None:
        """Build, export, run and compare all ops."""
        self.window.actions_["run"].trigger()
        self.rest(1.0)
        self.wait(lambda: self.session.engine.idle)

    def close(self) -> None:
        """End the hosts."""
        self.session.engine.closed.disconnect()
        ended: list[object] = []
        self.session.engine.closed.connect(lambda: ended.append(None))
        self.session.engine.shutdown()
        self.wait(lambda: bool(ended))


def take(target: Path, home: Path) -> list[Path]:
    """Take all pictures. Returns them."""
    from workbench.gui.pages import PAGES

    target.mkdir(parents=True, exist_ok=True)
    camera, taken = Camera(home, target), []
    try:
        for shown in ("start", "project"):
            if shown == "project":
                camera.window.commands.open_path(camera.folder)
                camera.run_all()
            pages = [page.id for page in PAGES] if shown == "project" else [""]
            for page in pages:
                if page:
                    camera.show(SHOWN.get(page, OPS[0]), page)
                taken += take_looks(camera, page or shown)
        taken += take_model(camera)
        camera.window.resize(*SIZES["large"])
        taken += [take_elements(camera), take_values(camera), take_new_op(camera)]
        camera.window.commands.close_project()
        taken += take_looks(camera, "recent")
    finally:
        camera.close()
    return taken


def take_looks(camera: Camera, name: str) -> list[Path]:
    """What the window shows, in both themes and sizes."""
    taken = []
    for mode in MODES:
        camera.session.theme.set_mode(mode)
        for size, (width, height) in SIZES.items():
            camera.window.resize(width, height)
            camera.rest(1.0 if name in ("kernel", "graph", "opened-model") else 0.4)
            taken.append(camera.shoot(f"{name}-{mode}-{size}"))
    return taken


def take_model(camera: Camera) -> list[Path]:
    """A model of no op, with nodes that ONNX Runtime lacks."""
    camera.window.commands.models.open(write_model(camera.folder.parent / "detector.onnx"))
    page = camera.window.model_page
    camera.wait(lambda: page.pane.found is not None)
    camera.rest(3.0)
    taken = take_looks(camera, "opened-model")
    page.operators.chosen.emit(page.operators.rows()[1].key)  # of which an op can be made
    camera.rest(1.0)
    taken.append(camera.shoot("opened-model-new"))
    page.closed.emit()
    return taken


def take_elements(camera: Camera) -> Path:
    """The difference as a picture, of results that rounding has moved."""
    camera.session.theme.set_mode("light")
    page = camera.show("deform_conv2d", "run")
    page.area.verticalScrollBar().setValue(page.elements.y() - 16)
    camera.rest(1.0)
    return camera.shoot("elements")


def take_values(camera: Camera) -> Path:
    """Where the values of a graph part: an attribute of its first node is not PyTorch's."""
    file = camera.folder / "ops" / "resize_dynamic" / "op.toml"
    text = file.read_text(encoding="utf-8").replace("value = -0.75", "value = -0.25")
    text = text.replace("opset = 17", 'opset = 18\nexporter = "torch.export"')
    file.write_text(text, encoding="utf-8")
    camera.rest(2.0)
    camera.run_all()
    page = camera.show("resize_dynamic", "graph")
    page.pane.side.setCurrentWidget(page.divergence)
    page.divergence.start.click()
    camera.wait(lambda: page.divergence.rows.model().rowCount() > 0)
    camera.rest(2.0)
    return camera.shoot("values")


def take_new_op(camera: Camera) -> Path:
    """New op from C++."""
    from workbench.gui.new_op.dialog import NewOpDialog

    camera.session.theme.set_mode("dark")
    dialog = NewOpDialog(camera.session.services, camera.session.settings, camera.window, "cpp")
    file = camera.folder.parent / "roi_pool.cpp"
    file.write_text(CPP, encoding="utf-8")
    dialog.show()
    dialog.page("cpp").load([file])
    camera.rest(1.5)
    dialog.destination.folder.setText("~/op-workbench/roi-pool")  # no folder of this machine
    taken = camera.shoot("new-op-dark", dialog)
    dialog.close()
    return taken


def take_in(language: str, target: Path) -> int:
    """Take those of another language in a process of its own: a window has one from its start."""
    command = [sys.executable, __file__, "--language", language, "--to", target / language]
    return subprocess.run(command, check=False).returncode


def main() -> int:
    """Exit status 0 if all were taken."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--language", choices=LANGUAGES, help="in this one alone")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--manual", action="store_true", help="those of the manual anew, too")
    options = parser.parse_args()
    with _home() as home:
        from workbench.gui.language.languages import SETTING
        from workbench.gui.settings import Settings

        Settings().set_text(SETTING, options.language or LANGUAGES[0])
        taken = take(options.to, Path(home))
    for path in taken if options.manual else ():
        if (name := MANUAL.get(path.stem)) is not None:
            (ROOT / "docs" / "images" / f"{name}.png").write_bytes(path.read_bytes())
    print(f"{len(taken)} pictures in {options.to}")
    others = LANGUAGES[1:] if options.language is None else ()
    return max((take_in(language, options.to) for language in others), default=0)


if __name__ == "__main__":
    raise SystemExit(main())
