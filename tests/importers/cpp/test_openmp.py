"""A source that includes omp.h is compiled with OpenMP, as no compiler need have that header else."""

from __future__ import annotations

import pytest

from workbench.core.compile.providers import provider_of
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates

KERNEL = "at::Tensor f(at::Tensor x) { return x + omp_get_max_threads(); }\n"


@pytest.mark.parametrize(
    ("begin", "given", "flags"),
    [
        ("#include <omp.h>\n", (), ("-fopenmp",)),
        ("#include <omp.h>\n", ("-fopenmp",), ()),
        ("#include <omp.h>\n", ("-fopenmp=libgomp",), ()),
        ("#ifdef _OPENMP\n#include <omp.h>\n#endif\n", (), ()),
        ("// #include <omp.h>\n", (), ()),
        ("", (), ()),
    ],
)
def test_the_header_asks_for_the_flag(
    begin: str, given: tuple[str, ...], flags: tuple[str, ...]
) -> None:
    texts = {"a.cpp": begin + KERNEL}
    (candidate,) = find_candidates(texts)
    assert draft_of(candidate, texts, flags=given).op.kernel.compile_flags == flags


def test_where_it_is_missing_the_flag_is_named() -> None:
    who, hint = provider_of("omp.h")
    assert "OpenMP" in who
    assert "-fopenmp" in hint
