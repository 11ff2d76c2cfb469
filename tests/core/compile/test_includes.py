"""Which files of the user a source includes."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from workbench.core.compile.includes import (
    check_included,
    included_files,
    leading_includes,
    runtime_of,
    without_comments,
)
from workbench.core.errors import UserError
from workbench.core.files.files import MAX_TEXT_BYTES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path.resolve()


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".h").write_text(text)


def found(folder: Path, text: str) -> set[str]:
    source = folder / "kernel.cpp"
    source.write_text(text)
    files = included_files(source, [folder])
    assert files == sorted(files)
    assert source in files
    return {str(p.relative_to(folder)) for p in files} - {"kernel.cpp"}


def test_a_source_alone(folder: Path) -> None:
    assert found(folder, "#include <vector>\n#include <workbench/tensor.h>\n") == set()


def test_headers_of_headers(folder: Path) -> None:
    write(folder, a='#include "b.h"', b="#include <c.h>", c="")
    assert found(folder, '#include "a.h"') == {"a.h", "b.h", "c.h"}


def test_headers_that_include_each_other(folder: Path) -> None:
    write(folder, a='#include "b.h"', b='#include "a.h"')
    assert found(folder, '#include "a.h"') == {"a.h", "b.h"}


def test_a_quoted_name_is_looked_up_beside_its_includer_first(folder: Path) -> None:
    write(folder, part__a='#include "b.h"', part__b="", b="")
    assert found(folder, '#include "part/a.h"') == {"part/a.h", "part/b.h"}


def test_a_name_falls_back_to_the_ops_folder(folder: Path) -> None:
    write(folder, part__a='#include "b.h"', b="")
    assert found(folder, '#include "part/a.h"') == {"part/a.h", "b.h"}


@pytest.mark.parametrize(
    "line",
    ['#include "a.h"', '  #  include  "a.h"', "#include <a.h>", "#\tinclude\t<a.h>",
     '#include_next "a.h"', '#include "./a.h"', '#include"a.h"', "#include<a.h>",
     '// #include "a.h"\n#include "a.h"', '/* x */ #include "a.h"', '#include /* x */ "a.h"',
     '#inc\\\nlude "a.h"', '#define A "a.h"\n#include A', '#import "a.h"'],
)  # fmt: skip
def test_spellings(folder: Path, line: str) -> None:
    write(folder, a="")
    assert "a.h" in found(folder, f"// a kernel\n{line}\nint x;\n")


def test_dos_line_ends(folder: Path) -> None:
    write(folder, a="")
    assert found(folder, '#include "a.h"\r\n#include <vector>\r\n') == {"a.h"}


def test_a_linked_header_counts_by_its_content(folder: Path) -> None:
    write(folder, real__a="")
    (folder / "link.h").symlink_to(folder / "real" / "a.h")
    assert found(folder, '#include "link.h"') == {"real/a.h"}


def test_unreadable_and_missing_headers_are_no_error(folder: Path) -> None:
    (folder / "sub.h").mkdir()
    (folder / "loop.h").symlink_to(folder / "loop.h")
    assert found(folder, '#include "no.h"\n#include "sub.h"\n#include "loop.h"\n') == set()


def test_binary_headers_are_no_error(folder: Path) -> None:
    (folder / "a.h").write_bytes(b'\xff\0\n#include "b.h"\n')
    write(folder, b="")
    assert found(folder, '#include "a.h"') == {"a.h", "b.h"}


def test_an_absolute_path(folder: Path) -> None:
    write(folder, elsewhere__a="")
    assert found(folder, f'#include "{folder}/elsewhere/a.h"') == {"elsewhere/a.h"}


def test_a_name_too_long_for_a_file_is_no_error(folder: Path) -> None:
    assert found(folder, f'#include "{"x" * 300}.h"\n') == set()


@pytest.mark.parametrize("name", ["pipe.h", "/dev/zero"])
def test_what_never_ends_is_not_read_and_is_refused(folder: Path, name: str) -> None:
    os.mkfifo(folder / "pipe.h")
    source = folder / "kernel.cpp"
    source.write_text(f'#include "{name}"\n')
    files = included_files(source, [folder])
    assert len(files) == 2
    assert runtime_of(source, [folder]) == ""
    with pytest.raises(UserError, match="no regular file") as caught:
        check_included(files)
    assert caught.value.problem.file.endswith(name)
    assert caught.value.problem.hint


def test_large_data_is_included_but_not_looked_through(folder: Path) -> None:
    write(folder, inner="")
    text = '#include "inner.h"\n' + "1,\n" * (MAX_TEXT_BYTES // 3)
    (folder / "data.inc").write_text(text)
    assert found(folder, '#include "data.inc"') == {"data.inc"}
    check_included([folder / "data.inc"])


TENSOR = "#include <workbench/tensor.h>"


@pytest.mark.parametrize(
    ("text", "leading"),
    [
        (f"{TENSOR}\n#include <vector>\n\nint x;\n#include <cmath>\n", [TENSOR, "#include <vector>"]),
        ("// A word.\n/* #include <a> */\n#include  <vector> // why\n  # include <workbench/tensor.h>\n",
         ["#include <vector>", TENSOR]),
        ("#include <vector>\nint x;\n", []),
        (f"#define N 1\n{TENSOR}\n", []),
        (f"#if 1\n{TENSOR}\n#endif\n", []),
        (f'#include "own.h"\n{TENSOR}\n', []),
        (f"{TENSOR}\n#include <own.h>\n#include <vector>\n", [TENSOR]),
        (f"{TENSOR}\n#include <torch/torch.h>\n", [TENSOR]),
        (f"{TENSOR} int x;\n", []),
        ("", []),
    ],
)  # fmt: skip
def test_the_lines_that_a_text_begins_with(folder: Path, text: str, leading: list[str]) -> None:
    assert leading_includes(text, [folder]) == leading


def test_a_header_of_the_user_s_ends_the_lines(folder: Path) -> None:
    (folder / "vector").write_text("")
    text = f"{TENSOR}\n#include <vector>\n#include <cmath>\n"
    assert leading_includes(text, [folder]) == [TENSOR]


@pytest.mark.parametrize(
    ("text", "flags", "runtime"),
    [
        ("#include <torch/all.h>\n#ifdef OWN\n#include <onnxruntime_cxx_api.h>\n#endif\n", (), "torch"),
        ("#include <torch/all.h>\n#ifdef OWN\n#include <onnxruntime_cxx_api.h>\n#endif\n", ("-DOWN",), "ort"),
        ("#ifdef WITH_TORCH\n#include <torch/all.h>\n#endif\n", (), ""),
        ("#ifdef WITH_TORCH\n#include <torch/all.h>\n#endif\n", ("-DWITH_TORCH",), "torch"),
        ('#ifdef WITH_TORCH\n#include "in_torch.h"\n#endif\n', (), ""),
        ('#include "in_torch.h"\n', (), "torch"),
        ("#if __has_feature(x)\n#include <torch/all.h>\n#endif\n", (), "torch"),
    ],
)  # fmt: skip
def test_the_runtime_is_that_of_the_headers_that_are_read(
    folder: Path, text: str, flags: tuple[str, ...], runtime: str
) -> None:
    write(folder, in_torch="#include <torch/all.h>\n")
    (folder / "kernel.cpp").write_text(text)
    assert runtime_of(folder / "kernel.cpp", [], flags) == runtime


def test_comments_without_an_end_take_no_longer_than_other_text(folder: Path) -> None:
    (folder / "part.h").touch()
    text = '#include "part.h"\n' + "/* " * 250_000
    started = time.process_time()
    assert found(folder, text) == {"part.h"}
    assert without_comments(text) == '#include "part.h"\n'
    assert time.process_time() - started < 5
