"""Op libraries as somebody else has built them: tables of callbacks, without our binding or official headers."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.engine.bindings import CXX, INCLUDES

__all__ = ["OPS", "SILENT", "op_library", "op_library_source", "raw_library"]

_HEAD = """
#include <workbench/ort_abi.h>
#include <climits>
#include <vector>
using namespace wb::ort::abi;

struct Value { int type; int characteristic; };  // types: 1 float, 7 int64, 8 string, 0 any
struct Op : OrtCustomOp {
  const char* domain; const char* name; std::vector<Value> in, out;
  int since, until; const char* provider; int least; int alike;
};
static const Op& of(const OrtCustomOp* op) { return *static_cast<const Op*>(op); }
static const OrtApi* api = nullptr;

static void twice(OrtKernelContext* context) {
  const OrtValue* x = nullptr;
  KernelContext_GetInput(api, context, 0, &x);
  OrtTensorTypeAndShapeInfo* info = nullptr;
  GetTensorTypeAndShape(api, x, &info);
  size_t rank = 0;
  GetDimensionsCount(api, info, &rank);
  std::vector<int64_t> sizes(rank);
  GetDimensions(api, info, sizes.data(), rank);
  ReleaseTensorTypeAndShapeInfo(api, info);
  OrtValue* y = nullptr;
  KernelContext_GetOutput(api, context, 0, sizes.data(), rank, &y);
  void *from = nullptr, *to = nullptr;
  GetTensorMutableData(api, const_cast<OrtValue*>(x), &from);
  GetTensorMutableData(api, y, &to);
  int64_t count = 1;
  for (int64_t size : sizes) count *= size;
  for (int64_t i = 0; i < count; ++i) static_cast<float*>(to)[i] = 2 * static_cast<float*>(from)[i];
}

/// Each input doubled, of as many as there are; all of them are given in the one output where there is one.
static void each(OrtKernelContext* context) {
  size_t inputs = 0, outputs = 0;
  KernelContext_GetInputCount(api, context, &inputs);
  KernelContext_GetOutputCount(api, context, &outputs);
  std::vector<float> sums;
  for (size_t k = 0; k < inputs; ++k) {
    const OrtValue* x = nullptr;
    KernelContext_GetInput(api, context, k, &x);
    OrtTensorTypeAndShapeInfo* info = nullptr;
    GetTensorTypeAndShape(api, x, &info);
    size_t rank = 0;
    GetDimensionsCount(api, info, &rank);
    std::vector<int64_t> sizes(rank);
    GetDimensions(api, info, sizes.data(), rank);
    ReleaseTensorTypeAndShapeInfo(api, info);
    int64_t count = 1;
    for (int64_t size : sizes) count *= size;
    sums.resize(count);
    void *from = nullptr, *to = nullptr;
    GetTensorMutableData(api, const_cast<OrtValue*>(x), &from);
    for (int64_t i = 0; i < count; ++i) sums[i] += 2 * static_cast<float*>(from)[i];
    if (outputs == 1 && k + 1 < inputs) continue;
    OrtValue* y = nullptr;
    KernelContext_GetOutput(api, context, outputs == 1 ? 0 : k, sizes.data(), rank, &y);
    GetTensorMutableData(api, y, &to);
    for (int64_t i = 0; i < count; ++i) static_cast<float*>(to)[i] = sums[i];
    if (outputs > 1) sums.assign(count, 0);
  }
}

static OrtCustomOp* made(const char* domain, const char* name, std::vector<Value> in,
                         std::vector<Value> out, int since = 1, int until = INT_MAX,
                         const char* provider = nullptr, int least = 1, int alike = 1) {
  Op* op = new Op();
  op->domain = domain; op->name = name; op->in = in; op->out = out; op->since = since;
  op->until = until; op->provider = provider; op->least = least; op->alike = alike;
  op->version = 17;
  op->CreateKernel = [](const OrtCustomOp*, const OrtApi*, const OrtKernelInfo*) -> void* { return new int; };
  op->KernelDestroy = [](void* kernel) { delete static_cast<int*>(kernel); };
  op->KernelCompute = [](void*, OrtKernelContext* context) { twice(context); };
  if (!in.empty() && in.back().characteristic == 2 && in.size() == 1)
    op->KernelCompute = [](void*, OrtKernelContext* context) { each(context); };
  op->GetName = [](const OrtCustomOp* op) { return of(op).name; };
  op->GetExecutionProviderType = [](const OrtCustomOp* op) { return of(op).provider; };
  op->GetInputTypeCount = [](const OrtCustomOp* op) { return of(op).in.size(); };
  op->GetOutputTypeCount = [](const OrtCustomOp* op) { return of(op).out.size(); };
  op->GetInputType = [](const OrtCustomOp* op, size_t i) {
    return static_cast<ONNXTensorElementDataType>(of(op).in[i].type); };
  op->GetOutputType = [](const OrtCustomOp* op, size_t i) {
    return static_cast<ONNXTensorElementDataType>(of(op).out[i].type); };
  op->GetInputCharacteristic = [](const OrtCustomOp* op, size_t i) {
    return static_cast<OrtCustomOpInputOutputCharacteristic>(of(op).in[i].characteristic); };
  op->GetOutputCharacteristic = [](const OrtCustomOp* op, size_t i) {
    return static_cast<OrtCustomOpInputOutputCharacteristic>(of(op).out[i].characteristic); };
  op->GetInputMemoryType = [](const OrtCustomOp*, size_t) { return OrtMemTypeDefault; };
  op->GetVariadicInputMinArity = [](const OrtCustomOp* op) { return of(op).least; };
  op->GetVariadicInputHomogeneity = [](const OrtCustomOp* op) { return of(op).alike; };
  op->GetVariadicOutputMinArity = [](const OrtCustomOp* op) { return of(op).least; };
  op->GetVariadicOutputHomogeneity = [](const OrtCustomOp* op) { return of(op).alike; };
  op->GetStartVersion = [](const OrtCustomOp* op) { return of(op).since; };
  op->GetEndVersion = [](const OrtCustomOp* op) { return of(op).until; };
  return op;
}

extern "C" OrtStatus* RegisterCustomOps(OrtSessionOptions* options, const OrtApiBase* base) {
  api = base->GetApi(17);
  static std::vector<OrtCustomOp*> ops = {
"""
_TAIL = """
  };
  OrtCustomOpDomain* domain = nullptr;
  const char* last = nullptr;
  for (OrtCustomOp* op : ops) {
    if (last != of(op).domain) {
      last = of(op).domain;
      if (OrtStatus* status = CreateCustomOpDomain(api, last, &domain)) return status;
      if (OrtStatus* status = AddCustomOpDomain(api, options, domain)) return status;
    }
    if (OrtStatus* status = CustomOpDomain_Add(api, domain, op)) return status;
  }
  return nullptr;
}
"""

OPS = """
made("raw.ops", "Twice", {{1, 0}}, {{1, 0}}),
made("raw.ops", "Cast", {{1, 0}}, {{7, 0}}),
made("raw.ops", "Cast", {{7, 0}}, {{1, 0}}),
made("raw.ops", "Maybe", {{1, 0}, {7, 1}}, {{1, 0}, {7, 1}}),
made("raw.ops", "Join", {{7, 0}, {1, 2}}, {{1, 0}}, 1, INT_MAX, nullptr, 2, 1),
made("raw.ops", "Any", {{0, 2}}, {{0, 2}}, 1, INT_MAX, nullptr, 1, 0),
made("raw.ops", "Words", {{8, 0}}, {{8, 0}}),
made("raw.ops", "Old", {{1, 0}}, {{1, 0}}, 10, 12),
made("raw.ops", "Old", {{1, 0}}, {{1, 0}}, 15, 17),
made("raw.more", "Twice", {{1, 0}}, {{1, 0}}, 3, INT_MAX, "CUDAExecutionProvider"),
"""
"""Overloads, optional and variadic values, of one type and of several, strings, versions, two domains."""

SILENT = 'extern "C" void* RegisterCustomOps(void*, const void*) { return nullptr; }'
"""The source of a library that registers nothing."""


def op_library(folder: Path, ops: str = OPS, name: str = "libraw.so") -> Path:
    """A library with ops, as ``made(...)`` of the source above."""
    return raw_library(folder, op_library_source(ops), name)


def op_library_source(ops: str) -> str:
    """The source of that library."""
    return _HEAD + ops + _TAIL


def raw_library(folder: Path, source: str, name: str = "libraw.so") -> Path:
    """A library of any source."""
    file, target = folder / f"{name}.cpp", folder / name
    file.write_text(source)
    command = [*CXX, "-std=c++20", "-shared", "-fPIC", *INCLUDES, str(file), "-o", str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return target
