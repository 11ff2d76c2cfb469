"""A string that is made up is one that the function asks for."""

from __future__ import annotations

import pytest

from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates

KINDS = """
enum Kind { SUM, MEAN };
const std::map<std::string, Kind> kinds = { {"sum", SUM}, {"mean", MEAN} };
#define WITH_KIND(kind, ...) \\
  [&] { switch (kinds.at(kind)) { case SUM: { return __VA_ARGS__(); } default: return __VA_ARGS__(); } }()
"""
PASSED = (
    "at::Tensor g(at::Tensor x, std::string kind) { return WITH_KIND(kind, [&] { return x; }); }\n"
)


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ('if (mode == "mean") return x; return x;', "mean"),
        ('if ("mean" == mode) return x; return x;', "mean"),
        ('if (mode.compare("max") == 0) return x; return x;', "max"),
        ("return kinds.at(mode) == SUM ? x : x;", "sum"),
        ("auto k = kinds.find(mode); return x;", "sum"),
        ("return WITH_KIND(mode, [&] { return x; });", "sum"),
        ("return g(x, mode);", "sum"),
        ('TORCH_CHECK(mode != other, "no"); return x;', "text"),
    ],
)
def test_a_string_is_one_that_is_asked_for(body: str, word: str) -> None:
    text = f"{KINDS}{PASSED}at::Tensor f(at::Tensor x, const std::string& mode) {{ {body} }}\n"
    texts = {"a.cpp": text}
    candidate = next(c for c in find_candidates(texts) if c.name == "f")
    assert draft_of(candidate, texts).op.example("mode").value == word


def test_a_registered_schema_may_call_it_otherwise() -> None:
    text = f"""{KINDS}at::Tensor f(at::Tensor x, std::string mode) {{ return kinds.at(mode) ? x : x; }}
TORCH_LIBRARY(mine, m) {{ m.def("f(Tensor a, str how) -> Tensor", &f); }}
"""
    candidate = find_candidates({"a.cpp": text})[0]
    assert draft_of(candidate, {"a.cpp": text}).op.example("how").value == "sum"


@pytest.mark.parametrize(
    ("body", "bits"),
    [
        ("switch (bits) { case 4: return x; case 2: return -x; default: throw 1; }", 4),
        ('switch (bits) { case 8: { return x; } default: TORCH_CHECK(false, "no"); } return x;', 8),
        ("switch (bits) { case 3: return x; case 1: return -x; default: throw 1; }", 1),
        ("switch (bits) { case 4: return x; default: return -x; }", 1),
        ("switch (bits) { case 4: return x; case 8: return -x; } return at::Tensor();", 4),
        ("at::Tensor y; BY_BITS(bits, [&] { y = x; }); return y;", 2),
        ("switch (other) { case 4: return x; default: throw 1; }", 1),
        ("return unpacked(x, bits);", 2),
    ],
)
def test_a_number_is_one_that_the_function_knows(body: str, bits: int) -> None:
    text = f"""
#define OF_BITS(count, ...) switch (count) {{ case 2: return __VA_ARGS__(); }}
#define BY_BITS(BITS, ...) [&] {{ \\
  /* isn't "known" */ \\
  OF_BITS(BITS, __VA_ARGS__) }}()
at::Tensor unpacked(at::Tensor x, int bits) {{ switch (bits) {{ case 2: return x; default: throw 1; }} }}
at::Tensor f(at::Tensor x, int bits) {{ {body} }}
"""
    texts = {"a.cpp": text}
    candidate = next(c for c in find_candidates(texts) if c.name == "f")
    assert draft_of(candidate, texts).op.example("bits").value == bits
