"""Which files of a project come along with those that are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.check import check_op
from workbench.core.compile.providers import provider_of
from workbench.core.errors import UserError
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.headers.files import include_folders, read_sources
from workbench.importers.cpp.headers.include_roots import taken_from, with_licences
from workbench.importers.cpp.headers.missing import missing_headers, missing_words
from workbench.importers.cpp.search.candidates import find_candidates


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
        "src/near.cpp", "src/near_cpu.cpp", "include/near.h", "include/near_cpu.h", "util/all.h"}  # fmt: skip
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


def test_a_header_of_this_machine_is_left_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "out.h").write_text("#pragma once\n")
    path = tmp_path / "src" / "deep" / "a.cpp"
    path.parent.mkdir(parents=True)
    for name in (str(tmp_path / "out.h"), "/etc/passwd", "/usr/include/stdio.h"):
        path.write_text(f'#include "{name}"\n#include <{name}>\nvoid f();\n')
        assert set(read_sources([path], include=[tmp_path])) == {"a.cpp"}
        assert missing_headers(read_sources([path])) == [("a.cpp", name)]


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


def written(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


TWICE = (
    "#include <torch/extension.h>\nat::Tensor twice(const at::Tensor& x) { return x * MY_TWO; }\n"
)


def test_a_header_keeps_the_prefix_by_which_it_is_included(tmp_path: Path) -> None:
    written(
        tmp_path,
        {
            "setup.py": "",
            "src/mylib/csrc/op.cpp": f'#include "mylib/csrc/macros.h"\n{TWICE}',
            "src/mylib/csrc/macros.h": "#define MY_TWO 2\n",
        },
    )
    texts = read_sources([tmp_path / "src" / "mylib" / "csrc" / "op.cpp"])
    assert set(texts) == {"mylib/csrc/op.cpp", "mylib/csrc/macros.h"}
    assert include_folders(texts) == (".",)
    assert missing_headers(texts) == []


def test_folders_of_headers_are_looked_into_last_with_their_licence(tmp_path: Path) -> None:
    written(
        tmp_path,
        {
            "p/op.cpp": f'#include "near.h"\n#include <deep/two.h>\n#include "deep/loop.h"\n{TWICE}',
            "p/near.h": "\n",
            "one/include/near.h": "#error the project's own is meant\n",
            "one/include/deep/two.h": '#include "three.h"\n',
            "one/include/deep/three.h": "#define MY_TWO 2\n",
            "one/include/deep/loop.h": '#include "deep/loop.h"\n',
            "one/LICENSE.txt": "do as you like",
            "two/deep/two.h": "#define MY_TWO 3\n",
        },
    )
    roots = [tmp_path / "one" / "include", tmp_path / "two"]
    texts = read_sources([tmp_path / "p" / "op.cpp"], further=roots)
    deep = [f"third_party/deep/{name}.h" for name in ("loop", "three", "two")]
    assert sorted(texts) == ["near.h", "op.cpp", *deep]
    assert missing_headers(texts) == []
    assert "third_party" in include_folders(texts)
    (taken,) = taken_from(texts, roots)
    assert sorted(taken.files) == ["deep/loop.h", "deep/three.h", "deep/two.h"]
    assert taken.again == ("deep/two.h",)
    first = next(c for c in find_candidates(texts) if c.name == "twice")
    draft = with_licences(draft_of(first, texts), [taken])
    assert draft.copies == {"third_party/LICENSE.txt": tmp_path / "one" / "LICENSE.txt"}
    assert any("several of the given folders have deep/two.h" in g.message for g in draft.gaps)
    assert check_op(draft.op) == []


def test_headers_without_a_suffix_come_from_a_given_folder(tmp_path: Path) -> None:
    written(
        tmp_path,
        {
            "p/op.cpp": f"#include <Tiny/Dense>\n{TWICE}",
            "one/Tiny/Dense": '#include "src/Core.h"\n#include "Parts"\n',
            "one/Tiny/Parts": "#define MY_TWO 2\n",
            "one/Tiny/src/Core.h": "\n",
        },
    )
    texts = read_sources([tmp_path / "p" / "op.cpp"], further=[tmp_path / "one"])
    tiny = [f"third_party/Tiny/{name}" for name in ("Dense", "Parts", "src/Core.h")]
    assert sorted(texts) == ["op.cpp", *tiny]
    with pytest.raises(UserError, match="is no C"):
        read_sources([tmp_path / "one" / "Tiny" / "Dense"])


def test_a_large_library_of_headers_comes_along_and_is_not_read(tmp_path: Path) -> None:
    parts = [f"part{i}.h" for i in range(100)]
    lines = "".join(f'#include "src/{name}"\n' for name in parts)
    missing = "".join(f'#include "none{i}.h"\n' for i in range(9))
    filler = "// " + "x" * 40_000 + "\nvoid not_meant(at::Tensor x);\n"
    written(tmp_path, {"p/op.cpp": f"#include <Tiny/Dense>\n{TWICE}"})
    written(tmp_path / "one", {f"Tiny/src/{name}": filler for name in parts})
    written(tmp_path / "one", {"Tiny/Dense": f"#ifdef __ODD__\n{missing}#endif\n{lines}"})
    texts = read_sources([tmp_path / "p" / "op.cpp"], further=[tmp_path / "one"])
    assert len(texts) == 102
    assert {c.name for c in find_candidates(texts)} == {"twice"}
    (line,) = missing_words(texts)
    assert "headers that come along include 9 more" in line


def test_a_projects_own_folder_may_be_given_for_its_prefix(tmp_path: Path) -> None:
    written(
        tmp_path,
        {
            "mylib/ops/op.cpp": f'#include "op.h"\n#include "mylib/core/two.h"\n{TWICE}',
            "mylib/ops/op.h": "\n",
            "mylib/core/two.h": '#include "mylib/core/three.h"\n',
            "mylib/core/three.h": "#define MY_TWO 2\n",
        },
    )
    texts = read_sources([tmp_path / "mylib" / "ops" / "op.cpp"], further=[tmp_path])
    assert "mylib/core/three.h" in texts
    assert include_folders(texts) == (".",)
    assert missing_headers(texts) == []


def test_one_line_for_each_missing_header_says_who_provides_it() -> None:
    texts = {
        "a.cpp": '#include <gtest/gtest.h>\n#include "own.h"\n#include "cublas_v2.h"\n',
        "b.cpp": "#include <gtest/gtest.h>\n#include <vector>\n#include <no_one_knows.h>\n",
    }
    lines = missing_words(texts)
    assert len(lines) == 4
    assert (
        'a.cpp includes "own.h", which was not given: put it beside a.cpp (2 MiB at most)' in lines
    )
    assert any(line.startswith('a.cpp and 1 more includes "gtest/gtest.h"') for line in lines)
    assert any("GoogleTest provides it" in line for line in lines)


def test_a_missing_header_of_a_folder_is_looked_for_where_its_folder_is() -> None:
    texts = {"a.cpp": '#include "mylib/op.h"\n#include "mylib/more.h"\n#include "../up.h"\n'}
    assert missing_words(texts) == [
        'a.cpp includes "mylib/op.h", which was not given, like 1 more of mylib/: give the folder '
        "that has mylib in it with --include-root, or install what has it",
        'a.cpp includes "../up.h", which was not given: put it beside a.cpp (2 MiB at most)',
    ]


@pytest.mark.parametrize(
    ("header", "who"),
    [
        ("cuda_runtime.h", "the CUDA toolkit"),
        ("cub/cub.cuh", "the CUDA toolkit"),
        ("onnxruntime_lite_custom_op.h", "ONNX Runtime 1.16 or later"),
        ("onnxruntime_ep_c_api.h", "ONNX Runtime 1.22 or later"),
        ("core/framework/op_kernel.h", "the source tree of ONNX Runtime"),
        ("Eigen/Dense", "Eigen"),
        ("TH/TH.h", "PyTorch before 1.11, and none since,"),
        ("THC.h", "PyTorch before 1.11, and none since,"),
        ("THCUNN.h", "PyTorch before 1.11, and none since,"),
        ("THREADS.h", ""),
        ("mine/eigen.h", ""),
        ("custom.h", ""),
    ],
)
def test_who_provides_a_header(header: str, who: str) -> None:
    assert provider_of(header)[0] == who


def test_what_is_called_like_a_librarys_header_is_the_projects_where_it_has_it(
    tmp_path: Path,
) -> None:
    written(
        tmp_path,
        {
            "src/op.cpp": '#include "onnxruntime_registrar.h"\n#include "cuda_helpers.h"\n'
            f'#include "onnxruntime_cxx_api.h"\n#include "torch/extension.h"\n{TWICE}',
            "common/onnxruntime_registrar.h": "#define MY_TWO 2\n",
            "src/onnxruntime_cxx_api.h": "#error ONNX Runtime's own is meant\n",
            "include/cuda_helpers.h": "#pragma once\n",
            "include/torch/extension.h": "#error torch's own is meant\n",
        },
    )
    texts = read_sources([tmp_path / "src" / "op.cpp"])
    assert set(texts) == {
        "src/op.cpp", "common/onnxruntime_registrar.h", "include/cuda_helpers.h"}  # fmt: skip
    assert missing_headers(texts) == []
    assert include_folders(texts) == ("common", "include")


def test_a_header_of_a_folder_beside_is_found_where_only_one_has_its_name(tmp_path: Path) -> None:
    written(
        tmp_path,
        {
            "lib/ops/one/op.cpp": '#include "shared.h"\n#include "common/kernels.h"\n'
            f'#include "twofold.h"\n{TWICE}',
            "lib/ops/common/shared.h": "#define MY_TWO 2\n",
            "lib/cpp/include/common/kernels.h": "#pragma once\n",
            "lib/cpp/kernels.h": "#error another\n",
            "lib/ops/a/twofold.h": "\n",
            "lib/ops/b/twofold.h": "\n",
            "lib/.cache/common/kernels.h": "\n",
        },
    )
    texts = read_sources([tmp_path / "lib" / "ops" / "one" / "op.cpp"])
    assert set(texts) == {
        "ops/one/op.cpp", "ops/common/shared.h", "cpp/include/common/kernels.h"}  # fmt: skip
    assert include_folders(texts) == ("ops/common", "cpp/include")
    assert missing_headers(texts) == [("ops/one/op.cpp", "twofold.h")]


def test_a_prefix_is_looked_for_far_above_and_in_angle_brackets_too(tmp_path: Path) -> None:
    written(
        tmp_path,
        {
            "csrc/mylib/a/b/c/d/op.cpp": '#include "mylib/core/macro.h"\n'
            f"#include <mylib/core/more.h>\n{TWICE}",
            "csrc/mylib/core/macro.h": "#define MY_TWO 2\n",
            "csrc/mylib/core/more.h": "#pragma once\n",
        },
    )
    texts = read_sources([tmp_path / "csrc" / "mylib" / "a" / "b" / "c" / "d" / "op.cpp"])
    assert missing_headers(texts) == []
    assert {"mylib/core/macro.h", "mylib/core/more.h"} < set(texts)
    assert include_folders(texts) == (".",)


def test_what_a_header_declares_is_found_where_it_is_defined_for_the_processor(
    tmp_path: Path,
) -> None:
    written(
        tmp_path,
        {
            "all.cpp": '#include "twice.h"\nPYBIND11_MODULE(m, m) { m.def("twice", &twice); }\n',
            "twice.h": "at::Tensor twice(const at::Tensor& x);\n",
            "twice_cpu.cpp": f'#include "twice.h"\n#define MY_TWO 2\n{TWICE}',
        },
    )
    assert "twice_cpu.cpp" in read_sources([tmp_path / "all.cpp"])


def test_a_file_that_another_includes_is_not_compiled_by_itself(tmp_path: Path) -> None:
    written(
        tmp_path,
        {
            "op.cpp": f'#include "src/parts.cpp"\n{TWICE}',
            "src/parts.cpp": '#include "deep.cc"\n#define MY_TWO two()\n',
            "src/deep.cc": "inline int two() { return 2; }\n",
            "other.cpp": "int other() { return 1; }\n",
        },
    )
    texts = read_sources([tmp_path / "op.cpp", tmp_path / "other.cpp"])
    first = next(c for c in find_candidates(texts) if c.name == "twice")
    draft = draft_of(first, texts)
    assert (draft.op.kernel.source, draft.op.kernel.sources) == ("op.cpp", ("other.cpp",))
    assert {"src/parts.cpp", "src/deep.cc"} < set(draft.texts)


def test_what_a_header_under_include_declares_is_found_in_the_folder_of_sources(
    tmp_path: Path,
) -> None:
    written(
        tmp_path,
        {
            "ops/op.cpp": f'#include "mylib/two.h"\n#include "one.h"\n{TWICE}',
            "lib/include/mylib/two.h": "int two();\n",
            "lib/src/two.cc": "int two() { return 2; }\n",
            "lib/include/one.h": "int one();\n",
            "lib/one.cpp": "int one() { return 1; }\n",
            "setup.py": "",
        },
    )
    texts = read_sources([tmp_path / "ops" / "op.cpp"])
    assert {"lib/src/two.cc", "lib/one.cpp"} < set(texts)


def test_a_source_that_spells_its_headers_name_otherwise_comes_along(tmp_path: Path) -> None:
    files = {
        "all.cpp": '#include "grid_sample.h"\n#include "near_by.h"\n',
        "grid_sample.h": "at::Tensor grid_sample(at::Tensor x);\n",
        "gridSample.cpp": '#include "grid_sample.h"\n',
        "near_by.h": "at::Tensor near(at::Tensor x);\n",
        "NearBy.cpp": "",
        "near-by.cpp": "",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    texts = read_sources([tmp_path / "all.cpp"])
    assert "gridSample.cpp" in texts
    assert not {"NearBy.cpp", "near-by.cpp"} & set(texts), "one of two is not chosen"


def test_a_header_beside_the_file_comes_before_one_of_its_name_in_a_known_folder(
    tmp_path: Path,
) -> None:
    for name, text in {
        "csrc/utils.h": "int outer();\n",
        "csrc/cpu/utils.h": "int inner();\n",
        "csrc/cpu/op.cpp": '#include "utils.h"\n',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    texts = read_sources([tmp_path / "csrc/cpu/op.cpp"], [tmp_path / "csrc"], tmp_path)
    assert texts["csrc/cpu/utils.h"] == "int inner();\n"
