"""Further sources of an op: C++ and C files, folders of headers, flags, registrations."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import TWICE_KERNEL, MakeOp, Verify
from tests.engine.building import build, failure, symbols, with_kernel, write
from workbench.core.jobs import BuildResult
from workbench.engine.build import build as builder

HEAD = '#include "twice.h"\n'
KERNEL = HEAD + TWICE_KERNEL.replace("2 * x[i]", "twice_of(x[i])")
TWICE_OF = HEAD + "float twice_of(float x) { return FACTOR * x; }\n"
HEADER = "#pragma once\nfloat twice_of(float x);\n#ifndef FACTOR\n#define FACTOR 2\n#endif\n"


@pytest.fixture
def several(make_op: MakeOp) -> Path:
    """An op of two sources and a folder of headers."""
    folder = make_op(with_kernel('sources = ["more.cpp"]\ninclude = ["inc"]'), KERNEL)
    (folder / "inc").mkdir()
    (folder / "inc" / "twice.h").write_text(HEADER)
    write(folder, more_cpp=TWICE_OF)
    return folder


# -- C++ and C


def test_a_further_source_is_in_both_libraries(several: Path, verify: Verify) -> None:
    result, problems = build(several)
    assert problems == []
    for library in (result.torch_library, result.ort_library):
        assert "twice_of(float)" in symbols(library)
    assert verify(several).report().status == "agrees"


def test_an_edit_recompiles_one_source(several: Path) -> None:
    first, _ = build(several)
    assert build(several)[0].compiled == 0
    write(several, more_cpp=TWICE_OF.replace("return", "return 1 *"))
    second, _ = build(several)
    assert second.compiled == 1
    assert second.ort_library != first.ort_library
    (several / "inc" / "twice.h").write_text(HEADER + "// changed\n")
    assert build(several)[0].compiled == 2


def test_a_compile_error_names_the_further_source(several: Path) -> None:
    write(several, more_cpp=TWICE_OF.replace("FACTOR * x", "FACTOR * z"))
    problem = failure(several)[0]
    assert (problem.file, problem.line) == (str(several / "more.cpp"), 2)


def test_what_no_source_defines_is_a_link_error(several: Path) -> None:
    write(several, more_cpp="// nothing here")
    problem = failure(several)[0]
    assert problem.kind == "link"
    assert "twice_of(float)" in problem.message


def test_flags_reach_every_source(several: Path, verify: Verify) -> None:
    toml = (several / "op.toml").read_text()
    flags = 'compile_flags = ["-DFACTOR=7", "-O3"]\nlink_flags = ["-Wl,-soname,mine.so"]\n'
    (several / "op.toml").write_text(toml.replace("[kernel]\n", f"[kernel]\n{flags}"))
    result, _ = build(several)
    assert result.compiled == 2
    output = subprocess.run(
        ["readelf", "-d", result.ort_library], capture_output=True, text=True, check=True
    ).stdout
    assert "mine.so" in output
    (several / "op.toml").write_text((several / "op.toml").read_text().replace("2 * x", "7 * x"))
    assert verify(several).report().status == "agrees"


def test_a_library_that_is_not_there(several: Path) -> None:
    toml = (several / "op.toml").read_text()
    (several / "op.toml").write_text(
        toml.replace("[kernel]\n", '[kernel]\nlink_flags = ["-lno_such_library"]\n')
    )
    problem = failure(several)[0]
    assert problem.kind == "link"
    assert "no_such_library" in problem.message


def test_a_c_source(make_op: MakeOp) -> None:
    kernel = 'extern "C" float twice_of(float x);\n' + KERNEL.removeprefix(HEAD)
    folder = make_op(with_kernel('sources = ["more.c"]'), kernel)
    write(folder, more_c="float twice_of(float new) { float *p = (void *)&new; return 2 * *p; }")
    assert build(folder)[1] == []


def test_missing_sources_and_folders(several: Path) -> None:
    (several / "more.cpp").rename(several / "less.cpp")
    assert failure(several)[0].file == str(several / "more.cpp")
    (several / "less.cpp").rename(several / "more.cpp")
    (several / "inc").rename(several / "headers")
    (problem,) = failure(several)
    assert problem.file == str(several / "inc")
    assert "include folder" in problem.message


TORCH_KERNEL = """
#include <torch/torch.h>
torch::Tensor tripled(const torch::Tensor& x);
torch::Tensor twice(torch::Tensor x) { return tripled(x) - x; }
"""
TORCH_MORE = """
#include <torch/torch.h>
float three();
torch::Tensor tripled(const torch::Tensor& x) { return x * three(); }
"""


def test_a_libtorch_kernel_of_several_files(make_op: MakeOp, verify: Verify) -> None:
    toml = with_kernel('style = "libtorch"\nsources = ["more.cpp", "plain.cpp"]')
    folder = make_op(toml + '\n[ort]\nimplementation = "export-only"\n', TORCH_KERNEL)
    write(folder, more_cpp=TORCH_MORE, plain_cpp="float three() { return 3; }")
    assert verify(folder).report().status == "export-only"
    write(folder, more_cpp=TORCH_MORE.replace("x * three()", "x * four()"))
    problem = failure(folder)[0]
    assert (problem.file, problem.line) == (str(folder / "more.cpp"), 4)


# -- styles that compile nothing


def test_an_installed_op_needs_no_source(make_op: MakeOp) -> None:
    toml = with_kernel('style = "installed"').replace("wb_test::twice", "aten::neg")
    folder = make_op(toml + '\n[ort]\nimplementation = "export-only"\n', None)
    assert build(folder) == (BuildResult("", "", 0), [])


def test_a_python_kernel_needs_its_file(make_op: MakeOp) -> None:
    toml = with_kernel('style = "python"\nsource = "f.py"\nfunction = "F"')
    folder = make_op(toml + '\n[ort]\nimplementation = "export-only"\n', None)
    assert failure(folder)[0].file == str(folder / "f.py")
    write(folder, f_py="class F:\n    pass")
    assert build(folder) == (BuildResult("", "", 0), [])


# -- what ends the process that loads the library


STABLE = """
#include <torch/csrc/stable/library.h>

STABLE_TORCH_LIBRARY_FRAGMENT(wb_test, m) { m.def("twice(Tensor x) -> Tensor"); }
"""
FUNCTION = "at::Tensor twice(const at::Tensor& x) { return 2 * x; }\n"


def test_a_second_registration_is_told_before_anything_is_compiled(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder, "NinjaRun", None)
    folder = make_op(with_kernel('sources = ["more.cpp"]'), TWICE_KERNEL)
    write(folder, more_cpp=STABLE)
    (problem,) = failure(folder)
    assert "registers the op itself (STABLE_TORCH_LIBRARY_FRAGMENT)" in problem.message
    assert (Path(problem.file).name, problem.line) == ("more.cpp", 4)


def test_a_second_registration_would_abort_what_loads_the_library(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user's own ends the process, whichever Python there is around it."""
    monkeypatch.setattr(builder, "registration_problem", lambda *_: None)
    libtorch = 'style = "libtorch"\nsources = ["more.cpp"]\n\n[ort]\nimplementation = "bridge"'
    folder = make_op(with_kernel(libtorch), f"#include <torch/library.h>\n{FUNCTION}")
    write(folder, more_cpp=STABLE)
    library = build(folder)[0].torch_library
    script = f"""
import torch
try:
    torch.ops.load_library({library!r})
except BaseException:
    pass
print("went on")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == -signal.SIGABRT, done.stdout + done.stderr
    assert "went on" not in done.stdout


def test_another_name_than_the_declared_one_is_told_before_anything_is_compiled(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder, "NinjaRun", None)
    own = with_kernel('style = "libtorch"\nregistration = "own"').replace(
        'python = "2 * x"', 'python = "2 * x"\n\n[ort]\nimplementation = "bridge"'
    )
    folder = make_op(own, STABLE.replace("twice(", "thrice("))
    (problem,) = failure(folder)
    assert problem.message.startswith("the source registers wb_test::thrice")
    assert (Path(problem.file).name, problem.line) == ("kernel.cpp", 3)
