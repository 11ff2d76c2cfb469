"""A function that several of the given files define: an op has one of them."""

from __future__ import annotations

from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.cpp.search.choice import distinct

HEAD = "#include <torch/extension.h>\n"
DOUBLES = f"{HEAD}at::Tensor f(at::Tensor x) {{ return x * 2; }}\n"
TRIPLES = DOUBLES.replace("* 2", "* 3")
HELPS = f"{HEAD}int helper(int x) {{ return x; }}\n"


def test_both_are_listed_where_their_bodies_differ_and_a_draft_has_one() -> None:
    texts = {"a.cpp": DOUBLES, "b.cpp": TRIPLES, "c.cpp": HELPS}
    found = find_candidates(texts)
    assert [(c.name, c.file) for c in found] == [("f", "a.cpp"), ("f", "b.cpp")]
    assert distinct(found) == 2
    draft = draft_of(found[1], texts)
    assert (draft.op.kernel.source, draft.op.kernel.sources) == ("b.cpp", ("c.cpp",))
    assert set(draft.texts) == {"b.cpp", "c.cpp"}


def test_one_is_listed_where_they_are_alike_or_not_for_the_linker() -> None:
    spaced = DOUBLES.replace("return x * 2;", "return x *\n  2;")
    found = find_candidates({"a.cpp": DOUBLES, "b.cpp": spaced})
    assert [c.file for c in found] == ["a.cpp"]
    assert draft_of(found[0], {"a.cpp": DOUBLES, "b.cpp": spaced}).op.kernel.sources == ()
    header = {"a.cpp": DOUBLES, "f.h": TRIPLES.replace("at::Tensor f", "inline at::Tensor f")}
    assert len(find_candidates(header)) == 1
