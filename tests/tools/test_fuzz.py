"""``make fuzz`` finds what is planted, keeps it, and makes the same inputs from the same seed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.tools import planted_faults
from tools import fuzz
from tools.fuzz import Fuzz
from tools.fuzz_bytes import mutated
from tools.fuzz_watch import Limits

LIMITS = Limits(seconds=0.5, growth=100 << 20)
PLANTED = {
    "traceback": ("traceback", "KeyError: 'planted'"),
    "hang": ("hang", "it takes longer than 0.5 s"),
    "growth": ("growth", "it grew by more than 105 MB"),
    "growth_and_back": ("growth", "it grew by more than 105 MB"),
    "died": ("died", "the process ended by SIGABRT"),
    "executed": ("executed", "os.system"),
    "evaluated": ("executed", "exec of code of '<string>'"),
    "written": ("executed", "open outside of the scratch folder: "),
    "removed": ("executed", "os.rmdir outside of the scratch folder: "),
}


def test_what_is_planted_is_found_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []
    found = Fuzz(tmp_path / "kept", Path(planted_faults.__file__), LIMITS, say=said.append)
    found.run({"well": 3, "word": 3, **dict.fromkeys(PLANTED, 1), "traceback": 2})
    assert {f.file.name.partition("-")[0]: f.outcome.what for f in found.findings} == {
        kind: what for kind, (what, _) in PLANTED.items()
    }
    for finding in found.findings:
        kind = finding.file.name.partition("-")[0]
        assert finding.outcome.why.startswith(PLANTED[kind][1])
        if kind in ("traceback", "hang", "growth", "died"):
            assert "planted_faults.py:" in finding.outcome.where
            assert finding.outcome.where.endswith(f" in {kind}")
    (raised,) = (f for f in found.findings if f.outcome.what == "traceback")
    assert raised.count == 2, "what happens at one place is one finding"
    assert raised.file.read_bytes() == b"!", "it is as small as can be"
    assert "planted_faults.py" in raised.outcome.where
    assert found.read["well"] == 3
    assert len(said) == len(PLANTED)
    assert fuzz.report(found) == 1
    assert str(raised.file) in capsys.readouterr().out
    again = Fuzz(tmp_path / "again", Path(planted_faults.__file__), LIMITS)
    again.again([raised.file])
    assert [f.outcome.what for f in again.findings] == ["traceback"]


def test_nothing_found_is_exit_status_0(tmp_path: Path) -> None:
    found = Fuzz(tmp_path, Path(planted_faults.__file__), LIMITS)
    found.run({"word": 2}, workers=1)
    assert fuzz.report(found) == 0


def test_the_real_readers_take_some_of_each_kind(tmp_path: Path) -> None:
    found = Fuzz(tmp_path)
    found.run(dict.fromkeys(fuzz.SHARES, 3), workers=1)
    assert [str(f) for f in found.findings] == []
    assert found.read == dict.fromkeys(fuzz.SHARES, 3)


def test_the_same_numbers_give_the_same_bytes() -> None:
    seeds = [b'schema = 1\nname = "a"\n', bytes(range(256))]
    twice = [
        [mutated(random.Random(f"1 x {i}"), seeds[i % 2], seeds) for i in range(300)]
        for _ in range(2)
    ]
    assert twice[0] == twice[1]
    assert len(set(twice[0])) > 250


def test_shares_make_the_whole() -> None:
    assert sum(fuzz.SHARES.values()) == pytest.approx(1)
    assert sum(fuzz.shares(1001).values()) == 1001
    chunks = list(fuzz._chunks({"a": 1000, "b": 7}))
    assert sorted(n for k, a, b in chunks if k == "b" for n in range(a, b)) == list(range(7))
    assert chunks[0][0] == "a"
