"""C++ in other encodings than UTF-8, as people of other countries and times have it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.core.errors import UserError
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.headers.files import read_sources
from workbench.importers.cpp.headers.missing import missing_words
from workbench.importers.cpp.search.candidates import find_candidates

CODE = (
    "#include <torch/torch.h>\nat::Tensor twice(const at::Tensor& x) {{ return x * 2; }}  // {}\n"
)


@pytest.mark.parametrize(
    ("words", "encoding", "named"),
    [
        ("计算两倍的值", "gbk", "GB18030"),
        ("計算", "gb18030", "GB18030"),
        ("5 µs, 20 °C, déjà vu", "latin-1", "CP1252"),
        ("“quoted” – so", "cp1252", "CP1252"),
        ("两倍 é", "utf-16", "UTF-16"),
    ],
)
def test_it_is_read_and_kept_as_utf_8_and_that_is_said(
    words: str, encoding: str, named: str, tmp_path: Path
) -> None:
    file = tmp_path / "twice.cpp"
    file.write_bytes(CODE.format(words).encode(encoding))
    texts = read_sources([file])
    assert texts["twice.cpp"].startswith(CODE.format(words)), "its lines are where they were"
    (said,) = missing_words(texts)
    assert said.startswith(f"twice.cpp is no UTF-8: it is read as {named}")
    made = draft_of(find_candidates(texts)[0], texts)
    assert made.op.kernel.function == "twice"
    assert [g for g in made.gaps if "UTF-8" in g.message]


@pytest.mark.parametrize("data", [CODE.format("é 两").encode(), b"\xef\xbb\xbfint x;\n", b""])
def test_what_is_utf_8_stays_as_it_is(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "a.cpp"
    file.write_bytes(data)
    texts = read_sources([file])
    assert texts["a.cpp"].encode() == data
    assert missing_words(texts) == []


@pytest.mark.parametrize("data", [b"\x7fELF\xe9\0\0", b"\0", "a\0é".encode("utf-16")])
def test_what_is_no_text_is_refused(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "a.cpp"
    file.write_bytes(data)
    with pytest.raises(UserError, match=r"binary|UTF-16"):
        read_sources([file])


READ = """
import sys
from pathlib import Path
from workbench.importers.cpp.search.definers import read_with_definers
print(list(read_with_definers([Path(sys.argv[1])])))
"""


@pytest.mark.parametrize(
    ("given", "told"), [("a.cpp", "this is no regular file"), ("b.cpp", "['b.cpp']")]
)
def test_what_never_ends_is_not_read(tmp_path: Path, given: str, told: str) -> None:
    """Neither where it is given, nor where it is included or lies beside."""
    for name in ("a.cpp", "a.h"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "b.cpp").write_text('#include "a.h"\nint a();\nint b() { return a(); }\n')
    command = [sys.executable, "-c", READ, str(tmp_path / given)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert told in done.stdout + done.stderr


def test_a_header_in_another_encoding_comes_along(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_bytes("// 两倍\nconstexpr int two = 2;\n".encode("gbk"))
    (tmp_path / "a.cpp").write_text('#include "a.h"\n')
    assert read_sources([tmp_path / "a.cpp"])["a.h"].startswith("// 两倍\nconstexpr")
