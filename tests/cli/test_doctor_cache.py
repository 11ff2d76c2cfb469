"""``doctor`` shows the cache and clears it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    for name, size in (("a", 3_000_000), ("b", 2_000_000)):
        folder = tmp_path / "cache" / "objects" / name
        folder.mkdir(parents=True)
        (folder / "unit.o").write_bytes(bytes(size))
        os.utime(folder, (1e9, 1e9))
    return tmp_path / "cache"


def test_the_size_and_the_limit_are_shown_and_the_cache_is_cleared(run: Run, cache: Path) -> None:
    env = {"OP_WORKBENCH_CACHE": str(cache), "OP_WORKBENCH_CACHE_LIMIT": "1.5"}
    done = run("doctor", env=env)
    assert f"{cache}: 0.01 of 1.5 GB used by 2 entries" in done.stdout
    assert "--clear-cache" in done.stdout
    done = run("doctor", "--clear-cache", env=env)
    assert "5 MB of the cache were removed" in done.stdout
    assert "0.00 of 1.5 GB used by 0 entries" in done.stdout
    assert not list((cache / "objects").iterdir())


def test_json_stays_json_when_the_cache_is_cleared(run: Run, cache: Path) -> None:
    done = run("doctor", "--json", "--clear-cache", env={"OP_WORKBENCH_CACHE": str(cache)})
    assert any("cache" in f["name"] for f in json.loads(done.stdout)["findings"])
    assert "were removed" in done.stderr
