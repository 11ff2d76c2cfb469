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

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

SIZES = {"large": (1440, 900), "small": (1024, 700)}
MODES = ("light", "dark")
LANGUAGES = ("en", "zh_CN")
OPS = ("my_add_custom", "deform_conv2d", "knn_query")
SHOWN = "my_add_custom"
MANUAL = {
    "kernel-light-large": "kernel",
    "signature-dark-large": "signature-dark",
    "mapping-light-large": "mapping",
    "model-light-large": "model",
    "graph-light-large": "graph",
    "run-light-large": "run",
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

    def shoot(self, name: str) -> Path:
        """Take the picture of the window."""
        path = self.target / f"{name}.png"
        self.window.grab().save(str(path))
        return path

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
                camera.window.workspace.show_op(camera.folder / "ops" / SHOWN)
            pages = [page.id for page in PAGES] if shown == "project" else [""]
            for page in pages:
                if page:
                    camera.window.workspace.show_page(page)
                    camera.rest(3.0 if page in ("kernel", "graph") else 0.5)
                for mode in MODES:
                    camera.session.theme.set_mode(mode)
                    for size, (width, height) in SIZES.items():
                        camera.window.resize(width, height)
                        camera.rest(1.0 if page in ("kernel", "graph") else 0.4)
                        taken.append(camera.shoot(f"{page or shown}-{mode}-{size}"))
    finally:
        camera.close()
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
