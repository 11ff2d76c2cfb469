"""The portable kernel headers: shape arithmetic, halves, error texts, and their weight."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.engine.bindings import CXX, FLAGS, INCLUDES, ROOT, SOURCES
from tests.large import large

HEAVY = ("<string>", "<vector>", "<functional>", "<iostream>", "<sstream>", "<atomic>", "<memory>")
KERNEL_HEADERS = ("tensor.h", "context.h", "dtype.h", "error.h", "float8.h", "half.h")
OTHERS = re.compile(r"^#include <((torch|ATen|openvino)/|cuda_runtime\.h>)", re.MULTILINE)
OURS = re.compile(r"^#include <workbench/([\w.]+)>", re.MULTILINE)
HEADERS = {
    file.name: file
    for folder in ("ops_lib", "ort_ops")
    for file in sorted((ROOT / folder / "include/workbench").glob("*.h"))
}


def needs_others(name: str) -> bool:
    """Whether a header includes, by way of ours, what does not come with the program."""
    text = HEADERS[name].read_text(encoding="utf-8")
    return bool(OTHERS.search(text)) or any(map(needs_others, OURS.findall(text)))


ALL_HEADERS = [h for name, h in HEADERS.items() if not needs_others(name)]
"""The others are built in tests of their own."""


def test_shape_rules_halves_and_error_texts(tmp_path: Path) -> None:
    program = tmp_path / "shape_test"
    source = SOURCES / "shape_test.cpp"
    subprocess.run([*CXX, *FLAGS, *INCLUDES, str(source), "-o", str(program)], check=True)
    run = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("name", KERNEL_HEADERS)
def test_kernel_headers_include_nothing_heavy(name: str) -> None:
    text = (ROOT / "ops_lib/include/workbench" / name).read_text(encoding="utf-8")
    unconditional = text.replace("#if !defined(__GNUC__)\n#include <atomic>\n#endif", "")
    assert not [heavy for heavy in HEAVY if f"#include {heavy}" in unconditional]


STARTS = (
    "c_value.h", "context.h", "ort_inspector.h", "ort_joined.h", "ort_library.h", "tensor.h",
    "tvm_ffi_op.h",
)  # fmt: skip
"""What is read first somewhere; the others come with these."""


@pytest.mark.parametrize(
    "header",
    [pytest.param(h, marks=() if h.name in STARTS else large, id=h.name) for h in ALL_HEADERS],
)
def test_each_header_stands_alone_without_warnings(header: Path) -> None:
    command = [*CXX, *FLAGS, "-Wconversion", *INCLUDES, "-fsyntax-only", "-x", "c++", "-"]
    text = f"#include <workbench/{header.name}>\n"
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_bounds_are_checked_on_demand(tmp_path: Path) -> None:
    source = tmp_path / "bounds.cpp"
    source.write_text(
        """
        #include <workbench/tensor.h>
        int main() {
          const int64_t sizes[] = {2, 3};
          float data[6] = {};
          const wb::Tensor<float> x(data, sizes, 2);
          try {
            x(1, 3) = 1;
          } catch (const wb::Error& error) {
            std::puts(error.what());
          }
          try {
            x[6] = 1;
          } catch (const wb::Error& error) {
            std::puts(error.what());
          }
          const wb::AnyTensor any(wb::DType::float32, data, sizes, 2);
          const wb::TensorList<const float> xs({&any, 1});
          try {
            xs[1];
          } catch (const wb::Error& error) {
            std::puts(error.what());
          }
          try {
            x(static_cast<short>(1));
          } catch (const wb::Error& error) {
            std::puts(error.what());
          }
          return x.sizes()[1] + x(1, 2u) == 3 ? 0 : 1;
        }
        """,
        encoding="utf-8",
    )
    program = tmp_path / "bounds"
    command = [*CXX, *FLAGS, "-DWB_CHECK_BOUNDS", *INCLUDES, str(source), "-o", str(program)]
    subprocess.run(command, check=True)
    run = subprocess.run([str(program)], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [
        f"index [1, 3] of a tensor of sizes [2, 3] (at {source}:8)",
        f"index 6 of a tensor of sizes [2, 3] (at {source}:13)",
        f"index 1 of a list of 1 (at {source}:20)",
        f"index [1] of a tensor of sizes [2, 3] (at {source}:25)",
    ]


def test_the_gallerys_kernels_compile_with_checked_indices_too() -> None:
    """Whatever they index with: a crash is looked into with such a build."""
    kernels = [p for p in (ROOT / "ops_lib/ops").glob("*/*.cpp") if "<workbench/" in p.read_text()]
    assert len(kernels) > 3
    for path in kernels:
        # What is not called in the file is in the unit that comes after it.
        command = [*CXX, *FLAGS, "-Wno-unused-function", "-Wno-unneeded-internal-declaration"]
        command += ["-fsyntax-only", "-DWB_CHECK_BOUNDS", *INCLUDES, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{path}: {done.stderr}"
