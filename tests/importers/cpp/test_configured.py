"""A header that the project's build writes from a template is made from it, and that is said."""

from __future__ import annotations

from pathlib import Path

from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.headers.files import read_sources
from workbench.importers.cpp.search.candidates import find_candidates

TEMPLATE = """#pragma once
#define WITH_BLAS() @WITH_BLAS@
#define VERSION "${PROJECT_VERSION}"
#cmakedefine HAVE_THREADS 1
  #cmakedefine01 HAVE_AVX
#undef HAVE_OLD
"""


def test_a_template_becomes_the_header(tmp_path: Path) -> None:
    source = tmp_path / "lib" / "csrc" / "op.cpp"
    source.parent.mkdir(parents=True)
    source.write_text(
        '#include "lib/csrc/config.h"\n#include <torch/torch.h>\n'
        "at::Tensor f(const at::Tensor& x) { return x.clone(); }\n"
    )
    (source.parent / "config.h.in").write_text(TEMPLATE)
    texts = read_sources([source])
    (name,) = (n for n in texts if n.endswith("config.h"))
    assert texts[name].splitlines()[1:] == [
        "#pragma once",
        "#define WITH_BLAS() 0",
        '#define VERSION "0"',
        "/* #undef HAVE_THREADS */",
        "  #define HAVE_AVX 0",
        "/* #undef HAVE_OLD */",
    ]
    made = draft_of(find_candidates(texts)[0], texts)
    told = [g.message for g in made.gaps if g.key == "kernel.include"]
    assert told == [
        f"{name} is made from config.h.in: what the project's build finds out is 0 there, or not defined"
    ]
    assert name.removesuffix("/lib/csrc/config.h") in (*made.op.kernel.include, name)


def test_a_header_that_is_there_is_taken_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "config.h").write_text("#define A 1\n")
    (tmp_path / "config.h.in").write_text(TEMPLATE)
    source = tmp_path / "op.cpp"
    source.write_text('#include "config.h"\nat::Tensor f(at::Tensor x) { return x; }\n')
    assert read_sources([source])["config.h"] == "#define A 1\n"
