"""``op-workbench new --cpp``: from C++ files to an op that verifies."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.large import large
from workbench.core.storage import op_file

PORTABLE = """#include <workbench/tensor.h>
template <typename T>
void scale(const wb::Context& ctx, wb::Tensor<const T> x, double by, wb::Tensor<T> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = static_cast<T>(x[i] * by);
}
"""
TWO = """#include <torch/torch.h>
at::Tensor one(const at::Tensor& x) { return x; }
at::Tensor two(const at::Tensor& x, float* raw) { return x; }
at::Tensor three(const at::Tensor& x, int64_t k) { return x * k; }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kernel.cpp"


def test_a_portable_kernel_verifies_as_it_is(run: Run, tmp_path: Path, file: Path) -> None:
    file.write_text(PORTABLE)
    done = run("new", tmp_path / "p", "--cpp", file)
    assert done.returncode == 0, done.stderr
    assert "Look at outputs[0].shape: C++ does not say the shape of 'y'" in done.stdout
    folder = tmp_path / "p" / "ops" / "scale"
    assert (folder / "kernel.cpp").read_text() == PORTABLE
    assert "runs alike, not verified" in run("verify", folder).stdout


def test_the_folder_may_follow_the_files(run: Run, tmp_path: Path, file: Path) -> None:
    file.write_text(PORTABLE)
    done = run("new", "--cpp", file, tmp_path / "p")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "p" / "ops" / "scale").is_dir()
    done = run("new", "--cpp", file)
    assert done.returncode == 1
    assert "DIR is missing" in done.stderr


def test_several_choices_are_listed_and_nothing_is_made(
    run: Run, tmp_path: Path, file: Path
) -> None:
    file.write_text(TWO)
    done = run("new", tmp_path / "p", "--cpp", file)
    assert done.returncode == 2
    assert "one  (line 2)\n    at::Tensor one(const at::Tensor& x)" in done.stderr
    assert "cannot be used: 'raw' is a float*" in done.stderr
    assert "Choose one with --function NAME, or with its number: --function 1." in done.stderr
    assert not (tmp_path / "p").exists()


def test_one_of_them_is_chosen_by_name(run: Run, tmp_path: Path, file: Path) -> None:
    file.write_text(TWO)
    done = run("new", tmp_path / "p", "--cpp", file, "--function", "three", "--name", "times")
    assert done.returncode == 0, done.stderr
    op = op_file.load(tmp_path / "p" / "ops" / "times")
    assert (op.torch, op.kernel.function, op.kernel.style) == ("my_ops::three", "three", "libtorch")


POINTERS = "void twice(float* y, float* x, int n) { for (int i = 0; i < n; i++) y[i] = 2 * x[i]; }"


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (TWO, ["--function", "four"], "There are: one, three, two."),
        (TWO, ["--function", "two"], "'raw' is a float*"),
        ("int main() {}", [], "no function that takes tensors"),
        ("((((((", [], "no function that takes tensors"),
        (POINTERS, [], "twice is over plain pointers"),
        (POINTERS, ["--function", "twice"], "--blank 'twice(Tensor x, int n) -> (Tensor y)'"),
        ("at::Tensor f(\0", [], "binary"),
        ("//" + "x" * (3 << 20), [], "3.0 MiB of C++ are too much to read"),
    ],
)
def test_refusals(
    run: Run, tmp_path: Path, file: Path, text: str, options: list[str], words: str
) -> None:
    file.write_text(text)
    done = run("new", tmp_path / "p", "--cpp", file, *options)
    assert done.returncode == 1
    assert words in done.stderr
    assert not (tmp_path / "p").exists()


def test_an_overload_is_chosen_by_its_types_or_its_number(
    run: Run, tmp_path: Path, file: Path
) -> None:
    file.write_text(TWO + "at::Tensor one(const at::Tensor& x, int64_t k) { return x * k; }\n")
    done = run("new", tmp_path / "p", "--cpp", file, "--function", "one")
    assert done.returncode == 1
    assert "2 functions are named 'one' in kernel.cpp" in done.stderr
    assert "--function 'one(Tensor)'\n    --function 'one(Tensor, int64_t)'" in done.stderr
    for name, words in (("a", "one(Tensor, int)"), ("b", "3")):
        done = run("new", tmp_path / name, "--cpp", file, "--function", words)
        assert done.returncode == 0, done.stderr
        assert [a.name for a in op_file.load(tmp_path / name / "ops" / "one").args] == ["x", "k"]
    output = run("new", tmp_path / "p", "--cpp", file, "--function", "one(int)").stderr
    assert "There are: 'one(Tensor)', 'one(Tensor, int64_t)'." in output


def test_what_comes_along_with_a_header_is_no_choice(run: Run, tmp_path: Path, file: Path) -> None:
    (tmp_path / "inner.h").write_text(
        "#pragma once\n#include <torch/torch.h>\nat::Tensor inner(at::Tensor x);\n"
    )
    (tmp_path / "inner.cpp").write_text(
        '#include "inner.h"\nat::Tensor inner(at::Tensor x) { return x; }\n'
    )
    file.write_text('#include "inner.h"\nat::Tensor outer(at::Tensor x) { return inner(x); }\n')
    done = run("new", tmp_path / "p", "--cpp", file)
    assert done.returncode == 0, done.stderr
    op = op_file.load(tmp_path / "p" / "ops" / "outer")
    assert (op.kernel.function, op.kernel.sources) == ("outer", ("inner.cpp",))


def test_an_op_that_was_not_given_is_not_made_in_the_place_of_one_that_cannot_be(
    run: Run, tmp_path: Path, file: Path
) -> None:
    file.write_text(
        '#include "more.h"\nat::Scalar mine(const at::Tensor& x) { return helper(x).numel(); }\n'
    )
    (tmp_path / "more.h").write_text("at::Tensor helper(const at::Tensor& x) { return x; }\n")
    done = run("new", tmp_path / "p", "--cpp", file)
    assert done.returncode == 2, done.stdout
    assert done.stderr.startswith(
        "Nothing in kernel.cpp can be used as it is:\n\n 1  mine  (kernel.cpp:2)"
    )
    assert "What came along can be chosen with --function NAME, or with its number." in done.stderr
    assert not (tmp_path / "p").exists()
    assert run("new", tmp_path / "p", "--cpp", file, "--function", "2").returncode == 0


def test_a_file_beside_that_defines_what_is_declared_comes_along(
    run: Run, tmp_path: Path, file: Path
) -> None:
    file.write_text(
        'at::Tensor one(const at::Tensor& x);\nPYBIND11_MODULE(ext, m) { m.def("one", &one); }\n'
    )
    (tmp_path / "one.cpp").write_text("at::Tensor one(const at::Tensor& x) { return x; }\n")
    done = run("new", tmp_path / "p", "--cpp", file)
    assert done.returncode == 0, done.stderr
    assert "is only declared" not in done.stdout
    assert 'source = "one.cpp"' in (tmp_path / "p" / "ops" / "one" / "op.toml").read_text()


INTERNAL = """#include <torch/library.h>
#include <ATen/ATen.h>
at::Tensor thrice(const at::Tensor& x) { return x * 3; }
TORCH_LIBRARY(wb_internal, m) {
  m.def("_thrice_impl(Tensor x) -> Tensor");
  m.def("later(Tensor x) -> Tensor");
}
TORCH_LIBRARY_IMPL(wb_internal, CPU, m) { m.impl("_thrice_impl", &thrice); }
"""


def test_a_registered_name_may_begin_with_an_underscore(
    run: Run, tmp_path: Path, file: Path
) -> None:
    """So are ops called that a package keeps for itself; the op here has another name."""
    file.write_text(INTERNAL)
    done = run("new", tmp_path / "p", "--cpp", file, "--function", "_thrice_impl")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "p" / "ops" / "thrice_impl"
    assert op_file.load(folder).torch == "wb_internal::_thrice_impl"
    assert "runs alike, not verified" in run("verify", folder).stdout


def test_an_op_without_a_kernel_is_told_in_a_sentence(run: Run, tmp_path: Path, file: Path) -> None:
    file.write_text(INTERNAL)
    run("new", tmp_path / "p", "--cpp", file, "--function", "later")
    done = run("verify", tmp_path / "p")
    assert "torch has the op 'wb_internal::later', and no kernel of it for CPU" in done.stdout
    assert "Give the file whose TORCH_LIBRARY_IMPL has one" in done.stdout
    assert "fburl" not in done.stdout


def test_wrong_usage(run: Run, tmp_path: Path, file: Path) -> None:
    output = run("new", tmp_path / "p", "--cpp", file).stderr
    assert "does not exist" in output
    assert "op.toml" not in output
    assert "is no C++ file" in run("new", tmp_path / "p", "--cpp", tmp_path / "x.txt").stderr
    done = run("new", tmp_path / "p", "--from", "foo", "--function", "f")
    assert "--function goes with --cpp" in done.stderr


LIST = """#include <torch/torch.h>
std::vector<at::Tensor> split(const at::Tensor& x) { return {%s}; }
"""


def test_a_list_has_all_its_tensors_and_another_number_is_no_result(
    run: Run, tmp_path: Path, file: Path
) -> None:
    """``{3, x}`` reads like two tensors, and makes a vector of three."""
    for items, words in (("x, x * 2", "runs alike"), ("3, x", "split gave 3 tensors, not 2")):
        file.write_text(LIST % items)
        folder = tmp_path / str(len(items))
        assert run("new", folder, "--cpp", file).returncode == 0
        op = op_file.load(folder / "ops" / "split")
        assert len(op.outputs) == 2
        done = run("verify", "--trust", folder, timeout=400)
        assert words in done.stdout + done.stderr


MIXED = """#include <torch/torch.h>
std::tuple<int, at::Tensor, std::vector<int64_t>, std::vector<float>, bool, size_t>
mixed(const at::Tensor& x) { return {3, x * 2, {4, 5}, {0.5f}, true, x.size(0)}; }
"""


def test_numbers_beside_a_tensor_are_tensors_of_the_op(
    run: Run, tmp_path: Path, file: Path
) -> None:
    file.write_text(MIXED)
    assert run("new", tmp_path / "p", "--cpp", file).returncode == 0
    done = run("verify", "--trust", tmp_path / "p", timeout=400)
    assert "runs alike" in done.stdout, done.stdout + done.stderr


def test_a_list_of_an_open_number_is_one_output(run: Run, tmp_path: Path, file: Path) -> None:
    file.write_text(LIST.replace("{%s}", "x.unbind()"))
    done = run("new", tmp_path / "p", "--cpp", file)
    assert done.returncode == 0, done.stderr
    (output,) = op_file.load(tmp_path / "p" / "ops" / "split").outputs
    assert output.is_list


ANY_NUMBER = """#include "onnxruntime_lite_custom_op.h"
void join(const Ort::Custom::TensorArray& xs, const Ort::Custom::Tensor<float>& x,
          Ort::Custom::Tensor<float>& y) {}
"""


def test_any_number_of_tensors_is_refused_and_nothing_is_made(
    run: Run, tmp_path: Path, file: Path
) -> None:
    """Without it, the op would be made with one input less."""
    file.write_text(ANY_NUMBER)
    done = run("new", tmp_path / "p", "--cpp", file)
    assert done.returncode != 0
    assert "'xs' stands for any number of tensors" in done.stderr
    assert not (tmp_path / "p").exists()


def test_of_several_ops_those_that_cannot_be_made_are_named(
    run: Run, tmp_path: Path, file: Path
) -> None:
    twice = "\nvoid twice(const Ort::Custom::Tensor<float>& x, Ort::Custom::Tensor<float>& y) {}\n"
    made = """OrtStatus* RegisterCustomOps(OrtSessionOptions* o, const OrtApiBase* b) {
  add(Ort::Custom::CreateLiteCustomOp("Join", "CPUExecutionProvider", join));
  add(Ort::Custom::CreateLiteCustomOp("Twice", "CPUExecutionProvider", twice));
  return nullptr;
}
"""
    file.write_text(ANY_NUMBER + twice + made)
    done = run("new", tmp_path / "p", "--cpp", file)
    assert done.returncode == 0, done.stderr
    assert [p.name for p in (tmp_path / "p" / "ops").iterdir()] == ["twice"]
    (line,) = done.stderr.splitlines()
    assert line.startswith("left out: join (Join for ONNX Runtime: 'xs' stands for any number of")


def test_types_under_other_names_run_as_what_they_are(run: Run, tmp_path: Path, file: Path) -> None:
    file.write_text("""#include <torch/torch.h>
#include <cmath>
typedef double_t real;
at::Tensor mixed(const at::Tensor& x, double_t alpha, std::float_t beta, long long k, real c,
                 const std::vector<long long>& more, int_fast32_t n, std::size_t m,
                 std::array<bool, 2> mask, const std::vector<bool>& flags, at::ArrayRef<bool> bits,
                 c10::SymIntArrayRef sizes, const std::tuple<int, int64_t> hw,
                 const std::pair<float, float>& between) {
  const auto [h, w] = hw;
  const int64_t set = h + w + int64_t(between.first + between.second) + mask[1] + flags[0] + bits[0]
                      + sizes[0].expect_int();
  return x * alpha + beta * k * c + more[0] + n + int64_t(m) + set;
}
""")
    done = run("new", tmp_path / "p", "--cpp", file)
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "p" / "ops" / "mixed"
    values = {i.arg: i.value for i in op_file.load(folder).model.inputs}
    assert [len(values[name]) for name in ("hw", "between")] == [2, 2]
    with (folder / "op.toml").open("a") as file_:
        flags = "bool(mask[1] if len(mask) > 1 else 0) + bool(flags[0]) + bool(bits[0]) + sizes[0]"
        flags += " + sum(hw) + int(sum(between))"
        expression = f"(x * alpha + beta * k * c + more[0] + n + m + {flags}).to(x.dtype)"
        file_.write(f'\n[reference]\npython = "{expression}"\n')
    done = run("verify", "--trust", folder, timeout=400)
    assert "agrees" in done.stdout, done.stdout + done.stderr


SETUP = """
import os
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CppExtension
open("ran.txt", "w").close()
flags = os.environ["FLAGS_OF_MINE"].split() if "FLAGS_OF_MINE" in os.environ else ["-DBY=2"]
setup(name="pkg", cmdclass={"build_ext": BuildExtension}, ext_modules=[CppExtension(
    "pkg._C", ["csrc/ops.cpp"], extra_compile_args=flags + os.popen("echo -DMORE").read().split())])
"""
BOUND = """#include <torch/extension.h>
at::Tensor scaled(const at::Tensor& x) { return BY * x; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("scaled", &scaled); }
"""


@pytest.fixture
def setup_py(tmp_path: Path) -> Path:
    (tmp_path / "pkg" / "csrc").mkdir(parents=True)
    (tmp_path / "pkg" / "csrc" / "ops.cpp").write_text(BOUND)
    (tmp_path / "pkg" / "setup.py").write_text(SETUP)
    return tmp_path / "pkg" / "setup.py"


def test_a_setup_py_is_read_for_sources_and_flags_and_not_run(
    run: Run, tmp_path: Path, setup_py: Path
) -> None:
    done = run("new", tmp_path / "p", "--from", setup_py, "--function", "scaled")
    assert done.returncode == 0, done.stderr
    assert not (setup_py.parent / "ran.txt").exists()
    kernel = op_file.load(tmp_path / "p" / "ops" / "scaled").kernel
    assert (kernel.source, kernel.compile_flags) == ("csrc/ops.cpp", ("-DBY=2",))
    assert "'os.popen()' is not followed (line 8)" in done.stdout
    assert run("new", tmp_path / "q", "--blank", "f(Tensor x) -> Tensor", "--run-setup").returncode


@large
def test_a_setup_py_is_run_on_request_in_a_copy(run: Run, tmp_path: Path, setup_py: Path) -> None:
    words = ("new", tmp_path / "p", "--from", setup_py, "--function", "scaled", "--run-setup")
    done = run(*words, env={"FLAGS_OF_MINE": "-DSECRET"})
    assert done.returncode == 0, done.stderr
    assert not (setup_py.parent / "ran.txt").exists()
    kernel = op_file.load(tmp_path / "p" / "ops" / "scaled").kernel
    assert kernel.compile_flags == ("-DBY=2", "-DMORE")
    setup_py.write_text("raise SystemExit('no')")
    refused = run("new", tmp_path / "q", *words[2:])
    assert refused.returncode == 1
    assert "it does not run here: no" in refused.stderr
