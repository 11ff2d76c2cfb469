"""torch is another than a library was built for: rebuilt where the program builds it, named where not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT
from tests.conftest import MakeOp, Verify
from tests.engine.building import build, failure, with_kernel
from tests.large import large
from tests.pains.told import told

EXPORT_ONLY = '\n[ort]\nimplementation = "export-only"\n'
KERNEL = """
#include <torch/library.h>
at::Tensor twice(const at::Tensor& x) {
  TORCH_CHECK(x.dim() == 2, std::string("two sizes, not ") + std::to_string(x.dim()));
  return 2 * x;
}
"""


@large
def test_extension_cpp_62_the_string_of_another_abi(make_op: MakeOp) -> None:
    """And pytorch 73047: the linker only names functions of torch that "are nowhere"."""
    flag = "-D_GLIBCXX_USE_CXX11_ABI=0"
    toml = with_kernel(f'style = "libtorch"\ncompile_flags = ["{flag}"]') + EXPORT_ONLY
    folder = make_op(toml, KERNEL)
    (problem,) = failure(folder)
    assert "C++11's std::string in its functions" in problem.message
    assert problem.key == "kernel.compile_flags"
    assert problem.hint == f"Take {flag} out of kernel.compile_flags."
    file = folder / "op.toml"
    file.write_text(file.read_text().replace(f'"{flag}"', ""))
    build(folder)


def test_pytorch_187727_a_portable_kernel_calls_torch_s_stable_interface_only(
    make_op: MakeOp,
) -> None:
    library = build(make_op())[0].torch_library
    command = ["nm", "-DC", "--undefined-only", library]
    needed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "aoti_torch_" in needed
    for namespace in ("at::", "c10::", "torch::"):
        assert namespace not in needed


COMPILED = """
import sys
from pathlib import Path
from tests.engine.building import build
print(build(Path(sys.argv[1]))[0].compiled)
"""


def test_pytorch_187727_another_torch_is_another_build(make_op: MakeOp, tmp_path: Path) -> None:
    """The metadata of another version stand first in the path; its files are those of this one."""
    folder = make_op(fresh=True)
    metadata = tmp_path / "newer" / "torch-99.0.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: torch\nVersion: 99.0.0\n")

    def compiled(*paths: str) -> int:
        path = os.pathsep.join([*paths, str(ROOT), os.environ.get("PYTHONPATH", "")])
        done = subprocess.run(
            [sys.executable, "-c", COMPILED, folder], cwd=ROOT, env={**os.environ, "PYTHONPATH": path},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        return int(done.stdout)

    assert compiled() > 0
    assert compiled() == 0
    assert compiled(str(metadata.parent)) > 0


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ("int of_another_torch(int)", "has no 'c10::of_another_torch'"),
        ("int GetCPUAllocator(int)", "has 'c10::GetCPUAllocator', but not as"),
    ],
    ids=["gone", "with other parameters"],
)
def test_pytorch_187727_a_linked_library_of_another_torch(
    make_op: MakeOp, verify: Verify, tmp_path: Path, declared: str, words: str
) -> None:
    old = tmp_path / "libold.so"
    name = declared.partition("(")[0].split()[-1]
    text = f"namespace c10 {{ {declared}; }}\nint old(int x) {{ return c10::{name}(x); }}\n"
    (tmp_path / "old.cpp").write_text(text)
    subprocess.run(
        ["g++", "-shared", "-fPIC", tmp_path / "old.cpp", "-o", old, "-Wl,-soname,libold.so"],
        check=True,
    )
    flags = f'link_flags = ["-L{tmp_path}", "-lold", "-Wl,-rpath,{tmp_path}"]'
    kernel = KERNEL.replace("at::Tensor twice", "int old(int);\nat::Tensor twice", 1)
    kernel = kernel.replace("2 * x;", "old(2) * x;")
    folder = make_op(with_kernel(f'style = "libtorch"\n{flags}') + EXPORT_ONLY, kernel)
    problem = told(verify(folder, "graph"))
    assert words in problem.message
    assert "libold.so" in problem.message
    assert "Take a build of it for torch 2." in problem.hint
