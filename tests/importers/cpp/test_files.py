"""Which files of a project come along with those that are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.check import check_op
from workbench.core.errors import UserError
from workbench.importers.cpp.candidates import find_candidates
from workbench.importers.cpp.draft import draft_of
from workbench.importers.cpp.files import include_folders, missing_headers, read_sources


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    files = {
        "src/near.cpp": '#include "near.h"\n#include "util/all.h"\n#include "gone.h"\n'
        "at::Tensor near(at::Tensor x) { return near_cpu(x); }\n",
        "src/other.cpp": "at::Tensor never(at::Tensor x) { return x; }\n",
        "src/near_cpu.cpp": '#include "near_cpu.h"\nat::Tensor near_cpu(at::Tensor x) { return x; }\n',
        "include/near.h": '#pragma once\n#include "near_cpu.h"\nat::Tensor near(at::Tensor x);\n',
        "include/near_cpu.h": "#pragma once\nat::Tensor near_cpu(at::Tensor x);\n",
        "util/all.h": "#pragma once\n#include <torch/torch.h>\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_headers_of_the_project_and_what_defines_them_are_found(tree: Path) -> None:
    texts = read_sources([tree / "src" / "near.cpp"])
    assert next(iter(texts)) == "src/near.cpp"
    assert set(texts) == {
        "src/near.cpp", "include/near.h", "include/near_cpu.h", "util/all.h"}  # fmt: skip
    (tree / "include" / "near_cpu.cpp").write_text(
        '#include "near_cpu.h"\nat::Tensor near_cpu(at::Tensor x) { return x; }\n'
    )
    assert "include/near_cpu.cpp" in read_sources([tree / "src" / "near.cpp"])


def test_their_folders_become_include_folders(tree: Path) -> None:
    texts = read_sources([tree / "src" / "near.cpp", tree / "src" / "near_cpu.cpp"])
    assert include_folders(texts) == ("include", ".")
    assert missing_headers(texts) == [("src/near.cpp", "gone.h")]
    first = next(c for c in find_candidates(texts) if c.name == "near")
    made = draft_of(first, texts)
    assert check_op(made.op) == []
    assert made.op.kernel.include == ("include", ".")
    assert made.op.kernel.sources == ("src/near_cpu.cpp",)


@pytest.mark.parametrize("name", ["a" * 5000 + ".h", "../" * 4000 + "x.h", "\x7f?.h", "/", "."])
def test_odd_names_of_headers_are_only_missing(tmp_path: Path, name: str) -> None:
    path = tmp_path / "a.cpp"
    path.write_text(f'#include "{name}"\nat::Tensor f(at::Tensor x) {{ return x; }}\n')
    texts = read_sources([path])
    assert set(texts) == {"a.cpp"}
    assert missing_headers(texts) == [("a.cpp", name)]


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.cpp"
    with path.open("wb") as file:
        file.truncate(50 << 20)
    with pytest.raises(UserError, match=r"50\.0 MiB of C\+\+ are too much"):
        read_sources([path])


def test_nothing_is_looked_for_above_the_project(tree: Path) -> None:
    (tree / "src" / "setup.py").touch()
    texts = read_sources([tree / "src" / "near.cpp"])
    assert set(texts) == {"near.cpp"}
    assert ("near.cpp", "near.h") in missing_headers(texts)
