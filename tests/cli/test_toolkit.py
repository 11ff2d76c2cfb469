"""``op-workbench toolkit add cuda`` where the download breaks off."""

from __future__ import annotations

import http.server
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench.core.toolkits.cuda import PACKAGES

TAG = "py3-none-any"


def wheel(folder: Path, package: str) -> Path:
    """A wheel with nothing in it."""
    name, _, version = package.partition("==")
    stem = f"{name.replace('-', '_')}-{version}"
    path = folder / f"{stem}-{TAG}.whl"
    info = f"{stem}.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        archive.writestr(
            f"{info}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {TAG}\n"
        )
        archive.writestr(f"{info}/RECORD", "")
    return path


@pytest.fixture
def index(tmp_path: Path) -> Iterator[str]:
    """A package index whose wheels come but for the last, of which half comes."""
    wheels = {path.name: path for path in (wheel(tmp_path, package) for package in PACKAGES)}
    broken = list(wheels)[-1]

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            last = self.path.strip("/").split("/")[-1]
            if last in wheels:
                data = wheels[last].read_bytes()
                self.send_response(200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data[: len(data) // 2] if last == broken else data)
                return
            found = [n for n in wheels if n.startswith(last.replace("-", "_") + "-")]
            page = "".join(f'<a href="/files/{name}">{name}</a>' for name in found).encode()
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/simple"
        server.shutdown()
        thread.join()


def test_a_download_that_breaks_off_is_told_and_leaves_nothing(
    index: str, run: Run, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    env: dict[str, str | None] = {
        "OP_WORKBENCH_DATA": str(data),
        "PIP_INDEX_URL": index,
        "PIP_CONFIG_FILE": "/dev/null",
        "PIP_FIND_LINKS": None,
        "PIP_RETRIES": "0",
        "PIP_NO_CACHE_DIR": "1",
    }
    done = run("toolkit", "add", "cuda", env=env)
    assert done.returncode == 1
    assert "cannot be had for this Python" in done.stderr
    assert "pip" in done.stderr
    assert not (data / "toolkits" / "cuda").exists()
    listed = run("toolkit", "list", env=env)
    assert "not added" in listed.stdout
