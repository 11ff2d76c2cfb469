"""A host's life without a process: what it writes, and what its ends mean."""

from __future__ import annotations

import pytest

from workbench.core import jobs
from workbench.core.pipeline import hosts
from workbench.core.pipeline.hosts import HostLife, Restarts

READY = jobs.encode(jobs.HostReady("torch", 1, 0.5, {}))


@pytest.fixture
def life() -> HostLife:
    life = HostLife("torch")
    assert life.asked_for()
    life.started()
    return life


def test_numbers_that_json_lacks_arrive_beside_texts_of_their_names() -> None:
    given = {"a": float("inf"), "b": "inf", "c": "\0nan", "d": (1.0, float("-inf"))}
    case = jobs.ExportedCase("", "m", "i", "o", literals=given)
    line = jobs.encode(jobs.StageEnded(1, "export", "ok", 0.0, result=jobs.ExportResult((case,))))
    arrived = jobs.decode_event(line)
    assert isinstance(arrived, jobs.StageEnded)
    assert isinstance(arrived.result, jobs.ExportResult)
    assert arrived.result.cases[0].literals == given


def test_lines_are_put_together_from_pieces() -> None:
    reader = jobs.LineReader()
    assert [reader.feed(piece) for piece in (b"a", b"b\nc\n\nd", b"\n", b"e")] == [
        [], [b"ab", b"c", b""], [b"d"], []
    ]  # fmt: skip


def test_a_host_is_ready_when_it_says_so(life: HostLife) -> None:
    assert (life.state, life.takes_jobs, life.ready) == ("starting", True, None)
    assert life.lines(READY[:9]) == []
    (line,) = life.lines(READY[9:])
    assert life.event(line) == life.ready
    assert life.state == "ready"
    assert not life.asked_for()


def test_what_is_no_message_is_text_for_the_log(
    life: HostLife, monkeypatch: pytest.MonkeyPatch
) -> None:
    (line,) = life.lines(b"\n\nhello\n")
    assert life.event(line) == jobs.Log(0, "[torch host, not understood] hello\n")
    monkeypatch.setattr("workbench.core.jobs.lines._LONGEST", 8)
    (line,) = life.lines(b"x" * 9)
    assert life.event(line) == jobs.Log(0, "[torch host: a line of over 64 MiB was dropped]\n")
    assert life.lines(b"\n") == []


def test_an_end_that_was_asked_for_loses_nothing(life: HostLife) -> None:
    life.closing()
    assert life.ended(-9) is None
    assert (life.state, life.takes_jobs) == ("off", False)


def test_an_end_that_was_not_is_told_and_the_host_comes_back_twice(life: HostLife) -> None:
    for again in (True, True, False):
        life.printed("one\ntwo\n")
        problem = life.ended(3)
        assert problem == hosts.lost_host(
            "torch", 3, was_ready=False, again=again, last_words=["one", "two"]
        )
        assert (life.state, life.comes_back) == ("failed", again)
        life.started()
    life.ended(3)
    assert life.asked_for()
    life.started()
    life.ended(3)
    assert life.comes_back


def test_a_program_that_cannot_be_started_is_told(life: HostLife) -> None:
    problem = life.ended(0, "no such file")
    assert problem is not None
    assert problem.message == "the torch host cannot be started: no such file"


def test_ends_long_ago_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    restarts = Restarts(30)
    for clock[0] in (0.0, 10.0, 31.0, 62.0):
        restarts.ended()
        assert restarts.allowed
    for clock[0] in (63.0, 64.0):
        restarts.ended()
    assert not restarts.allowed
    never = Restarts(30)
    never.give_up()
    clock[0] = 1e9
    assert not never.allowed
