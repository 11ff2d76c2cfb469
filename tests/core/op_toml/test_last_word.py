"""The word before a place, as a search from the front finds it, and as fast in a long line."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tests.seconds import fastest
from workbench.core.op_toml.last_word import space_start, word_start


@given(st.text("aé1_- .\t\n", max_size=30))
def test_a_search_from_the_front_finds_the_same(text: str) -> None:
    def start(pattern: str) -> int:
        match = re.search(pattern, text)
        return match.start() if match else -1

    assert word_start(text, len(text)) == start(r"\w*\Z")
    assert word_start(text, len(text), "-") == start(r"[\w\-]*\Z")
    assert space_start(text, len(text)) == start(r"\s*\Z")


def test_only_the_word_is_looked_at() -> None:
    text = "word " * 400_000
    assert fastest(lambda: [word_start(text, len(text) - 1) for _ in range(100)]) < 0.05
