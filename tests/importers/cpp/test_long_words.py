"""A word of very many letters takes a moment, wherever it stands in a source; so does a class that is there often."""

from __future__ import annotations

import time

import pytest

from workbench.core.storage.project import gallery_folder
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.cpp.syntax.body import hints_of
from workbench.importers.cpp.syntax.element_uses import Uses


@pytest.mark.parametrize("word", ["x", "a::", "a ", "const ", "auto y = "])
def test_the_hints_of_a_body_with_a_very_long_word(word: str) -> None:
    body = f'{{ TORCH_CHECK(x.dim() == 2, "{word * (60_000 // len(word))}"); float* p = x.data_ptr<float>(); }}'
    began = time.process_time()
    hints = hints_of(body, "x")
    assert time.process_time() - began < 2.0
    assert (hints.dtype, hints.rank, hints.written) == ("float32", 2, True)


def test_a_pointer_that_is_handed_on_very_often() -> None:
    began = time.process_time()
    hints = hints_of(
        f"float* p = x.data<float>(); f({'p, ' * 50_000}p);", "x", lambda *_: Uses("read")
    )
    assert time.process_time() - began < 2.0
    assert hints.written


def test_a_class_that_is_there_hundreds_of_times() -> None:
    text = (gallery_folder() / "foo_classic" / "foo_ort.cpp").read_text(encoding="utf-8")
    began = time.process_time()
    assert find_candidates({"ops.cpp": text * 240})
    assert time.process_time() - began < 3.0
