"""The cache is shown and cleared from the Help menu."""

import os

from workbench.core.storage import cache


def test_the_cache_is_cleared_only_after_the_question(
    session, drive, answers, monkeypatch, tmp_path
):
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(tmp_path / "cache"))
    entry = tmp_path / "cache" / "objects" / "old"
    entry.mkdir(parents=True)
    (entry / "unit.o").write_bytes(bytes(2_000_000))
    os.utime(entry, (1e9, 1e9))
    answers["ask_clear_cache"] = False
    drive.trigger("clearCache")
    assert cache.usage().entries == 1
    answers["ask_clear_cache"] = True
    messages = []
    session.window.commands.message.connect(messages.append)
    drive.trigger("clearCache")
    assert cache.usage().entries == 0
    assert messages == ["2 MB of the cache were removed; what is needed is made again."]
