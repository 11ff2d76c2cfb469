"""What gdb writes in its machine interface."""

from __future__ import annotations

import pytest

from workbench.engine.debug.mi import Record, parse


def test_an_answer_with_its_number() -> None:
    line = '12^done,wpt={number="2",exp="y"}'
    assert parse(line) == Record("^", "done", {"wpt": {"number": "2", "exp": "y"}}, "12")


def test_what_has_happened() -> None:
    found = parse('*stopped,reason="signal-received",frame={args=[]},thread-id="1"\n')
    assert found is not None
    assert (found.kind, found.name) == ("*", "stopped")
    assert found.values["frame"] == {"args": []}
    assert found.values["thread-id"] == "1"


def test_a_list_of_results_and_one_of_values() -> None:
    found = parse('^done,stack=[frame={level="0"},frame={level="1"}],names=["a","b"],none={}')
    assert found is not None
    assert found.values == {
        "stack": [{"level": "0"}, {"level": "1"}],
        "names": ["a", "b"],
        "none": {},
    }


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r'~"Line 3 of \"a.cpp\"\n"', 'Line 3 of "a.cpp"\n'),
        (r'~"caf\303\251 \\ \t"', "café \\ \t"),
        ('&"warning\\n"', "warning\n"),
    ],
)
def test_text(written: str, text: str) -> None:
    found = parse(written)
    assert found is not None
    assert found.values == {"text": text}


@pytest.mark.parametrize(
    "line", ["(gdb) ", "", "what the program prints", '^done,a={b="c"', "^done,a="]
)
def test_what_is_no_record(line: str) -> None:
    assert parse(line) is None
