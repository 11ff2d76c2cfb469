"""What a setup.py says of its extensions is read, and none of it runs."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.core.errors import UserError
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.setup_py import Setup, package_draft, read_package, read_setup

Read = Callable[..., Setup]
HEAD = """
import glob, os, os.path as osp, platform, sys
from pathlib import Path
import torch
from setuptools import find_packages, setup
from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CppExtension, CUDAExtension
"""
KERNEL = """
#include "ops.h"
at::Tensor twice(at::Tensor x) { return 2 * x; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("twice", &twice); }
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    files = {
        "csrc/ops.cpp": KERNEL,
        "csrc/cpu/more.cpp": "int more() { return 1; }\n",
        "csrc/cuda/ops.cu": "__global__ void f() {}\n",
        "csrc/include/ops.h": "#include <third/deep.h>\n#include <torch/extension.h>\n",
        "third_party/third/deep.h": "int deep();\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def read(package: Path) -> Read:
    def made(text: str) -> Setup:
        path = package / "setup.py"
        path.write_text(HEAD + textwrap.dedent(text))
        return read_setup(path)

    return made


def test_globs_conditions_functions_and_paths_are_followed(read: Read) -> None:
    setup = read("""
        here = osp.dirname(osp.abspath(__file__))
        ROOT = Path(__file__).resolve().parent

        def extensions(debug=os.getenv("DEBUG", "0") == "1"):
            sources = glob.glob(os.path.join("csrc", "*.cpp"))
            sources += [str(p) for p in (ROOT / "csrc" / "cpu").glob("*.cpp") if "hip" not in p.name]
            cxx = ["-O0" if debug else "-O3"]
            macros = [("VERSION", "3")]
            maker = CppExtension
            if torch.cuda.is_available() and CUDA_HOME is not None:
                maker = CUDAExtension
                sources.extend(glob.glob("csrc/**/*.cu", recursive=True))
                macros.append(("WITH_CUDA", None))
            if sys.platform == "win32":
                cxx.append("/openmp")
            else:
                cxx += ["-fopenmp", f"-DNAME={'pkg'}"]
            return [maker(name="%s._C" % "pkg", sources=sources, define_macros=macros,
                          include_dirs=[osp.join(here, "csrc", "include"), "third_party"],
                          extra_compile_args={"cxx": cxx, "nvcc": ["--use_fast_math"]},
                          libraries=["z"], undef_macros=["OLD"])]

        setup(name="pkg", ext_modules=extensions(), cmdclass={"build_ext": BuildExtension})
    """)
    (extension,) = setup.extensions
    assert extension.name == "pkg._C"
    # CUDA's sources are known of; its macros are not set where it is not.
    assert extension.sources == ("csrc/ops.cpp", "csrc/cpu/more.cpp", "csrc/cuda/ops.cu")
    assert extension.include == ("csrc/include", "third_party")
    assert extension.flags == ("-DVERSION=3", "-UOLD", "-O3", "-fopenmp", "-DNAME=pkg")
    assert extension.link == ("-lz",)
    assert extension.nvcc == ("--use_fast_math",)
    assert (extension.left, setup.lines) == ((), [])


def test_folders_are_walked_and_loops_within_loops_are_followed(read: Read) -> None:
    setup = read("""
        def find_sources(root, with_cuda=True):
            found = []
            for subdir, _, files in os.walk(root):
                for name in files:
                    _, ext = osp.splitext(name)
                    if ext in ([".cpp", ".cu"] if with_cuda else [".cpp"]):
                        found.append(osp.join(subdir, name))
            return found

        here = osp.dirname(osp.abspath(__file__))
        other = [osp.join(d, f) for d, _, fs in os.walk(here) for f in fs if f.endswith(".cpp")]
        outside = [f for _, _, fs in os.walk("/etc") for f in fs]
        setup(ext_modules=[
            CppExtension("a", find_sources("csrc", torch.has_cuda)),
            CppExtension("b", other),
            CppExtension("c", outside),
        ])
    """)
    first, second, third = setup.extensions
    assert set(first.sources) == {"csrc/ops.cpp", "csrc/cpu/more.cpp", "csrc/cuda/ops.cu"}
    assert {"csrc/ops.cpp", "csrc/cpu/more.cpp"} <= set(second.sources)
    assert third.sources == ()
    assert "sources" in third.left[0]


def test_what_is_only_known_when_it_runs_is_said_with_its_line(read: Read) -> None:
    setup = read("""
        import subprocess
        flags = subprocess.check_output(["pkg-config", "--cflags", "z"]).split()
        if os.path.exists("/opt/vendor"):
            flags.append("-DVENDOR")
        exec(open("csrc/ops.cpp").read())
        setup(ext_modules=[CppExtension("a", ["csrc/ops.cpp", "gone.cpp", "/etc/passwd"],
              extra_compile_args=["-O2", "-std=c++14", "-DPy_LIMITED_API=0x03090000", flags], extra_link_args=flags)])
    """)
    (extension,) = setup.extensions
    assert extension.sources == ("csrc/ops.cpp",)
    assert extension.flags == ("-O2",)
    left = "\n".join(extension.left)
    for words in (
        "extra_compile_args: 'subprocess.check_output()' is not followed (line 9)",
        "extra_compile_args: -std=c++14 is older than what torch's headers want",
        "sources: gone.cpp is not there", "sources: /etc/passwd is outside of the package",
    ):  # fmt: skip
        assert words in left, words
    assert any(
        line.startswith("line 10: whether 'os.path.exists('/opt/vendor')'") for line in setup.lines
    )
    assert "line 12: exec() is not followed" in setup.lines


def test_nothing_of_it_runs_and_nothing_takes_long(read: Read, package: Path) -> None:
    start = time.process_time()
    setup = read("""
        open("made.txt", "w").write("x")
        os.system("touch made.txt")
        Path("made.txt").write_text("x")
        __import__("os").mkdir("made.txt")
        long = "x" * 10**12
        text = "%9999999999d" % 1 + "{:>9999999999}".format(1)
        a = [1]
        for i in range(200):
            a += a
        c = [x for x in range(10**9) for y in range(10**9) if x > y]
        b = 2
        for i in range(10**9):
            b = b * b
        for i in range(99999):
            b = b * b
        def f(n):
            return f(n + 1)
        f(0)
        while True:
            pass
        setup(ext_modules=[CppExtension("a", ["csrc/ops.cpp"])])
    """)
    assert time.process_time() - start < 10
    assert not (package / "made.txt").exists()
    assert [e.name for e in setup.extensions] in (["a"], [])


def test_what_is_no_python_is_told_with_its_line(package: Path) -> None:
    path = package / "setup.py"
    path.write_text("import os\nsetup(\n")
    with pytest.raises(UserError) as caught:
        read_setup(path)
    assert caught.value.problem.line == 2
    path.write_text("from setuptools import setup\nsetup(name='x')\n")
    with pytest.raises(UserError, match="makes no extension"):
        read_package(path)


def test_an_op_is_drafted_with_its_extensions_flags_and_headers(read: Read, package: Path) -> None:
    read("""
        setup(ext_modules=[
            CppExtension("a", ["csrc/ops.cpp"], include_dirs=["csrc/include", "third_party"],
                         extra_compile_args=["-O3"], extra_link_args=["-s", "-lz"]),
            CppExtension("b", ["csrc/cpu/more.cpp"], extra_compile_args=["-DOTHER"])])
    """)
    found = read_package(package / "setup.py")
    assert {"csrc/ops.cpp", "csrc/include/ops.h", "third_party/third/deep.h"} <= set(found.texts)
    candidate = next(c for c in find_candidates(found.texts) if c.name == "twice")
    draft = package_draft(candidate, found)
    kernel = draft.op.kernel
    assert kernel.source == "csrc/ops.cpp"
    assert kernel.sources == ()
    assert set(kernel.include) == {"csrc/include", "third_party"}
    assert (kernel.compile_flags, kernel.link_flags) == (("-O3",), ("-lz",))


def test_of_a_package_that_this_program_has_made_the_kernels_are_read(tmp_path: Path) -> None:
    generated = (
        "// Generated by Op Workbench from op.toml (twice).\n#include <workbench/tensor.h>\n"
    )
    files = {
        "csrc/twice/kernel.cpp": (
            "#include <workbench/tensor.h>\n"
            "void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {}\n"
        ),
        "csrc/twice/kernel.cu": (
            "#include <workbench/cuda.h>\n"
            "void twice(const wb::CudaContext&, wb::Tensor<const float> x, wb::Tensor<float> y) {}\n"
        ),
        "csrc/twice/generated/kernel_unit.cpp": f'#include "../kernel.cpp"\n{generated}',
        "csrc/twice/generated/cuda_unit.cu": f'#include "../kernel.cu"\n{generated}',
        "csrc/twice/generated/torch_glue.cpp": f"#ifdef WITH_CUDA\n{generated}",
        "include/workbench/tensor.h": "void fill(int64_t n);\n",
        "setup.py": HEAD
        + textwrap.dedent("""
            made = [f"csrc/twice/generated/{n}" for n in ("kernel_unit.cpp", "cuda_unit.cu", "torch_glue.cpp")]
            link = ["-Wl,-soname,libtwice.so"]
            setup(ext_modules=[CUDAExtension(
                "twice", made, include_dirs=["csrc/twice", "include"], extra_link_args=link,
            )])
        """),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    package = read_package(tmp_path / "setup.py")
    assert set(package.texts) == {"csrc/twice/kernel.cpp", "csrc/twice/kernel.cu"}
    (candidate,) = [c for c in find_candidates(package.texts) if not c.problem]
    draft = package_draft(candidate, package)
    kernel = draft.op.kernel
    assert (kernel.source, kernel.cuda) == ("csrc/twice/kernel.cpp", "csrc/twice/kernel.cu")
    assert (kernel.sources, kernel.link_flags) == ((), ())
    assert "kernel.sources" not in {gap.key for gap in draft.gaps}


def test_the_folder_that_it_runs_in_is_the_packages_and_a_text_of_what_is_unknown_is_none(
    read: Read,
) -> None:
    setup = read("""
        setup(ext_modules=[CppExtension("a", ["csrc/ops.cpp"], include_dirs=[
            str(Path.cwd() / "csrc" / "include"), str(platform.libc_ver())])])
    """)
    (extension,) = setup.extensions
    assert extension.include == ("csrc/include",)
    assert not any("object at" in line for line in extension.left)
    assert any("libc_ver" in line for line in extension.left)


def test_many_sources_that_are_not_read_are_one_note(package: Path, read: Read) -> None:
    for i in range(270):
        (package / "csrc" / f"more{i:03}.cpp").write_text(f"int more{i}() {{ return {i}; }}\n")
    setup = read("""
        setup(ext_modules=[CppExtension("ops", glob.glob("csrc/*.cpp"), include_dirs=["csrc/include"])])
    """)
    (note,) = [n for n in read_package(package / "setup.py", setup).notes if "too many" in n]
    assert note.startswith("15 of its 271 sources are too many and not read: csrc/more")


def test_a_source_that_is_no_text_is_a_note_and_the_others_are_read(tmp_path: Path) -> None:
    setup = tmp_path / "setup.py"
    setup.write_text(
        "from setuptools import setup\n"
        "from torch.utils.cpp_extension import CppExtension\n"
        "setup(ext_modules=[CppExtension('p', ['a.cpp', 'b.cpp'])])\n"
    )
    (tmp_path / "a.cpp").write_bytes(b"\x7fELF\0\1")
    (tmp_path / "b.cpp").write_text("at::Tensor f(const at::Tensor& x) { return x; }\n")
    found = read_package(setup)
    assert list(found.texts) == ["b.cpp"]
    assert "a.cpp is not read: this is a binary file, text is needed" in found.notes
    (tmp_path / "b.cpp").write_bytes(b"\0")
    with pytest.raises(UserError, match="binary file"):
        read_package(setup)


def test_of_many_sources_an_op_takes_what_it_needs(package: Path, read: Read) -> None:
    for i in range(60):
        text = f'#include "all.h"\nat::Tensor f{i}(at::Tensor x) {{ return x + {i}; }}\n'
        (package / "csrc" / f"f{i}.cpp").write_text(text)
        (package / "csrc" / f"f{i}.h").write_text("#pragma once\n")
    (package / "csrc" / "all.h").write_text(
        "#pragma once\n#include <torch/torch.h>\n"
        + "".join(f'#include "f{i}.h"\nat::Tensor f{i}(at::Tensor x);\n' for i in range(60))
        + "inline at::Tensor both(at::Tensor x) { return x.is_cpu() ? f7(x) : x; }\n"
    )
    (package / "csrc" / "ops.cpp").write_text(
        '#include "all.h"\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("both", &both); }\n'
    )
    read("""
        setup(ext_modules=[CppExtension("ops", glob.glob("csrc/*.cpp"), include_dirs=["csrc/include"])])
    """)
    found = read_package(package / "setup.py")
    candidate = next(c for c in find_candidates(found.texts) if c.name == "both")
    draft = package_draft(candidate, found)
    assert draft.op.kernel.sources == ("csrc/f7.cpp",)
    assert set(draft.texts) == {
        draft.op.kernel.source,
        "csrc/f7.cpp",
        "csrc/all.h",
        *(f"csrc/f{i}.h" for i in range(60)),
    }
    assert not [gap for gap in draft.gaps if "not given" in gap.message]


@pytest.mark.parametrize("count", [2, 5])
def test_many_lines_that_only_running_it_tells_are_one_line(
    package: Path, read: Read, count: int
) -> None:
    asked = "\n".join(f"if os.environ[f'A{i}'] == 'x': pass" for i in range(count))
    setup = read(f"import os\n{asked}\nsetup(ext_modules=[CppExtension('a', ['csrc/ops.cpp'])])\n")
    found = read_package(package / "setup.py", setup)
    assert len(setup.lines) == count
    candidate = next(c for c in find_candidates(found.texts) if c.name == "twice")
    told = [
        g.message for g in package_draft(candidate, found).gaps if g.message.startswith("setup.py")
    ]
    assert len(told) == (2 if count == 2 else 1)
    for line in setup.notes:
        assert any(str(line) in message for message in told)


REGISTERED = """
#include <torch/script.h>
#include "cpu/{op}_cpu.h"
#ifdef WITH_CUDA
#include "cuda/{op}_cuda.h"
#endif
torch::Tensor {op}(torch::Tensor x) {{
  if (x.device().is_cuda()) {{
#ifdef WITH_CUDA
    return {op}_cuda(x);
#else
    AT_ERROR("Not compiled with CUDA support");
#endif
  }}
  return {op}_cpu(x);
}}
static auto registry = torch::RegisterOperators().op("pack::{op}", &{op});
"""


def test_of_two_extensions_for_one_op_the_files_of_both_are_taken_and_none_of_other_ops(
    package: Path, read: Read
) -> None:
    (package / "csrc/ops.cpp").unlink()
    for op in ("near", "far"):
        declared = f"torch::Tensor {op}_{{}}(torch::Tensor x)"
        for device, suffix in (("cpu", "cpp"), ("cuda", "cu")):
            stem = package / "csrc" / device / f"{op}_{device}"
            stem.with_suffix(".h").write_text(f"{declared.format(device)};\n")
            include = f'#include "{op}_{device}.h"\n#include <torch/script.h>\n'
            stem.with_suffix(f".{suffix}").write_text(
                f"{include}{declared.format(device)} {{ return x; }}\n"
            )
        (package / "csrc" / f"{op}.cpp").write_text(REGISTERED.format(op=op))
    (package / "csrc" / "version.cpp").write_text(
        "#ifdef USE_ROCM\n#include <hip/hip_version.h>\n#endif\n#include <torch/script.h>\n"
        'static auto registry = torch::RegisterOperators().op("pack::version", [] { return 1; });\n'
    )
    read("""
        both = []
        for device in ["cpu", "cuda"]:
            for main in glob.glob("csrc/*.cpp"):
                name = osp.basename(main)[:-4]
                sources = [main] + [p for p in glob.glob(f"csrc/*/{name}_*.c*") if device == "cuda" or "cpu" in p]
                kind = CUDAExtension if device == "cuda" else CppExtension
                flags = [f"-DFOR_{device.upper()}"]
                both.append(kind(f"_{name}_{device}", sources, include_dirs=["csrc"], extra_compile_args=flags))
        setup(ext_modules=both)
    """)
    found = read_package(package / "setup.py")
    candidate = next(c for c in find_candidates(found.texts) if c.torch == "pack::near")
    draft = package_draft(candidate, found)
    kernel = draft.op.kernel
    assert kernel.source == "csrc/near.cpp"
    assert set(kernel.sources) == {"csrc/cpu/near_cpu.cpp", "csrc/cuda/near_cuda.cu"}
    assert kernel.compile_flags == ("-DFOR_CPU",)
    headers = {"csrc/cpu/near_cpu.h", "csrc/cuda/near_cuda.h"}
    assert set(draft.texts) == {kernel.source, *kernel.sources, *headers}
    assert not [gap for gap in draft.gaps if "hip" in gap.message]
