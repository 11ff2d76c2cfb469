"""Files beside the given ones that define what these only declare."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from workbench.core.check import check_op
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.headers.missing import missing_words
from workbench.importers.cpp.search import definers
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.cpp.search.definers import read_with_definers

MODULE = """#include <torch/extension.h>
at::Tensor twice_cpu(at::Tensor x, double by);
#ifdef WITH_CUDA
at::Tensor twice_cuda(at::Tensor x, double by);
#endif
at::Tensor never_called(at::Tensor x);
PYBIND11_MODULE(ext, m) {
  m.def("twice", &twice_cpu);
#ifdef WITH_CUDA
  m.def("twice_cuda", &twice_cuda);
#endif
}
"""
TWICE = "at::Tensor twice_cpu(at::Tensor x, double by) { return far(x) * by; }\n"
FAR = "#pragma once\n#include <torch/types.h>\nat::Tensor far(at::Tensor x);\n"
IN_CUDA = "at::Tensor twice_cuda(at::Tensor x, double by) { return x * by; }\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    written(
        tmp_path,
        module=MODULE,
        twice=f'#include "parts/far.h"\n{TWICE}',
        deep="#include <torch/types.h>\nat::Tensor far(at::Tensor x) { return x; }\n",
        other="at::Tensor never_called(at::Tensor x) { return x; }\n",
    )
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "far.h").write_text(FAR)
    (tmp_path / "gpu.cu").write_text(IN_CUDA)
    return tmp_path


def written(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.cpp").write_text(text)


def read(folder: Path) -> set[str]:
    return set(read_with_definers([folder / "module.cpp"]))


def test_what_is_declared_without_a_header_is_found_with_all_that_it_needs(folder: Path) -> None:
    texts = read_with_definers([folder / "module.cpp"])
    assert next(iter(texts)) == "module.cpp"
    assert set(texts) == {"module.cpp", "twice.cpp", "deep.cpp", "gpu.cu", "parts/far.h"}
    chosen = next(c for c in find_candidates(texts) if c.name == "twice")
    draft = draft_of(chosen, texts)
    assert check_op(draft.op) == []
    assert set(draft.op.kernel.sources) | {draft.op.kernel.source} >= {"deep.cpp", "gpu.cu"}
    assert set(texts) <= set(draft.texts)
    assert not any("only declared" in gap.message for gap in draft.gaps)


def test_a_function_that_another_folder_of_the_project_defines_is_found(tmp_path: Path) -> None:
    for name in ("ops", "sums"):
        (tmp_path / name).mkdir()
    (tmp_path / "setup.py").write_text("")
    given = tmp_path / "ops" / "rows.cpp"
    given.write_text(
        "at::Tensor sums(at::Tensor x);\nat::Tensor rows(at::Tensor x) { return sums(x); }\n"
    )
    written(tmp_path / "sums", cpu="at::Tensor sums(at::Tensor x) { return x; }\n")
    os.mkfifo(tmp_path / "sums" / "pipe.cpp")  # which nobody ever writes to
    assert set(read_with_definers([given])) == {"ops/rows.cpp", "sums/cpu.cpp"}
    written(tmp_path / "sums", other="at::Tensor sums(at::Tensor x) { return x; }\n")
    assert set(read_with_definers([given])) == {"rows.cpp"}


def test_what_is_defined_already_takes_nothing_along(folder: Path) -> None:
    text = MODULE.replace("double by);", "double by) { return x; }")
    (folder / "module.cpp").write_text(text)
    assert read(folder) == {"module.cpp"}


@pytest.mark.parametrize(
    "text",
    [
        "static at::Tensor twice_cpu(at::Tensor x, double by) { return x; }\n",
        "at::Tensor twice_cpu(at::Tensor x) { return x; }\n",
        f"{TWICE}int main() {{ return 0; }}\n",
        f"{TWICE}PYBIND11_MODULE(other, m) {{}}\n",
        "#include <torch/types.h>\n// twice_cpu(x, by)\n",
        f"{TWICE}void own(int x) {{}}\n",  # which the module defines, too
    ],
    ids=["static", "other parameters", "a program", "a module", "a comment", "defined twice"],
)
def test_what_does_not_define_it_or_may_not_is_left(tmp_path: Path, text: str) -> None:
    written(tmp_path, module=f"{MODULE}void own(int x) {{}}\n", twice=text)
    assert read(tmp_path) == {"module.cpp"}


def test_of_two_that_define_the_same_none_is_taken_unless_one_is_for_cuda(folder: Path) -> None:
    (folder / "again.cu").write_text(TWICE.replace("far(x)", "x"))
    assert "twice.cpp" in read(folder)
    assert "again.cu" not in read(folder)
    written(folder, again=TWICE.replace("far(x)", "x"))
    assert not {"twice.cpp", "again.cpp", "again.cu"} & read(folder)


def test_of_two_that_define_the_same_both_are_named_and_what_to_do(folder: Path) -> None:
    written(folder, again=TWICE.replace("far(x)", "x"))
    texts = read_with_definers([folder / "module.cpp"])
    assert missing_words(texts) == [
        "'twice_cpu' is defined in again.cpp and twice.cpp, and none of them is taken: give one of them, too"
    ]
    texts = read_with_definers([folder / "module.cpp", folder / "twice.cpp"])
    assert missing_words(texts) == []


def test_a_file_that_makes_ops_in_the_same_namespace_is_left(tmp_path: Path) -> None:
    library = 'TORCH_LIBRARY(mine, m) { m.def("a", &twice_cpu); }\n'
    written(tmp_path, module=f"{MODULE}{library}", twice=f"{TWICE}{library}")
    assert read(tmp_path) == {"module.cpp"}
    written(tmp_path, twice=TWICE + library.replace("mine", "others"))
    assert read(tmp_path) == {"module.cpp", "twice.cpp"}


def test_classes_and_variables_are_found_too(tmp_path: Path) -> None:
    written(
        tmp_path,
        module="struct Table { Table(); int size() const; };\nstruct Whole { int n() { return 1; } };\n"
        "extern int limit;\n"
        "at::Tensor f(at::Tensor x) { return x * Table().size() * limit * Whole().n(); }\n",
        table="struct Table { Table(); int size() const; };\nTable::Table() {}\n",
        limit="int limit = 3;\n",
        whole="struct Whole { int n(); };\nint Whole::n() { return 2; }\n",
    )
    assert read(tmp_path) == {"module.cpp", "table.cpp", "limit.cpp"}


def test_hundreds_of_files_that_are_not_needed_cost_little(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = "".join(f"int other_{{0}}_{i}(int x) {{{{ return x; }}}}\n" for i in range(200))
    for i in range(400):
        (folder / f"more{i}.cpp").write_text(body.format(i))
    parsed: list[str] = []

    class Counted(definers.Source):
        def __init__(self, text: str, file: str = "") -> None:
            parsed.append(file)
            super().__init__(text, file)

    monkeypatch.setattr(definers, "Source", Counted)
    start = time.process_time()
    assert "twice.cpp" in read(folder)
    assert time.process_time() - start < 5
    assert set(parsed) == {"twice.cpp", "deep.cpp", "gpu.cu"}


def test_what_cannot_be_read_is_left(folder: Path) -> None:
    (folder / "broken.cpp").write_bytes(b"\0\xff" + TWICE.encode())
    (folder / "folder.cpp").mkdir()
    (folder / "gone.cpp").symlink_to("nowhere.cpp")
    assert "twice.cpp" in read(folder)


_MAIN = """#include <torch/extension.h>
{}
#include "far.h"
{}
at::Tensor near(at::Tensor x) {{ return x; }}
{}
at::Tensor uses(at::Tensor x) {{ return far(x); }}
{}
"""


@pytest.mark.parametrize(
    ("condition", "comes"),
    [
        ("#ifdef _WIN32", False),
        ("#if 0", False),
        ("#if defined(_MSC_VER) && defined(WITH_FAR)", False),
        ("#ifdef __linux__", True),
        ("#if TORCH_VERSION_MAJOR > 1", True),  # torch's own header says it
        ("#if 1", True),
    ],
)
def test_what_only_a_header_needs_that_is_surely_not_compiled_stays(
    tmp_path: Path, condition: str, comes: bool
) -> None:
    written(
        tmp_path,
        module=_MAIN.format(condition, "#endif", condition, "#endif"),
        far='#include "far.h"\n#include "deeper.h"\nat::Tensor far(at::Tensor x) { return deeper(x); }\n',
        deeper='#include "deeper.h"\nat::Tensor deeper(at::Tensor x) { return x; }\n',
    )
    (tmp_path / "far.h").write_text(FAR)
    (tmp_path / "deeper.h").write_text(FAR.replace("far", "deeper"))
    along = {"far.cpp", "deeper.cpp", "deeper.h"}
    assert read(tmp_path) & along == (along if comes else set())


def test_headers_that_include_each_other_end(tmp_path: Path) -> None:
    written(tmp_path, module='#include "a.h"\nat::Tensor f(at::Tensor x) { return x; }\n')
    (tmp_path / "a.h").write_text('#include "b.h"\n')
    (tmp_path / "b.h").write_text('#include "a.h"\n#if 0\n#include "module.cpp"\n#endif\n')
    assert read(tmp_path) == {"module.cpp", "a.h", "b.h"}
