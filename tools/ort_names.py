"""Find out which operator names ONNX Runtime treats specially, whatever their domain is.

Some of its optimizers look at a node's operator and not at its domain. A custom op of such a name
is then taken for the standard one: the result is wrong, the model is refused, or the process ends.

For each name that ONNX Runtime knows, a library is asked for a custom op of that name that gives
``3 * x0 + 1``, with 1 to 3 inputs, in graphs that make optimizers look at it, each in a process of
its own. What does not give the right numbers, and does under a name that means nothing, is written
to ``resources/ort_names.json``: per name and number of inputs what became of it. Run again after changing
onnxruntime's pinned version.
"""

from __future__ import annotations

from workbench import paths  # before onnxruntime, whose telemetry it turns off

# isort: split
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.capi import onnxruntime_pybind11_state as ort_state

DOMAIN = "custom"
ARITIES = (1, 2, 3)
LIMIT_S = 60
PLAIN = "NoSuchOperator"

SOURCE = r"""
#include <workbench/ort_abi.h>
#include <cstdlib>
#include <string>
using namespace wb::ort::abi;
static const OrtApi* api;
static std::string name;
static size_t inputs;
static OrtStatus* make(const OrtCustomOp*, const OrtApi*, const OrtKernelInfo*, void** kernel) {
  *kernel = nullptr;
  return nullptr;
}
static OrtStatus* compute(void*, OrtKernelContext* context) {
  const OrtValue* x = nullptr;
  KernelContext_GetInput(api, context, 0, &x);
  OrtTensorTypeAndShapeInfo* info = nullptr;
  GetTensorTypeAndShape(api, x, &info);
  size_t rank = 0, count = 1;
  GetDimensionsCount(api, info, &rank);
  int64_t sizes[8];
  GetDimensions(api, info, sizes, rank);
  ReleaseTensorTypeAndShapeInfo(api, info);
  for (size_t i = 0; i < rank; ++i) count *= size_t(sizes[i]);
  OrtValue* y = nullptr;
  KernelContext_GetOutput(api, context, 0, sizes, rank, &y);
  void *from = nullptr, *to = nullptr;
  GetTensorMutableData(api, const_cast<OrtValue*>(x), &from);
  GetTensorMutableData(api, y, &to);
  for (size_t i = 0; i < count; ++i)
    static_cast<float*>(to)[i] = 3 * static_cast<float*>(from)[i] + 1;
  return nullptr;
}
extern "C" __attribute__((visibility("default"))) OrtStatus* RegisterCustomOps(
    OrtSessionOptions* options, const OrtApiBase* base) {
  api = base->GetApi(17);
  name = std::getenv("WB_OP_NAME");
  inputs = size_t(std::atoi(std::getenv("WB_OP_INPUTS")));
  static OrtCustomOp op = {};
  op.version = 17;
  op.GetName = [](const OrtCustomOp*) { return name.c_str(); };
  op.GetExecutionProviderType = [](const OrtCustomOp*) -> const char* { return nullptr; };
  op.GetInputType = [](const OrtCustomOp*, size_t) { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; };
  op.GetInputTypeCount = [](const OrtCustomOp*) { return inputs; };
  op.GetOutputType = [](const OrtCustomOp*, size_t) { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; };
  op.GetOutputTypeCount = [](const OrtCustomOp*) { return size_t(1); };
  op.KernelDestroy = [](void*) {};
  op.GetInputCharacteristic = [](const OrtCustomOp*, size_t) { return INPUT_OUTPUT_REQUIRED; };
  op.GetOutputCharacteristic = [](const OrtCustomOp*, size_t) { return INPUT_OUTPUT_REQUIRED; };
  op.GetInputMemoryType = [](const OrtCustomOp*, size_t) { return OrtMemTypeDefault; };
  op.GetVariadicInputMinArity = [](const OrtCustomOp*) { return 1; };
  op.GetVariadicInputHomogeneity = [](const OrtCustomOp*) { return 1; };
  op.GetVariadicOutputMinArity = [](const OrtCustomOp*) { return 1; };
  op.GetVariadicOutputHomogeneity = [](const OrtCustomOp*) { return 1; };
  op.CreateKernelV2 = make;
  op.KernelComputeV2 = compute;
  op.GetStartVersion = [](const OrtCustomOp*) { return 1; };
  op.GetEndVersion = [](const OrtCustomOp*) { return 1 << 30; };
  OrtCustomOpDomain* domain = nullptr;
  if (OrtStatus* status = CreateCustomOpDomain(api, "custom", &domain)) return status;
  if (OrtStatus* status = CustomOpDomain_Add(api, domain, &op)) return status;
  return AddCustomOpDomain(api, options, domain);
}
"""


def main() -> int:
    """Write the file; print what was found."""
    if len(sys.argv) == 4:
        return _try(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    names = sorted({s.name for s in ort_state.get_all_operator_schema()} | {PLAIN})
    with tempfile.TemporaryDirectory() as scratch:
        library = build(Path(scratch))
        found = {name: words for name in names if (words := outcomes(library, name))}
    assert PLAIN not in found, found[PLAIN]
    target = paths.resources() / "ort_names.json"
    target.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"{len(found)} of {len(names)} names, onnxruntime {onnxruntime.__version__}: {target}")
    return 0


def build(folder: Path) -> str:
    """The library, which takes the name and the number of inputs from the environment."""
    source, library = folder / "names.cpp", folder / "names.so"
    source.write_text(SOURCE, encoding="utf-8")
    include = paths.ort_ops() / "include"
    command = ["g++", "-std=c++17", "-O1", "-fPIC", "-shared", f"-I{include}", str(source)]
    subprocess.run([*command, "-o", str(library)], check=True)
    return str(library)


def outcomes(library: str, name: str) -> dict[int, str]:
    """Number of inputs → what is wrong with a custom op of this name; without those that are fine."""
    found = {}
    for count in ARITIES:
        pid = os.fork()
        if pid == 0:
            signal.alarm(LIMIT_S)
            for descriptor in (1, 2):
                os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
            os._exit(_try(library, name, count))
        status = os.waitpid(pid, 0)[1]
        if status:
            found[count] = _WORDS.get(os.waitstatus_to_exitcode(status), "ends the process")
            print(f"{name} with {count} inputs {found[count]}", flush=True)
    return found


_WORDS = {1: "is refused", 2: "gives other numbers"}


def _try(library: str, name: str, count: int) -> int:
    """Exit status: 0 where all is right in every graph."""
    os.environ |= {"WB_OP_NAME": name, "WB_OP_INPUTS": str(count)}
    x = np.arange(24, dtype=np.float32).reshape(2, 3, 4) / 8
    for graph, expected in graphs(name, count, x):
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid(DOMAIN, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        options.intra_op_num_threads = 1
        options.register_custom_ops_library(library)
        try:
            session = onnxruntime.InferenceSession(model.SerializeToString(), options)
            given = {i.name: x for i in session.get_inputs()}
            (y,) = session.run(None, given)
        except Exception as error:  # whatever it is, it is what is looked for
            print(graph.name, error)
            return 1
        if y.shape != expected.shape or not np.allclose(y, expected, atol=1e-5):
            print(graph.name, "other numbers")
            return 2
    return 0


def graphs(name: str, count: int, x: np.ndarray) -> Iterator[tuple[onnx.GraphProto, np.ndarray]]:
    """Graphs around the custom node that make optimizers look at it, with what they should give."""
    node = helper.make_node
    rest = [f"x{i}" for i in range(1, count)]
    constants = [numpy_helper.from_array(x + 1, n) for n in rest]
    scalars = [numpy_helper.from_array(np.float32(2), n) for n in rest]

    def custom(source: str, result: str, more: list[str] = rest) -> onnx.NodeProto:
        return node(name, [source, *more], [result], domain=DOMAIN)

    def graph(
        title: str, nodes: list[onnx.NodeProto], initial: list[onnx.TensorProto] = constants
    ) -> onnx.GraphProto:
        given = {t.name for t in initial}
        used = dict.fromkeys(i for n in nodes for i in n.input if i.startswith("x"))
        kind = helper.make_tensor_type_proto(TensorProto.FLOAT, x.shape)
        inputs = [helper.make_value_info(n, kind) for n in used if n not in given]
        output = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
        return helper.make_graph(nodes, title, inputs, [output], list(initial))

    f = 3 * x + 1
    yield graph("plain", [custom("x", "y")], []), f
    yield graph("constants", [custom("x", "y")]), f
    yield graph("scalars", [custom("x", "y")], scalars), f
    both = [node("Relu", ["x"], ["a"]), custom("a", "b"), node("Relu", ["b"], ["y"])]
    yield graph("between Relu", both), f
    around = [
        node("Transpose", ["x"], ["a"], perm=[0, 2, 1]),
        custom("a", "b", ["a"] * (count - 1)),
        node("Transpose", ["b"], ["y"], perm=[0, 2, 1]),
    ]
    yield graph("between Transpose", around, []), f
    twice = [custom("x", "a"), custom("x", "b"), node("Add", ["a", "b"], ["y"])]
    yield graph("twice", twice), 2 * f
    chain = [custom("x", "a"), custom("a", "y")]
    yield graph("in a chain", chain), 3 * f + 1
    cast = [
        node("Cast", ["x"], ["a"], to=TensorProto.FLOAT16),
        node("Cast", ["a"], ["b"], to=TensorProto.FLOAT),
        custom("b", "c"),
        node("Cast", ["c"], ["d"], to=TensorProto.FLOAT16),
        node("Cast", ["d"], ["y"], to=TensorProto.FLOAT),
    ]
    yield graph("between Cast", cast), f
    quantized = [
        node("QuantizeLinear", ["x", "scale", "zero"], ["a"]),
        node("DequantizeLinear", ["a", "scale", "zero"], ["b"]),
        custom("b", "c"),
        node("QuantizeLinear", ["c", "scale", "zero"], ["d"]),
        node("DequantizeLinear", ["d", "scale", "zero"], ["y"]),
    ]
    steps = [
        numpy_helper.from_array(np.float32(0.125), "scale"),
        numpy_helper.from_array(np.uint8(0), "zero"),
    ]
    yield graph("between QDQ", quantized, [*constants, *steps]), f
    for op, (other, expected) in {
        "Add": (np.full(4, 2, np.float32), f + 2),
        "Mul": (np.full(4, 2, np.float32), f * 2),
        "MatMul": (np.eye(4, dtype=np.float32), f),
        "Reshape": (np.array([6, 4]), f.reshape(6, 4)),
    }.items():
        nodes = [custom("x", "a"), node(op, ["a", "other"], ["y"])]
        held = [*constants, numpy_helper.from_array(other, "other")]
        yield graph(f"before {op}", nodes, held), expected
    powers = np.exp(f - f.max(-1, keepdims=True))
    for op, expected in {
        "Sigmoid": 1 / (1 + np.exp(-f)),
        "Softmax": powers / powers.sum(-1, keepdims=True),
        "Tanh": np.tanh(f),
        "Identity": f,
    }.items():
        nodes = [node("Identity", ["x"], ["i"]), custom("i", "a"), node(op, ["a"], ["y"])]
        yield graph(f"before {op}", nodes), expected
    folded = [custom("x9", "a", ["x9"] * (count - 1)), node("Add", ["x", "a"], ["y"])]
    yield graph("of constants only", folded, [numpy_helper.from_array(x, "x9")]), x + f


if __name__ == "__main__":
    raise SystemExit(main())
