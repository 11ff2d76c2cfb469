"""C++ of the user's own against ONNX Runtime's official headers, old style and new, built as it is."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import Verify
from tests.engine.bindings import ROOT, Failed, Host
from tests.engine.own_ort import F32, X, library, needs_headers, problems
from tests.engine.own_ort_sources import (
    ATTRIBUTES,
    CLASSIC,
    LITE,
    NEW_STYLE,
    PLAIN_C,
    REGISTERED,
    TOML,
)
from tests.large import large
from workbench.core.compile import ort_headers
from workbench.core.compile.ort_headers import find_ort_headers
from workbench.core.storage import op_file, project
from workbench.engine.build import build as builder
from workbench.engine.compilers import compiler
from workbench.engine.store import Store

ON_ONE = {"f": 0.5, "i": 7, "s": "four", "fs": [1.0, 2.5], "is": [9, 8]}


@needs_headers
@pytest.mark.parametrize(
    "text",
    [
        CLASSIC,
        CLASSIC + REGISTERED,
        CLASSIC + REGISTERED.replace('extern "C" ', ""),
        CLASSIC + REGISTERED.replace('extern "C" ', 'extern "C" __declspec(dllexport) '),
        LITE,
        PLAIN_C,
        NEW_STYLE,
        CLASSIC.replace(
            "struct SumKernel", "#define ThrowOnError(api, status, line)\nstruct SumKernel", 1
        ),
    ],
    ids=[
        "classic",
        "registered",
        "C++ linkage",
        "Visual C++",
        "lite",
        "plain C",
        "new style",
        "macros",
    ],
)
def test_every_style_runs(folder_of: Callable[..., Path], host: Host, text: str) -> None:
    result = host("run", library(folder_of(text)), "Sum", {"a": X, "b": X})
    np.testing.assert_array_equal(result["values"][0], 2 * X)


@needs_headers
def test_attributes_and_optional_inputs_in_the_old_style(
    folder_of: Callable[..., Path], host: Host
) -> None:
    built = library(folder_of(ATTRIBUTES))
    for inputs, given in (({"a": X}, 0), ({"a": X, "b": np.array([1])}, 1)):
        values = host("run", built, "Sum", inputs, attributes=ON_ONE)["values"][0]
        assert values.tolist() == [0.5, 7, 4, 2.5, 9, 2, given]


@needs_headers
def test_a_missing_attribute_is_an_error_that_names_the_op(
    folder_of: Callable[..., Path], host: Host
) -> None:
    with pytest.raises(Failed, match=r"Sum: .*attribute"):
        host("run", library(folder_of(ATTRIBUTES)), "Sum", {"a": X})


@needs_headers
def test_an_exception_of_the_kernel_becomes_a_status(
    folder_of: Callable[..., Path], host: Host
) -> None:
    empty = np.zeros((0, 3), F32)
    with pytest.raises(Failed, match="Status Message: Sum: nothing to add"):
        host("run", library(folder_of(CLASSIC)), "Sum", {"a": empty, "b": empty})
    # Ops that the source registers are as it made them; ONNX Runtime catches what it can.
    with pytest.raises(Failed, match="nothing to add"):
        host("run", library(folder_of(CLASSIC + REGISTERED)), "Sum", {"a": empty, "b": empty})


@needs_headers
def test_two_sessions_and_a_manifest(folder_of: Callable[..., Path], host: Host) -> None:
    built = library(folder_of(CLASSIC))
    host("run", built, "Sum", {"a": X, "b": X}, times=2)
    (op,) = host("manifest", built)["ops"]
    assert (op["domain"], op["name"], op["min_inputs"], op["max_inputs"]) == (
        "wb.test",
        "Sum",
        2,
        2,
    )
    assert op["inputs"][0] == {"kind": "tensor", "dtypes": ["float32"], "optional": False}
    (op,) = host("manifest", library(folder_of(ATTRIBUTES)))["ops"]
    assert (op["min_inputs"], op["max_inputs"]) == (1, 2)
    assert op["inputs"][1]["optional"]


@needs_headers
def test_it_asks_for_the_oldest_runtime_and_not_for_that_of_the_headers(
    folder_of: Callable[..., Path], host: Host
) -> None:
    assert host("manifest", library(folder_of(CLASSIC)))["api_version"] == 17


@needs_headers
def test_an_older_runtime_is_told_what_it_takes(
    folder_of: Callable[..., Path], host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Headers of the future stand for a runtime of the past."""
    real = find_ort_headers()
    assert real is not None
    future = tmp_path / "headers"
    future.mkdir()
    for header in real.glob("*.h"):
        text = header.read_text()
        (future / header.name).write_text(
            text.replace("#define ORT_API_VERSION ", "#define ORT_API_VERSION 9")
        )
    monkeypatch.setenv("OP_WORKBENCH_ORT_INCLUDE", str(future))
    toml = TOML.replace('source = "sum_ort.cpp"', 'source = "sum_ort.cpp"\noldest = "1.900"')
    built = library(folder_of(CLASSIC, toml))
    with pytest.raises(Failed, match=r"needs ONNX Runtime 1\.900 or newer, but this is 1\."):
        host("load_only", built)


OLDER = """
#include <compat/ort_own.h>
#include <cstdio>
#include <cstring>
static OrtStatus* create(OrtErrorCode, const char* text) noexcept {
  return reinterpret_cast<OrtStatus*>(const_cast<char*>(text));
}
static OrtStatus* data(OrtValue*, void** out) noexcept {
  *out = const_cast<char*>("the data");
  return nullptr;
}
int main() {
  OrtApi whole{};
  whole.CreateStatus = create;
  whole.GetTensorMutableData = data;
  std::vector<void*> old(wb::own::slots_of(17));  // not one function more: reading on is an error
  std::memcpy(old.data(), &whole, old.size() * sizeof(void*));
  auto* api = reinterpret_cast<const OrtApi*>(old.data());
  api = wb::own::PaddedApi::make(api, old.size(), "1.17.3");
  const void* found = nullptr;
  OrtLoraAdapter* adapter = nullptr;
  if (api->GetTensorData(nullptr, &found) != nullptr) return 1;
  auto* status = api->CreateLoraAdapter(nullptr, nullptr, &adapter);
  std::printf("%zu; %s; %s", old.size(), (const char*)found, (const char*)status);
}
"""


@needs_headers
def test_what_the_headers_classes_call_may_be_missing_in_the_runtime(tmp_path: Path) -> None:
    """ONNX Runtime 1.17 has 276 functions; the classes of later headers call some that came then."""
    (tmp_path / "main.cpp").write_text(OLDER)
    headers = ort_headers.ort_headers()
    if headers.api < 23:
        pytest.skip("the headers are older than the functions asked for")
    slots = " ".join(f"WB_ORT_SLOT({since}, {name})" for since, name in headers.added)
    ours = ROOT / "ort_ops/include"
    asked = ("-fsanitize=address",)
    chosen = compiler(asked)
    command = [
        *chosen.command,
        "-std=c++20",
        *asked,
        *chosen.sanitizing(asked),
        f"-I{ours}",
        "-isystem",
        str(headers.folder),
    ]
    command += ["-DWB_ORT_API_VERSION=17", f"-DWB_ORT_HEADERS={headers.api}"]
    command += [f"-DWB_ORT_NEW_SLOTS={slots}", "-include", str(ours / "compat/ort_prologue.h")]
    command += [str(tmp_path / "main.cpp"), *chosen.sanitizer(asked), "-o", str(tmp_path / "main")]
    subprocess.run(command, check=True)
    done = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True)
    count, found, reason = done.stdout.split("; ")
    assert (count, found) == ("276", "the data")
    assert "ONNX Runtime 1.17.3 lacks a function" in reason


@needs_headers
@pytest.mark.parametrize(
    "text", [pytest.param(LITE, marks=large, id="lite"), pytest.param(CLASSIC, id="classic")]
)
def test_headers_that_lack_another_old_name(
    folder_of: Callable[..., Path],
    host: Host,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
) -> None:
    """``Ort::Global``, through which samples set the API, is gone in later headers."""
    real = find_ort_headers()
    assert real is not None
    later = tmp_path / "headers"
    later.mkdir()
    for header in real.glob("*.h"):
        renamed = header.read_text().replace("struct Global {", "struct Inner {")
        (later / header.name).write_text(renamed.replace("Global<", "Inner<"))
    monkeypatch.setenv("OP_WORKBENCH_ORT_INCLUDE", str(later))
    result = host("run", library(folder_of(text)), "Sum", {"a": X, "b": X})
    np.testing.assert_array_equal(result["values"][0], 2 * X)


@needs_headers
def test_several_files_with_a_header_folder(folder_of: Callable[..., Path], host: Host) -> None:
    toml = TOML.replace(
        'function = "Sum"', 'function = "Sum"\nsources = ["more.cpp", "reg.cc"]\ninclude = ["inc"]'
    )
    head = '#include "twice.h"\n'
    main = head + CLASSIC.replace(
        "ort_.GetTensorData<float>(y)[i]", "same(ort_.GetTensorData<float>(y)[i])"
    )
    folder = folder_of(
        "int unused_main;",
        toml,
        more_cpp='#include "twice.h"\nfloat same(float x) { return x; }',
        reg_cc=main + REGISTERED,
    )
    (folder / "inc").mkdir()
    (folder / "inc" / "twice.h").write_text("#pragma once\nfloat same(float);\n")
    result = host("run", library(folder), "Sum", {"a": X, "b": X})
    np.testing.assert_array_equal(result["values"][0], 2 * X)


# -- what goes wrong


@needs_headers
def test_a_compile_error_has_its_location(folder_of: Callable[..., Path]) -> None:
    folder = folder_of(CLASSIC.replace("out[i] =", "out[j] ="))
    problem = problems(folder)[0]
    assert problem.file == str(folder / "sum_ort.cpp")
    assert "out[j]" in (folder / "sum_ort.cpp").read_text().splitlines()[problem.line - 1]


@needs_headers
def test_a_file_that_registers_nothing(folder_of: Callable[..., Path]) -> None:
    (problem,) = problems(
        folder_of("#include <onnxruntime_cxx_api.h>\n// struct A : Ort::CustomOpBase<")
    )
    assert "RegisterCustomOps" in problem.message


def test_a_missing_file(folder_of: Callable[..., Path]) -> None:
    folder = folder_of(CLASSIC)
    (folder / "sum_ort.cpp").unlink()
    (problem,) = problems(folder)
    assert problem.file == str(folder / "sum_ort.cpp")


def test_a_machine_without_the_headers(
    folder_of: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ort_headers, "find_ort_headers", lambda: None)
    (problem,) = problems(folder_of(CLASSIC))
    assert problem.kind == "headers"
    assert "make headers" in problem.hint
    assert "OP_WORKBENCH_ORT_INCLUDE" in problem.hint


def test_headers_that_are_too_old(
    folder_of: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("onnxruntime_c_api.h", "onnxruntime_cxx_api.h"):
        (tmp_path / name).write_text("#define ORT_API_VERSION 14\n")
    monkeypatch.setenv("OP_WORKBENCH_ORT_INCLUDE", str(tmp_path))
    (problem,) = problems(folder_of(CLASSIC))
    assert problem.kind == "headers"
    assert "14" in problem.message


@pytest.mark.skipif(find_ort_headers() is not None, reason="the headers are here")
def test_the_gallery_op_without_the_headers(verify: Verify) -> None:
    error = verify(project.gallery_folder() / "foo_classic").report().error
    assert error is not None
    assert error.kind == "headers"


@needs_headers
def test_the_classic_op_of_the_gallery(host: Host, tmp_path: Path) -> None:
    folder = project.gallery_folder() / "foo_classic"
    result, warnings = builder.build(folder, op_file.load(folder), Store(), builder.Reporter())
    assert warnings == []
    run: Any = host(
        "run", Path(result.ort_library), "FooClassic", {"a": X, "b": X}, domain="custom"
    )
    np.testing.assert_array_equal(run["values"][0], 2 * X)
    with pytest.raises(Failed, match="X and Y have different shapes"):
        host("run", Path(result.ort_library), "FooClassic", {"a": X, "b": X[:1]}, domain="custom")
