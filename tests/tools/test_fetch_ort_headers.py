"""The fetcher of ONNX Runtime's headers asks the machine's own mirror, and can do without."""

import os
from pathlib import Path

import pytest

from tools import fetch_ort_headers as headers

DEB822 = """\
Types: deb
# URIs: http://commented.example/debian
URIs: http://mirror.example/debian
Suites: stable stable-updates

Types: deb
URIs: http://mirror.example/debian-security
"""


@pytest.fixture(autouse=True)
def no_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("OP_WORKBENCH_ORT_INCLUDE", raising=False)
    monkeypatch.setattr(headers, "INSTALLED", ())


@pytest.mark.parametrize(
    "text",
    [
        DEB822,
        "deb http://mirror.example/debian stable main",
        "# none\ndeb [signed-by=/etc/x.gpg] http://mirror.example/debian stable main",
    ],
)
def test_mirror_is_the_machines_own(text: str) -> None:
    assert headers.mirror([text]) == "http://mirror.example/debian"


def test_other_archives_are_no_mirror() -> None:
    with pytest.raises(headers.FetchError, match="Debian"):
        headers.mirror(["deb http://mirror.example/ubuntu noble main"])


def test_headers_that_are_named_are_not_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / headers.HEADER).touch()
    monkeypatch.setenv("OP_WORKBENCH_ORT_INCLUDE", str(tmp_path))
    monkeypatch.setattr(headers, "fetch", lambda: pytest.fail("fetched"))
    assert headers.main(["--best-effort"]) == 0


def test_best_effort_succeeds_without_headers_and_waits_a_day(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tries = []

    def fail() -> Path:
        tries.append(1)
        raise headers.FetchError("no network")

    monkeypatch.setattr(headers, "fetch", fail)
    assert headers.main(["--best-effort"]) == 0
    assert "no network" in capsys.readouterr().err
    assert headers.main(["--best-effort"]) == 0
    assert len(tries) == 1

    failed = headers.target().with_name("onnxruntime-headers.failed")
    yesterday = failed.stat().st_mtime - headers.DAY - 1
    os.utime(failed, (yesterday, yesterday))
    assert headers.main(["--best-effort"]) == 0
    assert len(tries) == 2


def test_without_best_effort_failure_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> Path:
        raise headers.FetchError("no network")

    monkeypatch.setattr(headers, "fetch", fail)
    assert headers.main([]) == 1
    assert "OP_WORKBENCH_ORT_INCLUDE" in capsys.readouterr().err
