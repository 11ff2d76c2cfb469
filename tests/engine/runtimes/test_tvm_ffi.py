"""The kernel as a plain C function: called without tvm-ffi, and in its runtime what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp, Verify
from tests.engine.building import Recorder
from tests.engine.runtimes.ctypes_ffi import Function, tensor_of
from workbench.core.declaration.op import Op
from workbench.core.runtimes import RUNTIMES
from workbench.core.storage import op_file
from workbench.engine.build.build import build, tvm_ffi_library
from workbench.engine.store import Store

RUNTIME = RUNTIMES["tvm-ffi"]

EVERY_TOML = """
schema = 1
name = "every"
torch = "wb_test::every"

[types]
T = ["float32", "int64"]

[[args]]
name = "x"
dtype = "T"

[[args]]
name = "z"
dtype = "T"
optional = true

[[args]]
name = "xs"
type = "tensor[]"
dtype = "T"

[[args]]
name = "whole"
type = "int"

[[args]]
name = "real"
type = "float"

[[args]]
name = "flag"
type = "bool"

[[args]]
name = "text"
type = "str"

[[args]]
name = "ints"
type = "int[]"

[[args]]
name = "reals"
type = "float[]"

[[outputs]]
name = "y"
dtype = "T"
shape = "x.shape + [len(ints)]"

[[outputs]]
name = "numbers"
dtype = "float64"
shape = "[8]"

[[mapping.nodes]]
op = "test.custom::Every"
inputs = ["x", "z", "xs"]
outputs = ["y", "numbers"]

[ort]
implementation = "export-only"
"""
EVERY_KERNEL = """
#include <workbench/tensor.h>

template <class T>
void every(const wb::Context&, wb::Tensor<const T> x, std::optional<wb::Tensor<const T>> z,
           wb::TensorList<const T> xs, int64_t whole, double real, bool flag, std::string_view text,
           wb::Span<const int64_t> ints, wb::Span<const double> reals, wb::Tensor<T> y,
           wb::Tensor<double> numbers) {
  wb::check(text != "refuse", "refused: ", text);
  if (text == "throw") throw 7;
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i / ints.size()] + ints[i % ints.size()];
  double sum = 0;
  for (auto t : xs) for (T value : t) sum += value;
  const double told[] = {z ? double((*z)[0]) : -1.0, sum, double(xs.size()), double(whole), real,
                         double(flag), double(text.size()), reals.empty() ? 0 : reals[0]};
  for (int64_t i = 0; i < 8; ++i) numbers[i] = told[i];
}
"""
REST = (3, 0.5, True, "four", [1, 2], [2.5])


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> Function:
    folder = tmp_path_factory.mktemp("every")
    (folder / "op.toml").write_text(EVERY_TOML)
    (folder / "kernel.cpp").write_text(EVERY_KERNEL)
    return Function(library(folder), "every")


def library(folder: Path) -> str:
    op = op_file.load(folder, validate=False)  # its many arguments have no examples
    return tvm_ffi_library(folder, op, Store(), Recorder())


def outputs(dtype: str = "float32") -> tuple[np.ndarray, np.ndarray]:
    return np.zeros((3, 2), dtype), np.zeros(8)


def test_every_type_of_argument_reaches_the_kernel(every: Function) -> None:
    x, (y, numbers) = np.arange(3, dtype=np.float32), outputs()
    xs = [x, np.ones((2, 2), np.float32)]
    assert every(x, None, xs, *REST, y, numbers) == 0
    assert y.tolist() == [[1, 2], [2, 3], [3, 4]]
    assert numbers.tolist() == [-1, 7, 2, 3, 0.5, 1, 4, 2.5]
    # Another element type, an optional that is there, an int for a float, a text that is not short.
    x, (y, numbers) = np.arange(3), outputs("int64")
    rest = (True, 2, False, "ten letters", [5, 6], [1, 2])
    assert every(x, x[1:], [], *rest, y, numbers) == 0
    assert y.tolist() == [[5, 6], [6, 7], [7, 8]]
    assert numbers.tolist() == [1, 0, 0, 1, 2, 0, 11, 1]


def test_what_does_not_fit_is_told_by_name_and_nothing_is_computed(
    every: Function, capfd: pytest.CaptureFixture[str]
) -> None:
    x, (y, numbers) = np.arange(3, dtype=np.float32), outputs()
    square = np.ones((2, 2), np.float32)
    odd = np.frombuffer(b"\0" * 13, np.uint8)[1:].view(np.float32)
    head, wrong = (x, None, [x]), (*REST[:3], 7, *REST[4:])
    for arguments, told in (
        (head, "TypeError: every: it takes 9 arguments, and then its 2 outputs or none of them; 3"),
        ((None, *head[1:], *REST, y, numbers), "argument 'x' is None, and is not optional"),
        ((x.astype(np.float64), *head[1:], *REST, y, numbers),
         "no kernel for dtypes (float64, none, [float32]); there are: (float32, float32, [float32])"),
        ((x.astype(np.complex64), *head[1:], *REST, y, numbers),
         "argument 'x' has elements that no kernel takes (DLPack's code 5, 64 bits, 1 lanes)"),
        ((square.T[:, :1].T, None, [square[:, ::2], x], *REST, y, numbers),
         "ValueError: every: argument 'xs' is not contiguous: sizes [2, 1], strides [2, 2]"),
        ((tensor_of(x, device=2), *head[1:], *REST, y, numbers), "argument 'x' is on a device"),
        ((odd, *head[1:], *REST, y, numbers), "argument 'x' is not aligned to its elements"),
        ((*head, *wrong, y, numbers), "argument 'text' is to be a text; a value of tvm-ffi's type 1"),
        ((*head, *REST, y.T, numbers), "output 'y' is not contiguous"),
        ((*head, *REST, y[:2], numbers), "output 'y' is to have sizes [3, 2], and has [2, 2]"),
        ((*head, *REST, y, numbers.astype(np.float32)),
         "output 'numbers' is to be float64, and is float32"),
        ((*head, *REST[:3], "refuse", *REST[4:], y, numbers), "RuntimeError: every: refused: refuse"),
        ((*head, *REST[:3], "throw", *REST[4:], y, numbers), "something that is no std::exception"),
        ((*head, *REST), "outputs are returned through tvm-ffi's library, which this process has not"),
    ):  # fmt: skip
        assert every(*arguments) == -1
        # Nobody here can take an error, so that it is printed.
        assert told in capfd.readouterr().err
        assert not y.any()


IN_ORT = """
import sys, numpy, onnxruntime
model, library = sys.argv[1:]
options = onnxruntime.SessionOptions()
options.register_custom_ops_library(library)
session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
print(session.run(None, {"x": numpy.ones((2, 3), numpy.float32)})[0].tolist())
"""


def test_one_file_serves_onnx_runtime_too_and_needs_neither(
    make_op: MakeOp, verify: Verify
) -> None:
    folder = make_op()
    op, store = op_file.load(folder), Store()
    model = verify(folder).report().model
    build(folder, op, store, Recorder())
    made = Recorder()
    path = tvm_ffi_library(folder, op, store, made)
    assert not any("kernel" in text for _, _, text in made.steps), "its object is there already"
    listed = subprocess.run(["nm", "-D", "--defined-only", path], capture_output=True, text=True)
    exported = {line.split()[-1] for line in listed.stdout.splitlines()}
    assert exported == {"RegisterCustomOps", "__tvm_ffi_twice"}
    needed = subprocess.run(["readelf", "-d", path], capture_output=True, text=True).stdout
    assert not any(word in needed for word in ("tvm", "torch", "onnxruntime"))
    x, y = np.arange(3, dtype=np.float32), np.zeros(3, np.float32)
    assert Function(path, "twice")(x, y) == 0
    assert y.tolist() == [0, 2, 4]
    there = [sys.executable, "-c", IN_ORT, str(model), path]
    environment = {**os.environ, "ORT_DISABLE_TELEMETRY": "1"}
    done = subprocess.run(there, capture_output=True, text=True, env=environment)
    assert done.stdout.strip() == "[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]", done.stderr


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ('[kernel]\nstyle = "libtorch"\n', "a libtorch kernel makes no plain C function"),
        (
            '[kernel]\nstyle = "python"\nsource = "k.py"\n',
            "a python kernel makes no plain C function",
        ),
    ],
)
def test_a_kernel_that_makes_no_such_function_is_refused(more: str, told: str) -> None:
    what, hint = RUNTIME.refusal(op_file.loads(TWICE_TOML + more, validate=False))
    assert told in what
    assert "portable" in hint


def test_a_model_of_the_users_own_is_refused() -> None:
    toml = TWICE_TOML.replace("[[model.inputs]]", '[model]\nsource = "net.py"\n\n[[model.inputs]]')
    what, hint = RUNTIME.refusal(op_file.loads(toml, validate=False))
    assert "the model of net.py is more" in what
    assert "op's own arguments" in hint


def test_a_sound_op_is_not_refused(make_op: MakeOp) -> None:
    op: Op = op_file.load(make_op(TWICE_TOML, TWICE_KERNEL))
    assert RUNTIME.refusal(op) == ("", "")
    assert RUNTIME.shared(op), "what it gives proves nothing of the kernel's formula"
