"""Functions behind a condition of the preprocessor: what is not compiled is no first choice."""

from __future__ import annotations

import pytest

from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.cpp.search.offered import offered

HEAD = "#include <torch/extension.h>\n"
FAST = "at::Tensor fast(at::Tensor x) { return x * 2; }\n"
PLAIN = "at::Tensor plain(at::Tensor x, int64_t k) { return x * k; }\n"
GUARDED = f"{HEAD}#ifdef OURS_IS_FAST  // which \\\n goes on\n{FAST}#endif\n{PLAIN}"


def test_what_no_flag_sets_is_last_marked_and_not_meant() -> None:
    found = find_candidates({"a.cpp": GUARDED})
    assert [(c.name, c.left_out) for c in found] == [("plain", False), ("fast", True)]
    assert found[1].how == "not compiled: its #if does not hold"
    assert [c.name for c in offered({"a.cpp": GUARDED}).meant] == ["plain"]


@pytest.mark.parametrize(
    "text",
    [
        GUARDED.replace("ifdef", "ifndef"),
        GUARDED.replace("OURS_IS_FAST", "__AVX2__"),
        GUARDED.replace("#ifdef", "#define OURS_IS_FAST\n#ifdef"),
        GUARDED.replace("#ifdef OURS_IS_FAST", '#include "config.h"\n#ifdef OURS_IS_FAST'),
    ],
)
def test_what_is_compiled_or_may_be_keeps_its_place(text: str) -> None:
    assert [(c.name, c.left_out) for c in find_candidates({"a.cpp": text})] == [
        ("fast", False),
        ("plain", False),
    ]


def test_a_flag_turns_it_on() -> None:
    flags = ("-DOURS_IS_FAST",)
    assert [c.name for c in offered({"a.cpp": GUARDED}, (), flags).meant] == ["fast", "plain"]


def test_what_is_left_out_alone_is_offered_all_the_same() -> None:
    text = GUARDED.replace(PLAIN, "")
    assert [c.name for c in offered({"a.cpp": text}).meant] == ["fast"]


def test_of_two_definitions_the_compiled_one_is_read() -> None:
    other = "at::Tensor f(at::Tensor x) { return at::zeros({3}); }\n"
    text = f"{HEAD}#ifdef OURS\n{FAST.replace('fast', 'f')}#else\n{other}#endif\n"
    (candidate,) = find_candidates({"a.cpp": text})
    assert not candidate.left_out
    assert candidate.line == 5
    assert draft_of(candidate, {"a.cpp": text}).op.outputs[0].shape == "[3]"
