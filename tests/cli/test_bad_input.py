"""Bad input on the command line: it is named, with the next step, and nothing is half imported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.engine.raw_library import SILENT, raw_library

SOURCE = (
    '#include <torch/torch.h>\n#include "a.h"\nat::Tensor twice(at::Tensor x) { return x * TWO; }\n'
)


def told(done: object) -> str:
    return done.stdout + done.stderr  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"rubbish", "no shared library"),
        (b"MZ" + bytes(300), "Windows"),
        (b"\x7fELF\x02\x01" + bytes(10), "cut off"),
        (None, "segmentation fault"),
        (SILENT.encode(), "registered nothing"),
    ],
    ids=["none", "another machine", "damaged", "crashes", "nothing"],
)
def test_a_library_that_has_no_ops_leaves_no_project(
    run: Run, tmp_path: Path, content: bytes | None, word: str
) -> None:
    path = tmp_path / "libbad.so"
    if content is None or content.startswith(b"extern"):
        source = SILENT if content else SILENT.replace("return nullptr", "return *(void**)8")
        path = raw_library(tmp_path, source, path.name)
    else:
        path.write_bytes(content)
    for command in (
        ("inspect", path),
        ("new", tmp_path / "p", "--library", path, "--entry", "Twice"),
    ):
        done = run(*command)
        assert done.returncode == 1
        assert word in told(done)
        assert "Traceback" not in told(done)
    assert not (tmp_path / "p").exists()


@pytest.mark.parametrize(
    ("rule", "word"),
    [
        ("[z.shape[0]]", "'z'"),
        ("[x.shape[0] // 0]", "in the shape rule: division by zero"),
        ("[x.shape[0] // (x.shape[0] - x.shape[0])]", "divi"),
        ("[x.shape]", "shape"),
        ("[x.shape[0]", "rule"),
    ],
)
def test_a_shape_rule_that_is_none_is_named_at_its_key(
    run: Run, tmp_path: Path, rule: str, word: str
) -> None:
    made = run("new", tmp_path / "p", "--blank", "twice(Tensor x) -> Tensor")
    assert made.returncode == 0, made.stderr
    toml = tmp_path / "p" / "ops" / "twice" / "op.toml"
    text = toml.read_text()
    toml.write_text(text.replace('shape = "x.shape"', f'shape = "{rule}"'))
    assert toml.read_text() != text
    kernel = toml.with_name("kernel.cpp")
    kernel.write_text(kernel.read_text().partition("{")[0] + "{}\n")
    done = run("verify", toml.parent, "--trust", "--json", "-")
    assert done.returncode == 1
    (report,) = json.loads(done.stdout)["ops"]
    assert report["status"] == "failed"
    assert "outputs[0].shape" in json.dumps(report["problems"])
    assert word in report["error"]["message"] + report["error"]["hint"]
    assert "Traceback" not in told(done)


def test_headers_that_include_each_other_are_read_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "op.cpp").write_text(SOURCE)
    (tmp_path / "a.h").write_text('#pragma once\n#include "b.h"\n#define TWO 2\n')
    (tmp_path / "b.h").write_text('#pragma once\n#include "a.h"\n#include "b.h"\n')
    done = run("new", tmp_path / "p", "--cpp", tmp_path / "op.cpp")
    assert done.returncode == 0, told(done)
    op = tmp_path / "p" / "ops" / "twice"
    assert {p.name for p in op.iterdir()} >= {"op.cpp", "a.h", "b.h"}


def test_a_source_that_includes_itself(run: Run, tmp_path: Path) -> None:
    (tmp_path / "op.cpp").write_text(SOURCE.replace("a.h", "op.cpp"))
    done = run("new", tmp_path / "p", "--cpp", tmp_path / "op.cpp")
    assert done.returncode == 0, told(done)


def test_two_roots_with_the_same_header_are_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "op.cpp").write_text(SOURCE)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.h").write_text(f"#define TWO 2  // {name}\n")
    roots = [part for name in ("one", "two") for part in ("--include-root", tmp_path / name)]
    done = run("new", tmp_path / "p", "--cpp", tmp_path / "src" / "op.cpp", *roots)
    assert done.returncode == 0, told(done)
    assert "several of the given folders have a.h" in told(done)
    (copied,) = (tmp_path / "p").rglob("a.h")
    assert "one" in copied.read_text()


def test_a_source_of_50_megabytes(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "op.cpp"
    path.write_bytes(SOURCE.encode() + b"// filler\n" * (5 << 20))
    done = run("new", tmp_path / "p", "--cpp", path)
    assert done.returncode == 1
    assert "MiB of C++ are too much to read" in told(done)
    assert not (tmp_path / "p").exists()


def test_a_header_of_50_megabytes_is_missing_and_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "op.cpp").write_text(SOURCE)
    (tmp_path / "a.h").write_bytes(b"#define TWO 2\n" + b"// filler\n" * (5 << 20))
    done = run("new", tmp_path / "p", "--cpp", tmp_path / "op.cpp")
    assert done.returncode == 0
    assert '"a.h"' in told(done)
    assert "MiB" in told(done), "it is there, and too large"
    assert not list((tmp_path / "p").rglob("a.h"))
